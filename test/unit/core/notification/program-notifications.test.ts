import { describe, expect, test } from 'vitest';
import {
  connectionLostNotification,
  connectionRestoredNotification,
  credentialsRefusedNotification,
  keptInTrayNotification,
  notFoundNotification,
} from '../../../../core/notification/program-notifications.ts';
import type { NotificationDraft } from '../../../../core/notification/update-notification.ts';
import { sampleId } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

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
      credentialsRefusedNotification(401),
      [
        'Checking is stopped',
        'The service refused the client ID and secret (401).',
        'Credentials were refused',
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
