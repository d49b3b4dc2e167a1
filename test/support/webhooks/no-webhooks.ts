import type { WebhookState } from '../../../core/webhook/webhook-state.ts';

/** The state of a receiver that is switched off and has received nothing. */
export const noWebhooks: WebhookState = {
  listening: { kind: 'off' },
  secretCount: 0,
  lastEventAtMs: null,
  accepted: 0,
  duplicates: 0,
  unknownOrders: 0,
  unknownChoice: 'offer',
  notKeptCount: 0,
  rejected: {},
  lastRejection: null,
  silentSinceMs: null,
  auditedCount: 0,
  offered: [],
};
