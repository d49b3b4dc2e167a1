import type { OrderId } from '../../../core/order/order-id.ts';
import {
  readQuery,
  type SearchedOrder,
  type SearchedTexts,
  searchedTexts,
  type SearchHit,
  searchHit,
} from '../../../core/watch/order-search.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** How many orders are made ready in one turn of the event loop, which takes a laptop some 3 ms. */
const preparedAtOnce = 100;
/** The pause between two such turns. */
const betweenTurnsMs = 1;
/** Orders that changed are made ready this long afterwards, together with those that change until then. */
const preparedAfterMs = 1000;

/**
 * Finds orders by what is known of them. While a window listens the texts of all orders are held and follow
 * what changes, so that a search does not have to make them.
 */
export class OrderSearch {
  readonly #watch: Pick<Watch, 'get' | 'list'>;
  readonly #clock: Clock;
  readonly #searched = new Map<OrderId, SearchedOrder>();
  /** The orders whose texts are to be made ready. */
  readonly #due = new Set<OrderId>();
  #isListening = false;
  #cancelTurn: (() => void) | null = null;

  constructor(watch: Pick<Watch, 'get' | 'list'>, clock: Clock) {
    this.#watch = watch;
    this.#clock = clock;
  }

  /** A window shows the orders: from now on all are made ready, a hundred at once. */
  listen(): void {
    this.#isListening = true;
    for (const { id } of this.#watch.list()) this.#due.add(id);
    this.#plan(betweenTurnsMs);
  }

  /** The window is gone: nothing is held any more. */
  silence(): void {
    this.#isListening = false;
    this.#cancelTurn?.();
    this.#cancelTurn = null;
    this.#due.clear();
    this.#searched.clear();
  }

  ordersChanged(ids: readonly OrderId[]): void {
    if (!this.#isListening) return;
    for (const id of ids) this.#due.add(id);
    this.#plan(preparedAfterMs);
  }

  ordersRemoved(ids: readonly OrderId[]): void {
    for (const id of ids) {
      this.#due.delete(id);
      this.#searched.delete(id);
    }
  }

  /** The orders, archived ones too, that hold every word of a text, in the order of the watch list. */
  find(text: string): readonly SearchHit[] {
    const query = readQuery(text);
    return this.#watch
      .list()
      .flatMap((watched) => searchHit(watched, this.#textsOf(watched), query) ?? []);
  }

  #plan(delayMs: number): void {
    this.#cancelTurn ??= this.#clock.schedule(() => this.#prepare(), delayMs);
  }

  #prepare(): void {
    this.#cancelTurn = null;
    let left = preparedAtOnce;
    for (const id of this.#due) {
      if (left === 0) {
        this.#plan(betweenTurnsMs);
        return;
      }
      left -= 1;
      this.#due.delete(id);
      const watched = this.#watch.get(id);
      if (watched) this.#textsOf(watched);
    }
  }

  #textsOf(watched: WatchedOrder): SearchedTexts {
    const known = this.#searched.get(watched.id);
    if (known?.watched === watched) return known.texts;
    const texts = searchedTexts(watched, known);
    if (this.#isListening) this.#searched.set(watched.id, { watched, texts });
    return texts;
  }
}
