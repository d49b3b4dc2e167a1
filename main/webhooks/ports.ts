import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import type { WatchedOrder } from '../../core/watch/watched-order.ts';
import type { ToldUpdate } from '../../core/webhook/webhook-merge.ts';

/** A webhook as it came over the wire, not looked into. */
export interface ReceivedWebhook {
  readonly receivedAtMs: number;
  /** The sender proved who it is. */
  readonly isTrusted: boolean;
  readonly body: Uint8Array;
}

/** A webhook in the queue. */
export interface QueuedWebhook extends ReceivedWebhook {
  readonly no: number;
}

/** What remains of a webhook that was dealt with: enough to know it again. */
export interface SeenWebhook {
  /** A digest of what the event says; the contract gives no event id. */
  readonly key: string;
  readonly orderId: OrderId;
  readonly createdAtMs: number | null;
  readonly seenAtMs: number;
}

/** Where webhooks wait, and what is remembered of them. Every write is one transaction. */
export interface WebhookQueue {
  /** @throws when nothing could be written: the webhooks were not taken in */
  put(batch: readonly ReceivedWebhook[]): void;
  /** Oldest first. */
  after(no: number, limit: number): readonly QueuedWebhook[];
  /** Takes webhooks out of the queue; `seen` is null for those that need not be known again. */
  settle(done: readonly { readonly no: number; readonly seen: SeenWebhook | null }[]): void;
  isSeen(key: string): boolean;
  /** The latest `created_at` that was dealt with for this order; null when there is none. */
  latestCreatedAtMs(id: OrderId): number | null;
  waiting(): { readonly count: number; readonly bytes: number };
  /** When the last webhook came, as far as it is remembered. */
  lastSeenAtMs(): number | null;
  /** Forgets webhooks that were dealt with before this moment. */
  prune(beforeMs: number): void;
  /** What was told of an order from a moment on, oldest first. */
  toldUpdates(id: OrderId, sinceMs: number): readonly ToldUpdate[];
  /** Gives an update the reasons of a webhook, and the webhook as its source. */
  amend(id: OrderId, updateNo: number, reasons: readonly string[]): void;
}

/** What webhooks do with the watcher; main/watch fits it. */
export interface ReportedWatch {
  get(id: OrderId): WatchedOrder | undefined;
  plan(id: OrderId): { readonly isChecking: boolean };
  checkNow(ids: readonly OrderId[]): void;
  accept(order: Order, rawJson: string): boolean;
  replan(ids: readonly OrderId[]): void;
}

/** Time, as main/watch has it. */
export interface WebhookClock {
  wallMs(): number;
  monotonicMs(): number;
  /** Calls `run` once after so many milliseconds; the answer cancels it. */
  schedule(run: () => void, delayMs: number): () => void;
}

/** The diary; main/log fits it. Bodies, headers and addresses are never passed. */
export interface WebhookLog {
  info(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  warn(event: string, fields?: Readonly<Record<string, string | number | boolean | null>>): void;
  defect(event: string, error: unknown): void;
}
