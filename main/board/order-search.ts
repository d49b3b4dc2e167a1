import {
  readQuery,
  type SearchHit,
  type SearchedTexts,
  searchedTexts,
  searchHit,
} from '../../core/watch/order-search.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { Watch } from '../watch/ports.ts';

/** The texts of an order as it was, made ready to be looked through. */
interface Prepared extends Pick<WatchedOrder, 'label' | 'preferences'> {
  readonly texts: SearchedTexts;
}

/**
 * Finds orders by what is known of them. Texts are made ready once and held by the answer of the service
 * that they come from. A check that finds nothing new keeps that; an order that was changed, erased or
 * removed leaves nothing behind.
 */
export class OrderSearch {
  readonly #watch: Pick<Watch, 'list'>;
  readonly #prepared = new WeakMap<object, Prepared>();

  constructor(watch: Pick<Watch, 'list'>) {
    this.#watch = watch;
  }

  /** The orders, archived ones too, that hold every word of a text, in the order of the watch list. */
  find(text: string): readonly SearchHit[] {
    const query = readQuery(text);
    return this.#watch
      .list()
      .flatMap((watched) => searchHit(watched, this.#textsOf(watched), query) ?? []);
  }

  #textsOf(watched: WatchedOrder): SearchedTexts {
    const { label, order, preferences } = watched;
    const holder = order ?? watched;
    const known = this.#prepared.get(holder);
    if (known?.label === label && known.preferences === preferences) return known.texts;
    const texts = searchedTexts(watched);
    this.#prepared.set(holder, { label, preferences, texts });
    return texts;
  }
}
