import { expect, test } from 'vitest';
import { createBoardStore } from '../../../../renderer/stores/board-store.ts';
import { FakeBridge } from '../../../browser/support/fake-bridge.ts';
import { sampleId, sampleRows } from '../../../browser/support/sample-board.ts';
import { settled } from '../support/fake-window-time.ts';

const nowMs = Date.UTC(2026, 10, 21, 6, 31);
const [first, second] = sampleRows(nowMs);
if (!first || !second) throw new Error('There are too few sample rows.');

function started() {
  const fake = new FakeBridge(
    () => nowMs,
    [first, second].filter((row) => row !== undefined),
  );
  const board = createBoardStore(fake.bridge);
  const stop = board.start();
  return { fake, board, stop };
}

test('the snapshot fills the board', async () => {
  const { board } = started();
  expect(board.getState().phase.kind).toBe('loading');
  await settled();
  expect(board.getState().phase.kind).toBe('ready');
  expect([...board.getState().rows.keys()]).toEqual([first.id, second.id]);
  expect(board.getState().app?.version).toBe('0.1.0');
});

test('a patch changes the rows that it names and leaves the others as they are', async () => {
  const { fake, board } = started();
  await settled();
  const untouched = board.getState().rows.get(second.id);
  fake.upsert({ ...first, label: 'New words' });
  expect(board.getState().rows.get(first.id)?.label).toBe('New words');
  expect(board.getState().rows.get(second.id)).toBe(untouched);
  fake.remove(second.id);
  expect(board.getState().rows.has(second.id)).toBe(false);
});

test('a patch of the app state alone does not count as a change of rows', async () => {
  const { fake, board } = started();
  await settled();
  const { rowsVersion } = board.getState();
  fake.changeApp({ storageFault: 'The disk is full.' });
  expect(board.getState().app?.storageFault).toBe('The disk is full.');
  expect(board.getState().rowsVersion).toBe(rowsVersion);
});

test('a gap in the numbers asks for a new snapshot, and nothing is missed', async () => {
  const { fake, board } = started();
  await settled();
  fake.losePatch({ ...first, label: 'Lost on the way' });
  fake.upsert({ ...second, label: 'After the gap' });
  await settled();
  expect(fake.requestsTo('board:snapshot')).toHaveLength(2);
  expect(board.getState().rows.get(first.id)?.label).toBe('Lost on the way');
  expect(board.getState().rows.get(second.id)?.label).toBe('After the gap');
  fake.upsert({ ...first, label: 'In step again' });
  expect(board.getState().rows.get(first.id)?.label).toBe('In step again');
  expect(fake.requestsTo('board:snapshot')).toHaveLength(2);
});

test('patches that arrive before the snapshot are not lost', async () => {
  const { fake, board } = started();
  fake.upsert({ ...first, label: 'Early' });
  await settled();
  fake.upsert({ ...second, label: 'Later' });
  expect(board.getState().rows.get(first.id)?.label).toBe('Early');
  expect(board.getState().rows.get(second.id)?.label).toBe('Later');
});

test('a snapshot that cannot be had is a state with a way out', async () => {
  const { fake, board } = started();
  fake.failing.set('board:snapshot', { code: 'storage-failed', message: 'The disk is full.' });
  await board.reload();
  await settled();
  expect(board.getState().phase.kind).toBe('ready');
  await board.reload();
  expect(board.getState().phase).toMatchObject({ kind: 'failed' });
  fake.failing.delete('board:snapshot');
  await board.reload();
  expect(board.getState().phase.kind).toBe('ready');
});

test('a stopped board hears nothing more', async () => {
  const { fake, board, stop } = started();
  await settled();
  stop();
  fake.remove(first.id);
  expect(board.getState().rows.has(first.id)).toBe(true);
  expect(board.getState().rows.has(sampleId('ffffffff'))).toBe(false);
});
