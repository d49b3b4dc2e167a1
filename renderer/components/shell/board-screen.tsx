import { useEffect } from 'react';
import { CommandPalette } from './command-palette.tsx';
import { DetailPanel } from '../detail/detail-panel.tsx';
import { DropArea } from '../paste/drop-area.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { ListColumn } from '../list/list-column.tsx';
import { Sidebar } from './sidebar.tsx';
import { useModel, useSlice } from '../../model-context.tsx';
import { listenForKeys } from '../../window-keys.ts';

/** The window that a dispatcher keeps open all day. */
export function BoardScreen() {
  const model = useModel();
  const { message, count } = useSlice(model.announcer, (state) => state);
  const isOpen = useSlice(model.detail, (state) => state.openId !== null);
  const detailWidthPx = useSlice(model.layout, (state) => state.detailWidthPx);
  useEffect(() => listenForKeys(model), [model]);
  return (
    <div
      className={isOpen ? 'app' : 'app no-detail'}
      style={{ '--w-detail': `${detailWidthPx}px` }}
    >
      <Sidebar />
      <ListColumn />
      <DetailPanel />
      <KeyboardHelp />
      <CommandPalette />
      <DropArea />
      <div className="vh" role="alert">
        {/* Only what comes anew is read: the same words again are another element. */}
        <span key={count}>{message}</span>
      </div>
    </div>
  );
}
