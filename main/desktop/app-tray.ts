import type { TeamState } from '../../core/board/team.ts';
import type { ConnectionState } from '../../core/delivery/connection.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { morningMinute, nextTimeOfDayMs } from '../../core/text/time-of-day.ts';
import {
  type TrayChange,
  type TrayCommand,
  type TrayFace,
  trayFace,
} from '../../core/tray/tray-face.ts';
import { trayTextsIn } from '../../core/tray/tray-texts.ts';
import {
  type AttentionIndex,
  type TrayChangeOptions,
  trayChanges,
  trayOrders,
} from '../engine/board/attention-index.ts';
import type { SeenOrders } from '../engine/board/seen-orders.ts';
import * as desktop from './electron-desktop.ts';
import type { ContactRetry } from '../engine/connection/contact-retry.ts';
import type { Surroundings } from './electron-desktop.ts';
import type { ComputerIntegration } from './system/computer.ts';
import { electronTray, trayImagePath } from './tray/electron-tray.ts';
import { TrayPresenter } from './tray/tray.ts';
import type { MainWindow } from './window/main-window.ts';
import type { Log } from '../engine/log/log.ts';
import { textOfFiles } from '../engine/transfer/text-file.ts';
import type { Clock } from '../../core/clock.ts';
import type { AppEvents } from '../engine/events.ts';
import type { Services } from '../engine/services.ts';

/** What the tray shows and acts on. */
export interface TraySources {
  readonly place: Surroundings;
  readonly services: Pick<
    Services,
    'connection' | 'localisation' | 'outbox' | 'settings' | 'team' | 'watcher'
  >;
  readonly events: AppEvents;
  readonly attention: AttentionIndex;
  readonly computer: Pick<
    ComputerIntegration,
    'dropped' | 'offerClipboard' | 'unwatchedOnClipboard'
  >;
  readonly window: Pick<MainWindow, 'send' | 'show'>;
  readonly seenOrders: Pick<SeenOrders, 'markSeen'>;
  readonly waitRules: TrayChangeOptions['waitRules'];
  /** Whether the system fails to show notifications at present. */
  readonly areNotificationsFailing: () => boolean;
  readonly contactRetry: Pick<ContactRetry, 'ifLost' | 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The tray's menu names at most this many orders. */
const trayOrderLimit = 5;

/** It names at most this many changes. */
const trayChangeLimit = 8;

/** The menu does not wait longer for the clipboard, which another program may hold. */
const clipboardWithinMs = 300;

/** Joins the tray icon and its menu with the program. */
export function createTray(sources: TraySources) {
  const { attention, clock, computer, contactRetry, events, log, place, seenOrders, window } =
    sources;
  const { connection, localisation, outbox, settings, team, watcher } = sources.services;
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
      case 'show':
        window.show();
        return window.send('place:requested', { place: command.place });
      case 'markAllSeen':
        return void seenOrders.markSeen(
          attention.top(attention.count).map(({ watched }) => watched.id),
        );
      case 'openOrder':
        return void events.emit('ordersRequested', { ids: [command.id], topic: null });
      case 'offerClipboard':
        return void computer.offerClipboard();
      case 'pause':
        return watcher.checks?.pause(
          command.forMs === null ? null : clock.wallMs() + command.forMs,
        );
      case 'pauseUntilTomorrow':
        return watcher.checks?.pause(nextTimeOfDayMs(morningMinute, clock.wallMs()));
      case 'resume':
        watcher.checks?.resume();
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
  const latestChanges = (): readonly TrayChange[] => {
    const { notificationPrivacy } = settings.current;
    try {
      const latest = outbox.latestOfOrders(trayChangeLimit);
      return trayChanges(latest, watcher, {
        privacy: notificationPrivacy,
        nowMs: clock.wallMs(),
        speech: localisation.current,
        waitRules: sources.waitRules,
        myDeskId: team?.state.me.id ?? null,
      });
    } catch {
      // The window says that the disk refuses; the rest of the menu is needed then most of all.
      return [];
    }
  };
  const unwatchedOnClipboard = (): Promise<number | null> =>
    new Promise((resolve) => {
      const cancel = clock.schedule(() => resolve(null), clipboardWithinMs);
      void computer.unwatchedOnClipboard().then((count) => {
        cancel();
        resolve(count);
      });
    });
  const face = (clipboardOrders: number | null): TrayFace => {
    attention.refresh();
    const mutedUntilMs = settings.current.notificationsMutedUntilMs;
    const isMuted = mutedUntilMs !== null && mutedUntilMs > clock.wallMs();
    const { language, locale } = localisation.current;
    const state = {
      connection: team === null ? connection.state : connectionOf(team.state),
      serviceHealth: watcher.serviceHealth,
      pause: team === null ? watcher.pauseState : null,
      mutedUntilMs: isMuted ? mutedUntilMs : null,
      quietHours: settings.current.quietHours,
      areNotificationsFailing: sources.areNotificationsFailing(),
      listedCount: attention.listedCount,
      attentionCount: attention.count,
      hasUnseen: attention.hasUnseen,
      attentionOrders: trayOrders(
        attention.top(trayOrderLimit),
        language,
        settings.current.notificationPrivacy,
      ),
      latestChanges: latestChanges(),
      clipboardOrders,
      nowMs: clock.wallMs(),
      locale,
    };
    return trayFace(state, trayTextsIn[language]);
  };
  const tray = new TrayPresenter({
    open: (imagePath) =>
      electronTray(
        imagePath,
        place.platform,
        act,
        {
          text: (text) => computer.dropped(() => text),
          files: (paths) => computer.dropped(() => textOfFiles(paths)),
        },
        async () => face(await unwatchedOnClipboard()).menu,
      ),
    face: () => face(null),
    imagePath: (icon) => trayImagePath(icon, place.platform, place.assetsDir),
    clock,
  });
  return {
    tray,
    subscribe(): void {
      events.on('attentionChanged', () => tray.changed());
      events.on('ordersRemoved', () => tray.changed());
      events.on('notificationsChanged', () => tray.menuChanged());
      desktop.whenThemeChanged(() => tray.changed());
    },
  };
}

/** The hub of a team stands in the place of a service. */
function connectionOf({ hubUrl, me }: TeamState): ConnectionState {
  return { kind: 'connected', baseUrl: hubUrl, clientId: me.name, isDemo: false };
}
