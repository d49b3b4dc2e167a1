import { z } from 'zod';
import { isFailureCode } from '../delivery/delivery-failure.ts';
import { parseOrderId } from '../order/order-id.ts';
import { type Order, orderPhases } from '../order/order.ts';
import { cleanLine, cleanText } from '../text/safe-text.ts';
import { latestTimeMs } from '../text/time-range.ts';
import { storedMoney, storedTime } from '../watch/watched-order-schema.ts';
import { acknowledgedReasons } from '../watch/acknowledgement.ts';
import { attentionReasons } from '../watch/attention-reasons.ts';
import { longestNote } from '../watch/order-preferences.ts';
import { longestCallWord, mostCalls, type WatchedOrder } from '../watch/watched-order.ts';
import { isObject } from '../wire/wire-values.ts';
import { type PortableOrder, portableOrder } from './portable-order.ts';

/** The format name in the file of a hand-over, and the newest version that can be read. */
export const orderListFormat = 'waybell-hand-over';
const orderListVersion = 1;

const longestLabel = 200;
const longestGroup = 80;
/** Of a status and of a vehicle. */
const longestWord = 200;

/** The first line of a file names format, version and time; it is never longer. */
export const longestHead = 1000;

/** The most orders that a file may hold. */
export const mostPortableOrders = 200_000;

/** An order to export, with the service's last answer (names, numbers) where that was asked for. */
interface ExportedOrder extends PortableOrder {
  readonly lastAnswer?: { readonly order: Order; readonly observedAtMs: number } | null;
}

/**
 * The first line of a hand-over's file: a line for each order follows, by {@link orderLine}, with a comma
 * between two, and then {@link endLine}.
 *
 * @param exportedAtMs milliseconds since 1970
 */
export function headLine(exportedAtMs: number): string {
  const head = JSON.stringify({
    format: orderListFormat,
    version: orderListVersion,
    exportedAt: new Date(exportedAtMs).toISOString(),
  });
  return `${head.slice(0, -1)},"orders":[\n`;
}

/** The last line of a hand-over's file. */
export const endLine = ']}\n';

/**
 * An order as a line of the file. Without `lastAnswer` it holds no personal data but what the dispatcher
 * wrote.
 */
export function orderLine({ id, promisedAtMs, ...order }: ExportedOrder): string {
  const { group, isMuted, isPinned, label, note, ...others } = order;
  const given = Object.entries(others).filter(([, value]) => isGiven(value));
  return JSON.stringify({
    uuid: id,
    label,
    note,
    group,
    isMuted,
    isPinned,
    promisedAt: promisedAtMs === null ? null : new Date(promisedAtMs).toISOString(),
    ...Object.fromEntries(given),
  });
}

/** Whether a value says anything: what is absent in a line counts as none. */
function isGiven(value: unknown): boolean {
  return value !== null && value !== 0 && !(Array.isArray(value) && value.length === 0);
}

/** @param withPersonalData adds the service's last answer */
export function exportedOrder(watched: WatchedOrder, withPersonalData: boolean): ExportedOrder {
  const { observedAtMs, order } = watched;
  const hasAnswer = withPersonalData && order !== null && observedAtMs !== null;
  return {
    ...portableOrder(watched),
    ...(hasAnswer ? { lastAnswer: { order, observedAtMs } } : {}),
  };
}

/** What a file says before its orders. */
export const envelope = z.object({
  exportedAt: z.string().max(40).nullable().catch(null),
  orders: z.array(z.unknown()).max(mostPortableOrders),
});

/** A text; a value that does not fit counts as absent. */
const cleanedText = (cleaned: (text: string) => string) =>
  z
    .string()
    .max(100_000)
    .transform((text) => cleaned(text) || null)
    .nullable()
    .catch(null);

const word = cleanedText((text) => cleanLine(text, longestWord));

const someTimeMs = z.int().gt(0).lt(latestTimeMs);
const timeMs = someTimeMs.nullable().catch(null);

/** A list of which what does not fit is left out; at most so many from its end. */
const listOf = <Item>(item: z.ZodType<Item>, most: number) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.slice(-most).flatMap((each) => item.safeParse(each).data ?? []));

const acknowledgement = z
  .object({
    reason: acknowledgedReasons,
    causeAtMs: storedTime,
    atMs: someTimeMs,
    // Absent in a file of an earlier Waybell: it counts as handled.
    isOnlySeen: z.literal(true).exactOptional(),
  })
  .transform(({ reason: reasons, ...rest }) => reasons.map((reason) => ({ reason, ...rest })));

const call = z.object({
  atMs: someTimeMs,
  word: cleanedText((text) => cleanLine(text, longestCallWord)),
});

const flags = z.object({
  releasedAtMs: timeMs,
  courierSwappedAtMs: timeMs,
  amendedAtMs: timeMs,
  amountBeforeAmendment: z.number().nullable().catch(null),
  turnover: z
    .object({
      courierCount: z.int().min(0).max(1000),
      lossesAtMs: z.array(someTimeMs).max(100),
      raisedAtMs: timeMs,
    })
    // No courier is named in a hand-over.
    .transform((turnover) => ({ ...turnover, couriers: [] }))
    .nullable()
    .catch(null),
});

const state = z.object({
  status: z.object({ raw: word, phase: z.enum(orderPhases) }),
  statusSinceMs: timeMs,
  isStatusSinceBefore: z.boolean().catch(false),
  changedAtMs: timeMs,
  hasCourier: z.boolean().catch(false),
  vehicleType: word,
  scheduledAtMs: timeMs,
  price: storedMoney.catch(null),
  flags: flags.nullable().catch(null),
});

const problem = z.object({
  code: z.string().refine(isFailureCode),
  httpStatus: z.int().min(100).max(999).nullable().catch(null),
  sinceMs: someTimeMs,
  failureCount: z.int().min(1).max(1_000_000),
});

const entry = z.object({
  label: cleanedText((text) => cleanLine(text, longestLabel)),
  note: cleanedText((text) => cleanText(text, longestNote)),
  group: cleanedText((text) => cleanLine(text, longestGroup)),
  promisedAt: z.string().max(40).nullable().catch(null),
  isMuted: z.boolean().catch(false),
  isPinned: z.boolean().catch(false),
  snoozedUntilMs: timeMs,
  remindAtMs: timeMs,
  tellsEveryMove: z.boolean().nullable().catch(null),
  unseenCount: z.int().min(0).max(9999).catch(0),
  lastLookedAtMs: timeMs,
  acknowledged: listOf(acknowledgement, attentionReasons.length).transform((all) => [
    ...new Map(all.flat().map((each) => [each.reason, each])).values(),
  ]),
  calls: listOf(call, mostCalls),
  state: state.nullable().catch(null),
  problem: problem.nullable().catch(null),
});

/**
 * Reads an entry of a hand-over. It is not trusted: what does not fit counts as absent, and texts are
 * cleaned like pasted ones.
 *
 * @returns null when it is no order
 */
export function readEntry(content: unknown): PortableOrder | null {
  // Most of a hostile file ends here, which is cheaper than the schema.
  const uuid = isObject(content) ? content['uuid'] : null;
  const id = typeof uuid === 'string' && uuid.length <= 60 ? parseOrderId(uuid) : null;
  if (id === null) return null;
  const { promisedAt, ...order } = entry.parse(content);
  return { id, promisedAtMs: timeOf(promisedAt), ...order };
}

/** A time as a file says it, in milliseconds since 1970; null for one that no clock shows. */
export function timeOf(text: string | null): number | null {
  const readMs = text === null ? Number.NaN : Date.parse(text);
  return readMs > 0 && readMs < latestTimeMs ? readMs : null;
}

/** What the first line of a file of lines says, as if no order followed; undefined when it says nothing. */
export function headOfLines(text: string): unknown {
  const [line = ''] = text.slice(0, longestHead).split('\n', 1);
  return parsedJson(`${line}]}`);
}

/** The value of a JSON text; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
