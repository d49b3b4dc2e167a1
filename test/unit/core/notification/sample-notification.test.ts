import { expect, test } from 'vitest';
import { chineseNotifications } from '../../../../core/notification/notification-chinese.ts';
import {
  notificationKindOf,
  notificationKinds,
} from '../../../../core/notification/notification.ts';
import {
  exampleNotification,
  sampleNotification,
  sampleUpdate,
} from '../../../../core/notification/sample-notification.ts';
import { lines } from './notification-lines.ts';

const noonMs = Date.UTC(2026, 2, 2, 12);
const options = { priceUnit: 'major', locale: 'en', timeZone: 'UTC' } as const;

test('the made-up order waited and has a courier now, as a check finds it, and names no other person', () => {
  const courier = { name: 'Lau Chi Keung', phoneNumber: null };
  const sample = sampleUpdate('matched', 5000, options);
  expect(sample?.update).toMatchObject({
    orderId: '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    source: 'poll',
    seenAtMs: 5000,
    kinds: ['order_matched'],
    changes: expect.arrayContaining([
      {
        field: 'status',
        before: { raw: 'pending', phase: 'searching' },
        after: { raw: 'active', phase: 'assigned' },
      },
      { field: 'courier', before: null, after: courier },
    ]),
  });
  const contacts = [sample?.watched.order?.pickup?.contact];
  contacts.push(...(sample?.watched.order?.destinations ?? []).map(({ contact }) => contact));
  expect(contacts).toEqual([null, null]);
  expect(sample?.watched.order).toMatchObject({
    id: '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    status: { raw: 'active', phase: 'assigned' },
    courier,
  });
});

test('the preview of the settings says what each level of privacy shows of a match', () => {
  const draft = sampleNotification('matched', 0, options);
  expect(draft?.event).toBe('matched');
  expect(lines(draft)).toEqual([
    'Matched with a courier',
    'Sheung Wan florist. Lau K., van.',
    'Sheung Wan florist. Van.',
    'Matched with a courier',
    'Order 3f2b8c1e',
  ]);
});

test('every kind has an example of its own kind, and its title says in each language that it is one', () => {
  for (const kind of notificationKinds) {
    const inEnglish = exampleNotification(kind, noonMs, options);
    expect(inEnglish && notificationKindOf(inEnglish.event)).toBe(kind);
    const texts = chineseNotifications('zh-Hant-HK');
    const inChinese = exampleNotification(kind, noonMs, {
      ...options,
      texts,
      locale: 'zh-Hant-HK',
    });
    for (const { title, body } of Object.values(inEnglish?.texts ?? {})) {
      expect(title).toMatch(/^Example: [A-Z]/);
      expect(body).not.toBe('');
    }
    for (const { title } of Object.values(inChinese?.texts ?? {}))
      expect(title).toMatch(/^範例：./);
  }
});

function said(kind: (typeof notificationKinds)[number]): readonly string[] {
  return lines(exampleNotification(kind, noonMs, options)).slice(0, 2);
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
  expect(said('scheduleChanged')).toEqual([
    'Example: Pickup planned for 13:30',
    'Sheung Wan florist. Was: 13:00.',
  ]);
  expect(said('completed')[1]).toBe('Sheung Wan florist. HK$86.00, watched for 20 min.');
  expect(said('connection')[0]).toBe('Example: No contact since 11:58');
  expect(said('longWait')[0]).toBe('Example: Waiting since 11:40');
  expect(said('optionEnds')[0]).toBe('Example: Free to cancel until 12:02');
  expect(said('probablyLate')).toEqual([
    'Example: Probably late, promised 12:15',
    'Sheung Wan florist. Arrives 12:22 to 12:35. Matched, at 12:00.',
  ]);
  expect(said('arrivedWaiting')).toEqual([
    'Example: Courier at the stop since 11:48',
    'Sheung Wan florist. At the pickup, at 12:00.',
  ]);
  expect(said('courierLost')[0]).toBe('Example: Courier lost, no position since 11:48');
  expect(said('promiseAhead')[0]).toBe('Example: Promise at hand: 12:10');
});

test('amounts are examples in the unit that the service counts in', () => {
  const inCents = exampleNotification('amended', noonMs, { ...options, priceUnit: 'minor' });
  expect(lines(inCents)[0]).toBe('Example: Price changed by +HK$12.00');
});
