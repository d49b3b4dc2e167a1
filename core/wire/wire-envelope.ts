import { parseOrderId } from '../order/order-id.ts';
import type { OrderId } from '../order/order-id.ts';
import { readOrderStatus } from '../order/order-status.ts';
import type { Result } from '../text/result.ts';
import type { ContractNote } from './contract-notes.ts';
import { isObject, listIn, own } from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

interface LocatedOrder {
  readonly object: WireObject;
  readonly notes: readonly ContractNote[];
}

interface Candidate {
  readonly object: WireObject;
  readonly path: readonly string[];
  /** The id that stands in the envelope, beside the object. */
  readonly outerId: unknown;
}

interface Refusal {
  readonly code: 'answer-unreadable' | 'answer-for-another-order';
  readonly detail: string;
}

/** Lists are searched this far for the order that was asked for. */
const maxCandidates = 1000;

/** Envelopes and lists are opened this deep. */
const maxWrappers = 3;

/** The names under which services put an order, or a list of orders. */
const wrapperNames = [
  'data',
  'order',
  'orders',
  'result',
  'results',
  'response',
  'payload',
  'attributes',
];

/** The envelopes that have a rule of their own, by the names on the way to the order. */
const knownEnvelopes: ReadonlyMap<string, ContractNote> = new Map([
  ['data', 'envelope-data'],
  ['order', 'envelope-order'],
  ['data order', 'envelope-data-order'],
  ['[]', 'envelope-list'],
  ['orders []', 'envelope-orders'],
  ['data []', 'envelope-data-list'],
  ['data attributes', 'envelope-attributes'],
]);

/** What an order has and an error body has not. A status says nothing: errors and envelopes have one too. */
const orderFields = [
  'pickup',
  'destinations',
  'courier',
  'driver',
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
    const identity = identityOf(candidate);
    if (identity === null) unnamed.push(candidate);
    else if (identity.id === asked) return located(candidate, identity.notes);
    else isForAnother = true;
  }
  if (isForAnother) {
    return refusal('answer-for-another-order', 'The answer is about another order.');
  }
  // Without a uuid it must have a status as well.
  const [only, ...others] = unnamed.filter(
    ({ object }) => typeof own(object, 'status') === 'string',
  );
  if (only === undefined || others.length > 0) {
    return refusal('answer-unreadable', 'The answer holds no order.');
  }
  return located(only, ['uuid-absent']);
}

/**
 * An order has something in one of its own fields. One of which they all are empty, such as an order that
 * lost its courier and says no more, has a status that is known and no word about an error.
 */
function looksLikeOrder(object: WireObject): boolean {
  const fields = orderFields.filter((field) => Object.hasOwn(object, field));
  if (fields.some((field) => !isEmpty(object[field]))) return true;
  return (
    fields.length > 0 &&
    errorFields.every((field) => isEmpty(own(object, field))) &&
    !holdsError(object) &&
    readOrderStatus(own(object, 'status')).phase !== 'unknown'
  );
}

const errorFields = ['message', 'msg', 'detail', 'code', 'title'];

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined || value === '';
  return value === null || Object.keys(value).length === 0;
}

function located(
  candidate: Candidate,
  notes: readonly ContractNote[],
): Result<LocatedOrder, Refusal> {
  const all = [...notesOf(candidate.path), ...notes];
  return { ok: true, value: { object: candidate.object, notes: all } };
}

function refusal(code: Refusal['code'], detail: string): Result<LocatedOrder, Refusal> {
  return { ok: false, failure: { code, detail } };
}

/**
 * Everything in a body that looks like an order, the outermost first.
 *
 * @param path the names on the way to the value; `[]` stands for a list
 */
function* candidatesIn(
  value: unknown,
  path: readonly string[] = [],
  outerId?: unknown,
): Generator<Candidate> {
  const mayOpen = path.length < maxWrappers;
  const list = listIn(value);
  if (list !== null && mayOpen) {
    const step = Array.isArray(value) ? '[]' : '{}';
    for (const item of list.slice(0, maxCandidates)) yield* candidatesIn(item, [...path, step]);
  }
  if (list !== null || !isObject(value)) return;
  const isOrder = looksLikeOrder(value);
  if (isOrder) yield { object: value, path, outerId };
  // What comes beside an error is a part at best: what it leaves out would look like a change.
  if (!mayOpen || (!isOrder && saysError(value))) return;
  for (const name of wrapperNames) {
    const idBeside = name === 'attributes' ? own(value, 'id') : undefined;
    yield* candidatesIn(own(value, name), [...path, name], idBeside);
  }
}

/** The words and codes by which an envelope says that it holds no whole answer. */
const errorWords: ReadonlySet<unknown> = new Set(['error', 'fail', 'failed', 'failure']);
const noWords: ReadonlySet<unknown> = new Set([false, 0, '0', 'false', 'no']);
/** What services write where there is no error. */
const goodWords = /^(?:0+|ok|success|none|null|no error)$/i;

/** Names by which an envelope says that all went well, and those of codes: of HTTP, or longer ones of its own. */
const successNames = ['success', 'ok', 'isSuccess', 'is_success', 'succeeded'];
const codeNames = ['status', 'code', 'status_code', 'statusCode', 'http_status', 'httpStatus'];
const errorCode = /^[45]\d\d(?:\d\d)?$/;

const errorName = /^(?:errors?|err_?(?:code|msg)|error_?\w{1,20}|fault|exception)$/i;

function saysError(envelope: WireObject): boolean {
  const isFailed = ['status', 'result'].some((name) => {
    const word = own(envelope, name);
    return typeof word === 'string' && errorWords.has(word.trim().toLowerCase());
  });
  if (isFailed || holdsError(envelope)) return true;
  // Some envelopes have an object for what they say of the answer.
  return ['meta', 'status', 'header'].some((name) => {
    const about = own(envelope, name);
    return isObject(about) && holdsError(about);
  });
}

/** Whether an object says of itself that it is an error, in other words than its status. */
function holdsError(object: WireObject): boolean {
  if (codeNames.some((name) => errorCode.test(codeUnder(object, name)))) return true;
  if (successNames.some((name) => noWords.has(own(object, name)))) return true;
  // Many services name the error in every answer, as null, false or an empty list where there is none.
  return Object.keys(object).some((name) => errorName.test(name) && isError(own(object, name)));
}

function codeUnder(object: WireObject, name: string): string {
  const code = own(object, name);
  return typeof code === 'number' || typeof code === 'string' ? String(code).trim() : '';
}

function isError(value: unknown): boolean {
  const isGood = typeof value === 'string' && goodWords.test(value.trim());
  return !isEmpty(value) && !noWords.has(value) && !isGood;
}

function notesOf(path: readonly string[]): readonly ContractNote[] {
  if (path.length === 0) return [];
  const known = knownEnvelopes.get(path.join(' ').replaceAll('{}', '[]')) ?? 'envelope-other';
  return path.includes('{}') ? [known, 'list-from-object'] : [known];
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
