import { parseOrderId } from '../order/order-id.ts';
import type { OrderId } from '../order/order-id.ts';
import { contractKinds } from '../order/order-update.ts';
import type { ContractKind } from '../order/order-update.ts';
import type { Result } from '../text/result.ts';
import { cleanLine } from '../text/safe-text.ts';
import { isObject, own, readTimeMs } from '../wire/wire-values.ts';
import type { WireObject } from '../wire/wire-values.ts';

/** One thing that a webhook says happened. */
export interface WebhookClaim {
  readonly kind: ContractKind;
  /** In the service's words; null when the webhook gave none. */
  readonly reason: string | null;
}

/** A webhook as it was read (seeds/contract.md, 2.6). */
export interface WebhookEvent {
  readonly orderId: OrderId;
  /** Known kinds only, each at most once, in the order of the webhook. */
  readonly claims: readonly WebhookClaim[];
  /** When the service says that it was triggered; its clock, not ours. */
  readonly createdAtMs: number | null;
  /** Equal for the same event, whatever the order of its keys, because the service gives no event id. */
  readonly identity: string;
}

/** Why a body is not a webhook. The reason holds nothing of the body. */
export type WebhookRefusal = 'not-json' | 'no-order';

const knownKinds: ReadonlySet<string> = new Set(contractKinds);

const maxKinds = 20;
const maxReasonGraphemes = 500;
/** Values nested deeper are not compared; nothing in the contract is nested so deep. */
const maxDepth = 40;

/**
 * Reads the body of a webhook (seeds/contract.md, 2.6 and 6). Liberal: one kind as text, reasons that
 * are missing or too many, unknown kinds, a time as text; only the uuid of an order is required. The
 * order itself is not read: a check asks the service for it. Never throws.
 */
export function parseWebhook(text: string): Result<WebhookEvent, WebhookRefusal> {
  const body = jsonObject(text);
  if (body === null) return { ok: false, failure: 'not-json' };
  const orderId = orderIdIn(body);
  if (orderId === null) return { ok: false, failure: 'no-order' };
  const kinds = listOf(own(body, 'kinds') ?? own(body, 'kind'));
  const reasons = listOf(own(body, 'reasons') ?? own(body, 'reason'));
  return {
    ok: true,
    value: {
      orderId,
      claims: claimsOf(kinds, reasons),
      createdAtMs: readTimeMs(own(body, 'created_at'), () => undefined),
      // Only proven events are known again, so nobody else has a large body sorted.
      get identity() {
        return canonicalJson([orderId, kinds, own(body, 'created_at'), own(body, 'data')]);
      },
    },
  };
}

/**
 * The text that the queue stores of a webhook: the same event for {@link parseWebhook}, without the order
 * that came with it, which names people.
 */
export function keptText({ orderId, claims, createdAtMs }: WebhookEvent): string {
  return JSON.stringify({
    kinds: claims.map(({ kind }) => kind),
    reasons: claims.map(({ reason }) => reason),
    created_at: createdAtMs,
    data: { uuid: orderId },
  });
}

/**
 * One text for all JSON values that say the same: keys in alphabetical order, no blanks. Values nested
 * deeper than forty levels count as equal, so that no input can exhaust the stack.
 */
function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value, 0));
}

function ordered(value: unknown, depth: number): unknown {
  if (!Array.isArray(value) && !isObject(value)) return value;
  if (depth === maxDepth) return 'deeper';
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth + 1));
  // A list of pairs: an object would put keys that look like numbers first, whatever their order.
  return Object.keys(value)
    .toSorted()
    .map((key) => [key, ordered(own(value, key), depth + 1)]);
}

function jsonObject(text: string): WireObject | null {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** The uuid of the order, from inside the order that the webhook carries or from beside it. */
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

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, maxKinds);
  return value === undefined || value === null ? [] : [value];
}

function claimsOf(kinds: readonly unknown[], reasons: readonly unknown[]): readonly WebhookClaim[] {
  const claims = new Map<ContractKind, WebhookClaim>();
  for (const [index, value] of kinds.entries()) {
    const kind = typeof value === 'string' ? contractKind(value) : null;
    if (kind === null || claims.has(kind)) continue;
    const reason = reasons[index];
    const words = typeof reason === 'string' ? cleanLine(reason, maxReasonGraphemes) : '';
    claims.set(kind, { kind, reason: words === '' ? null : words });
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
