import { expect, test } from 'vitest';
import { IdleReturn } from '../../../../../main/desktop/system/idle-return.ts';
import { Attendance } from '../../../../../main/desktop/window/attendance.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

test('the first input after five minutes without any is noticed, once', async () => {
  const clock = new FakeClock();
  let idleSeconds = 0;
  let returns = 0;
  let isAnythingWatched = true;
  const idle = new IdleReturn({
    input: { getSystemIdleTime: () => idleSeconds },
    clock,
    isAnythingWatched: () => isAnythingWatched,
    returned() {
      returns += 1;
    },
  });
  idle.start();
  for (const seconds of [0, 200, 299, 3, 301, 600, 2, 1, 400]) {
    idleSeconds = seconds;
    await clock.advance(15_000);
  }
  expect(returns).toBe(1);
  isAnythingWatched = false;
  await clock.advance(15_000);
  expect(clock.waitingTimers).toBe(0);
  isAnythingWatched = true;
  idle.ordersChanged();
  expect(clock.waitingTimers).toBe(1);
  idle.stop();
  expect(clock.waitingTimers).toBe(0);
});

test('a dispatcher is at the window while it has the focus and there is input, and was there lately for a minute after', async () => {
  const clock = new FakeClock();
  const window = { isInFront: true };
  let idleSeconds = 0;
  const attendance = new Attendance(window, { getSystemIdleTime: () => idleSeconds }, clock);
  expect(attendance.isAttended).toBe(true);
  window.isInFront = false;
  await clock.advance(59_000);
  expect([attendance.isAttended, attendance.wasAttendedLately]).toEqual([false, true]);
  await clock.advance(1000);
  expect(attendance.wasAttendedLately).toBe(false);
  window.isInFront = true;
  idleSeconds = 120;
  expect(attendance.isAttended).toBe(false);
});

test('each check asks whether someone is at the window, and the system is asked once a second', async () => {
  const clock = new FakeClock();
  let asked = 0;
  const getSystemIdleTime = () => {
    asked += 1;
    return asked === 1 ? 119 : 120;
  };
  const attendance = new Attendance({ isInFront: true }, { getSystemIdleTime }, clock);
  expect([attendance.isAttended, attendance.isAttended]).toEqual([true, true]);
  expect(asked).toBe(1);
  await clock.advance(1000);
  expect([attendance.isAttended, attendance.isAttended]).toEqual([false, false]);
  expect(asked).toBe(2);
});
