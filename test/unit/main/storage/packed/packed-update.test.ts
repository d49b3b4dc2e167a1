import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  OrderChange,
  OrderUpdate,
  UpdateKind,
} from '../../../../../core/order/order-update.ts';
import { orderUpdate } from '../../../../../core/order/order-update.ts';
import type { Order } from '../../../../../core/order/order.ts';
import { packUpdate, unpackUpdate } from '../../../../../main/storage/packed/packed-update.ts';
import { firstForm } from './first-form.ts';
import { orderIdAt, someOrder, someUpdate } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const seenAtMs = 1_774_657_505_500;

type Update = Pick<OrderUpdate, 'source' | 'seenAtMs' | 'kinds' | 'reasons' | 'changes'>;

function backAndForth(update: Update): unknown {
  const unpacked = unpackUpdate({ ...packUpdate(update), seenAtMs: update.seenAtMs });
  return { ...unpacked, seenAtMs: update.seenAtMs };
}

function contents({ source, kinds, reasons, changes, seenAtMs: atMs }: Update): Update {
  return { source, kinds, reasons, changes, seenAtMs: atMs };
}

function sizeOf(before: Order, after: Order): number {
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs });
  if (update === null) throw new Error('nothing differs');
  expect(backAndForth(update)).toEqual(contents(update));
  return packUpdate(update).packed.length;
}

/** Objects as the product has them. */
const record = <Value>(parts: { [Name in keyof Value]: fc.Arbitrary<Value[Name]> }) =>
  fc.record(parts, { noNullPrototype: true });

const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const maybeText = fc.oneof(
  fc.constant(null),
  anyText,
  fc.constantFrom('', 'pending', 'done', '花店 🌷', '\ud800', 'a\u0000b', '__proto__'),
);
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 86.5, 0.1 + 0.2, 1e300, -1e-300, 2 ** 53, Number.MIN_VALUE, 1e21),
);
const degrees = fc.oneof(
  anyNumber,
  fc.integer({ min: -180_000_000, max: 180_000_000 }).map((n) => n / 1e6),
  fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((n) => n / 1e7),
);
const anyTime = fc.oneof(
  fc.constant(null),
  anyNumber,
  fc.integer({ min: -100_000, max: 100_000 }).map((n) => seenAtMs + n),
  fc.integer({ min: 0, max: 2_000_000_000 }).map((n) => n * 1000),
);
const place = { latitudeDeg: degrees, longitudeDeg: degrees };
const fix = record({ ...place, reportedAtMs: anyTime });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const stopParts = {
  name: maybeText,
  streetAddress: maybeText,
  floorOrUnitNumber: maybeText,
  point: maybe(record(place)),
  contact: maybe(record({ name: maybeText, phoneNumber: maybeText, phoneExtension: maybeText })),
};
const values = {
  status: record({
    raw: maybeText,
    phase: fc.constantFrom('searching', 'assigned', 'done', 'cancelled', 'unknown'),
  }),
  courier: maybe(record({ name: maybeText, phoneNumber: maybeText })),
  'courier.location': maybe(fix),
  price: maybe(record({ amount: anyNumber, currency: maybeText })),
  price_breakdown: fc.array(
    record({
      key: maybeText,
      amount: maybe(anyNumber),
      quantity: maybe(anyNumber),
      reason: maybeText,
    }),
    { maxLength: 3 },
  ),
  pickup: maybe(record({ ...stopParts, scheduledAtMs: anyTime })),
  destinations: fc.array(record(stopParts), { maxLength: 3 }),
  note_to_courier: maybeText,
  vehicle_type: maybeText,
  payment_method: maybeText,
};

/** Often the same on both sides in part, as it is in life. */
function change(field: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<OrderChange> {
  return fc
    .oneof(
      fc.tuple(value, value),
      value.map((both) => [both, both] as const),
    )
    .map(([before, after]) => ({ field, before, after }) as unknown as OrderChange);
}

const knownChange = fc.oneof(
  ...Object.entries(values).map(([field, value]) => change(field, value)),
);
/** Of a version to come: unknown fields, values of another kind, properties that nobody knows. */
const strangeChange = fc.oneof(
  change('weather', fc.jsonValue()),
  ...Object.keys(values).map((field) => change(field, fc.jsonValue())),
  fc
    .tuple(knownChange, anyText, fc.jsonValue())
    .map(([known, name, value]) => Object.fromEntries([...Object.entries(known), [name, value]]))
    .map((stranger) => stranger as unknown as OrderChange),
  fc.dictionary(anyText, fc.jsonValue()).map((stranger) => stranger as unknown as OrderChange),
);

const allKinds = [
  'order_created',
  'order_matched',
  'order_released',
  'amendment_added',
  'order_completed',
  'order_cancelled',
  'status_changed',
  'courier_changed',
  'courier_moved',
  'order_edited',
] as const satisfies readonly UpdateKind[];

function anyUpdate(changes: fc.Arbitrary<OrderChange>): fc.Arbitrary<Update> {
  return record({
    source: fc.constantFrom('poll', 'webhook'),
    seenAtMs: fc.oneof(fc.maxSafeInteger(), fc.constant(seenAtMs), fc.constant(0)),
    kinds: fc.array(fc.constantFrom(...allKinds), { maxLength: 4 }),
    reasons: fc.array(fc.oneof(anyText, fc.constantFrom('Order Matched', 'Courier moved')), {
      maxLength: 4,
    }),
    changes: fc.array(changes, { maxLength: 4 }),
  });
}

describe('what was packed comes out exactly as it was', () => {
  test('every field, with whatever text and number', () => {
    fc.assert(
      fc.property(anyUpdate(knownChange), (update) => {
        expect(backAndForth(update)).toStrictEqual(update);
      }),
      { numRuns: 1000 },
    );
  });

  test('fields and properties that nobody knows', () => {
    fc.assert(
      fc.property(anyUpdate(strangeChange), (update) => {
        expect(backAndForth(update)).toEqual(update);
      }),
      { numRuns: 1000 },
    );
  });

  test('both ends of a move, to the last digit', () => {
    const move = change('courier.location', maybe(fix));
    fc.assert(
      fc.property(anyUpdate(move), (update) => {
        expect(backAndForth(update)).toStrictEqual(update);
      }),
      { numRuns: 2000 },
    );
  });

  test('what the product makes of two orders that differ', () => {
    const order = record({
      status: values.status,
      vehicleType: maybeText,
      paymentMethod: maybeText,
      noteToCourier: maybeText,
      courier: maybe(
        record({ name: maybeText, phoneNumber: maybeText, fix: values['courier.location'] }),
      ),
      pickup: values.pickup,
      destinations: values.destinations,
      price: values.price,
      priceBreakdown: values.price_breakdown,
    }).map((parts) => ({ ...parts, id }));
    fc.assert(
      fc.property(order, order, (before, after) => {
        const update = orderUpdate(before, after, { source: 'poll', seenAtMs });
        fc.pre(update !== null);
        expect(backAndForth(update)).toStrictEqual(contents(update));
      }),
      { numRuns: 500 },
    );
  });
});

function isRefusal(error: unknown): boolean {
  return error instanceof RangeError || error instanceof SyntaxError;
}

const courier = (latitudeDeg: number, atMs: number) => ({
  name: 'Cheung Mei-ling 張美玲',
  phoneNumber: '+852 5550 9371',
  fix: { latitudeDeg, longitudeDeg: 114.153074, reportedAtMs: atMs },
});
const active = { raw: 'active', phase: 'assigned' } as const;

test('a move takes 17 bytes, a status 8, and nothing that is known by its name is spelled out', () => {
  const before = someOrder(id, { status: active, courier: courier(22.286343, seenAtMs - 31_500) });
  const after = { ...before, courier: courier(22.285109, seenAtMs - 1500) };
  expect(sizeOf(before, after)).toBe(16);
  const matched = someUpdate(id, { seenAtMs });
  expect(packUpdate(matched).packed).toHaveLength(8);
  const done = { ...after, status: { raw: 'completed', phase: 'done' } } as const;
  expect(sizeOf(after, done)).toBe(8);
});

test('what stayed the same in a list that was edited is not written twice', () => {
  const before = someOrder(id);
  const [stop] = before.destinations;
  if (stop === undefined) throw new Error('there is a stop');
  const once = JSON.stringify(stop).length;
  const after = { ...before, destinations: [stop, { ...stop, floorOrUnitNumber: '3/F' }] };
  expect(sizeOf(before, after)).toBeLessThan(once);
});

test('texts stand in it as they are, so that an erased uuid is found', () => {
  const note = `see ${orderIdAt(77)}, 花店`;
  const { packed } = packUpdate(
    someUpdate(id, { changes: [{ field: 'note_to_courier', before: '\ud800', after: note }] }),
  );
  expect(Buffer.from(packed).toString('latin1')).toContain(orderIdAt(77));
  const broken = packUpdate(
    someUpdate(id, {
      changes: [{ field: 'note_to_courier', before: null, after: `\ud800${note}` }],
    }),
  );
  expect(Buffer.from(broken.packed).toString('latin1')).toContain(orderIdAt(77));
});

test('bytes that were cut or damaged are refused or read as something, and never hang', () => {
  fc.assert(
    fc.property(
      anyUpdate(knownChange),
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
      fc.boolean(),
      (update, at, byte, isCut) => {
        const { marks, packed } = packUpdate(update);
        const damaged = Uint8Array.from(isCut ? packed.slice(0, at % packed.length) : packed);
        if (!isCut) damaged[at % packed.length] = byte;
        const faults: unknown[] = [];
        try {
          unpackUpdate({ marks, packed: damaged, seenAtMs });
        } catch (error) {
          faults.push(error);
        }
        expect(faults.filter((error) => !isRefusal(error))).toEqual([]);
      },
    ),
    { numRuns: 1000 },
  );
});

test.each(firstForm)('what the first version wrote is read and written the same: $hex', (form) => {
  const { marks, hex, update } = form;
  const packed = Buffer.from(hex, 'hex');
  expect(unpackUpdate({ marks, packed, seenAtMs })).toEqual({
    source: update.source,
    kinds: update.kinds,
    reasons: update.reasons,
    changes: update.changes,
  });
  const again = packUpdate(update);
  expect([again.marks, Buffer.from(again.packed).toString('hex')]).toEqual([marks, hex]);
});

test('a value that could not be packed leaves nothing in the next update', () => {
  const broken = someUpdate(id, {
    changes: [...someUpdate(id).changes, null as unknown as OrderChange],
  });
  expect(() => packUpdate(broken)).toThrow(TypeError);
  expect(packUpdate(someUpdate(id)).packed).toHaveLength(8);
});

test('a form that is not known yet is refused', () => {
  const { marks, packed } = packUpdate(someUpdate(id));
  for (const [at, byte] of [
    [0, 8],
    [1, 200],
    [2, 63],
    [3, 191],
  ] as const) {
    const newer = Uint8Array.from(packed);
    newer[at] = byte;
    expect(() => unpackUpdate({ marks, packed: newer, seenAtMs })).toThrow(RangeError);
  }
});
