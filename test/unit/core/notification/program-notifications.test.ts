import { describe, expect, test } from 'vitest';
import {
  connectionLostNotification,
  connectionRestoredNotification,
  credentialsMissingNotification,
  credentialsRefusedNotification,
  flappingNotification,
  keptInTrayNotification,
  notFoundNotification,
  selfTestNotification,
} from '../../../../core/notification/program-notifications.ts';
import type { NotificationDraft } from '../../../../core/notification/update-notification.ts';
import { order, sampleId, watched } from '../order/order-samples.ts';
import { lines } from './notification-lines.ts';

const failure = { title: 'Keychain locked', message: 'Unlock it.', label: 'Keychain' };

describe('what is told of the program', () => {
  test.each<[NotificationDraft['event'], boolean, NotificationDraft]>([
    ['connectionLost', false, connectionLostNotification(120_000, 3)],
    ['connectionRestored', false, connectionRestoredNotification(120_000, 0)],
    ['credentialsRefused', true, credentialsRefusedNotification(401, '14:32')],
    ['credentialsRefused', true, credentialsMissingNotification(failure)],
    ['notFound', false, notFoundNotification(sampleId, null, 3)],
    ['keptInTray', false, keptInTrayNotification()],
    ['selfTest', false, selfTestNotification()],
  ])('%s is urgent and has a sound: %s', (event, isLoud, draft) => {
    expect(draft).toMatchObject({
      event,
      isCritical: isLoud,
      sound: isLoud ? 'system' : 'none',
    });
  });
});

describe('an order that goes back and forth', () => {
  test('is called released as often as it was', () => {
    expect(lines(flappingNotification(watched(), 3, 720_000))).toEqual([
      'Released 3 times in 12 min',
      'Sheung Wan florist. Now matched.',
      'Sheung Wan florist. Now matched.',
      'Released 3 times in 12 min',
      'Order 3f2b8c1e',
    ]);
  });

  test('is not called released when it never was', () => {
    const [title] = lines(flappingNotification(watched(), 0, 720_000));
    expect(title).toBe('Status changed back and forth for 12 min');
  });

  test.each([
    ['waits for a courier again', order({ word: 'pending' }), true],
    ['has a courier', order(), false],
    ['was never read', null, false],
  ])('is urgent and has a sound only while it waits: it %s', (_state, now, isLoud) => {
    const draft = flappingNotification(watched({ order: now }), 2, 60_000);
    expect(draft).toMatchObject({ isCritical: isLoud, sound: isLoud ? 'system' : 'none' });
  });

  test('has its name alone where nothing is known of its status', () => {
    const [, body] = lines(flappingNotification(watched({ order: null }), 2, 60_000));
    expect(body).toBe('Sheung Wan florist.');
  });

  test('keeps a status that Waybell does not know out of a notification without names', () => {
    const strange = watched({ order: order({ word: 'Joe has it' }) });
    const [, full, noNames] = lines(flappingNotification(strange, 2, 60_000));
    expect(full).toContain('Joe has it');
    expect(noNames).toBe('Sheung Wan florist.');
  });
});
