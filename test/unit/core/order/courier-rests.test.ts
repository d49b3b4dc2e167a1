import { expect, test } from 'vitest';
import { emptyCourierTrace, type StopRef } from '../../../../core/order/courier-move.ts';
import {
  type CourierRests,
  isAwayFromStops,
  restsAfter,
} from '../../../../core/order/courier-rests.ts';
import { courier, fixAt, noonMs, order } from './order-samples.ts';

const minute = 60_000;

/** A look at a courier by minutes after noon: where he is, when he reported it, since when he is there. */
interface Look {
  readonly metersOn?: number;
  readonly reported?: number | null;
  readonly since?: number | null;
  readonly at?: StopRef | null;
  readonly isGone?: boolean;
  readonly seen?: number | null;
}

const atMs = (minutes: number | null): number | null =>
  minutes === null ? null : noonMs + minutes * minute;

function look({ metersOn = 1000, reported = 0, since = 0, at = null, isGone, seen = 0 }: Look) {
  const fix = isGone ? null : { ...fixAt(metersOn), reportedAtMs: atMs(reported) };
  return {
    order: order({ courier: courier(fix) }),
    courierTrace: { ...emptyCourierTrace, anchorAtMs: atMs(since), insideStop: at },
    observedAtMs: atMs(seen),
  };
}

/** The minutes of silence and of standing that are known after two looks. */
function restsOf(before: Look, after: Look, known: CourierRests = {}) {
  const rests = restsAfter(known, look(before), look(after), 250);
  return [rests.longestSilenceMs, rests.longestStandMs].map((ms) => ms && ms / minute);
}

test.each<[string, Look, Look, number | undefined]>([
  ['lasts from one position to the next', { seen: 9 }, { reported: 7 }, 7],
  ['is counted in whole minutes', { seen: 9 }, { reported: 6.1 }, 7],
  ['lasts no longer than to the last look before it was over', { seen: 5 }, { reported: 7 }, 5],
  ['is none that was not looked at', { reported: 3, seen: 1 }, { reported: 7 }, 0],
  ['goes on while the position is the same', { seen: 9 }, {}, undefined],
  ['is none before an older position', { reported: 2, seen: 9 }, {}, undefined],
  ['is not known before a first look', { seen: null }, { reported: 7 }, undefined],
  ['is not known without the time of a position', { seen: 9 }, { reported: null }, undefined],
  ['nor of the one before', { reported: null, seen: 9 }, { reported: 7 }, undefined],
  ['is none without a position', { seen: 9 }, { reported: 7, isGone: true }, undefined],
  ['nor after none', { isGone: true, seen: 9 }, { reported: 7 }, undefined],
  ['is none at a stop', { metersOn: 290, seen: 9 }, { reported: 7 }, undefined],
  ['is one beside a stop', { metersOn: 310, seen: 9 }, { reported: 7 }, 7],
])('a silence %s', (_rule, before, after, minutes) => {
  expect(restsOf(before, after)).toEqual([minutes, undefined]);
});

test.each<[string, Look, Look, number | undefined]>([
  ['lasts until the courier goes on', { reported: 7, seen: 8 }, { since: 9 }, 7],
  ['lasts no longer than it was looked at', { reported: 9, seen: 8 }, { since: 9 }, 8],
  ['lasts to the last look, without a time', { reported: null, seen: 8 }, { since: 9 }, 8],
  ['goes on while the courier stays', { reported: 7, seen: 8 }, {}, undefined],
  ['is none at a stop', { reported: 7, seen: 8, at: 1 }, { since: 9 }, undefined],
  ['is not known of a first position', { reported: 7, seen: 8, since: null }, {}, undefined],
])('a stand %s', (_rule, before, after, minutes) => {
  expect(restsOf(before, { reported: null, ...after })).toEqual([undefined, minutes]);
});

test('the longest of each is kept', () => {
  const [before, after] = [
    { seen: 9, reported: 5 },
    { reported: 7, since: 9 },
  ];
  const known = { longestSilenceMs: minute, longestStandMs: 6 * minute };
  expect(restsOf(before, after, known)).toEqual([2, 6]);
  expect(restsOf(before, after, { longestSilenceMs: 3 * minute })).toEqual([3, 5]);
});

test('where no stop has a place a courier is away from all of them', () => {
  expect(isAwayFromStops(order({ pickup: null, destinations: [] }), fixAt(0), 250)).toBe(true);
});

test('before the first answer no rest is known', () => {
  const before = { ...look({ seen: 9 }), order: null };
  expect(restsAfter({}, before, look({ reported: 7, since: 9 }), 250)).toEqual({});
});
