import { join } from 'node:path';
import type { ConnectionState } from '../../core/delivery/connection.ts';
import type { Speech } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Settings, SettingsChange } from '../../core/settings/settings.ts';
import { tomorrowMs } from '../../core/text/tomorrow.ts';
import { trayWordsIn } from '../../core/tray/tray-words.ts';
import { type TrayCommand, trayFace } from '../../core/tray/tray-face.ts';
import { type AttentionIndex, trayOrders } from '../board/attention-index.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import type { Surroundings } from '../desktop/electron-desktop.ts';
import { electronTray } from '../desktop/tray/electron-tray.ts';
import { trayImageFile, TrayPresenter } from '../desktop/tray/tray.ts';
import { textOfFiles } from '../transfer/text-file.ts';
import type { Clock } from '../watch/clock.ts';
import type { Watch } from '../watch/ports.ts';

/** What the tray shows and acts on. */
export interface TrayChoices {
  readonly place: Surroundings;
  readonly speech: () => Speech;
  readonly clock: Clock;
  readonly watch: Pick<Watch, 'sight' | 'pauseState' | 'count' | 'pause' | 'resume'>;
  readonly connection: { readonly state: ConnectionState };
  readonly attention: Pick<AttentionIndex, 'refresh' | 'count' | 'top'>;
  readonly settings: () => Settings;
  /** @throws when it could not be written */
  readonly changeSettings: (change: SettingsChange) => void;
  /** Whether the system turned out not to show notifications. */
  readonly areNotificationsFailing: () => boolean;
  readonly reportDefect: (error: unknown) => void;
  readonly showWindow: () => void;
  readonly reveal: (id: OrderId) => void;
  readonly retry: () => void;
  /** Something was dropped on the icon; reading it may throw. */
  readonly dropped: (read: () => string) => void;
}

/** The tray's menu names at most this many orders. */
const trayOrderLimit = 5;

/** Joins the tray icon and its menu with the program. */
export function composeTray(choices: TrayChoices): TrayPresenter {
  const { attention, clock, connection, place, settings, watch } = choices;
  const muteUntil = (notificationsMutedUntilMs: number | null): void => {
    try {
      choices.changeSettings({ notificationsMutedUntilMs });
    } catch (error) {
      choices.reportDefect(error);
    }
  };
  const act = (command: TrayCommand): void => {
    switch (command.kind) {
      case 'openWindow':
      case 'showAttention':
        return choices.showWindow();
      case 'openOrder':
        return choices.reveal(command.id);
      case 'pause':
        return watch.pause(clock.wallMs() + command.forMs);
      case 'resume':
        return watch.resume();
      case 'mute':
        return muteUntil(clock.wallMs() + command.forMs);
      case 'muteUntilTomorrow':
        return muteUntil(tomorrowMs(clock.wallMs()));
      case 'unmute':
        return muteUntil(null);
      case 'retry':
        return choices.retry();
      case 'about':
        return desktop.showAbout();
      case 'quit':
        return desktop.quit();
    }
  };
  return new TrayPresenter({
    open(imagePath) {
      desktop.prepareAbout(place.version, join(place.assetsDir, 'icons/256x256.png'));
      return electronTray(imagePath, place.platform, act, {
        text: (text) => choices.dropped(() => text),
        files: (paths) => choices.dropped(() => textOfFiles(paths)),
      });
    },
    face: () => {
      attention.refresh();
      const mutedUntilMs = settings().notificationsMutedUntilMs;
      const speech = choices.speech();
      return trayFace(
        {
          connection: connection.state,
          sight: watch.sight,
          pause: watch.pauseState,
          mutedUntilMs:
            mutedUntilMs !== null && mutedUntilMs > clock.wallMs() ? mutedUntilMs : null,
          areNotificationsFailing: choices.areNotificationsFailing(),
          watchedCount: watch.count,
          attentionCount: attention.count,
          attentionOrders: trayOrders(attention.top(trayOrderLimit), speech.language),
          locale: speech.locale,
        },
        trayWordsIn[speech.language],
      );
    },
    imagePath: (icon) =>
      join(
        place.assetsDir,
        trayImageFile(icon, desktop.trayScene(place.platform), desktop.scaleFactor()),
      ),
    clock,
  });
}
