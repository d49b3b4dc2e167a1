import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { GatheredReads } from '../../../../main/delivery/gathered-reads.ts';
import { FakeClock, settle } from '../../../support/fake-clock.ts';

/** Sockets that tell whether they are read. */
function bench(count = 8) {
  const clock = new FakeClock();
  const reads = new GatheredReads(clock);
  const handles = Array.from({ length: count }, () => ({
    reading: true,
    readStart: (): void => undefined,
    readStop: () => undefined,
  }));
  const sockets = handles.map((handle) => Object.assign(new Socket(), { _handle: handle }));
  const readCount = (): number => handles.filter(({ reading }) => reading).length;
  const join = async (): Promise<void> => {
    for (const socket of sockets) reads.join(socket);
    await settle();
  };
  return { clock, reads, sockets, handles, readCount, join };
}

test('what was asked together is read together, once the wait is over', async () => {
  const { clock, reads, readCount, join } = bench();
  await join();
  expect(readCount()).toBe(0);
  await clock.advance(reads.waitMs - 1);
  expect(readCount()).toBe(0);
  await clock.advance(1);
  expect(readCount()).toBe(8);
  expect(clock.waitingTimers).toBe(0);
});

test('fewer than eight go on being read', async () => {
  const { clock, readCount, join } = bench(7);
  await join();
  expect(readCount()).toBe(7);
  expect(clock.waitingTimers).toBe(0);
});

test('the wait follows the service: longer where many come late, shorter where none does', async () => {
  const { clock, reads, sockets, handles, join } = bench();
  const round = async (lateCount: number): Promise<void> => {
    for (const [index, socket] of sockets.entries()) {
      const handle = handles[index];
      if (handle === undefined) continue;
      // What had come is there in the turn of opening.
      const isThere = index >= lateCount;
      handle.readStart = () => {
        if (isThere) queueMicrotask(() => reads.came(socket));
      };
    }
    await join();
    await clock.advance(reads.waitMs);
    for (const socket of sockets.slice(0, lateCount)) reads.came(socket);
  };
  await round(8);
  const longer = reads.waitMs;
  expect(longer).toBeGreaterThan(120);
  for (let index = 0; index < 100; index += 1) await round(8);
  expect(reads.waitMs).toBe(400);
  await round(0);
  expect(reads.waitMs).toBeLessThan(400);
  for (let index = 0; index < 3000; index += 1) await round(0);
  expect(reads.waitMs).toBe(20);
});

test('a connection that is gone, or read again by Node, is left alone', async () => {
  const { clock, reads, sockets, handles, join } = bench(9);
  await join();
  Object.assign(sockets[0] ?? {}, { _handle: null });
  const [, again] = handles;
  if (again !== undefined) {
    again.reading = true;
    again.readStart = () => {
      throw new Error('read twice');
    };
  }
  await clock.advance(reads.waitMs);
  expect(handles.slice(1).every(({ reading }) => reading)).toBe(true);
});

test('closing reads everything again and leaves no timer', async () => {
  const { clock, reads, readCount, join } = bench();
  await join();
  reads.close();
  expect(readCount()).toBe(8);
  expect(clock.waitingTimers).toBe(0);
});
