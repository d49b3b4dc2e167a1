import { describe, expect, test } from 'vitest';
import { ServiceHealthModel } from './laws/service-health-model.ts';

const minuteMs = 60_000;

/** A loss was notified after two minutes of answers that cannot be read; then the process was killed. */
function lossOfAnEarlierProcess(): ServiceHealthModel {
  const model = new ServiceHealthModel();
  model.answered(0);
  for (let minute = 1; minute <= 3; minute += 1) model.unreadable(minute * minuteMs);
  expect(model.notified('connectionLost', 3 * minuteMs)).toBeNull();
  model.restarted();
  return model;
}

describe('a return is notified only after a loss', () => {
  test('a loss goes on while answers cannot be read, however long', () => {
    const model = lossOfAnEarlierProcess();
    for (let minute = 4; minute <= 20; minute += 1) model.unreadable(minute * minuteMs);
    model.answered(21 * minuteMs);
    expect(model.notified('connectionRestored', 21 * minuteMs)).toBeNull();
  });

  test('what was read for long enough ended the loss of an earlier process', () => {
    const model = lossOfAnEarlierProcess();
    for (let minute = 4; minute <= 12; minute += 1) model.answered(minute * minuteMs);
    expect(model.notified('connectionRestored', 12 * minuteMs)).toBe(
      'a return was notified without a loss',
    );
  });
});
