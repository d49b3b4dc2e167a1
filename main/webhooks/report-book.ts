import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import { amendment, explained } from '../../core/webhook/webhook-merge.ts';
import type { WebhookReport } from '../../core/webhook/webhook-merge.ts';
import { DelayBook } from './delay-book.ts';
import type { FlowBook } from './flow-book.ts';
import type { ReportedWatch, WebhookClock, WebhookQueue } from './ports.ts';

/** Webhooks can cause one check of an order in this time, however many come. */
const askEveryMs = 5000;
/** A replica of the service may lag: so long after a check that showed nothing, a report still counts. */
const lagMs = 60_000;
/** Without any answer (offline, paused) a report is kept for so long. */
const keptForMs = 60 * 60_000;
/** How far back an update may lie that a late webhook explains. */
const toldWithinMs = 15 * 60_000;
const sweepEveryMs = 5000;
/** More reports about one order than this are not kept: the oldest go. */
const mostPerOrder = 16;

interface Pending {
  readonly report: WebhookReport;
  /** When a check asked after it was answered without showing what it says. */
  checkedAtMs: number | null;
}

interface OrderReports {
  pending: Pending[];
  /** On the monotonic clock. */
  askedAtMs: number;
  cancelAsk: (() => void) | null;
  /** A check was under way when a report came: its answer may be older. */
  asksAgain: boolean;
}

/** What a {@link ReportBook} joins. */
export interface ReportBookParts {
  readonly watch: () => ReportedWatch;
  readonly queue: Pick<WebhookQueue, 'toldUpdates' | 'amend'>;
  readonly clock: WebhookClock;
  readonly flow: FlowBook;
  /** A report needs to be kept no longer. */
  readonly settled: (report: WebhookReport) => void;
  readonly reportDefect: (error: unknown) => void;
}

/**
 * What webhooks said and no check has shown yet. A report causes one check; what that finds is told
 * with the report's reasons. What a check had found before the webhook came gets its reasons afterwards.
 */
export class ReportBook {
  readonly #parts: ReportBookParts;
  readonly #orders = new Map<OrderId, OrderReports>();
  /** Orders to be checked in the next turn, all in one go. */
  readonly #due = new Set<OrderId>();
  readonly #delays = new DelayBook();
  #cancelDue: (() => void) | null = null;
  #cancelSweep: (() => void) | null = null;

  constructor(parts: ReportBookParts) {
    this.#parts = parts;
  }

  /** How many reports wait. */
  get size(): number {
    return [...this.#orders.values()].reduce((sum, { pending }) => sum + pending.length, 0);
  }

  /** Whether a check of this order could show what a webhook said. */
  has(id: OrderId): boolean {
    return this.#orders.has(id);
  }

  /** @param asks whether a check is to find out what is true */
  add(id: OrderId, report: WebhookReport, asks: boolean): void {
    const entry = this.#entry(id);
    this.#delays.heard(report);
    entry.pending.push({ report, checkedAtMs: null });
    for (const { report: oldest } of entry.pending.splice(0, entry.pending.length - mostPerOrder)) {
      this.#parts.settled(oldest);
    }
    if (asks) this.#ask(id, entry);
    this.#planSweep();
  }

  /** The last word on an answer: see main/watch's ExplainUpdate. */
  explain(before: WatchedOrder, after: Order, update: OrderUpdate | null): OrderUpdate | null {
    const nowMs = this.#parts.clock.wallMs();
    const entry = this.#orders.get(after.id);
    if (entry === undefined) {
      if (update !== null) this.#parts.flow.found(update, nowMs);
      return update;
    }
    const reports = entry.pending
      .map(({ report }) => report)
      .filter((report) => this.#mayExplain(report, before));
    const { update: told, used } = explained(before.order, after, update, reports, nowMs);
    for (const report of used) this.#confirm(after.id, entry, report);
    if (used.length === 0 && told !== null) this.#parts.flow.found(told, nowMs);
    if (entry.asksAgain) {
      entry.asksAgain = false;
      if (entry.pending.length > 0) this.#askNow(after.id);
    } else if (!this.#due.has(after.id)) {
      this.#checked(after.id, entry, nowMs);
    }
    this.#forgetIdle(after.id, entry);
    return told;
  }

  /** These orders are watched no longer. */
  forget(ids: readonly OrderId[]): void {
    for (const id of ids) {
      const entry = this.#orders.get(id);
      if (entry === undefined) continue;
      entry.cancelAsk?.();
      this.#due.delete(id);
      for (const { report } of entry.pending) this.#parts.settled(report);
      this.#orders.delete(id);
    }
  }

  /** Ends all waiting; what was not confirmed stays in the queue for the next start. */
  stop(): void {
    this.#cancelSweep?.();
    this.#cancelSweep = null;
    this.#cancelDue?.();
    this.#cancelDue = null;
    this.#due.clear();
    for (const entry of this.#orders.values()) entry.cancelAsk?.();
    this.#orders.clear();
  }

  #entry(id: OrderId): OrderReports {
    const known = this.#orders.get(id);
    if (known !== undefined) return known;
    const entry: OrderReports = {
      pending: [],
      askedAtMs: Number.NEGATIVE_INFINITY,
      cancelAsk: null,
      asksAgain: false,
    };
    this.#orders.set(id, entry);
    return entry;
  }

  #ask(id: OrderId, entry: OrderReports): void {
    if (entry.cancelAsk !== null) return;
    const restMs = entry.askedAtMs + askEveryMs - this.#parts.clock.monotonicMs();
    if (restMs <= 0) {
      this.#askNow(id);
      return;
    }
    entry.cancelAsk = this.#parts.clock.schedule(() => {
      entry.cancelAsk = null;
      if (entry.pending.length > 0) this.#askNow(id);
    }, restMs);
  }

  #askNow(id: OrderId): void {
    this.#due.add(id);
    this.#cancelDue ??= this.#parts.clock.schedule(() => {
      this.#cancelDue = null;
      this.#askDue();
    }, 0);
  }

  #askDue(): void {
    const watch = this.#parts.watch();
    const nowMs = this.#parts.clock.monotonicMs();
    const ids = [...this.#due].filter((id) => {
      const entry = this.#entry(id);
      entry.asksAgain = watch.plan(id).isChecking;
      if (!entry.asksAgain) entry.askedAtMs = nowMs;
      return !entry.asksAgain;
    });
    this.#due.clear();
    if (ids.length > 0) watch.checkNow(ids);
  }

  /** A check that was asked for after these reports came has been answered. */
  #checked(id: OrderId, entry: OrderReports, nowMs: number): void {
    for (const one of entry.pending) {
      if (one.checkedAtMs !== null) continue;
      if (entry.cancelAsk !== null) return;
      one.checkedAtMs = nowMs;
      if (this.#amend(id, one.report)) this.#confirm(id, entry, one.report);
    }
  }

  #amend(id: OrderId, report: WebhookReport): boolean {
    const { queue, reportDefect } = this.#parts;
    try {
      const told = queue.toldUpdates(id, report.receivedAtMs - toldWithinMs);
      const { updates, isKnown } = amendment(told, report);
      for (const { no, reasons } of updates) queue.amend(id, no, reasons);
      return isKnown;
    } catch (error) {
      // The disk refuses; the update keeps the reason that it has.
      reportDefect(error);
      return false;
    }
  }

  /**
   * What happened well before the last answer, which did not show it, has passed: it is no reason of
   * anything that changed since. It can still be one of a change that was told before.
   */
  #mayExplain(report: WebhookReport, { observedAtMs }: WatchedOrder): boolean {
    const happenedAtMs = this.#delays.happenedAtMs(report);
    if (happenedAtMs === null || observedAtMs === null) return true;
    return happenedAtMs + lagMs >= observedAtMs;
  }

  #confirm(id: OrderId, entry: OrderReports, report: WebhookReport): void {
    this.#delays.confirmed(report);
    entry.pending = entry.pending.filter((one) => one.report !== report);
    this.#parts.flow.confirmed(id);
    this.#parts.settled(report);
  }

  #planSweep(): void {
    this.#cancelSweep ??= this.#parts.clock.schedule(() => {
      this.#cancelSweep = null;
      this.#sweep();
      if (this.#orders.size > 0) this.#planSweep();
    }, sweepEveryMs);
  }

  #sweep(): void {
    const nowMs = this.#parts.clock.wallMs();
    for (const [id, entry] of this.#orders) {
      const isOver = ({ report, checkedAtMs }: Pending): boolean =>
        nowMs - report.receivedAtMs > keptForMs ||
        (checkedAtMs !== null && nowMs - checkedAtMs > lagMs);
      for (const { report } of entry.pending.filter(isOver)) this.#parts.settled(report);
      entry.pending = entry.pending.filter((one) => !isOver(one));
      this.#forgetIdle(id, entry);
    }
  }

  /** What is remembered of an order without reports is only when webhooks last had it checked. */
  #forgetIdle(id: OrderId, entry: OrderReports): void {
    if (entry.pending.length > 0 || entry.cancelAsk !== null || entry.asksAgain) return;
    if (this.#due.has(id)) return;
    if (this.#parts.clock.monotonicMs() - entry.askedAtMs < askEveryMs) {
      this.#planSweep();
      return;
    }
    this.#orders.delete(id);
  }
}
