import { expect, test } from 'vitest';
import { GpuDeaths } from '../../../../../main/desktop/system/gpu-deaths.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const minuteMs = 60_000;

/** A program that has run for an hour; `die` ends its GPU process so often, and again after so many milliseconds. */
async function program({ ranForMs = 60 * minuteMs, isDrawnBySoftware = true, kind = 'GPU' } = {}) {
  const clock = new FakeClock();
  const log = new RecordingLog();
  let restarts = 0;
  const deaths = new GpuDeaths({
    clock,
    log,
    isDrawnBySoftware: () => isDrawnBySoftware,
    restart: () => (restarts += 1),
  });
  await clock.advance(ranForMs);
  const die = async (times: number, everyMs = 1000): Promise<void> => {
    for (let at = 0; at < times; at += 1) {
      deaths.helperGone(kind);
      await clock.advance(everyMs);
    }
  };
  return { die, log, restarts: () => restarts };
}

test('before the engine ends the program for its GPU process, the program is started again, once', async () => {
  const { die, log, restarts } = await program();
  await die(3);
  expect(restarts()).toBe(0);
  await die(2);
  expect(restarts()).toBe(1);
  expect(log.events('error')).toEqual(['restartedForGpu']);
});

test('deaths that the engine forgives count no more', async () => {
  const { die, restarts } = await program();
  await die(12, 60 * minuteMs);
  expect(restarts()).toBe(0);
});

test.each([
  ['a program that has just started', { ranForMs: minuteMs }],
  ['a graphics card whose driver the engine will give up', { isDrawnBySoftware: false }],
  ['another helper process', { kind: 'Utility' }],
])('%s is no reason to start again', async (_what, other) => {
  const { die, restarts } = await program(other);
  await die(6);
  expect(restarts()).toBe(0);
});
