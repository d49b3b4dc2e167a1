import type {
  BoardPatch,
  BoardSnapshot,
  DeskState,
  OrderDetail,
  OrderRow,
} from '../../../core/board.ts';
import type {
  BridgeAnswer,
  BridgeFailure,
  RequestAnswers,
  RequestChannel,
  Unsubscribe,
  WaybellBridge,
} from '../../../core/bridge.ts';
import { requestSchemas } from '../../../core/bridge.ts';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../core/connection-options.ts';
import type { AppUpdate } from '../../../core/app-update.ts';
import type { ComputerState } from '../../../core/computer.ts';
import type { TransferOffer } from '../../../core/transfer-requests.ts';
import type { Diagnosis } from '../../../core/diagnosis.ts';
import type { ConnectionTest } from '../../../core/connection.ts';
import { contractNotesExport } from '../../../core/contract-note-text.ts';
import type { ContractNoteEntry } from '../../../core/contract-notes.ts';
import type { PrivacyEntry } from '../../../core/privacy-ledger.ts';
import type { NotificationTest, ToldEntry } from '../../../core/notification-test.ts';
import { changedWishes, type WishesChange } from '../../../core/order-wishes.ts';
import type { OrderId } from '../../../core/order-id.ts';
import { encodeRows } from '../../../core/row-columns.ts';
import type { WebhookTest } from '../../../core/webhook-state.ts';
import type { WindowView } from '../../../core/window-view.ts';
import { windowViewSchema } from '../../../core/window-view.ts';
import { sampleDiagnosis } from './sample-diagnosis.ts';
import { demoDesk } from './sample-desk.ts';

/** One request that the window made, as it crossed the bridge. */
export interface MadeRequest {
  readonly channel: RequestChannel;
  readonly input: unknown;
}

type Listeners<Event> = Set<(event: Event) => void>;

function listen<Event>(listeners: Listeners<Event>) {
  return (listener: (event: Event) => void): Unsubscribe => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/**
 * The main process as the window knows it, played by hand: it keeps rows, numbers patches, and does
 * to them what main would do. Everything that crosses is cloned, as Electron does.
 */
export class FakeBridge {
  readonly requests: MadeRequest[] = [];
  readonly details = new Map<OrderId, OrderDetail>();
  readonly phones = new Map<string, string>();
  /** What the next test or connect finds; null passes. */
  testResult: ConnectionTest | null = null;
  options: ConnectionOptions = defaultConnectionOptions;
  notes: readonly ContractNoteEntry[] = [];
  groups: readonly string[] = [];
  ledger: readonly PrivacyEntry[] = [];
  /** What main offers from the clipboard. */
  clipboard: string | null = null;
  /** Where the dispatcher was in the window before this one. */
  view: WindowView | null = null;
  diagnosis: Diagnosis = sampleDiagnosis;
  /** What the next chosen or dropped file would do; null when none is chosen. */
  transferOffer: TransferOffer | null = null;
  computer: ComputerState = {
    startAtLogin: { kind: 'off' },
    shortcuts: { window: 'none', clipboard: 'none' },
    isOnBattery: false,
  };
  update: AppUpdate = { kind: 'noFeed' };
  /** Channels that answer with a failure. */
  readonly failing = new Map<RequestChannel, BridgeFailure>();
  /** Channels whose answer waits until `letGo` is called. */
  readonly #held = new Map<RequestChannel, (() => void)[]>();
  readonly #rows = new Map<OrderId, OrderRow>();
  readonly #patched: Listeners<BoardPatch> = new Set();
  readonly #progressed: Listeners<ConnectionTest> = new Set();
  readonly #revealed: Listeners<{ readonly id: OrderId }> = new Set();
  readonly #offered: Listeners<{ readonly text: string }> = new Set();
  readonly #leaving: Listeners<null> = new Set();
  readonly #updated: Listeners<AppUpdate> = new Set();
  readonly #testedNotifications: Listeners<NotificationTest> = new Set();
  webhookAddress: string | null = null;
  webhookTest: WebhookTest = { steps: [], proof: 'none' };
  told: readonly ToldEntry[] = [];
  notificationTest: NotificationTest = { startedAtMs: 0, hops: [], isOver: true };
  readonly #nowMs: () => number;
  #desk: DeskState;
  #sequence = 0;

  constructor(nowMs: () => number, rows: readonly OrderRow[] = [], desk: DeskState | null = null) {
    this.#nowMs = nowMs;
    this.#desk = desk ?? demoDesk(nowMs());
    for (const row of rows) this.#rows.set(row.id, row);
  }

  get desk(): DeskState {
    return this.#desk;
  }

  row(id: OrderId): OrderRow | undefined {
    return this.#rows.get(id);
  }

  requestsTo(channel: RequestChannel): readonly unknown[] {
    return this.requests.filter((made) => made.channel === channel).map((made) => made.input);
  }

  /** Changes rows and tells the window, as main does after a check. */
  upsert(...rows: readonly OrderRow[]): void {
    for (const row of rows) this.#rows.set(row.id, row);
    this.#patch({ desk: null, upserted: encodeRows(rows), removed: [] });
  }

  /** Packs a change of rows beforehand; what it gives sends them, as main's process would. */
  prepared(rows: readonly OrderRow[]): () => void {
    const upserted = encodeRows(rows);
    return () => {
      for (const row of rows) this.#rows.set(row.id, row);
      this.#patch({ desk: null, upserted, removed: [] });
    };
  }

  remove(...ids: readonly OrderId[]): void {
    for (const id of ids) this.#rows.delete(id);
    this.#patch({ desk: null, upserted: encodeRows([]), removed: ids });
  }

  changeDesk(part: Partial<DeskState>): void {
    this.#desk = { ...this.#desk, ...part };
    this.#patch({ desk: this.#desk, upserted: encodeRows([]), removed: [] });
  }

  /** A patch that gets lost on the way: the window sees the next one after a gap. */
  losePatch(...rows: readonly OrderRow[]): void {
    for (const row of rows) this.#rows.set(row.id, row);
    this.#sequence += 1;
  }

  progress(test: ConnectionTest): void {
    for (const listener of this.#progressed) listener(structuredClone(test));
  }

  reveal(id: OrderId): void {
    for (const listener of this.#revealed) listener({ id });
  }

  offerPaste(text: string): void {
    for (const listener of this.#offered) listener({ text });
  }

  /** A newer version came, as main tells. */
  changeUpdate(update: AppUpdate): void {
    this.update = update;
    for (const listener of this.#updated) listener(update);
  }

  /** Asks the page to hand over what it holds, as main does when the window is closed. */
  leave(): void {
    for (const listener of this.#leaving) listener(null);
  }

  /** From now on, answers on this channel wait until `letGo`. */
  hold(channel: RequestChannel): void {
    this.#held.set(channel, []);
  }

  letGo(channel: RequestChannel): void {
    const waiting = this.#held.get(channel) ?? [];
    this.#held.delete(channel);
    for (const go of waiting) go();
  }

  #patch(patch: Omit<BoardPatch, 'sequence'>): void {
    this.#sequence += 1;
    const numbered = structuredClone({ ...patch, sequence: this.#sequence });
    for (const listener of this.#patched) listener(numbered);
  }

  async #answer<Channel extends RequestChannel>(
    channel: Channel,
    input: unknown,
    value: () => RequestAnswers[Channel],
  ): Promise<BridgeAnswer<Channel>> {
    this.requests.push({ channel, input: structuredClone(input) });
    // Main refuses what does not fit, and so must a test that sends it.
    requestSchemas[channel].parse(input);
    const waiting = this.#held.get(channel);
    if (waiting) await new Promise<void>((go) => waiting.push(go));
    const failure = this.failing.get(channel);
    if (failure) return { ok: false, failure };
    return structuredClone<BridgeAnswer<Channel>>({ ok: true, value: value() });
  }

  #change(ids: readonly OrderId[], change: (row: OrderRow) => OrderRow): null {
    this.upsert(
      ...ids.flatMap((id) => {
        const row = this.#rows.get(id);
        return row ? [change(row)] : [];
      }),
    );
    return null;
  }

  #wish(ids: readonly OrderId[], change: WishesChange): void {
    for (const id of ids) {
      const detail = this.details.get(id);
      if (detail === undefined) continue;
      this.details.set(id, { ...detail, wishes: changedWishes(detail.wishes, change) });
    }
  }

  #add(orders: readonly { readonly id: OrderId; readonly label: string | null }[]) {
    const added = orders.filter(({ id }) => !this.#rows.has(id));
    const alreadyWatched = orders.filter(({ id }) => this.#rows.has(id)).map(({ id }) => id);
    this.upsert(
      ...added.map(({ id, label }): OrderRow => ({ ...uncheckedRow(id, this.#nowMs()), label })),
    );
    return { added: added.map(({ id }) => id), alreadyWatched };
  }

  #connect(baseUrl: string, clientId: string, isDemo: boolean): null {
    this.changeDesk({ connection: { kind: 'connected', baseUrl, clientId, isDemo } });
    return null;
  }

  /** What the preload would put at `window.waybell`. */
  readonly bridge: WaybellBridge = {
    snapshot: () =>
      this.#answer('board:snapshot', undefined, (): BoardSnapshot => ({
        sequence: this.#sequence,
        desk: this.#desk,
        rows: encodeRows([...this.#rows.values()]),
      })),
    testConnection: (draft) =>
      this.#answer('connection:test', draft, () => this.testResult ?? passedTest),
    saveConnection: (draft) =>
      this.#answer(
        'connection:save',
        draft,
        () => this.testResult ?? this.#connect(draft.baseUrl, draft.clientId, false),
      ),
    connectionOptions: () => this.#answer('connection:options', undefined, () => this.options),
    tryDemo: () =>
      this.#answer('connection:try-demo', undefined, () =>
        this.#connect('http://127.0.0.1:40117', 'demo', true),
      ),
    forgetConnection: () =>
      this.#answer('connection:forget', undefined, () => {
        this.changeDesk({ connection: { kind: 'none' } });
        return null;
      }),
    retryConnection: () => this.#answer('connection:retry', undefined, () => null),
    addToWatchList: (input) =>
      this.#answer('watch-list:add', input, () =>
        this.#add(input.orders.map(({ id, label }) => ({ id: id as OrderId, label }))),
      ),
    removeFromWatchList: (input) =>
      this.#answer('watch-list:remove', input, () => {
        this.remove(...input.ids.map((id) => id as OrderId));
        return null;
      }),
    orderDetail: (input) =>
      this.#answer('order:detail', input, () => this.details.get(input.id as OrderId) ?? null),
    relabelOrder: (input) =>
      this.#answer('order:relabel', input, () =>
        this.#change([input.id as OrderId], (row) => ({ ...row, label: input.label })),
      ),
    noteOrder: (input) =>
      this.#answer('order:note', input, () => {
        const id = input.id as OrderId;
        this.#wish([id], { note: input.note });
        return this.#change([id], (row) => ({ ...row }));
      }),
    revealPhone: (input) =>
      this.#answer('order:reveal-phone', input, () => this.phones.get(String(input.owner)) ?? null),
    muteOrders: (input) =>
      this.#answer('orders:mute', input, () =>
        this.#change(input.ids as OrderId[], (row) => ({ ...row, isMuted: input.isMuted })),
      ),
    archiveOrders: (input) =>
      this.#answer('orders:archive', input, () =>
        this.#change(input.ids as OrderId[], (row) => ({
          ...row,
          isArchived: input.isArchived,
          isUnseen: row.isUnseen && !input.isArchived,
          attention: input.isArchived ? null : row.attention,
        })),
      ),
    pinOrders: (input) =>
      this.#answer('orders:pin', input, () =>
        this.#change(input.ids as OrderId[], (row) => ({ ...row, isPinned: input.isPinned })),
      ),
    wishForOrders: (input) =>
      this.#answer('orders:wish', input, () => {
        this.#wish(input.ids as OrderId[], input.change);
        return this.#change(input.ids as OrderId[], (row) => ({ ...row }));
      }),
    orderGroups: () => this.#answer('orders:groups', undefined, () => this.groups),
    testNotifications: () =>
      this.#answer('notifications:test', undefined, () => this.notificationTest),
    notificationHistory: () => this.#answer('notifications:history', undefined, () => this.told),
    markSeen: (input) =>
      this.#answer('orders:mark-seen', input, () =>
        this.#change(input.ids as OrderId[], (row) => ({ ...row, isUnseen: false })),
      ),
    markUnseen: (input) =>
      this.#answer('orders:mark-unseen', input, () =>
        this.#change(input.ids as OrderId[], (row) => ({ ...row, isUnseen: true })),
      ),
    checkNow: (input) => this.#answer('orders:check-now', input, () => null),
    pauseChecking: (input) =>
      this.#answer('checking:pause', input, () => {
        this.changeDesk({
          pause: { kind: 'paused', sinceMs: this.#nowMs(), untilMs: input.untilMs },
        });
        return null;
      }),
    resumeChecking: () =>
      this.#answer('checking:resume', undefined, () => {
        this.changeDesk({ pause: { kind: 'running' } });
        return null;
      }),
    contractNotes: () => this.#answer('contract-notes:list', undefined, () => this.notes),
    exportContractNotes: (input) =>
      this.#answer('contract-notes:export', input, () =>
        contractNotesExport(this.notes, input.form, this.desk.speech.language),
      ),
    changeSettings: (input) =>
      this.#answer('settings:change', input, () => {
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        this.changeDesk({ settings: { ...this.#desk.settings, ...Object.fromEntries(given) } });
        return this.#desk.settings;
      }),
    offeredClipboard: () => this.#answer('clipboard:offer', undefined, () => this.clipboard),
    writeClipboard: (input) => this.#answer('clipboard:write', input, () => null),
    eraseOrders: (input) =>
      this.#answer('orders:erase', input, () => {
        this.remove(...input.ids.map((id) => id as OrderId));
        return null;
      }),
    eraseEverything: () =>
      this.#answer('privacy:erase-everything', undefined, () => {
        this.remove(...this.#rows.keys());
        this.changeDesk({ connection: { kind: 'none' } });
        return null;
      }),
    privacyLedger: () => this.#answer('privacy:ledger', undefined, () => this.ledger),
    computerState: () => this.#answer('computer:state', undefined, () => this.computer),
    startAtLogin: (input) =>
      this.#answer('computer:start-at-login', input, () => {
        this.computer = { ...this.computer, startAtLogin: { kind: input.isOn ? 'on' : 'off' } };
        return this.computer;
      }),
    updateState: () => this.#answer('update:state', undefined, () => this.update),
    lookForUpdate: () => this.#answer('update:look', undefined, () => this.update),
    restartForUpdate: () => this.#answer('update:restart', undefined, () => null),
    saveTransfer: (input) =>
      this.#answer('transfer:save', input, () => ({ kind: 'saved', fileName: 'hand-over.json' })),
    openTransfer: () =>
      this.#answer('transfer:open', undefined, () => this.transferOffer ?? { kind: 'cancelled' }),
    offerTransfer: (input) =>
      this.#answer('transfer:offer', input, () => this.transferOffer ?? nothingOffered),
    acceptTransfer: () =>
      this.#answer('transfer:accept', undefined, () => ({
        kind: 'handOver',
        added: 9,
        changed: 1,
      })),
    diagnose: () => this.#answer('diagnosis:run', undefined, () => this.diagnosis),
    saveDiagnosis: () =>
      this.#answer('diagnosis:save', undefined, () => ({ kind: 'saved', fileName: 'report.txt' })),
    webhookAddress: () => this.#answer('webhooks:address', undefined, () => this.webhookAddress),
    newWebhookPath: () => this.#answer('webhooks:new-path', undefined, () => null),
    addWebhookSecret: (input) =>
      this.#answer('webhooks:add-secret', input, () => {
        const { webhooks } = this.#desk;
        const secretCount = input.keepsOlder ? webhooks.secretCount + 1 : 1;
        this.changeDesk({ webhooks: { ...webhooks, secretCount } });
        return null;
      }),
    forgetOlderWebhookSecrets: () =>
      this.#answer('webhooks:forget-older', undefined, () => {
        this.changeDesk({ webhooks: { ...this.#desk.webhooks, secretCount: 1 } });
        return null;
      }),
    testWebhooks: () => this.#answer('webhooks:test', undefined, () => this.webhookTest),
    dismissOfferedOrders: () =>
      this.#answer('webhooks:dismiss-offered', undefined, () => {
        this.changeDesk({ webhooks: { ...this.#desk.webhooks, offered: [] } });
        return null;
      }),
    tellOpenOrder: (input) => this.#answer('window:open-order', input, () => null),
    recallView: () => this.#answer('window:recall', undefined, () => this.view),
    rememberView: (input) =>
      this.#answer('window:remember', input, () => {
        this.view = windowViewSchema.parse(input.view);
        return null;
      }),
    tellOrdersInView: (input) => this.#answer('window:look-at', input, () => null),
    onBoardPatched: listen(this.#patched),
    onConnectionTestProgressed: listen(this.#progressed),
    onOrderRevealed: listen(this.#revealed),
    onPasteOffered: listen(this.#offered),
    onNotificationTestProgressed: listen(this.#testedNotifications),
    onUpdateChanged: listen(this.#updated),
    onWindowLeaving: listen(this.#leaving),
  };
}

const nothingOffered: TransferOffer = { kind: 'settings', settings: 0, skipped: 0 };

/** A test in which everything was as it should be. */
export const passedTest: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'passed', elapsedMs: 38, detail: null },
    { name: 'certificate', state: 'passed', elapsedMs: 44, detail: 'TLS 1.3' },
    { name: 'token', state: 'passed', elapsedMs: 212, detail: 'Valid for 60 min' },
  ],
};

/** An order that was just added and has no answer yet. */
export function uncheckedRow(id: OrderId, nowMs: number): OrderRow {
  return {
    id,
    label: null,
    status: null,
    statusSinceMs: null,
    attention: null,
    pickupText: null,
    destinationText: null,
    moreStops: 0,
    scheduledAtMs: null,
    courier: { kind: 'none' },
    price: null,
    priceChange: null,
    observedAtMs: null,
    changedAtMs: null,
    nextCheckAtMs: nowMs,
    checkEveryMs: 15_000,
    isChecking: false,
    isUnseen: false,
    isMuted: false,
    isPinned: false,
    isArchived: false,
    problem: null,
    addedAtMs: nowMs,
  };
}
