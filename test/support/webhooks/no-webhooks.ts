import type { WebhookState } from '../../../core/webhook/webhook-state.ts';

/** The receiver of a Waybell that was just started and is to receive nothing. */
export const noWebhooks: WebhookState = {
  listening: { kind: 'off' },
  secretCount: 0,
  lastEventAtMs: null,
  accepted: 0,
  duplicates: 0,
  unknownOrders: 0,
  rejected: {},
  lastRejection: null,
  silentSinceMs: null,
  auditedCount: 0,
  offered: [],
};
