import type { PhoneOwner } from '../../core/privacy/privacy-ledger.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Speech } from '../../core/text/language.ts';
import { refusalWordsIn } from '../../core/bridge/refusal-words.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { ConnectionService } from '../connection/connection-service.ts';
import { CredentialStoreError } from '../credentials/credential-store.ts';
import type { Log } from '../log/log.ts';
import { Erasure, privacyHandlers } from '../privacy/erasure.ts';
import type { PrivacyHandlers } from '../privacy/erasure.ts';
import type { ErasureStore, PrivacyLedgerStore } from '../privacy/ports.ts';
import { ProfileFiles } from '../storage/erasure-repository.ts';
import type { Watch } from '../watch/ports.ts';
import type { WebhookReceiver } from '../webhooks/receiver.ts';

/** What personal data is kept in, and who is told when it goes. */
export interface PrivacySurroundings {
  readonly profileDir: string;
  readonly store: ErasureStore;
  readonly ledger: PrivacyLedgerStore;
  readonly watcher: Pick<Watch, 'remove' | 'list'>;
  readonly connection: Pick<ConnectionService, 'forgetConnection' | 'state'>;
  readonly webhooks: Pick<WebhookReceiver, 'eraseSecrets'>;
  /** Takes notifications about these orders off the screen. */
  readonly ordersSettled: (ids: readonly OrderId[]) => void;
  readonly changeSettings: (settings: Settings) => void;
  readonly clearWindowData: () => Promise<void>;
  readonly wallMs: () => number;
  readonly speech: () => Speech;
  readonly log: Log;
}

/** The window's part in personal data: who was looked up, and what is to be erased. */
export interface PrivacyDesk {
  readonly handlers: PrivacyHandlers;
  /** Writes down that a whole number is about to be shown. */
  readonly phoneShown: (orderId: OrderId, owner: PhoneOwner) => void;
}

/** Joins the ledger and the erasing with the program. */
export function composePrivacy(surroundings: PrivacySurroundings): PrivacyDesk {
  const { connection, ledger, log, wallMs, watcher, webhooks } = surroundings;
  const words = () => refusalWordsIn[surroundings.speech().language];
  const erasure = new Erasure({
    notErased: () => words().notErased,
    store: surroundings.store,
    files: new ProfileFiles(surroundings.profileDir),
    ledger,
    wallMs,
    stopWatching(ids) {
      watcher.remove(ids);
      surroundings.ordersSettled(ids);
    },
    watchedIds: () => watcher.list().map(({ id }) => id),
    forgetConnection: () => connection.forgetConnection(),
    async forgetWebhooks() {
      try {
        await webhooks.eraseSecrets();
        return { ok: true, value: null };
      } catch (error) {
        const fault = error instanceof CredentialStoreError ? error.fault : 'failed';
        return {
          ok: false,
          failure: { code: 'keychain-failed', message: words().keychain[fault] },
        };
      }
    },
    isConnected: () => connection.state.kind !== 'none',
    changeSettings: surroundings.changeSettings,
    clearWindowData: surroundings.clearWindowData,
    reportDefect: (error) => log.defect('notErased', error),
  });
  return {
    handlers: privacyHandlers(erasure, ledger),
    phoneShown(orderId, owner) {
      try {
        ledger.add({ atMs: wallMs(), act: 'phoneShown', orderId, owner });
      } catch (error) {
        // The courier must be reached all the same; the diary says that the ledger has a gap.
        log.defect('phoneShownNotLogged', error);
      }
    },
  };
}
