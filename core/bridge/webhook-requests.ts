import { z } from 'zod';
import { longestWebhookSecret } from '../webhook/webhook-limits.ts';
import type { WebhookTest } from '../webhook/webhook-state.ts';

/** The window's requests about the receiving of webhooks. Its choices are settings. */
export const webhookRequests = {
  'webhooks:address': z.undefined(),
  'webhooks:new-path': z.undefined(),
  'webhooks:add-secret': z.strictObject({
    secret: z.string().min(1).max(longestWebhookSecret),
    /** Those before stay good beside it, so that the service can be changed at leisure. */
    keepsOlder: z.boolean(),
  }),
  'webhooks:forget-older': z.undefined(),
  'webhooks:test': z.undefined(),
  'webhooks:dismiss-offered': z.undefined(),
} as const;

/** Their answers. A signing secret is in none of them. */
export interface WebhookAnswers {
  /** Where webhooks are to be sent, with the secret path; null while nothing listens. */
  'webhooks:address': string | null;
  'webhooks:new-path': null;
  'webhooks:add-secret': null;
  'webhooks:forget-older': null;
  /** Once it is over. */
  'webhooks:test': WebhookTest;
  'webhooks:dismiss-offered': null;
}
