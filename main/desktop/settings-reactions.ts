import type { Settings } from '../../core/settings/settings.ts';
import { notifierSettings } from '../engine/notify/notifications.ts';
import { limitSettings } from '../engine/watch/order-limits.ts';
import type { Watch } from '../engine/watch/ports.ts';
import type { AppEvents } from '../engine/events.ts';

/** What follows the settings in the program with a window. */
export interface SettingsReactions {
  readonly watcher: Pick<Watch, 'checks'>;
  readonly notifier: { settingsChanged(): void };
  readonly computer: { settingsChanged(): void };
  readonly receivesWebhooks: () => void;
  readonly followDesktop: (
    settings: Pick<Settings, 'hidesFromCapture' | 'theme' | 'zoomPercent'>,
  ) => void;
  readonly trayChanged: () => void;
  /** The window shows all settings. */
  readonly boardChanged: () => void;
}

/**
 * Has each of these react to the settings that it depends on. Zoom and the narrowing of the list change many times
 * an hour: with 1,000 orders none of them may plan all checks anew.
 */
export function reactToSettings(events: AppEvents, reactions: SettingsReactions): void {
  const { boardChanged, computer, followDesktop, notifier, receivesWebhooks, trayChanged } =
    reactions;
  events.onSettings(limitSettings, (limits) => reactions.watcher.checks?.setLimits(limits));
  events.onSettings(['hidesFromCapture', 'language', 'theme', 'zoomPercent'], followDesktop);
  events.onSettings(['windowShortcut', 'clipboardShortcut', 'slowsOnBattery'], () =>
    computer.settingsChanged(),
  );
  events.onSettings(notifierSettings, () => notifier.settingsChanged());
  events.onSettings(['webhooks'], receivesWebhooks);
  events.onSettings(
    ['language', 'notificationPrivacy', 'notificationsMutedUntilMs', 'quietHours'],
    trayChanged,
  );
  events.on('settingsChanged', boardChanged);
}
