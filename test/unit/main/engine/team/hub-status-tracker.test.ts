import { expect, test } from 'vitest';
import type { HubStatus } from '../../../../../core/team/hub-status.ts';
import { HubStatusTracker } from '../../../../../main/engine/team/hub-status-tracker.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

const status: HubStatus = {
  nowMs: 0,
  health: { state: 'reachable' },
  pace: {
    requestsLastMinute: 0,
    requestsPerMinute: 0,
    nextCheckAtMs: null,
    lastAnswerAtMs: null,
  },
  desks: [],
  isLogGone: false,
  hubs: [],
  checked: [],
};

test('a log that is gone is told as that, by a hub that still has some of it and by one that has another', async () => {
  const clock = new FakeClock();
  const tracker = new HubStatusTracker(clock, () => undefined);
  tracker.connected();
  tracker.received({ ...status, nowMs: clock.wallMs(), isLogGone: true });
  expect(tracker.health).toMatchObject({ state: 'unreachable', cause: 'log-gone' });
  tracker.received({ ...status, nowMs: clock.wallMs() });
  expect(tracker.health.state).toBe('reachable');
  tracker.disconnected(true);
  await clock.advance(11_000);
  expect(tracker.health).toMatchObject({ state: 'unreachable', cause: 'log-gone' });
  expect(tracker.isRevoked).toBe(false);
  tracker.connected();
  expect(tracker.health.state).toBe('reachable');
});

test('the last contact is when the hub was lost, and none before anything was heard of it', async () => {
  const clock = new FakeClock();
  const tracker = new HubStatusTracker(clock, () => undefined);
  tracker.disconnected();
  await clock.advance(11_000);
  expect(tracker.pace.lastAnswerAtMs).toBeNull();
  tracker.connected();
  tracker.received({ ...status, nowMs: clock.wallMs() });
  const lostAtMs = clock.wallMs();
  tracker.disconnected();
  await clock.advance(11_000);
  expect(tracker.pace.lastAnswerAtMs).toBe(lostAtMs);
});

test('a hub whose clock is another one says the same with each status, however long that is on its way', async () => {
  const clock = new FakeClock();
  let changes = 0;
  const tracker = new HubStatusTracker(clock, () => (changes += 1));
  tracker.connected();
  const sinceMs = clock.wallMs() - 60_000;
  const aheadMs = 3_600_000;
  let setBackMs = 0;
  const mei = { id: 'desk-mei', name: 'Mei', role: 'dispatcher', isHere: true } as const;
  const told = (lateMs: number, state: 'away' | 'locked' = 'away'): void => {
    const presence = { state, sinceMs: sinceMs + aheadMs - lateMs, answers: [] };
    const nowMs = clock.wallMs() + setBackMs + aheadMs - lateMs;
    const lastAnswerAtMs = sinceMs + aheadMs;
    const pace = { ...status.pace, lastAnswerAtMs };
    tracker.received({ ...status, nowMs, pace, desks: [{ ...mei, presence }] });
  };
  told(0);
  const first = tracker.presenceOf('desk-mei');
  expect(first.sinceMs).toBe(sinceMs);
  for (const lateMs of [3, 40, 700, 1, 1500]) {
    await clock.advance(1000);
    told(lateMs);
    expect(tracker.presenceOf('desk-mei')).toBe(first);
  }
  expect(changes).toBe(1);
  told(5, 'locked');
  expect(changes).toBe(2);
  setBackMs = 600_000;
  clock.setWall(clock.wallMs() - setBackMs);
  told(0);
  expect(tracker.presenceOf('desk-mei').sinceMs).toBe(sinceMs - 600_000);
});

test('a desk that the hub does not name is one that was revoked, and before the first status nothing is known', () => {
  const tracker = new HubStatusTracker(new FakeClock(), () => undefined);
  expect(tracker.presenceOf('desk-mei')).toMatchObject({ state: 'here', answers: null });
  tracker.received(status);
  expect(tracker.presenceOf('desk-mei').state).toBe('revoked');
});

test('a desk says the pace of its hub, however long an answer took and whatever came since', () => {
  const clock = new FakeClock();
  const tracker = new HubStatusTracker(clock, () => undefined);
  tracker.connected();
  const id = orderIdAt(1);
  const nowMs = clock.wallMs();
  const everyMs = (checkedAgoMs: number, dueInMs: number): number | undefined => {
    tracker.received({
      ...status,
      nowMs,
      checked: [[id, nowMs - checkedAgoMs, nowMs + dueInMs, 1]],
    });
    return tracker.planOf(id)?.checkEveryMs;
  };
  expect([everyMs(300, 1600), everyMs(1990, 10), everyMs(400, 14_400)]).toEqual([
    2000, 2000, 15_000,
  ]);
  tracker.received({ ...status, nowMs, checked: [[id, nowMs, null, 2]] });
  expect(tracker.planOf(id)).toBeNull();
});

test('no time of a hub leaves what a Date can hold, whatever its clock says', () => {
  const tracker = new HubStatusTracker(new FakeClock(), () => undefined);
  const atMs = 8.64e15;
  const observed = tracker.received({
    ...status,
    health: {
      state: 'unreachable',
      cause: 'timeout',
      httpStatus: null,
      sinceMs: atMs,
      retryAtMs: atMs,
    },
    pace: { ...status.pace, nextCheckAtMs: atMs, lastAnswerAtMs: atMs },
    checked: [[orderIdAt(1), atMs, atMs, 1]],
  });
  const { health, pace } = tracker;
  const times = [
    observed.get(orderIdAt(1))?.observedAtMs,
    tracker.planOf(orderIdAt(1))?.nextCheckAtMs,
    health.state === 'reachable' ? null : health.sinceMs,
    health.state === 'reachable' ? null : health.retryAtMs,
    pace.nextCheckAtMs,
    pace.lastAnswerAtMs,
  ];
  expect(times.map((time) => new Date(time ?? 0).getTime())).toEqual(times.map(() => atMs));
});
