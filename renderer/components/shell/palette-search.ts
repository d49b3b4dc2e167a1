import type { OrderRow } from '../../../core/bridge/board.ts';
import { matchesFilter, searchedParts } from '../../board/arrangement.ts';

/** How many orders the palette offers at once. */
export const mostPaletteOrders = 8;

function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** How well a name fits what was typed. Lower is better. */
export const fits = { start: 0, words: 1, inside: 2, elsewhere: 3 } as const;

/**
 * How well a name fits what was typed: it begins with it, its words begin with it, or it contains it;
 * null when a word of the query is nowhere in the name.
 */
export function fitOf(name: string, query: string): number | null {
  const text = name.toLowerCase();
  const words = wordsOf(query);
  if (!words.every((word) => text.includes(word))) return null;
  if (text.startsWith(words.join(' '))) return fits.start;
  return words.every((word) => beginsWord(text, word)) ? fits.words : fits.inside;
}

/** How well an order fits: by its name or the start of its uuid, else by something else that its row shows. */
export function orderFit(row: OrderRow, query: string): number {
  if (row.id.startsWith(query.trim().toLowerCase())) return fits.start;
  return fitOf(row.label ?? row.id, query) ?? fits.elsewhere;
}

/** The rows that a query means, the best first; without a query the given ones as they come. */
export function paletteOrders(rows: Iterable<OrderRow>, query: string): readonly OrderRow[] {
  return [...rows]
    .filter((row) => matchesFilter(row, query))
    .map((row) => ({ row, fit: orderFit(row, query) }))
    .toSorted((one, other) => one.fit - other.fit)
    .slice(0, mostPaletteOrders)
    .map(({ row }) => row);
}

/** What an order was found by, when no text that is shown of it anyway holds a word of the query. */
export function foundBy(row: OrderRow, query: string, shown: readonly string[]): string | null {
  const missing = wordsOf(query).find(
    (word) => !shown.some((text) => text.toLowerCase().includes(word)),
  );
  if (missing === undefined) return null;
  return searchedParts(row).find((part) => part.toLowerCase().includes(missing)) ?? null;
}

/** A part of a text that is shown, and where it begins. */
export interface MarkedPiece {
  readonly at: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** A text in pieces, every place of every word that was looked for marked. */
export function marked(text: string, query: string): readonly MarkedPiece[] {
  const lower = text.toLowerCase();
  // Some letters are longer in lower case; then places in the two texts differ.
  const words = lower.length === text.length ? wordsOf(query) : [];
  const isMarked = Array.from<boolean>({ length: text.length }).fill(false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      isMarked.fill(true, at, at + word.length);
    }
  }
  const starts = isMarked.flatMap((is, at) => (at === 0 || is !== isMarked[at - 1] ? [at] : []));
  return starts.map((at, index) => ({
    at,
    text: text.slice(at, starts[index + 1]),
    isMarked: isMarked[at] === true,
  }));
}
