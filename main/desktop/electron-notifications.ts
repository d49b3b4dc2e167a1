import type { NotificationConstructorOptions } from 'electron';
import { Notification } from 'electron';
import type { NativeNotification, NotificationMaker } from './notification-desk.ts';
import type { Platform } from './window-options.ts';

/**
 * The notifications of Electron on a given system.
 *
 * @param bodyFor what the system must be given to show a text as it is
 */
export function electronNotifications(
  platform: Platform,
  bodyFor: (text: string) => string,
): NotificationMaker {
  return {
    isSupported: () => Notification.isSupported(),
    // `id` exists on macOS and Windows only (https://github.com/electron/electron/issues/48369).
    replacesById: platform !== 'linux',
    make(options) {
      const { icon, id, body, ...rest } = options;
      const native: NotificationConstructorOptions = {
        ...rest,
        body: bodyFor(body),
        ...(icon === undefined ? {} : { icon }),
        ...(id === undefined ? {} : { id }),
      };
      return adapt(new Notification(native), platform);
    },
  };
}

function adapt(native: Notification, platform: Platform): NativeNotification {
  return {
    show: () => native.show(),
    close: () => native.close(),
    listen(events) {
      native.once('show', () => events.shown());
      native.once('failed', (_event, error) => events.failed(error));
      native.on('click', () => events.clicked());
      native.on('close', (details) => {
        // A toast that timed out on Windows waits in the Action Center and can still be clicked.
        events.closed(!(platform === 'windows' && details.reason === 'timedOut'));
      });
    },
  };
}
