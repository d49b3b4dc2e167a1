import { z } from 'zod';
import { failureText } from '../../core/delivery/failure-text.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import { readOrderStatus, statusText } from '../../core/order/order-status.ts';
import type { ProblemLine, ServiceHealthLine, WaitLine } from '../engine/lines/line-event.ts';
import { terminalText } from './terminal-text.ts';

/** What a line for people needs beside the event. */
export interface PlainTexts {
  /** The label or the short uuid. */
  readonly nameOf: (id: OrderId) => string;
  /** A clock time with seconds; null is now. */
  readonly timeText: (at: string | null) => string;
}

const order = z.object({
  status: z.string().nullable(),
  courier: z.object({ name: z.string().nullable() }).nullable(),
  price: z.object({ currency: z.string().nullable(), amount: z.number() }).nullable(),
});

const uuid = z.string().transform((text) => parseOrderId(text));

const event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('order'), uuid, at: z.string(), order }),
  z.object({
    event: z.literal('update'),
    uuid,
    at: z.string(),
    // Absent in a line that an earlier Waybell kept.
    unchecked_since: z.string().nullish(),
    reasons: z.array(z.string()),
  }),
]);

/**
 * A kept line event as a line for people: when, which order, what.
 *
 * @param json an order or update event as `--json` prints it
 * @throws ZodError for anything else
 */
export function plainLine(json: string, texts: PlainTexts): string {
  const line = event.parse(JSON.parse(json));
  const name = line.uuid === null ? '' : texts.nameOf(line.uuid);
  const what = line.event === 'order' ? orderText(line.order) : line.reasons.join('; ');
  const since = line.event === 'update' ? (line.unchecked_since ?? null) : null;
  const late = since === null ? '' : ` (not checked since ${texts.timeText(since)})`;
  return joined(texts.timeText(line.at), name, `${what}${late}`);
}

const waitTexts: Readonly<Record<WaitLine['reason'], string>> = {
  courier_silent: 'Courier silent',
  courier_lost: 'Courier position lost',
  not_moving: 'Courier not moving',
  long_wait: 'Long wait for a courier',
  arrived_waiting: 'Courier waiting at the stop',
  free_cancel_ends: 'Free cancelling ends',
  probably_late: 'Probably late',
  promise_at_hand: 'Promise at hand',
  promise_passed: 'Promise passed',
};

/** An event about the state of the checking as a line for people. */
export function plainStateLine(
  line: ServiceHealthLine | ProblemLine | WaitLine,
  texts: PlainTexts,
): string {
  if (line.event === 'wait') {
    const { promised_at: promisedAt, reason, state, uuid: id } = line;
    const promise = promisedAt === null ? '' : ` (${texts.timeText(promisedAt)})`;
    const what = `${waitTexts[reason]}${promise}${state === 'over' ? ': over' : ''}`;
    return joined(texts.timeText(line.at), texts.nameOf(id), what);
  }
  if (line.event === 'problem') {
    return joined(texts.timeText(null), texts.nameOf(line.uuid), line.message);
  }
  if (line.cause === null) return joined(texts.timeText(line.since), 'In contact with the service');
  const { title, message } = failureText(line.cause, null, 'en');
  const what =
    line.until === null ? title : `Paused by the service until ${texts.timeText(line.until)}`;
  return joined(texts.timeText(null), `${what}.`, message);
}

function orderText({ status, courier, price }: z.infer<typeof order>): string {
  return [
    statusText(readOrderStatus(status), 'en'),
    courier === null ? null : `courier ${courier.name ?? 'without a name'}`,
    price === null ? null : [price.currency, String(price.amount)].filter(Boolean).join(' '),
  ]
    .filter((part) => part !== null)
    .join('; ');
}

function joined(...parts: readonly string[]): string {
  return `${parts.map(terminalText).join('  ')}\n`;
}
