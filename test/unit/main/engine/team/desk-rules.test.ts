import { beforeEach, expect, it } from 'vitest';
import type { HubStatus } from '../../../../../core/team/hub-status.ts';
import type { WatchRecord } from '../../../../../main/engine/watch/ports.ts';
import { orderIdAt, someOrder } from '../../../../support/watched-orders.ts';
import { boardWith } from '../../../../support/hub/http-bench.ts';
import { ana, type BenchHub, HubBench, mei } from '../../../../support/hub/hub-bench.ts';
import { MemoryWatchStore } from '../../../../support/storage/memory-watch-store.ts';
import { benchDesk, type BenchDesk, newDisk } from '../../../../support/team/desk-bench.ts';

const id = orderIdAt(1);
const assigned = someOrder(id, { status: { raw: 'active', phase: 'assigned' } });
const completed = someOrder(id, { status: { raw: 'completed', phase: 'done' } });

let bench: HubBench;
let hub: BenchHub;

beforeEach(async () => {
  bench = new HubBench();
  hub = bench.hub();
  await hub.start();
});

/** A desk that knows one order of the team. */
async function deskWithOrder(disk = newDisk()): Promise<BenchDesk> {
  await hub.hub.board.add(ana, [{ id, label: 'Lunch' }], 'add');
  const one = benchDesk(bench.clock, mei, () => hub.hub.board, disk);
  one.watch.start();
  await bench.clock.advance(10_000);
  return one;
}

/** A disk that loses notifications, as a crash between an update and its notification does. */
class ForgetfulStore extends MemoryWatchStore {
  forgets = false;

  override save(records: readonly WatchRecord[]): void {
    super.save(
      this.forgets ? records.map((record) => ({ ...record, notifications: [] })) : records,
    );
  }
}

it('what a crash kept from being announced is announced after the restart, and the history has it once', async () => {
  const store = new ForgetfulStore();
  const { teamStore } = newDisk();
  const one = await deskWithOrder({ store, teamStore });
  const placeBefore = teamStore.place();
  one.link.trouble.isCut = true;
  bench.orders.set(id, assigned);
  await bench.clock.advance(60_000);
  store.forgets = true;
  one.link.trouble.isCut = false;
  await bench.clock.advance(3000);
  one.link.trouble.isCut = true;
  expect([store.updates.length, store.notifications.length]).toEqual([1, 0]);
  store.forgets = false;
  teamStore.savePlace(placeBefore);
  benchDesk(bench.clock, mei, () => hub.hub.board, { store, teamStore }).watch.start();
  await bench.clock.advance(10_000);
  expect([store.updates.length, store.notifications.length]).toEqual([1, 1]);
});

it('the end of what was missed is known though the newest entry is about a desk', async () => {
  const one = await deskWithOrder();
  one.link.trouble.isCut = true;
  bench.orders.set(id, assigned);
  await bench.clock.advance(60_000);
  await hub.hub.desks.invite('Viewer', 'viewer');
  one.link.trouble.isCut = false;
  await bench.clock.advance(10_000);
  expect(one.store.notifications).toHaveLength(1);
});

it('an order stays when the hub cannot be told that it was removed', async () => {
  const one = await deskWithOrder();
  one.link.trouble.isCut = true;
  for (let count = 0; count < 1000; count += 1) one.watch.relabel(id, `label ${count}`);
  one.watch.remove([id]);
  expect(one.watch.get(id)).toBeDefined();
  expect(one.watch.state.isQueueFull).toBe(true);
});

it('more orders than edits may wait are removed at once, for all', async () => {
  const one = await deskWithOrder();
  const ids = Array.from({ length: 1200 }, (_, at) => orderIdAt(at + 10));
  await hub.hub.board.add(
    ana,
    ids.map((each) => ({ id: each })),
    'many',
  );
  await bench.clock.advance(10_000);
  expect(one.watch.list()).toHaveLength(1201);
  one.watch.remove(ids);
  await bench.clock.advance(60_000);
  expect(one.watch.state.queuedEdits).toBe(0);
  expect(hub.hub.board.orders().map(({ order }) => order.id)).toEqual([id]);
});

it('what the hub refuses is as the team has it again', async () => {
  const one = await deskWithOrder();
  const { link } = one;
  link.send = () =>
    Promise.resolve({ kind: 'refused', httpStatus: 400, code: 'badRequest', message: '' });
  one.watch.relabel(id, 'Supper');
  expect(one.watch.get(id)?.label).toBe('Supper');
  await bench.clock.advance(10_000);
  expect(one.watch.get(id)?.label).toBe('Lunch');
});

it('an order whose words the hub cannot read takes no other along, and comes without them', async () => {
  const one = await deskWithOrder();
  const ids = Array.from({ length: 20 }, (_, at) => orderIdAt(at + 10));
  const [bad = id] = ids.slice(7);
  const { link } = one;
  const send = link.send.bind(link);
  link.send = async (command) => {
    const isRefused =
      command.path === '/v1/orders' && JSON.stringify(command.body).includes('Unreadable');
    if (!isRefused) return await send(command);
    return { kind: 'refused', httpStatus: 400, code: 'badRequest', message: '' };
  };
  const nameOf = (each: typeof id) => (each === bad ? 'Unreadable' : `Order ${each.slice(-2)}`);
  await one.watch.add(ids.map((each) => ({ id: each, label: nameOf(each) })));
  await bench.clock.advance(120_000);
  expect(one.watch.state.queuedEdits).toBe(0);
  const names = new Map(hub.hub.board.orders().map(({ order }) => [order.id, order.label]));
  for (const each of ids) expect(names.get(each)).toBe(each === bad ? null : nameOf(each));
  expect(one.watch.list()).toHaveLength(21);
});

it('orders stay that a first try added, before an erasure made another request of it', async () => {
  const one = await deskWithOrder();
  const other = orderIdAt(2);
  await hub.hub.board.add(mei, [{ id: other }], 'first');
  one.link.send = () =>
    Promise.resolve({ kind: 'refused', httpStatus: 422, code: 'keyReused', message: '' });
  await one.watch.add([{ id: other, label: null }]);
  await bench.clock.advance(10_000);
  expect(one.watch.get(other)?.order).not.toBeNull();
});

it('an order that is unchanged is stored as confirmed, at most every five minutes', async () => {
  const one = await deskWithOrder();
  await bench.clock.advance(15 * 60_000);
  const storedMs = one.store.orders.get(id)?.observedAtMs ?? 0;
  expect(bench.clock.wallMs() - storedMs).toBeLessThan(7 * 60_000);
  expect(one.store.batches.length).toBeLessThan(20);
});

it('people who were erased here do not come back with a word of a colleague', async () => {
  const one = await deskWithOrder();
  bench.orders.set(id, completed);
  await bench.clock.advance(60_000);
  one.watch.rewrite([id], (watched) => ({
    ...watched,
    order: watched.order && { ...watched.order, pickup: null },
  }));
  await hub.hub.board.edit(ana, id, { note: 'paid' }, 'note');
  await bench.clock.advance(1000);
  expect(one.watch.get(id)).toMatchObject({
    order: { pickup: null },
    preferences: { note: 'paid' },
  });
});

it('an order in the archive stays there when a colleague writes about it', async () => {
  const one = await deskWithOrder();
  bench.orders.set(id, completed);
  await bench.clock.advance(3 * 3_600_000);
  one.watch.evict([id]);
  expect(one.watch.list()).toEqual([]);
  await hub.hub.board.edit(ana, id, { note: 'paid' }, 'note');
  await bench.clock.advance(1000);
  expect(one.watch.list()).toEqual([]);
  expect(one.watch.find(id)?.preferences?.note).toBe('paid');
});

it('while the list cannot be read nothing takes the place of what is stored', async () => {
  const disk = newDisk();
  const before = await deskWithOrder(disk);
  before.watch.mute([id], true);
  await before.watch.stop();
  disk.store.isBroken = true;
  const again = benchDesk(bench.clock, mei, () => hub.hub.board, disk);
  again.watch.start();
  await hub.hub.board.edit(ana, id, { note: 'ring twice' }, 'note');
  await bench.clock.advance(5000);
  expect(again.watch.storageFault).not.toBeNull();
  disk.store.isBroken = false;
  await bench.clock.advance(10_000);
  expect(again.watch.get(id)).toMatchObject({
    isMuted: true,
    preferences: { note: 'ring twice' },
  });
});

it('a desk that was taken off its team removes what it has here alone', async () => {
  const one = await deskWithOrder();
  await one.watch.detach();
  one.watch.remove([id]);
  await bench.clock.advance(10_000);
  expect(one.watch.list()).toEqual([]);
  expect(hub.hub.board.order(id)).toBeDefined();
});

it('a check that a person asked for is awaited until something was heard of the order', async () => {
  const one = await deskWithOrder();
  one.watch.checkNow([id]);
  expect(one.watch.plan(id).isAwaited).toBe(true);
  await bench.clock.advance(5000);
  expect(one.watch.plan(id).isAwaited).toBe(false);
});

it('ages are right though the clock here is wrong', async () => {
  const one = await deskWithOrder();
  const status = hub.hub.board.status();
  const aheadMs = 3_600_000;
  bench.clock.setWall(bench.clock.wallMs() + aheadMs);
  one.link.trouble.isCut = true;
  await bench.clock.advance(2000);
  const onHub = { ...status, nowMs: bench.clock.wallMs() - aheadMs };
  const listeners: ((given: typeof status) => void)[] = [];
  const other = benchDesk(bench.clock, mei, () => null, newDisk());
  other.link.follow = (_from, listener) => {
    listeners.push((given) => listener.status(given));
    return () => Promise.resolve();
  };
  other.watch.start();
  await bench.clock.advance(10);
  const lastAnswerAtMs = onHub.nowMs - 5000;
  listeners[0]?.({ ...onHub, pace: { ...onHub.pace, lastAnswerAtMs } });
  expect(bench.clock.wallMs() - (other.watch.pace.lastAnswerAtMs ?? 0)).toBe(5000);
});

it('a check says nothing of a state that is not here yet', async () => {
  const one = await deskWithOrder();
  const before = one.watch.get(id)?.observedAtMs ?? 0;
  const sequence = one.watch.get(id)?.team?.sequence ?? 0;
  const status = hub.hub.board.status();
  const listeners: ((status: HubStatus) => void)[] = [];
  const board = boardWith(hub.hub.board, {
    onStatus: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  });
  const two = benchDesk(bench.clock, ana, () => board);
  two.watch.start();
  await bench.clock.advance(1000);
  for (const [checkedAtMs, entry] of [
    [before + 1000, sequence],
    [before + 2000, sequence + 1],
  ] as const) {
    for (const tell of listeners) tell({ ...status, checked: [[id, checkedAtMs, null, entry]] });
  }
  expect(two.watch.get(id)?.observedAtMs).toBe(before + 1000);
});
