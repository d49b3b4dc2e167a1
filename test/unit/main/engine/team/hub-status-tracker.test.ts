import { expect, test } from 'vitest';
import type { HubStatus } from '../../../../../core/team/hub-status.ts';
import { HubStatusTracker } from '../../../../../main/engine/team/hub-status-tracker.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

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
