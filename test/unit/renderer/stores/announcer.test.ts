import { expect, test } from 'vitest';
import { createAnnouncer } from '../../../../renderer/stores/announcer.ts';
import { createBoardStore } from '../../../../renderer/stores/board-store.ts';
import { FakeBridge } from '../../../browser/support/fake-bridge.ts';
import { sampleRows } from '../../../browser/support/sample-desk.ts';
import { FakeWindowTime, settled } from '../support/fake-window-time.ts';

async function started() {
  const time = new FakeWindowTime();
  const rows = sampleRows(time.nowMs());
  const fake = new FakeBridge(time.nowMs, rows);
  const board = createBoardStore(fake.bridge);
  const announcer = createAnnouncer(board, time, ([row, ...others]) =>
    [row, ...others].map(({ label }) => label).join(' and '),
  );
  announcer.start();
  board.start();
  await settled();
  const calm = rows.filter((row) => row.attention === null && !row.isMuted);
  const raise = (index: number) => {
    const row = calm[index];
    if (!row) throw new Error('There are too few calm rows.');
    fake.upsert({ ...row, attention: { score: 50, reason: 'released' } });
    return row;
  };
  return { time, fake, announcer, raise, rows };
}

test('what needed attention before the window opened is not announced', async () => {
  const { announcer } = await started();
  expect(announcer.getState().message).toBe('');
});

test('a new claim is announced at once and the same claim only once', async () => {
  const { announcer, raise, fake, time } = await started();
  const row = raise(0);
  expect(announcer.getState().message).toBe(row.label);
  time.pass(6000);
  fake.upsert({ ...row, attention: { score: 51, reason: 'released' }, moreStops: 4 });
  time.pass(6000);
  const next = raise(1);
  expect(announcer.getState().message).toBe(next.label);
});

test('claims within five seconds wait and are announced together', async () => {
  const { announcer, raise, time } = await started();
  const first = raise(0);
  const second = raise(1);
  const third = raise(2);
  expect(announcer.getState().message).toBe(first.label);
  time.pass(5000);
  expect(announcer.getState().message).toBe(`${second.label} and ${third.label}`);
});

test('the same words are announced again when they hold again, and not kept for ever', async () => {
  const { announcer, raise, fake, time } = await started();
  const row = raise(0);
  const { count } = announcer.getState();
  time.pass(5000);
  expect(announcer.getState().message).toBe('');
  fake.upsert({ ...row, attention: null });
  raise(0);
  expect(announcer.getState()).toEqual({ message: row.label, count: count + 1 });
});

test('a muted order is not announced', async () => {
  const { announcer, fake, rows } = await started();
  const muted = rows.find((row) => row.isMuted);
  if (!muted) throw new Error('The sample has no muted order.');
  fake.upsert({ ...muted, attention: { score: 50, reason: 'notMoving' } });
  expect(announcer.getState().message).toBe('');
});
