import type { Result } from '../../core/text/result.ts';
import { endLine, headLine, orderLine } from '../../core/transfer/order-list-file.ts';
import type { PortableOrder } from '../../core/transfer/portable-order.ts';
import {
  type ReadTransfer,
  TransferReader,
  type TransferRefusal,
} from '../../core/transfer/transfer.ts';

/** The file of a hand-over with these orders. */
export function orderListText(orders: readonly PortableOrder[], exportedAtMs: number): string {
  return `${headLine(exportedAtMs)}${orders.map(orderLine).join(',\n')}\n${endLine}`;
}

/** A file that was read at one go, with all orders of a hand-over. */
export type WholeTransfer =
  | Extract<ReadTransfer, { kind: 'settings' }>
  | (Omit<Extract<ReadTransfer, { kind: 'orderList' }>, 'orders'> & {
      readonly orders: readonly PortableOrder[];
    });

/** @param pieceLength in characters; default: the whole text is one piece */
export function readTransfer(
  text: string,
  pieceLength = Infinity,
): Result<WholeTransfer, TransferRefusal> {
  const reader = new TransferReader();
  const orders: PortableOrder[] = [];
  for (let from = 0; from < text.length && reader.refusal === null; from += pieceLength) {
    for (const found of reader.push(text.slice(from, from + pieceLength))) orders.push(...found);
  }
  const rest = reader.end();
  for (;;) {
    const step = rest.next();
    if (step.done !== true) {
      orders.push(...step.value);
      continue;
    }
    if (!step.value.ok) return step.value;
    const { value } = step.value;
    return { ok: true, value: value.kind === 'settings' ? value : { ...value, orders } };
  }
}
