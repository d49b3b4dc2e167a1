import { useEffect, useState } from 'react';
import { ModelContext, useModel, useSlice, useText } from '../../model-context.tsx';
import { createPastModel } from '../../past-model.ts';
import type { RewindStore } from '../../stores/rewind-store.ts';
import { focusList, listenForPastKeys } from '../../window-keys.ts';
import { OrderList } from '../list/order-list.tsx';
import { Sidebar } from '../shell/sidebar.tsx';
import { RewoundDetail } from './rewound-detail.tsx';
import { ShownNotifications } from './shown-notifications.tsx';
import { TimeBar } from './time-bar.tsx';

function RewoundBoardScreen({ rewind }: { readonly rewind: RewindStore }) {
  const { board, detail, layout, list } = useModel();
  const { rewind: texts } = useText();
  const isReady = useSlice(board, (state) => state.app !== null);
  const isOpen = useSlice(detail, (state) => state.openId !== null);
  const isEmpty = useSlice(list, (state) => state.arrangement.orderIds.length === 0);
  const isIdle = useSlice(
    rewind,
    ({ board: then }) => then !== null && then.activity !== 'running',
  );
  const detailWidthPx = useSlice(layout, (state) => state.detailWidthPx);
  useEffect(() => {
    if (isReady) focusList();
  }, [isReady]);
  if (!isReady) return null;
  return (
    <div
      className={`app rewound${isOpen ? '' : ' no-detail'}${isIdle ? ' was-idle' : ''}`}
      style={{ '--w-detail': `${detailWidthPx}px` }}
    >
      <Sidebar />
      <main className="list-col">
        <TimeBar rewind={rewind} />
        {isEmpty ? <p className="nothing-then t2">{texts.empty}</p> : <OrderList />}
        <ShownNotifications rewind={rewind} />
      </main>
      <RewoundDetail />
    </div>
  );
}

/** The board as it was, drawn by the components of the present over a model that can only be read. */
export function RewoundScreen() {
  const live = useModel();
  const [past] = useState(() => createPastModel(live));
  useEffect(() => past.start(), [past]);
  useEffect(() => listenForPastKeys(past.model, live.rewind), [past, live]);
  return (
    <ModelContext value={past.model}>
      <RewoundBoardScreen rewind={live.rewind} />
    </ModelContext>
  );
}
