import { expect, it } from 'vitest';
import { isClaimOver, isClaimedByOther, standingClaim } from '../../../../core/watch/claim.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const id = orderIdAt(1);
const hourMs = 3_600_000;
const claim = { deskId: 'mei', desk: 'Mei', atMs: 1000, reason: null };
const team = { claim, writers: {}, addedBy: null };

it('a claim stands for eight hours', () => {
  const watched = someWatched(id, { team });
  expect(standingClaim(watched, 1000 + 8 * hourMs - 1)).toBe(claim);
  expect(isClaimOver(watched, 1000 + 8 * hourMs - 1)).toBe(false);
  expect(standingClaim(watched, 1000 + 8 * hourMs)).toBeNull();
  expect(isClaimOver(watched, 1000 + 8 * hourMs)).toBe(true);
});

it('a claim ends with its order', () => {
  const order = someOrder(id, { status: { raw: 'completed', phase: 'done' } });
  const watched = someWatched(id, { order, team });
  expect(standingClaim(watched, 2000)).toBeNull();
  expect(isClaimOver(watched, 2000)).toBe(true);
});

it('an order counts as claimed where another desk has it, not where one has it oneself', () => {
  const watched = someWatched(id, { team });
  expect(isClaimedByOther(watched, 'ana', 2000)).toBe(true);
  expect(isClaimedByOther(watched, 'mei', 2000)).toBe(false);
  expect(isClaimedByOther(watched, 'ana', 1000 + 9 * hourMs)).toBe(false);
  expect(isClaimedByOther(someWatched(id), 'ana', 2000)).toBe(false);
  expect(isClaimOver(someWatched(id), 2000)).toBe(false);
});
