import { expect, test } from 'vitest';
import type { NotificationEvent } from '../../../core/notification/notification.ts';
import type { Decision } from '../../../main/engine/replay/decisions.ts';
import { differencesBetween } from '../../../tools/replay/differences.ts';
import { replay } from '../../../main/engine/replay/replay.ts';
import { replayStart } from '../../../main/engine/replay/replay-start.ts';
import { eventfulHours } from '../../support/notify/eventful-desk.ts';

/**
 * Told when something does not happen. Where it begins within seconds of something else, the second of a check
 * decides, which is not recorded.
 */
const waits: readonly NotificationEvent[] = [
  'courierSilent',
  'courierLost',
  'notMoving',
  'longWait',
  // At hand only while the courier is not near, which a check finds.
  'promiseAhead',
];

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'a replay decides as the desk did, whatever happened (seed %i)',
  async (seed) => {
    const { desk, fromMs, untilMs } = await eventfulHours(seed);
    const { history, outbox, recording } = desk;
    const span = recording.span(fromMs, untilMs);
    if (span === null) throw new Error('nothing was recorded');
    const decisions: Decision[] = [];
    const start = replayStart(fromMs, { history, notifications: outbox });
    await replay(span, start, untilMs, [{ decided: (decision) => void decisions.push(decision) }], {
      monotonicMs: () => 0,
      nextTurn: async () => {},
    });
    const recorded = outbox.decidedBetween(fromMs, untilMs);
    expect(recorded.length).toBeGreaterThan(30);
    const differences = differencesBetween(recorded, decisions, untilMs);
    expect(differences.filter(({ event }) => !waits.includes(event))).toEqual([]);
    expect(differences.length).toBeLessThan(recorded.length / 20);
  },
);
