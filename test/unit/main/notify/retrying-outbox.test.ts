import { expect, test } from 'vitest';
import { RetryingOutbox } from '../../../../main/notify/retrying-outbox.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { MemoryOutbox } from '../../../support/storage/memory-outbox.ts';
import { someNotification } from '../../../support/watched-orders.ts';

function bench() {
  const clock = new FakeClock();
  const disk = new MemoryOutbox();
  const changes: number[] = [];
  const outbox = new RetryingOutbox(disk, clock);
  outbox.start(() => changes.push(disk.notifications.size));
  const put = (key: string): void => outbox.put(() => someNotification(key));
  const stored = () => [...disk.notifications.keys()];
  return { changes, clock, disk, outbox, put, stored };
}

const nothingKnown = new Set<string>();

test('notifications of one turn are stored at once and announced together', async () => {
  const { changes, clock, put, stored } = bench();
  for (const key of ['a', 'b', 'c']) put(key);
  expect(stored()).toEqual(['a', 'b', 'c']);
  await clock.advance(0);
  expect(changes).toEqual([3]);
});

test('notifications that the disk refused are stored in order, each once, when it works again', async () => {
  const { clock, disk, put, stored } = bench();
  disk.isBroken = true;
  put('a');
  put('b');
  await clock.advance(60_000);
  expect(stored()).toEqual([]);
  disk.isBroken = false;
  put('c');
  await clock.advance(2000);
  expect(stored()).toEqual(['a', 'b', 'c']);
  await clock.advance(60_000);
  expect([disk.notifications.size, clock.waitingTimers]).toEqual([3, 0]);
});

test('a notification that is no longer true when the disk works again is dropped', async () => {
  const { clock, disk, outbox, put, stored } = bench();
  disk.isBroken = true;
  let isTrue = true;
  outbox.put(() => (isTrue ? someNotification('over') : null));
  put('stays');
  isTrue = false;
  disk.isBroken = false;
  await clock.advance(2000);
  expect(stored()).toEqual(['stays']);
});

test('an outcome that the disk refuses holds at once and is written when it can be', async () => {
  const { changes, clock, disk, outbox, put } = bench();
  put('a');
  disk.settle(['a'], { kind: 'held', reason: 'snoozed' });
  put('b');
  const settle = disk.settle.bind(disk);
  disk.settle = () => {
    throw new Error('database or disk is full');
  };
  outbox.settle(['a', 'b'], { kind: 'shown' });
  expect([outbox.pending(nothingKnown), outbox.held(), outbox.inDoubt()]).toEqual([[], [], []]);
  disk.settle = settle;
  await clock.advance(2000);
  expect(disk.outcomes.get('a')).toEqual({ kind: 'shown' });
  expect(disk.outcomes.get('b')).toEqual({ kind: 'shown' });
  expect(changes.length).toBeGreaterThan(0);
});

test('a disk that is full for long costs a bounded memory, and stopping leaves nothing waiting', async () => {
  const { clock, disk, outbox, put, stored } = bench();
  disk.isBroken = true;
  for (let index = 0; index < 1500; index += 1) put(String(index));
  disk.isBroken = false;
  await clock.advance(2000);
  expect([stored().length, stored().at(-1)]).toEqual([1000, '1499']);
  disk.isBroken = true;
  put('late');
  outbox.stop();
  expect(clock.waitingTimers).toBe(0);
});
