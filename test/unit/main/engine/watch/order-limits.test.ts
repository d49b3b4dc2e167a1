import { expect, test } from 'vitest';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { changedPreferences } from '../../../../../core/watch/order-preferences.ts';
import type { GroupLimits, WatchLimits } from '../../../../../main/engine/watch/ports.ts';
import { type WatchBench, watchBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import { courier, fixAt, noonMs, order } from '../../../core/order/order-samples.ts';

const [inGroup, alone] = [orderIdAt(1), orderIdAt(2)];
const usual: WatchLimits = { requestsPerMinute: 6000, activeEverySeconds: 15 };

/** Two orders on their way, the first of which belongs to a group. */
async function twoOrders(limits: Partial<WatchLimits>): Promise<WatchBench> {
  const bench = watchBench({ limits });
  bench.watcher.start();
  place(bench, 1000);
  await bench.add(1, 2);
  bench.watcher.setPreferences([inGroup], { group: 'Harbour' });
  await bench.clock.advance(60_000);
  return bench;
}

/** Both couriers are so far east of the pickup from now on; their phones reported it so long after noon. */
function place({ source }: WatchBench, eastMeters: number, reportedAfterMs = 0): void {
  const fix = { ...fixAt(eastMeters), reportedAtMs: noonMs + reportedAfterMs };
  const now = order({ word: 'active', courier: courier(fix) });
  for (const id of [inGroup, alone]) source.orders.set(id, { ...now, id });
}

async function arriving(bench: WatchBench): Promise<readonly OrderId[]> {
  for (const eastMeters of [350, 340]) {
    place(bench, eastMeters);
    await bench.clock.advance(20_000);
  }
  return bench.announced.updates
    .filter(({ move }) => move?.meaning === 'nearStop')
    .map(({ orderId }) => orderId);
}

const wide = { enterMeters: 400, leaveMeters: 500 };

test('a courier is at a stop by the fences of the order’s group', async () => {
  const bench = await twoOrders({ groupRules: [{ group: 'Harbour', fences: wide }] });
  expect(await arriving(bench)).toEqual([inGroup]);
});

test('a group without fences of its own has those for all, from the change on', async () => {
  const bench = await twoOrders({ groupRules: [{ group: 'Harbour', fences: null }] });
  bench.watcher.setLimits({ ...usual, fences: wide });
  expect(new Set(await arriving(bench))).toEqual(new Set([inGroup, alone]));
});

const minuteMs = 60_000;

test.each<[string, Partial<WatchLimits>, Omit<GroupLimits, 'group'>, number]>([
  ['stood', { waitLimits: { notMovingMinutes: 20 } }, { waitLimits: { notMovingMinutes: 5 } }, 0],
  [
    'was silent',
    { silenceLimits: { silentMinutes: 4 } },
    { silenceLimits: { silentMinutes: 2 } },
    3,
  ],
])(
  'a courier who %s for as long as the order’s group has it moves again',
  async (_what, limits, ofGroup, silentMinutes) => {
    const bench = await twoOrders({ ...limits, groupRules: [{ group: 'Harbour', ...ofGroup }] });
    await bench.clock.advance(5 * minuteMs);
    place(bench, 1400, silentMinutes * minuteMs);
    await bench.clock.advance(minuteMs);
    const meanings = new Map(
      bench.announced.updates.map(({ orderId, move }) => [orderId, move?.meaning]),
    );
    expect([meanings.get(inGroup), meanings.get(alone)]).toEqual(['movesAgain', 'movedOn']);
  },
);

const paces = { activeEverySeconds: 60, paceSeconds: { standing: 120 } };
const everySeconds = ({ watcher }: WatchBench) =>
  [inGroup, alone].map((id) => (watcher.plan(id).checkEveryMs ?? 0) / 1000);

test('the orders of a group are checked at its own pace, the others at the one for all', async () => {
  const bench = await twoOrders({ groupRules: [{ group: 'Harbour', paces }] });
  place(bench, 900);
  await bench.clock.advance(60_000);
  expect(everySeconds(bench)).toEqual([60, 15]);
  bench.watcher.setLimits({ ...usual, paceSeconds: { standing: 45 }, groupRules: [] });
  expect(everySeconds(bench)).toEqual([15, 15]);
});

test('an order that joins a group or leaves it, by an undo too, has the other pace at once', async () => {
  const bench = await twoOrders({ groupRules: [{ group: 'Peak', paces }] });
  place(bench, 900);
  await bench.clock.advance(20_000);
  expect(everySeconds(bench)).toEqual([15, 15]);
  bench.watcher.setPreferences([alone], { group: 'Peak' });
  expect(everySeconds(bench)).toEqual([15, 60]);
  bench.watcher.setPreferences([alone], { group: null });
  expect(everySeconds(bench)).toEqual([15, 15]);
  bench.watcher.rewrite([alone], ({ preferences, ...watched }) => ({
    ...watched,
    preferences: changedPreferences(preferences, { group: 'Peak' }),
  }));
  expect(everySeconds(bench)).toEqual([15, 60]);
});
