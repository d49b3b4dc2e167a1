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
  /** What its own card said is over in part, and the rest may not be said at this moment: it was closed. */
  isPutOff: boolean;
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
  /** Since it was shown last; null once it may be shown at once. */
  cancelNext: (() => void) | null;
}

/** More calls than this within {@link togetherMs} come on one card. */
const mostAlone = 3;
const togetherMs = 10_000;
/** Orders that call for one cause within this time are one call. */
const oneCauseMs = 60_000;
/** A card for several is shown again, with other names, after this time at the earliest. */
const showAgainMs = 5000;

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
      if (standing.length === order.calls.length) continue;
      order.calls = standing;
      if (standing.length === 0) this.#parts.sift(this.#remove(id));
      else if (order.group === null) this.#showAlone(order);
      else this.#changed(order.group);
    }
  }

  /** What is held back may be another now: cards go on with what may be said. */
  goOn(): void {
    this.lookAgain([...this.#orders.keys()]);
    for (const order of this.#orders.values()) if (order.isPutOff) this.#showAlone(order);
    for (const group of this.#groups) if (this.#hasMore(group)) this.#showSoon(group);
  }

  /** The dispatcher knows about this order, or it is not watched any more: no card names it. */
  forget(id: OrderId): void {
    this.#parts.seen(this.#remove(id));
  }

  stop(): void {
    for (const group of this.#groups) group.cancelNext?.();
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
      isPutOff: false,
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
        (nowMs < group.joinUntilMs || (group.cancelNext !== null && this.#hasUnnamed(group))),
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
      cancelNext: null,
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
    const { calls, id, isPutOff, news, waiting: fresh } = order;
    order.waiting = [];
    const [first] = calls;
    if (first === undefined) return;
    order.isPutOff = fresh.length === 0 && !this.#mayTell(order);
    if (order.isPutOff) {
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
      isCritical: calls.some(({ isCritical }) => isCritical),
      sound: this.#parts.soundOf(calling),
      fresh,
      isCorrection: fresh.length === 0 && !isPutOff,
    });
    for (const call of calling) this.#parts.shown(call);
  }

  #mayTell({ calls }: CallingOrder): boolean {
    return calls.some((call) => this.#parts.mayTell(call));
  }

  /** Something that a card of several says is over. */
  #changed(group: Group): void {
    group.isStale = true;
    if (this.#ordersOf(group).length === 0) this.#close(group);
    else this.#showSoon(group);
  }

  #close(group: Group): void {
    group.cancelNext?.();
    this.#groups = this.#groups.filter((each) => each !== group);
    this.#parts.cards.close(group.tag);
  }

  /** Shows a card of several at once, or when it may be shown again. */
  #showSoon(group: Group): void {
    if (group.cancelNext !== null) return;
    group.cancelNext = () => undefined;
    this.#showGroup(group);
  }

  #showGroup(group: Group): void {
    const known = this.#ordersOf(group);
    const fresh = this.#parts.sift(known.flatMap(({ waiting }) => waiting));
    for (const order of known) order.waiting = [];
    this.lookAgain(known.map(({ id }) => id));
    const calling = this.#ordersOf(group);
    if (calling.length === 0) return;
    const { cards, clock, speech } = this.#parts;
    const { orders = [], putOff = [] } = Object.groupBy(calling.toSorted(compared), (order) =>
      this.#mayTell(order) ? 'orders' : 'putOff',
    );
    const isCorrection = fresh.length === 0 && orders.every(({ isNamed }) => isNamed);
    group.cancelNext = null;
    if (isCorrection && !group.isStale) return;
    const next = inTurn(orders, ({ isNamed }) => isNamed, speech());
    // What may not be said at this moment leaves the card, and is named when it may be.
    for (const order of putOff) order.isNamed = false;
    for (const order of next.named) order.isNamed = true;
    group.isStale = false;
    if (orders.length === 0) {
      cards.close(group.tag);
      return;
    }
    group.cancelNext = clock.schedule(() => {
      group.cancelNext = null;
      if (this.#hasMore(group)) this.#showSoon(group);
    }, showAgainMs);
    cards.show({
      tag: group.tag,
      orderIds: orders.map(({ id }) => id),
      topic: { kind: 'calls' },
      text: this.#groupText(group, next.all),
      isCritical: orders.some(({ calls }) => calls.some(({ isCritical }) => isCritical)),
      sound: this.#parts.soundOf(fresh),
      fresh,
      outcome: { kind: 'digested', reason: 'calls' },
      isCorrection,
    });
    for (const call of fresh) this.#parts.shown(call);
  }

  /** What is most serious about an order; the rest stands below. */
  #textOf({ calls, id, news }: CallingOrder): NotificationText {
    const { claimOf, privacy, texts } = this.#parts.speech();
    const [first, ...more] = [...calls, ...(news === null ? [] : [news])].map(
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
    const named = orders.map(({ calls: [first], id }) => ({
      id,
      why: first === undefined || first.event === cause ? null : digest.events[first.event],
    }));
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
