import type { OrderId } from '../../core/order/order-id.ts';
import type { OrderUpdate } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { WebhookReport } from '../../core/webhook/webhook-merge.ts';
import type { WebhookSettings } from '../../core/webhook/webhook-settings.ts';
import { parseWebhook } from '../../core/webhook/wire-webhook.ts';
import type { WebhookEvent } from '../../core/webhook/wire-webhook.ts';
import { FlowBook } from './flow-book.ts';
import type {
  QueuedWebhook,
  ReportedWatch,
  SeenWebhook,
  WebhookClock,
  WebhookLog,
  WebhookQueue,
} from './ports.ts';
import { ReportBook } from './report-book.ts';
import { Tally } from './tally.ts';

/** So many webhooks are read in one turn of the event loop: a few milliseconds. */
const readPerTurn = 10;
/** When what was dealt with leaves the queue: after the watcher stored what it made of it. */
const settleAfterMs = 1000;
const settlePerTurn = 25;
const retryMs = 1000;
/** Digests are kept longer than any service goes on trying. */
const seenForMs = 7 * 24 * 60 * 60_000;
const lookEveryMs = 30_000;

/** What an {@link EventDesk} joins. */
export interface EventDeskParts {
  readonly queue: WebhookQueue;
  readonly watch: () => ReportedWatch;
  readonly clock: WebhookClock;
  readonly log: WebhookLog;
  readonly settings: () => Pick<WebhookSettings, 'isConfirmedByCheck' | 'unknownOrders'>;
  /** Reads an order as the answer of a check would be; null when it cannot be read. */
  readonly readOrder: (data: unknown, id: OrderId) => Order | null;
  /** A collision-free digest of a text. */
  readonly digest: (text: string) => string;
  /** Whether this is one of our own test events, which end here. */
  readonly isTest: (event: WebhookEvent, isDuplicate: boolean) => boolean;
  /** Something that the window shows changed. */
  readonly changed: () => void;
}

type Seen = Omit<SeenWebhook, 'seenAtMs'>;

/**
 * What becomes of webhooks once they are in the queue: known again, put in their order, and handed on
 * as reports to be checked or, from a sender who proved who it is, as orders.
 */
export class EventDesk {
  readonly tally = new Tally();
  readonly flow = new FlowBook();
  readonly #parts: EventDeskParts;
  readonly #book: ReportBook;
  readonly #open = new Map<number, Seen>();
  readonly #openKeys = new Set<string>();
  /** What is known of an order came from a webhook: as of when, by the service's clock. */
  readonly #acceptedOf = new Map<OrderId, { observedAtMs: number; createdAtMs: number }>();
  #done: { no: number; seen: SeenWebhook | null }[] = [];
  #isRunning = false;
  #readUpTo = 0;
  /** How far the service's clock is known to be ahead of ours, in milliseconds. */
  #clockAheadMs = 0;
  #cancelRead: (() => void) | null = null;
  #cancelSettle: (() => void) | null = null;
  #cancelLook: (() => void) | null = null;

  constructor(parts: EventDeskParts) {
    this.#parts = parts;
    this.#book = new ReportBook({
      watch: parts.watch,
      queue: parts.queue,
      clock: parts.clock,
      flow: this.flow,
      settled: (report) => this.#settleReport(report),
      reportDefect: (error) => parts.log.defect('webhookNotAmended', error),
    });
  }

  /** Takes up what an earlier run left in the queue. */
  start(): void {
    const { clock, queue } = this.#parts;
    this.#isRunning = true;
    this.#guard(() => queue.prune(clock.wallMs() - seenForMs));
    this.flow.started(clock.wallMs(), queue.lastSeenAtMs());
    this.#look();
    this.stored();
  }

  stop(): void {
    this.#isRunning = false;
    for (const cancel of [this.#cancelRead, this.#cancelSettle, this.#cancelLook]) cancel?.();
    this.#cancelRead = this.#cancelSettle = this.#cancelLook = null;
    this.#settleDone();
    this.#book.stop();
    this.#open.clear();
    this.#openKeys.clear();
    this.#acceptedOf.clear();
    this.#readUpTo = 0;
    this.#parts.watch().replan(this.flow.stopped());
  }

  /** There is something new in the queue; what is stored after the end waits for the next start. */
  stored(): void {
    if (!this.#isRunning) return;
    this.#cancelRead ??= this.#parts.clock.schedule(() => this.#read(), 0);
  }

  /** Whether {@link explain} has anything to do with an answer that brought nothing new. */
  isReported(id: OrderId): boolean {
    return this.#book.has(id);
  }

  explain(before: WatchedOrder, after: Order, update: OrderUpdate | null): OrderUpdate | null {
    return this.#book.explain(before, after, update);
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    this.#book.forget(ids);
    for (const id of ids) {
      this.flow.forget(id);
      this.#acceptedOf.delete(id);
    }
  }

  #read(): void {
    this.#cancelRead = null;
    let batch: readonly QueuedWebhook[];
    try {
      batch = this.#parts.queue.after(this.#readUpTo, readPerTurn);
    } catch (error) {
      this.#parts.log.defect('webhooksNotRead', error);
      this.#cancelRead = this.#parts.clock.schedule(() => this.#read(), retryMs);
      return;
    }
    for (const queued of batch) {
      this.#readUpTo = queued.no;
      // One that cannot be dealt with must not come back for ever; a check finds what it said.
      if (!this.#guard(() => this.#take(queued))) this.#settle(queued.no, null);
    }
    if (batch.length === readPerTurn) this.stored();
    if (batch.length > 0) this.#parts.changed();
  }

  #take(queued: QueuedWebhook): void {
    const { clock, digest, isTest, queue } = this.#parts;
    const parsed = parseWebhook(decoded(queued.body));
    if (!parsed.ok) {
      this.tally.reject(parsed.failure, clock.wallMs());
      this.#settle(queued.no, null);
      return;
    }
    const event = parsed.value;
    const key = digest(event.identity);
    const isDuplicate = this.#openKeys.has(key) || queue.isSeen(key);
    const seen = { key, orderId: event.orderId, createdAtMs: event.createdAtMs };
    if (!isDuplicate) {
      this.#open.set(queued.no, seen);
      this.#openKeys.add(key);
    }
    if (isTest(event, isDuplicate)) {
      this.#settle(queued.no, isDuplicate ? null : seen);
      return;
    }
    this.flow.received(clock.wallMs());
    if (isDuplicate) {
      this.tally.duplicates += 1;
      this.#settle(queued.no, null);
      return;
    }
    this.tally.accepted += 1;
    const latestMs = queue.latestCreatedAtMs(event.orderId);
    if (event.createdAtMs !== null && latestMs !== null && event.createdAtMs < latestMs) {
      this.tally.late += 1;
    }
    this.#deal(queued, event, seen);
  }

  #deal(queued: QueuedWebhook, event: WebhookEvent, seen: Seen): void {
    const { settings, watch } = this.#parts;
    const { orderId: id } = event;
    const watched = watch().get(id);
    if (watched === undefined) {
      this.tally.unknownOrders += 1;
      if (settings().unknownOrders === 'offer') this.tally.offer(id);
      this.#settle(queued.no, seen);
      return;
    }
    const report: WebhookReport = {
      no: queued.no,
      claims: event.claims,
      createdAtMs: event.createdAtMs,
      receivedAtMs: queued.receivedAtMs,
    };
    if (!queued.isTrusted) {
      this.#book.add(id, report, true);
      return;
    }
    // Only a sender who proved who it is can tell the time or bring an order.
    this.#learnClock(event, queued.receivedAtMs);
    const order = settings().isConfirmedByCheck ? null : this.#newerOrder(event, watched);
    this.#book.add(id, report, order === null);
    if (order !== null) this.#accept(order, event);
  }

  /** The order that the webhook carries, if it is surely newer than what is known. */
  #newerOrder(event: WebhookEvent, watched: WatchedOrder): Order | null {
    if (event.data === null || event.createdAtMs === null) return null;
    const accepted = this.#acceptedOf.get(watched.id);
    const isOurs = accepted !== undefined && accepted.observedAtMs === watched.observedAtMs;
    const isNewer = isOurs
      ? event.createdAtMs > accepted.createdAtMs
      : event.createdAtMs - this.#clockAheadMs > (watched.observedAtMs ?? 0);
    return isNewer ? this.#parts.readOrder(event.data, watched.id) : null;
  }

  #accept(order: Order, event: WebhookEvent): void {
    const watch = this.#parts.watch();
    watch.accept(order, JSON.stringify(event.data));
    const observedAtMs = watch.get(order.id)?.observedAtMs ?? null;
    if (observedAtMs === null || event.createdAtMs === null) return;
    this.#acceptedOf.set(order.id, { observedAtMs, createdAtMs: event.createdAtMs });
  }

  /** No event can come before it was created: one that seems to shows how far the clocks are apart. */
  #learnClock(event: WebhookEvent, receivedAtMs: number): void {
    if (event.createdAtMs === null) return;
    this.#clockAheadMs = Math.max(this.#clockAheadMs, event.createdAtMs - receivedAtMs);
  }

  #settleReport(report: WebhookReport): void {
    this.#settle(report.no, this.#open.get(report.no) ?? null);
  }

  #settle(no: number, seen: Seen | null): void {
    const seenAtMs = this.#parts.clock.wallMs();
    this.#done.push({ no, seen: seen === null ? null : { ...seen, seenAtMs } });
    this.#planSettle(settleAfterMs);
  }

  #planSettle(delayMs: number): void {
    this.#cancelSettle ??= this.#parts.clock.schedule(() => {
      this.#cancelSettle = null;
      this.#settleSome();
    }, delayMs);
  }

  #settleSome(): void {
    const batch = this.#done.slice(0, settlePerTurn);
    if (batch.length === 0) return;
    try {
      this.#parts.queue.settle(batch);
    } catch (error) {
      this.#parts.log.defect('webhooksNotSettled', error);
      this.#planSettle(retryMs);
      return;
    }
    this.#done.splice(0, batch.length);
    for (const { no, seen } of batch) {
      this.#open.delete(no);
      if (seen !== null) this.#openKeys.delete(seen.key);
    }
    if (this.#done.length > 0) this.#planSettle(0);
  }

  #settleDone(): void {
    this.#guard(() => this.#parts.queue.settle(this.#done));
    this.#done = [];
  }

  #look(): void {
    const { clock, log, watch } = this.#parts;
    this.#cancelLook = clock.schedule(() => this.#look(), lookEveryMs);
    const wasSilent = this.flow.silentSinceMs !== null;
    const released = this.flow.look(clock.wallMs());
    if (this.flow.silentSinceMs === null || wasSilent) return;
    log.warn('webhooksSilent', { audited: released.length });
    watch().replan(released);
    this.#parts.changed();
  }

  /** @returns whether it went well; if not, it was reported */
  #guard(run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      this.#parts.log.defect('webhookNotDealtWith', error);
      return false;
    }
  }
}

/** Bytes that are no UTF-8 become marks that no JSON outside of texts can hold. */
function decoded(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
