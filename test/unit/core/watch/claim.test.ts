import { expect, test } from 'vitest';
import { isTakenByOther } from '../../../../core/watch/claim.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const atMs = 1_000_000;
const hourMs = 3_600_000;
const id = orderIdAt(1);
const claim = { deskId: 'ana', desk: 'Ana', atMs, reason: null };
const claimed = someWatched(id, { team: { claim, writers: {}, addedBy: null } });

test('an order is another desk’s for a shift, and never one’s own', () => {
  expect(isTakenByOther(claimed, 'mei', atMs)).toBe(true);
  expect(isTakenByOther(claimed, 'ana', atMs)).toBe(false);
  expect(isTakenByOther(claimed, 'mei', atMs + 8 * hourMs - 1)).toBe(true);
  expect(isTakenByOther(claimed, 'mei', atMs + 8 * hourMs)).toBe(false);
});

test('a claim ends with its order', () => {
  const order = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
  expect(isTakenByOther({ ...claimed, order }, 'mei', atMs)).toBe(false);
});
