import type {
  BridgeAnswer,
  BridgeEvents,
  EventChannel,
  RequestChannel,
  Unsubscribe,
  WaybellBridge,
} from '../core/bridge/bridge.ts';

/** Hears one event: Electron's event object first, then what was sent. */
type WireListener = (event: unknown, ...args: unknown[]) => void;

/** The preload's end of the wire; fits Electron's ipcRenderer. */
export interface WindowWire {
  invoke(channel: string, input: unknown): Promise<unknown>;
  on(channel: string, listener: WireListener): unknown;
  removeListener(channel: string, listener: WireListener): unknown;
}

/**
 * The only door between the window and the main process. Each function names its channel itself: the
 * window cannot choose one, sees neither the wire nor an event object, and passes at most one value.
 * What main answers has the shape that core/bridge/bridge.ts states, which main's own handler table is
 * checked against; main also checks what is asked.
 *
 * Only types are imported from core, because a sandboxed preload is one small file.
 */
export function createBridge(wire: WindowWire): WaybellBridge {
  // Main's handlers are typed by the same table, so the answer needs no second look here.
  const ask =
    <Channel extends RequestChannel>(channel: Channel) =>
    (input?: unknown) =>
      wire.invoke(channel, input) as Promise<BridgeAnswer<Channel>>;

  const listen =
    <Channel extends EventChannel>(channel: Channel) =>
    (listener: (event: BridgeEvents[Channel]) => void): Unsubscribe => {
      if (typeof listener !== 'function') throw new TypeError('A listener is a function.');
      const forward = (_event: unknown, ...args: unknown[]) =>
        listener(args[0] as BridgeEvents[Channel]);
      wire.on(channel, forward);
      return () => {
        wire.removeListener(channel, forward);
      };
    };

  return Object.freeze({
    snapshot: ask('board:snapshot'),
    testConnection: ask('connection:test'),
    saveConnection: ask('connection:save'),
    connectionOptions: ask('connection:options'),
    tryDemo: ask('connection:try-demo'),
    forgetConnection: ask('connection:forget'),
    retryConnection: ask('connection:retry'),
    addToWatchList: ask('watch-list:add'),
    removeFromWatchList: ask('watch-list:remove'),
    orderDetail: ask('order:detail'),
    relabelOrder: ask('order:relabel'),
    noteOrder: ask('order:note'),
    revealPhone: ask('order:reveal-phone'),
    muteOrders: ask('orders:mute'),
    archiveOrders: ask('orders:archive'),
    pinOrders: ask('orders:pin'),
    wishForOrders: ask('orders:wish'),
    orderGroups: ask('orders:groups'),
    testNotifications: ask('notifications:test'),
    notificationHistory: ask('notifications:history'),
    markSeen: ask('orders:mark-seen'),
    markUnseen: ask('orders:mark-unseen'),
    checkNow: ask('orders:check-now'),
    pauseChecking: ask('checking:pause'),
    resumeChecking: ask('checking:resume'),
    contractNotes: ask('contract-notes:list'),
    exportContractNotes: ask('contract-notes:export'),
    changeSettings: ask('settings:change'),
    writeClipboard: ask('clipboard:write'),
    offeredClipboard: ask('clipboard:offer'),
    eraseOrders: ask('orders:erase'),
    eraseEverything: ask('privacy:erase-everything'),
    privacyLedger: ask('privacy:ledger'),
    computerState: ask('computer:state'),
    startAtLogin: ask('computer:start-at-login'),
    updateState: ask('update:state'),
    lookForUpdate: ask('update:look'),
    restartForUpdate: ask('update:restart'),
    saveTransfer: ask('transfer:save'),
    openTransfer: ask('transfer:open'),
    offerTransfer: ask('transfer:offer'),
    acceptTransfer: ask('transfer:accept'),
    diagnose: ask('diagnosis:run'),
    saveDiagnosis: ask('diagnosis:save'),
    webhookAddress: ask('webhooks:address'),
    newWebhookPath: ask('webhooks:new-path'),
    addWebhookSecret: ask('webhooks:add-secret'),
    forgetOlderWebhookSecrets: ask('webhooks:forget-older'),
    testWebhooks: ask('webhooks:test'),
    dismissOfferedOrders: ask('webhooks:dismiss-offered'),
    tellOpenOrder: ask('window:open-order'),
    recallView: ask('window:recall'),
    rememberView: ask('window:remember'),
    tellOrdersInView: ask('window:look-at'),
    onBoardPatched: listen('board:patched'),
    onConnectionTestProgressed: listen('connection:test-progressed'),
    onOrderRevealed: listen('order:revealed'),
    onPasteOffered: listen('paste:offered'),
    onNotificationTestProgressed: listen('notifications:test-progressed'),
    onUpdateChanged: listen('update:changed'),
    onWindowLeaving: listen('window:leaving'),
  });
}
