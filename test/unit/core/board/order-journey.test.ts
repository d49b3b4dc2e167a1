import { describe, expect, test } from 'vitest';
import {
  finishedJourney,
  journeyAfter,
  type WayAnswer,
} from '../../../../core/board/order-journey.ts';
import { type Journey, journeyAt } from '../../../../core/forecast/journey.ts';
import { emptyCourierTrace } from '../../../../core/order/courier-move.ts';
import type { Order, OrderPhase } from '../../../../core/order/order.ts';
import type { WatchedOrder } from '../../../../core/watch/watched-order.ts';
import { somePreferences } from '../../../support/watched-orders.ts';
import { courier, fixAt, noonMs, order, pointAt, watched } from '../order/order-samples.ts';

const minute = 60_000;
type InsideStop = WatchedOrder['courierTrace']['insideStop'];

const inPhase = (phase: OrderPhase, parts: Partial<Order> = {}): Order =>
  order({ courier: courier(fixAt(1000)), ...parts, status: { raw: phase, phase } });
const traceAt = (insideStop: InsideStop) => ({
  ...emptyCourierTrace,
  anchor: pointAt(1000),
  insideStop,
});
const before = watched({ order: inPhase('assigned'), courierTrace: traceAt(null) });

/** The journey after an answer of noon in this phase, with the courier at this stop. */
function after(
  phase: OrderPhase,
  insideStop: InsideStop = null,
  was: Partial<WatchedOrder> = {},
  answer: Partial<WayAnswer> = {},
): Journey | null {
  return journeyAfter(
    { ...before, ...was },
    {
      order: inPhase(phase),
      courierTrace: traceAt(insideStop),
      wasSeen: true,
      leaveMeters: 200,
      nowMs: noonMs,
      ...answer,
    },
  );
}

const toPickup = journeyAt(null, 'toPickup', noonMs - 9 * minute, 2000);
const atPickup = journeyAt(toPickup, 'atPickup', noonMs - 5 * minute, 2000);
const toDropoff = journeyAt(atPickup, 'toDropoff', noonMs - 2 * minute, 2000);
const arrived = journeyAt(toDropoff, 'arrived', noonMs - minute, 2000);

describe('how far the way of a courier has come', () => {
  test.each<[string, Journey | null, OrderPhase, InsideStop, Journey | null]>([
    ['a match', null, 'assigned', null, journeyAt(null, 'toPickup', noonMs, 2000)],
    [
      'the status of the pickup',
      toPickup,
      'atPickup',
      null,
      journeyAt(toPickup, 'atPickup', noonMs, 2000),
    ],
    [
      'the fence of the pickup',
      toPickup,
      'assigned',
      'pickup',
      journeyAt(toPickup, 'atPickup', noonMs, 2000),
    ],
    [
      'the status of the way',
      atPickup,
      'pickedUp',
      null,
      journeyAt(atPickup, 'toDropoff', noonMs, 2000),
    ],
    [
      'the status of the destination',
      toDropoff,
      'atDropoff',
      null,
      journeyAt(toDropoff, 'arrived', noonMs, 2000),
    ],
    [
      'the fence of the last stop',
      toDropoff,
      'pickedUp',
      1,
      journeyAt(toDropoff, 'arrived', noonMs, 2000),
    ],
    ['the fence of another stop', toDropoff, 'pickedUp', 0, toDropoff],
    ['the fence of the last stop before the pickup', atPickup, 'assigned', 1, atPickup],
    ['an earlier status', arrived, 'assigned', null, arrived],
    ['a word that says nothing', toPickup, 'unknown', null, toPickup],
    ['a cancelled order', toPickup, 'cancelled', null, toPickup],
    ['an order that waits again', toPickup, 'searching', null, null],
    ['nothing at all', null, 'unknown', null, null],
  ])('%s', (_what, journey, phase, insideStop, expected) => {
    expect(after(phase, insideStop, { journey })).toEqual(expected);
  });

  test('a courier who leaves the fence of the pickup is on the way, unless the status says otherwise', () => {
    const there = { journey: atPickup, courierTrace: traceAt('pickup') };
    expect(after('assigned', null, there)?.stage).toBe('toDropoff');
    expect(after('atPickup', null, there)?.stage).toBe('atPickup');
  });

  test('another courier begins anew, and one who is not named does not', () => {
    const other = {
      order: inPhase('assigned', { courier: { ...courier(null, 'Ho'), phoneNumber: '1' } }),
    };
    expect(after('assigned', null, { journey: atPickup }, other)?.stage).toBe('toPickup');
    const nameless = { order: inPhase('assigned', { courier: null }) };
    expect(after('assigned', null, { journey: atPickup }, nameless)).toEqual(atPickup);
    const unnamed = { journey: atPickup, order: inPhase('assigned', { courier: null }) };
    expect(after('assigned', null, unnamed)).toEqual(atPickup);
  });

  test.each<[string, Partial<WatchedOrder>, Partial<WayAnswer>]>([
    ['was not looked at for long', {}, { wasSeen: false }],
    ['is looked at for the first time', { order: null }, {}],
  ])('a stage has no time where the order %s', (_why, was, answer) => {
    expect(after('done', null, { journey: null, ...was }, answer)).toEqual(
      journeyAt(null, 'arrived', null, 2000),
    );
  });

  test('a fence has no time at the first position, and a status has', () => {
    const first = { journey: null, courierTrace: emptyCourierTrace };
    expect(after('unknown', 'pickup', first)?.arrivedPickupAtMs).toBeNull();
    expect(after('assigned', null, first)?.startedAtMs).toBe(noonMs);
  });

  test('the end is kept beside the arrival, that of the first time', () => {
    const delivered = after('done', null, { journey: arrived });
    expect(delivered).toEqual({ ...arrived, endedAtMs: noonMs });
    const reopened = { journey: { ...arrived, endedAtMs: 5 } };
    expect(after('done', null, reopened)?.endedAtMs).toBe(5);
    expect(after('done', null, { journey: arrived, order: inPhase('done') })).toBe(arrived);
    expect(after('done', null, { journey: arrived }, { wasSeen: false })).toBe(arrived);
  });
});

test('what a courier rested is kept until the arrival', () => {
  const trace = traceAt(null);
  const stood = {
    courierTrace: { ...trace, anchorAtMs: noonMs - 8 * minute },
    observedAtMs: noonMs,
  };
  const goneOn = { courierTrace: { ...trace, anchorAtMs: noonMs } };
  expect(after('assigned', null, { ...stood, journey: toPickup }, goneOn)).toEqual({
    ...toPickup,
    longestStandMs: 8 * minute,
  });
  expect(after('atDropoff', null, { ...stood, journey: arrived }, goneOn)).toBe(arrived);
  expect(after('assigned', null, { journey: toPickup })).toBe(toPickup);
});

describe('the length of a way', () => {
  const stop = order().destinations[0];
  if (stop === undefined) throw new Error('the sample has a destination');
  const to = (...eastMeters: readonly (number | null)[]) =>
    inPhase('assigned', {
      destinations: eastMeters.map((east) => ({
        ...stop,
        point: east === null ? null : pointAt(east),
      })),
    });
  test.each([
    ['one stop', to(1234), 1200],
    ['two stops, there and back', to(1000, 500), 1500],
    ['a stop at an unknown place', to(1000, null), null],
    ['no stop', to(), null],
    ['no pickup', { ...to(1000), pickup: null }, null],
  ])('%s', (_what, found, meters) => {
    expect(after('assigned', null, { journey: null }, { order: found })?.meters).toBe(meters);
  });

  test('that was known stays when a place is withheld', () => {
    const known = { journey: toPickup };
    expect(after('assigned', null, known, { order: to(null) })?.meters).toBe(2000);
  });
});

describe('what is learned from', () => {
  const learned = (parts: Partial<WatchedOrder>) =>
    finishedJourney(watched({ order: inPhase('done'), journey: arrived, ...parts }));

  test('an order that has arrived, with its group and its promise', () => {
    const { id } = watched();
    expect(learned({ preferences: null })).toEqual({
      ...arrived,
      id,
      group: null,
      promisedAtMs: null,
    });
    const preferences = somePreferences({ group: 'Cafés', promisedAtMs: 5 });
    expect(learned({ preferences })).toMatchObject({ group: 'Cafés', promisedAtMs: 5 });
    expect(learned({ order: null })).not.toBeNull();
  });

  test.each<[string, Partial<WatchedOrder>]>([
    ['that was cancelled', { order: inPhase('cancelled') }],
    ['that failed', { order: inPhase('failed') }],
    ['without a journey', { journey: null }],
    ['that has not arrived', { journey: toDropoff }],
    ['whose arrival was not seen', { journey: journeyAt(toDropoff, 'arrived', null, 2000) }],
  ])('no order %s', (_what, parts) => {
    expect(learned(parts)).toBeNull();
  });
});
