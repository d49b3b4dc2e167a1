import { canonicalJson } from './canonical-json.ts';
import { parseOrderId } from '../order/order-id.ts';
import type { OrderId } from '../order/order-id.ts';
import { contractKinds } from '../order/order-update.ts';
import type { ContractKind } from '../order/order-update.ts';
import type { Result } from '../text/result.ts';
import { cleanLine } from '../text/safe-text.ts';
import { isObject, own, readTimeMs } from '../wire/wire-values.ts';
import type { ValueNote, WireObject } from '../wire/wire-values.ts';

/** One thing that a webhook says happened. */
export interface WebhookClaim {
  readonly kind: ContractKind;
  /** In the service's words; null when the webhook gave none. */
  readonly reason: string | null;
}

/** A rule of leniency that reading a webhook needed. None of them carries data. */
export type WebhookNote =
  | ValueNote
  | 'kinds-not-a-list'
  | 'kinds-absent'
  | 'kind-unknown'
  | 'reasons-not-a-list'
  | 'reasons-mismatch'
  | 'created-at-absent'
  | 'order-partial';

/** A webhook as it was read (seeds/contract.md, 2.6). */
export interface WebhookEvent {
  readonly orderId: OrderId;
  /** Known kinds only, each at most once, in the order of the webhook. */
  readonly claims: readonly WebhookClaim[];
  /** When the service says that it was triggered; its clock, not ours. */
  readonly createdAtMs: number | null;
  /** The order as it came, or null when the webhook holds none that is whole. */
  readonly data: unknown;
  readonly notes: readonly WebhookNote[];
  /** The same text for the same event, whatever the order of its keys: the service gives no event id. */
  readonly identity: string;
}

/** Why a body is no webhook. Neither carries anything of the body. */
export type WebhookRefusal = 'not-json' | 'no-order';

const knownKinds: ReadonlySet<string> = new Set(contractKinds);

/**
 * An order may be taken from a webhook only when it has every field of the contract (2.1): one that is
 * left out would look like a change to nothing.
 */
const wholeOrder = [
  'uuid',
  'vehicle_type',
  'payment_method',
  'note_to_courier',
  'courier',
  'status',
  'pickup',
  'destinations',
  'price',
  'price_breakdown',
];

const maxKinds = 20;
const maxReasonGraphemes = 500;

/**
 * Reads the body of a webhook (seeds/contract.md, 2.6 and 6). Liberal: one kind as text, reasons that
 * are missing or too many, unknown kinds, a time as text, an order that is missing or in parts; only
 * without the uuid of an order it is of no use. Never throws.
 */
export function parseWebhook(text: string): Result<WebhookEvent, WebhookRefusal> {
  const body = jsonObject(text);
  if (body === null) return { ok: false, failure: 'not-json' };
  const orderId = orderIdIn(body);
  if (orderId === null) return { ok: false, failure: 'no-order' };
  const notes = new Set<WebhookNote>();
  const note = (rule: WebhookNote): void => void notes.add(rule);
  const kinds = listOf(own(body, 'kinds') ?? own(body, 'kind'), () => note('kinds-not-a-list'));
  const reasons = listOf(own(body, 'reasons') ?? own(body, 'reason'), () =>
    note('reasons-not-a-list'),
  );
  if (kinds.length === 0) note('kinds-absent');
  if (kinds.length !== reasons.length) note('reasons-mismatch');
  const createdAtMs = readTimeMs(own(body, 'created_at'), note);
  if (createdAtMs === null) note('created-at-absent');
  const data = wholeData(own(body, 'data'));
  if (data === null) note('order-partial');
  return {
    ok: true,
    value: {
      orderId,
      claims: claimsOf(kinds, reasons, note),
      createdAtMs,
      data,
      notes: [...notes],
      identity: canonicalJson([orderId, kinds, own(body, 'created_at'), own(body, 'data')]),
    },
  };
}

function jsonObject(text: string): WireObject | null {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** The uuid of the order that the webhook carries, or beside it. */
function orderIdIn(body: WireObject): OrderId | null {
  const data = own(body, 'data');
  const inner = isObject(data) ? own(data, 'order') : undefined;
  for (const object of [data, inner, body]) {
    if (!isObject(object)) continue;
    for (const key of ['uuid', 'order_uuid', 'order_id', 'id']) {
      const value = own(object, key);
      const id = typeof value === 'string' ? parseOrderId(value) : null;
      if (id !== null) return id;
    }
  }
  return null;
}

function listOf(value: unknown, notAList: () => void): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, maxKinds);
  if (value === undefined || value === null) return [];
  notAList();
  return [value];
}

function claimsOf(
  kinds: readonly unknown[],
  reasons: readonly unknown[],
  note: (rule: WebhookNote) => void,
): readonly WebhookClaim[] {
  const claims = new Map<ContractKind, WebhookClaim>();
  for (const [index, value] of kinds.entries()) {
    const kind = typeof value === 'string' ? contractKind(value) : null;
    if (kind === null) {
      note('kind-unknown');
      continue;
    }
    const reason = reasons[index];
    const words = typeof reason === 'string' ? cleanLine(reason, maxReasonGraphemes) : '';
    if (!claims.has(kind)) claims.set(kind, { kind, reason: words === '' ? null : words });
  }
  return [...claims.values()];
}

function contractKind(word: string): ContractKind | null {
  const kind = word.trim().toLowerCase().replaceAll('-', '_');
  return isContractKind(kind) ? kind : null;
}

function isContractKind(kind: string): kind is ContractKind {
  return knownKinds.has(kind);
}

function wholeData(data: unknown): WireObject | null {
  if (!isObject(data)) return null;
  return wholeOrder.every((field) => Object.hasOwn(data, field)) ? data : null;
}
