import type { OrderRow } from '../core/board/board.ts';
import { momentText } from '../core/order/format.ts';
import { openPromiseMs } from './board/arrangement.ts';
import type { Dictionary } from './text/en/dictionary.ts';

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
