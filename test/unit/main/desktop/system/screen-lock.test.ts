import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ScreenLock } from '../../../../../main/desktop/system/screen-lock.ts';

class FakeMonitor extends EventEmitter {
  state: 'active' | 'idle' | 'locked' | 'unknown' = 'active';
  readonly asked: number[] = [];

  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    this.asked.push(idleThreshold);
    return this.state;
  }
}

function subject() {
  const monitor = new FakeMonitor();
  let unlocks = 0;
  const lock = new ScreenLock(monitor, () => {
    unlocks += 1;
  });
  return { monitor, lock, unlocks: () => unlocks };
}

test('a lock that the system announces lasts until it announces the end', () => {
  const { monitor, lock, unlocks } = subject();
  const stop = lock.listen();
  expect(lock.isLocked).toBe(false);
  monitor.emit('lock-screen');
  expect([lock.isLocked, unlocks()]).toEqual([true, 0]);
  monitor.emit('unlock-screen');
  expect([lock.isLocked, unlocks()]).toEqual([false, 1]);
  stop();
});

test('where nothing is announced the system is asked, and nobody counts as locked for being idle', () => {
  const { monitor, lock } = subject();
  const found = (['active', 'idle', 'unknown', 'locked'] as const).map((state) => {
    monitor.state = state;
    return lock.isLocked;
  });
  expect(found).toEqual([false, false, false, true]);
  expect(Math.min(...monitor.asked)).toBeGreaterThan(24 * 3600);
});

test('stopping leaves no listener behind', () => {
  const { monitor, lock } = subject();
  lock.listen()();
  expect(monitor.eventNames()).toEqual([]);
  monitor.emit('lock-screen');
  expect(lock.isLocked).toBe(false);
});
