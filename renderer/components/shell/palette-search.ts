import type { OrderRow } from '../../../core/bridge/board.ts';
import { matchesFilter } from '../../board/arrangement.ts';

/** How many orders the palette offers at once. */
export const mostPaletteOrders = 8;

/** How well a row fits; 0 is best: the name begins with the query, 1 a later word does, 2 it contains it. */
function rank(row: OrderRow, query: string): number {
  const name = (row.label ?? row.id).toLowerCase();
  if (name.startsWith(query) || row.id.startsWith(query)) return 0;
  if (name.includes(` ${query}`)) return 1;
  return name.includes(query) ? 2 : 3;
}

/** The rows that a query means, the best first; without a query the given ones as they come. */
export function paletteOrders(rows: Iterable<OrderRow>, query: string): readonly OrderRow[] {
  const wanted = query.trim().toLowerCase();
  const found: OrderRow[] = [];
  for (const row of rows) {
    if (!matchesFilter(row, wanted)) continue;
    found.push(row);
    if (wanted === '' && found.length === mostPaletteOrders) break;
  }
  if (wanted === '') return found;
  return found
    .map((row) => ({ row, rank: rank(row, wanted) }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, mostPaletteOrders)
    .map(({ row }) => row);
}

/** Whether every word of the query occurs in what a command is called. */
export function isMeant(name: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => name.toLowerCase().includes(word));
}

/** A text in pieces, those that were looked for marked. */
export function marked(
  text: string,
  query: string,
): readonly { readonly text: string; readonly isMarked: boolean }[] {
  const wanted = query.trim().toLowerCase();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return [{ text, isMarked: false }];
  const end = at + wanted.length;
  return [
    { text: text.slice(0, at), isMarked: false },
    { text: text.slice(at, end), isMarked: true },
    { text: text.slice(end), isMarked: false },
  ].filter((piece) => piece.text !== '');
}
