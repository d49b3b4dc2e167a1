import { describe, expect, it } from 'vitest';
import type { Forecast } from '../../../../core/forecast/forecast.ts';
import { Forecaster } from '../../../../core/forecast/forecaster.ts';
import {
  type FinishedJourney,
  type Journey,
  journeyAt,
  journeyThen,
  storedJourney,
} from '../../../../core/forecast/journey.ts';
import { benchOrderId } from '../../../support/storage/bench-order.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const nowMs = Date.parse('2026-11-27T12:00:00Z');

/** An order of yesterday: minutes to the pickup, at the pickup and to the drop-off. */
function finished(
  index: number,
  [toPickup, atPickup, toDropoff]: readonly [number, number, number],
  own: Partial<FinishedJourney> = {},
): FinishedJourney {
  const startedAtMs = nowMs - dayMs + index * minuteMs;
  const arrivedPickupAtMs = startedAtMs + toPickup * minuteMs;
  const leftPickupAtMs = arrivedPickupAtMs + atPickup * minuteMs;
  return {
    id: benchOrderId(index),
    stage: 'arrived',
    startedAtMs,
    arrivedPickupAtMs,
    leftPickupAtMs,
    arrivedAtMs: leftPickupAtMs + toDropoff * minuteMs,
    meters: 1000,
    group: null,
    promisedAtMs: null,
    ...own,
  };
}

/** Orders that took from 10 to 20 minutes from the pickup on. */
function usualOrders(count: number, own: Partial<FinishedJourney> = {}) {
  return Array.from({ length: count }, (_, index) =>
    finished(index, [10, index % 20, 10 + (index % 11)], own),
  );
}

function knowing(journeys: readonly FinishedJourney[]): Forecaster {
  const forecaster = new Forecaster();
  forecaster.begin(journeys);
  return forecaster;
}

function under(
  stage: Journey['stage'],
  sinceMs: number | null,
  meters: number | null = 1000,
): Journey {
  return journeyAt(null, stage, sinceMs, meters);
}

/** As a hub or a file may say what cannot have been. */
it.each([
  ['farther than the earth', { meters: 1e308 }],
  ['longer than a day', { startedAtMs: -8.64e15, arrivedPickupAtMs: -8.64e15 + 1 }],
  ['backwards', { arrivedPickupAtMs: nowMs }],
])('ways that go %s make no forecast of a time that is none', (_name, own) => {
  const forecaster = knowing(usualOrders(60, own));
  for (const stage of ['toPickup', 'atPickup', 'toDropoff'] as const) {
    for (const meters of [null, 1000, 1e308]) {
      const journey = under(stage, nowMs - 5 * minuteMs, meters);
      const said = forecaster.forecast({ journey, group: null, promisedAtMs: nowMs }, nowMs);
      const latestAtMs = said.kind === 'known' ? said.latestAtMs : nowMs;
      expect(latestAtMs).toBeLessThan(nowMs + 2 * dayMs);
    }
  }
});

function forecastOf(
  forecaster: Forecaster,
  journey: Journey,
  asked: { promisedAtMs?: number; group?: string; atMs?: number } = {},
): Forecast {
  const { atMs = nowMs, group = null, promisedAtMs = null } = asked;
  const state = forecaster.forecast({ journey, group, promisedAtMs }, atMs);
  if (state.kind !== 'known') throw new Error(`nothing said: ${state.reason}`);
  return state;
}

function ofGroup(count: number): readonly FinishedJourney[] {
  return Array.from({ length: count }, (_, index) =>
    finished(100 + index, [10, 5, 60], { group: 'Cake' }),
  );
}

/** How wide the band is after orders of which the last took so many minutes to the drop-off. */
function widthAfter(minutes: (index: number) => number): number {
  const orders = Array.from({ length: 120 }, (_, index) =>
    finished(index * 60, [10, 5, index < 40 ? 10 + (index % 10) : minutes(index)]),
  );
  const endMs = orders.at(-1)?.arrivedAtMs ?? 0;
  const asked = { journey: under('toDropoff', endMs), group: null, promisedAtMs: null };
  const state = knowing(orders).unsilenced(asked, endMs);
  return state.kind === 'known' ? state.latestAtMs - state.earliestAtMs : 0;
}

describe('what is not known', () => {
  const asked = { group: null, promisedAtMs: null };

  it('says nothing without a phase, or without its begin', () => {
    const forecaster = knowing(usualOrders(40));
    for (const journey of [null, under('atPickup', null), under('arrived', nowMs)]) {
      expect(forecaster.forecast({ ...asked, journey }, nowMs)).toEqual({
        kind: 'silent',
        reason: 'noPhase',
      });
    }
  });

  it('says nothing of fewer than twenty finished orders', () => {
    const journey = under('toDropoff', nowMs);
    const said = (count: number) =>
      knowing(usualOrders(count)).forecast({ ...asked, journey }, nowMs).kind;
    expect([said(19), said(20)]).toEqual(['silent', 'known']);
  });

  it('knows at an earlier time only what was over by then', () => {
    const forecaster = knowing(usualOrders(40));
    const thenMs = nowMs - dayMs + 10 * minuteMs;
    const journey = under('toPickup', thenMs);
    expect(forecaster.forecast({ ...asked, journey }, thenMs)).toEqual({
      kind: 'silent',
      reason: 'tooFew',
    });
  });

  it('knows of an order from the moment of its end', () => {
    const orders = usualOrders(20);
    const endMs = Math.max(...orders.map(({ arrivedAtMs }) => arrivedAtMs));
    const journey = under('toDropoff', endMs - minuteMs);
    const said = (atMs: number) => knowing(orders).forecast({ ...asked, journey }, atMs).kind;
    expect([said(endMs - 1), said(endMs)]).toEqual(['silent', 'known']);
  });

  it('knows nothing of an order that was erased', () => {
    const [slow, ...others] = [finished(50, [10, 5, 600]), ...usualOrders(30)];
    const forecaster = knowing([...others, slow]);
    forecaster.forget(new Set([slow.id]));
    const journey = under('toDropoff', nowMs);
    expect(forecastOf(forecaster, journey)).toEqual(forecastOf(knowing(others), journey));
    expect(forecaster.gradesAt(nowMs)).toHaveLength(30);
  });
});

describe('orders that end out of their order', () => {
  const asked = { journey: under('toDropoff', nowMs), group: null, promisedAtMs: null };
  const answers = (forecaster: Forecaster) => [
    ...[nowMs - dayMs / 2, nowMs, nowMs + 1000 * dayMs].map((atMs) =>
      forecaster.forecast(asked, atMs),
    ),
    forecaster.gradesAt(nowMs),
  ];

  it('are answered from as if they had come in their order, also when one changes later', () => {
    const orders = [
      ...usualOrders(60),
      ...Array.from({ length: 20 }, (_, index) => finished(index + 60 + 1000 * 1440, [10, 9, 40])),
      // No two end at once: which of them was first would be left open.
    ].map((order, index) => ({ ...order, arrivedAtMs: order.arrivedAtMs + index }));
    const forecaster = knowing([]);
    const learn = (all: readonly FinishedJourney[]): void => {
      for (const journey of all) {
        forecaster.learn(journey);
        forecaster.forecast(asked, nowMs);
      }
    };
    learn(orders.filter((_, index) => index % 3 === 2).toReversed());
    learn(orders.filter((_, index) => index % 3 !== 2));
    expect(answers(forecaster)).toEqual(answers(knowing(orders)));
    const moved = finished(7, [10, 60, 30]);
    const others = orders.filter(({ id }) => id !== moved.id);
    learn([moved]);
    expect(answers(forecaster)).toEqual(answers(knowing([...others, moved])));
    learn(orders.slice(7, 8));
    expect(answers(forecaster)).toEqual(answers(knowing(orders)));
  });

  it('are not learned again with each order that ends after a clock was ahead', () => {
    let looks = 0;
    const ahead = Array.from({ length: 100 }, (_, index) =>
      Object.defineProperty(finished(1000 * 1440 + index, [10, 5, 10]), 'promisedAtMs', {
        get: () => {
          looks += 1;
          return null;
        },
      }),
    );
    const forecaster = knowing(ahead);
    const atStart = looks;
    for (const journey of usualOrders(40)) {
      forecaster.learn(journey);
      forecaster.forecast(asked, nowMs);
    }
    expect(looks).toBe(atStart);
  });
});

describe('what remains', () => {
  it('is what remained for orders that had been in the phase for as long', () => {
    const quick = Array.from({ length: 20 }, (_, index) => finished(index, [10, 2, 10]));
    const slow = Array.from({ length: 20 }, (_, index) => finished(20 + index, [10, 30, 10]));
    const forecaster = knowing([...quick, ...slow]);
    const { likelyAtMs } = forecastOf(forecaster, under('atPickup', nowMs - 20 * minuteMs));
    expect(likelyAtMs - nowMs).toBe(20 * minuteMs);
  });

  it('grows along the line over straight distance', () => {
    const orders = Array.from({ length: 40 }, (_, index) =>
      finished(index, [10, 5, 4 * (1 + (index % 5))], { meters: 1000 * (1 + (index % 5)) }),
    );
    const likelyMinutes = (meters: number | null) =>
      Math.round(
        (forecastOf(knowing(orders), under('toDropoff', nowMs, meters)).likelyAtMs - nowMs) /
          minuteMs,
      );
    expect([likelyMinutes(1000), likelyMinutes(5000), likelyMinutes(null)]).toEqual([4, 20, 12]);
  });

  it('is that of the group from twenty of its orders on, and that of all below', () => {
    const journey = under('toDropoff', nowMs);
    const said = (count: number) =>
      forecastOf(knowing([...usualOrders(200), ...ofGroup(count)]), journey, { group: 'Cake' });
    expect(said(20)).toMatchObject({
      group: 'Cake',
      knownCount: 20,
      likelyAtMs: nowMs + 60 * minuteMs,
    });
    expect(said(19)).toMatchObject({ group: null, knownCount: 219 });
    expect(said(19).likelyAtMs).toBeLessThan(nowMs + 20 * minuteMs);
  });

  it('makes late the more probable the longer a courier is in the phase', () => {
    const forecaster = knowing(usualOrders(200));
    const chances = [0, 5, 10, 15].map(
      (minutes) =>
        forecastOf(forecaster, under('atPickup', nowMs - minutes * minuteMs), {
          promisedAtMs: nowMs + (30 - minutes) * minuteMs,
        }).probability ?? 0,
    );
    expect(chances).toEqual(chances.toSorted((one, other) => one - other));
    expect(chances.at(-1)).toBeGreaterThan(0.4);
  });
});

describe('the band', () => {
  it('widens where arrivals lie outside of it, and narrows where all lie within', () => {
    const edges = widthAfter((index) => (index % 2 === 0 ? 9 : 20));
    const midst = widthAfter(() => 14);
    expect(edges).toBeGreaterThan(midst);
  });

  it('silences the forecasts while it does not hold', () => {
    const settled = Array.from({ length: 100 }, (_, index) =>
      finished(index * 60, [10, 5, 10 + (index % 10)]),
    );
    const changed = Array.from({ length: 60 }, (_, index) =>
      finished((100 + index) * 60, [10, 5, 60 + index]),
    );
    const forecaster = knowing(settled);
    const said = () => {
      const atMs = forecaster.gradesAt(Infinity).at(-1)?.atMs ?? 0;
      const asked = { journey: under('toDropoff', atMs), group: null, promisedAtMs: null };
      return forecaster.forecast(asked, atMs);
    };
    expect(said().kind).toBe('known');
    for (const journey of changed) forecaster.learn(journey);
    expect(said()).toEqual({ kind: 'silent', reason: 'notCovered' });
  });
});

describe('a journey', () => {
  it('never goes back to an earlier stage', () => {
    const left = journeyAt(under('atPickup', 1), 'toDropoff', 2, 1000);
    expect(journeyAt(left, 'atPickup', 3, 1000)).toBe(left);
  });

  it('is at an earlier time what had been seen of it by then', () => {
    const { arrivedAtMs, leftPickupAtMs, ...journey } = finished(0, [10, 5, 10]);
    const whole = { ...journey, leftPickupAtMs, arrivedAtMs };
    expect(journeyThen(whole, (leftPickupAtMs ?? 0) - 1)).toMatchObject({
      stage: 'atPickup',
      leftPickupAtMs: null,
      arrivedAtMs: null,
    });
    expect(journeyThen(whole, (whole.startedAtMs ?? 0) - 1)).toBeNull();
  });

  it.each<[string, object, boolean]>([
    ['as it was stored', {}, true],
    ['whose end was seen as well', { endedAtMs: nowMs }, true],
    ['between places that are not known', { meters: null }, true],
    ['shorter than nothing', { meters: -1 }, false],
    ['at a stage that is none', { stage: 'lost' }, false],
    ['at the last time that there is', { startedAtMs: 8.64e15, endedAtMs: -8.64e15 }, true],
    ['later than that', { startedAtMs: 8.64e15 + 1 }, false],
    ['that ended before all time', { endedAtMs: -8.64e15 - 1 }, false],
  ])('from a disk or a hub that is %s is read or not', (_what, parts, isOne) => {
    const stored = { ...finished(0, [10, 5, 10]), ...parts };
    expect(storedJourney.safeParse(stored).success).toBe(isOne);
  });
});
