import { attentionText } from '../../../core/watch/attention-texts.ts';
import type { Attention } from '../../../core/watch/attention.ts';
import { repeatedLoss } from '../../../core/watch/order-flags.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { OrderCardsParts } from './cards.ts';
import { inTurn, namingText } from './digest-text.ts';

/** An order that calls for a person, and why. */
export interface OpenCall {
  readonly watched: WatchedOrder;
  readonly attention: Attention;
}

/** What an {@link OpenCallsCard} needs. */
export interface OpenCallsCardParts extends Pick<OrderCardsParts, 'clock' | 'cards' | 'speech'> {
  /** The orders that call for a person, were not handled and may be shown now, the most serious first. */
  readonly openCalls: () => readonly OpenCall[];
  /** Whether orders are still being read since a start or a wake. */
  readonly areOpening: () => boolean;
}

const tag = 'open-calls';
/** After a wake orders are read again before it is said which still call. */
const nameAfterMs = 10_000;
/** What it says is mended this often at most, and the next orders are named. */
const nameAgainMs = 5000;

/**
 * The card that names the orders which still call, for a dispatcher who came back: three at a time, until each was
 * named or a card was clicked. It is silent: each order was notified when it began to call.
 */
export class OpenCallsCard {
  readonly #parts: OpenCallsCardParts;
  /** The orders that are on it. */
  #calling: ReadonlySet<OrderId> = new Set();
  /** The orders that were named since, by it or by a card of their own. */
  #named = new Set<OrderId>();
  /** Whether orders that are read only now, after a start or a wake, join it. */
  #mayJoin = false;
  /** Orders that join it if they call now. */
  readonly #joining = new Set<OrderId>();
  #cancelSoon: (() => void) | null = null;
  #cancelNext: (() => void) | null = null;

  constructor(parts: OpenCallsCardParts) {
    this.#parts = parts;
  }

  /** Names all that call now. */
  nameAll(): void {
    this.#named = new Set();
    this.#show(this.#parts.openCalls(), false);
  }

  /** Names all that call once orders had time to be read. */
  nameSoon(): void {
    this.#cancelSoon ??= this.#parts.clock.schedule(() => {
      this.#cancelSoon = null;
      this.#mayJoin = this.#parts.areOpening();
      this.nameAll();
    }, nameAfterMs);
  }

  /** Says it again when one of its orders may call no more, or one that was read now may join. */
  ordersChanged(ids: readonly OrderId[]): void {
    if (this.#mayJoin || ids.some((id) => this.#calling.has(id))) this.#nameNext();
  }

  /** These orders join it, as far as they call. */
  join(ids: readonly OrderId[]): void {
    for (const id of ids) this.#joining.add(id);
    this.#nameNext();
  }

  /** The settings say anew which orders call. */
  lookAgain(): void {
    if (this.#mayJoin || this.#calling.size > 0) this.#nameNext();
  }

  /** A card of its own names this order. */
  named(id: OrderId): void {
    this.#named.add(id);
  }

  /** A card was clicked: the window, which opens now, has all that was not named yet. */
  opened(): void {
    for (const id of this.#calling) this.#named.add(id);
    this.#mayJoin = false;
  }

  stop(): void {
    this.#cancelSoon?.();
    this.#cancelNext?.();
  }

  /** In a moment names those of its orders that were not named yet, and no more those that call no more. */
  #nameNext(): void {
    this.#cancelNext ??= this.#parts.clock.schedule(() => {
      this.#cancelNext = null;
      const calling = this.#calling;
      const mayJoin = (id: OrderId): boolean => this.#mayJoin || this.#joining.has(id);
      const open = this.#parts
        .openCalls()
        .filter(({ watched: { id } }) => calling.has(id) || (mayJoin(id) && !this.#named.has(id)));
      this.#joining.clear();
      this.#mayJoin &&= this.#parts.areOpening();
      const areAllNamed = open.every((call) => this.#isNamed(call));
      if (open.length < calling.size || !areAllNamed) this.#show(open, areAllNamed);
    }, nameAgainMs);
  }

  #isNamed({ watched }: OpenCall): boolean {
    return this.#named.has(watched.id);
  }

  /** @param isCorrection it says no more than that some call no more */
  #show(calls: readonly OpenCall[], isCorrection: boolean): void {
    const { cards } = this.#parts;
    const speech = this.#parts.speech();
    const orderIds = calls.map(({ watched }) => watched.id);
    this.#calling = new Set(orderIds);
    if (calls.length === 0) {
      cards.close(tag);
      return;
    }
    const { all, named } = inTurn(calls, (call) => this.#isNamed(call), speech);
    const orders = all.map(({ attention, watched }) => ({
      id: watched.id,
      why: attentionText(attention, repeatedLoss(watched), speech.language).toLowerCase(),
    }));
    const text = namingText(speech.texts.calls.stillNeedYou(calls.length), orders, speech);
    cards.show({ tag, orderIds, topic: { kind: 'calls' }, text, isCorrection });
    for (const { watched } of named) this.#named.add(watched.id);
    if (!calls.every((call) => this.#isNamed(call))) this.#nameNext();
  }
}
