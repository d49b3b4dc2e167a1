import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { BusCall } from '../../../../../main/engine/session-bus/session-bus.ts';
import { ScreenLock } from '../../../../../main/desktop/system/screen-lock.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import {
  type FakeAnswering,
  type FakeProgram,
  FakeSessionBus,
} from '../../../../support/desktop/fake-session-bus.ts';

class FakeMonitor extends EventEmitter {
  state: 'active' | 'idle' | 'locked' | 'unknown' = 'active';
  readonly asked: number[] = [];

  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    this.asked.push(idleThreshold);
    return this.state;
  }
}

const freedesktop = 'org.freedesktop.ScreenSaver';
const mate = 'org.mate.ScreenSaver';
const longEnoughMs = 10_000;

const answering =
  (isActive: unknown): FakeProgram =>
  (_call, { answer }) =>
    answer(isActive);

/** @param savers what has which name already when the lock is first looked at */
function screenLock(savers: Readonly<Record<string, FakeProgram>> = {}, isBusNamed = true) {
  const monitor = new FakeMonitor();
  const clock = new FakeClock();
  const bus = new FakeSessionBus(clock);
  bus.isNamed = isBusNamed;
  const owners = Object.entries(savers).map(([name, program]) => bus.join(program, name));
  const lock = new ScreenLock({ source: monitor, bus, clock });
  const reported: string[] = [];
  lock.listen({
    unlocked: () => reported.push(`unlocked, ${lock.isLocked ? 'locked' : 'open'}`),
    foundUnlocked: () => reported.push('found unlocked'),
  });
  const signal = (sender: string, isActive: unknown, name = freedesktop): void =>
    bus.emit({ sender, path: '/any', interface: name, member: 'ActiveChanged', args: [isActive] });
  return { bus, clock, lock, monitor, owners, signal, reported };
}

/** A program that keeps its answer until it is told to give it. */
function hesitant() {
  let held: FakeAnswering | null = null;
  const program: FakeProgram = (_call, answer) => (held = answer);
  return { program, answer: (isActive: unknown) => held?.answer(isActive) };
}

test('a lock that the system announces lasts until it announces the end', () => {
  const { lock, monitor, reported } = screenLock({}, false);
  expect(lock.isLocked).toBe(false);
  monitor.emit('lock-screen');
  expect(lock.isLocked).toBe(true);
  monitor.emit('unlock-screen');
  expect(lock.isLocked).toBe(false);
  expect(reported).toEqual(['unlocked, open']);
});

test.each([true, false])(
  'where nothing is announced the system is asked, and idling is no lock (a bus without screen savers: %s)',
  (isBusNamed) => {
    const { monitor, lock } = screenLock({}, isBusNamed);
    const found = (['active', 'idle', 'unknown', 'locked'] as const).map((state) => {
      monitor.state = state;
      return lock.isLocked;
    });
    expect(found).toEqual([false, false, false, true]);
    expect(Math.min(...monitor.asked)).toBeGreaterThan(24 * 3600);
  },
);

test.each([
  freedesktop,
  'org.cinnamon.ScreenSaver',
  'org.gnome.ScreenSaver',
  mate,
  'org.xfce.ScreenSaver',
])('%s is asked at the start, and followed', (name) => {
  const { lock, owners, signal, reported } = screenLock({ [name]: answering(true) });
  const [owner = ''] = owners;
  expect(lock.isLocked).toBe(true);
  signal(owner, false, name);
  expect(lock.isLocked).toBe(false);
  signal(owner, true, name);
  expect(lock.isLocked).toBe(true);
  signal(owner, false, name);
  expect(reported).toEqual(['unlocked, open', 'unlocked, open']);
});

test('a screen saver that comes later is asked, and counts for nothing when it is gone', () => {
  const { bus, lock, reported } = screenLock();
  const unique = bus.join(answering(true), mate);
  expect(lock.isLocked).toBe(true);
  bus.leave(unique);
  expect(lock.isLocked).toBe(false);
  expect(reported).toEqual(['unlocked, open']);
});

test('the screen is locked while one of several says so', () => {
  const { lock, owners, signal } = screenLock({
    [freedesktop]: answering(false),
    [mate]: answering(true),
  });
  expect(lock.isLocked).toBe(true);
  signal(owners[1] ?? '', false, mate);
  expect(lock.isLocked).toBe(false);
});

test('the word of a screen saver counts more than Electron’s, which may be that of one that is gone', () => {
  const { lock, monitor } = screenLock({ [freedesktop]: answering(false) });
  monitor.state = 'locked';
  expect(lock.isLocked).toBe(false);
});

test('until a screen saver has answered the screen counts as locked, and what is found is told', () => {
  const slow = hesitant();
  const { lock, reported } = screenLock({ [freedesktop]: slow.program });
  expect(lock.isLocked).toBe(true);
  expect(reported).toEqual([]);
  slow.answer(false);
  expect(lock.isLocked).toBe(false);
  expect(reported).toEqual(['found unlocked']);
});

/** Whether what is known of the lock at the start is known. */
function firstWord(lock: ScreenLock) {
  let hasCome = false;
  void lock.hasAnswered.then(() => (hasCome = true));
  return () => hasCome;
}

test.each([
  ['at once where no screen saver is there', {}],
  ['with its first answer', { [freedesktop]: answering(true) }],
])('whether the screen is locked at the start is known %s', async (_when, savers) => {
  const { clock, lock } = screenLock(savers);
  const hasCome = firstWord(lock);
  await clock.advance(0);
  expect(hasCome()).toBe(true);
  expect(clock.waitingTimers).toBe(0);
});

test('a screen saver that is slow at the start is waited for, for two and a half seconds at the most', async () => {
  const asked: FakeAnswering[] = [];
  const { clock, lock } = screenLock({ [freedesktop]: (_call, each) => void asked.push(each) });
  const hasCome = firstWord(lock);
  await clock.advance(1500);
  // It is asked at another path then.
  asked[0]?.refuse('org.freedesktop.DBus.Error.UnknownObject');
  await clock.advance(999);
  expect(hasCome()).toBe(false);
  await clock.advance(1);
  expect(hasCome()).toBe(true);
  expect(lock.isLocked).toBe(true);
});

test('one that does not answer is waited for only for seconds, and is believed when it speaks', async () => {
  const slow = hesitant();
  const { clock, lock, owners, signal, reported } = screenLock({ [freedesktop]: slow.program });
  await clock.advance(longEnoughMs);
  expect(lock.isLocked).toBe(false);
  expect(reported).toEqual(['found unlocked']);
  slow.answer(true);
  expect(lock.isLocked).toBe(true);
  signal(owners[0] ?? '', false);
  // It said that later.
  slow.answer(true);
  expect(lock.isLocked).toBe(false);
});

test.each(['true', 1, null, undefined, [true]])('%j is no answer', (said) => {
  const { lock, owners, signal } = screenLock({ [freedesktop]: answering(said) });
  expect(lock.isLocked).toBe(false);
  signal(owners[0] ?? '', said);
  expect(lock.isLocked).toBe(false);
});

test('only the program that has the name is believed', () => {
  const { bus, lock, signal } = screenLock({ [freedesktop]: answering(false) });
  signal(bus.join(answering(true)), true);
  bus.emit({
    sender: ':1.99',
    path: '/',
    interface: 'org.freedesktop.DBus',
    member: 'NameOwnerChanged',
    args: [freedesktop, '', ':1.99'],
  });
  signal(':1.99', true);
  expect(lock.isLocked).toBe(false);
});

test.each(['/org/mate/ScreenSaver', '/ScreenSaver', '/'])(
  'a screen saver whose object is at %s is found',
  (path) => {
    const at = (call: BusCall, { answer, refuse }: FakeAnswering): void => {
      if (call.path === path) answer(true);
      else refuse('org.freedesktop.DBus.Error.UnknownObject');
    };
    expect(screenLock({ [mate]: at }).lock.isLocked).toBe(true);
  },
);

test('one that refuses the question at every path says nothing', () => {
  const { lock, monitor } = screenLock({
    [freedesktop]: (_call, { refuse }) => refuse('org.freedesktop.DBus.Error.NotSupported'),
  });
  expect(lock.isLocked).toBe(false);
  monitor.state = 'locked';
  expect(lock.isLocked).toBe(true);
});

test('no program is started by being asked', () => {
  const { bus } = screenLock({ [freedesktop]: answering(false) });
  const asked = bus.calls.map(({ destination, member }) => `${member} ${destination}`);
  expect(asked.filter((call) => !call.startsWith('GetNameOwner'))).toEqual(['GetActive :1.1']);
});

test('what was said while the connection was broken is asked for, and a lock goes on meanwhile', () => {
  let isActive = true;
  const { bus, lock, reported } = screenLock({
    [freedesktop]: (_call, { answer }) => answer(isActive),
  });
  bus.drop();
  expect(lock.isLocked).toBe(true);
  expect(reported).toEqual([]);
  isActive = false;
  bus.drop();
  expect(lock.isLocked).toBe(false);
  isActive = true;
  bus.dropForAnother();
  expect(lock.isLocked).toBe(true);
});

test('a bus that cannot be reached is tried again', async () => {
  const { bus, clock, lock } = screenLock({ [freedesktop]: answering(false) });
  bus.isThere = false;
  bus.drop();
  expect(lock.isLocked).toBe(false);
  bus.join(answering(true), mate);
  bus.isThere = true;
  await clock.advance(60_000);
  expect(lock.isLocked).toBe(true);
  expect(clock.waitingTimers).toBe(0);
});
