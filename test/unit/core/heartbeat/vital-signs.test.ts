import { expect, test } from 'vitest';
import { ailmentOf, type VitalSigns } from '../../../../core/heartbeat/vital-signs.ts';

const checks = { isTurning: true, isFailing: false, nextInMs: 30_000, isSucceeding: false };
const well: VitalSigns = {
  nowMs: Date.UTC(2026, 2, 2, 12),
  isClockRunning: true,
  isKept: true,
  isPaused: false,
  isHubAway: false,
  health: { state: 'reachable' },
  checks,
};

test.each<[string, Partial<VitalSigns>, ReturnType<typeof ailmentOf>]>([
  ['a program whose next check is far', {}, null],
  ['one with nothing to check', { checks: { ...checks, nextInMs: null } }, null],
  ['one for which a hub checks', { checks: null }, null],
  ['a clock that stands', { isClockRunning: false }, 'clockStopped'],
  ['a disk that takes nothing', { isKept: false }, 'notKept'],
  ['a person who paused it', { isPaused: true }, 'paused'],
  ['a loop that stands', { checks: { ...checks, isTurning: false } }, 'loopStalled'],
  ['a hub that is away', { isHubAway: true, checks: null }, 'outOfContact'],
  ['a check that is due in ten seconds', { checks: { ...checks, nextInMs: 10_000 } }, 'noSuccess'],
  ['all checks that failed', { checks: { ...checks, isFailing: true } }, 'noSuccess'],
])('of %s the heartbeat knows', (_what, signs, ailment) => {
  expect(ailmentOf({ ...well, ...signs })).toBe(ailment);
});

test('a check that succeeds now ends the doubt', () => {
  const succeeding = { ...checks, nextInMs: 0, isSucceeding: true };
  expect(ailmentOf({ ...well, checks: succeeding })).toBeNull();
  expect(ailmentOf({ ...well, isKept: false, checks: succeeding })).toBe('notKept');
});
