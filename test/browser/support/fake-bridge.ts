import type { ClaimReport } from '../../../core/board/team.ts';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import type { Unsubscribe, WaybellBridge } from '../../../core/bridge/bridge.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import { contractNotesExport } from '../../../core/wire/contract-note-text.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { restoredDefaults } from '../../../core/settings/restored-defaults.ts';
import { settingsWarnings } from '../../../core/settings/settings-warnings.ts';
import { settingsChangeSchema } from '../../../core/settings/settings.ts';
import type { TransferOffer } from '../../../core/transfer/transfer.ts';
import { windowViewSchema } from '../../../core/board/window-view.ts';
import { FakeMain, type Listeners } from './fake-main.ts';

function listen<Event>(listeners: Listeners<Event>) {
  return (listener: (event: Event) => void): Unsubscribe => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** The main process behind the bridge that its window has. */
export class FakeBridge extends FakeMain {
  /** What the preload would put at `window.waybell`. */
  readonly bridge: WaybellBridge = {
    snapshot: () => this.answer('board:snapshot', undefined, () => this.boardNow()),
    testConnection: (draft) =>
      this.answer('connection:test', draft, () => this.testResult ?? passedTest),
    saveConnection: (draft) =>
      this.answer(
        'connection:save',
        draft,
        () => this.testResult ?? this.connect(draft.baseUrl, draft.clientId, false),
      ),
    connectionOptions: () => this.answer('connection:options', undefined, () => this.options),
    chooseCaFile: () =>
      this.answer('connection:choose-ca-file', undefined, () =>
        this.chosenPath === null
          ? { kind: 'cancelled' }
          : { kind: 'chosen', path: this.chosenPath },
      ),
    tryDemo: () =>
      this.answer('connection:try-demo', undefined, () =>
        this.connect('http://127.0.0.1:40117', 'demo', true),
      ),
    forgetConnection: () =>
      this.answer('connection:forget', undefined, () => {
        this.changeApp({ connection: { kind: 'none' } });
        return null;
      }),
    treatStatus: (input) =>
      this.answer('connection:treat-status', input, () => {
        const { meaning, word } = input;
        for (const row of this.rows.values()) {
          if (row.status?.raw !== word) continue;
          this.upsert({ ...row, status: { raw: word, phase: meaning ?? 'unknown' } });
        }
        return null;
      }),
    retryConnection: () => this.answer('connection:retry', undefined, () => null),
    addToWatchList: (input) =>
      this.answer('watch-list:add', input, () =>
        this.add(
          input.orders.map(({ id, ...annotations }) => ({ ...annotations, id: id as OrderId })),
          input.words ?? 'kept',
        ),
      ),
    restoreWords: (input) =>
      this.answer('watch-list:restore-words', input, () => this.undo(input.change)),
    removeFromWatchList: (input) =>
      this.answer('watch-list:remove', input, () => {
        this.remove(...input.ids.map((id) => id as OrderId));
        return null;
      }),
    orderDetail: (input) =>
      this.answer('order:detail', input, () => this.details.get(input.id as OrderId) ?? null),
    lastAnswer: (input) =>
      this.answer('order:last-answer', input, () => this.answers.get(input.id as OrderId) ?? null),
    relabelOrder: (input) =>
      this.answer('order:relabel', input, () =>
        this.change([input.id as OrderId], (row) => ({ ...row, label: input.label })),
      ),
    noteOrder: (input) =>
      this.answer('order:note', input, () => {
        this.setPreferences([input.id as OrderId], { note: input.note });
        return null;
      }),
    revealPhone: (input) =>
      this.answer('order:reveal-phone', input, () => this.phones.get(String(input.owner)) ?? null),
    muteOrders: (input) =>
      this.answer('orders:mute', input, () =>
        this.change(input.ids as OrderId[], (row) => ({ ...row, isMuted: input.isMuted })),
      ),
    archiveOrders: (input) =>
      this.answer('orders:archive', input, () =>
        this.undoable(input.ids as OrderId[], (row) => ({
          ...row,
          isArchived: input.isArchived,
          isUnseen: row.isUnseen && !input.isArchived,
          attention: input.isArchived ? null : row.attention,
        })),
      ),
    archivedOrders: (input) => this.answer('orders:archived', input, () => this.archivePage(input)),
    findOrders: (input) =>
      this.answer('orders:find', input, () =>
        input.ids.flatMap((id) => this.archived.get(id as OrderId) ?? []),
      ),
    unarchiveOrders: (input) => this.answer('orders:unarchive', input, () => this.undo(input.mark)),
    pinOrders: (input) =>
      this.answer('orders:pin', input, () =>
        this.change(input.ids as OrderId[], (row) => ({ ...row, isPinned: input.isPinned })),
      ),
    setPreferences: (input) =>
      this.answer('orders:set-preferences', input, () => {
        this.setPreferences(input.ids as OrderId[], input.change);
        return null;
      }),
    claimOrders: (input) =>
      this.answer('orders:claim', input, () => this.claimReport ?? doneFor(input.ids)),
    releaseOrders: (input) => this.answer('orders:release', input, () => doneFor(input.ids)),
    joinTeam: (input) => this.answer('team:join', input, () => null),
    leaveTeam: () => this.answer('team:leave', undefined, () => null),
    searchOrders: (input) => this.answer('board:search', input, () => this.found(input.text)),
    recentChanges: (input) =>
      this.answer('board:recent-changes', input, () =>
        this.recent.filter(({ id }) => input.ids?.includes(id) ?? true),
      ),
    orderGroups: () => this.answer('orders:groups', undefined, () => this.groups),
    testNotifications: () =>
      this.answer('notifications:test', undefined, () => this.notificationTest),
    playSound: (input) => this.answer('notifications:play', input, () => this.canPlay),
    tryNotification: (input) => this.answer('notifications:try', input, () => null),
    notificationHistory: (input) =>
      this.answer('notifications:history', input, () =>
        this.notificationPage({ ...input, order: input.order as OrderId | null }),
      ),
    whatIf: (input) =>
      this.answer('notifications:what-if', input, () =>
        this.whatIf({ changes: input.changes.map((change) => settingsChangeSchema.parse(change)) }),
      ),
    markSeen: (input) =>
      this.answer('orders:mark-seen', input, () =>
        this.markSeen(requestSchemas['orders:mark-seen'].parse(input)),
      ),
    markUnseen: (input) => this.answer('orders:mark-unseen', input, () => this.undo(input.mark)),
    checkNow: (input) => this.answer('orders:check-now', input, () => null),
    pauseChecking: (input) =>
      this.answer('checking:pause', input, () => {
        this.changeApp({
          pause: { kind: 'paused', sinceMs: this.nowMs(), untilMs: input.untilMs },
        });
        return null;
      }),
    resumeChecking: () =>
      this.answer('checking:resume', undefined, () => {
        this.changeApp({ pause: { kind: 'running' } });
        return null;
      }),
    contractNotes: () => this.answer('contract-notes:list', undefined, () => this.notes),
    exportContractNotes: (input) =>
      this.answer('contract-notes:export', input, () =>
        contractNotesExport(this.notes, input.form, this.app.speech.language),
      ),
    changeSettings: (input) =>
      this.answer('settings:change', input, () => {
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        this.changeApp({ settings: { ...this.app.settings, ...Object.fromEntries(given) } });
        return this.app.settings;
      }),
    defaultSettings: (input) =>
      this.answer('settings:defaults', input, () => {
        const { settings, speech } = this.app;
        const change = restoredDefaults(settings, input.page);
        return { change, warnings: settingsWarnings(change, settings, speech.language) };
      }),
    offeredClipboard: () => this.answer('clipboard:offer', undefined, () => this.clipboard),
    writeClipboard: (input) => this.answer('clipboard:write', input, () => null),
    eraseOrders: (input) =>
      this.answer('orders:erase', input, () => {
        this.remove(...input.ids.map((id) => id as OrderId));
        if (input.archived !== undefined) this.eraseArchived(input.archived);
        return null;
      }),
    eraseEverything: () =>
      this.answer('privacy:erase-everything', undefined, () => {
        this.remove(...this.rows.keys());
        this.changeApp({ connection: { kind: 'none' } });
        return null;
      }),
    privacyLedger: () => this.answer('privacy:ledger', undefined, () => this.ledger),
    computerState: () => this.answer('computer:state', undefined, () => this.computer),
    startAtLogin: (input) =>
      this.answer('computer:start-at-login', input, () => {
        this.computer = { ...this.computer, startAtLogin: { kind: input.isOn ? 'on' : 'off' } };
        return this.computer;
      }),
    showFolder: () => this.answer('computer:show-folder', undefined, () => null),
    updateState: () => this.answer('update:state', undefined, () => this.update),
    lookForUpdate: () => this.answer('update:look', undefined, () => this.update),
    restartForUpdate: () => this.answer('update:restart', undefined, () => null),
    saveTransfer: (input) =>
      this.answer('transfer:save', input, () => ({
        kind: 'saved',
        fileName: 'hand-over.json',
        ...(input.what === 'orderList' ? { count: { orders: 31, leftOut: 12 } } : {}),
      })),
    openTransfer: () =>
      this.answer('transfer:open', undefined, () => this.transferOffer ?? { kind: 'cancelled' }),
    offerTransfer: (input) =>
      this.answer('transfer:offer', input, () => this.transferOffer ?? nothingOffered),
    acceptTransfer: () =>
      this.answer('transfer:accept', undefined, () => ({
        kind: 'orderList',
        added: [...this.rows.keys()].slice(0, 9),
        changed: 1,
        annotationsChange: 1,
      })),
    daySummary: (input) => this.answer('day:summary', input, () => this.days[input.day]),
    saveDaySummary: (input) =>
      this.answer('day:save-csv', input, () => ({ kind: 'saved', fileName: 'day.csv' })),
    diagnose: () => this.answer('diagnosis:run', undefined, () => this.diagnosis),
    saveDiagnosis: () =>
      this.answer('diagnosis:save', undefined, () => ({ kind: 'saved', fileName: 'report.txt' })),
    saveRecording: () =>
      this.answer('diagnosis:save-recording', undefined, () => ({
        kind: 'saved',
        fileName: 'recording.jsonl',
      })),
    chooseOrderFolder: (input) =>
      this.answer('intake:choose', input, () => {
        const path = `/srv/shop/${input.what}`;
        this.changeApp({
          orderFolder: { path, fault: null, faultSinceMs: null, unreadFile: null, fileIntakes: [] },
        });
        return null;
      }),
    stopOrderFolder: () =>
      this.answer('intake:stop', undefined, () => {
        this.changeApp({ orderFolder: null });
        return null;
      }),
    webhookAddress: () => this.answer('webhooks:address', undefined, () => this.webhookAddress),
    newWebhookPath: () => this.answer('webhooks:new-path', undefined, () => null),
    addWebhookSecret: (input) =>
      this.answer('webhooks:add-secret', input, () => {
        const { webhooks } = this.app;
        const secretCount = input.keepsOlder ? webhooks.secretCount + 1 : 1;
        this.changeApp({ webhooks: { ...webhooks, secretCount } });
        return null;
      }),
    forgetOlderWebhookSecrets: () =>
      this.answer('webhooks:forget-older', undefined, () => {
        this.changeApp({ webhooks: { ...this.app.webhooks, secretCount: 1 } });
        return null;
      }),
    testWebhooks: () => this.answer('webhooks:test', undefined, () => this.webhookTest),
    chooseUnknownOrders: ({ choice }) =>
      this.answer('webhooks:choose-unknown', { choice }, () => {
        this.changeApp({ webhooks: { ...this.app.webhooks, unknownChoice: choice } });
        return null;
      }),
    dismissOfferedOrders: () =>
      this.answer('webhooks:dismiss-offered', undefined, () => {
        this.changeApp({ webhooks: { ...this.app.webhooks, offered: [], notKeptCount: 0 } });
        return null;
      }),
    rewindRange: () => this.answer('rewind:range', undefined, () => this.rewindRange()),
    rewoundBoard: (input) => this.answer('rewind:board', input, () => this.rewound(input.atMs)),
    rewoundOrder: (input) =>
      this.answer('rewind:order', input, () => this.pastDetail(input.id as OrderId, input.atMs)),
    tellOpenOrder: (input) => this.answer('window:open-order', input, () => null),
    recallView: () => this.answer('window:recall', undefined, () => this.view),
    rememberView: (input) =>
      this.answer('window:remember', input, () => {
        this.view = windowViewSchema.parse(input.view);
        return null;
      }),
    tellOrdersInView: (input) => this.answer('window:look-at', input, () => null),
    onBoardPatched: listen(this.patched),
    onConnectionTestProgressed: listen(this.progressed),
    onOrdersRevealed: listen(this.revealed),
    onPlaceRequested: listen(this.placed),
    onPasteOffered: listen(this.offered),
    onNotificationsChanged: listen(this.notifiedAnew),
    onNotificationTestProgressed: listen(this.testedNotifications),
    onFileAccepted: listen(this.fileAccepted),
    onUpdateChanged: listen(this.updated),
    onWindowLeaving: listen(this.leaving),
  };
}

const doneFor = (ids: readonly string[]): ClaimReport => ({
  done: ids as readonly OrderId[],
  refused: [],
});

const nothingOffered: TransferOffer = {
  kind: 'settings',
  settings: 0,
  skipped: 0,
  retired: [],
  warnings: [],
};

/** A connection test in which every step passed. */
export const passedTest: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'passed', elapsedMs: 38, detail: null },
    { name: 'certificate', state: 'passed', elapsedMs: 44, detail: 'TLS 1.3' },
    { name: 'token', state: 'passed', elapsedMs: 212, detail: 'Valid for 60 min' },
  ],
};
