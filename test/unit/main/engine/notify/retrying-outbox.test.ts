import { expect, test } from 'vitest';
import { Metrics } from '../../../../../main/engine/metrics/metrics.ts';
import { RetryingOutbox } from '../../../../../main/engine/notify/retrying-outbox.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { FailingOutbox } from '../../../../support/storage/failing-outbox.ts';
import { someNotification } from '../../../../support/watched-orders.ts';

function bench() {
  const clock = new FakeClock();
  const disk = new FailingOutbox();
  const changes: number[] = [];
  const outbox = new RetryingOutbox(disk, clock);
  outbox.start(() => changes.push(disk.notifications.size));
  const put = (key: string): void => outbox.put(() => someNotification(key));
  const stored = () => [...disk.notifications.keys()];
  return { changes, clock, disk, outbox, put, stored };
}

const nothingKnown = new Set<string>();

test('notifications of one turn are stored at once and announced together', async () => {
  const { changes, clock, put, stored } = bench();
  for (const key of ['a', 'b', 'c']) put(key);
  expect(stored()).toEqual(['a', 'b', 'c']);
  await clock.advance(0);
  expect(changes).toEqual([3]);
});

test('notifications that the disk refused are stored in order, each once, when it works again', async () => {
  const { clock, disk, put, stored } = bench();
  disk.isBroken = true;
  put('a');
  put('b');
  await clock.advance(60_000);
  expect(stored()).toEqual([]);
  disk.isBroken = false;
  put('c');
  await clock.advance(2000);
  expect(stored()).toEqual(['a', 'b', 'c']);
  await clock.advance(60_000);
  expect([disk.notifications.size, clock.waitingTimers]).toEqual([3, 0]);
});

test('a notification that is no longer true when the disk works again is dropped', async () => {
  const { clock, disk, outbox, put, stored } = bench();
  disk.isBroken = true;
  let isTrue = true;
  outbox.put(() => (isTrue ? someNotification('over') : null));
  put('stays');
  isTrue = false;
  disk.isBroken = false;
  await clock.advance(2000);
  expect(stored()).toEqual(['stays']);
});

test('an outcome that the disk refuses holds at once and is written when it can be', async () => {
  const { changes, clock, disk, outbox, put } = bench();
  put('a');
  disk.settle(['a'], { kind: 'held', reason: 'snoozed' }, clock.wallMs());
  put('b');
  outbox.beginShowing(['b']);
  const settle = disk.settle.bind(disk);
  disk.settle = () => {
    throw new Error('database or disk is full');
  };
  outbox.settle(['a', 'b'], { kind: 'shown' });
  expect([outbox.pending(nothingKnown), outbox.held(), outbox.inDoubt()]).toEqual([[], [], []]);
  disk.settle = settle;
  await clock.advance(2000);
  expect(disk.outcomes.get('a')).toEqual({ kind: 'shown' });
  expect(disk.outcomes.get('b')).toEqual({ kind: 'shown' });
  expect(changes.length).toBeGreaterThan(0);
});

test('an outcome that the disk refused is written at the end, where the disk works by then', () => {
  const { clock, disk, outbox, put } = bench();
  put('a');
  disk.isBroken = true;
  outbox.settle(['a'], { kind: 'shown' });
  disk.isBroken = false;
  outbox.stop();
  expect(disk.outcomes.get('a')).toEqual({ kind: 'shown' });
  expect(clock.waitingTimers).toBe(0);
});

test('a disk that is full for long costs a bounded memory, and stopping leaves nothing waiting', async () => {
  const { clock, disk, outbox, put, stored } = bench();
  disk.isBroken = true;
  for (let index = 0; index < 1500; index += 1) put(String(index));
  disk.isBroken = false;
  await clock.advance(2000);
  expect([stored().length, stored().at(-1)]).toEqual([1000, '1499']);
  disk.isBroken = true;
  put('late');
  outbox.stop();
  expect(clock.waitingTimers).toBe(0);
});

test('each turn has its own announcement, and who put a notification hears when it is stored', async () => {
  const { changes, clock, disk, outbox } = bench();
  const heard: string[] = [];
  const put = (key: string): void =>
    outbox.put(
      () => someNotification(key),
      () => heard.push(key),
    );
  put('a');
  await clock.advance(0);
  disk.isBroken = true;
  put('b');
  expect(heard).toEqual(['a']);
  disk.isBroken = false;
  await clock.advance(1999);
  expect(heard).toEqual(['a']);
  await clock.advance(1);
  expect(heard).toEqual(['a', 'b']);
  expect(changes.at(-1)).toBe(2);
  put('c');
  await clock.advance(0);
  expect(changes.at(-1)).toBe(3);
});

test('a disk that cannot be read gives nothing, and is looked at again two seconds later', async () => {
  const { changes, clock, disk, outbox, put } = bench();
  put('a');
  await clock.advance(0);
  const before = changes.length;
  disk.isBroken = true;
  expect([outbox.pending(nothingKnown), outbox.held(), outbox.inDoubt()]).toEqual([[], [], []]);
  expect([outbox.latestOf(['selfTest']), outbox.has('a')]).toEqual([null, false]);
  expect(() => outbox.beginShowing(['a'])).not.toThrow();
  expect(clock.waitingTimers).toBe(1);
  disk.isBroken = false;
  await clock.advance(2000);
  expect(changes.length).toBe(before + 1);
  expect(outbox.pending(nothingKnown)).toEqual([someNotification('a')]);
  expect(clock.waitingTimers).toBe(0);
});

test('what is asked for comes from the disk when it works', () => {
  const { disk, outbox, put } = bench();
  const lost = someNotification('connectionLost:1', { event: 'connectionLost', orderId: null });
  for (const key of ['a', 'b', 'c']) put(key);
  outbox.put(() => lost);
  outbox.beginShowing(['b']);
  outbox.settle(['c'], { kind: 'held', reason: 'snoozed' });
  expect(outbox.pending(new Set(['a']))).toEqual([lost]);
  expect(outbox.inDoubt()).toEqual([someNotification('b')]);
  expect(outbox.held()).toEqual([{ notification: someNotification('c'), reason: 'snoozed' }]);
  expect(outbox.latestOf(['connectionLost'])).toEqual(lost);
  expect([outbox.has('c'), outbox.has('d')]).toEqual([true, false]);
  expect(disk.inDoubt().map(({ key }) => key)).toEqual(['b']);
});

test('an outcome that was written late is an outcome like any other', async () => {
  const { clock, disk, outbox, put } = bench();
  put('a');
  disk.isBroken = true;
  outbox.settle(['a'], { kind: 'held', reason: 'snoozed' });
  disk.isBroken = false;
  expect(outbox.pending(nothingKnown)).toEqual([]);
  await clock.advance(2000);
  expect(outbox.held()).toEqual([{ notification: someNotification('a'), reason: 'snoozed' }]);
});

test('to settle nothing asks nothing of the disk', () => {
  const { clock, disk, outbox } = bench();
  disk.isBroken = true;
  outbox.settle([], { kind: 'shown' });
  expect(clock.waitingTimers).toBe(0);
});

test('after a stop nothing is announced, and a disk that refuses is not tried again', async () => {
  const { changes, clock, disk, outbox, put } = bench();
  put('a');
  outbox.stop();
  expect(clock.waitingTimers).toBe(0);
  put('b');
  disk.isBroken = true;
  put('c');
  outbox.settle(['a'], { kind: 'shown' });
  expect(clock.waitingTimers).toBe(0);
  await clock.advance(60_000);
  expect(changes).toEqual([]);
});

test('a disk that refused is left alone for two seconds, and is asked once for what it accepted', async () => {
  const { clock, disk, put, stored } = bench();
  const asked: string[] = [];
  const accept = disk.put.bind(disk);
  let refused: readonly string[] = ['a', 'b'];
  disk.put = (notification) => {
    asked.push(notification.key);
    if (refused.includes(notification.key)) throw new Error('database or disk is full');
    accept(notification);
  };
  put('a');
  put('b');
  expect(asked).toEqual(['a']);
  refused = ['b'];
  await clock.advance(2000);
  expect(asked).toEqual(['a', 'a', 'b']);
  refused = [];
  await clock.advance(2000);
  expect(asked).toEqual(['a', 'a', 'b', 'b']);
  expect(stored()).toEqual(['a', 'b']);
});

test('what is put after a stop is stored and not announced', () => {
  const { clock, outbox, put, stored } = bench();
  outbox.stop();
  put('late');
  expect([stored(), clock.waitingTimers]).toEqual([['late'], 0]);
});

test('what became of notifications is counted once, by reason, also when the disk refuses at first', async () => {
  const { clock, disk, put } = bench();
  const metrics = new Metrics();
  const outbox = new RetryingOutbox(disk, clock, {
    settled: (outcome, count) => metrics.notificationsSettled(outcome, count),
  });
  for (const key of ['a', 'b', 'c']) put(key);
  outbox.settle(['a', 'b'], { kind: 'held', reason: 'quietHours' });
  disk.isBroken = true;
  outbox.settle(['a', 'b'], { kind: 'digested', reason: 'quiet' });
  outbox.settle(['c'], { kind: 'suppressed', reason: 'muted' });
  await clock.advance(5000);
  disk.isBroken = false;
  await clock.advance(2000);
  const watch = {
    list: () => [],
    plan: () => ({ checkEveryMs: null, nextCheckAtMs: null, isChecking: false, isAwaited: false }),
    pace: {
      requestsLastMinute: 0,
      requestsPerMinute: 300,
      nextCheckAtMs: null,
      lastAnswerAtMs: null,
    },
    serviceHealth: { state: 'reachable' },
    pauseState: { kind: 'running' },
    storageFault: null,
  } as const;
  const lines = metrics.text({ clock, version: '1.0.0', watch }).split('\n');
  expect(lines.filter((line) => /^waybell_notifications.* [1-9]/.test(line))).toEqual([
    'waybell_notifications_total{outcome="digested"} 2',
    'waybell_notifications_total{outcome="suppressed"} 1',
    'waybell_notifications_total{outcome="held"} 2',
    'waybell_notifications_withheld_total{reason="quietHours"} 2',
    'waybell_notifications_withheld_total{reason="muted"} 1',
  ]);
});
