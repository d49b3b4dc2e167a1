import type { OrderRow } from '../../core/board/board.ts';
import { groupRule } from '../../core/notification/group-rules.ts';
import { momentText } from '../../core/order/format.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { Dictionary } from '../text/en/dictionary.ts';
import { openPromiseMs } from './arrangement.ts';

/** Why an order notifies of nothing at a time: a mute or a snooze, of its own or of its group. */
export interface Silence {
  readonly isOfGroup: boolean;
  /** When it ends by itself; null for a mute. */
  readonly untilMs: number | null;
}

/** What keeps an order silent longest; null for nothing. What holds all orders back does not count. */
export function silenceOf(
  row: Pick<OrderRow, 'group' | 'isMuted' | 'snoozedUntilMs'>,
  settings: Pick<Settings, 'groupRules'>,
  nowMs: number,
): Silence | null {
  if (row.isMuted) return { isOfGroup: false, untilMs: null };
  const rule = groupRule(settings, row);
  if (rule?.isMuted === true) return { isOfGroup: true, untilMs: null };
  const ownMs = row.snoozedUntilMs ?? 0;
  const ofGroupMs = rule?.snoozedUntilMs ?? 0;
  const untilMs = Math.max(ownMs, ofGroupMs);
  return nowMs < untilMs ? { isOfGroup: ofGroupMs > ownMs, untilMs } : null;
}

/**
 * What is added to the end of a snooze: that promises lie before it, whose breaking it keeps silent; empty where
 * none does. A promise that is broken already was told.
 *
 * @param isOne whether the snooze is that of one order. Default: whether there is one.
 */
export function pastPromisesText(
  rows: readonly OrderRow[],
  nowMs: number,
  untilMs: number,
  { locale, preferences }: Pick<Dictionary, 'locale' | 'preferences'>,
  isOne = rows.length === 1,
): string {
  const within = rows
    .map(openPromiseMs)
    .filter((atMs) => atMs !== null && nowMs <= atMs && atMs < untilMs);
  if (within.length === 0) return '';
  const first = momentText(Math.min(...within.map(Number)), nowMs, locale);
  return isOne ? preferences.pastPromise(first) : preferences.pastPromises(within.length, first);
}
