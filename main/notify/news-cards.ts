import type { CardTopic } from '../../core/bridge/bridge.ts';
import type { NotificationSound } from '../../core/notification/notification-sound.ts';
import type { Notification, NotificationText } from '../../core/notification/notification.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Clock } from '../watch/clock.ts';
import type { CallCards } from './call-cards.ts';
import type { Cards } from './cards.ts';
import type { CardSpeech, Gathered } from './digest-text.ts';

/** What {@link NewsCards} need. */
export interface NewsCardsParts {
  readonly clock: Clock;
  readonly cards: Pick<Cards, 'show' | 'close'>;
  /** What a card for several says. @param news of each order the newest */
  readonly text: (news: readonly Notification[], about: Gathered) => NotificationText;
  readonly speech: () => CardSpeech;
  readonly soundOf: (news: readonly Notification[]) => NotificationSound;
  /** How long news is gathered when many orders change. */
  readonly digestEveryMs: () => number;
  /** How far apart two plain moves of an order are told. */
  readonly moveEveryMs: (id: OrderId) => number;
  /** Leaves out what became needless while it waited. */
  readonly sift: (news: readonly Notification[]) => readonly Notification[];
  /** News that another one of its order replaces before it was shown. */
  readonly overtaken: (news: readonly Notification[]) => void;
  /** Whether what a card told before may be told again now. */
  readonly mayTell: (news: Notification) => boolean;
  readonly calls: Pick<CallCards, 'hasCard' | 'addNews'>;
  readonly shown: (news: Notification) => void;
}

/** News that waits for one card. */
interface Gathering {
  waiting: readonly Notification[];
  /** What its card said when it was last shown: of each order the newest. */
  told: readonly Notification[];
  cancel: (() => void) | null;
}

/** Of each order the newest. */
function newestOfEach(news: readonly Notification[]): readonly Notification[] {
  return [...new Map(news.map((each) => [each.orderId, each] as const)).values()];
}

/** What a click on a card of this news is to show. */
export function newsTopic(news: readonly Notification[]): CardTopic {
  return { kind: 'news', sinceMs: Math.min(...news.map(({ decidedAtMs }) => decidedAtMs)) };
}

/**
 * The cards of news. A change that is told literally comes at once, on its order's own card; a plain move no more
 * often than was chosen, the latest one. What is gathered comes on one quiet card, which replaces the one before
 * and goes on counting until it was looked at.
 */
export class NewsCards {
  readonly #parts: NewsCardsParts;
  readonly #gatherings = new Map<Gathered, Gathering>();
  readonly #movedAtMs = new Map<OrderId, number>();
  readonly #moves = new Map<OrderId, { news: Notification; readonly cancel: () => void }>();

  constructor(parts: NewsCardsParts) {
    this.#parts = parts;
  }

  /** The news that waits for a card. */
  get held(): readonly Notification[] {
    return [
      ...[...this.#gatherings.values()].flatMap(({ waiting }) => waiting),
      ...[...this.#moves.values()].map(({ news }) => news),
    ];
  }

  /** Tells a change by itself. */
  tell(news: Notification): void {
    const { orderId } = news;
    if (news.event !== 'courierMovedOn' || orderId === null) {
      this.#show(news);
      return;
    }
    const waiting = this.#moves.get(orderId);
    if (waiting !== undefined) {
      this.#parts.overtaken([waiting.news]);
      waiting.news = news;
      return;
    }
    const nowMs = this.#parts.clock.monotonicMs();
    const lastMs = this.#movedAtMs.get(orderId) ?? Number.NEGATIVE_INFINITY;
    const leftMs = lastMs + this.#parts.moveEveryMs(orderId) - nowMs;
    if (leftMs <= 0) {
      this.#movedAtMs.set(orderId, nowMs);
      this.#show(news);
      return;
    }
    const cancel = this.#parts.clock.schedule(() => {
      const move = this.#moves.get(orderId);
      this.#moves.delete(orderId);
      if (move !== undefined) for (const each of this.#parts.sift([move.news])) this.tell(each);
    }, leftMs);
    this.#moves.set(orderId, { news, cancel });
  }

  /** Tells changes together with others. @param withinMs when, at the latest; default: as was chosen */
  gather(
    about: Gathered,
    news: readonly Notification[],
    withinMs = this.#parts.digestEveryMs(),
  ): void {
    const gathering = this.#gathering(about, news);
    // What a card of its own said of the order before is so no more.
    for (const { orderId } of news) {
      if (orderId !== null && !this.#parts.calls.hasCard(orderId)) this.#parts.cards.close(orderId);
    }
    gathering.cancel ??= this.#parts.clock.schedule(() => {
      gathering.cancel = null;
      this.#showGathered(about, gathering);
    }, withinMs);
  }

  /** Tells changes together, at once. */
  tellTogether(about: Gathered, news: readonly Notification[]): void {
    this.#showGathered(about, this.#gathering(about, news));
  }

  /**
   * The dispatcher knows about these orders, or something newer is told of them: no card of news counts what it had.
   *
   * @returns what had waited
   */
  take(ids: ReadonlySet<OrderId>): readonly Notification[] {
    const isTaken = ({ orderId }: Notification): boolean => orderId !== null && ids.has(orderId);
    const taken = this.held.filter(isTaken);
    for (const id of ids) {
      this.#moves.get(id)?.cancel();
      this.#moves.delete(id);
    }
    for (const gathering of this.#gatherings.values()) {
      gathering.waiting = gathering.waiting.filter((each) => !isTaken(each));
      gathering.told = gathering.told.filter((each) => !isTaken(each));
    }
    return taken;
  }

  /** The window came to the front: what the cards told is seen there, and the next ones count anew. */
  looked(): void {
    for (const gathering of this.#gatherings.values()) gathering.told = [];
  }

  /** Drops what waits; it is still in the outbox. */
  stop(): void {
    for (const { cancel } of this.#gatherings.values()) cancel?.();
    for (const { cancel } of this.#moves.values()) cancel();
    this.#gatherings.clear();
    this.#moves.clear();
  }

  #gathering(about: Gathered, news: readonly Notification[]): Gathering {
    const gathering = this.#gatherings.get(about) ?? { waiting: [], told: [], cancel: null };
    this.#gatherings.set(about, gathering);
    gathering.waiting = [...gathering.waiting, ...news];
    return gathering;
  }

  #show(news: Notification): void {
    const { calls, cards, shown, soundOf, speech } = this.#parts;
    const { event, isCritical, orderId, texts } = news;
    if (!calls.addNews(news)) {
      cards.show({
        tag: orderId ?? event,
        orderIds: orderId === null ? [] : [orderId],
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
    this.#parts.overtaken(kept.filter((each) => !newest.has(each)));
    const [only] = fresh;
    if (only === undefined) return;
    // An absence that is over has its own card; what goes on counts on.
    const before = about === 'burst' ? gathering.told : [];
    const told = newestOfEach([...before.filter((each) => this.#parts.mayTell(each)), ...fresh]);
    gathering.told = told;
    if (told.length === 1) {
      this.#show(only);
      return;
    }
    const { cards, text } = this.#parts;
    const ids = told.flatMap(({ orderId }) => orderId ?? []);
    cards.show({
      tag: `news:${about}`,
      orderIds: ids,
      topic: newsTopic(told),
      text: text(told, about),
      fresh,
      outcome: { kind: 'digested', reason: about },
    });
    for (const each of fresh) this.#parts.shown(each);
  }
}
