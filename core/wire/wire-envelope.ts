import { parseOrderId } from '../order/order-id.ts';
import type { OrderId } from '../order/order-id.ts';
import type { Result } from '../text/result.ts';
import type { ContractNote } from './contract-notes.ts';
import { isObject, own } from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

interface LocatedOrder {
  readonly object: WireObject;
  readonly notes: readonly ContractNote[];
}

interface Candidate {
  readonly object: WireObject;
  readonly envelope: ContractNote | null;
  /** The id that stands in the envelope, beside the object. */
  readonly outerId?: unknown;
}

interface Refusal {
  readonly code: 'answer-unreadable' | 'answer-for-another-order';
  readonly detail: string;
}

/** Lists are searched this far for the order that was asked for. */
const maxCandidates = 1000;

/** One of these must be there beside the uuid: an error body may echo the uuid. */
const orderFields = [
  'status',
  'pickup',
  'destinations',
  'courier',
  'price',
  'price_breakdown',
  'vehicle_type',
  'payment_method',
  'note_to_courier',
];

/**
 * Finds the object that is the order: bare or in one of the envelopes that services of this kind
 * use; the contract shows none (4.2). It is the object with the uuid that was asked for or, when no
 * object has a uuid, the only one that looks like an order.
 */
export function findOrderObject(body: unknown, asked: OrderId): Result<LocatedOrder, Refusal> {
  // The contract's own form, bare and named as asked for, needs no search.
  if (isObject(body) && body['uuid'] === asked && looksLikeOrder(body)) {
    return { ok: true, value: { object: body, notes: [] } };
  }
  const unnamed: Candidate[] = [];
  let isForAnother = false;
  for (const candidate of candidatesIn(body)) {
    if (!looksLikeOrder(candidate.object)) continue;
    const identity = identityOf(candidate);
    if (identity === null) unnamed.push(candidate);
    else if (identity.id === asked) return located(candidate, identity.notes);
    else isForAnother = true;
  }
  if (isForAnother) {
    return refusal('answer-for-another-order', 'The answer is about another order.');
  }
  const [only, ...others] = unnamed.filter(isSurelyOrder);
  if (only === undefined || others.length > 0) {
    return refusal('answer-unreadable', 'The answer holds no order.');
  }
  return located(only, ['uuid-absent']);
}

function looksLikeOrder(object: WireObject): boolean {
  return orderFields.some((field) => Object.hasOwn(object, field));
}

function located(
  candidate: Candidate,
  notes: readonly ContractNote[],
): Result<LocatedOrder, Refusal> {
  const all = candidate.envelope === null ? notes : [candidate.envelope, ...notes];
  return { ok: true, value: { object: candidate.object, notes: all } };
}

function refusal(code: Refusal['code'], detail: string): Result<LocatedOrder, Refusal> {
  return { ok: false, failure: { code, detail } };
}

function* candidatesIn(body: unknown): Generator<Candidate> {
  if (Array.isArray(body)) {
    yield* listed(body, 'envelope-list');
    return;
  }
  if (!isObject(body)) return;
  yield { object: body, envelope: null };
  const data = own(body, 'data');
  if (Array.isArray(data)) yield* listed(data, 'envelope-data-list');
  if (isObject(data)) {
    yield { object: data, envelope: 'envelope-data' };
    const inner = own(data, 'order');
    if (isObject(inner)) yield { object: inner, envelope: 'envelope-data-order' };
    const attributes = own(data, 'attributes');
    if (isObject(attributes)) {
      yield { object: attributes, envelope: 'envelope-attributes', outerId: own(data, 'id') };
    }
  }
  const order = own(body, 'order');
  if (isObject(order)) yield { object: order, envelope: 'envelope-order' };
  const orders = own(body, 'orders');
  if (Array.isArray(orders)) yield* listed(orders, 'envelope-orders');
}

function* listed(list: readonly unknown[], envelope: ContractNote): Generator<Candidate> {
  for (const item of list.slice(0, maxCandidates))
    if (isObject(item)) yield { object: item, envelope };
}

/** The fields of an order that say which one it is. */
export const identityFields = ['uuid', 'id'] as const;

interface Identity {
  /** Null when there is an identity, but it is no uuid. */
  readonly id: OrderId | null;
  readonly notes: readonly ContractNote[];
}

function identityOf(candidate: Candidate): Identity | null {
  const uuid = own(candidate.object, 'uuid');
  if (uuid !== undefined && uuid !== null) {
    const id = typeof uuid === 'string' ? parseOrderId(uuid) : null;
    return { id, notes: id !== null && id !== uuid ? ['uuid-form'] : [] };
  }
  // `id` often is another number of the same order, so it counts only when it is a uuid.
  const other = own(candidate.object, 'id') ?? candidate.outerId;
  const id = typeof other === 'string' ? parseOrderId(other) : null;
  return id === null ? null : { id, notes: ['uuid-under-id'] };
}

/** Without a uuid a status alone is not enough: `{"status":404,"message":...}` is an error body. */
function isSurelyOrder(candidate: Candidate): boolean {
  const { object } = candidate;
  const isStatus = typeof own(object, 'status') === 'string';
  return (
    isStatus && orderFields.some((field) => field !== 'status' && Object.hasOwn(object, field))
  );
}
