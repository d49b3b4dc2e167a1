import { beforeEach, describe, expect, it } from 'vitest';
import type { HubListener } from '../../../../../main/engine/team/ports.ts';
import { TakenOffOrders } from '../../../../../main/engine/team/taken-off.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { type BenchHub, HubBench, mei } from '../../../../support/hub/hub-bench.ts';
import { benchDesk, type BenchDesk } from '../../../../support/team/desk-bench.ts';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';

const id = orderIdAt(1);
const hourMs = 3_600_000;

let bench: HubBench;
let hub: BenchHub;
/** Two desks. Mei's had an order that Ana's took off the list of all. */
let one: BenchDesk;
let two: BenchDesk;
/** What hears the stream at Mei's desk. */
let heard: HubListener | undefined;

const named = () => one.watch.state.takenOff?.map((order) => order.id);

async function done(asked: Promise<unknown>): Promise<void> {
  await bench.clock.advance(1000);
  await asked;
}

async function removedByAna(): Promise<void> {
  two.watch.remove([id]);
  await bench.clock.advance(5000);
}

async function watchedBy(desk: BenchDesk): Promise<void> {
  await desk.watch.add([{ id, label: 'Lunch' }]);
  await bench.clock.advance(5000);
}

beforeEach(async () => {
  bench = new HubBench();
  hub = bench.hub();
  await hub.start();
  const invited = await hub.hub.desks.invite('Ana', 'dispatcher');
  const joined = invited === 'taken' ? null : await hub.hub.desks.join(invited.code);
  if (joined === null) throw new Error('Ana is not in');
  one = benchDesk(bench.clock, mei, () => hub.hub.board);
  two = benchDesk(bench.clock, joined.desk, () => hub.hub.board);
  const follow = one.link.follow.bind(one.link);
  one.link.follow = (from, listener) => {
    heard = listener;
    return follow(from, listener);
  };
  for (const { watch } of [one, two]) watch.start();
  await watchedBy(one);
  await done(one.watch.claim([id], {}));
  await removedByAna();
  if (named()?.length !== 1) throw new Error('the order is not named');
});

describe('an order that another desk took off the list is named no more', () => {
  it('once it was watched again, also when it leaves the memory for the archive', async () => {
    await watchedBy(one);
    expect(named()).toBeUndefined();
    bench.orders.set(id, someOrder(id, { status: { raw: 'completed', phase: 'done' } }));
    await bench.clock.advance(3 * hourMs);
    one.watch.evict([id]);
    await bench.clock.advance(5000);
    expect([one.watch.known(), named()]).toEqual([[], undefined]);
  });

  it('once another desk added it again, also when that is removed and this desk did not have it', async () => {
    await watchedBy(two);
    expect(named()).toBeUndefined();
    await removedByAna();
    expect([one.watch.find(id), named()]).toEqual([undefined, undefined]);
  });

  it('when it was added and removed again while this desk was away', async () => {
    one.link.trouble.isCut = true;
    await watchedBy(two);
    await removedByAna();
    one.link.trouble.isCut = false;
    await bench.clock.advance(10_000);
    expect(named()).toBeUndefined();
  });

  it('after an hour', async () => {
    await bench.clock.advance(hourMs - 10_000);
    expect(named()).toEqual([id]);
    await bench.clock.advance(10_000);
    expect(named()).toBeUndefined();
  });

  it('after an hour of which the computer slept the most', () => {
    bench.clock.sleepMachine(hourMs);
    one.watch.noticeWake();
    expect(named()).toBeUndefined();
  });

  it('once it is erased at this computer', () => {
    one.watch.remove([id]);
    expect(named()).toBeUndefined();
  });

  it.each(['detach', 'stop'] as const)(
    'once this computer leaves the team, or Waybell ends: %s',
    async (end) => {
      await one.watch[end]();
      expect(named()).toBeUndefined();
    },
  );

  it.each(['detach', 'stop'] as const)('when the stream says it while it ends: %s', async (end) => {
    await watchedBy(two);
    await done(one.watch.claim([id], {}));
    one.link.trouble.isCut = true;
    await removedByAna();
    const said = await hub.hub.board.entriesSince(0, 200);
    const ended = one.watch[end]();
    if (said.kind === 'gap') throw new Error('the hub has the whole log');
    await heard?.entries([...said.entries]);
    await ended;
    expect([one.watch.find(id), named()]).toEqual([undefined, undefined]);
  });

  it('once it is left off, also while too many changes wait for the hub', async () => {
    await watchedBy(two);
    await done(one.watch.claim([id], {}));
    const other = orderIdAt(2);
    await one.watch.add([{ id: other, label: null }]);
    await bench.clock.advance(5000);
    await removedByAna();
    one.link.trouble.isCut = true;
    for (let count = 0; count < 1000; count += 1) one.watch.relabel(other, `label ${count}`);
    expect([one.watch.state.isQueueFull, named()]).toEqual([true, [id]]);
    one.watch.remove([id]);
    expect(named()).toBeUndefined();
  });
});

it('of many orders that other desks took off the list the newest are kept, and the others are counted until none is left', async () => {
  const clock = new FakeClock();
  const orders = new TakenOffOrders(clock, () => undefined);
  const ids = Array.from({ length: 10_000 }, (_, at) => orderIdAt(at + 1));
  for (const each of ids) {
    orders.add({ id: each, label: 'Lunch', group: null, promisedAtMs: null, by: 'Ana' });
  }
  expect(orders.state.takenOff?.map((order) => order.id)).toEqual(ids.slice(-200));
  expect([orders.state.takenOffNotKeptCount, clock.waitingTimers]).toEqual([9800, 200]);
  await clock.advance(hourMs);
  expect([orders.state, clock.waitingTimers]).toEqual([{}, 0]);
});
