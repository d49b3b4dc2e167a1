import type { OrderRow } from '../../../core/board/board.ts';
import type { OrderHit, SearchHit } from '../../../core/watch/order-search.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';

function placeText(
  { kind, stop }: OrderHit,
  { moreStops }: OrderRow,
  { found }: Dictionary,
): string {
  const name = found.kinds[kind];
  if (stop === null) return kind === 'phone' ? found.ofCourier(name) : name;
  if (stop === 0) return found.atPickup(name);
  return moreStops === 0 ? name : found.atStop(name, stop);
}

/** Where a query was found in an order, apart from what is marked beside its name: label, group and note. */
export function hitText(row: OrderRow, { hits }: SearchHit, text: Dictionary): string {
  const named = hits.filter(({ kind }) => kind !== 'label' && kind !== 'group' && kind !== 'note');
  return named.map((hit) => placeText(hit, row, text)).join(text.found.separator);
}
