import type { CredentialStore } from '../credentials/credential-store.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { WebhookSettings } from '../../core/webhook/webhook-settings.ts';
import type { SettingsService } from '../board/settings-service.ts';
import type { Log } from '../log/log.ts';
import { keepInstallSeed } from '../storage/database.ts';
import { WebhookRepository } from '../storage/webhook-repository.ts';
import type { Clock } from '../watch/clock.ts';
import type { ReportedWatch } from '../webhooks/ports.ts';
import { WebhookReceiver } from '../webhooks/receiver.ts';
import type { SecretKeeper } from '../webhooks/secrets.ts';

/** In what the window and the command line differ about webhooks. */
export interface WebhookChoices {
  /** Changes what is stored for this run; the command line turns the receiver on with it. */
  readonly overlay?: Partial<WebhookSettings>;
  /** Default: the keychain. */
  readonly keeper?: SecretKeeper;
  /** Something that the window shows changed. */
  readonly changed?: () => void;
}

/** What {@link composeWebhooks} joins. */
export interface WebhookSurroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly sql: DatabaseSync;
  readonly installSeed: number;
  readonly settings: SettingsService;
  readonly secrets: CredentialStore;
  readonly watch: () => ReportedWatch;
  readonly choices: WebhookChoices;
}

/** Builds the receiving of webhooks over one database. Nothing listens before it is applied. */
export function composeWebhooks(surroundings: WebhookSurroundings): WebhookReceiver {
  const { choices, clock, log, secrets, settings, sql, watch } = surroundings;
  // One entry of the keychain per installation, beside those of the service's credentials.
  const key = { baseUrl: 'waybell://webhooks', clientId: String(surroundings.installSeed) };
  let chosenPort = choices.overlay?.port ?? 0;
  const current = (): WebhookSettings => {
    const stored = settings.current.webhooks;
    if (choices.overlay === undefined) return stored;
    return { ...stored, ...choices.overlay, port: chosenPort };
  };
  return new WebhookReceiver({
    clock,
    log,
    store: new WebhookRepository(sql),
    watch,
    settings: current,
    keepPort(port) {
      chosenPort = port;
      if (choices.overlay !== undefined) return;
      settings.change({ webhooks: { ...settings.current.webhooks, port } });
    },
    keeper: choices.keeper ?? {
      read: () => secrets.read(key),
      write(text) {
        // After everything was erased: without the seed a later start would not find this entry.
        keepInstallSeed(sql, surroundings.installSeed);
        return secrets.write(key, text);
      },
      erase: () => secrets.erase(key),
    },
    changed: choices.changed ?? (() => undefined),
  });
}
