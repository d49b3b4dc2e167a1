import { z } from 'zod';
import { parseOrderId } from '../../../core/order/order-id.ts';
import type { StatusMeanings } from '../../../core/order/order-status.ts';
import { diffOrders } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import { parseOrder } from '../../../core/wire/wire-order.ts';
import { readOrder } from '../../../main/engine/delivery/order/order-source.ts';
import { benchOrder } from '../../support/storage/bench-order.ts';

/*
 * What it costs to find that an order of 1.5 KB has not changed, or has: our way beside parsing,
 * checking with zod and comparing everything. Interleaved passes over many orders; prints one line of
 * JSON with the median nanoseconds per order.
 */

const orderCount = 5000;
const passCount = 9;

/** The contract's order, every field of it: what our own reading looks at too. */
const contact = z.looseObject({ name: z.string(), phone_number: z.string() });
const stop = {
  name: z.string(),
  street_address: z.string(),
  floor_or_unit_number: z.string(),
  location: z.looseObject({ lat: z.number(), lng: z.number() }),
};
const contractOrder = z.looseObject({
  uuid: z.uuid(),
  vehicle_type: z.string(),
  payment_method: z.string(),
  note_to_courier: z.string(),
  courier: z.looseObject({
    name: z.string(),
    phone_number: z.string(),
    location: z.looseObject({ lat: z.number(), lon: z.number(), location_updated_at: z.int() }),
  }),
  status: z.string(),
  pickup: z.looseObject({
    ...stop,
    schedule_at: z.int(),
    contact: contact.extend({ phone_extension: z.string() }),
  }),
  destinations: z.array(z.looseObject({ ...stop, contact })),
  price: z.looseObject({ currency: z.string(), amount: z.number() }),
  price_breakdown: z.array(
    z.looseObject({
      key: z.string(),
      amount: z.number(),
      quantity: z.number(),
      reason: z.string(),
    }),
  ),
});

interface Sample {
  readonly id: NonNullable<ReturnType<typeof parseOrderId>>;
  readonly body: Buffer;
  readonly changed: Buffer;
  /** What is kept of the last answer: a copy of its own. */
  readonly known: Buffer;
  readonly order: Order;
  /** What the other way keeps. */
  readonly text: string;
  readonly value: unknown;
}

function sample(index: number): Sample {
  const id = parseOrderId(`7a1f0c52-6a0e-4a51-9a36-${index.toString(16).padStart(12, '0')}`);
  if (id === null) throw new Error('not a uuid');
  const body = Buffer.from(JSON.stringify(benchOrder(id)));
  const changed = Buffer.from(JSON.stringify({ ...benchOrder(id), status: 'completed' }));
  const value = contractOrder.parse(JSON.parse(body.toString()));
  const parsed = parseOrder(value, id);
  if (!parsed.ok) throw new Error(parsed.failure.detail);
  const { order } = parsed.value;
  const known = Buffer.from(body);
  return { id, body, changed, known, order, text: JSON.stringify(value), value };
}

/** The dispatcher said nothing of what statuses mean, as nearly always. */
const noMeanings: StatusMeanings = new Map();

const samples = Array.from({ length: orderCount }, (_, index) => sample(index));

function deepChanges(left: unknown, right: unknown): number {
  if (Object.is(left, right)) return 0;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return 1;
  }
  const rights = new Map<string, unknown>(Object.entries(right));
  let count = 0;
  for (const [key, value] of Object.entries(left)) count += deepChanges(value, rights.get(key));
  return count;
}

function ours({ id, known, order }: Sample, body: Buffer): number {
  if (known.equals(body)) return 0;
  const read = readOrder(body, id, noMeanings);
  return read.ok ? diffOrders(order, read.value.order).length : -1;
}

function parsedWhole({ text }: Sample, body: Buffer): number {
  return JSON.stringify(contractOrder.parse(JSON.parse(body.toString()))) === text ? 0 : 1;
}

const ways: Readonly<Record<string, (sample: Sample, answer: Buffer) => number>> = {
  unchangedOurs: ours,
  unchangedParsed: parsedWhole,
  changedOurs: ours,
  changedParsed: ({ value }, answer) =>
    deepChanges(value, contractOrder.parse(JSON.parse(answer.toString()))),
};

/** So many answers are received at once, which is outside of what is measured. */
const atOnce = 20;
const received = Array.from({ length: atOnce }, () => Buffer.alloc(4096));

/**
 * The answers of some orders as they come from a socket: the bytes were written a moment ago, so they are
 * near the processor, while what is known of an order was last used a quarter of a minute ago.
 */
function receive(group: readonly Sample[], isChanged: boolean): readonly Buffer[] {
  return group.map(({ body, changed }, at) => {
    const sent = isChanged ? changed : body;
    const into = received[at] ?? Buffer.alloc(0);
    sent.copy(into);
    return into.subarray(0, sent.byteLength);
  });
}

/** @returns nanoseconds per order */
function passOf(name: string, way: (sample: Sample, answer: Buffer) => number): number {
  const isChanged = name.startsWith('changed');
  let found = 0;
  let elapsedNs = 0n;
  for (let from = 0; from < orderCount; from += atOnce) {
    const group = samples.slice(from, from + atOnce);
    const answers = receive(group, isChanged);
    const startedAt = process.hrtime.bigint();
    for (let at = 0; at < atOnce; at += 1) {
      const [each, answer] = [group[at], answers[at]];
      if (each !== undefined && answer !== undefined) found += way(each, answer);
    }
    elapsedNs += process.hrtime.bigint() - startedAt;
  }
  if (found !== (isChanged ? orderCount : 0)) throw new Error(`${name} found ${found} changes`);
  return Number(elapsedNs) / orderCount;
}

const nanoseconds = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
for (let pass = 0; pass < passCount; pass += 1) {
  const order = Object.entries(ways);
  for (const [name, way] of pass % 2 === 0 ? order : order.toReversed()) {
    nanoseconds.get(name)?.push(passOf(name, way));
  }
}
const medians = [...nanoseconds].map(([name, values]) => [
  name,
  values.toSorted((left, right) => left - right)[Math.floor(passCount / 2)],
]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(medians))}\n`);
