import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Notification,
  type NotificationDraft,
  type NotificationText,
  notificationEvents,
} from '../../../../core/notification/notification.ts';
import { chineseNotifications } from '../../../../core/notification/notification-chinese.ts';
import {
  englishNotifications,
  type NotificationTexts,
} from '../../../../core/notification/notification-english.ts';
import { titleText } from '../../../../core/notification/notification-pieces.ts';
import { updateNotification } from '../../../../core/notification/update-notification.ts';
import {
  takenBackNotification,
  waitNotification,
} from '../../../../core/notification/wait-notification.ts';
import { readOrderStatus } from '../../../../core/order/order-status.ts';
import {
  contractKinds,
  orderUpdate,
  type OrderUpdate,
  ownKinds,
} from '../../../../core/order/order-update.ts';
import type { Order, Stop } from '../../../../core/order/order.ts';
import { storedNotification } from '../../../../main/engine/storage/stored-json.ts';
import { someNotification } from '../../../support/watched-orders.ts';
import { courier, noonMs, order, sampleId, watched } from '../order/order-samples.ts';

const options = { priceUnit: 'raw', locale: 'en', timeZone: 'UTC', tellsEveryMove: true } as const;

/** A reason of the service with a person in it. */
const person = 'Lau Chi Keung +852 9123 4567 crashed';

function said(update: OrderUpdate, about: Order): Notification['texts'] {
  const draft = updateNotification(update, watched({ order: about }), options);
  if (draft === null) throw new Error('nothing is told');
  return draft.texts;
}

function updateWith(kinds: OrderUpdate['kinds'], reasons: readonly string[]): OrderUpdate {
  return {
    orderId: sampleId,
    source: 'webhook',
    seenAtMs: noonMs,
    kinds,
    reasons,
    changes: [],
    move: null,
  };
}

test('a reason in the words of the service is shown in full only, with a courier or without', () => {
  for (const someone of [courier(null), null]) {
    const released = said(
      updateWith(['order_released'], [`Order was released because: ${person}`]),
      order({ courier: someone }),
    );
    expect(released.full.body).toBe(
      'Sheung Wan florist. Reason: Lau Chi Keung crashed. Waiting again.',
    );
    expect(released.noNames.body).toBe('Sheung Wan florist. Waiting again.');
    const amended = said(
      updateWith(['amendment_added'], [`Price amendment added for: ${person} (price: 12).`]),
      order({ courier: someone, price: null }),
    );
    expect(amended.full.body).toBe('Sheung Wan florist. Lau Chi Keung crashed.');
    expect(amended.noNames.body).toBe('Sheung Wan florist.');
  }
});

function matchedWith(vehicleType: string): string {
  const about = order({ vehicleType });
  return said(updateWith(['order_matched'], ['Order Matched']), about).noNames.body;
}

test('a known vehicle is shown without names, and any other word in its place is not', () => {
  expect(matchedWith('Cargo_Van')).toBe('Sheung Wan florist. Cargo Van.');
  expect(matchedWith('van of Lau Chi Keung')).toBe('Sheung Wan florist.');
});

function completedFor(currency: string): Notification['texts'] {
  const price = { amount: 86, currency };
  return said(updateWith(['order_completed'], ['Order Completed']), order({ price }));
}

test('an amount in a currency of ISO 4217 is shown without names, and any other is not', () => {
  expect(completedFor('HKD').noNames.body).toMatch(/HKD/);
  expect(completedFor('LAU').noNames.body).not.toMatch(/LAU|86/);
  expect(completedFor('LAU').full.body).toMatch(/LAU.86/);
});

/** In no word of ours, and no name or number of a closed list. */
const mark = 'qzx';
const canary = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.string({ maxLength: 8 }))
  .map(([before, after]) => `${before}${mark}${after} +852 9123 4567`);
const canaryOrNone = fc.option(canary, { nil: null });
const status = fc.oneof(
  fc.constantFrom('pending', 'active', 'picked_up', 'completed', 'cancelled', 'failed', null),
  canary,
);
const someone = fc.record({ name: canaryOrNone, phoneNumber: canaryOrNone });
const stop: fc.Arbitrary<Stop> = fc.record({
  name: canaryOrNone,
  streetAddress: canaryOrNone,
  floorOrUnitNumber: canaryOrNone,
  point: fc.constantFrom(null, { latitudeDeg: 22.2868, longitudeDeg: 114.1508 }),
  contact: fc.record({
    name: canaryOrNone,
    phoneNumber: canaryOrNone,
    phoneExtension: canaryOrNone,
  }),
});

/** An order that is nothing but canaries wherever the service writes freely. */
const marked: fc.Arbitrary<Order> = fc.record({
  id: fc.constant(sampleId),
  status: status.map((word) => readOrderStatus(word)),
  vehicleType: canaryOrNone,
  paymentMethod: canaryOrNone,
  noteToCourier: canaryOrNone,
  courier: fc.option(
    someone.map((who) => ({ ...who, fix: courier(null).fix })),
    { nil: null },
  ),
  pickup: fc.option(
    fc
      .tuple(stop, fc.constantFrom(noonMs, noonMs + 60_000, null))
      .map(([place, scheduledAtMs]) => ({ ...place, scheduledAtMs })),
    { nil: null },
  ),
  destinations: fc.array(stop, { maxLength: 3 }),
  price: fc.constantFrom(
    null,
    { amount: 1, currency: 'HKD' },
    { amount: 3, currency: 'HKD' },
    { amount: 2, currency: 'QZX' },
    { amount: 4, currency: 'QZX' },
  ),
  priceBreakdown: fc.array(
    fc.record({
      key: canaryOrNone,
      amount: fc.constant(1),
      quantity: fc.constant(1),
      reason: canaryOrNone,
    }),
    { maxLength: 2 },
  ),
});

const reason = fc.oneof(
  canary,
  canary.map((text) => `Order was released because: ${text}`),
  canary.map((text) => `Price amendment added for: ${text} (price: ${mark}).`),
);
const meanings = ['firstFix', 'leftPickup', 'nearStop', 'movesAgain', 'movedOn'] as const;
const move = fc.option(
  fc.record({
    meaning: fc.constantFrom(...meanings),
    distanceMeters: fc.constant(300),
    nextStop: fc.constantFrom(null, { stop: 1, distanceMeters: 90 }),
  }),
  { nil: null },
);
const waits = [
  'courierSilent',
  'courierLost',
  'notMoving',
  'arrivedWaiting',
  'longWait',
  'optionEnds',
  'probablyLate',
  'promiseAhead',
  'promisePassed',
] as const;
const edits = ['addressChanged', 'scheduleChanged', 'stopsChanged', 'noteChanged'] as const;
const inChinese = chineseNotifications('zh-Hant-HK');
const languages = [englishNotifications, inChinese];

const forecast = {
  phase: 'atPickup',
  sinceMs: noonMs,
  earliestAtMs: noonMs,
  likelyAtMs: noonMs,
  latestAtMs: noonMs,
  probability: 0.1,
  halfAfterMs: 0,
  knownCount: 20,
  group: null,
} as const;

/** All that can be notified of an order, by a language. */
const anyDrafts = fc
  .record({
    before: marked,
    after: marked,
    kind: fc.constantFrom(...contractKinds, ...ownKinds),
    why: reason,
    moved: move,
    wait: fc.constantFrom(...waits),
    edit: fc.constantFrom(...edits),
  })
  .map(({ after, before, edit, kind, moved, wait, why }) => {
    const about = watched({ order: after, label: 'Florist' });
    const seen = orderUpdate(before, after, { source: 'webhook', seenAtMs: noonMs });
    const updates: readonly OrderUpdate[] = [
      ...(seen === null ? [] : [{ ...seen, reasons: seen.kinds.map(() => why), move: moved }]),
      { ...updateWith([kind], [why]), changes: seen?.changes ?? [], move: moved },
    ];
    return (texts: NotificationTexts): readonly NotificationDraft[] =>
      [
        ...updates.flatMap((update) => [
          updateNotification(update, about, { ...options, texts }),
          updateNotification(update, about, {
            ...options,
            texts,
            levelOf: (event) => (event === edit ? 'news' : 'kept'),
          }),
        ]),
        takenBackNotification(forecast, about, noonMs, { ...options, texts }),
        waitNotification({ reason: wait, causeAtMs: noonMs }, about, noonMs, {
          ...options,
          texts,
        }),
      ].filter((draft) => draft !== null);
  });

test('a title that was stored reads in another language as if it had been decided in it', () => {
  fc.assert(
    fc.property(anyDrafts, (draftsIn) => {
      const chinese = draftsIn(inChinese).map(({ texts }) => texts.full.title);
      const stored = draftsIn(englishNotifications).map((draft) => {
        const json = JSON.stringify({ ...someNotification('1'), ...draft });
        return storedNotification.parse(JSON.parse(json)).says;
      });
      const words = { ...options, texts: inChinese };
      expect(stored.map((says) => says && titleText(says, noonMs, words))).toEqual(chinese);
    }),
    { numRuns: 300 },
  );
});

test('no free text of the service is in any notification without names', () => {
  const foundTexts = new Set<string>();
  const markedInFull = new Set<string>();
  fc.assert(
    fc.property(anyDrafts, (draftsIn) => {
      for (const { event, texts } of languages.flatMap(draftsIn)) {
        foundTexts.add(event);
        if (/qzx/i.test(textOf(texts.full))) markedInFull.add(event);
        expect(textOf(texts.noNames) + textOf(texts.countOnly)).not.toMatch(/qzx|9123/i);
      }
    }),
    { numRuns: 500 },
  );
  const aboutOrders = notificationEvents.slice(0, notificationEvents.indexOf('notFound'));
  expect([...foundTexts].toSorted()).toEqual(aboutOrders.toSorted());
  expect([...markedInFull]).toEqual(
    expect.arrayContaining([
      'matched',
      'released',
      'unknownStatus',
      'amended',
      'cancelled',
      'addressChanged',
      'noteChanged',
    ]),
  );
});

function textOf({ title, body }: NotificationText): string {
  return `${title}\n${body}\n`;
}
