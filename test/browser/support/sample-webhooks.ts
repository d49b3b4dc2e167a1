import type { WebhookState, WebhookTest } from '../../../core/webhook/webhook-state.ts';
import { noWebhooks } from '../../support/webhooks/no-webhooks.ts';

/** The state of a receiver that has received webhooks since the morning. */
export function busyReceiver(nowMs: number): WebhookState {
  return {
    ...noWebhooks,
    listening: { kind: 'listening', address: '127.0.0.1', port: 28_787 },
    secretCount: 2,
    lastEventAtMs: nowMs - 4000,
    accepted: 212,
    duplicates: 4,
    unknownOrders: 3,
    unknownChoice: 'offer',
    notKeptCount: 0,
    rejected: { path: 2, signature: 1 },
    lastRejection: { reason: 'path', atMs: nowMs - 600_000 },
    auditedCount: 14,
  };
}

/** A test event that was stored. */
export const passedWebhookTest: WebhookTest = { httpStatus: 202, afterMs: 11 };

/** An address with a secret path. */
export const sampleAddress =
  'https://hooks.harbour-couriers.example/hooks/3f1c09a77be24d5c8e1b6a90d2f4c7e8';
