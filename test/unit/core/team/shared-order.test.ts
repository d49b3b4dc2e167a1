import { expect, it } from 'vitest';
import {
  sharedOrder,
  sharedOrderSchema,
  sharedUpdateSchema,
  withShared,
} from '../../../../core/team/shared-order.ts';
import { deskNameSchema } from '../../../../core/team/desk.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someUpdate,
  someWatched,
} from '../../../support/watched-orders.ts';

const id = orderIdAt(1);

const own = someWatched(id, {
  label: 'Lunch',
  isMuted: true,
  isPinned: true,
  order: someOrder(id),
  preferences: somePreferences({
    group: 'North',
    note: 'ring',
    promisedAtMs: 5,
    snoozedUntilMs: 7,
    remindAtMs: 8,
  }),
  unseenCount: 3,
  lastLookedAtMs: 9,
  calls: [{ atMs: 1, word: 'late' }],
});

it('what is one’s own is not shared', () => {
  const text = JSON.stringify(sharedOrder(own));
  for (const name of [
    'isMuted',
    'isPinned',
    'unseen',
    'lastLooked',
    'calls',
    'snoozed',
    'remind',
    'acknowledged',
  ]) {
    expect(text).not.toContain(name);
  }
  expect(sharedOrder(own)).toMatchObject({
    label: 'Lunch',
    group: 'North',
    note: 'ring',
    promisedAtMs: 5,
  });
});

it('a shared state changes what is shared, and leaves one’s own as it is', () => {
  const shared = { ...sharedOrder(own), label: 'Supper', note: null };
  const after = withShared(own, shared);
  expect(after).toMatchObject({
    label: 'Supper',
    isMuted: true,
    isPinned: true,
    unseenCount: 3,
    preferences: { group: 'North', note: null, snoozedUntilMs: 7, remindAtMs: 8 },
  });
  expect(sharedOrder(after)).toEqual(shared);
});

it('an order that a desk did not know begins without anything of its own', () => {
  expect(withShared(undefined, sharedOrder(own))).toMatchObject({
    label: 'Lunch',
    isMuted: false,
    unseenCount: 0,
    preferences: { group: 'North', snoozedUntilMs: null },
  });
});

it('what goes over the wire comes back as it was', () => {
  const shared = sharedOrder(own);
  expect(sharedOrderSchema.parse(JSON.parse(JSON.stringify(shared)))).toEqual(shared);
  const update = someUpdate(id, {
    uncheckedSinceMs: 4,
    courierWaitMs: 5,
    endedStay: { stop: 'pickup', sinceMs: 3 },
  });
  expect(sharedUpdateSchema.parse(JSON.parse(JSON.stringify(update)))).toEqual(update);
});

it('whether the beginning of a status was seen is shared; a hub that does not say counts as one that saw it', () => {
  const shared = sharedOrder({ ...own, isStatusSinceBefore: true });
  expect(withShared(own, shared).isStatusSinceBefore).toBe(true);
  const { isStatusSinceBefore: _left, ...older } = shared;
  const known = withShared({ ...own, isStatusSinceBefore: true }, sharedOrderSchema.parse(older));
  expect(known.isStatusSinceBefore).toBe(false);
});

it.each([1e300, 1.5, -1e300])('a time of %s, which no desk could store, is none', (timeMs) => {
  const shared = sharedOrder(own);
  for (const name of [
    'addedAtMs',
    'observedAtMs',
    'statusSinceMs',
    'changedAtMs',
    'promisedAtMs',
  ]) {
    expect(sharedOrderSchema.safeParse({ ...shared, [name]: timeMs }).success).toBe(false);
  }
  expect(sharedOrderSchema.safeParse(shared).success).toBe(true);
});

it('a desk’s name is one line that reads as it stands', () => {
  expect(deskNameSchema.parse('  Mei\u0007 \n Wong ')).toBe('Mei Wong');
  expect(deskNameSchema.safeParse(' \n ').success).toBe(false);
  // What cannot be seen or looks like another letter makes no other name.
  expect(deskNameSchema.parse('M\u200be\u2060i\u3164\ufe0f')).toBe('Mei');
  expect(deskNameSchema.parse('Ｍｅｉ')).toBe('Mei');
  expect(deskNameSchema.safeParse('M\u0435i').success).toBe(false);
  expect(deskNameSchema.parse('Мария')).toBe('Мария');
  expect(deskNameSchema.parse('陳 Mei')).toBe('陳 Mei');
  expect(deskNameSchema.parse('x'.repeat(100))).toHaveLength(40);
  expect(deskNameSchema.safeParse('Desk 12').success).toBe(true);
  // Viewers see names of desks, and no phone number.
  expect(deskNameSchema.safeParse('Mei +852 9123 4567').success).toBe(false);
});
