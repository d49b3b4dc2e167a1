import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  courierMove,
  defaultMoveLimits,
  emptyCourierTrace,
  nearestStop,
  type CourierMove,
  type CourierTrace,
} from '../../../../core/order/courier-move.ts';
import type { Order } from '../../../../core/order/order.ts';
import { courier, fixAt, noonMs, order, pointAt } from './order-samples.ts';
import { judgeCourierTime } from '../../../../core/order/courier-time.ts';
import { distanceMeters } from '../../../../core/order/geo.ts';
import { seeded } from '../../../support/seeded.ts';

/** The pickup is at 0 m, the destination 2,000 m east of it. */
interface CourierPath {
  readonly moves: readonly (CourierMove | null)[];
  readonly trace: CourierTrace;
}

/** Sees the courier at each place in turn, every 15 s. */
function along(
  places: readonly (readonly [eastMeters: number, northMeters: number])[],
  options: { readonly everyMs?: number; readonly from?: CourierTrace; readonly word?: string } = {},
): CourierPath {
  let trace = options.from ?? emptyCourierTrace;
  let before: Order | null = null;
  const moves = places.map(([east, north], index) => {
    const after = order({ word: options.word ?? 'active', courier: courier(fixAt(east, north)) });
    const step = courierMove(trace, before, after, noonMs + index * (options.everyMs ?? 15_000));
    trace = step.trace;
    before = after;
    return step.move;
  });
  return { moves, trace };
}

const east = (...meters: readonly number[]): readonly [number, number][] =>
  meters.map((metersEast) => [metersEast, 0]);

const meanings = (way: CourierPath): readonly (string | null)[] =>
  way.moves.map((move) => move?.meaning ?? null);

/** What each report of a place, so far to the east, means. */
function meaningsOfReports(
  reports: readonly (readonly [eastMeters: number, reportedAtMs: number])[],
): readonly (string | null)[] {
  let trace = emptyCourierTrace;
  let before: Order | null = null;
  return reports.map(([place, reportedAtMs]) => {
    const after: Order = order({ courier: courier({ ...fixAt(place), reportedAtMs }) });
    const step = courierMove(trace, before, after, reportedAtMs);
    ({ trace } = step);
    before = after;
    return step.move?.meaning ?? null;
  });
}

describe('what a move means', () => {
  test('the first position is told with the way to the pickup', () => {
    const [move] = along(east(-800)).moves;
    expect(move?.meaning).toBe('firstFix');
    expect(move?.distanceMeters).toBe(0);
    expect(move?.nextStop?.stop).toBe('pickup');
    expect(move?.nextStop?.distanceMeters).toBeCloseTo(800, 0);
  });

  test('coming within 150 m of a stop is told once, at the second position inside', () => {
    expect(meanings(along(east(1700, 1800, 1870, 1900, 1950, 2000)))).toEqual([
      'firstFix',
      null,
      null,
      'nearStop',
      null,
      null,
    ]);
  });

  test('the same position twice is no second position inside', () => {
    const way = along(east(1700, 1800, 1870, 1870, 1870, 1900));
    expect(meanings(way)).toEqual(['firstFix', null, null, null, null, 'nearStop']);
  });

  test('a phone that stands inside and reports the same place anew has arrived', () => {
    const ways = [
      [1000, noonMs],
      [2000, noonMs + 15_000],
    ] as const;
    expect(meaningsOfReports([...ways, [2000, noonMs + 15_000]])).toEqual(['firstFix', null, null]);
    expect(meaningsOfReports([...ways, [2000, noonMs + 30_000]])).toEqual([
      'firstFix',
      null,
      'nearStop',
    ]);
  });

  test('a courier who is first seen at a stop is there since then', () => {
    expect(along(east(2000)).trace).toMatchObject({ insideStop: 1, insideSinceMs: noonMs });
    expect(along(east(1000)).trace).toMatchObject({ insideStop: null, insideSinceMs: undefined });
  });

  test('a way due north is a way', () => {
    const northwards = [0, 100, 200, 300].map((meters) => [-800, meters] as const);
    expect(meanings(along(northwards, { everyMs: 60_000 }))).toContain('movedOn');
  });

  test('the pickup is left beyond 250 m, at the second position outside', () => {
    const way = along(east(0, 100, 200, 260, 320), { everyMs: 1000 });
    expect(meanings(way)).toEqual(['firstFix', null, null, null, 'leftPickup']);
    expect(way.moves.at(-1)?.nextStop?.stop).toBe(1);
    expect(way.moves.at(-1)?.nextStop?.distanceMeters).toBeCloseTo(1680, 0);
  });

  test('leaving a destination is not told as leaving the pickup', () => {
    const way = along(east(2000, 2300, 2350), { everyMs: 1000 });
    expect(meanings(way)).toEqual(['firstFix', null, null]);
    expect(way.trace.insideStop).toBeNull();
  });

  test('moving on needs 200 m and a minute since the last notification', () => {
    expect(meanings(along(east(500, 800), { everyMs: 59_000 }))).toEqual(['firstFix', null]);
    expect(meanings(along(east(500, 699), { everyMs: 60_000 }))).toEqual(['firstFix', null]);
    expect(meanings(along(east(500, 801), { everyMs: 60_000 }))).toEqual(['firstFix', 'movedOn']);
  });

  test('one stray position inside or outside a fence tells nothing', () => {
    expect(meanings(along(east(1000, 1950, 1001, 1002), { everyMs: 1000 }))).toEqual([
      'firstFix',
      null,
      null,
      null,
    ]);
    expect(meanings(along(east(0, 900, 1, 2), { everyMs: 1000 }))).toEqual([
      'firstFix',
      null,
      null,
      null,
    ]);
  });

  test('an arrival is not told again after a restart', () => {
    const first = along(east(1700, 1900, 1950));
    expect(meanings(along(east(1980, 1990), { from: first.trace }))).toEqual([null, null]);
  });

  test('once the goods are collected the next stop is a destination', () => {
    const [move] = along(east(100), { word: 'picked_up' }).moves;
    expect(move?.nextStop?.stop).toBe('pickup');
    const [far] = along(east(400), { word: 'picked_up' }).moves;
    expect(far?.nextStop?.stop).toBe(1);
  });
});

/** An order whose pickup and destinations lie so many metres east; null for a pickup without a place. */
function stopsAt(pickupMeters: number | null, ...destinationMeters: readonly number[]): Order {
  const sample = order();
  const [destination] = sample.destinations;
  if (sample.pickup === null || destination === undefined) throw new Error('the sample has both');
  return {
    ...sample,
    pickup: { ...sample.pickup, point: pickupMeters === null ? null : pointAt(pickupMeters) },
    destinations: destinationMeters.map((meters) => ({ ...destination, point: pointAt(meters) })),
  };
}

/** What is told of a courier who is seen at each place in turn, every 15 s, with the stop of each move. */
function movesAlong(stops: Order, ...meters: readonly number[]): readonly unknown[] {
  let trace = emptyCourierTrace;
  let before: Order | null = null;
  return meters.map((place, index) => {
    const after: Order = { ...stops, courier: courier(fixAt(place)) };
    const step = courierMove(trace, before, after, noonMs + index * 15_000);
    trace = step.trace;
    before = after;
    return step.move && [step.move.meaning, step.move.nextStop?.stop ?? null];
  });
}

describe('where the fences of two stops overlap', () => {
  test('the courier is at the pickup until it is left, and then comes to the destination', () => {
    expect(movesAlong(stopsAt(0, 200), 0, 180, 190, 260, 265, 262, 263)).toEqual([
      ['firstFix', 'pickup'],
      null,
      null,
      null,
      ['leftPickup', 1],
      null,
      ['nearStop', 1],
    ]);
  });

  test('from one destination the courier comes to the next once the first is left', () => {
    expect(movesAlong(stopsAt(0, 2000, 2200), 2000, 2180, 2190, 2260, 2265)).toEqual([
      ['firstFix', 1],
      null,
      null,
      null,
      ['nearStop', 2],
    ]);
  });
});

describe('the stop that a move names', () => {
  test.each<[string, Order, string, number, unknown]>([
    ['at first the pickup, however near a destination', stopsAt(0, 2000), 'active', 1500, 'pickup'],
    ['the stop that the courier is at', stopsAt(0, 2000), 'active', 2000, 1],
    ['a destination when the pickup has no place', stopsAt(null, 3000, 2000), 'active', 1000, 2],
    ['none when no stop has a place', stopsAt(null), 'active', 0, null],
  ])('is %s', (_what, stops, word, place, stop) => {
    const one = { ...stops, status: order({ word }).status };
    expect(movesAlong(one, place)).toEqual([['firstFix', stop]]);
  });

  test.each<[string, number, unknown]>([
    ['pending', 1500, 'pickup'],
    ['arrived_at_pickup', 1500, 'pickup'],
    ['active', 1500, 1],
    ['active', 700, 'pickup'],
    ['picked_up', 700, 1],
    ['arrived_at_dropoff', 700, 1],
  ])('after a move as %s at %d m is %s', (word, place, stop) => {
    const trace = { ...emptyCourierTrace, anchor: pointAt(-800), anchorAtMs: noonMs - 120_000 };
    const after = { ...order({ word }), courier: courier(fixAt(place)) };
    const { move } = courierMove(
      trace,
      { ...after, courier: courier(fixAt(place - 1)) },
      after,
      noonMs,
    );
    expect([move?.meaning, move?.nextStop?.stop]).toEqual(['movedOn', stop]);
  });

  test('is the pickup where a destination is as near', () => {
    expect(nearestStop(stopsAt(0, 0), pointAt(10))?.stop).toBe('pickup');
  });

  test('that is gone from the order has been left', () => {
    const trace: CourierTrace = {
      ...emptyCourierTrace,
      anchor: pointAt(0),
      anchorAtMs: noonMs,
      insideStop: 3,
    };
    const after = { ...stopsAt(0, 2000), courier: courier(fixAt(5000)) };
    for (const [stops, insideStop] of [
      [after, 3],
      [{ ...after, pickup: null }, 'pickup'],
    ] as const) {
      const first = courierMove({ ...trace, insideStop }, null, stops, noonMs).trace;
      expect([first.insideStop, first.claimedStop]).toEqual([insideStop, 'outside']);
    }
  });
});

describe('the last step', () => {
  test('is known from the second position on, and 0 for the same place at a newer time', () => {
    const steps: (number | null)[] = [];
    let trace = emptyCourierTrace;
    let before: Order | null = null;
    for (const [place, atMs] of [
      [500, 0],
      [600, 1],
      [600, 1],
      [600, 2],
      [650, 3],
    ] as const) {
      const after: Order = order({
        courier: courier({ ...fixAt(place), reportedAtMs: noonMs + atMs }),
      });
      trace = courierMove(trace, before, after, noonMs).trace;
      before = after;
      steps.push(trace.lastStepMeters === null ? null : Math.round(trace.lastStepMeters));
    }
    expect(steps).toEqual([null, 100, 100, 0, 50]);
  });
});

describe('what starts anew and what does not', () => {
  const before = order({ courier: courier(fixAt(500)) });
  const known = along(east(500)).trace;

  test('another courier', () => {
    const after = order({
      courier: { name: 'Ho Ka Ho', phoneNumber: '+852 5555 0199', fix: fixAt(600) },
    });
    expect(courierMove(known, before, after, noonMs).move?.meaning).toBe('firstFix');
  });

  test('a courier who was released', () => {
    const pending = order({ word: 'pending' });
    expect(courierMove(known, before, pending, noonMs)).toEqual({
      trace: emptyCourierTrace,
      move: null,
    });
  });

  test('a position that is missing for a while leaves the trace as it is', () => {
    const step = courierMove(known, before, order({ courier: courier(null) }), noonMs);
    expect(step).toEqual({ trace: known, move: null });
  });

  test('a finished order whose courier is no longer given keeps what is known', () => {
    expect(courierMove(known, before, order({ word: 'completed' }), noonMs)).toEqual({
      trace: known,
      move: null,
    });
  });

  test('a finished order moves no courier', () => {
    const done = order({ word: 'completed', courier: courier(fixAt(2000)) });
    expect(courierMove(known, before, done, noonMs + 600_000)).toEqual({
      trace: known,
      move: null,
    });
  });
});

/** The anchor was told so long ago, and the order was asked for just before. */
function movedAfter(
  anchorAgoMs: number,
  lookedAgoMs: number,
  silentForMs = 0,
  toEast = 1000,
): string | null {
  const before = order({ courier: courier(fixAt(600)) });
  const known: CourierTrace = {
    anchor: fixAt(600),
    anchorAtMs: noonMs - anchorAgoMs,
    insideStop: null,
    claimedStop: null,
    lastStepMeters: null,
  };
  const fix = { ...fixAt(toEast), reportedAtMs: noonMs + silentForMs };
  const step = courierMove(
    known,
    before,
    order({ courier: courier(fix) }),
    noonMs,
    noonMs - lookedAgoMs,
  );
  return step.move?.meaning ?? null;
}

/** Ten minutes after the anchor, 220 m from it, with a position before at so many metres. */
function confirmedMove(beforeMeters: number): string | null {
  const trace = { ...emptyCourierTrace, anchor: pointAt(600), anchorAtMs: noonMs - 600_000 };
  const before = order({ courier: courier(fixAt(600 + beforeMeters)) });
  const after = order({ courier: courier(fixAt(820)) });
  return courierMove(trace, before, after, noonMs, noonMs - 15_000).move?.meaning ?? null;
}

/** The second position outside of the destination's fence, after ten minutes there. */
function leftDestination(): string | null {
  const trace: CourierTrace = {
    ...emptyCourierTrace,
    anchor: pointAt(2000),
    anchorAtMs: noonMs - 600_000,
    insideStop: 1,
    claimedStop: 'outside',
  };
  const before = order({ courier: courier(fixAt(2300)) });
  const after = order({ courier: courier(fixAt(2400)) });
  return courierMove(trace, before, after, noonMs, noonMs - 15_000).move?.meaning ?? null;
}

describe('moving again', () => {
  test.each<[string, string | null, string | null]>([
    ['after ten minutes in one place', movedAfter(600_000, 15_000), 'movesAgain'],
    ['after three minutes without a word', movedAfter(120_000, 15_000, 180_000), 'movesAgain'],
    ['in ordinary driving', movedAfter(70_000, 15_000, 20_000), 'movedOn'],
    [
      'while it was not checked, it is a move like any other',
      movedAfter(600_000, 400_000),
      'movedOn',
    ],
    ['not by a stray position of 220 m', movedAfter(600_000, 15_000, 0, 820), null],
    ['looked at just within five minutes', movedAfter(600_000, 300_000), 'movesAgain'],
    ['looked at just beyond', movedAfter(600_000, 300_001), 'movedOn'],
    ['220 m that the position before confirms', confirmedMove(160), 'movesAgain'],
    ['220 m that the position before does not', confirmedMove(140), null],
    ['away from a destination where the courier was', leftDestination(), 'movedOn'],
  ])('%s', (_what, meaning, expected) => {
    expect(meaning).toBe(expected);
  });
});

/** An hour of a standing phone, every 15 s: normally distributed by 30 m, from a seed. */
function standingHour(seed: number): readonly (readonly [number, number])[] {
  const random = seeded(seed);
  const gauss = (): number =>
    30 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: 240 }, () => [gauss(), gauss()] as const);
}

describe('laws of moving', () => {
  const hour = fc.integer().map(standingHour);

  test('an hour of standing with the jitter of a phone tells nothing', () => {
    fc.assert(
      fc.property(hour, fc.constantFrom(-600, 0, 60, 1000, 2000, 2600), (jitter, place) => {
        // The first position is true, so that it is known on which side of a fence the courier stands.
        const way = along([[place, 0], ...jitter.map(([x, y]) => [place + x, y] as const)]);
        expect(way.moves.slice(1).filter((move) => move !== null)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('nor is it a move when already the first position jitters, but once in hundreds of hours', () => {
    // Far from every stop: beside a fence the side of a jittering first position is not known.
    const moves = Array.from({ length: 500 }, (_, seed) => {
      const way = along(standingHour(seed).map(([x, y]) => [1000 + x, 1000 + y] as const));
      return way.moves.slice(1).filter((move) => move !== null).length;
    });
    // Two positions that are off by a hundred metres to opposite sides cannot be told from a move.
    expect(moves.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1);
  });

  test('no stop is told as reached twice without having been left', () => {
    const step = fc.tuple(
      fc.integer({ min: -400, max: 2600 }),
      fc.integer({ min: -300, max: 300 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (places) => {
        let trace = emptyCourierTrace;
        let before: Order | null = null;
        const broken: unknown[] = [];
        for (const [index, [x, y]] of places.entries()) {
          const after = order({ courier: courier(fixAt(x, y)) });
          const next = courierMove(trace, before, after, noonMs + index * 15_000);
          const inside = trace.insideStop;
          const isLawful =
            next.move === null ||
            {
              firstFix: index === 0,
              nearStop: next.trace.insideStop !== inside,
              leftPickup: inside === 'pickup',
              movedOn: next.move.distanceMeters >= 200,
              movesAgain: next.move.distanceMeters >= 200,
            }[next.move.meaning];
          if (!isLawful) broken.push(next.move);
          trace = next.trace;
          before = after;
        }
        expect(broken).toEqual([]);
      }),
    );
  });
});

const nowMs = Date.UTC(2026, 2, 2, 9);

const minuteMs = 60_000;

function at(reportedAtMs: number | null, latitudeDeg = 22.3, name = 'Lau'): Order {
  const fix = { latitudeDeg, longitudeDeg: 114.1, reportedAtMs };
  return order({ courier: { name, phoneNumber: null, fix } });
}

describe('a position that is older than the known one', () => {
  test('is left out, and everything else of the answer is accepted', () => {
    const known = at(nowMs - 1000);
    const late = { ...at(nowMs - 30_000, 22.4), vehicleType: 'bike' };
    const judged = judgeCourierTime(known, late, nowMs, 0);
    expect(judged.note).toBe('fix-older-than-known');
    expect(judged.order.courier).toEqual(known.courier);
    expect(judged.order.vehicleType).toBe('bike');
  });

  test.each<[string, Order | null, Order]>([
    ['the first one', null, at(nowMs - 30_000)],
    ['of another courier', at(nowMs - 1000), at(nowMs - 30_000, 22.4, 'Wong')],
    ['of equal age', at(nowMs - 1000), at(nowMs - 1000, 22.4)],
    ['without a time', at(nowMs - 1000), at(null, 22.4)],
    ['after one without a time', at(null), at(nowMs - 30_000, 22.4)],
    ['a little ahead of our clock', at(nowMs), at(nowMs + minuteMs)],
  ])('%s is taken as it is', (_name, before, after) => {
    expect(judgeCourierTime(before, after, nowMs, 0)).toEqual({
      order: after,
      note: null,
      aheadMs: 0,
    });
  });

  test('a known time that lies ahead does not shut out what comes', () => {
    const judged = judgeCourierTime(at(nowMs + 60 * minuteMs), at(nowMs, 22.4), nowMs, 0);
    expect(judged.note).toBeNull();
  });
});

describe('a position from the future', () => {
  const hourMs = 60 * minuteMs;

  test('counts from its arrival, and how far ahead the clock is stays known', () => {
    const judged = judgeCourierTime(null, at(nowMs + hourMs), nowMs, 0);
    expect(judged).toMatchObject({ note: 'fix-from-the-future', aheadMs: hourMs });
    expect(judged.order.courier?.fix?.reportedAtMs).toBe(nowMs);
    // The same position again, a minute later: it is a minute old now, not fresh.
    const again = judgeCourierTime(
      judged.order,
      at(nowMs + hourMs),
      nowMs + minuteMs,
      judged.aheadMs,
    );
    expect(again.order.courier?.fix?.reportedAtMs).toBe(nowMs);
  });

  test('a position from a clock that is ahead keeps its time when it comes again', () => {
    const ahead = at(nowMs + hourMs);
    const first = judgeCourierTime(null, ahead, nowMs, 0);
    for (const laterMs of [minuteMs, hourMs - minuteMs, 3 * hourMs]) {
      for (const aheadMs of [0, first.aheadMs]) {
        const again = judgeCourierTime(first.order, ahead, nowMs + laterMs, aheadMs);
        expect(again).toEqual({ order: first.order, note: null, aheadMs });
      }
    }
  });

  test('one absurd time does not spoil the times after it', () => {
    const absurd = judgeCourierTime(null, at(Date.UTC(2099, 0, 1)), nowMs, 0);
    const later = nowMs + minuteMs;
    const judged = judgeCourierTime(absurd.order, at(later + hourMs, 22.4), later, absurd.aheadMs);
    expect(judged.order.courier?.fix).toMatchObject({ latitudeDeg: 22.4, reportedAtMs: later });
  });

  test('a clock that was set right is believed at once', () => {
    const judged = judgeCourierTime(at(nowMs), at(nowMs + 1000, 22.4), nowMs + 1000, hourMs);
    expect(judged.order.courier?.fix).toMatchObject({ latitudeDeg: 22.4 });
    expect(judged.note).toBeNull();
  });
});

test('whatever times come, none that is kept is younger than its arrival by more than two minutes, and none goes back', () => {
  const offsets = fc.integer({ min: -7_200_000, max: 7_200_000 });
  fc.assert(
    fc.property(fc.array(offsets, { minLength: 1, maxLength: 30 }), (all) => {
      let known: Order | null = null;
      let aheadMs = 0;
      let keptAtMs = Number.NEGATIVE_INFINITY;
      all.forEach((offset, index) => {
        const arrivedAtMs = nowMs + index * 15_000;
        const judged = judgeCourierTime(known, at(arrivedAtMs + offset), arrivedAtMs, aheadMs);
        const reportedAtMs = judged.order.courier?.fix?.reportedAtMs ?? Number.NaN;
        expect(reportedAtMs).toBeLessThanOrEqual(arrivedAtMs + 2 * minuteMs);
        // A tolerated lead of two minutes may be taken back, nothing else.
        expect(reportedAtMs).toBeGreaterThanOrEqual(Math.min(keptAtMs, arrivedAtMs));
        keptAtMs = reportedAtMs;
        known = judged.order;
        aheadMs = judged.aheadMs;
      });
    }),
  );
});

const point = fc.record({
  latitudeDeg: fc.double({ min: -90, max: 90, noNaN: true }),
  longitudeDeg: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('a known distance: Hong Kong to Singapore is about 2,590 km', () => {
  const hongKong = { latitudeDeg: 22.3193, longitudeDeg: 114.1694 };
  const singapore = { latitudeDeg: 1.3521, longitudeDeg: 103.8198 };
  expect(distanceMeters(hongKong, singapore) / 1000).toBeCloseTo(2587, -2);
});

test('a thousandth of a degree north is 111 m', () => {
  const a = { latitudeDeg: 22, longitudeDeg: 114 };
  expect(distanceMeters(a, { latitudeDeg: 22.001, longitudeDeg: 114 })).toBeCloseTo(111.2, 1);
});

test('over the date line the way is short', () => {
  const eastward = { latitudeDeg: 0, longitudeDeg: 179.999 };
  expect(distanceMeters(eastward, { latitudeDeg: 0, longitudeDeg: -179.999 })).toBeLessThan(300);
});

test('it is a distance: zero to itself, the same both ways, never above half the earth', () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      const there = distanceMeters(a, b);
      expect(distanceMeters(a, a)).toBe(0);
      expect(distanceMeters(b, a)).toBeCloseTo(there, 3);
      expect(there).toBeGreaterThanOrEqual(0);
      expect(there).toBeLessThanOrEqual(20_015_200);
    }),
  );
});

test('a stop is reached and left where its fences are', () => {
  const limits = { ...defaultMoveLimits, enterMeters: 400, leaveMeters: 600 };
  let trace = emptyCourierTrace;
  let before: Order | null = null;
  const moves = [-900, -390, -380, 0, 590, 610, 620].map((meters, index) => {
    const after = order({ word: 'active', courier: courier(fixAt(meters)) });
    const atMs = noonMs + index * 5000;
    const step = courierMove(trace, before, after, atMs, null, limits);
    trace = step.trace;
    before = after;
    return step.move?.meaning ?? null;
  });
  expect(moves).toEqual(['firstFix', null, 'nearStop', null, null, null, 'leftPickup']);
});
