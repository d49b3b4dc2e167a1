import { parseOrderId } from '../order/order-id.ts';
import type { OrderId } from '../order/order-id.ts';
import { foldedWord } from '../order/order-status.ts';
import { contractKinds } from '../order/order-update.ts';
import type { ContractKind } from '../order/order-update.ts';
import type { Result } from '../text/result.ts';
import { cleanLine } from '../text/safe-text.ts';
import type { ContractNote, Note } from '../wire/contract-notes.ts';
import { readTimeMs } from '../wire/wire-time.ts';
import { isObject, listIn, noteUnknownFields, own, unlisted } from '../wire/wire-values.ts';
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
  /** Reasons that belong to no claim: of other kinds, of a kind named twice, beyond the kinds. */
  readonly reportedReasons: readonly string[];
  /** When the service says that it was triggered; its clock, not ours. */
  readonly createdAtMs: number | null;
  /** The rules of leniency that reading it needed, each once. */
  readonly notes: readonly ContractNote[];
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

/** One event of a body. */
export interface ParsedWebhook {
  /** The event alone, as {@link parseWebhook} reads it. */
  readonly text: string;
  readonly parsed: Result<WebhookEvent, WebhookRefusal>;
}

/**
 * Reads the events of a body: usually one; some services send several in a list, pack theirs into a form, a text
 * or another object. A body that holds none gives one refusal.
 */
export function parseWebhooks(text: string): readonly ParsedWebhook[] {
  const json = jsonValue(text);
  const given = json === undefined ? jsonInForm(text) : json;
  const value = unpacked(given);
  const list = eventList(value);
  if (json !== undefined && value === json && list.length === 0) {
    return [{ text, parsed: parseEvent(json) }];
  }
  const rules: readonly ContractNote[] = [
    ...(json === undefined ? (['event-in-form'] as const) : []),
    ...(value === given ? [] : (['event-packed'] as const)),
    ...(list.length > 0 ? (['events-in-list'] as const) : []),
  ];
  return (list.length > 0 ? list : [value]).map((event) => ({
    text: writtenOut(event),
    parsed: parseEvent(event, rules),
  }));
}

/** An event as text; one that is nested too deep to be written out has none. */
function writtenOut(event: unknown): string {
  try {
    return JSON.stringify(event ?? null);
  } catch {
    return '';
  }
}

/** The names under which brokers of messages put an event. */
const packingNames = ['event', 'payload', 'body', 'message', 'Message', 'data', 'detail'];

/** The event, or the list of them, that a text or an object holds; any other value as it is. */
function unpacked(value: unknown): unknown {
  const bare = typeof value === 'string' ? jsonValue(value) : value;
  if (!isObject(bare) || isEvent(bare)) return bare;
  const inside = packingNames.map((name) => own(bare, name));
  const events = inside.map((each) => (typeof each === 'string' ? jsonValue(each) : each));
  return events.find(isEvent) ?? bare;
}

/** The names under which services list events. */
const listNames = ['events', 'notifications', 'webhooks', 'data'];

function eventList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  const numbered = listIn(value);
  if (numbered?.some(isEvent) === true) return numbered;
  for (const name of listNames) {
    const list = own(value, name);
    if (Array.isArray(list) && list.some(isEvent)) return list;
  }
  return [];
}

function isEvent(value: unknown): boolean {
  return isObject(value) && (own(value, 'kinds') ?? own(value, 'kind')) !== undefined;
}

/** The JSON in a field of a form, such as `payload={...}`. */
function jsonInForm(text: string): unknown {
  for (const field of text.split('&')) {
    const value = decodedField(field.slice(field.indexOf('=') + 1));
    const json = /^\s*[{[]/.test(value) ? jsonValue(value) : undefined;
    if (json !== undefined) return json;
  }
  return undefined;
}

function decodedField(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return '';
  }
}

/**
 * Reads one event (seeds/contract.md, 2.6 and 6). Liberal: one kind as text, reasons that are missing or
 * too many, unknown kinds, a time as text; only the uuid of an order is required. The order itself is not
 * read: a check asks the service for it. Never throws.
 */
export function parseWebhook(text: string): Result<WebhookEvent, WebhookRefusal> {
  return parseEvent(jsonValue(text));
}

function parseEvent(
  body: unknown,
  rules: readonly ContractNote[] = [],
): Result<WebhookEvent, WebhookRefusal> {
  if (!isObject(body)) return { ok: false, failure: 'not-json' };
  const { kinds: kindList, kind, reasons: reasonList, reason, ...besideKinds } = body;
  const { created_at: createdAt, data: given, ...others } = besideKinds;
  const kinds = listOf(kindList ?? kind);
  const reasons = listOf(reasonList ?? reason);
  const notes: ContractNote[] = [...rules];
  const note: Note = (rule) => {
    if (!notes.includes(rule)) notes.push(rule);
  };
  const data = unlisted(given, note);
  const orderId = orderIdIn(body, data);
  if (orderId === null) return { ok: false, failure: 'no-order' };
  if (!kinds.every((value) => contractKind(value) !== null)) note('kind-unknown');
  const areTexts = reasons.every((value) => typeof value === 'string');
  if (reasons.length !== kinds.length || !areTexts) note('reasons-mismatch');
  const createdAtMs = readTimeMs(createdAt, note);
  const isRefused = notes.includes('time-unreadable') || notes.includes('time-ambiguous');
  if (createdAtMs === null && !isRefused) note('created-at-absent');
  if (!holdsWholeOrder(data)) note('order-partial');
  // Without `data` the order itself stands beside the kinds.
  if (isObject(data)) noteUnknownFields(others, 'webhook.', note, identityFields);
  return {
    ok: true,
    value: {
      orderId,
      ...claimsAndReasons(kinds, reasons),
      createdAtMs,
      notes,
      // Only proven events are known again, so a stranger cannot have a large body sorted.
      get identity() {
        return canonicalJson([orderId, kinds, createdAt, data]);
      },
    },
  };
}

/** Whether a webhook carries its order with what changes most; a check asks for the order all the same. */
function holdsWholeOrder(data: unknown): boolean {
  const order = isObject(data) ? (own(data, 'order') ?? data) : null;
  return isObject(order) && own(order, 'status') !== undefined && own(order, 'status') !== null;
}

/**
 * The text that the queue stores of a webhook: the same event for {@link parseWebhook}, without the order
 * that came with it, which names people.
 */
export function keptText({ orderId, claims, createdAtMs, reportedReasons }: WebhookEvent): string {
  return JSON.stringify({
    kinds: claims.map(({ kind }) => kind),
    // Reasons beyond the kinds are read as reported reasons.
    reasons: [...claims.map(({ reason }) => reason), ...reportedReasons],
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

/** Undefined when the text is no JSON. A byte order mark before it is ignored (RFC 8259, 8.1). */
function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

const identityFields = ['uuid', 'order_uuid', 'order_id', 'id'];

/** The uuid of the order, from inside the order that the webhook carries or from beside it. */
function orderIdIn(body: WireObject, data: unknown): OrderId | null {
  const inner = isObject(data) ? own(data, 'order') : undefined;
  for (const object of [data, inner, body]) {
    if (!isObject(object)) continue;
    for (const key of identityFields) {
      const value = own(object, key);
      const id = typeof value === 'string' ? parseOrderId(value) : null;
      if (id !== null) return id;
    }
  }
  return null;
}

function listOf(value: unknown): readonly unknown[] {
  const list = listIn(value);
  if (list !== null) return list.slice(0, maxKinds);
  return value === undefined || value === null ? [] : [value];
}

function claimsAndReasons(
  kinds: readonly unknown[],
  reasons: readonly unknown[],
): Pick<WebhookEvent, 'claims' | 'reportedReasons'> {
  const claims = new Map<ContractKind, WebhookClaim>();
  const reportedReasons: string[] = [];
  for (let index = 0; index < Math.max(kinds.length, reasons.length); index += 1) {
    const kind = contractKind(kinds[index]);
    const given = reasons[index];
    const text = typeof given === 'string' ? cleanLine(given, maxReasonGraphemes) : '';
    const reason = text === '' ? null : text;
    if (kind !== null && !claims.has(kind)) claims.set(kind, { kind, reason });
    else if (reason !== null) reportedReasons.push(reason);
  }
  return { claims: [...claims.values()], reportedReasons };
}

function contractKind(value: unknown): ContractKind | null {
  if (typeof value !== 'string') return null;
  const kind = foldedWord(value);
  return isContractKind(kind) ? kind : null;
}

function isContractKind(kind: string): kind is ContractKind {
  return knownKinds.has(kind);
}
