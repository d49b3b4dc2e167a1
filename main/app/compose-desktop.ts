import type { Language } from '../../core/text/language.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { parseOrderId } from '../../core/order/order-id.ts';
import type { Settings } from '../../core/settings/settings.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import type { Surroundings } from '../desktop/electron-desktop.ts';
import { listenToEarlierNotifications } from '../desktop/notifications/electron-notifications.ts';
import type { SystemNotifications } from '../desktop/notifications/system-notifications.ts';
import type { NotificationAction } from '../notify/ports.ts';
import { notificationActions } from '../notify/ports.ts';

/** What the desktop around the window is joined to. */
export interface DesktopChoices {
  readonly place: Pick<Surroundings, 'platform' | 'rendererDir'>;
  readonly settings: () => Settings;
  readonly language: () => Language;
  readonly notifications: Pick<SystemNotifications, 'isHeld'>;
  readonly showWindow: () => void;
  /** Opens the window on an order. */
  readonly reveal: (id: OrderId) => void;
  /** Somebody pressed a button on a notification about an order. */
  readonly act: (action: NotificationAction, id: OrderId) => void;
}

/** The desktop around the window: what it is told once, and what follows the settings. */
export interface DesktopSurface {
  /** Serves the window its files, refuses everything else, and hears of notifications of earlier runs. */
  readonly prepare: () => void;
  readonly settingsChanged: (current: Settings) => void;
}

/** Joins theme, menu bar, zoom and capture with the settings, and earlier notifications with the window. */
export function composeDesktop(choices: DesktopChoices): DesktopSurface {
  const { act, language, notifications, place, reveal, settings, showWindow } = choices;
  const clicked = (tag: string | null): void => {
    const id = parseOrderId(tag ?? '');
    if (id === null) showWindow();
    else reveal(id);
  };
  return {
    prepare() {
      desktop.prepareSession(place.rendererDir);
      desktop.setMenuBar(place.platform, language());
      desktop.setTheme(settings().theme);
      listenToEarlierNotifications(place.platform, {
        isHeld: (tag) => notifications.isHeld(tag),
        clicked,
        acted(tag, index) {
          const id = parseOrderId(tag);
          const action = notificationActions[index];
          if (id === null || action === undefined) clicked(tag);
          else act(action, id);
        },
      });
    },
    settingsChanged({ hidesFromCapture, theme, zoomPercent }) {
      desktop.setTheme(theme);
      desktop.setMenuBar(place.platform, language());
      desktop.hideFromCapture(place.platform, hidesFromCapture);
      desktop.setZoom(zoomPercent);
    },
  };
}
