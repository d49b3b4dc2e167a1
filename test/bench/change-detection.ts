import { z } from 'zod';
import { parseOrderId } from '../../core/order-id.ts';
import { diffOrders } from '../../core/order-update.ts';
import type { Order } from '../../core/order.ts';
import { parseOrder } from '../../core/wire-order.ts';
import { readJson } from '../../main/delivery/json-answer.ts';
import { isSameBody, knownBody, type KnownBody } from '../../main/delivery/known-body.ts';
import { benchOrder } from './bench-order.ts';

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
  readonly known: KnownBody;
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
  const known = knownBody(body, false);
  return { id, body, changed, known, order, text: JSON.stringify(value), value };
}

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
  if (isSameBody(known, body)) return 0;
  const json = readJson(body);
  if (!json.ok) return -1;
  const parsed = parseOrder(json.value.value, id);
  return parsed.ok ? diffOrders(order, parsed.value.order).length : -1;
}

const ways: Readonly<Record<string, (sample: Sample) => number>> = {
  unchangedOurs: (each) => ours(each, each.body),
  unchangedParsed: ({ body, text }) =>
    JSON.stringify(contractOrder.parse(JSON.parse(body.toString()))) === text ? 0 : 1,
  changedOurs: (each) => ours(each, each.changed),
  changedParsed: ({ changed, value }) =>
    deepChanges(value, contractOrder.parse(JSON.parse(changed.toString()))),
};

const nanoseconds = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
for (let pass = 0; pass < passCount; pass += 1) {
  const order = Object.entries(ways);
  for (const [name, way] of pass % 2 === 0 ? order : order.toReversed()) {
    const expected = name.startsWith('changed') ? orderCount : 0;
    let found = 0;
    const startedAt = process.hrtime.bigint();
    for (const each of samples) found += way(each);
    const took = Number(process.hrtime.bigint() - startedAt) / orderCount;
    if (found !== expected) throw new Error(`${name} found ${found} changes`);
    nanoseconds.get(name)?.push(took);
  }
}
const medians = [...nanoseconds].map(([name, values]) => [
  name,
  values.toSorted((left, right) => left - right)[Math.floor(passCount / 2)],
]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(medians))}\n`);
