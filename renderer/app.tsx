import { useEffect, useSyncExternalStore } from 'react';
import { IconSprite } from './icon-sprite.tsx';
import { EraseQuestion } from './components/shell/erase-question.tsx';
import { ToastArea } from './components/shell/toast-area.tsx';
import { TransferQuestion } from './components/settings/transfer-question.tsx';
import { ModelContext, useModel, useSlice, useText, WordsContext } from './model-context.tsx';
import { BlockedScreen } from './components/shell/blocked-screen.tsx';
import { BoardScreen } from './components/shell/board-screen.tsx';
import { ConnectScreen } from './components/connection/connect-screen.tsx';
import { LoadingScreen } from './components/shell/loading-screen.tsx';
import { SettingsScreen } from './components/settings/settings-screen.tsx';
import { listenForZoom } from './zoom-keys.ts';
import type { WindowModel } from './window-model.ts';

/** Writes what styles depend on to the document. */
function useDocumentLook(): void {
  const { board, detail, settings, actions, offerClipboard } = useModel();
  const desk = useSlice(board, (state) => state.desk);
  const theme = desk?.settings.theme ?? 'system';
  const density = desk?.settings.density ?? 'comfortable';
  const platform = desk?.platform ?? 'linux';
  const { language } = useText();
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['density'] = density;
    dataset['platform'] = platform;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  }, [theme, density, platform]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const told = () => detail.setInFront(document.hasFocus());
    told();
    window.addEventListener('focus', told, { signal });
    window.addEventListener('focus', () => void offerClipboard(), { signal });
    window.addEventListener('blur', told, { signal });
    window.addEventListener('pagehide', actions.flush, { signal });
    return () => controller.abort();
  }, [detail, actions, offerClipboard]);
  useEffect(() => listenForZoom({ board, settings }), [board, settings]);
}

function Screen() {
  const { board, connect, settings } = useModel();
  const phase = useSlice(board, (state) => state.phase);
  const connection = useSlice(board, (state) => state.desk?.connection ?? null);
  const isEditing = useSlice(connect, (state) => state.isEditing);
  const section = useSlice(settings, (state) => state.section);
  useDocumentLook();
  if (connection === null) return <LoadingScreen phase={phase} />;
  if (isEditing || connection.kind === 'none') return <ConnectScreen />;
  if (section !== null) return <SettingsScreen section={section} />;
  if (connection.kind === 'keychainBlocked') return <BlockedScreen connection={connection} />;
  return <BoardScreen />;
}

/** The whole window. */
export function App({ model }: { readonly model: WindowModel }) {
  const words = useSyncExternalStore(model.words.subscribe, model.words.getState);
  return (
    <ModelContext value={model}>
      <WordsContext value={words}>
        <IconSprite />
        <Screen />
        <TransferQuestion />
        <EraseQuestion />
        <ToastArea />
      </WordsContext>
    </ModelContext>
  );
}
