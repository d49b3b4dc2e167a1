import { Notification } from 'electron';
import type { SoundPlayer } from '../../notify/ports.ts';
import type { Clock } from '../../watch/clock.ts';
import { NotificationDaemon } from './notification-daemon.ts';
import type {
  EarlierNotifications,
  NativeNotification,
  NotificationMaker,
} from './system-notifications.ts';
import { SystemNotifications, takeUpActivation } from './system-notifications.ts';
import type { Platform } from '../window/window-options.ts';

/** What {@link electronNotifications} needs. */
export interface ElectronNotificationsParts {
  readonly platform: Platform;
  readonly iconPath: string;
  readonly clock: Clock;
  readonly sounds: SoundPlayer;
  /** Linux: the capabilities of the notification daemon; null when none answers. */
  readonly askDaemon: () => Promise<readonly string[] | null>;
  /** Linux: it became known whether a daemon is there to show anything. */
  readonly daemonFound: (isThere: boolean) => void;
}

/** The notifications of Electron on a given system. */
export function electronNotifications(parts: ElectronNotificationsParts): SystemNotifications {
  const { askDaemon, clock, daemonFound, iconPath, platform, sounds } = parts;
  const daemon =
    platform === 'linux'
      ? new NotificationDaemon({ ask: askDaemon, clock, found: daemonFound })
      : null;
  const maker: NotificationMaker = {
    isSupported: () => Notification.isSupported(),
    // Windows and macOS show buttons always, a Linux daemon only if it names the capability.
    get showsActions() {
      return daemon?.showsActions ?? true;
    },
    // `id` exists on macOS and Windows only (https://github.com/electron/electron/issues/48369).
    replacesById: platform !== 'linux',
    // On Linux a click reaches only the connection that sent the notification: see below.
    outlivesProgram: platform !== 'linux',
    make({ actions, body, ...options }) {
      const native = new Notification({
        ...options,
        body: daemon?.body(body) ?? body,
        actions: actions.map((text) => ({ type: 'button', text })),
        // Windows and macOS take the picture from the installed program.
        ...(platform === 'linux' ? { icon: iconPath } : {}),
      });
      return adapt(native, platform);
    },
  };
  return new SystemNotifications(maker, clock, sounds);
}

/**
 * Listens to clicks on notifications that an earlier run of the program showed.
 *
 * On Windows the click may have started this run; it is reported as soon as there is a listener. On
 * macOS what is still in Notification Center is taken up again. On Linux there is nothing to take up: the
 * daemon reports a click to the connection that sent the notification, which ended with the earlier run
 * (https://specifications.freedesktop.org/notification/latest/protocol.html).
 */
export function listenToEarlierNotifications(
  platform: Platform,
  listener: EarlierNotifications,
): void {
  if (platform === 'windows')
    Notification.handleActivation((details) => takeUpActivation(details, listener));
  if (platform === 'macos') {
    Notification.getHistory().then(
      (earlier) => earlier.forEach((native) => takeUp(native, listener.clicked)),
      // Without a signature there is no Notification Center, and the first showing says so.
      () => undefined,
    );
  }
}

/** Held, because a handle that is garbage collected reports no more clicks. */
const takenUp = new Set<Notification>();

function takeUp(native: Notification, clicked: (tag: string) => void): void {
  takenUp.add(native);
  native.on('click', () => clicked(native.id));
  native.once('close', () => takenUp.delete(native));
}

function adapt(native: Notification, platform: Platform): NativeNotification {
  return {
    show: () => native.show(),
    close: () => native.close(),
    listen(events) {
      native.once('show', () => events.shown());
      native.once('failed', (_event, error) => events.failed(error));
      native.on('click', () => events.clicked());
      native.on('action', (details) => events.acted(details.actionIndex));
      native.on('close', (details) => {
        // A toast that timed out on Windows waits in the Action Center and can still be clicked.
        events.closed(!(platform === 'windows' && details.reason === 'timedOut'));
      });
    },
  };
}
