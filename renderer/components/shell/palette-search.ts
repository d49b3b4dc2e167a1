import type { OrderRow } from '../../../core/board/board.ts';
import { folded, queryWords } from '../../../core/text/folded.ts';
import type { SearchHit } from '../../../core/watch/order-search.ts';
import type { Found } from '../../board/arrangement.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';
import { hitText } from '../list/hit-text.ts';

/** How many orders the palette offers at once. */
export const mostPaletteOrders = 8;

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
  const text = folded(name);
  const words = queryWords(query);
  if (!words.every((word) => text.includes(word))) return null;
  if (text.startsWith(words.join(' '))) return fits.start;
  return words.every((word) => beginsWord(text, word)) ? fits.words : fits.inside;
}

/** How well an order fits: by its name or the start of its uuid, else by something else in it. */
export function orderFit(row: OrderRow, query: string): number {
  if (row.id.startsWith(query.trim().toLowerCase())) return fits.start;
  return fitOf(row.label ?? row.customer ?? row.id, query) ?? fits.elsewhere;
}

/** The rows of the orders that a query found, the best first. */
export function paletteOrders(
  rows: Iterable<OrderRow>,
  query: string,
  found: Found | null,
): readonly OrderRow[] {
  return [...rows]
    .filter((row) => found?.has(row.id) === true)
    .map((row) => ({ row, fit: orderFit(row, query) }))
    .toSorted((one, other) => one.fit - other.fit)
    .slice(0, mostPaletteOrders)
    .map(({ row }) => row);
}

/**
 * What an order was found by, when no text that is shown of it anyway holds a word of the query: the text,
 * if the row has it, or else what it is.
 */
export function foundBy(
  row: OrderRow,
  hit: SearchHit | undefined,
  query: string,
  shown: readonly string[],
  text: Dictionary,
): string | null {
  if (hit === undefined) return null;
  const missing = queryWords(query).find(
    (word) => !shown.some((each) => folded(each).includes(word)),
  );
  if (missing === undefined) return null;
  const courier = row.courier.kind === 'known' ? row.courier.name : null;
  const parts = [row.group, row.pickupText, row.destinationText, courier, hit.noteText];
  const part = parts.find((each) => each !== null && folded(each).includes(missing));
  return part ?? (hitText(row, hit, text) || null);
}
