import { expect, test } from 'vitest';
import { ServiceHealthModel } from './laws/service-health-model.ts';

const minuteMs = 60_000;

/** A loss that was notified after two minutes, by a process that was killed right after. */
function lostAndKilled(): ServiceHealthModel {
  const model = new ServiceHealthModel();
  model.answered(0);
  for (const minute of [1, 1.2, 1.4, 1.6]) model.unreadable(minute * minuteMs);
  expect(model.notified('connectionLost', 2 * minuteMs)).toBeNull();
  model.restarted();
  return model;
}

test('a loss goes on through answers that none can read, also over a restart, and its return is right', () => {
  const model = lostAndKilled();
  for (let minute = 3; minute < 20; minute += 1) model.unreadable(minute * minuteMs);
  model.answered(20 * minuteMs);
  expect(model.notified('connectionRestored', 20.2 * minuteMs)).toBeNull();
});

test('a return is wrong when the answers were stored long ago, and when it comes twice', () => {
  const model = lostAndKilled();
  model.answered(3 * minuteMs);
  model.answered(10 * minuteMs);
  const fault = 'a return was notified without a loss';
  expect(model.notified('connectionRestored', 11 * minuteMs)).toBe(fault);
  const other = lostAndKilled();
  other.answered(3 * minuteMs);
  expect(other.notified('connectionRestored', 3.2 * minuteMs)).toBeNull();
  expect(other.notified('connectionRestored', 4 * minuteMs)).toBe(fault);
});
