import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
    const watched = { order, observedAtMs: 1_700_000, acknowledged: [] };
    const kept = redactor.order(recorded(watched)).watched;
    expect(kept.order?.status.phase).toBe('pickedUp');
    expect(kept.order?.status.raw).not.toBe('on its way');
    expect(kept.order?.price).toEqual({ amount: 86, currency: 'HKD' });
    expect(kept.observedAtMs).toBe(1_700_000);
    const { speech, timeZone } = redactor.situation(someSituation());
    expect([speech.locale, timeZone]).toEqual(['en', 'Europe/Berlin']);
  });

  test('a language that says more than a language and a region is English', () => {
    const locale = `en-x-${canaryWord.toLowerCase()}`;
    const situation = someSituation({ speech: { language: 'en', locale } });
    expect(new Redactor(seeded(1)).situation(situation).speech.locale).toBe('en');
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
    expect(decided.orderId).toBe(watched.id);
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
