import { beforeEach, expect, it } from 'vitest';
import { orderRow } from '../../../../../core/board/order-row.ts';
import type { OrderEvent } from '../../../../../core/team/team-event.ts';
import { orderEventSchema } from '../../../../../core/team/team-event.ts';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';
import { boardWith } from '../../../../support/hub/http-bench.ts';
import { ana, type BenchHub, HubBench, mei } from '../../../../support/hub/hub-bench.ts';
import { benchDesk } from '../../../../support/team/desk-bench.ts';

const id = orderIdAt(1);
const assigned = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });
const far = 9e15;

let bench: HubBench;
let hub: BenchHub;

beforeEach(async () => {
  bench = new HubBench();
  hub = bench.hub();
  await hub.start();
});

type Shared = NonNullable<OrderEvent['order']>;

/** What a hub may say of an order that no order is. */
const odd: Readonly<Record<string, (shared: Shared) => Partial<Shared>>> = {
  'amounts at the end of what a number holds': ({ order }) => ({
    order: order && { ...order, price: { amount: 1e308, currency: 'HKD' } },
  }),
  'a promise for the year 287,000': () => ({ promisedAtMs: far }),
  'changes before there was time': () => ({ statusSinceMs: -far, changedAtMs: -far }),
  'counts below nothing, and losses to come': () => ({
    flags: {
      releasedAtMs: null,
      courierSwappedAtMs: null,
      amendedAtMs: null,
      amountBeforeAmendment: -1e308,
      turnover: { courierCount: -3, couriers: [], lossesAtMs: [far], raisedAtMs: far },
    },
  }),
  'words of a million letters': () => ({ label: 'x'.repeat(1_000_000) }),
  'a hundred thousand stops': ({ order }) => {
    const stop = { name: 'A', streetAddress: 'B', floorOrUnitNumber: null };
    const destinations = Array.from({ length: 100_000 }, () => ({
      ...stop,
      point: null,
      contact: null,
    }));
    return { order: order && { ...order, destinations } };
  },
};

/** The times of a row, at whatever depth. */
function timesOf(value: unknown, name = ''): readonly number[] {
  if (typeof value === 'number') return /(?:At|Since|Until)Ms$|^sinceMs$/.test(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => timesOf(each, key));
}

it.each(Object.entries(odd))(
  'a desk whose hub says of an order %s shows it, and follows the next order',
  async (_what, said) => {
    const board = boardWith(hub.hub.board, {
      async entriesSince(place, most) {
        const part = await hub.hub.board.entriesSince(place, most);
        if (part.kind === 'gap') return part;
        const entries = part.entries.flatMap((entry) => {
          const { event } = entry;
          const { order } = event;
          const isOdd = event.id === id && order !== null && order.order !== null;
          const sent = isOdd ? { ...event, order: { ...order, ...said(order) } } : event;
          // As a desk reads what comes over HTTP: what it cannot read is passed over.
          const read = orderEventSchema.safeParse(JSON.parse(JSON.stringify(sent)));
          return read.success ? [{ ...entry, event: read.data }] : [];
        });
        return { ...part, entries };
      },
    });
    const one = benchDesk(bench.clock, mei, () => board);
    one.watch.start();
    await hub.hub.board.add(ana, [{ id, label: 'Lunch' }, { id: orderIdAt(2) }], 'add');
    await bench.clock.advance(10_000);
    bench.orders.set(id, assigned);
    await bench.clock.advance(60_000);
    const nowMs = bench.clock.wallMs();
    for (const watched of one.watch.list()) {
      const row = orderRow(watched, { ...one.watch.plan(watched.id), isAwaited: false }, nowMs);
      for (const timeMs of timesOf(row)) expect(() => new Date(timeMs).toISOString()).not.toThrow();
    }
    expect(one.watch.get(id)).toBeDefined();
    expect(one.watch.get(orderIdAt(2))?.order).not.toBeNull();
    expect(one.defects).toEqual([]);
  },
);
