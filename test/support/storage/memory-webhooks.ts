import { parseOrder } from '../../../core/wire/wire-order.ts';
import {
  defaultWebhookSettings,
  type WebhookSettings,
} from '../../../core/webhook/webhook-settings.ts';
import type { WebhookRepository } from '../../../main/storage/webhook-repository.ts';
import { CredentialStoreError } from '../../../main/credentials/credential-store.ts';
import { WebhookService } from '../../../main/webhooks/webhook-service.ts';

type Parts = ConstructorParameters<typeof WebhookService>[0];

/** The real service for webhooks, with settings and secrets that last as long as the test. */
export function memoryWebhooks(
  parts: Pick<Parts, 'clock' | 'log' | 'watch'> & { readonly queue: WebhookRepository },
  settings: Partial<WebhookSettings>,
  /** A locked one lets nothing be erased. */
  keychain: { readonly isLocked: boolean } = { isLocked: false },
): {
  readonly service: WebhookService;
  /** In force now. */
  readonly settings: () => WebhookSettings;
  readonly change: (change: Partial<WebhookSettings>) => Promise<void>;
} {
  let inForce: WebhookSettings = { ...defaultWebhookSettings, ...settings };
  let kept: string | null = null;
  const service = new WebhookService({
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
    readOrder: (data, id) => {
      const parsed = parseOrder(data, id);
      return parsed.ok ? parsed.value.order : null;
    },
    soon: (run) => setImmediate(run),
    changed: () => undefined,
  });
  return {
    service,
    settings: () => inForce,
    change: async (change) => {
      inForce = { ...inForce, ...change };
      await service.apply();
    },
  };
}
