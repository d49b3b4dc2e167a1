import type { CardTopic } from '../../../core/bridge/bridge.ts';
import type { OrderNotification } from '../../../core/notification/notification.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { CallCards } from './call-cards.ts';
import type { OrderCardsParts } from './cards.ts';
import { type Gathered, newsText } from './digest-text.ts';
import { mostLiteral } from './live-orders.ts';

/** How news notifies at this moment. */
export interface NewsTelling {
  /** Whether a change gets a card of its own. @param isBurst whether it comes with changes of many other orders */
  readonly isLiteral: (news: OrderNotification, isBurst: boolean) => boolean;
  /** Whether many orders change, so that what is not literal is gathered. */
  readonly gathers: (isBurst: boolean) => boolean;
  /** How long news is gathered when many orders change. */
  readonly digestEveryMs: () => number;
  /** How far apart two plain moves of an order are shown. */
  readonly moveEveryMs: (id: OrderId) => number;
}

/** What {@link NewsCards} need. */
export interface NewsCardsParts extends OrderCardsParts, NewsTelling {
  /** News that another one of its order replaces before it was shown. */
  readonly superseded: (news: readonly OrderNotification[]) => void;
  readonly calls: Pick<CallCards, 'hasCard' | 'addNews'>;
}

/** How long what is found first after a sleep, an outage or a start is gathered for one card. */
const gatherAfterAwayMs = 10_000;
/** News that waited longer than this comes on one card and not one by one. */
const lateAfterMs = 300_000;
/** Two cards of several orders' news do not come closer than this: the later one waits. */
const togetherEveryMs = 30_000;

/** News that waits for one card. */
interface Gathering {
  waiting: readonly OrderNotification[];
  /** What its card said when it was last shown: of each order the newest. */
  onCard: readonly OrderNotification[];
  cancel: (() => void) | null;
}

/** An order of which no further plain move is shown for a while, and the latest move since. */
interface MovedOrder {
  waiting: OrderNotification | null;
  readonly cancel: () => void;
}

/** Of each order the newest. */
function newestOfEach(news: readonly OrderNotification[]): readonly OrderNotification[] {
  return [...new Map(news.map((each) => [each.orderId, each] as const)).values()];
}

/** What a click on a card of this news is to show. */
export function newsTopic(news: readonly Pick<OrderNotification, 'decidedAtMs'>[]): CardTopic {
  return { kind: 'news', sinceMs: Math.min(...news.map(({ decidedAtMs }) => decidedAtMs)) };
}

/**
 * The cards of news. A change that is shown literally comes at once, on its order's own card; a plain move no more
 * often than was chosen, the latest one. What is gathered comes on one quiet card, which replaces the one before
 * and goes on counting until it was looked at.
 */
export class NewsCards {
  readonly #parts: NewsCardsParts;
  readonly #gatherings = new Map<Gathered, Gathering>();
  #awayUntilMs = Number.NEGATIVE_INFINITY;
  #hasSaidThatItGathers = false;
  #nextTogetherAtMs = Number.NEGATIVE_INFINITY;
  /** The orders of which a plain move was shown just now. */
  readonly #moves = new Map<OrderId, MovedOrder>();

  constructor(parts: NewsCardsParts) {
    this.#parts = parts;
  }

  /** The news that waits for a card. */
  get held(): readonly OrderNotification[] {
    return [
      ...[...this.#gatherings.values()].flatMap(({ waiting }) => waiting),
      ...[...this.#moves.values()].flatMap(({ waiting }) => waiting ?? []),
    ];
  }

  /** Tells changes as was chosen: each on a card of its own, or several on one. */
  push(news: readonly OrderNotification[]): void {
    // Orders that all end at once are live no more, and too many all the same.
    const isBurst = new Set(news.map(({ orderId }) => orderId)).size > mostLiteral;
    for (const each of news) this.#push(each, isBurst);
  }

  /** What is found now happened while the dispatcher was away. */
  gatherAfterAway(): void {
    this.#awayUntilMs = this.#parts.clock.monotonicMs() + gatherAfterAwayMs;
  }

  /** Tells a change by itself. */
  tell(news: OrderNotification): void {
    const { orderId } = news;
    const moved = news.event === 'courierMovedOn' ? this.#moves.get(orderId) : undefined;
    if (moved !== undefined) {
      if (moved.waiting !== null) this.#parts.superseded([moved.waiting]);
      moved.waiting = news;
      return;
    }
    if (news.event === 'courierMovedOn') this.#waitForNextMove(orderId);
    this.#show(news);
  }

  /** Tells changes together, as soon as such a card may come. */
  tellTogether(about: Gathered, news: readonly OrderNotification[]): void {
    this.#showInTurn(about, this.#gathering(about, news));
  }

  /**
   * The dispatcher knows about these orders, or something newer is shown of them: no card of news counts what it had.
   *
   * @returns what had waited
   */
  remove(ids: ReadonlySet<OrderId>): readonly OrderNotification[] {
    const isRemoved = ({ orderId }: OrderNotification): boolean => ids.has(orderId);
    const removed = this.held.filter(isRemoved);
    for (const id of ids) {
      const moved = this.#moves.get(id);
      if (moved !== undefined) moved.waiting = null;
    }
    for (const gathering of this.#gatherings.values()) {
      gathering.waiting = gathering.waiting.filter((each) => !isRemoved(each));
      gathering.onCard = gathering.onCard.filter((each) => !isRemoved(each));
    }
    return removed;
  }

  /** The window came to the front: what the cards told is seen there, and the next ones count anew. */
  looked(): void {
    for (const gathering of this.#gatherings.values()) gathering.onCard = [];
  }

  /** Drops what waits; it is still in the outbox. */
  stop(): void {
    for (const { cancel } of this.#gatherings.values()) cancel?.();
    for (const { cancel } of this.#moves.values()) cancel();
    this.#gatherings.clear();
    this.#moves.clear();
  }

  #push(news: OrderNotification, isBurst: boolean): void {
    const { clock, digestEveryMs, gathers, isLiteral } = this.#parts;
    const isLate = news.decidedAtMs < clock.wallMs() - lateAfterMs;
    if (!gathers(isBurst)) this.#hasSaidThatItGathers = false;
    const isAway = clock.monotonicMs() < this.#awayUntilMs;
    if (news.isMissed === true || isLate) this.#gather('away', news, gatherAfterAwayMs);
    else if (isLiteral(news, isBurst)) this.tell(news);
    else if (isAway) this.#gather('away', news, gatherAfterAwayMs);
    else this.#gather('burst', news, digestEveryMs());
  }

  /** Tells a change together with others, within this time. */
  #gather(about: Gathered, news: OrderNotification, withinMs: number): void {
    const { calls, cards, clock } = this.#parts;
    const gathering = this.#gathering(about, [news]);
    // What a card of its own said of the order before is so no more.
    if (!calls.hasCard(news.orderId)) cards.close(news.orderId);
    gathering.cancel ??= clock.schedule(() => {
      gathering.cancel = null;
      this.#showInTurn(about, gathering);
    }, withinMs);
  }

  #showInTurn(about: Gathered, gathering: Gathering): void {
    const { clock } = this.#parts;
    const waitMs = this.#nextTogetherAtMs - clock.monotonicMs();
    if (waitMs <= 0) this.#showGathered(about, gathering);
    else {
      gathering.cancel?.();
      gathering.cancel = clock.schedule(() => {
        gathering.cancel = null;
        this.#showInTurn(about, gathering);
      }, waitMs);
    }
  }

  #waitForNextMove(id: OrderId): void {
    const { clock, moveEveryMs, sift } = this.#parts;
    const cancel = clock.schedule(() => {
      const waiting = this.#moves.get(id)?.waiting ?? null;
      this.#moves.delete(id);
      if (waiting !== null) for (const each of sift([waiting])) this.tell(each);
    }, moveEveryMs(id));
    this.#moves.set(id, { waiting: null, cancel });
  }

  #gathering(about: Gathered, news: readonly OrderNotification[]): Gathering {
    const gathering = this.#gatherings.get(about) ?? { waiting: [], onCard: [], cancel: null };
    this.#gatherings.set(about, gathering);
    gathering.waiting = [...gathering.waiting, ...news];
    return gathering;
  }

  #show(news: OrderNotification): void {
    const { calls, cards, shown, soundOf, speech } = this.#parts;
    const { isCritical, orderId, texts } = news;
    if (!calls.addNews(news)) {
      cards.show({
        tag: orderId,
        orderIds: [orderId],
        text: texts[speech().privacy],
        isCritical,
        sound: soundOf([news]),
        fresh: [news],
      });
    }
    shown(news);
  }

  #showGathered(about: Gathered, gathering: Gathering): void {
    const kept = this.#parts.sift(gathering.waiting);
    gathering.waiting = [];
    const fresh = newestOfEach(kept);
    const newest = new Set(fresh);
    this.#parts.superseded(kept.filter((each) => !newest.has(each)));
    const [only] = fresh;
    if (only === undefined) return;
    // An absence that is over has its own card; what goes on counts on.
    const before = about === 'burst' ? gathering.onCard : [];
    const onCard = newestOfEach([...before.filter((each) => this.#parts.mayTell(each)), ...fresh]);
    gathering.onCard = onCard;
    if (onCard.length === 1) {
      this.#show(only);
      return;
    }
    const { cards, clock, speech } = this.#parts;
    this.#nextTogetherAtMs = clock.monotonicMs() + togetherEveryMs;
    cards.show({
      tag: `news:${about}`,
      orderIds: onCard.map(({ orderId }) => orderId),
      topic: newsTopic(onCard),
      text: newsText(onCard, about, speech(), this.#beginsToGather(about)),
      fresh,
      outcome: { kind: 'digested', reason: about },
    });
    for (const each of fresh) this.#parts.shown(each);
  }

  /** Whether a card is the first one since news is gathered, which is said once. */
  #beginsToGather(about: Gathered): boolean {
    const isGathering = about === 'burst' && this.#parts.gathers(false);
    if (!isGathering || this.#hasSaidThatItGathers) return false;
    this.#hasSaidThatItGathers = true;
    return true;
  }
}
