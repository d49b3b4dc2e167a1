import type { OrderId } from '../../../core/order/order-id.ts';
import type { WatchedOrder } from '../../../core/watch/watched-order.ts';
import type { PastUpdate } from '../../../core/webhook/webhook-merge.ts';
import type {
  UnknownOrdersChoice,
  UnknownOrdersState,
} from '../../../core/webhook/webhook-state.ts';
import type { Log } from '../log/log.ts';

/** A webhook that came to the secret path, before its body is read. */
export interface ReceivedWebhook {
  readonly receivedAtMs: number;
  /** The sender proved who it is; false where no proof is asked for. */
  readonly isProven: boolean;
  readonly body: Uint8Array;
}

/** A webhook that waits for a check to show what it says. */
export interface QueuedWebhook extends ReceivedWebhook {
  readonly no: number;
}

/** The digest by which a webhook is recognised when it comes again. */
export interface SeenWebhook {
  /** A digest of what the event says; the contract gives no event id. */
  readonly key: string;
  readonly orderId: OrderId;
}

/** Where webhooks wait, and what is remembered of them. Every write is one transaction. */
export interface WebhookStore {
  /**
   * Keeps a webhook until it is settled, and remembers it.
   *
   * @returns its number; null when it is remembered already, and nothing was written
   * @throws when nothing could be written
   */
  put(webhook: ReceivedWebhook, seen: SeenWebhook): number | null;
  /** All that are not settled, the oldest first. */
  queued(): readonly QueuedWebhook[];
  waiting(): { readonly count: number; readonly bytes: number };
  /** Deletes webhooks from the queue; they stay remembered. */
  settle(numbers: readonly number[]): void;
  /** When the last webhook came, as far as it is remembered. */
  lastSeenAtMs(): number | null;
  /** Forgets webhooks that came a week ago or before the latest twenty thousand. */
  prune(nowMs: number): void;
  /** The updates in the history of an order from a moment on, oldest first. */
  pastUpdates(id: OrderId, sinceMs: number): readonly PastUpdate[];
  /** Gives an update the reasons and the time of a webhook, and the webhook as its source. */
  amend(
    id: OrderId,
    updateNo: number,
    reasons: readonly string[],
    createdAtMs: number | null,
  ): void;
}

/** What webhooks ask of the watcher. */
export interface ReportedWatch {
  find(id: OrderId): WatchedOrder | undefined;
  plan(id: OrderId): { readonly isChecking: boolean };
  checkNow(ids: readonly OrderId[]): void;
  /** Null where a hub checks the orders, which hears of them by its own webhooks. */
  readonly checks: {
    checkSooner(ids: readonly OrderId[]): void;
    replan(ids: readonly OrderId[]): void;
  } | null;
}

/** Hands a webhook to another program that checks its order. @returns whether there is one */
export type PassWebhookOn = (id: OrderId, webhook: ReceivedWebhook) => boolean;

/** What becomes of webhooks about orders that are not watched. */
export interface UnknownOrders {
  readonly state: UnknownOrdersState;
  /** A proven webhook came. @returns whether its order is watched from now on */
  came(id: OrderId): boolean;
  /** @throws when it could not be written */
  choose(choice: UnknownOrdersChoice): void;
  dismiss(): void;
}

/** The log of the receiver. Bodies, headers and addresses are never passed to it. */
export type WebhookLog = Pick<Log, 'info' | 'warn' | 'defect'>;
