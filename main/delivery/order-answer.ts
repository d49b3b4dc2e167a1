import type { DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { StatusMeanings } from '../../core/order/order-status.ts';
import type { Order } from '../../core/order/order.ts';
import type { Result } from '../../core/text/result.ts';
import { parseOrder, parseOrderBeside } from '../../core/wire/wire-order.ts';
import type { ParsedOrder } from '../../core/wire/wire-order.ts';
import { decodeJson, parseJson } from './json-answer.ts';

/** An order that was read, with the body that it was read from as text. */
export interface OrderAnswer extends ParsedOrder {
  readonly text: string;
}

/**
 * Reads the body of an answer as the order that was asked for.
 *
 * @param known what was read of this order before: parts that are said again are taken from it, which
 *   changes nothing but the cost
 */
export function readOrderAnswer(
  body: Buffer,
  asked: OrderId,
  statusMeanings: StatusMeanings,
  known: Order | null,
): Result<OrderAnswer, DeliveryFailureCode> {
  const decoded = decodeJson(body);
  if (!decoded.ok) return { ok: false, failure: 'answer-unreadable' };
  const text = decoded.value;
  const beside = known === null ? null : parseOrderBeside(text, asked, statusMeanings, known);
  if (beside !== null) {
    return { ok: true, value: { order: beside.order, notes: beside.notes, text } };
  }
  const json = parseJson(text, body);
  if (!json.ok) return { ok: false, failure: 'answer-unreadable' };
  const parsed = parseOrder(json.value, asked, statusMeanings, known);
  if (!parsed.ok) return { ok: false, failure: parsed.failure.code };
  return { ok: true, value: { order: parsed.value.order, notes: parsed.value.notes, text } };
}
