import { sameValue } from '../order/same-value.ts';

/**
 * What the dispatcher wishes for one order beyond its label: how it is told, what was promised, and
 * with which others it belongs. Times in milliseconds since 1970.
 */
export interface OrderWishes {
  /** The dispatcher's own group, such as a customer or a team. */
  readonly group: string | null;
  /** The dispatcher's own note, for themselves and for whoever takes over. */
  readonly note: string | null;
  /** The time that somebody was promised; the service knows none. */
  readonly promisedAtMs: number | null;
  /** Until when its notifications are held back. */
  readonly snoozedUntilMs: number | null;
  /** When to tell again what is still wrong by then. */
  readonly remindAtMs: number | null;
  /** Whether every move is told; null leaves it to the group and the settings. */
  readonly tellsEveryMove: boolean | null;
}

/** The longest a note may be, in characters: what is read at a change of shift, not a document. */
export const longestNote = 2000;

/** Only what is named changes. */
export type WishesChange = {
  readonly [Name in keyof OrderWishes]?: OrderWishes[Name] | undefined;
};

const noWishes: OrderWishes = {
  group: null,
  note: null,
  promisedAtMs: null,
  snoozedUntilMs: null,
  remindAtMs: null,
  tellsEveryMove: null,
};

/** The wishes after a change; null once nothing is wished, the same object when nothing changed. */
export function changedWishes(
  wishes: OrderWishes | null,
  change: WishesChange,
): OrderWishes | null {
  const before = wishes ?? noWishes;
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const after: OrderWishes = { ...before, ...given };
  if (sameValue(after, before)) return wishes;
  return sameValue(after, noWishes) ? null : after;
}
