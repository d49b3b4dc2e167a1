import { expect, test } from 'vitest';
import type { Telling } from '../../../../core/notification/telling.ts';
import { TellingStore } from '../../../../main/notify/telling-store.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { orderIdAt, someTelling } from '../../../support/watched-orders.ts';

function bench() {
  const clock = new FakeClock();
  const disk = { isFull: false };
  const kept: string[] = [];
  const announced: number[] = [];
  const store = new TellingStore({
    outbox: {
      put({ key }: Telling) {
        if (disk.isFull) throw new Error('disk full');
        kept.push(key);
      },
    },
    clock,
    stored: () => announced.push(kept.length),
  });
  return { announced, clock, disk, kept, store };
}

test('what comes in one turn is stored at once and announced together', async () => {
  const { announced, clock, kept, store } = bench();
  for (const key of ['a', 'b', 'c']) store.tell(someTelling(key));
  expect(kept).toEqual(['a', 'b', 'c']);
  await clock.advance(0);
  expect(announced).toEqual([3]);
});

test('what the disk refuses is stored once it takes something again, in order and once', async () => {
  const { announced, clock, disk, kept, store } = bench();
  disk.isFull = true;
  store.tell(someTelling('a'));
  store.tell(someTelling('b'));
  await clock.advance(60_000);
  expect([kept, announced]).toEqual([[], []]);
  disk.isFull = false;
  store.tell(someTelling('c'));
  await clock.advance(2000);
  expect([kept, announced]).toEqual([['a', 'b', 'c'], [3]]);
  await clock.advance(60_000);
  expect([kept.length, clock.waitingTimers]).toEqual([3, 0]);
});

test('what waits about an order that is watched no longer is told by nobody', async () => {
  const { clock, disk, kept, store } = bench();
  disk.isFull = true;
  store.tell(someTelling('gone', { orderId: orderIdAt(1) }));
  store.tell(someTelling('stays', { orderId: orderIdAt(2) }));
  store.forget([orderIdAt(1)]);
  disk.isFull = false;
  await clock.advance(2000);
  expect(kept).toEqual(['stays']);
});

test('a disk that is full for long costs a bounded memory, and stopping leaves nothing waiting', async () => {
  const { clock, disk, kept, store } = bench();
  disk.isFull = true;
  for (let index = 0; index < 1500; index += 1) store.tell(someTelling(String(index)));
  disk.isFull = false;
  await clock.advance(2000);
  expect([kept.length, kept.at(-1)]).toEqual([1000, '1499']);
  disk.isFull = true;
  store.tell(someTelling('late'));
  store.stop();
  expect(clock.waitingTimers).toBe(0);
});
