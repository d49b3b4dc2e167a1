import { describe, expect, test } from 'vitest';
import {
  connectionLostNotification,
  connectionRestoredNotification,
  credentialsMissingNotification,
  credentialsRefusedNotification,
  ownNotification,
  notFoundNotification,
  servicePausedNotification,
} from '../../../../core/notification/program-notifications.ts';
import type { NotificationDraft } from '../../../../core/notification/update-notification.ts';
import { sampleId } from '../order/order-samples.ts';

const failure = { title: 'Keychain locked', message: 'Unlock it.', label: 'Keychain' };

describe('what is told of the program', () => {
  test.each<[NotificationDraft['event'], boolean, NotificationDraft]>([
    ['connectionLost', false, connectionLostNotification('12:30', 3)],
    ['servicePaused', false, servicePausedNotification('12:41', 3)],
    ['connectionRestored', false, connectionRestoredNotification(120_000, 0)],
    ['credentialsRefused', true, credentialsRefusedNotification(401, '14:32')],
    ['credentialsRefused', true, credentialsMissingNotification(failure)],
    ['notFound', false, notFoundNotification(sampleId, null, 3)],
    ['keptInTray', false, ownNotification('keptInTray')],
    ['selfTest', false, ownNotification('selfTest')],
  ])('%s is urgent and has a sound: %s', (event, isLoud, draft) => {
    expect(draft).toMatchObject({
      event,
      isCritical: isLoud,
      sound: isLoud ? 'system' : 'none',
    });
  });
});
