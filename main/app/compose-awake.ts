import type { Sight } from '../../core/watch/sight.ts';
import type { ConnectionService } from '../connection/connection-service.ts';
import { isOnline, whenWoken } from '../desktop/electron-desktop.ts';
import type { Log } from '../log/log.ts';
import type { ContactNotifications } from '../notify/contact-notifications.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Clock } from '../watch/clock.ts';
import { NetworkReturn } from '../watch/network-return.ts';
import type { Watcher } from '../watch/watcher.ts';

/** What seeing and being awake is joined to. */
export interface AwakeParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly watcher: Pick<Watcher, 'noticeWake'>;
  readonly connection: Pick<ConnectionService, 'state'>;
  readonly notifier: Pick<Notifier, 'seesAgain' | 'situationChanged' | 'gatherAfterAway'>;
  readonly contact: Pick<ContactNotifications, 'sightChanged'>;
}

/** Joins the machine's sleep and network with the watching, and losing contact with the notifications. */
export function composeAwake(parts: AwakeParts) {
  const { clock, log, watcher, connection, notifier, contact } = parts;
  const network = new NetworkReturn({
    clock,
    isOnline,
    returned() {
      log.info('networkReturned');
      watcher.noticeWake();
    },
  });
  return {
    sightChanged(sight: Sight): void {
      const cause = sight.state === 'blind' ? sight.cause : null;
      log.info('sightChanged', { state: sight.state, cause });
      network.sightChanged(sight);
      // Before a connection is set up there is nothing to be blind to.
      if (connection.state.kind !== 'none') contact.sightChanged(sight);
      if (sight.state === 'clear') notifier.seesAgain();
    },
    /** @returns stops listening */
    listen: () =>
      whenWoken(() => {
        watcher.noticeWake();
        notifier.situationChanged();
        notifier.gatherAfterAway();
      }),
    stop: () => network.stop(),
  };
}
