import { DaemonTalents } from '../desktop/notifications/daemon-talents.ts';
import * as desktop from '../desktop/electron-desktop.ts';
import type { Surroundings } from '../desktop/electron-desktop.ts';
import { electronNotifications } from '../desktop/notifications/electron-notifications.ts';
import { SystemNotificationDesk } from '../desktop/notifications/notification-desk.ts';
import type { Clock } from '../watch/clock.ts';

/** What showing notifications needs of the rest. */
export interface NotificationDeskChoices {
  readonly place: Pick<Surroundings, 'platform'>;
  readonly iconPath: string;
  readonly clock: Clock;
  /** Linux: it became known whether a daemon is there to show anything. */
  readonly daemonFound: (isThere: boolean) => void;
}

/** Joins the system's notifications with what is known of this desktop. */
export function composeNotificationDesk(choices: NotificationDeskChoices): SystemNotificationDesk {
  const { clock, daemonFound, iconPath, place } = choices;
  const isLinux = place.platform === 'linux';
  const daemon = isLinux
    ? new DaemonTalents({ ask: desktop.notificationCapabilities, clock, found: daemonFound })
    : null;
  return new SystemNotificationDesk({
    maker: electronNotifications(place.platform, daemon),
    clock,
    iconPath: isLinux ? iconPath : null,
  });
}
