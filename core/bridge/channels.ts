/*
 * The closed list of channels between the window and the main process. It imports nothing, so that the
 * sandboxed preload, which is built from it, stays one small file.
 */

/** Every function of `window.waybell` that asks main for something, and its channel. */
export const requestChannels = {
  snapshot: 'board:snapshot',
  recentChanges: 'board:recent-changes',
  testConnection: 'connection:test',
  saveConnection: 'connection:save',
  connectionOptions: 'connection:options',
  tryDemo: 'connection:try-demo',
  forgetConnection: 'connection:forget',
  retryConnection: 'connection:retry',
  addToWatchList: 'watch-list:add',
  removeFromWatchList: 'watch-list:remove',
  orderDetail: 'order:detail',
  lastAnswer: 'order:last-answer',
  relabelOrder: 'order:relabel',
  noteOrder: 'order:note',
  revealPhone: 'order:reveal-phone',
  muteOrders: 'orders:mute',
  archiveOrders: 'orders:archive',
  pinOrders: 'orders:pin',
  setPreferences: 'orders:set-preferences',
  orderGroups: 'orders:groups',
  testNotifications: 'notifications:test',
  notificationHistory: 'notifications:history',
  markSeen: 'orders:mark-seen',
  markUnseen: 'orders:mark-unseen',
  checkNow: 'orders:check-now',
  pauseChecking: 'checking:pause',
  resumeChecking: 'checking:resume',
  contractNotes: 'contract-notes:list',
  exportContractNotes: 'contract-notes:export',
  changeSettings: 'settings:change',
  writeClipboard: 'clipboard:write',
  offeredClipboard: 'clipboard:offer',
  eraseOrders: 'orders:erase',
  eraseEverything: 'privacy:erase-everything',
  privacyLedger: 'privacy:ledger',
  computerState: 'computer:state',
  startAtLogin: 'computer:start-at-login',
  updateState: 'update:state',
  lookForUpdate: 'update:look',
  restartForUpdate: 'update:restart',
  saveTransfer: 'transfer:save',
  openTransfer: 'transfer:open',
  offerTransfer: 'transfer:offer',
  acceptTransfer: 'transfer:accept',
  diagnose: 'diagnosis:run',
  saveDiagnosis: 'diagnosis:save',
  webhookAddress: 'webhooks:address',
  newWebhookPath: 'webhooks:new-path',
  addWebhookSecret: 'webhooks:add-secret',
  forgetOlderWebhookSecrets: 'webhooks:forget-older',
  testWebhooks: 'webhooks:test',
  dismissOfferedOrders: 'webhooks:dismiss-offered',
  tellOpenOrder: 'window:open-order',
  recallView: 'window:recall',
  rememberView: 'window:remember',
  tellOrdersInView: 'window:look-at',
} as const;

/** Every function of `window.waybell` that listens to main, and its channel. */
export const eventChannels = {
  onBoardPatched: 'board:patched',
  onConnectionTestProgressed: 'connection:test-progressed',
  onOrderRevealed: 'order:revealed',
  onPasteOffered: 'paste:offered',
  onNotificationTestProgressed: 'notifications:test-progressed',
  onUpdateChanged: 'update:changed',
  onWindowLeaving: 'window:leaving',
} as const;

export type RequestChannel = (typeof requestChannels)[keyof typeof requestChannels];
export type EventChannel = (typeof eventChannels)[keyof typeof eventChannels];
