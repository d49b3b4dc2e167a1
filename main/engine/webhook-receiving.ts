import type { Clock } from '../../core/clock.ts';
import type { WebhookSettings } from '../../core/webhook/webhook-settings.ts';
import type { ContractNote } from '../../core/wire/contract-notes.ts';
import type { SettingsService } from './board/settings-service.ts';
import type { CredentialStore } from './credentials/credential-store.ts';
import type { AppEvents } from './events.ts';
import type { Log } from './log/log.ts';
import { keepInstallSeed, type OpenedDatabase } from './storage/database.ts';
import { WebhookRepository } from './storage/webhook-repository.ts';
import type { PassWebhookOn, UnknownOrders } from './webhooks/ports.ts';
import { WebhookReceiver } from './webhooks/receiver.ts';
import type { GivenSecrets } from './webhooks/secrets.ts';

/** What the window and the command line choose for themselves about webhooks. */
export interface WebhookOptions {
  /** Settings for this run, laid over the stored ones; the command line turns the receiver on with them. */
  readonly overlay?: Partial<WebhookSettings>;
  /** The path and the secret for this run, each in place of the keychain's. */
  readonly given?: GivenSecrets;
  /** Hands on a webhook whose order another hub checks. Default: none does. */
  readonly passOn?: PassWebhookOn;
}

/** What {@link createWebhooks} joins. */
interface WebhookParts {
  readonly clock: Clock;
  readonly database: Pick<OpenedDatabase, 'installSeed' | 'sql'>;
  readonly events: AppEvents;
  readonly log: Log;
  readonly webhooks?: WebhookOptions;
  readonly settings: SettingsService;
  readonly secrets: CredentialStore;
  /** Default: webhooks of orders that are not watched are ignored. */
  readonly unknown?: UnknownOrders;
  /** Default: rules of leniency are not counted. */
  readonly noted?: (notes: readonly ContractNote[]) => void;
}

/** Builds the receiving of webhooks over one database. Nothing listens before it is applied. */
export function createWebhooks(parts: WebhookParts): WebhookReceiver {
  const { clock, events, log, secrets, settings } = parts;
  const { installSeed, sql } = parts.database;
  const { given, overlay, passOn } = parts.webhooks ?? {};
  // One entry of the keychain per installation, beside those of the service's credentials.
  const key = { baseUrl: 'waybell://webhooks', clientId: String(installSeed) };
  let chosenPort = overlay?.port ?? 0;
  return new WebhookReceiver({
    clock,
    log,
    store: new WebhookRepository(sql),
    settings() {
      const stored = settings.current.webhooks;
      if (overlay === undefined) return stored;
      // A secret that is given has to be used, also where the profile asks for none.
      const isProofGiven = typeof given?.proof === 'string';
      const proof = stored.proof === 'none' && isProofGiven ? 'hmac' : stored.proof;
      return { ...stored, proof, ...overlay, port: chosenPort };
    },
    keepPort(port) {
      chosenPort = port;
      if (overlay !== undefined) return;
      settings.change({ webhooks: { ...settings.current.webhooks, port } });
    },
    given,
    ...(parts.unknown === undefined ? {} : { unknown: parts.unknown }),
    ...(passOn === undefined ? {} : { passOn }),
    ...(parts.noted === undefined ? {} : { noted: parts.noted }),
    keeper: {
      read: () => secrets.read(key),
      write(text) {
        // An erasure removes the seed; without it a later start would not find this entry.
        keepInstallSeed(sql, installSeed);
        return secrets.write(key, text);
      },
      erase: () => secrets.erase(key),
    },
    changed: () => void events.emit('webhooksChanged'),
  });
}
