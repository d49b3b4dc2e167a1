import { expect, test } from 'vitest';
import { problemNotification } from '../../../../core/notification/program-notifications.ts';
import type { NotificationDraft } from '../../../../core/notification/notification.ts';
import { updateNotification } from '../../../../core/notification/update-notification.ts';
import { waitNotification } from '../../../../core/notification/wait-notification.ts';
import { orderUpdate, type OrderUpdate } from '../../../../core/order/order-update.ts';
import { courier, noonMs, order, sampleId, watched } from '../order/order-samples.ts';

const unknown = { code: 'order-not-found', httpStatus: 404, failureCount: 3 } as const;
const number = '+852 5555 0123';
const options = { priceUnit: 'major', locale: 'en' } as const;

/** All notifications that can name an order, about one with this label. */
function notificationsAbout(label: string): readonly NotificationDraft[] {
  const [waiting, matched] = [order({ word: 'pending' }), order({ courier: courier(null) })];
  const update = orderUpdate(waiting, matched, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const about = watched({ label, order: matched });
  const wait = { reason: 'longWait', sinceMs: noonMs, causeAtMs: noonMs } as const;
  return [
    updateNotification(update, about, options),
    waitNotification(wait, about, noonMs, options),
    problemNotification({ id: sampleId, label, order: null }, unknown),
  ].flatMap((draft) => draft ?? []);
}

test('a number in a label is in no notification; the short uuid stands when nothing else stays', () => {
  const drafts = notificationsAbout(`Florist ${number}`);
  expect(drafts).toHaveLength(3);
  for (const { texts } of drafts) {
    expect(texts.noNames.body).toMatch(/^Florist\./);
    expect(JSON.stringify(texts)).not.toMatch(/5555/);
  }
  for (const { texts } of notificationsAbout(`Call ${number}`)) {
    expect(texts.noNames.body).toMatch(/^3f2b8c1e\./);
  }
});

test('an order number in a label stays', () => {
  for (const { texts } of notificationsAbout('SO-2024-118')) {
    expect(texts.noNames.body).toMatch(/^SO-2024-118\./);
  }
});

test('a number in the words of the service is in no notification either', () => {
  const before = order({ courier: courier(null) });
  const after = order({ courier: courier(null), word: `Call ${number}` });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  expect(updateNotification(update, watched({ order: after }), options)?.texts.full.title).toBe(
    'Status changed',
  );
  const released: OrderUpdate = {
    ...update,
    kinds: ['order_released'],
    reasons: [`Order was released because: flat tyre, call ${number}`],
  };
  expect(updateNotification(released, watched({ order: before }), options)?.texts.full.body).toBe(
    'Sheung Wan florist. Reason: flat tyre. Waiting again.',
  );
});
