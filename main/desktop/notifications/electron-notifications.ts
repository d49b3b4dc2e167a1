import { nativeImage, Notification } from 'electron';
import type { SoundPlayer } from '../../engine/notify/ports.ts';
import type { Clock } from '../../../core/clock.ts';
import { daemonCapabilities } from '../../engine/session-bus/desktop-services.ts';
import type { SessionBus } from '../../engine/session-bus/session-bus.ts';
import type { Platform } from '../../engine/launch/platform.ts';
import { BusNotifications, type CardPicture, rgbaOf } from './bus-notifications.ts';
import { NotificationDaemon } from './notification-daemon.ts';
import type {
  EarlierNotifications,
  NativeNotification,
  NotificationMaker,
} from './system-notifications.ts';
import { SystemNotifications, handleActivation } from './system-notifications.ts';

/** What {@link desktopNotifications} needs. */
export interface DesktopNotificationsParts {
  readonly platform: Platform;
  readonly iconPath: string;
  readonly clock: Clock;
  readonly sounds: SoundPlayer;
  /** Linux: where the notifications are shown. */
  readonly bus: SessionBus;
  /** Linux: it became known whether a daemon is there to show anything. */
  readonly daemonFound: (isThere: boolean) => void;
  /** Linux: does what a click asks for; see `BusNotificationsParts.activated`. */
  readonly activated: (token: string | null, act: () => void) => void;
}

/** The notifications of this system: Electron's, on Linux those of the session bus with Electron's behind them. */
export function desktopNotifications(parts: DesktopNotificationsParts): SystemNotifications {
  const { activated, bus, clock, daemonFound, iconPath, platform, sounds } = parts;
  if (platform !== 'linux') return new SystemNotifications(electronMaker(platform), clock, sounds);
  const daemon = new NotificationDaemon({
    ask: () => daemonCapabilities(bus),
    clock,
    found: daemonFound,
  });
  const maker = new BusNotifications({
    bus,
    clock,
    daemon,
    fallback: electronOnLinux(daemon, iconPath),
    picture: oncePicture(iconPath),
    activated,
  });
  return new SystemNotifications(maker, clock, sounds);
}

/** Windows and macOS: buttons are shown always, and what has the same id is replaced. */
function electronMaker(platform: Platform): NotificationMaker {
  return {
    isSupported: () => Notification.isSupported(),
    showsActions: true,
    replacesById: true,
    outlivesProgram: true,
    settled: () => Promise.resolve(),
    // The picture is that of the installed program.
    make: ({ actions, ...options }) =>
      adapt(
        new Notification({
          ...options,
          actions: actions.map((text) => ({ type: 'button', text })),
        }),
        platform,
      ),
  };
}

/**
 * Where there is no bus or no daemon: Electron gives libnotify title, body, picture, urgency and timeout, and one action
 * for a click; no buttons, no silence and no id (https://github.com/electron/electron/issues/48369).
 */
function electronOnLinux(daemon: NotificationDaemon, iconPath: string): NotificationMaker {
  return {
    isSupported: () => Notification.isSupported(),
    showsActions: false,
    replacesById: false,
    outlivesProgram: false,
    settled: () => Promise.resolve(),
    make: ({ actions: _none, body, ...options }) =>
      adapt(new Notification({ ...options, body: daemon.body(body), icon: iconPath }), 'linux'),
  };
}

/** Large enough for a screen of twice the usual density, and 16 KiB a card. */
const picturePx = 64;

/** Reads the picture when it is first asked for: in a package it lies in the archive, where no daemon can read it. */
function oncePicture(iconPath: string): () => CardPicture | null {
  let read: CardPicture | null | undefined;
  return () => {
    if (read === undefined) read = readPicture(iconPath);
    return read;
  };
}

function readPicture(iconPath: string): CardPicture | null {
  const whole = nativeImage.createFromPath(iconPath);
  if (whole.isEmpty()) return null;
  const image = whole.resize({ width: picturePx, height: picturePx });
  const { height: heightPx, width: widthPx } = image.getSize();
  const bitmap = image.toBitmap();
  if (bitmap.length !== widthPx * heightPx * 4) return null;
  return { widthPx, heightPx, rgba: rgbaOf(bitmap) };
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
    Notification.handleActivation((details) => handleActivation(details, listener));
  if (platform === 'macos') {
    Notification.getHistory().then(
      (earlier) => earlier.forEach((native) => adopt(native, listener.clicked)),
      // Without a signature there is no Notification Center, and the first showing says so.
      () => undefined,
    );
  }
}

/** Held, because a handle that is garbage collected reports no more clicks. */
const adopted = new Set<Notification>();

function adopt(native: Notification, clicked: (tag: string) => void): void {
  adopted.add(native);
  native.on('click', () => clicked(native.id));
  native.once('close', () => adopted.delete(native));
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
