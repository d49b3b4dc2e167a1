import { describe, expect, test } from 'vitest';
import {
  connectionLostNotification,
  connectionRestoredNotification,
  credentialsRefusedNotification,
  keptInTrayNotification,
  notFoundNotification,
} from '../../../../core/notification/program-notifications.ts';
import { orderUpdate } from '../../../../core/order/order-update.ts';
import {
  englishNotifications,
  type NotificationWords,
} from '../../../../core/notification/notification-english.ts';
import {
  updateNotification,
  type NotificationDraft,
} from '../../../../core/notification/update-notification.ts';
import { waitNotification } from '../../../../core/notification/wait-notification.ts';
import { digestText } from '../../../../main/notify/digest-text.ts';
import { someNotification, somePreferences } from '../../../support/watched-orders.ts';
import { courier, noonMs, order, sampleId, watched } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

/** A language of one's own: everything that is said comes from the dictionary. */
const loud: NotificationWords = {
  ...englishNotifications,
  titles: { ...englishNotifications.titles, matched: 'MATCHED' },
  order: (shortId) => `ORDER ${shortId}`,
  program: {
    ...englishNotifications.program,
    connectionLost: () => ({ title: 'LOST', body: 'BODY', hiddenBody: 'HIDDEN' }),
  },
  digest: { ...englishNotifications.digest, changes: (count) => `${count} CHANGES` },
};

test('a second dictionary is a second language, for updates, service notices and digests alike', () => {
  const before = order({ word: 'pending' });
  const after = order({ courier: courier(null) });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const options = { priceUnit: 'major', locale: 'en', words: loud } as const;
  const draft = updateNotification(update, watched({ order: after }), options);
  expect(draft?.texts.countOnly).toEqual({ title: 'MATCHED', body: 'ORDER 3f2b8c1e' });
  expect(connectionLostNotification(1000, 2, loud).texts.countOnly.body).toBe('HIDDEN');
  const notifications = [someNotification('1'), someNotification('2', { event: 'completed' })];
  expect(digestText(notifications, { kind: 'away' }, 'countOnly', () => '', loud).body).toBe(
    '2 CHANGES',
  );
});

test('a finished order that goes on is flagged as open again, once and aloud', () => {
  const before = order({ word: 'completed' });
  const after = order({ word: 'pending' });
  const update = orderUpdate(before, after, { source: 'poll', seenAtMs: noonMs });
  if (update === null) throw new Error('nothing changed');
  const draft = updateNotification(update, watched({ order: after }), {
    priceUnit: 'major',
    locale: 'en',
  });
  expect(draft).toMatchObject({ event: 'reopened', isCritical: true });
  expect(draft?.texts.full).toEqual({
    title: 'Finished order is open again',
    body: 'Sheung Wan florist. Now waiting for courier. Was: completed.',
  });
});

const minute = 60_000;

describe('the program as a whole', () => {
  test.each<[string, NotificationDraft, readonly string[]]>([
    [
      'lost',
      connectionLostNotification(2 * minute, 24),
      [
        'No contact for 2 min',
        '24 orders are not being checked. Trying again.',
        '24 orders are not being checked',
      ],
    ],
    [
      'lost, one order',
      connectionLostNotification(20_000, 1),
      [
        'No contact for 20 s',
        '1 order is not being checked. Trying again.',
        '1 order is not being checked',
      ],
    ],
    [
      'restored',
      connectionRestoredNotification(6 * minute, 3),
      ['Connected again after 6 min', '3 orders changed in the meantime.', '3 orders changed'],
    ],
    [
      'refused',
      credentialsRefusedNotification(401, '14:32'),
      [
        'Credentials refused',
        'The service refused the client ID and secret (401). Next try at 14:32.',
        'Next try at 14:32',
      ],
    ],
    [
      'not found',
      notFoundNotification(sampleId, null, 3),
      ['Order not found', '3f2b8c1e. The service answered 404 to 3 checks.', 'Order 3f2b8c1e'],
    ],
  ])('%s', (_name, draft, [title, body, hidden]) => {
    const [fullTitle, fullBody, noNames, , hiddenBody] = lines(draft);
    expect([fullTitle, fullBody, noNames, hiddenBody]).toEqual([title, body, body, hidden]);
  });

  test('the first time the window is closed, it is said where Waybell went', () => {
    expect(lines(keptInTrayNotification())[0]).toBe('Waybell stays in the tray');
  });
});

test('a promise of another day is told with its date', () => {
  const promisedAtMs = noonMs - 24 * 60 * minute;
  const promised = watched({ preferences: somePreferences({ promisedAtMs }) });
  const draft = waitNotification(
    { reason: 'promiseAtRisk', sinceMs: promisedAtMs, causeAtMs: promisedAtMs },
    promised,
    noonMs,
    {
      locale: 'en',
      timeZone: 'UTC',
    },
  );
  expect(lines(draft)[0]).toBe('Promised time Nov 20, 12:00 passed');
});

test('a summary says of couriers who are not heard of how old their positions are', () => {
  const events = ['courierLost', 'courierLost', 'courierSilent'] as const;
  const notifications = events.map((event, index) => someNotification(String(index), { event }));
  const { body } = digestText(notifications, { kind: 'quiet' }, 'noNames', () => '');
  expect(body.replaceAll('\u00A0', ' ')).toBe(
    '2 with a position over 10 min old, 1 with a position over 3 min old.',
  );
});
