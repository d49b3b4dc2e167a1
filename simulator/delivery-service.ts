import { FaultRules, type FaultRuleSource } from './faults/fault-rules.ts';
import { HttpServer } from './http/http-server.ts';
import { type LoggedRequest, type RequestCounts, RequestLog } from './http/request-log.ts';
import { type ClientCredentials, TokenIssuer } from './http/token-issuer.ts';
import { contractManners } from './http/token-endpoint.ts';
import { notificationOf, type WireNotification } from './orders/notification.ts';
import { OrderStore, type OrderEvent } from './orders/order-store.ts';
import { samplePlan } from './orders/scenario-library.ts';
import type { Happening } from './orders/story.ts';
import type { Json } from './orders/wire.ts';
import { seededHex, seededUuid } from './seeded-random.ts';
import { ManualClock, RunningClock } from './service-clock.ts';
import type { DeliveryServiceOptions } from './service-options.ts';
import { ServiceRouter } from './service-router.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';

/** Fields of an order as the wire names them, each given as a whole; undefined takes one away. */
export type OrderFields = { readonly [field: string]: Json | undefined };

/** A running delivery service and everything that a test may do to it. */
export interface DeliveryService {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  readonly port: number;
  /** The credentials that are valid now; {@link rotateSecret} changes them. */
  readonly credentials: ClientCredentials;

  /** Every uuid, in the order in which they were added. */
  orderIds(): readonly string[];
  readonly orderCount: number;
  /** What a dispatcher might call an order; null when its scenario does not say. */
  labelOf(uuid: string): string | null;
  /** The order without faults, now or at an instant of the story; null when it does not exist. */
  orderNow(uuid: string): Json | null;
  orderAt(uuid: string, storyMs: number): Json | null;
  /**
   * Adds an order that waits for a courier, with these fields over the sample's, and answers its
   * uuid. Give `uuid` among the fields to choose it.
   */
  addOrder(fields?: OrderFields): string;
  /** Replaces fields of an order, each as a whole: `{ courier: {} }` takes the courier away. */
  setOrder(uuid: string, fields: OrderFields, happenings?: readonly Happening[]): void;
  /** Lays a JSON merge patch (RFC 7396) over an order: null takes a field away. */
  patchOrder(uuid: string, patch: Json, happenings?: readonly Happening[]): void;
  removeOrder(uuid: string): void;

  /** Story time since the start, in milliseconds. */
  storyMs(): number;
  /** Network time since the start, in milliseconds. */
  networkMs(): number;
  /** Lets network time pass. @throws RangeError unless the clock is manual */
  advance(byMs: number): void;
  /** What happened after the first and up to the second instant of the story, in its order. */
  eventsBetween(afterMs: number, untilMs: number): readonly OrderEvent[];
  /** The same as whole notifications, ready to be sent (seeds/contract.md, 2.6). */
  notificationsBetween(afterMs: number, untilMs: number): readonly WireNotification[];

  /** Sends webhooks and keeps their outcomes. */
  readonly webhooks: WebhookSender;

  /** Replaces the secret: only the new one is accepted from now on. */
  rotateSecret(clientSecret: string): void;
  /** Every token issued so far is refused from now on. */
  revokeTokens(): void;
  setTokenSeconds(seconds: number): void;
  readonly issuedTokenCount: number;

  /** The rules of faults; simulator/README.md lists the actions. */
  readonly faults: FaultRules;
  fault(...rules: readonly FaultRuleSource[]): void;
  /** Nothing listens any more: connections are refused until {@link comeBack}. */
  goDark(): Promise<void>;
  comeBack(): Promise<void>;
  /** Resets every open connection. */
  dropConnections(): void;

  counts(): RequestCounts;
  /** The latest requests, oldest first. */
  requests(): readonly LoggedRequest[];
  clearLog(): void;

  close(): Promise<void>;
}

const manualEpochMs = Date.UTC(2026, 2, 2, 1);
const defaultSpreadMs = 2 * 3_600_000;

/** Starts a delivery service on 127.0.0.1. @throws the system's error when the port is taken */
export async function startDeliveryService(
  options: DeliveryServiceOptions = {},
): Promise<DeliveryService> {
  const { seed = 1, scenarios = [], basePath = '' } = options;
  const isManual = options.clock === 'manual';
  const pace = {
    speed: options.speed ?? scenarios.find(({ speed }) => speed !== undefined)?.speed ?? 1,
    epochMs: options.epochMs ?? (isManual ? manualEpochMs : Date.now()),
  };
  if (!(pace.speed > 0)) {
    throw new RangeError(`the speed must be above 0, not ${pace.speed}`);
  }
  const manualClock = isManual ? new ManualClock(pace) : null;
  const clock = manualClock ?? new RunningClock(pace);
  const orders = new OrderStore(seed, clock, { spreadMs: options.spreadMs ?? defaultSpreadMs });
  for (const plan of scenarios.flatMap((scenario) => scenario.orders)) {
    orders.add(plan);
  }
  orders.generate(options.generatedOrders ?? 0);
  const tokens = new TokenIssuer(
    seed,
    clock,
    {
      clientId: options.clientId ?? `desk-${seededHex(seed, 'client id', 8)}`,
      clientSecret: options.clientSecret ?? seededHex(seed, 'client secret', 40),
    },
    options.tokenSeconds ?? 3600,
  );
  const faults = new FaultRules(seed);
  faults.add(...(options.faults ?? []));
  const log = new RequestLog();
  const router = new ServiceRouter({
    seed,
    clock,
    orders,
    tokens,
    faults,
    log,
    basePath,
    orderPath: options.orderPath ?? '/api/v2/orders/{uuid}',
    tokenManners: { ...contractManners, ...options.tokenManners },
    latencyMs: options.latencyMs ?? [0, 0],
    hasEtags: options.hasEtags ?? true,
  });
  const server = await HttpServer.listening({
    port: options.port ?? 0,
    tls: options.tls ?? null,
    idleSeconds: options.idleSeconds ?? 60,
    clock,
    log,
    reply: (request) => router.reply(request),
  });
  const webhooks = new WebhookSender(seed, orders, clock);
  webhooks.faults.add(...(options.webhookFaults ?? []));
  webhooks.sendTo(options.webhooks ?? null);
  let addedCount = 0;

  return {
    baseUrl: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${server.port}${basePath}`,
    port: server.port,
    get credentials() {
      return tokens.credentials;
    },
    orderIds: () => [...orders.uuids()],
    get orderCount() {
      return orders.size;
    },
    labelOf: (uuid) => orders.labelOf(uuid),
    orderNow: (uuid) => orders.order(uuid),
    orderAt: (uuid, storyMs) => orders.order(uuid, storyMs),
    addOrder(fields = {}) {
      addedCount += 1;
      const key = `added-${addedCount}`;
      const { uuid, ...others } = fields;
      const chosen = typeof uuid === 'string' ? uuid : seededUuid(seed, key);
      const added = orders.add(samplePlan(key, clock.storyMs()), chosen);
      orders.setFields(added, others);
      return added;
    },
    setOrder: (uuid, fields, happenings) => orders.setFields(uuid, fields, happenings),
    patchOrder: (uuid, patch, happenings) => orders.mergeFields(uuid, patch, happenings),
    removeOrder: (uuid) => {
      orders.remove(uuid);
    },
    storyMs: () => clock.storyMs(),
    networkMs: () => clock.networkMs(),
    advance(byMs) {
      if (manualClock === null) {
        throw new RangeError('only a manual clock can be advanced');
      }
      manualClock.advance(byMs);
    },
    eventsBetween: (afterMs, untilMs) => orders.eventsBetween(afterMs, untilMs),
    notificationsBetween: (afterMs, untilMs) =>
      orders
        .eventsBetween(afterMs, untilMs)
        .map((event) =>
          notificationOf(
            event,
            orders.order(event.uuid, event.storyMs),
            clock.stampMs(event.storyMs),
          ),
        ),
    webhooks,
    rotateSecret: (clientSecret) => tokens.rotateSecret(clientSecret),
    revokeTokens: () => tokens.revokeAll(),
    setTokenSeconds: (seconds) => {
      tokens.lifetimeSeconds = seconds;
    },
    get issuedTokenCount() {
      return tokens.issuedCount;
    },
    faults,
    fault: (...rules) => faults.add(...rules),
    goDark: () => server.goDark(),
    comeBack: () => server.comeBack(),
    dropConnections: () => server.dropConnections(),
    counts: () => log.counts(),
    requests: () => log.entries(),
    clearLog: () => log.clear(),
    async close() {
      clock.stop();
      webhooks.close();
      await server.close();
    },
  };
}
