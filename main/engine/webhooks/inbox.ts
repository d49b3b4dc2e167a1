import { createHash } from 'node:crypto';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import {
  amendment,
  explained,
  isToCome,
  speaksAgainst,
  withReportedReasons,
} from '../../../core/webhook/webhook-merge.ts';
import type {
  Amendment,
  Explanation,
  ReportedReasons,
  WebhookReport,
} from '../../../core/webhook/webhook-merge.ts';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import type { WebhookRejection, WebhookState } from '../../../core/webhook/webhook-state.ts';
import { keptText, parseWebhook, parseWebhooks } from '../../../core/webhook/wire-webhook.ts';
import type { WebhookEvent } from '../../../core/webhook/wire-webhook.ts';
import type { ContractNote } from '../../../core/wire/contract-notes.ts';
import type { Clock } from '../../../core/clock.ts';
import { WebhookHealth } from './health.ts';
import type {
  PassWebhookOn,
  ReceivedWebhook,
  ReportedWatch,
  UnknownOrders,
  WebhookLog,
  WebhookStore,
} from './ports.ts';

/** The least time between two checks of an order that webhooks ask for. */
const askEveryMs = 5000;
/** A replica of the service may lag: a report still counts this long after a check that did not show it. */
const lagMs = 60_000;
/**
 * A service may report before it shows: a proven report that a check did not confirm is looked at again after
 * these pauses, each counted from the answer before.
 */
const lookAgainAfterMs: readonly number[] = [2000, 5000, 10_000, 20_000];
/** Orders that are looked at again in one tick, so that a burst of reports leaves room for other checks. */
const mostLooksAtOnce = 4;
/** A report is kept this long while no check is answered (offline, paused). */
const keptForMs = 60 * 60_000;
/** One that says more than its claims is kept longer, because no check finds that by itself. */
const reasonsKeptForMs = 24 * keptForMs;
/** A late webhook explains updates of at most this age. */
const explainsWithinMs = 15 * 60_000;
/** The same reason of an order is announced once within this time. */
const sameReasonWithinMs = 60 * 60_000;
/** The most reports kept of one order; the oldest are dropped. */
const mostPerOrder = 16;
/** Of more events in one body the orders are only checked sooner, so that the disk holds nothing else up. */
const mostStoredAtOnce = 100;
/** The most webhooks that wait, and the most bytes. Beyond these the sender is asked to come again. */
const mostWaiting = 20_000;
const mostWaitingBytes = 64 * 1024 * 1024;
const tickMs = 1000;
const idleTickMs = 30_000;

interface Pending {
  readonly report: WebhookReport;
  /** Whether a check was asked for since it came. */
  isAsked: boolean;
  /** When that check was answered without showing what the report says. */
  checkedAtMs: number | null;
  /** Whether what it says beside its claims is announced. */
  areReasonsAnnounced: boolean;
}

interface OrderReports {
  pending: Pending[];
  /** When webhooks last had the order checked, on the monotonic clock. */
  askedAtMs: number;
  /** How often it was looked at again for what is not confirmed. */
  looks: number;
  /** When to look again, on the monotonic clock; infinity while that is under way, null when there is no need. */
  lookAtMs: number | null;
}

/** What a {@link WebhookInbox} works with. */
export interface WebhookInboxParts {
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly log: WebhookLog;
  readonly settings: () => Pick<WebhookSettings, 'proof'>;
  /** Whether it is a test event about this order: it is stored and has no other effect. */
  readonly isTest: (id: OrderId) => boolean;
  /** Default: webhooks of orders that are not watched are ignored. */
  readonly unknown?: UnknownOrders;
  /** Hands on webhooks about orders that are not watched here. Default: they are dropped. */
  readonly passOn?: PassWebhookOn;
  /** A proven webhook that was not known needed these rules of leniency. Default: they are not counted. */
  readonly noted?: (notes: readonly ContractNote[]) => void;
  /** Something that the window shows changed. */
  readonly changed: () => void;
}

/**
 * Makes of each webhook a check of its order. A webhook never changes or tells anything by itself. When its
 * sender proved who it is, what the check finds is announced with the webhook's reasons, what an earlier check
 * had found gets them afterwards, what it says beside that goes into the history as reported reasons, and
 * the order earns the slower pace of an audit. Without a proof it has
 * its order checked sooner and does nothing else: it says nothing that is announced, and nothing of it is kept
 * on the disk.
 */
export class WebhookInbox {
  readonly #parts: WebhookInboxParts;
  #watch: ReportedWatch | null = null;
  readonly #health = new WebhookHealth();
  readonly #orders = new Map<OrderId, OrderReports>();
  /** Orders with reports that no check was asked for yet. */
  readonly #unasked = new Set<OrderId>();
  /** Webhooks that have had their effect; they leave the queue once the watcher stored what it found. */
  #done: number[] = [];
  #settling: number[] = [];
  #isRunning = false;
  #waiting = { count: 0, bytes: 0 };
  /** The shortest time from `created_at` to the arrival: mostly how far the two clocks differ. */
  #leastDelayMs = Number.POSITIVE_INFINITY;
  #cancelAsk: (() => void) | null = null;
  #cancelTick: (() => void) | null = null;
  #tickAfterMs = idleTickMs;
  readonly #counts = { accepted: 0, duplicates: 0, unknownOrders: 0 };
  readonly #rejected: Partial<Record<WebhookRejection, number>> = {};
  #lastRejection: WebhookState['lastRejection'] = null;

  constructor(parts: WebhookInboxParts) {
    this.#parts = parts;
  }

  /** Says which orders are watched; until then every order is an unknown one. */
  attach(watch: ReportedWatch): void {
    this.#watch = watch;
  }

  /** What came in since the start, for the window. */
  get state(): Omit<WebhookState, 'listening' | 'secretCount'> {
    return {
      lastEventAtMs: this.#health.lastEventAtMs,
      ...this.#counts,
      rejected: { ...this.#rejected },
      lastRejection: this.#lastRejection,
      silentSinceMs: this.#health.silentSinceMs,
      auditedCount: this.#health.auditedCount,
      ...(this.#parts.unknown?.state ?? ignoringUnknown),
    };
  }

  /** Takes up what an earlier run left in the queue. */
  start(): void {
    const { clock, store } = this.#parts;
    this.#isRunning = true;
    this.#planTick(idleTickMs);
    this.#attempt('webhooksNotRead', () => {
      this.#health.started(clock.wallMs(), store.lastSeenAtMs());
      this.#waiting = store.waiting();
      for (const { no, receivedAtMs, isProven, body } of store.queued()) {
        const parsed = parseWebhook(decoded(body));
        const isWatched = parsed.ok && this.#isWatched(parsed.value.orderId, isProven);
        if (isWatched) this.#accept(isProven ? no : null, parsed.value, receivedAtMs);
        if (!isWatched || !isProven) this.#finish(no);
      }
    });
  }

  /** Forgets old webhooks, also while nothing is received. */
  prune(): void {
    const { clock, store } = this.#parts;
    this.#attempt('webhooksNotPruned', () => store.prune(clock.wallMs()));
  }

  /** What no check has confirmed stays in the queue for the next start. */
  stop(): void {
    this.#isRunning = false;
    this.#cancelAsk?.();
    this.#cancelTick?.();
    this.#cancelAsk = this.#cancelTick = null;
    this.#settling.push(...this.#done.splice(0));
    this.#settle();
    this.#settling = [];
    this.#orders.clear();
    this.#unasked.clear();
    this.#watch?.checks?.replan(this.#health.stopped());
  }

  /** @returns whether the sender is done with it; false when not all of it could be stored */
  receive(webhook: ReceivedWebhook): boolean {
    const [first, ...others] = parseWebhooks(decoded(webhook.body));
    if (first === undefined) return true;
    if (others.length === 0) return this.#received(webhook, first.parsed);
    // Those that were stored are known when the sender comes again with all.
    return [first, ...others]
      .map(({ parsed, text }, at) => {
        const isProven = webhook.isProven && at < mostStoredAtOnce;
        const body = new TextEncoder().encode(text);
        return this.#received({ ...webhook, isProven, body }, parsed);
      })
      .every(Boolean);
  }

  #received(webhook: ReceivedWebhook, parsed: ReturnType<typeof parseWebhook>): boolean {
    const { changed, isTest, noted } = this.#parts;
    const { receivedAtMs } = webhook;
    if (!parsed.ok) {
      this.reject(parsed.failure);
      return true;
    }
    const event = parsed.value;
    if (isTest(event.orderId)) {
      const stored = this.#stored(webhook, event);
      if (typeof stored === 'number') this.#finish(stored);
      return stored !== 'refused';
    }
    const isKnown = this.#watch?.find(event.orderId) !== undefined;
    if (!isKnown && this.#parts.passOn?.(event.orderId, webhook) === true) {
      this.#health.received(receivedAtMs);
      this.#counts.accepted += 1;
      changed();
      return true;
    }
    const isWatched = isKnown || this.#isWatched(event.orderId, webhook.isProven);
    const stored = isWatched && webhook.isProven ? this.#stored(webhook, event) : null;
    if (stored === 'refused') return false;
    this.#health.received(receivedAtMs);
    if (stored === 'duplicate') this.#counts.duplicates += 1;
    else {
      this.#counts.accepted += 1;
      if (!isKnown) this.#counts.unknownOrders += 1;
      if (stored !== null) noted?.(event.notes);
      if (isWatched && this.#isRunning) this.#accept(stored, event, receivedAtMs);
    }
    changed();
    return true;
  }

  /** A request or a webhook came to nothing. */
  reject(reason: WebhookRejection): void {
    this.#rejected[reason] = (this.#rejected[reason] ?? 0) + 1;
    this.#lastRejection = { reason, atMs: this.#parts.clock.wallMs() };
    this.#parts.changed();
  }

  /** Adds to an update what webhooks reported: see main/engine/watch's ExplainUpdate. */
  explain(before: WatchedOrder, after: Order, update: OrderUpdate | null): OrderUpdate | null {
    const { id } = after;
    const nowMs = this.#parts.clock.wallMs();
    const entry = this.#orders.get(id);
    if (entry === undefined && update === null) return null;
    const reported = unreported(entry?.pending ?? []);
    // What an earlier check told comes first: a late webhook is about that, and not about what changed since.
    for (const one of entry?.pending ?? []) {
      if (entry === undefined || !one.isAsked || one.checkedAtMs !== null) continue;
      one.checkedAtMs = nowMs;
      const amended = this.#amend(id, one.report);
      if (amended === null) continue;
      reported.push({ ...one.report, reportedReasons: amended.reportedReasons });
      this.#confirm(id, entry, one.report);
    }
    const reports = (entry?.pending ?? [])
      .map(({ report }) => report)
      .filter((report) => this.#mayExplain(report, before));
    const explanation = explained(before.order, after, update, reports, nowMs);
    const { update: found, used } = explanation;
    const isHinted = entry?.pending.some(({ report }) => report.no === null) ?? false;
    if (found !== null && used.length === 0 && !isHinted) this.#health.missed(found, nowMs);
    if (entry === undefined) return found;
    for (const report of used) this.#confirm(id, entry, report);
    this.#planLook(entry, after, explanation);
    // A report that came while this check was under way wants one of its own.
    if (this.#unasked.has(id)) this.#planAsk();
    return withReportedReasons(id, explanation, reported, () => this.#recentReasons(id), nowMs);
  }

  /** Plans to look again for what proven reports say and this answer does not show. */
  #planLook(entry: OrderReports, after: Order, { update, used }: Explanation): void {
    const nowMs = this.#parts.clock.monotonicMs();
    // The order went on, in a way that no report speaks of.
    const isSuperseded =
      used.length === 0 && (update?.kinds.some((kind) => speaksAgainst.has(kind)) ?? false);
    const isAwaited = entry.pending.some(
      ({ isAsked, report }) => isAsked && report.no !== null && isToCome(report, after),
    );
    const pauseMs = isAwaited && !isSuperseded ? lookAgainAfterMs[entry.looks] : undefined;
    if (pauseMs === undefined) entry.lookAtMs = null;
    else if (entry.lookAtMs === null || !(entry.lookAtMs > nowMs && entry.lookAtMs < Infinity)) {
      entry.looks += 1;
      entry.lookAtMs = nowMs + pauseMs;
    }
  }

  /** The reasons of the order's latest updates. */
  #recentReasons(id: OrderId): readonly string[] {
    const { clock, store } = this.#parts;
    const sinceMs = clock.wallMs() - sameReasonWithinMs;
    const updates = this.#attempt('webhookWordsNotRead', () => store.pastUpdates(id, sinceMs));
    return (updates ?? []).flatMap(({ reasons }) => reasons);
  }

  /** A proof is good no more: every order goes back to its own pace. */
  proofDropped(): void {
    this.#watch?.checks?.replan(this.#health.clear());
  }

  /** The pause between two checks of an order while webhooks report it: see main/engine/watch's AuditPace. */
  auditPace(watched: WatchedOrder, everyMs: number): number {
    return this.#health.everyMs(watched, everyMs);
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) {
      for (const { report } of this.#orders.get(id)?.pending ?? []) this.#finish(report.no);
      this.#orders.delete(id);
      this.#unasked.delete(id);
      this.#health.forget(id);
    }
  }

  #stored(webhook: ReceivedWebhook, event: WebhookEvent): number | 'duplicate' | 'refused' {
    const { store, log } = this.#parts;
    try {
      // The count does not follow what leaves the queue, so it is taken anew before one is refused.
      if (this.#isFull()) this.#waiting = store.waiting();
      if (this.#isFull()) return 'refused';
      const key = createHash('sha256').update(event.identity).digest('base64');
      const body = new TextEncoder().encode(keptText(event));
      const no = store.put({ ...webhook, body }, { key, orderId: event.orderId });
      if (no === null) return 'duplicate';
      this.#waiting.count += 1;
      this.#waiting.bytes += body.length;
      return no;
    } catch (error) {
      log.defect('webhookNotStored', error);
      return 'refused';
    }
  }

  #isFull(): boolean {
    return this.#waiting.count >= mostWaiting || this.#waiting.bytes >= mostWaitingBytes;
  }

  /** Whether the order is watched, also from this webhook on. */
  #isWatched(id: OrderId, isProven: boolean): boolean {
    if (this.#watch?.find(id) !== undefined) return true;
    return isProven && this.#parts.unknown?.came(id) === true;
  }

  /** @param no its number in the queue; null without a proof: then it claims nothing */
  #accept(no: number | null, event: WebhookEvent, receivedAtMs: number): void {
    const id = event.orderId;
    const entry = this.#orders.get(id) ?? {
      pending: [],
      askedAtMs: Number.NEGATIVE_INFINITY,
      looks: 0,
      lookAtMs: null,
    };
    this.#orders.set(id, entry);
    const { claims, createdAtMs, reportedReasons } = no === null ? nothingClaimed : event;
    const report = { no, claims, createdAtMs, receivedAtMs, reportedReasons };
    this.#leastDelayMs = Math.min(this.#leastDelayMs, delayMs(report));
    if (no !== null) entry.looks = 0;
    // One without a proof says no more than the one before it.
    if (no === null) entry.pending = entry.pending.filter((one) => one.report.no !== null);
    entry.pending.push({ report, isAsked: false, checkedAtMs: null, areReasonsAnnounced: false });
    for (const { report: oldest } of entry.pending.splice(0, entry.pending.length - mostPerOrder)) {
      this.#finish(oldest.no);
    }
    this.#unasked.add(id);
    this.#planAsk();
    this.#hurry();
  }

  /** In a later turn: the watcher is not called from within its own call of {@link explain}. */
  #planAsk(): void {
    this.#cancelAsk ??= this.#parts.clock.schedule(() => {
      this.#cancelAsk = null;
      this.#ask();
    }, 0);
  }

  /** Has orders with new reports checked. Those that cannot be yet are tried again at the next tick. */
  #ask(): void {
    const watch = this.#watch;
    if (watch === null) return;
    const nowMs = this.#parts.clock.monotonicMs();
    const proven: OrderId[] = [];
    const hinted: OrderId[] = [];
    for (const id of this.#unasked) {
      const entry = this.#orders.get(id);
      const unasked = entry?.pending.filter(({ isAsked }) => !isAsked) ?? [];
      if (entry === undefined || unasked.length === 0) {
        this.#unasked.delete(id);
        continue;
      }
      // The answer to a check that is under way may be older than the report.
      if (watch.plan(id).isChecking) continue;
      if (nowMs - entry.askedAtMs < askEveryMs) continue;
      entry.askedAtMs = nowMs;
      for (const one of unasked) one.isAsked = true;
      this.#unasked.delete(id);
      (unasked.some(({ report }) => report.no !== null) ? proven : hinted).push(id);
    }
    if (proven.length > 0) watch.checkNow(proven);
    if (hinted.length > 0) watch.checks?.checkSooner(hinted);
  }

  /** Has orders checked again whose reports were not confirmed. Those for which there is no room wait. */
  #lookAgain(): void {
    const watch = this.#watch;
    if (watch === null) return;
    const nowMs = this.#parts.clock.monotonicMs();
    const due = [...this.#orders]
      .filter(([id, { lookAtMs }]) => {
        const isDue = lookAtMs !== null && lookAtMs <= nowMs && !this.#unasked.has(id);
        return isDue && !watch.plan(id).isChecking && watch.find(id)?.problem === null;
      })
      .slice(0, mostLooksAtOnce);
    for (const [, entry] of due) {
      entry.askedAtMs = nowMs;
      entry.lookAtMs = Infinity;
    }
    if (due.length > 0) watch.checkNow(due.map(([id]) => id));
  }

  /**
   * Adds a webhook's reasons to updates in the history.
   *
   * @returns null when nothing of what it claims is there
   */
  #amend(id: OrderId, report: WebhookReport): Amendment | null {
    const { store } = this.#parts;
    if (report.claims.length === 0) return null;
    return this.#attempt('webhookNotAmended', () => {
      const updates = store.pastUpdates(id, report.receivedAtMs - explainsWithinMs);
      const found = amendment(updates, report);
      for (const { no, reasons } of found.updates) {
        store.amend(id, no, reasons, report.createdAtMs);
      }
      return found.isKnown ? found : null;
    });
  }

  /** Whether a report can explain a change since the last answer: its event is at most a minute older. */
  #mayExplain(report: WebhookReport, { observedAtMs }: WatchedOrder): boolean {
    if (report.createdAtMs === null || observedAtMs === null) return true;
    return report.createdAtMs + this.#leastDelayMs + lagMs >= observedAtMs;
  }

  #confirm(id: OrderId, entry: OrderReports, report: WebhookReport): void {
    entry.pending = entry.pending.filter((one) => one.report !== report);
    if (this.#parts.settings().proof !== 'none') this.#health.confirmed(id);
    this.#finish(report.no);
    // This report was true, so its delay counts; the least one may be a wrong one's, or a clock was set.
    if (report.createdAtMs !== null) this.#leastDelayMs = delayMs(report);
  }

  #finish(no: number | null): void {
    if (no === null) return;
    this.#done.push(no);
    this.#hurry();
  }

  #tick(): void {
    this.#cancelTick = null;
    this.#settle();
    this.#settling.push(...this.#done.splice(0));
    this.#expire();
    if (this.#unasked.size > 0) this.#planAsk();
    this.#lookAgain();
    this.#lookForSilence();
    const isIdle = this.#orders.size + this.#settling.length + this.#done.length === 0;
    this.#planTick(isIdle ? idleTickMs : tickMs);
  }

  #settle(): void {
    if (this.#settling.length === 0) return;
    this.#attempt('webhooksNotSettled', () => {
      this.#parts.store.settle(this.#settling);
      this.#settling = [];
    });
  }

  #expire(): void {
    const nowMs = this.#parts.clock.wallMs();
    const monotonicMs = this.#parts.clock.monotonicMs();
    const isOver = ({ areReasonsAnnounced, checkedAtMs, report }: Pending): boolean => {
      const hasReasons = !areReasonsAnnounced && report.reportedReasons.length > 0;
      return (
        nowMs - report.receivedAtMs > (hasReasons ? reasonsKeptForMs : keptForMs) ||
        (checkedAtMs !== null && nowMs - checkedAtMs > lagMs)
      );
    };
    for (const [id, entry] of this.#orders) {
      const over = entry.pending.filter(isOver);
      entry.pending = entry.pending.filter((one) => !isOver(one));
      for (const { report } of over) {
        // The check may have told it without the report, and the disk has it only now.
        if (this.#amend(id, report) !== null) this.#confirm(id, entry, report);
        else this.#finish(report.no);
      }
      if (entry.pending.length > 0) continue;
      this.#unasked.delete(id);
      if (monotonicMs - entry.askedAtMs >= askEveryMs) this.#orders.delete(id);
    }
  }

  #lookForSilence(): void {
    const { changed, clock, log } = this.#parts;
    const released = this.#health.look(clock.wallMs());
    if (released === null) return;
    log.warn('webhooksSilent', { audited: released.length });
    this.#watch?.checks?.replan(released);
    changed();
  }

  /** Something waits now, so the next tick comes within a second. */
  #hurry(): void {
    if (this.#isRunning && this.#tickAfterMs !== tickMs) this.#planTick(tickMs);
  }

  #planTick(afterMs: number): void {
    this.#cancelTick?.();
    this.#tickAfterMs = afterMs;
    this.#cancelTick = this.#parts.clock.schedule(() => this.#tick(), afterMs);
  }

  /** Does something with the disk. A failure is logged, and checks go on. @returns null after a failure */
  #attempt<Result>(defect: string, run: () => Result): Result | null {
    try {
      return run();
    } catch (error) {
      this.#parts.log.defect(defect, error);
      return null;
    }
  }
}

const ignoringUnknown = { unknownChoice: 'ignore', offered: [], notKeptCount: 0 } as const;

/** What a webhook without a proof says. */
const nothingClaimed = { claims: [], createdAtMs: null, reportedReasons: [] } as const;

/** What reports say beside their claims and was not announced yet. It counts as announced from now on. */
function unreported(pending: readonly Pending[]): ReportedReasons[] {
  const all = pending.filter((one) => !one.areReasonsAnnounced);
  for (const one of all) one.areReasonsAnnounced = true;
  return all.map(({ report }) => report);
}

function delayMs({ createdAtMs, receivedAtMs }: WebhookReport): number {
  return createdAtMs === null ? Number.POSITIVE_INFINITY : receivedAtMs - createdAtMs;
}

/** Bytes that are no UTF-8 become marks that no JSON outside of texts can hold. */
function decoded(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
