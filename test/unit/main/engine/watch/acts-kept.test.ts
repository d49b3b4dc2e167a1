import { describe, expect, test } from 'vitest';
import { mei } from '../../../../support/hub/hub-bench.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { benchDesk } from '../../../../support/team/desk-bench.ts';
import { watchBench, startedBench } from '../../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

const many = Array.from({ length: 350 }, (_, index) => index + 1);
const ids = many.map(orderIdAt);

describe('what was done to orders', () => {
  test('is on the disk when it is confirmed, also where one transaction does not hold it', async () => {
    const { add, store, watcher } = watchBench();
    await add(...many);
    watcher.mute(ids, true);
    expect([...store.orders.values()].filter(({ isMuted }) => isMuted)).toHaveLength(100);
    await watcher.actsKept();
    expect([...store.orders.values()].every(({ isMuted }) => isMuted)).toBe(true);
    expect(Math.max(...store.batches)).toBe(100);
  });

  test('is counted, and an answer of the service is not', async () => {
    const { clock, source, watcher } = await startedBench([1]);
    const before = watcher.actCount;
    source.orders.clear();
    await clock.advance(60_000);
    expect(watcher.actCount).toBe(before);
    watcher.relabel(orderIdAt(1), 'Lunch');
    expect(watcher.actCount).toBe(before + 1);
  });

  test('is shown in the rows once it is on the disk', async () => {
    const { add, announced, clock, store, watcher } = watchBench();
    watcher.start();
    await add(...many);
    await clock.advance(60_000);
    announced.changed.length = 0;
    watcher.mute(ids, true);
    const changed = new Set(announced.changed);
    expect(changed.size).toBe(100);
    expect([...changed].every((id) => store.orders.get(id)?.isMuted)).toBe(true);
    await watcher.actsKept();
    await clock.advance(1000);
    expect(new Set(announced.changed).size).toBe(many.length);
  });

  test('is answered and shown at once while the disk refuses, with the fault', async () => {
    const { add, announced, clock, store, watcher } = watchBench();
    watcher.start();
    await add(1);
    await clock.advance(60_000);
    announced.changed.length = 0;
    store.isBroken = true;
    watcher.relabel(orderIdAt(1), 'Lunch');
    await watcher.actsKept();
    expect(watcher.storageFault).toBe('database or disk is full');
    expect(announced.changed).toContain(orderIdAt(1));
    store.isBroken = false;
    await clock.advance(2000);
    expect(store.orders.get(orderIdAt(1))?.label).toBe('Lunch');
  });

  test('at a desk of a team waits for no timer', async () => {
    const clock = new FakeClock();
    const { store, watch } = benchDesk(clock, mei, () => null);
    watch.start();
    await watch.add([{ id: orderIdAt(1), label: null }]);
    watch.mute([orderIdAt(1)], true);
    expect(store.orders.get(orderIdAt(1))?.isMuted).toBe(false);
    await watch.actsKept();
    expect(store.orders.get(orderIdAt(1))?.isMuted).toBe(true);
    await watch.stop();
  });
});
