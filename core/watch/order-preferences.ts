import { sameValue } from '../same-value.ts';

/**
 * The dispatcher's preferences for one order beyond its label: its notifications, the promised time, its
 * group and note. Times in milliseconds since 1970.
 */
export interface OrderPreferences {
  /** The dispatcher's own group, such as a customer or a team. */
  readonly group: string | null;
  /** The dispatcher's own note, for themselves and for the next shift. */
  readonly note: string | null;
  /** The time that the recipient was promised; the service knows none. */
  readonly promisedAtMs: number | null;
  /** Until when its notifications are held back. */
  readonly snoozedUntilMs: number | null;
  /** When to notify again of what is still wrong then. */
  readonly remindAtMs: number | null;
  /**
   * True while the order is followed: each change of its status and each move notifies by itself, however many
   * orders are live. False leaves out plain moves; null leaves it to the group and the settings.
   */
  readonly tellsEveryMove: boolean | null;
}

/** The longest note, in characters: it is to be read at a change of shift. */
export const longestNote = 2000;

/** Only the properties that are named change. */
export type PreferencesChange = {
  readonly [Name in keyof OrderPreferences]?: OrderPreferences[Name] | undefined;
};

const noPreferences: OrderPreferences = {
  group: null,
  note: null,
  promisedAtMs: null,
  snoozedUntilMs: null,
  remindAtMs: null,
  tellsEveryMove: null,
};

/** The preferences after a change; null once none is set, the same object when nothing changed. */
export function changedPreferences(
  preferences: OrderPreferences | null,
  change: PreferencesChange,
): OrderPreferences | null {
  const before = preferences ?? noPreferences;
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const after: OrderPreferences = { ...before, ...given };
  if (sameValue(after, before)) return preferences;
  return sameValue(after, noPreferences) ? null : after;
}
