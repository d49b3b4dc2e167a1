import { expect, test } from 'vitest';
import { emptyGroupRule } from '../../../core/notification/group-rules.ts';
import { silenceOf } from '../../../renderer/board/silence.ts';

const nowMs = 1_000_000;
const loud: Parameters<typeof silenceOf>[0] = {
  group: 'North',
  isMuted: false,
  snoozedUntilMs: null,
};
const north = emptyGroupRule('North');

function silence(order: Partial<typeof loud>, rule = north) {
  return silenceOf({ ...loud, ...order }, { groupRules: [rule] }, nowMs);
}

test('an order is silent by its own mute before all else, then by that of its group', () => {
  expect(silence({})).toBeNull();
  const muted = { ...north, isMuted: true, snoozedUntilMs: nowMs + 1 };
  expect(silence({ isMuted: true }, muted)).toEqual({ isOfGroup: false, untilMs: null });
  expect(silence({ snoozedUntilMs: nowMs + 9 }, muted)).toEqual({ isOfGroup: true, untilMs: null });
});

test('of two snoozes the longer one says when it ends, and one that is over says nothing', () => {
  const snoozed = { ...north, snoozedUntilMs: nowMs + 5 };
  expect(silence({}, snoozed)).toEqual({ isOfGroup: true, untilMs: nowMs + 5 });
  expect(silence({ snoozedUntilMs: nowMs + 4 }, snoozed)).toEqual({
    isOfGroup: true,
    untilMs: nowMs + 5,
  });
  expect(silence({ snoozedUntilMs: nowMs + 6 }, snoozed)).toEqual({
    isOfGroup: false,
    untilMs: nowMs + 6,
  });
  expect(silence({ snoozedUntilMs: nowMs }, { ...north, snoozedUntilMs: nowMs - 1 })).toBeNull();
});

test('an order of no group, or of another one, is not silent by a rule', () => {
  const muted = { ...north, isMuted: true };
  expect(silenceOf({ ...loud, group: null }, { groupRules: [muted] }, nowMs)).toBeNull();
  expect(silenceOf({ ...loud, group: 'South' }, { groupRules: [muted] }, nowMs)).toBeNull();
});
