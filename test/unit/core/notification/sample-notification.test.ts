import { expect, test } from 'vitest';
import { chineseNotifications } from '../../../../core/notification/notification-chinese.ts';
import { toldKindOf, toldKinds } from '../../../../core/notification/notification.ts';
import {
  sampleNotification,
  sampleOfKind,
  sampleUpdate,
} from '../../../../core/notification/sample-notification.ts';
import { lines } from './notification-lines.ts';

test('the made-up order waited and has a courier now, as a check finds it, and names nobody else', () => {
  const waiting = { raw: 'pending', phase: 'searching' };
  const assigned = { raw: 'active', phase: 'assigned' };
  const courier = { name: 'Lau Chi Keung', phoneNumber: null, fix: null };
  const sample = sampleUpdate('Florist', 'Lau Chi Keung', 5000);
  expect(sample?.update).toMatchObject({
    orderId: '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    source: 'poll',
    seenAtMs: 5000,
    kinds: ['order_matched'],
    changes: expect.arrayContaining([
      { field: 'status', before: waiting, after: assigned },
      {
        field: 'courier',
        before: null,
        after: { name: 'Lau Chi Keung', phoneNumber: null },
      },
    ]),
  });
  expect(sample?.watched).toMatchObject({ label: 'Florist', addedAtMs: 5000 });
  expect(sample?.watched.order).toEqual({
    id: '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    status: assigned,
    vehicleType: 'van',
    paymentMethod: null,
    noteToCourier: null,
    courier,
    pickup: null,
    destinations: [],
    price: null,
    priceBreakdown: [],
  });
});

test('the preview of the settings says what each level of privacy shows of a match', () => {
  const draft = sampleNotification('Florist', 'Lau Chi Keung', {
    priceUnit: 'major',
    locale: 'en',
  });
  expect(draft?.event).toBe('matched');
  expect(lines(draft)).toEqual([
    'Matched with a courier',
    'Florist. Lau K., van.',
    'Florist. Van.',
    'Matched with a courier',
    'Order 3f2b8c1e',
  ]);
});

const noonMs = Date.UTC(2026, 2, 2, 12);
const options = { priceUnit: 'major', locale: 'en', timeZone: 'UTC' } as const;

test('every kind has an example of its own kind, and its title says in each language that it is one', () => {
  for (const kind of toldKinds) {
    const inEnglish = sampleOfKind(kind, noonMs, options);
    expect(inEnglish && toldKindOf(inEnglish.event)).toBe(kind);
    const words = chineseNotifications('zh-Hant-HK');
    const inChinese = sampleOfKind(kind, noonMs, { ...options, words, locale: 'zh-Hant-HK' });
    for (const { title, body } of Object.values(inEnglish?.texts ?? {})) {
      expect(title).toMatch(/^Example: [A-Z]/);
      expect(body).not.toBe('');
    }
    for (const { title } of Object.values(inChinese?.texts ?? {}))
      expect(title).toMatch(/^範例：./);
  }
});

function said(kind: (typeof toldKinds)[number]): readonly string[] {
  return lines(sampleOfKind(kind, noonMs, options)).slice(0, 2);
}

test('an example says what its kind says: who, where, when and how much', () => {
  expect(said('matched')[1]).toBe('Sheung Wan florist. Lau K., van.');
  expect(said('courierMoved')[1]).toBe(
    'Sheung Wan florist. 140 m from the destination, straight line.',
  );
  expect(said('amended')).toEqual([
    'Example: Price changed by +HK$12.00',
    'Sheung Wan florist. Now HK$98.00.',
  ]);
  expect(said('scheduleChanged')[0]).toBe('Example: Pickup planned for 13:30');
  expect(said('longWait')[0]).toBe('Example: Waiting since 11:40');
  expect(said('arrivedWaiting')).toEqual([
    'Example: Courier at the stop since 11:48',
    'Sheung Wan florist. At the pickup, at 12:00.',
  ]);
  expect(said('courierLost')[0]).toBe('Example: Courier lost, no position since 11:48');
  expect(said('promiseAhead')[0]).toBe('Example: Promise at hand: 12:10');
});

test('amounts are examples in the unit that the service counts in', () => {
  const inCents = sampleOfKind('amended', noonMs, { ...options, priceUnit: 'minor' });
  expect(lines(inCents)[0]).toBe('Example: Price changed by +HK$12.00');
});
