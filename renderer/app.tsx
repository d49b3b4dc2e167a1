import { useEffect, useSyncExternalStore } from 'react';
import { IconSprite } from './icon-sprite.tsx';
import { EraseQuestion, RestoreQuestion, TransferQuestion } from './components/shell/questions.tsx';
import { ToastArea } from './components/shell/toast-area.tsx';
import { ModelContext, TextsContext, useModel, useSlice, useText } from './model-context.tsx';
import { BlockedScreen } from './components/shell/blocked-screen.tsx';
import { MessageScreen } from './components/shell/message-screen.tsx';
import { DrawnOrSaid } from './components/shell/drawn-or-said.tsx';
import { ConnectScreen } from './components/connection/connect-screen.tsx';
import { SettingsScreen } from './components/settings/settings-screen.tsx';
import type { WindowModel } from './window-model.ts';
import { CommandPalette } from './components/shell/command-palette.tsx';
import { CallQuestion } from './components/phone/call-question.tsx';
import { DialQuestion } from './components/phone/dial-question.tsx';
import { DetailPanel } from './components/detail/detail-panel.tsx';
import { LastHour } from './components/detail/last-hour.tsx';
import { ClaimQuestion } from './components/team/claim-question.tsx';
import { DropArea } from './components/paste/drop-area.tsx';
import { KeyboardHelp } from './components/shell/keyboard-help.tsx';
import { ListColumn } from './components/list/list-column.tsx';
import { NotificationHistory } from './components/shell/notification-history.tsx';
import { RewoundScreen } from './components/rewind/rewound-screen.tsx';
import { Sidebar } from './components/shell/sidebar.tsx';
import { listenForKeys, listenForPaste, listenForZoom } from './window-keys.ts';
import { listenForCutText } from './components/controls/cut-text.ts';
import type { BoardPhase } from './stores/board-store.ts';

/** Before the first snapshot. Nothing is shown for the moment that it takes; a failure has words. */
function LoadingScreen({ phase }: { readonly phase: BoardPhase }) {
  const { board } = useModel();
  const { loading } = useText();
  if (phase.kind !== 'failed') return <main className="fr" aria-label={loading.title} aria-busy />;
  return (
    <MessageScreen
      title={loading.failed}
      body={phase.failure.message}
      act={loading.again}
      onAct={() => void board.reload()}
    />
  );
}

/** The window that a dispatcher keeps open all day. */
function BoardScreen() {
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
      <LastHour />
      <NotificationHistory />
      <CallQuestion />
      <DialQuestion />
      <ClaimQuestion />
      <div className="vh" role="alert">
        {/* A screen reader reads only new elements, so each message gets a key of its own. */}
        <span key={count}>{message}</span>
      </div>
    </div>
  );
}

/** Writes what styles depend on to the document. */
function useDocumentLook(): void {
  const { board, detail, settings, actions, offerClipboard } = useModel();
  const theme = useSlice(board, ({ app }) => app?.settings.theme ?? 'system');
  const density = useSlice(board, ({ app }) => app?.settings.density ?? 'comfortable');
  const platform = useSlice(board, ({ app }) => app?.platform ?? 'linux');
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
    const reportFocus = () => detail.setInFront(document.hasFocus());
    reportFocus();
    window.addEventListener('focus', reportFocus, { signal });
    window.addEventListener('focus', () => void offerClipboard(), { signal });
    window.addEventListener('blur', reportFocus, { signal });
    window.addEventListener('pagehide', actions.flush, { signal });
    return () => controller.abort();
  }, [detail, actions, offerClipboard]);
  useEffect(() => listenForZoom({ board, settings }), [board, settings]);
  useEffect(listenForCutText, []);
}

/** Takes what is pasted or dropped, on the board and on every page over it. */
function PasteAnywhere() {
  const model = useModel();
  useEffect(() => listenForPaste(model), [model]);
  return <DropArea />;
}

function Screen() {
  const { board, connect, rewind, settings } = useModel();
  const phase = useSlice(board, (state) => state.phase);
  const connection = useSlice(board, (state) => state.app?.connection ?? null);
  const hasOrders = useSlice(
    board,
    ({ app, rows }) => rows.size > 0 || (app?.putAwayCount ?? 0) > 0,
  );
  const isEditing = useSlice(connect, (state) => state.isEditing);
  const hasTeam = useSlice(board, (state) => state.app?.team != null);
  const section = useSlice(settings, (state) => state.section);
  const isRewound = useSlice(rewind, (state) => state.range !== null);
  useDocumentLook();
  if (connection === null) return <LoadingScreen phase={phase} />;
  if (isEditing || (connection.kind === 'none' && !hasTeam)) return <ConnectScreen />;
  if (section === null && connection.kind === 'keychainBlocked' && !hasOrders) {
    return <BlockedScreen connection={connection} />;
  }
  const screen = isRewound ? <RewoundScreen /> : <BoardScreen />;
  return (
    <>
      {section === null ? screen : <SettingsScreen section={section} />}
      <PasteAnywhere />
    </>
  );
}

/** The messages of the present, with what they offer to take back. */
function Messages() {
  const isRewound = useSlice(useModel().rewind, (state) => state.range !== null);
  return isRewound ? null : <ToastArea />;
}

/** The whole window. */
export function App({ model }: { readonly model: WindowModel }) {
  const texts = useSyncExternalStore(model.texts.subscribe, model.texts.getState);
  return (
    <ModelContext value={model}>
      <TextsContext value={texts}>
        <IconSprite />
        <DrawnOrSaid>
          <Screen />
        </DrawnOrSaid>
        <TransferQuestion />
        <EraseQuestion />
        <RestoreQuestion />
        <Messages />
      </TextsContext>
    </ModelContext>
  );
}
