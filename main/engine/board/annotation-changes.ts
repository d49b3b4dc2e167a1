import { sameValue } from '../../../core/same-value.ts';
import {
  changedPreferences,
  type OrderPreferences,
} from '../../../core/watch/order-preferences.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** A watched order before and after a paste or a hand-over said something of it. */
export interface AnnotationChange {
  readonly before: WatchedOrder;
  readonly after: WatchedOrder;
}

/** What a paste or a hand-over can change of a watched order. */
type Annotations = Pick<
  WatchedOrder,
  'id' | 'label' | 'preferences' | 'isPinned' | 'acknowledged' | 'calls'
>;

/** As many messages with undo stand on the screen. */
const mostChanges = 3;
/** How many orders are changed in one turn of the event loop, which takes some 5 ms. */
const restoredAtOnce = 100;

/** What {@link AnnotationChanges} need. */
export interface AnnotationChangesParts {
  readonly watch: Pick<Watch, 'rewrite' | 'pin' | 'get'>;
  readonly clock: Pick<Clock, 'nextTurn'>;
}

/**
 * Remembers what pastes and hand-overs changed of watched orders, so that undo restores exactly that and
 * keeps what was changed since.
 */
export class AnnotationChanges {
  readonly #parts: AnnotationChangesParts;
  readonly #changes = new Map<
    number,
    readonly (readonly [before: Annotations, after: Annotations])[]
  >();
  #last = 0;

  constructor(parts: AnnotationChangesParts) {
    this.#parts = parts;
  }

  /** @returns the number of these changes, to take them back; null when there are none */
  remember(changes: readonly AnnotationChange[]): number | null {
    if (changes.length === 0) return null;
    this.#last += 1;
    this.#changes.set(
      this.#last,
      changes.map(({ before, after }) => [annotationsOf(before), annotationsOf(after)] as const),
    );
    this.#changes.delete(this.#last - mostChanges);
    return this.#last;
  }

  /**
   * Takes changes back, or makes them again.
   *
   * @throws RangeError when they are unknown or long ago
   */
  async restore(change: number, isBack: boolean): Promise<void> {
    const { clock, watch } = this.#parts;
    const changes = this.#changes.get(change);
    if (changes === undefined) throw new RangeError('no such change');
    for (let from = 0; from < changes.length; from += restoredAtOnce) {
      if (from > 0) await clock.nextTurn();
      const some = new Map(
        changes.slice(from, from + restoredAtOnce).map((each) => [each[0].id, each]),
      );
      const ids = [...some.keys()];
      watch.rewrite(ids, (now) => {
        const [before, after] = some.get(now.id) ?? [now, now];
        return isBack ? restored(now, after, before) : restored(now, before, after);
      });
      // Pinned orders go first.
      for (const isPinned of [true, false]) {
        watch.pin(
          ids.filter((id) => watch.get(id)?.isPinned === isPinned),
          isPinned,
        );
      }
    }
  }
}

function annotationsOf({
  id,
  label,
  preferences,
  isPinned,
  acknowledged,
  calls,
}: WatchedOrder): Annotations {
  return { id, label, preferences, isPinned, acknowledged, calls };
}

/** An order with what a change made of `from`, as far as it still stands so; the same one otherwise. */
function restored(now: WatchedOrder, from: Annotations, to: Annotations): WatchedOrder {
  const preference = <Name extends keyof OrderPreferences>(name: Name) =>
    chosen(
      now.preferences?.[name] ?? null,
      from.preferences?.[name] ?? null,
      to.preferences?.[name] ?? null,
    );
  const annotations = {
    label: chosen(now.label, from.label, to.label),
    isPinned: chosen(now.isPinned, from.isPinned, to.isPinned),
    acknowledged: chosen(now.acknowledged, from.acknowledged, to.acknowledged),
    calls: chosen(now.calls, from.calls, to.calls),
    preferences: changedPreferences(now.preferences, {
      group: preference('group'),
      note: preference('note'),
      promisedAtMs: preference('promisedAtMs'),
      remindAtMs: preference('remindAtMs'),
      tellsEveryMove: preference('tellsEveryMove'),
    }),
  };
  return { ...now, ...annotations };
}

function chosen<Value>(now: Value, from: Value, to: Value): Value {
  return sameValue(now, from) ? to : now;
}
