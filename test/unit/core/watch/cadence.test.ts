import { describe, expect, test } from 'vitest';
import { auditEveryMs, checkEveryMs } from '../../../../core/watch/cadence.ts';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import { followingPaces, paceValues } from '../../../../core/watch/pace-settings.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import {
  courier,
  fixAt,
  noonMs,
  order,
  plannedAt,
  pointAt,
  watched,
} from '../order/order-samples.ts';

const limits = { activeEverySeconds: 15 };
const minute = 60_000;
const hour = 60 * minute;

function seconds(one: WatchedOrder, activeEverySeconds = 15): number | null {
  const pause = checkEveryMs(one, { activeEverySeconds }, noonMs);
  return pause === null ? null : pause / 1000;
}

const since = (agoMs: number): Pick<WatchedOrder, 'statusSinceMs'> => ({
  statusSinceMs: noonMs - agoMs,
});

function standing(agoMs: number, insideStop: 'pickup' | null, eastMeters = 510): WatchedOrder {
  const courierTrace = {
    anchor: pointAt(500),
    anchorAtMs: noonMs - agoMs,
    insideStop,
    claimedStop: null,
    lastStepMeters: null,
  };
  return watched({ order: order({ courier: courier(fixAt(eastMeters)) }), courierTrace });
}

function withTrace(
  watching: WatchedOrder,
  trace: Partial<WatchedOrder['courierTrace']>,
): WatchedOrder {
  return { ...watching, courierTrace: { ...watching.courierTrace, ...trace } };
}

describe('the pace follows what the order is doing', () => {
  test.each<[string, WatchedOrder, number | null]>([
    [
      'before the first answer',
      watched({ order: null, statusSinceMs: null, addedAtMs: noonMs }),
      20,
    ],
    ['on the way', watched({ order: order({ courier: courier(fixAt(500)) }) }), 15],
    ['on the way, position unknown', watched(), 15],
    ['standing for 2 min', standing(2 * minute, null), 15],
    ['standing for 3 min', standing(3 * minute, null), 30],
    ['61 m away from where it stood for 3 min', standing(3 * minute, null, 561), 15],
    ['59 m away from it', standing(3 * minute, null, 559), 30],
    ['at the pickup', standing(0, 'pickup'), 30],
    ['pending', watched({ order: order({ word: 'pending' }), ...since(9 * minute) }), 20],
    [
      'pending for 10 min',
      watched({ order: order({ word: 'pending' }), ...since(10 * minute) }),
      60,
    ],
    ['an unknown word', watched({ order: order({ word: 'x' }), ...since(0) }), 20],
    [
      'an unknown word with a courier',
      watched({ order: order({ word: 'x', courier: courier(null) }), ...since(0) }),
      15,
    ],
    [
      'pending with a courier',
      watched({ order: order({ word: 'pending', courier: courier(null) }), ...since(0) }),
      15,
    ],
    ['scheduled in 31 min', watched({ order: plannedAt(noonMs + 31 * minute) }), 300],
    [
      'scheduled in half an hour',
      watched({ order: plannedAt(noonMs + 30 * minute), ...since(minute) }),
      20,
    ],
    [
      'on the way to a pickup that was planned for later',
      watched({ order: { ...plannedAt(noonMs + 31 * minute), status: order().status } }),
      15,
    ],
    [
      'scheduled in 29 min',
      watched({ order: plannedAt(noonMs + 29 * minute), ...since(minute) }),
      20,
    ],
    ['completed', watched({ order: order({ word: 'completed' }), ...since(0) }), 300],
    [
      'completed 2 h ago',
      watched({ order: order({ word: 'completed' }), ...since(2 * hour) }),
      null,
    ],
    [
      'completed 5 h ago, and last answered an hour after that',
      watched({
        order: order({ word: 'completed' }),
        ...since(5 * hour),
        observedAtMs: noonMs - 4 * hour,
      }),
      300,
    ],
    [
      'completed less than 2 h ago, after an answer that is said to be of later',
      watched({
        order: order({ word: 'completed' }),
        ...since(hour),
        observedAtMs: noonMs + 2 * hour,
      }),
      300,
    ],
    ['cancelled', watched({ order: order({ word: 'cancelled' }), ...since(hour) }), 300],
    [
      'handed over as completed, and never answered',
      watched({ order: order({ word: 'completed' }), ...since(0), observedAtMs: null }),
      null,
    ],
    [
      'completed at a time that is not known, added 3 h ago',
      watched({
        order: order({ word: 'completed' }),
        statusSinceMs: null,
        addedAtMs: noonMs - 3 * hour,
      }),
      null,
    ],
    [
      'pending, from no known pickup',
      watched({ order: order({ word: 'pending', pickup: null }), ...since(0) }),
      20,
    ],
    [
      'at a place that is not known any more',
      { ...standing(hour, null), order: order({ courier: courier(null) }) },
      15,
    ],
    [
      'at a place, since an unknown time',
      withTrace(standing(hour, null), { anchorAtMs: null }),
      15,
    ],
    ['at the first place that is known', withTrace(standing(hour, null), { anchor: null }), 15],
  ])('%s', (_name, one, expected) => {
    expect(seconds(one)).toBe(expected);
  });

  test('everything scales with the setting for an order on the way', () => {
    expect(seconds(watched(), 1)).toBe(1);
    expect(seconds(watched({ order: order({ word: 'completed' }), ...since(0) }), 1)).toBe(20);
    expect(seconds(watched({ order: order({ word: 'pending' }), ...since(0) }), 60)).toBe(80);
  });
});

function failing(code: DeliveryFailureCode, agoMs: number, failureCount: number): number | null {
  const problem = { code, httpStatus: null, sinceMs: noonMs - agoMs, failureCount };
  return seconds(watched({ problem }));
}

describe('a problem of one order slows it down and parks it at last', () => {
  test.each<[DeliveryFailureCode, number, number, number | null]>([
    ['order-not-found', 0, 1, 30],
    ['order-not-found', 10 * minute - 1, 20, 30],
    ['order-not-found', 10 * minute, 20, 300],
    ['order-not-found', hour, 29, 300],
    ['order-not-found', hour - 1, 30, 300],
    ['order-not-found', hour, 30, null],
    ['order-gone', 0, 1, null],
    ['order-forbidden', 0, 1, 300],
    ['order-forbidden', hour, 11, 300],
    ['order-forbidden', hour, 12, null],
    ['order-rejected', 0, 1, 300],
    ['answer-unreadable', 0, 2, 15],
    ['answer-unreadable', 0, 3, 60],
    ['answer-too-large', 0, 3, 60],
    ['answer-for-another-order', 0, 3, 60],
    ['timeout', hour, 99, 15],
  ])('%s for %d ms after %d failures', (code, agoMs, failureCount, expected) => {
    expect(failing(code, agoMs, failureCount)).toBe(expected);
  });
});

/** The pace of an order that is refused for eight hours. */
function refusedSeconds(
  code: DeliveryFailureCode,
  lastReadAgoMs: number,
  observedAtMs: number | null = noonMs - 9 * hour,
): number | null {
  const refused = watched({
    observedAtMs,
    problem: { code, httpStatus: null, sinceMs: noonMs - 8 * hour, failureCount: 99 },
  });
  const everyMs = checkEveryMs(refused, limits, noonMs, noonMs - lastReadAgoMs);
  return everyMs === null ? null : everyMs / 1000;
}

describe('an order that was read before is not given up for what an outage can explain', () => {
  test.each(['order-not-found', 'order-forbidden', 'order-rejected', 'order-gone'] as const)(
    '%s: asked slowly while no other order was read since, and given up once one was',
    (code) => {
      expect(refusedSeconds(code, 9 * hour)).toBe(300);
      expect(refusedSeconds(code, minute)).toBeNull();
      expect(refusedSeconds(code, 9 * hour, null)).toBeNull();
    },
  );

  test('another one that was read in the first hour alone does not count, except where it is gone', () => {
    expect(refusedSeconds('order-not-found', 7.5 * hour)).toBe(300);
    expect(refusedSeconds('order-not-found', 7 * hour)).toBeNull();
    expect(refusedSeconds('order-gone', 7.5 * hour)).toBeNull();
  });

  test('the last answer of a finished order is still due', () => {
    const finished = watched({
      order: order({ word: 'completed' }),
      ...since(5 * hour),
      observedAtMs: noonMs - 4 * hour,
      problem: { code: 'order-gone', httpStatus: 410, sinceMs: noonMs - hour, failureCount: 9 },
    });
    expect(checkEveryMs(finished, limits, noonMs, noonMs - 2 * hour)).toBe(300_000);
    expect(checkEveryMs(finished, limits, noonMs, noonMs)).toBeNull();
  });
});

test('a finished order that fails after its grace is asked for no more, whatever fails', () => {
  for (const code of ['timeout', 'order-not-found', 'order-forbidden'] as const) {
    const problem = { code, httpStatus: null, sinceMs: noonMs, failureCount: 1 };
    const finished = watched({
      order: order({ word: 'completed' }),
      ...since(5 * hour),
      observedAtMs: noonMs - 4 * hour,
      problem,
    });
    expect(seconds(finished)).toBeNull();
  }
});

test('while webhooks report changes, an order with a courier is looked at more often, none less rarely', () => {
  const withCourier = watched({ order: order({ courier: courier(null) }) });
  expect(auditEveryMs(withCourier, 15_000)).toBe(120_000);
  expect(auditEveryMs(watched(), 15_000)).toBe(300_000);
  expect(auditEveryMs(watched({ order: null }), 15_000)).toBe(300_000);
  expect(auditEveryMs(withCourier, 400_000)).toBe(400_000);
});

test('no problem brings a finished order back after its grace', () => {
  const problem = { code: 'timeout', httpStatus: null, sinceMs: noonMs, failureCount: 9 } as const;
  const finished = watched({ order: order({ word: 'completed' }), ...since(3 * hour), problem });
  expect(seconds(finished)).toBeNull();
});

test('the pause is a whole number of milliseconds', () => {
  expect(
    Number.isInteger(checkEveryMs(watched(), { ...limits, activeEverySeconds: 7 }, noonMs)),
  ).toBe(true);
});

test.each([
  [0, false, false],
  [1, true, true],
  [1.5, false, false],
  [600, true, true],
  [601, false, true],
  [12_000, false, true],
  [12_001, false, false],
])('%d seconds may be the pace on the way: %s, or a pace of its own: %s', (many, every, own) => {
  expect(paceValues.activeEverySeconds.safeParse(many).success).toBe(every);
  const paces = { ...followingPaces, finished: many };
  expect(paceValues.paceSeconds.safeParse(paces).success).toBe(own);
});

const own = {
  pending: 7,
  pendingLong: 8,
  scheduledLater: 9,
  standing: 10,
  finished: 11,
  notFoundYoung: 12,
  notFound: 13,
};
const problem = (code: DeliveryFailureCode, agoMs: number) => ({
  problem: { code, httpStatus: null, sinceMs: noonMs - agoMs, failureCount: 3 },
});

describe('a pace of its own counts in place of the one that follows', () => {
  test.each<[string, WatchedOrder, number]>([
    ['pending', watched({ order: order({ word: 'pending' }), ...since(0) }), 7],
    [
      'pending for 10 min',
      watched({ order: order({ word: 'pending' }), ...since(10 * minute) }),
      8,
    ],
    ['planned for later', watched({ order: plannedAt(noonMs + hour) }), 9],
    ['standing', standing(0, 'pickup'), 10],
    ['finished', watched({ order: order({ word: 'completed' }), ...since(0) }), 11],
    ['not found just now', watched(problem('order-not-found', 0)), 12],
    ['still not found', watched(problem('order-not-found', 10 * minute)), 13],
    ['refused', watched(problem('order-forbidden', 0)), 13],
    ['on the way', watched(), 60],
    ['not readable', watched(problem('answer-unreadable', 0)), 240],
  ])('%s', (_name, one, expected) => {
    const chosen = { activeEverySeconds: 60, paceSeconds: own };
    expect(checkEveryMs(one, chosen, noonMs)).toBe(expected * 1000);
  });

  test('one that is not set follows beside others that are', () => {
    const chosen = { activeEverySeconds: 30, paceSeconds: { ...own, finished: null } };
    const finished = watched({ order: order({ word: 'completed' }), ...since(0) });
    expect(checkEveryMs(finished, chosen, noonMs)).toBe(600_000);
  });
});
