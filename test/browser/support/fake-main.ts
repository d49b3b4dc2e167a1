import type { RewindRange, RewoundBoard } from '../../../core/board/rewind.ts';
import type { ClaimReport } from '../../../core/board/team.ts';
import type { ArchivePage, ArchiveQuery } from '../../../core/board/archive-page.ts';
import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import type {
  BoardChange,
  BoardPatch,
  BoardSnapshot,
  AppState,
  OrderDetail,
  OrderRow,
} from '../../../core/board/board.ts';
import {
  type PasteReport,
  type BridgeEvents,
  type BridgeFailure,
  type CardTopic,
  type RequestInput,
  type WindowPlace,
} from '../../../core/bridge/bridge.ts';
import type { EventChannel, RequestChannel } from '../../../core/bridge/channels.ts';
import type { WhatIf } from '../../../core/board/what-if.ts';
import type { ComputerState } from '../../../core/bridge/computer.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { HubSettingsState } from '../../../core/team/hub-settings.ts';
import type { HeartbeatState } from '../../../core/bridge/heartbeat-state.ts';
import {
  type ConnectionOptions,
  defaultConnectionOptions,
} from '../../../core/delivery/connection-options.ts';
import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import type { ContractNoteEntry } from '../../../core/wire/contract-notes.ts';
import type { Diagnosis } from '../../../core/delivery/diagnosis.ts';
import type { NotificationTest } from '../../../core/notification/notification-fault.ts';
import {
  type NotificationEntry,
  outcomesOf,
  notificationKindOf,
} from '../../../core/notification/notification.ts';
import type { Order } from '../../../core/order/order.ts';
import type { FileIntake } from '../../../core/board/order-folder.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WholePhone } from '../../../core/privacy/privacy-ledger.ts';
import type { ReadableAnswer } from '../../../core/privacy/raw-json.ts';
import type { AnnotationMode, NewOrder } from '../../../core/watch/newly-watched.ts';
import {
  changedPreferences,
  type PreferencesChange,
} from '../../../core/watch/order-preferences.ts';
import {
  readQuery,
  type SearchHit,
  searchedTexts,
  searchHit,
} from '../../../core/watch/order-search.ts';
import { isNews } from '../../../core/watch/attention-reasons.ts';
import { newlyWatched } from '../../../core/watch/newly-watched.ts';
import type { WindowWire } from '../../../preload/bridge.ts';
import type { PrivacyEntry } from '../../../core/privacy/privacy-ledger.ts';
import type { TransferOffer } from '../../../core/transfer/transfer.ts';
import type { DaySummary, SummaryDay } from '../../../core/board/day-summary.ts';
import type { WebhookTest } from '../../../core/webhook/webhook-state.ts';
import type { WindowView } from '../../../core/board/window-view.ts';
import { sampleApp } from './sample-board.ts';
import type { ForecastGrade } from '../../../core/board/forecast-grade.ts';
import { sampleDays } from './sample-days.ts';
import { orderOfRow } from './order-of-row.ts';
import { sampleDiagnosis } from './sample-diagnosis.ts';
import { uncheckedRow } from './unchecked-row.ts';

/** What the preload gives the wire to call with an event. */
type WireListener = Parameters<WindowWire['on']>[1];

/** One request that the window made, as it crossed the bridge. */
export interface MadeRequest {
  readonly channel: RequestChannel;
  readonly input: unknown;
}

/**
 * A fake of the main process for the window: it keeps rows, changes them as main would, and numbers its
 * patches. All values that cross the bridge are cloned, as Electron does.
 */
export class FakeMain {
  readonly requests: MadeRequest[] = [];
  readonly details = new Map<OrderId, OrderDetail>();
  /** Each order's last answer, laid out for reading. */
  readonly answers = new Map<OrderId, ReadableAnswer>();
  /** What the service said of an order, where that is more than its row tells. */
  readonly orders = new Map<OrderId, Order>();
  readonly phones = new Map<string, WholePhone>();
  /** What the next test or connect finds; null passes. */
  testResult: ConnectionTest | null = null;
  options: ConnectionOptions = defaultConnectionOptions;
  notes: readonly ContractNoteEntry[] = [];
  /** The file that the dispatcher chooses next; null when they cancel. */
  chosenPath: string | null = null;
  groups: readonly string[] = [];
  ledger: readonly PrivacyEntry[] = [];
  /** The text that main offers from the clipboard. */
  clipboard: string | null = null;
  /** The view that the previous window stored. */
  view: WindowView | null = null;
  diagnosis: Diagnosis = sampleDiagnosis;
  days: Readonly<Record<SummaryDay, DaySummary>> = sampleDays;
  forecastGrade: ForecastGrade = { weeks: [], silence: null };
  /** What the next chosen or dropped file would do; null when none is chosen. */
  transferOffer: TransferOffer | null = null;
  computer: ComputerState = {
    startAtLogin: { kind: 'off' },
    shortcuts: { window: 'none', clipboard: 'none' },
    isOnBattery: false,
  };
  heartbeat: HeartbeatState = { kind: 'off' };
  /** What the hub of the team decides. */
  hubSettings: HubSettingsState = { settings: defaultSettings, locked: [] };
  update: AppUpdate = { kind: 'noFeed' };
  /** Channels that answer with a failure. */
  readonly failing = new Map<RequestChannel, BridgeFailure>();
  /** Channels whose answer waits until `letGo` is called. */
  readonly #held = new Map<RequestChannel, (() => void)[]>();
  protected readonly rows = new Map<OrderId, OrderRow>();
  /** Rows of evicted orders, in the order of the list. */
  protected readonly archived = new Map<OrderId, OrderRow>();
  /** What listens to each channel of events. */
  protected readonly listeners = new Map<string, Set<WireListener>>();
  webhookAddress: string | null = null;
  webhookTest: WebhookTest = { httpStatus: null, afterMs: 0 };
  /** The newest first. */
  notifications: readonly NotificationEntry[] = [];
  recent: readonly BoardChange[] = [];
  /** How far the board can be rewound; null for two days without events. */
  pastRange: RewindRange | null = null;
  /** The board at a time; the present rows unless a test says so. */
  pastBoard: (atMs: number) => Partial<RewoundBoard> = () => ({});
  /** An order's details at a time. Default: those of now. */
  pastDetail: (id: OrderId, atMs: number) => OrderDetail | null = (id) =>
    this.details.get(id) ?? null;
  /** What becomes of the next claim. Default: it is made. */
  claimReport: ClaimReport | null = null;
  /** Whether this computer can play a sound. */
  canPlay = true;
  /** Counts what other settings would have meant; nothing is recorded by default. */
  whatIf: (input: RequestInput<'notifications:what-if'>) => WhatIf | null = () => null;
  notificationTest: NotificationTest = { startedAtMs: 0, hops: [], isOver: true };
  protected readonly nowMs: () => number;
  #app: AppState;
  #sequence = 0;
  /** The rows as each mark found them. */
  readonly #undoable: (readonly OrderRow[])[] = [];

  constructor(nowMs: () => number, rows: readonly OrderRow[] = [], app: AppState | null = null) {
    this.nowMs = nowMs;
    this.#app = app ?? sampleApp(nowMs());
    for (const row of rows) this.rows.set(row.id, row);
  }

  get app(): AppState {
    return this.#app;
  }

  protected rewindRange(): RewindRange {
    const untilMs = this.nowMs();
    return this.pastRange ?? { fromMs: untilMs - 48 * 3_600_000, untilMs, events: [], rests: [] };
  }

  protected rewound(atMs: number): RewoundBoard {
    return {
      atMs,
      rows: [...this.rows.values()],
      groupRules: [],
      shown: [],
      waiting: [],
      serviceHealth: { state: 'reachable' },
      pause: { kind: 'running' },
      activity: 'running',
      ...this.pastBoard(atMs),
    };
  }

  row(id: OrderId): OrderRow | undefined {
    return this.rows.get(id);
  }

  requestsTo(channel: RequestChannel): readonly unknown[] {
    return this.requests.filter((made) => made.channel === channel).map((made) => made.input);
  }

  /** Changes rows and tells the window, as main does after a check. */
  upsert(...rows: readonly OrderRow[]): void {
    for (const row of rows) this.rows.set(row.id, row);
    this.#patch({ app: null, upserted: rows, removed: [], putAway: [] });
  }

  remove(...ids: readonly OrderId[]): null {
    for (const id of ids) this.rows.delete(id);
    this.#patch({ app: null, upserted: [], removed: ids, putAway: [] });
    return null;
  }

  /** Evicts orders, as main does with those in the archive that are at rest. */
  putAway(...rows: readonly OrderRow[]): void {
    for (const row of rows) {
      this.rows.delete(row.id);
      this.archived.set(row.id, { ...row, isArchived: true, attention: null });
    }
    this.#app = { ...this.#app, putAwayCount: this.archived.size };
    this.#patch({ app: this.#app, upserted: [], removed: [], putAway: rows.map(({ id }) => id) });
  }

  /** Whatever is done to an evicted order loads it. */
  protected takeOut(ids: readonly OrderId[]): void {
    const rows = ids.flatMap((id) => this.archived.get(id) ?? []);
    if (rows.length === 0) return;
    for (const row of rows) {
      this.archived.delete(row.id);
      this.rows.set(row.id, row);
    }
    this.#app = { ...this.#app, putAwayCount: this.archived.size };
    this.#patch({ app: this.#app, upserted: rows, removed: [], putAway: [] });
  }

  /** A page of the evicted orders, in the sequence in which they were; its place is a number. */
  protected archivePage({ after, limit, query }: RequestInput<'orders:archived'>): ArchivePage {
    const hits = query.text === undefined ? null : this.found(query.text, this.archived.values());
    const ids = new Set(hits?.map(({ id }) => id));
    const rows = [...this.archived.values()].filter(
      ({ group, id }) =>
        (hits === null || ids.has(id)) && (query.group === undefined || group === query.group),
    );
    const from = after?.no ?? 0;
    const page = rows.slice(from, from + limit);
    const shown = new Set(page.map(({ id }) => id));
    const end = from + limit;
    return {
      rows: page,
      hits: hits?.filter(({ id }) => shown.has(id)) ?? [],
      total: after === null ? rows.length : null,
      next: limit > 0 && end < rows.length ? { key: '', no: end } : null,
    };
  }

  protected eraseArchived(query: ArchiveQuery): void {
    const page = this.archivePage({ query, after: null, limit: this.archived.size });
    const ids = page.rows.map(({ id }) => id);
    for (const id of ids) this.archived.delete(id);
    this.#app = { ...this.#app, putAwayCount: this.archived.size };
    this.#patch({ app: this.#app, upserted: [], removed: ids, putAway: [] });
  }

  changeApp(part: Partial<AppState>): null {
    this.#app = { ...this.#app, ...part };
    this.#patch({ app: this.#app, upserted: [], removed: [], putAway: [] });
    return null;
  }

  /** Loses a patch, so that the window sees a gap before the next one. */
  losePatch(...rows: readonly OrderRow[]): void {
    for (const row of rows) this.rows.set(row.id, row);
    this.#sequence += 1;
  }

  progress(test: ConnectionTest): void {
    this.#emit('connection:test-progressed', test);
  }

  /** An order is asked for: by its notification, the tray or a link. */
  reveal(id: OrderId): void {
    this.#emit('orders:revealed', { ids: [id], topic: null });
  }

  /** A card about several orders was clicked. */
  clickCard(topic: CardTopic, ...ids: readonly OrderId[]): void {
    this.#emit('orders:revealed', { ids, topic });
  }

  /** The tray asks for a part of the window. */
  request(place: WindowPlace): void {
    this.#emit('place:requested', { place });
  }

  offerPaste(text: string): void {
    this.#emit('paste:offered', { text });
  }

  /** Tells the window what came of a file of another system. */
  acceptFile(fileIntake: FileIntake): void {
    this.#emit('intake:taken', fileIntake);
  }

  /** Tells the window of a state of the update. */
  changeUpdate(update: AppUpdate): void {
    this.update = update;
    this.#emit('update:changed', update);
  }

  /** Asks the page to hand over what it holds, as main does when the window is closed. */
  leave(): void {
    this.#emit('window:leaving', null);
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
    this.#emit('board:patched', { ...patch, sequence: this.#sequence });
  }

  #emit<Channel extends EventChannel>(channel: Channel, event: BridgeEvents[Channel]): void {
    const sent = structuredClone(event);
    for (const listener of this.listeners.get(channel) ?? []) listener(null, sent);
  }

  /** The snapshot for a new window. */
  protected boardNow(): BoardSnapshot {
    return {
      sequence: this.#sequence,
      app: this.#app,
      rows: [...this.rows.values()],
    };
  }

  /** Resolves once this channel may answer; null when it may now. */
  protected untilLetGo(channel: RequestChannel): Promise<void> | null {
    const waiting = this.#held.get(channel);
    return waiting === undefined ? null : new Promise((go) => void waiting.push(go));
  }

  protected change(ids: readonly OrderId[], change: (row: OrderRow) => OrderRow): null {
    this.takeOut(ids);
    this.upsert(
      ...ids.flatMap((id) => {
        const row = this.rows.get(id);
        return row ? [change(row)] : [];
      }),
    );
    return null;
  }

  /** Changes the history of notifications and says so, as main does. */
  tell(notifications: readonly NotificationEntry[]): void {
    this.notifications = notifications;
    this.#emit('notifications:changed', null);
  }

  protected notificationPage({
    kind,
    order,
    fate,
    beforeNo,
  }: RequestInput<'notifications:history'>) {
    const fits = this.notifications.filter(
      ({ event, no, orderId, outcome }) =>
        (beforeNo === null || no < beforeNo) &&
        (kind === null || notificationKindOf(event) === kind) &&
        (order === null || orderId === order) &&
        (fate === null || (outcome !== null && outcomesOf[fate].includes(outcome.kind))),
    );
    return { entries: fits.slice(0, 100), hasMore: fits.length > 100 };
  }

  /** Changes rows in a way that can be taken back by the number that is returned. */
  protected undoable(ids: readonly OrderId[], change: (row: OrderRow) => OrderRow): number {
    this.takeOut(ids);
    this.#undoable.push(ids.flatMap((id) => this.rows.get(id) ?? []));
    this.change(ids, change);
    return this.#undoable.length;
  }

  /** As main does: what is news is gone by a look, what needs a person stays until it is handled. */
  protected markSeen({ call, deed, ids }: RequestInput<'orders:mark-seen'>): number {
    return this.undoable(ids, (row) => {
      const { attention, ...rest } = { ...row, isUnseen: false };
      if (attention === null) return { ...rest, attention };
      if (deed !== 'handled') {
        const isOver = isNews(attention.reason);
        return { ...rest, attention: isOver ? null : { ...attention, isSeen: true } };
      }
      const { age, reason } = attention;
      const handled = { reason, age, atMs: this.nowMs(), call: call ?? null, desk: null };
      return { ...rest, attention: null, ...(!isNews(reason) && { handled }) };
    });
  }

  protected undo(undoToken: number): null {
    this.upsert(...(this.#undoable[undoToken - 1] ?? []));
    return null;
  }

  /** Finds orders by what main finds them by. */
  protected found(text: string, rows = this.rows.values()): readonly SearchHit[] {
    const query = readQuery(text);
    return [...rows].flatMap((row) => {
      const order = this.orders.get(row.id) ?? orderOfRow(row);
      const { group, note } = row;
      const preferences = changedPreferences(null, { group, note });
      const watched = { ...newlyWatched(row.id, row.label, row.addedAtMs), order, preferences };
      return searchHit(watched, searchedTexts(watched), query) ?? [];
    });
  }

  protected setPreferences(ids: readonly OrderId[], change: PreferencesChange): null {
    for (const id of ids) {
      const detail = this.details.get(id);
      if (detail === undefined) continue;
      this.details.set(id, {
        ...detail,
        preferences: changedPreferences(detail.preferences, change),
      });
    }
    this.change(ids, (row) => ({ ...row, ...change }) as OrderRow);
    return null;
  }

  protected add(orders: readonly NewOrder[], mode: AnnotationMode): PasteReport {
    this.takeOut(orders.map(({ id }) => id));
    const added = orders.filter(({ id }) => !this.rows.has(id));
    const alreadyWatched = orders.filter(({ id }) => this.rows.has(id)).map(({ id }) => id);
    const changed = mode === 'kept' ? [] : alreadyWatched;
    const annotationsChange = changed.length === 0 ? null : 1;
    this.upsert(
      ...added.map(({ id, label, promisedAtMs = null }): OrderRow => ({
        ...uncheckedRow(id, this.nowMs()),
        label,
        promisedAtMs,
      })),
    );
    return { added: added.map(({ id }) => id), alreadyWatched, changed, annotationsChange };
  }

  protected connect(baseUrl: string, clientId: string, isDemo: boolean): null {
    return this.changeApp({ connection: { kind: 'connected', baseUrl, clientId, isDemo } });
  }
}
