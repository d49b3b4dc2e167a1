import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { localisedNotifications } from '../../core/notification/localised-texts.ts';
import type { NotificationEvent } from '../../core/notification/notification.ts';
import type { AppEvents } from '../engine/events.ts';
import type { Log } from '../engine/log/log.ts';
import type { Services } from '../engine/services.ts';
import { isTrayThere } from '../engine/session-bus/desktop-services.ts';
import type { SessionBus } from '../engine/session-bus/session-bus.ts';
import { startWithToken } from './application.ts';
import * as desktop from './electron-desktop.ts';
import { desktopNotifications } from './notifications/electron-notifications.ts';
import { openElectronSoundPage } from './notifications/electron-sound-page.ts';
import { OwnSoundPlayer } from './notifications/sound-player.ts';
import { ClipboardService } from './system/clipboard.ts';
import { ComputerIntegration } from './system/computer.ts';
import * as system from './system/electron-computer.ts';
import { ScreenLock } from './system/screen-lock.ts';
import { Activation } from './window/activation.ts';
import { Attendance } from './window/attendance.ts';
import { openElectronWindow } from './window/electron-window.ts';
import { MainWindow } from './window/main-window.ts';
import { FileWindowMemoryStore } from './window/window-place.ts';

/** What {@link createPresentation} joins. */
interface PresentationSources {
  readonly place: desktop.Surroundings;
  /** The profile that the start named; null for the usual one. */
  readonly namedProfileDir: string | null;
  readonly services: Pick<Services, 'localisation' | 'settings' | 'watcher'>;
  readonly events: AppEvents;
  readonly bus: SessionBus;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the dispatcher sees and hears, and whether they are there: the window, the system's cards and the computer. */
export type Presentation = ReturnType<typeof createPresentation>;

/** Builds the {@link Presentation}. No window is open before it is shown. */
export function createPresentation(sources: PresentationSources) {
  const { bus, clock, events, log, namedProfileDir, place } = sources;
  const { localisation, settings, watcher } = sources.services;
  const { platform, profileDir } = place;
  const language = () => localisation.current.language;
  const followSettings = (current: Parameters<typeof desktop.followSettings>[0]): void =>
    desktop.followSettings(current, platform, language());
  followSettings(settings.current);

  const activation = new Activation({
    isNeeded: desktop.isOnWayland(),
    clock,
    startAgain: (token, ended) => startWithToken(namedProfileDir, token, ended),
    failed: () => window.show(),
  });
  const window = new MainWindow({
    open: (bounds) =>
      openElectronWindow(
        { ...place, ...settings.current, bounds, allowsDevTools: !place.isPackaged },
        language,
      ),
    workAreas: desktop.workAreas,
    memory: new FileWindowMemoryStore(join(profileDir, 'window.json')),
    clock,
    log,
    isTrayThere: () => isTrayThere(platform, bus),
    isActivatedSoon: () => activation.handOver(),
    shown: () => void events.emit('windowShown'),
    keptInTray: () => void events.emit('windowHidden'),
    stoppedListening: () => void events.emit('pageGone'),
  });
  const sounds = new OwnSoundPlayer({
    open: openElectronSoundPage,
    clock,
    failed: () => log.warn('soundNotPlayed'),
  });
  const systemNotifications = desktopNotifications({
    sounds,
    platform,
    iconPath: place.iconPath,
    clock,
    bus,
    daemonFound: (isThere) => void events.emit('notificationDaemonFound', isThere),
    activated: (token, act) => activation.during(token, act),
  });
  const screenLock = new ScreenLock({ source: desktop.powerMonitor, bus, clock });
  const attendance = new Attendance(window, desktop.powerMonitor, clock);
  const clipboard = new ClipboardService(desktop.clipboard, settings, clock, log);
  const computer = new ComputerIntegration({
    system: system.computerSystem,
    loginItem: system.loginItem(platform, namedProfileDir),
    shortcuts: system.shortcutRegistrar,
    clipboard,
    watch: watcher,
    window,
    settings,
    profileDir,
    openFolder: system.openFolder,
    localisation,
    log,
  });

  return {
    window,
    sounds,
    systemNotifications,
    screenLock,
    attendance,
    clipboard,
    computer,
    dialogs: system.fileDialogs(platform, () => window.contentsId),
    followSettings,
    handlers: [clipboard.handlers, computer.handlers] as const,
    parts: [computer, clipboard] as const,
    subscribe(): void {
      events.on('windowHidden', () => {
        // Shown without the outbox: it is about this moment, and after a restart it would come too late.
        const { keptInTray } = localisedNotifications(localisation.current).program;
        const tag = 'keptInTray' satisfies NotificationEvent;
        const card = { key: tag, tag, orderId: null, isCritical: false, sound: 'none' } as const;
        systemNotifications.show(
          { ...card, ...keptInTray, actions: [] },
          { shown: ignored, failed: ignored, clicked: () => window.show(), acted: ignored },
        );
      });
      desktop.whenScreensChanged(() => window.screensChanged());
    },
  };
}

function ignored(): void {}
