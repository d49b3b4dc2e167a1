import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../core/clock.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { PhoneOwner } from '../../core/privacy/privacy-ledger.ts';
import type { ArchivePages } from '../engine/board/archive.ts';
import type { AppEvents } from '../engine/events.ts';
import type { Log } from '../engine/log/log.ts';
import { Erasure, privacyHandlers } from '../engine/privacy/erasure.ts';
import type { Services } from '../engine/services.ts';
import { PrivacyLedgerRepository } from '../engine/storage/privacy-repositories.ts';
import { ProfileFiles } from '../engine/storage/profile-files.ts';
import { clearWindowData } from './electron-desktop.ts';

/** What {@link createPrivacy} joins. */
interface PrivacySources {
  readonly services: Pick<
    Services,
    | 'archive'
    | 'connection'
    | 'erasure'
    | 'intake'
    | 'localisation'
    | 'orderFolder'
    | 'settings'
    | 'team'
    | 'watcher'
    | 'webhooks'
  >;
  /** Its address is in the keychain too. */
  readonly heartbeat: { erase(): Promise<void> };
  readonly membership: { leave(): Promise<void> };
  readonly profileDir: string;
  readonly sql: DatabaseSync;
  readonly events: AppEvents;
  readonly clock: Clock;
  readonly log: Log;
}

/** What erases personal data, and what keeps who was shown it. */
export type Privacy = ReturnType<typeof createPrivacy>;

/** Builds {@link Privacy}. */
export function createPrivacy(sources: PrivacySources) {
  const { clock, events, heartbeat, log, membership, profileDir, services, sql } = sources;
  const { archive, orderFolder, team } = services;
  const ledger = new PrivacyLedgerRepository(sql);
  const erasure = new Erasure({
    store: services.erasure,
    files: new ProfileFiles(profileDir),
    ledger,
    watch: services.watcher,
    connection: services.connection,
    webhooks: {
      async eraseSecrets() {
        await services.webhooks.eraseSecrets();
        await heartbeat.erase();
      },
    },
    intake: {
      forget() {
        services.intake.forget();
        orderFolder.forget();
        archive.ordersGone([]);
        events.emit('webhooksChanged');
      },
    },
    async leaveTeam() {
      await team?.detach();
      await membership.leave();
    },
    settings: services.settings,
    clearWindowData,
    progressed: () => void events.emit('erasureProgressed'),
    clock,
    localisation: services.localisation,
    reportDefect: (error) => log.defect('notErased', error),
  });

  return {
    erasure,
    handlers: (archived: ArchivePages) => privacyHandlers(erasure, ledger, archived),
    /** A whole phone number is about to be shown or copied. */
    phoneShown: (orderId: OrderId, owner: PhoneOwner): void => {
      try {
        ledger.add({ atMs: clock.wallMs(), act: 'phoneShown', orderId, owner });
      } catch (error) {
        // The courier must be reached all the same; the log says that the ledger has a gap.
        log.defect('phoneShownNotLogged', error);
      }
      team?.revealed(orderId, String(owner));
    },
  };
}
