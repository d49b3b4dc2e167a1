import { bySeriousness, hasSharedCause } from '../../core/notification/levels.ts';
import type {
  NotificationEvent,
  NotificationText,
  OrderNotification,
} from '../../core/notification/notification.ts';
import type { OrderId } from '../../core/order/order-id.ts';
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
  /** The card of several that names it; null while it has a card of its own. */
  group: Group | null;
  /** What its own card said is over in part, and the rest may not be said at this moment: it was closed. */
  isPutOff: boolean;
}

/** One card for the calls of several orders. */
interface Group {
  readonly tag: string;
  /** The one thing that all its orders have; null where they have several. */
  readonly cause: NotificationEvent | null;
  readonly orders: Set<OrderId>;
  readonly unnamed: Set<OrderId>;
  /** Further calls join it until then. */
  joinUntilMs: number;
  /** What is new and is said when it is shown again. */
  waiting: readonly OrderNotification[];
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
    return this.#groups.flatMap(({ waiting }) => waiting);
  }

  /** Shows calls, several of one order on its card. */
  push(calls: readonly OrderNotification[]): void {
    const nowMs = this.#parts.clock.monotonicMs();
    this.#alone = this.#alone.filter(({ atMs }) => nowMs - atMs < oneCauseMs);
    const newcomers: CallingOrder[] = [];
    const fresh = new Map<OrderId, readonly OrderNotification[]>();
    for (const [id, ofOrder] of Map.groupBy(calls, ({ orderId }) => orderId)) {
      const order = this.#orders.get(id) ?? this.#add(id);
      const isNew = order.calls.length === 0;
      order.calls = joined(this.standing(id), ofOrder);
      const waited = isNew ? [] : this.#outgrown(order, ofOrder);
      if (!isNew && order.group === null && waited === null) {
        this.#showAlone(order, ofOrder);
        continue;
      }
      fresh.set(id, [...(waited ?? []), ...ofOrder]);
      if (order.group === null) newcomers.push(order);
      else order.group.unnamed.add(id);
    }
    this.#place(newcomers, fresh, nowMs);
    for (const group of this.#groups) {
      const news = [...group.orders].flatMap((id) => fresh.get(id) ?? []);
      if (news.length === 0) continue;
      group.waiting = [...group.waiting, ...news];
      this.#showSoon(group);
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
    this.#showAlone(order, [news]);
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
      else if (order.group === null) this.#showAlone(order, []);
      else this.#changed(order.group);
    }
  }

  /** What is held back may be another now: cards go on with what may be said. */
  goOn(): void {
    this.lookAgain([...this.#orders.keys()]);
    for (const order of this.#orders.values()) if (order.isPutOff) this.#showAlone(order, []);
    for (const group of this.#groups) if (hasMore(group)) this.#showSoon(group);
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
    const order: CallingOrder = { id, calls: [], news: null, group: null, isPutOff: false };
    this.#orders.set(id, order);
    return order;
  }

  /**
   * An order on the card of one cause calls for something else: it leaves that card.
   *
   * @returns what had waited there; null when it stays
   */
  #outgrown(
    order: CallingOrder,
    calls: readonly OrderNotification[],
  ): readonly OrderNotification[] | null {
    const { group } = order;
    if (group === null || group.cause === null) return null;
    if (calls.every(({ event }) => event === group.cause)) return null;
    order.group = null;
    return this.#leave(group, order.id);
  }

  /** @returns what had waited for a card */
  #remove(id: OrderId): readonly OrderNotification[] {
    const order = this.#orders.get(id);
    this.#orders.delete(id);
    this.#alone = this.#alone.filter((each) => each.id !== id);
    if (order === undefined) return [];
    if (order.group !== null) return this.#leave(order.group, id);
    this.#parts.cards.close(id);
    return [];
  }

  /** @returns what had waited on the card about the order */
  #leave(group: Group, id: OrderId): readonly OrderNotification[] {
    const waited = group.waiting.filter(({ orderId }) => orderId === id);
    group.waiting = group.waiting.filter(({ orderId }) => orderId !== id);
    group.orders.delete(id);
    group.unnamed.delete(id);
    this.#changed(group);
    return waited;
  }

  /** Gives orders that begin to call a card: their own, or one with others. */
  #place(
    newcomers: readonly CallingOrder[],
    fresh: ReadonlyMap<OrderId, readonly OrderNotification[]>,
    nowMs: number,
  ): void {
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
      ({ cancelNext, cause, joinUntilMs, unnamed }) =>
        cause === null && (nowMs < joinUntilMs || (unnamed.size > 0 && cancelNext !== null)),
    );
    if (open === undefined && lately + rest.length <= mostAlone) {
      for (const order of rest) this.#showAlone(order, fresh.get(order.id) ?? []);
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
      group.orders.add(id);
      group.unnamed.add(id);
    }
    return group;
  }

  #addGroup(tag: string, cause: NotificationEvent | null): Group {
    const group: Group = {
      tag,
      cause,
      orders: new Set(),
      unnamed: new Set(),
      joinUntilMs: 0,
      waiting: [],
      isStale: false,
      cancelNext: null,
    };
    this.#groups = [...this.#groups, group];
    return group;
  }

  #join(group: Group, orders: readonly CallingOrder[], joinUntilMs: number): void {
    group.joinUntilMs = joinUntilMs;
    for (const order of orders) {
      order.group = group;
      group.orders.add(order.id);
      group.unnamed.add(order.id);
    }
  }

  /** @param fresh what is new on it, and may be told; nothing when something else is over */
  #showAlone(order: CallingOrder, fresh: readonly OrderNotification[]): void {
    const { cards, clock } = this.#parts;
    const { calls, id, isPutOff, news } = order;
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
    if (group.orders.size === 0) this.#close(group);
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
    const fresh = this.#parts.sift(group.waiting);
    group.waiting = [];
    this.lookAgain([...group.orders]);
    if (group.orders.size === 0) return;
    const { cards, clock, speech } = this.#parts;
    const { isStale, unnamed } = group;
    const { orders = [], putOff = [] } = Object.groupBy(
      [...group.orders]
        .flatMap((id) => this.#orders.get(id) ?? [])
        .toSorted((one, other) => compared(one, other)),
      (order) => (this.#mayTell(order) ? 'orders' : 'putOff'),
    );
    const isNamed = ({ id }: CallingOrder): boolean => !unnamed.has(id);
    const isCorrection = fresh.length === 0 && orders.every(isNamed);
    group.cancelNext = null;
    if (isCorrection && !isStale) return;
    const { all, named } = inTurn(orders, isNamed, speech());
    // What may not be said at this moment leaves the card, and is named when it may be.
    for (const { id } of putOff) unnamed.add(id);
    for (const { id } of named) unnamed.delete(id);
    group.isStale = false;
    if (orders.length === 0) {
      cards.close(group.tag);
      return;
    }
    group.cancelNext = clock.schedule(() => {
      group.cancelNext = null;
      if (hasMore(group)) this.#showSoon(group);
    }, showAgainMs);
    cards.show({
      tag: group.tag,
      orderIds: orders.map(({ id }) => id),
      topic: { kind: 'calls' },
      text: this.#groupText(group, all),
      isCritical: orders.some(({ calls }) => calls.some(({ isCritical }) => isCritical)),
      sound: this.#parts.soundOf(fresh),
      fresh,
      outcome: { kind: 'digested', reason: 'calls' },
      isCorrection,
    });
    for (const call of fresh) this.#parts.shown(call);
  }

  /** What is most serious about an order; the rest stands below. */
  #textOf({ calls, news }: CallingOrder): NotificationText {
    const { privacy, words } = this.#parts.speech();
    const [first, ...more] = [...calls, ...(news === null ? [] : [news])].map(
      ({ texts }) => texts[privacy],
    );
    if (first === undefined) return { title: '', body: '' };
    if (more.length === 0) return first;
    return { ...first, body: words.sentences(first.body, ...more.map(({ title }) => title)) };
  }

  /** @param orders in the order in which they are named */
  #groupText({ cause }: Group, orders: readonly CallingOrder[]): NotificationText {
    const [only, ...others] = orders;
    if (only !== undefined && others.length === 0) return this.#textOf(only);
    const speech = this.#parts.speech();
    const { calls: say, digest } = speech.words;
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

/** Whether a card of several has something to say that it did not say yet. */
function hasMore({ isStale, unnamed, waiting }: Group): boolean {
  return isStale || waiting.length > 0 || unnamed.size > 0;
}

function compared(one: CallingOrder, other: CallingOrder): number {
  const [first] = one.calls;
  const [second] = other.calls;
  return first === undefined || second === undefined ? 0 : bySeriousness(first, second);
}
