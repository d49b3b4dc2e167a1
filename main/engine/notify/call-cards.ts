import { bySeriousness, hasSharedCause } from '../../../core/notification/levels.ts';
import type {
  NotificationEvent,
  NotificationText,
  OrderNotification,
} from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderCardsParts } from './cards.ts';
import { inTurn, namingText } from './digest-text.ts';

/** What {@link CallCards} need. */
export interface CallCardsParts extends OrderCardsParts {
  /** Whether it is a call, what it says still holds, and it was not answered. */
  readonly isOpen: (call: OrderNotification) => boolean;
  /** The dispatcher knew of these before they had a card. */
  readonly seen: (calls: readonly OrderNotification[]) => void;
}

/** An order with calls that stand. */
interface CallingOrder {
  readonly id: OrderId;
  /** The most serious first. */
  calls: readonly OrderNotification[];
  /** News about the order since, which its card says too. */
  news: OrderNotification | null;
  /** What its card does not say yet. */
  waiting: readonly OrderNotification[];
  /** The card of several that names it; null while it has a card of its own. */
  group: Group | null;
  /** Whether that card named it since it last called. */
  isNamed: boolean;
  /** How many calls its own card leaves out, as they may not be said at this moment. Without any other it is closed. */
  putOffCount: number;
}

/** One card for the calls of several orders. */
interface Group {
  readonly tag: string;
  /** The one thing that all its orders have; null where they have several. */
  readonly cause: NotificationEvent | null;
  /** Further calls join it until then. */
  joinUntilMs: number;
  /** Whether it says something that is over. */
  isStale: boolean;
  /** When it was shown last, by the monotonic clock. */
  shownAtMs: number;
  /** The orders that it names until then: it may count more meanwhile. */
  named: ReadonlySet<OrderId>;
  namesUntilMs: number;
  /** When it is looked at next; null while there is nothing to wait for. */
  next: { readonly dueMs: number; readonly cancel: () => void } | null;
}

/** More calls than this within {@link togetherMs} come on one card. */
const mostAlone = 3;
const togetherMs = 10_000;
/** Orders that call for one cause within this time are one call. */
const oneCauseMs = 60_000;
/** A card for several names others after this time at the earliest, so that each name can be read. */
const nameAgainMs = 5000;
/** It counts further calls after this time at the latest. */
const countAgainMs = 1000;

/**
 * The cards of calls for help. Each order has one card, which says what is most serious about it first, and is
 * replaced in place. More than three calls in ten seconds come on one card that names them all, three at a time;
 * so do calls of one cause. A card says no more what is over: when the cause of its last call ends, it closes.
 */
export class CallCards {
  readonly #parts: CallCardsParts;
  readonly #orders = new Map<OrderId, CallingOrder>();
  #groups: readonly Group[] = [];
  /** When the cards of single orders were shown of late, with what they called for. */
  #alone: readonly {
    readonly id: OrderId;
    readonly event: NotificationEvent;
    readonly atMs: number;
  }[] = [];

  constructor(parts: CallCardsParts) {
    this.#parts = parts;
  }

  /** The calls that wait for a card of several. */
  get held(): readonly OrderNotification[] {
    return [...this.#orders.values()].flatMap(({ waiting }) => waiting);
  }

  /** Shows calls, several of one order on its card. */
  push(calls: readonly OrderNotification[]): void {
    const nowMs = this.#parts.clock.monotonicMs();
    this.#alone = this.#alone.filter(({ atMs }) => nowMs - atMs < oneCauseMs);
    const newcomers: CallingOrder[] = [];
    for (const [id, ofOrder] of Map.groupBy(calls, ({ orderId }) => orderId)) {
      const order = this.#orders.get(id) ?? this.#add(id);
      const isNew = order.calls.length === 0;
      order.calls = joined(this.standing(id), ofOrder);
      order.waiting = [...order.waiting, ...ofOrder];
      order.isNamed = false;
      if (isNew || this.#outgrows(order, ofOrder)) newcomers.push(order);
      else if (order.group === null) this.#showAlone(order);
    }
    this.#place(newcomers, nowMs);
    for (const group of this.#groups) {
      if (this.#ordersOf(group).some(({ waiting }) => waiting.length > 0)) this.#showSoon(group);
    }
  }

  /** Whether an order has a card of its own that calls. */
  hasCard(id: OrderId): boolean {
    return this.#orders.get(id)?.group === null;
  }

  /** The calls of an order that stand on its card. */
  standing(id: OrderId): readonly OrderNotification[] {
    return this.#orders.get(id)?.calls.filter((call) => this.#parts.isOpen(call)) ?? [];
  }

  /** News of an order whose card calls: the card says it below. @returns whether it has such a card */
  addNews(news: OrderNotification): boolean {
    const order = this.#orders.get(news.orderId);
    if (order === undefined || order.group !== null) return false;
    order.calls = this.standing(order.id);
    if (order.calls.length === 0) {
      this.#remove(order.id);
      return false;
    }
    order.news = news;
    order.waiting = [news];
    this.#showAlone(order);
    return true;
  }

  /** These orders changed: what is over is said no more. */
  lookAgain(ids: readonly OrderId[]): void {
    for (const id of ids) {
      const order = this.#orders.get(id);
      if (order === undefined) continue;
      const standing = this.standing(id);
      if (standing.length === order.calls.length) {
        this.#sayPutOff(order);
        continue;
      }
      order.calls = standing;
      if (standing.length === 0) this.#parts.sift(this.#remove(id));
      else if (order.group === null) this.#showAlone(order);
      else this.#changed(order.group);
    }
  }

  /** What is held back may be another now: cards go on with what may be said. */
  goOn(): void {
    this.lookAgain([...this.#orders.keys()]);
    for (const group of this.#groups) if (this.#hasMore(group)) this.#showSoon(group);
  }

  /** The dispatcher knows about this order, or it is not watched any more: no card names it. */
  forget(id: OrderId): void {
    this.#parts.seen(this.#remove(id));
  }

  stop(): void {
    for (const group of this.#groups) group.next?.cancel();
    this.#groups = [];
    this.#orders.clear();
  }

  #add(id: OrderId): CallingOrder {
    const order: CallingOrder = {
      id,
      calls: [],
      news: null,
      waiting: [],
      group: null,
      isNamed: false,
      putOffCount: 0,
    };
    this.#orders.set(id, order);
    return order;
  }

  /** An order on the card of one cause that calls for something else leaves that card. @returns whether it did */
  #outgrows(order: CallingOrder, calls: readonly OrderNotification[]): boolean {
    const { group } = order;
    if (group === null || group.cause === null) return false;
    if (calls.every(({ event }) => event === group.cause)) return false;
    order.group = null;
    this.#changed(group);
    return true;
  }

  /** @returns what had waited for a card */
  #remove(id: OrderId): readonly OrderNotification[] {
    const order = this.#orders.get(id);
    this.#orders.delete(id);
    this.#alone = this.#alone.filter((each) => each.id !== id);
    if (order === undefined) return [];
    if (order.group === null) this.#parts.cards.close(id);
    else this.#changed(order.group);
    return order.waiting;
  }

  #ordersOf(group: Group): readonly CallingOrder[] {
    return [...this.#orders.values()].filter((order) => order.group === group);
  }

  #hasUnnamed(group: Group): boolean {
    return this.#ordersOf(group).some(({ isNamed }) => !isNamed);
  }

  /** Whether a card of several has something to say that it did not say yet. */
  #hasMore(group: Group): boolean {
    return group.isStale || this.#hasUnnamed(group);
  }

  /** Gives orders that begin to call a card: their own, or one with others. */
  #place(newcomers: readonly CallingOrder[], nowMs: number): void {
    const rest: CallingOrder[] = [];
    for (const [event, orders] of Map.groupBy(newcomers, ({ calls }) => calls[0]?.event)) {
      const group =
        event === undefined || !hasSharedCause(event)
          ? null
          : this.#groupOfCause(event, orders.length, nowMs);
      if (group === null) rest.push(...orders);
      else this.#join(group, orders, nowMs + oneCauseMs);
    }
    if (rest.length === 0) return;
    const lately = this.#alone.filter(({ atMs }) => nowMs - atMs < togetherMs).length;
    const open = this.#groups.find(
      (group) =>
        group.cause === null &&
        (nowMs < group.joinUntilMs || (group.next !== null && this.#hasUnnamed(group))),
    );
    if (open === undefined && lately + rest.length <= mostAlone) {
      for (const order of rest) this.#showAlone(order);
      return;
    }
    this.#join(open ?? this.#addGroup(`calls:${nowMs}`, null), rest, nowMs + togetherMs);
  }

  /** The card for a cause, where there is one or more than one order has it by now. */
  #groupOfCause(event: NotificationEvent, count: number, nowMs: number): Group | null {
    const open = this.#groups.find(
      ({ cause, joinUntilMs }) => cause === event && nowMs < joinUntilMs,
    );
    if (open !== undefined) return open;
    const before = this.#alone.filter((each) => each.event === event);
    if (before.length === 0 && count === 1) return null;
    const group = this.#addGroup(`calls:${event}:${nowMs}`, event);
    for (const { id } of before) {
      const order = this.#orders.get(id);
      // A card that says more than the cause stays.
      if (order?.group !== null || order.calls.length > 1) continue;
      this.#parts.cards.close(id);
      order.group = group;
    }
    return group;
  }

  #addGroup(tag: string, cause: NotificationEvent | null): Group {
    const group: Group = {
      tag,
      cause,
      joinUntilMs: 0,
      isStale: false,
      shownAtMs: Number.NEGATIVE_INFINITY,
      named: new Set(),
      namesUntilMs: Number.NEGATIVE_INFINITY,
      next: null,
    };
    this.#groups = [...this.#groups, group];
    return group;
  }

  #join(group: Group, orders: readonly CallingOrder[], joinUntilMs: number): void {
    group.joinUntilMs = joinUntilMs;
    for (const order of orders) {
      // What a card of its own said of the order before is so no more.
      this.#parts.cards.close(order.id);
      order.group = group;
    }
  }

  /** What waits on it may be shown. Nothing does when something is over. */
  #showAlone(order: CallingOrder): void {
    const { cards, clock } = this.#parts;
    const { calls, id, news, putOffCount, waiting } = order;
    const [first] = calls;
    const said = this.#saidOf(order);
    const fresh = waiting.filter((each) => each === news || said.includes(each));
    order.waiting = waiting.filter((each) => !fresh.includes(each));
    order.putOffCount = calls.length - said.length;
    if (first === undefined) return;
    if (said.length === 0 && fresh.length === 0) {
      cards.close(id);
      return;
    }
    const calling = fresh.filter((each) => each !== news);
    if (calling.length > 0) {
      this.#alone = [...this.#alone, { id, event: first.event, atMs: clock.monotonicMs() }];
    }
    cards.show({
      tag: id,
      orderIds: [id],
      text: this.#textOf(order),
      isCritical: said.some(({ isCritical }) => isCritical),
      sound: this.#parts.soundOf(calling),
      fresh,
      isCorrection: fresh.length === 0 && putOffCount === 0,
    });
    for (const call of calling) this.#parts.shown(call);
  }

  /** The calls of an order that may be said at this moment. */
  #saidOf({ calls }: CallingOrder): readonly OrderNotification[] {
    return calls.filter((call) => this.#parts.mayTell(call));
  }

  #mayTell(order: CallingOrder): boolean {
    return this.#saidOf(order).length > 0;
  }

  /** Says what a card left out, as far as it may be said now. */
  #sayPutOff(order: CallingOrder): void {
    const { calls, group, isNamed, putOffCount } = order;
    if (group !== null) {
      if (!isNamed && this.#mayTell(order)) this.#showSoon(group);
    } else if (putOffCount > calls.length - this.#saidOf(order).length) this.#showAlone(order);
  }

  /** Something that a card of several says is over. */
  #changed(group: Group): void {
    group.isStale = true;
    if (this.#ordersOf(group).length === 0) this.#close(group);
    else this.#showSoon(group);
  }

  #close(group: Group): void {
    group.next?.cancel();
    this.#groups = this.#groups.filter((each) => each !== group);
    this.#parts.cards.close(group.tag);
  }

  /** Shows a card of several at once, or when it may be shown again: what is new on it is counted before it is named. */
  #showSoon(group: Group): void {
    const hasNew = this.#ordersOf(group).some(({ waiting }) => waiting.length > 0);
    const countedAtMs = hasNew ? group.shownAtMs + countAgainMs : Number.POSITIVE_INFINITY;
    const dueMs = Math.min(countedAtMs, group.namesUntilMs);
    if (group.next !== null && group.next.dueMs <= dueMs) return;
    group.next?.cancel();
    if (dueMs > this.#parts.clock.monotonicMs()) {
      this.#lookAt(group, dueMs);
      return;
    }
    // Nothing shows it within itself.
    group.next = { dueMs: Number.NEGATIVE_INFINITY, cancel: () => undefined };
    this.#showGroup(group);
  }

  #lookAt(group: Group, dueMs: number): void {
    const { clock } = this.#parts;
    const look = (): void => {
      group.next = null;
      if (this.#hasMore(group)) this.#showSoon(group);
    };
    group.next = { dueMs, cancel: clock.schedule(look, dueMs - clock.monotonicMs()) };
  }

  #showGroup(group: Group): void {
    const known = this.#ordersOf(group);
    const waited = this.#parts.sift(known.flatMap(({ waiting }) => waiting));
    const fresh = waited.filter((call) => this.#parts.mayTell(call));
    for (const order of known) order.waiting = [];
    this.lookAgain(known.map(({ id }) => id));
    const calling = this.#ordersOf(group);
    if (calling.length === 0) return;
    for (const order of calling) {
      order.waiting = waited.filter((call) => call.orderId === order.id && !fresh.includes(call));
    }
    const { cards, clock, speech } = this.#parts;
    const nowMs = clock.monotonicMs();
    const { orders = [], putOff = [] } = Object.groupBy(calling.toSorted(compared), (order) =>
      this.#mayTell(order) ? 'orders' : 'putOff',
    );
    const isCorrection = fresh.length === 0 && orders.every(({ isNamed }) => isNamed);
    group.next = null;
    if (isCorrection && !group.isStale) return;
    const staying = nowMs < group.namesUntilMs ? group.named : new Set<OrderId>();
    const [ofNames = [], others = []] = [true, false].map((stays) =>
      orders.filter(({ id }) => staying.has(id) === stays),
    );
    const next = inTurn(
      [...ofNames, ...others],
      ({ id, isNamed }) => isNamed && !staying.has(id),
      speech(),
    );
    const inOrder = orders.filter((each) => next.named.includes(each));
    // What may not be said at this moment leaves the card, and is named when it may be.
    for (const order of putOff) order.isNamed = false;
    for (const order of next.named) order.isNamed = true;
    group.isStale = false;
    if (orders.length === 0) {
      cards.close(group.tag);
      return;
    }
    group.shownAtMs = nowMs;
    if (staying.size === 0) group.namesUntilMs = nowMs + nameAgainMs;
    group.named = new Set(next.named.map(({ id }) => id));
    this.#lookAt(group, group.namesUntilMs);
    cards.show({
      tag: group.tag,
      orderIds: orders.map(({ id }) => id),
      topic: { kind: 'calls' },
      text: this.#groupText(group, [...new Set([...inOrder, ...next.all])]),
      isCritical: orders.some(({ calls }) => calls.some(({ isCritical }) => isCritical)),
      sound: this.#parts.soundOf(fresh),
      fresh,
      outcome: { kind: 'digested', reason: 'calls' },
      isCorrection,
    });
    for (const call of fresh) this.#parts.shown(call);
  }

  /** What is most serious about an order, of what may be said; the rest stands below. */
  #textOf(order: CallingOrder): NotificationText {
    const { id, news } = order;
    const { claimOf, privacy, texts } = this.#parts.speech();
    const [first, ...more] = [...this.#saidOf(order), ...(news === null ? [] : [news])].map(
      (each) => each.texts[privacy],
    );
    if (first === undefined) return { title: '', body: '' };
    const claim = claimOf?.(id) ?? null;
    if (more.length === 0 && claim === null) return first;
    // Where details are hidden, two events may have one title.
    const titles = new Set(more.map(({ title }) => title));
    const others = [...titles].filter((title) => title !== first.title);
    return { ...first, body: texts.sentences(first.body, ...others, claim) };
  }

  /** @param orders in the order in which they are named */
  #groupText({ cause }: Group, orders: readonly CallingOrder[]): NotificationText {
    const [only, ...others] = orders;
    if (only !== undefined && others.length === 0) return this.#textOf(only);
    const speech = this.#parts.speech();
    const { calls: say, digest } = speech.texts;
    const count = orders.length;
    const title = cause === null ? say.needYou(count) : digest.oneKind(count, digest.events[cause]);
    const named = orders.map((order) => {
      const [first] = this.#saidOf(order);
      const isOfCause = first === undefined || first.event === cause;
      return { id: order.id, why: isOfCause ? null : digest.events[first.event] };
    });
    return namingText(title, named, speech);
  }
}

/** The calls of an order, of each event the newest, the most serious first. */
function joined(
  earlier: readonly OrderNotification[],
  fresh: readonly OrderNotification[],
): readonly OrderNotification[] {
  const byEvent = new Map([...earlier, ...fresh].map((call) => [call.event, call] as const));
  return [...byEvent.values()].toSorted(bySeriousness);
}

function compared(one: CallingOrder, other: CallingOrder): number {
  const [first] = one.calls;
  const [second] = other.calls;
  return first === undefined || second === undefined ? 0 : bySeriousness(first, second);
}
