import type { Settings } from '../../core/settings/settings.ts';
import { morningMinute, nextTimeOfDayMs } from '../../core/text/time-of-day.ts';
import { type TrayCommand, trayFace } from '../../core/tray/tray-face.ts';
import { trayWordsIn } from '../../core/tray/tray-words.ts';
import { type AttentionIndex, trayOrders } from '../board/attention-index.ts';
import type { SeenMarks } from '../board/seen-marks.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import type { ContactRetry } from '../connection/contact-retry.ts';
import type { Surroundings } from '../desktop/electron-desktop.ts';
import type { ComputerIntegration } from '../desktop/system/computer.ts';
import { electronTray, trayImagePath } from '../desktop/tray/electron-tray.ts';
import { TrayPresenter } from '../desktop/tray/tray.ts';
import type { MainWindow } from '../desktop/window/main-window.ts';
import type { Log } from '../log/log.ts';
import { textOfFiles } from '../transfer/text-file.ts';
import type { Clock } from '../watch/clock.ts';
import type { AppEvents } from './events.ts';
import type { Services } from './services.ts';

/** What the tray shows and acts on. */
export interface TraySources {
  readonly place: Surroundings;
  readonly services: Pick<Services, 'connection' | 'localisation' | 'settings' | 'watcher'>;
  readonly events: AppEvents;
  readonly attention: AttentionIndex;
  readonly computer: Pick<ComputerIntegration, 'dropped'>;
  readonly window: Pick<MainWindow, 'send' | 'show'>;
  readonly seenMarks: Pick<SeenMarks, 'mark'>;
  /** Whether the system fails to show notifications at present. */
  readonly areNotificationsFailing: () => boolean;
  readonly contactRetry: Pick<ContactRetry, 'ifLost' | 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The tray's menu names at most this many orders. */
const trayOrderLimit = 5;

/** Joins the tray icon and its menu with the program. */
export function createTray(sources: TraySources): TrayPresenter {
  const { attention, clock, computer, contactRetry, events, log, place, seenMarks, window } =
    sources;
  const { connection, localisation, settings, watcher } = sources.services;
  const muteUntil = (untilMs: Settings['notificationsMutedUntilMs']): void => {
    try {
      settings.change({ notificationsMutedUntilMs: untilMs });
    } catch (error) {
      log.defect('settingsNotWritten', error);
    }
  };
  const act = (command: TrayCommand): void => {
    switch (command.kind) {
      case 'openWindow':
        return window.show();
      case 'showAttention':
        window.show();
        return window.send('place:requested', { place: 'needsAttention' });
      case 'settings':
        window.show();
        return window.send('place:requested', { place: 'settings' });
      case 'markAllSeen':
        return void seenMarks.mark(attention.top(attention.count).map(({ watched }) => watched.id));
      case 'openOrder':
        return void events.emit('orderRequested', command.id);
      case 'pause':
        return watcher.pause(command.forMs === null ? null : clock.wallMs() + command.forMs);
      case 'resume':
        watcher.resume();
        return contactRetry.ifLost();
      case 'mute':
        return muteUntil(clock.wallMs() + command.forMs);
      case 'muteUntilTomorrow':
        return muteUntil(nextTimeOfDayMs(morningMinute, clock.wallMs()));
      case 'unmute':
        return muteUntil(null);
      case 'retry':
        return void contactRetry.now();
      case 'about':
        return desktop.showAbout();
      case 'quit':
        return desktop.quit();
    }
  };
  return new TrayPresenter({
    open: (imagePath) =>
      electronTray(imagePath, place.platform, act, {
        text: (text) => computer.dropped(() => text),
        files: (paths) => computer.dropped(() => textOfFiles(paths)),
      }),
    face() {
      attention.refresh();
      const mutedUntilMs = settings.current.notificationsMutedUntilMs;
      const isMuted = mutedUntilMs !== null && mutedUntilMs > clock.wallMs();
      const { language, locale } = localisation.current;
      const state = {
        connection: connection.state,
        serviceHealth: watcher.serviceHealth,
        pause: watcher.pauseState,
        mutedUntilMs: isMuted ? mutedUntilMs : null,
        areNotificationsFailing: sources.areNotificationsFailing(),
        listedCount: attention.listedCount,
        attentionCount: attention.count,
        attentionOrders: trayOrders(attention.top(trayOrderLimit), language),
        locale,
      };
      return trayFace(state, trayWordsIn[language]);
    },
    imagePath: (icon) => trayImagePath(icon, place.platform, place.assetsDir),
    clock,
  });
}
