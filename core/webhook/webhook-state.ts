import type { OrderId } from '../order/order-id.ts';

/** Why a request to the receiver was refused, or a webhook in the queue came to nothing. */
export type WebhookRejection =
  /** The secret part of the address is wrong or missing. */
  | 'path'
  /** A name in the Host header that is not ours: a web page may be behind it. */
  | 'host'
  | 'signature'
  /** The time that was signed is too old, or lies ahead. */
  | 'timestamp'
  | 'method'
  | 'too-large'
  | 'too-slow'
  | 'too-many'
  /** The queue is full or the disk accepts nothing; the sender tries again. */
  | 'not-stored'
  | 'malformed'
  /** The request was accepted, but its body is not a webhook. */
  | 'not-json'
  | 'no-order';

/** Why the receiver does not listen although it should. */
export type WebhookFault =
  | 'port-taken'
  | 'address-unavailable'
  | 'keychain'
  | 'no-proof'
  | 'failed';

export type WebhookListening =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'listening'; readonly address: string; readonly port: number }
  | { readonly kind: 'failed'; readonly fault: WebhookFault };

/** What can become of a proven webhook's order that is not watched. */
export const unknownOrdersChoices = ['ignore', 'offer', 'watch'] as const;

export type UnknownOrdersChoice = (typeof unknownOrdersChoices)[number];

/** What becomes of orders that are not watched. */
export interface UnknownOrdersState {
  /** For the service that is connected. */
  readonly unknownChoice: UnknownOrdersChoice;
  /** Orders of webhooks that are not watched, the newest first, when they are to be offered. */
  readonly offered: readonly OrderId[];
  /** How many more would have been offered, had there not been too many. */
  readonly notKeptCount: number;
}

/** What the receiver is doing, for the window. It holds neither the secret path nor any secret. */
export interface WebhookState extends UnknownOrdersState {
  readonly listening: WebhookListening;
  /** How many signing secrets or fixed values are in the keychain. */
  readonly secretCount: number;
  /** When the last webhook was accepted, in milliseconds since 1970. */
  readonly lastEventAtMs: number | null;
  /** Counted since the start of Waybell. */
  readonly accepted: number;
  readonly duplicates: number;
  readonly unknownOrders: number;
  readonly rejected: Readonly<Partial<Record<WebhookRejection, number>>>;
  readonly lastRejection: { readonly reason: WebhookRejection; readonly atMs: number } | null;
  /** Since when no webhook has come although checks show changes that webhooks report; else null. */
  readonly silentSinceMs: number | null;
  /** How many orders are checked less often because webhooks report them. */
  readonly auditedCount: number;
}

/** The result of a test event that was sent to the receiver; status 202 means stored. */
export interface WebhookTest {
  /** Null when nothing answered. */
  readonly httpStatus: number | null;
  readonly afterMs: number;
}
