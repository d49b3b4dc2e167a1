import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import type { Order } from '../../../../../core/order/order.ts';
import { parseOrder } from '../../../../../core/wire/wire-order.ts';
import { NotificationModel } from '../../../../simulation/laws/notification-model.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import { webhookBench } from '../../../../support/webhooks/webhook-bench.ts';
import type { WebhookBench } from '../../../../support/webhooks/webhook-bench.ts';
import { wireOrder } from '../../../../support/wire-orders.ts';

/*
 * Any interleaving of checks and webhooks, of which some are late, doubled, out of order, lost or made
 * up: what is known in the end is what the service says, and every change was told once and forward.
 */

const orderCount = 3;

/** A turn in an order's life: what changes, and which event the service sends. */
interface Turn {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly kinds: readonly string[];
}

const courier = (name: string) => ({
  name,
  phone_number: '+85200000000',
  location: { lat: 22.3, lon: 114.17, location_updated_at: 1_772_442_000 },
});
const matched = (name: string): Turn => ({
  fields: { status: 'active', courier: courier(name) },
  kinds: ['order_matched'],
});
const released: Turn = { fields: { status: 'pending', courier: {} }, kinds: ['order_released'] };
const edited: Turn = { fields: { vehicle_type: 'car' }, kinds: [] };
const completed: Turn = { fields: { status: 'completed' }, kinds: ['order_completed'] };
const amended: Turn = {
  fields: { price: { currency: 'HKD', amount: 140 } },
  kinds: ['amendment_added'],
};
const atOnce: Turn = {
  fields: { ...completed.fields, ...amended.fields },
  kinds: ['order_completed', 'amendment_added'],
};
const cancelled: Turn = {
  fields: { status: 'cancelled', courier: {} },
  kinds: ['order_cancelled'],
};

const lives: readonly (readonly Turn[])[] = [
  [matched('Lau'), completed, amended],
  [matched('Lau'), released, matched('Ho'), edited, atOnce],
  [edited, matched('Lau'), released, matched('Lau'), released, cancelled],
  [cancelled],
  [matched('Lau'), edited, completed],
];

const seconds = (max: number) => fc.integer({ min: 0, max }).map((value) => value * 1000);

/** What becomes of one webhook: lost, or delivered after each of these times. */
const deliveries = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.array(seconds(3), { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(seconds(900), { minLength: 1, maxLength: 4 }) },
);

const invented = fc.record({
  order: fc.nat(orderCount),
  kind: fc.constantFrom('order_matched', 'order_cancelled', 'order_completed', 'order_polished'),
  agoMs: fc.oneof(seconds(3600), fc.constant(-600_000)),
  atMs: seconds(5400),
});

const run = fc.record({
  orders: fc.array(
    fc.record({
      life: fc.nat(lives.length - 1),
      pausesMs: fc.array(seconds(900), { minLength: 6, maxLength: 6 }),
      sent: fc.array(deliveries, { minLength: 6, maxLength: 6 }),
    }),
    { minLength: orderCount, maxLength: orderCount },
  ),
  invented: fc.array(invented, { maxLength: 5 }),
  restartsMs: fc.array(seconds(5400), { maxLength: 2 }),
});

type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never;

/** Longer than every life, every delivery, the audit, and how long a report is kept. */
const wholeMs = 3 * 3_600_000;

interface Sent {
  readonly id: OrderId;
  /** The order's note after the turn: which turn it was. */
  readonly note: string;
  readonly reasons: readonly string[];
  readonly delaysMs: readonly number[];
}

function readOrder(id: OrderId, wire: object): Order {
  const parsed = parseOrder(wire, id);
  if (!parsed.ok) throw new RangeError('the test wrote an order that cannot be read');
  return parsed.value.order;
}

/** Plays a run. */
async function played({
  orders,
  invented: forgeries,
  restartsMs,
}: Run): Promise<{ bench: WebhookBench; model: NotificationModel; sent: Sent[] }> {
  const bench = await webhookBench({ proof: 'hmac' }, { isDeaf: true });
  const { clock, service, source } = bench;
  const model = new NotificationModel();
  const sent: Sent[] = [];
  const at = (ms: number, doIt: () => void): void => void clock.schedule(doIt, ms);
  orders.forEach(({ life, pausesMs, sent: delays }, index) => {
    const id = orderIdAt(index);
    let wire = wireOrder(id, { status: 'pending', courier: {}, note_to_courier: `${index}.0` });
    const becomes = (fields: object, no: number): void => {
      wire = { ...wire, ...fields, note_to_courier: `${index}.${no}` };
      const order = readOrder(id, wire);
      source.orders.set(id, order);
      model.lives(order, clock.monotonicMs());
    };
    becomes({}, 0);
    let turnMs = 60_000;
    (lives[life] ?? []).forEach(({ fields, kinds }, turn) => {
      turnMs += pausesMs[turn] ?? 0;
      const delaysMs = delays[turn] ?? [];
      const reasons = kinds.map((kind) => `${kind} of ${index}.${turn + 1}`);
      if (kinds.length > 0) sent.push({ id, note: `${index}.${turn + 1}`, reasons, delaysMs });
      at(turnMs, () => {
        becomes(fields, turn + 1);
        const event = {
          kinds,
          reasons,
          created_at: Math.floor(clock.wallMs() / 1000),
          data: structuredClone(wire),
        };
        if (kinds.length === 0) return;
        for (const delayMs of delaysMs) at(delayMs, () => bench.queued(event));
      });
    });
  });
  for (const { order, kind, agoMs, atMs } of forgeries) {
    at(atMs, () => {
      const created_at = Math.floor((clock.wallMs() - agoMs) / 1000);
      const id = orderIdAt(order === orderCount ? 99 : order);
      const data = wireOrder(id, { status: 'completed', note_to_courier: 'made up' });
      bench.queued({ kinds: [kind], reasons: ['made up'], created_at, data });
    });
  }
  for (const atMs of restartsMs) {
    at(atMs, () => {
      service.inbox.stop();
      service.inbox.start();
    });
  }
  await bench.add(...orders.keys());
  await clock.advance(wholeMs);
  return { bench, model, sent };
}

function expectTruth(bench: WebhookBench, model: NotificationModel): void {
  expect(bench.announced.defects).toEqual([]);
  for (const id of Array.from({ length: orderCount }, (_, index) => orderIdAt(index))) {
    const known = bench.watcher.get(id)?.order ?? null;
    expect(known).toEqual(bench.source.orders.get(id));
    const updates = bench.updates.filter((update) => update.orderId === id);
    // An order that was created tells of itself without a step; none of ours is.
    expect(model.faultsIn(id, updates, known?.noteToCourier ?? null)).toEqual([]);
  }
  // What is queued leaves the queue, once it can explain nothing any more.
  expect(bench.queue.waiting().count).toBe(0);
}

const derived =
  /^(?:Order Matched|Order was released|Order Completed|Order Cancelled|Price amendment)/;

test('checks and webhooks in any order: the end is the service’s, each change is announced once', async () => {
  await fc.assert(
    fc.asyncProperty(run, async (value) => {
      const { bench, model, sent } = await played(value);
      expectTruth(bench, model);
      const announced = bench.updates.flatMap(({ orderId, kinds, reasons }) =>
        kinds.map((kind, index) => ({ orderId, kind, reason: reasons[index] ?? '' })),
      );
      // A made-up event lends no reason to a kind that it does not name, and none is told twice.
      const reasons = announced
        .map(({ reason }) => reason)
        .filter((reason) => / of \d/.test(reason));
      expect(new Set(reasons).size).toBe(reasons.length);
      const known = new Set(sent.flatMap(({ reasons: all }) => all));
      for (const { reason } of announced) {
        const isFromUs = reason === '' || derived.test(reason) || reason === 'made up';
        expect(isFromUs || known.has(reason) || /chang|mov|edit/i.test(reason)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

/** Whatever came first, the history names the webhook and its words, if it came in good time. */
function expectReasons(bench: WebhookBench, sent: readonly Sent[]): number {
  let explained = 0;
  for (const { id, note, reasons, delaysMs } of sent) {
    if (!delaysMs.some((delayMs) => delayMs <= 600_000)) continue;
    const entry = bench.history.timeline(id, 50).find((line) => {
      if (line.kind !== 'update') return false;
      const step = line.changes.find(({ field }) => field === 'note_to_courier');
      // Told by itself: one that a check found together with others has several webhooks' words.
      const turn = Number(note.split('.')[1]);
      return step?.after === note && step.before === `${note.split('.')[0]}.${turn - 1}`;
    });
    if (entry?.kind !== 'update') continue;
    explained += 1;
    expect(entry.source).toBe('webhook');
    expect(entry.reasons).toEqual(expect.arrayContaining([...reasons]));
  }
  return explained;
}

/** The first match's webhook comes together with that of the second match, which nothing has told yet. */
const lateWithTheNext: Run = {
  orders: [
    {
      life: 2,
      pausesMs: [0, 603_000, 0, 0, 0, 0],
      sent: [[0], [271_000], [0], [32_000], [0], [0]],
    },
    { life: 0, pausesMs: [0, 0, 0], sent: [[0], [0], [0]] },
    { life: 0, pausesMs: [0, 0, 0], sent: [[843_000], [0], [0]] },
  ],
  invented: [],
  restartsMs: [],
};

test('each change is announced with its webhook’s reason, whether that or the check came first', async () => {
  let explained = 0;
  await fc.assert(
    fc.asyncProperty(run, async (value) => {
      // Two events of one kind, so close together that a lagging replica might explain both, are not told apart.
      const orders = value.orders.map(({ pausesMs, ...rest }) => ({
        ...rest,
        pausesMs: pausesMs.map((pauseMs) => pauseMs + 120_000),
      }));
      const { bench, sent } = await played({ ...value, orders, invented: [] });
      explained += expectReasons(bench, sent);
    }),
    { numRuns: 40, examples: [[lateWithTheNext]] },
  );
  expect(explained).toBeGreaterThan(20);
});
