import type { FaultRuleSource } from './faults/fault-rules.ts';
import type { TlsIdentity } from './http/http-server.ts';
import type { TokenManners } from './http/token-endpoint.ts';
import type { Scenario } from './orders/scenario.ts';
import type { WebhookRuleSource } from './webhooks/webhook-fault.ts';
import type { WebhookTarget } from './webhooks/webhook-sender.ts';

/** How to start a delivery service. Everything has a default: none at all is an empty service. */
export interface DeliveryServiceOptions {
  /** Decides on everything random; 1 by default. */
  readonly seed?: number;
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** `manual` stands still until {@link DeliveryService.advance}; `running` by default. */
  readonly clock?: 'running' | 'manual';
  /** Story seconds per second of network time; by default what the scenarios ask for, else 1. */
  readonly speed?: number;
  /** Milliseconds since 1970 at the start; now by default, 2026-03-02T01:00:00Z with a manual clock. */
  readonly epochMs?: number;
  readonly scenarios?: readonly Scenario[];
  /** How many generated orders there are beside the scenarios; 0 by default. */
  readonly generatedOrders?: number;
  /** How long the matches of generated orders are spread over, in story time; 2 h by default. */
  readonly spreadMs?: number;
  /** Both follow from the seed by default. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** What `expires_in` says and how long a token is good; 3600 by default. */
  readonly tokenSeconds?: number;
  /** Where the endpoints' behaviour is open; the contract to the letter by default. */
  readonly tokenManners?: Partial<TokenManners>;
  /** The path of an order; `/api/v2/orders/{uuid}` by default. */
  readonly orderPath?: string;
  /** A path before all others, such as `/gateway`; none by default. */
  readonly basePath?: string;
  /** Bounds of a delay before every answer, drawn evenly; none by default. */
  readonly latencyMs?: readonly [fromMs: number, toMs: number];
  /** Whether orders carry an ETag and conditions are honoured; true by default. */
  readonly hasEtags?: boolean;
  /** How long an idle connection is kept; 60 s by default. */
  readonly idleSeconds?: number;
  /** Speaks TLS with this identity; plain HTTP by default. */
  readonly tls?: TlsIdentity;
  readonly faults?: readonly FaultRuleSource[];
  /** Where webhooks are sent; nowhere by default. */
  readonly webhooks?: WebhookTarget;
  readonly webhookFaults?: readonly WebhookRuleSource[];
}
