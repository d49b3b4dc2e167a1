import { expect, test } from 'vitest';
import {
  sampleNotification,
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
