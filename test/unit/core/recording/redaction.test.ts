import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { journeyAt } from '../../../../core/forecast/journey.ts';
import { isSameCourier } from '../../../../core/order/courier-identity.ts';
import { distanceMeters } from '../../../../core/order/geo.ts';
import type { Courier, GeoPoint } from '../../../../core/order/order.ts';
import {
  recordedOrder,
  type RecordedOrder,
  recordedSituation,
} from '../../../../core/recording/recorded-state.ts';
import { Redactor } from '../../../../core/recording/redaction.ts';
import {
  type Canaries,
  canaryDigits,
  canaryOf,
  canaryWord,
  notPersonal,
} from '../../../support/recorder/canary-states.ts';
import { someSituation } from '../../../support/recorder/some-situation.ts';
import { seeded } from '../../../support/seeded.ts';
import {
  orderIdAt,
  someOrder,
  somePreferences,
  someWatched,
} from '../../../support/watched-orders.ts';

const rounds = [0, 1, 2, 3, 4, 5];

function recorded(parts: Partial<RecordedOrder['watched']> = {}): RecordedOrder {
  return { watched: someWatched(orderIdAt(1), parts), isOpen: false };
}

function withCourier(courier: Courier): RecordedOrder {
  return recorded({ order: someOrder(orderIdAt(1), { courier }) });
}

function courierOf({ watched }: RecordedOrder): Courier | null {
  return watched.order?.courier ?? null;
}

describe('what is redacted', () => {
  test.each(rounds)('no text, number or place of any field is left, round %i', (round) => {
    const found: Canaries = { texts: [], coordinates: [] };
    const redactor = new Redactor(seeded(round));
    const said = JSON.stringify([
      redactor.order(canaryOf(recordedOrder, round, found)),
      redactor.situation(canaryOf(recordedSituation, round, found)),
    ]);
    expect(found.texts.length).toBeGreaterThan(40);
    expect(found.coordinates.length).toBeGreaterThan(3);
    expect(said.toLowerCase()).not.toContain(canaryWord.toLowerCase());
    expect(said.toLowerCase()).not.toContain('mill road');
    for (const text of found.texts.filter((each) => !notPersonal.includes(each))) {
      expect(said).not.toContain(text);
    }
    expect(said.replace(/\D/g, '')).not.toContain(canaryDigits);
    for (const coordinate of found.coordinates) {
      expect(said).not.toContain(coordinate.toFixed(3).slice(0, -1));
    }
  });

  test.each(rounds)('it can be read like what was recorded, round %i', (round) => {
    const found: Canaries = { texts: [], coordinates: [] };
    const redactor = new Redactor(seeded(round));
    const order = redactor.order(canaryOf(recordedOrder, round, found));
    const situation = redactor.situation(canaryOf(recordedSituation, round, found));
    expect(recordedOrder.parse(JSON.parse(JSON.stringify(order)))).toEqual(order);
    expect(recordedSituation.parse(JSON.parse(JSON.stringify(situation)))).toEqual(situation);
  });

  test('words of our own, times and amounts stay', () => {
    const redactor = new Redactor(seeded(1));
    const order = someOrder(orderIdAt(1), { status: { raw: 'on its way', phase: 'pickedUp' } });
    const watched = { order, observedAtMs: 1_700_000, acknowledged: [], label: '' };
    const kept = redactor.order(recorded(watched)).watched;
    expect(kept.label).toBe('');
    expect(kept.order?.status.phase).toBe('pickedUp');
    expect(kept.order?.status.raw).not.toBe('on its way');
    expect(kept.order?.price).toEqual({ amount: 86, currency: 'HKD' });
    expect(kept.observedAtMs).toBe(1_700_000);
    const { speech, timeZone } = redactor.situation(someSituation());
    expect([speech.locale, timeZone]).toEqual(['en', 'Europe/Berlin']);
  });

  test.each([
    ['de', 'de'],
    ['fil-PH', 'fil-PH'],
    ['zh-Hant', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant-HK'],
    ['es-419', 'es-419'],
    ['en-x-zebedee', 'en'],
    ['de-CH-zebedee', 'en'],
    ['zebedee-CH', 'en'],
  ])('a locale says a language, a script and a region, or English: %s as %s', (locale, kept) => {
    const situation = someSituation({ speech: { language: 'en', locale } });
    expect(new Redactor(seeded(1)).situation(situation).speech.locale).toBe(kept);
  });

  test('what is no currency, no time zone and no reason of ours is replaced', () => {
    const redactor = new Redactor(seeded(1));
    const order = someOrder(orderIdAt(1), { price: { amount: 5, currency: canaryWord } });
    const claims = [canaryWord, 'released'].map((reason) => ({ reason, causeAtMs: 1 }));
    const handled = { deskId: 'd2', desk: 'Mei', atMs: 1, call: null, claims };
    const team = { claim: null, writers: {}, addedBy: null, handled };
    const { watched } = redactor.order(recorded({ order, team }));
    expect(watched.order?.price).toEqual({ amount: 5, currency: 'XXX' });
    expect(watched.team?.handled?.claims.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^text \d+$/),
      'released',
    ]);
    expect(redactor.situation(someSituation({ timeZone: canaryWord })).timeZone).toBe('UTC');
  });

  test('of the settings those stay on which notifications depend', () => {
    const usual = someSituation().settings;
    const deciding = {
      notificationsMutedUntilMs: 5,
      priceUnit: 'minor',
      everyMove: { ...usual.everyMove, meters: 700 },
      waitLimits: { ...usual.waitLimits, notMovingMinutes: 17 },
    } as const;
    const settings = { ...usual, ...deciding, theme: 'dark', historyDays: 3 } as const;
    const redacted = new Redactor(seeded(1)).situation(someSituation({ settings }));
    expect(redacted.settings).toEqual({ ...usual, ...deciding });
  });

  test('what became of a notification stays, but for the words of the system', () => {
    const redactor = new Redactor(seeded(1));
    const suppressed = { kind: 'suppressed', reason: 'muted' } as const;
    expect(redactor.outcome(suppressed)).toEqual(suppressed);
    expect(redactor.outcome(null)).toBeNull();
    const failed = { kind: 'failed', reason: canaryWord } as const;
    expect(redactor.outcome(failed)).toEqual({ kind: 'failed', reason: 'text 1' });
  });

  test('a finished journey keeps its stage and its times, and has the pseudonym of its order', () => {
    const redactor = new Redactor(seeded(1));
    const id = orderIdAt(7);
    const journey = {
      ...journeyAt(null, 'arrived', 9, 1000),
      arrivedAtMs: 9,
      id,
      group: canaryWord,
      promisedAtMs: 8,
    };
    expect(redactor.journey(journey)).toEqual({
      ...journey,
      id: redactor.orderId(id),
      group: 'text 1',
    });
    expect(redactor.orderId(id)).not.toBe(id);
  });
});

describe('comparisons', () => {
  test('a group stays the same in the rules and in the orders', () => {
    const redactor = new Redactor(seeded(1));
    const rule = { group: 'Florists', isMuted: true, tellsEveryMove: false, kept: [] };
    const settings = { ...someSituation().settings, groupRules: [rule] };
    const order = redactor.order(
      recorded({ preferences: somePreferences({ group: 'Florists', note: 'Florists!' }) }),
    );
    const [kept] = redactor.situation(someSituation({ settings })).settings.groupRules;
    expect(kept).toEqual({ ...rule, group: order.watched.preferences?.group });
    expect(order.watched.preferences?.note).not.toBe(kept?.group);
  });

  test('an order that another desk has is still another desk’s, and one’s own one’s own', () => {
    const redactor = new Redactor(seeded(1));
    const { deskId } = redactor.situation(someSituation({ deskId: 'desk-mei' }));
    const claimantOf = (id: string) => {
      const claim = { deskId: id, desk: 'Mei', atMs: 1, reason: null };
      const team = { claim, writers: {}, addedBy: 'Mei' };
      return redactor.order(recorded({ team })).watched.team?.claim?.deskId;
    };
    expect(deskId).not.toBe('desk-mei');
    expect(claimantOf('desk-mei')).toBe(deskId);
    expect(claimantOf('desk-bo')).not.toBe(deskId);
  });

  test('an order has the same pseudonym in its id, its answer and the keys about it', () => {
    const redactor = new Redactor(seeded(1));
    const id = orderIdAt(7);
    const { watched } = redactor.order(recorded({ id, order: someOrder(id) }));
    expect(watched.id).not.toBe(id);
    expect(watched.order?.id).toBe(watched.id);
    const key = `${id}:1700000:order_released+order_matched:again:1800000`;
    const decided = redactor.notification({
      key,
      orderId: id,
      event: 'courierChanged',
      isCritical: true,
      decidedAtMs: 1,
    });
    expect(decided).toMatchObject({ orderId: watched.id, event: 'courierChanged' });
    expect(decided.key).toBe(key.replace(id, watched.id));
  });

  test('what is no word of ours in a key is replaced', () => {
    const redactor = new Redactor(seeded(1));
    const decided = {
      key: `connectionLost:${canaryWord}:+852${canaryDigits}123456789`,
      orderId: null,
      event: 'connectionLost',
      isCritical: true,
      decidedAtMs: 1,
    } as const;
    expect(redactor.notification(decided).key).toBe('connectionLost:text 1:text 2');
  });

  test('two couriers are the same one afterwards as they were before', () => {
    const name = fc.constantFrom(null, '', ' ', 'Ho Yuet', 'ho  yuet', 'Ｈｏ Yuet', 'Lau');
    const phoneNumber = fc.constantFrom(null, '', 'n/a', '+852 5550 0007', '85255500007', '5550');
    const courier = fc.record({ name, phoneNumber, fix: fc.constant(null) });
    fc.assert(
      fc.property(courier, courier, (one, other) => {
        const redactor = new Redactor(seeded(1));
        const [was, is] = [one, other].map((each) => courierOf(redactor.order(withCourier(each))));
        expect(isSameCourier(was ?? null, is ?? null)).toBe(isSameCourier(one, other));
        expect(was?.name === is?.name).toBe(one.name === other.name);
        expect(was?.phoneNumber === is?.phoneNumber).toBe(one.phoneNumber === other.phoneNumber);
      }),
    );
  });

  test.each([
    [
      'names',
      (no: number): Courier => ({ name: `Ho ${'abcdefghijkl'[no]}`, phoneNumber: null, fix: null }),
    ],
    [
      'numbers',
      (no: number): Courier => ({ name: null, phoneNumber: String(55_550_100 + no), fix: null }),
    ],
  ])('a dozen couriers of different %s are a dozen afterwards', (_what, courier) => {
    const redactor = new Redactor(seeded(1));
    const couriers = Array.from({ length: 12 }, (_, no) =>
      courierOf(redactor.order(withCourier(courier(no)))),
    );
    for (const [at, one] of couriers.entries()) {
      expect(couriers.findIndex((other) => isSameCourier(one, other))).toBe(at);
    }
  });

  test('every distance stays, and no place', () => {
    const point = fc.record({
      latitudeDeg: fc.double({ min: -90, max: 90, noNaN: true }),
      longitudeDeg: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const near = fc.record({ north: fc.double({ min: -0.01, max: 0.01, noNaN: true }) });
    fc.assert(
      fc.property(point, point, near, fc.integer(), (one, far, { north }, seed) => {
        const beside = { ...one, latitudeDeg: Math.min(90, one.latitudeDeg + north) };
        const redactor = new Redactor(seeded(seed));
        const turned = [one, beside, far].map((each): GeoPoint => {
          const fix = { ...each, reportedAtMs: null };
          const courier = { name: null, phoneNumber: null, fix };
          return courierOf(redactor.order(withCourier(courier)))?.fix ?? one;
        });
        const [was, is] = [[one, beside, far], turned].map(([a, b, c]) =>
          a && b && c ? [distanceMeters(a, b), distanceMeters(a, c)] : [],
        );
        expect(is?.[0]).toBeCloseTo(was?.[0] ?? Number.NaN, 5);
        // At the other end of the earth the measuring itself is no finer.
        expect(is?.[1]).toBeCloseTo(was?.[1] ?? Number.NaN, -1);
        expect(turned[0]?.latitudeDeg).not.toBe(one.latitudeDeg);
      }),
    );
  });

  test('another number of random gives another place', () => {
    const fix = { latitudeDeg: 22.28, longitudeDeg: 114.15, reportedAtMs: null };
    const places = [1, 2, 3].map((seed) => {
      const courier = { name: null, phoneNumber: null, fix };
      return courierOf(new Redactor(seeded(seed)).order(withCourier(courier)))?.fix?.latitudeDeg;
    });
    expect(new Set(places).size).toBe(3);
  });
});
