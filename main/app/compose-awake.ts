import type { Sight } from '../../core/watch/sight.ts';
import type { ConnectionService } from '../connection/connection-service.ts';
import { isOnline, whenWoken } from '../desktop/electron-desktop.ts';
import type { Log } from '../log/log.ts';
import type { SightTellings } from '../notify/sight-tellings.ts';
import type { Teller } from '../notify/teller.ts';
import type { Clock } from '../watch/clock.ts';
import { NetworkReturn } from '../watch/network-return.ts';
import type { Watcher } from '../watch/watcher.ts';

/** What seeing and being awake is joined to. */
export interface AwakeParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly watcher: Pick<Watcher, 'noticeWake'>;
  readonly connection: Pick<ConnectionService, 'state'>;
  readonly teller: Pick<Teller, 'seesAgain' | 'situationChanged' | 'gatherAfterAway'>;
  readonly sightTellings: Pick<SightTellings, 'sightChanged'>;
}

/** Joins the machine's sleep and network with the watching, and losing sight with the telling. */
export function composeAwake(parts: AwakeParts) {
  const { clock, log, watcher, connection, teller, sightTellings } = parts;
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
      if (connection.state.kind !== 'none') sightTellings.sightChanged(sight);
      if (sight.state === 'clear') teller.seesAgain();
    },
    /** @returns stops listening */
    listen: () =>
      whenWoken(() => {
        watcher.noticeWake();
        teller.situationChanged();
        teller.gatherAfterAway();
      }),
    stop: () => network.stop(),
  };
}
