import {
  defaultWebhookSettings,
  type WebhookSettings,
} from '../../../core/webhook/webhook-settings.ts';
import type { WebhookRepository } from '../../../main/engine/storage/webhook-repository.ts';
import { CredentialStoreError } from '../../../main/engine/credentials/credential-store.ts';
import type { ReportedWatch } from '../../../main/engine/webhooks/ports.ts';
import { WebhookReceiver } from '../../../main/engine/webhooks/receiver.ts';

type Parts = ConstructorParameters<typeof WebhookReceiver>[0];

/** The real webhook receiver, with settings and secrets in memory. */
export function memoryWebhooks(
  {
    watch,
    ...parts
  }: Pick<Parts, 'clock' | 'log' | 'noted' | 'passOn' | 'unknown'> & {
    readonly store: WebhookRepository;
    readonly watch: ReportedWatch;
  },
  settings: Partial<WebhookSettings>,
  /** A locked keychain refuses to erase. */
  keychain: { readonly isLocked: boolean } = { isLocked: false },
): {
  readonly service: WebhookReceiver;
  /** The present settings. */
  readonly settings: () => WebhookSettings;
  readonly change: (change: Partial<WebhookSettings>) => Promise<void>;
} {
  let inForce: WebhookSettings = { ...defaultWebhookSettings, ...settings };
  let kept: string | null = null;
  const service = new WebhookReceiver({
    ...parts,
    settings: () => inForce,
    keepPort: (port) => {
      inForce = { ...inForce, port };
    },
    keeper: {
      read: async () => kept,
      write: async (text) => {
        kept = text;
      },
      erase: async () => {
        if (keychain.isLocked) throw new CredentialStoreError('locked');
        kept = null;
      },
    },
    changed: () => undefined,
  });
  service.inbox.attach(watch);
  return {
    service,
    settings: () => inForce,
    change: async (change) => {
      inForce = { ...inForce, ...change };
      await service.apply();
    },
  };
}
