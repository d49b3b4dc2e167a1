import { expect, test } from 'vitest';
import { Housekeeping } from '../../../../../main/engine/privacy/housekeeping.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const dayMs = 24 * 3_600_000;

function house(watched: number, isBroken = false) {
  const clock = new FakeClock();
  const log = new RecordingLog();
  const state = { watched, pruned: 0 };
  const prune = () => {
    state.pruned += 1;
    if (isBroken) throw new Error('disk');
    return false;
  };
  const housekeeping = new Housekeeping(prune, () => state.watched > 0, clock, log);
  return { housekeeping, clock, log, state };
}

test('old history is removed four times a day, whatever goes wrong with it', async () => {
  const { housekeeping, clock, log, state } = house(3, true);
  housekeeping.start();
  await clock.advance(dayMs);
  expect(state.pruned).toBe(5);
  expect(log.events('error')).toHaveLength(5);
  housekeeping.stop();
  expect(clock.waitingTimers).toBe(0);
});

test('while nothing is watched no timer waits, and the first order brings it back', async () => {
  const { housekeeping, clock, state } = house(0);
  housekeeping.start();
  expect(state.pruned).toBe(1);
  expect(clock.waitingTimers).toBe(0);
  state.watched = 1;
  housekeeping.ordersChanged();
  housekeeping.ordersChanged();
  expect(clock.waitingTimers).toBe(1);
  await clock.advance(dayMs / 4);
  expect(state.pruned).toBe(2);
  state.watched = 0;
  await clock.advance(dayMs);
  expect(state.pruned).toBe(3);
  expect(clock.waitingTimers).toBe(0);
});

test('what is too much for one go is removed in several', async () => {
  const clock = new FakeClock();
  let rest = 5;
  const prune = () => {
    rest -= 1;
    return rest > 0;
  };
  const housekeeping = new Housekeeping(prune, () => false, clock, new RecordingLog());
  housekeeping.start();
  expect(rest).toBe(4);
  await clock.advance(1000);
  expect(rest).toBe(0);
  expect(clock.waitingTimers).toBe(0);
});
