import { join } from 'node:path';
import type { Speech } from '../../core/text/language.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { localisedNotifications } from '../../core/notification/localised-words.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import type { Surroundings } from '../desktop/electron-desktop.ts';
import { keptInTrayEvents, keptInTrayCard } from '../desktop/tray/kept-in-tray.ts';
import { MainWindow } from '../desktop/window/main-window.ts';
import { FileWindowMemoryStore } from '../desktop/window/window-place.ts';
import type { Log } from '../log/log.ts';
import type { DesktopNotifications } from '../notify/ports.ts';
import type { Clock } from '../watch/clock.ts';

/** What the window is made of and who hears of it. */
export interface WindowChoices {
  readonly place: Surroundings;
  readonly iconPath: string;
  readonly settings: () => Settings;
  readonly speech: () => Speech;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifications: () => Pick<DesktopNotifications, 'show'>;
  /** The page that listened is gone. */
  readonly stoppedListening: () => void;
}

/** Joins the one window with the system; the first time it goes into the tray a notification says so. */
export function composeWindow(choices: WindowChoices): MainWindow {
  const { clock, iconPath, log, notifications, place, settings, speech } = choices;
  const window: MainWindow = new MainWindow({
    open: desktop.windowOpener(place, iconPath, settings, () => speech().language),
    workAreas: desktop.workAreas,
    memory: new FileWindowMemoryStore(join(place.profileDir, 'window.json')),
    clock,
    log,
    isTrayThere: () => desktop.isTrayThere(place.platform),
    keptInTray: () =>
      notifications().show(
        keptInTrayCard(localisedNotifications(speech())),
        keptInTrayEvents(() => window.show()),
      ),
    stoppedListening: choices.stoppedListening,
  });
  return window;
}
