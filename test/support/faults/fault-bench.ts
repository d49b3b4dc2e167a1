import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { shortId } from '../../../core/order/format.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { OrderUpdate } from '../../../core/order/order-update.ts';
import type { Order } from '../../../core/order/order.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import type { WaitRules } from '../../../core/watch/order-waits.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import { parseOrder } from '../../../core/wire/wire-order.ts';
import { ConnectionService } from '../../../main/engine/connection/connection-service.ts';
import { InMemoryCredentialStore } from '../../../main/engine/credentials/in-memory-credential-store.ts';
import { parseBaseUrl } from '../../../main/engine/delivery/http/base-url.ts';
import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import type { TransportLimits } from '../../../main/engine/delivery/http/transport.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { createLog } from '../../../main/engine/log/log.ts';
import {
  decideProblemNotifications,
  decideNotifications,
} from '../../../main/engine/notify/policy.ts';
import { ContactNotifications } from '../../../main/engine/notify/contact-notifications.ts';
import { LiveOrders } from '../../../main/engine/notify/live-orders.ts';
import type { Notifier } from '../../../main/engine/notify/notifier.ts';
import { WaitNotifications } from '../../../main/engine/notify/wait-notifications.ts';
import { RetryingOutbox } from '../../../main/engine/notify/retrying-outbox.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import type { OpenedDatabase } from '../../../main/engine/storage/database.ts';
import { OutboxRepository } from '../../../main/engine/storage/outbox-repository.ts';
import { ProfileRepository } from '../../../main/engine/storage/profile-repository.ts';
import { WatchRepository } from '../../../main/engine/storage/watch-repository.ts';
import type { AuditPace, ExplainUpdate } from '../../../main/engine/watch/ports.ts';
import { Watcher } from '../../../main/engine/watch/watcher.ts';
import {
  startDeliveryService,
  type DeliveryService,
  type OrderFields,
  type FaultRuleSource,
  seededHex,
  type DeliveryServiceOptions,
} from '@waybell/simulator';
import { FakeClock } from '../fake-clock.ts';
import { serveNames, type ServedNames } from '../network/name-service.ts';
import { NetworkRest } from './network-rest.ts';
import { ObservedSource } from './observed-source.ts';
import { orderIdOf } from '../order-id-of.ts';
import { RecordingNotifications } from '../notify/recording-notifications.ts';
import { plainNotifier, plainSpeech } from '../notify/plain-notifier.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The options of a fault bench. */
export interface FaultBenchOptions {
  readonly orderCount?: number;
  readonly requestsPerMinute?: number;
  readonly service?: Partial<DeliveryServiceOptions>;
  readonly limits?: Partial<TransportLimits>;
  readonly authorities?: readonly string[];
  /** The service is addressed by a host name, which {@link FaultBench.names} resolves. */
  readonly hasName?: boolean;
  readonly random?: () => number;
  /** Connects a receiver of webhooks, which may change updates and paces. */
  readonly lastWord?: {
    readonly explainUpdate: ExplainUpdate;
    readonly auditPace: AuditPace;
    readonly stop: () => Promise<void>;
  };
  /** When a wait counts as long. Waits are not told unless it is given. */
  readonly waitRules?: WaitRules;
  /** The fault begins before the first checks, so the bench does not wait for their answers. */
  readonly startsUnreachable?: boolean;
}

/** What the product did and announced. */
export interface BenchRecords {
  readonly updates: OrderUpdate[];
  readonly decided: Notification[];
  readonly healthChanges: ServiceHealth[];
  readonly defects: unknown[];
  readonly log: string[];
}

/** The step of time while a request is open: the length of the watcher's slots. */
const stepMs = 100;
const serviceSeed = 11;

/**
 * The product from the connection to the notification, joined as in main/desktop, with real sockets to the
 * simulated service and a real database. Only the test moves the time of both. Every request, answer,
 * update, notification, change of the service's health and line of the log is kept.
 */
export class FaultBench {
  readonly clock = new FakeClock();
  readonly service: DeliveryService;
  readonly folder = temporaryFolder();
  readonly database: OpenedDatabase;
  readonly outbox: OutboxRepository;
  readonly connection: ConnectionService;
  readonly source: ObservedSource;
  readonly watcher: Watcher;
  readonly desktop = new RecordingNotifications();
  readonly records: BenchRecords = {
    updates: [],
    decided: [],
    healthChanges: [],
    defects: [],
    log: [],
  };
  readonly requestsPerMinute: number;
  readonly ids: OrderId[] = [];
  readonly names: ServedNames;
  /** Every secret that was ever right or entered. */
  readonly secrets: string[] = [];
  /** The states that each order really had, oldest first. */
  readonly truths = new Map<OrderId, Order[]>();
  readonly #rest: NetworkRest;
  readonly #notifier: Notifier;
  readonly #contact: ContactNotifications;
  #stopLastWord: () => Promise<void> = async () => undefined;
  #isOpen = true;

  /** Starts everything and waits until each order was answered once. Ends with the test. */
  static async started(options: FaultBenchOptions = {}): Promise<FaultBench> {
    const service = await startDeliveryService({
      seed: serviceSeed,
      clock: 'manual',
      epochMs: new FakeClock().wallMs(),
      clientSecret: `secret-${randomUUID()}`,
      ...options.service,
    });
    const bench = new FaultBench(service, options);
    onTestFinished(() => bench.close());
    await bench.#start(options);
    return bench;
  }

  private constructor(service: DeliveryService, options: FaultBenchOptions) {
    this.service = service;
    this.requestsPerMinute = options.requestsPerMinute ?? 600;
    this.secrets.push(service.credentials.clientSecret);
    this.names = serveNames();
    this.#rest = new NetworkRest(service, () => this.source.running > 0);
    const { clock, records } = this;
    const wallMs = (): number => clock.wallMs();
    const log = createLog('info', [(line) => records.log.push(line)], wallMs);
    this.database = openDatabase(this.folder, { wallMs });
    const { sql } = this.database;
    this.outbox = new OutboxRepository(sql, wallMs);
    const { random = () => 0.5, limits = {}, authorities = [], lastWord, waitRules } = options;
    if (lastWord !== undefined) this.#stopLastWord = lastWord.stop;
    this.connection = new ConnectionService({
      opener: new HttpDeliveryOpener({
        clock,
        random,
        userAgent: 'Waybell/test',
        limits,
        authorities,
      }),
      profiles: new ProfileRepository(sql),
      secrets: new InMemoryCredentialStore(),
      parseBaseUrl,
      startDemoService: () => Promise.reject(new Error('there is no demo here')),
      changed: (state) => {
        log.info('connectionChanged', { kind: state.kind });
        if (state.kind === 'connected') this.watcher.connected(state.baseUrl);
      },
    });
    this.source = new ObservedSource(this.connection, clock);
    const policy = { priceUnit: 'major', locale: 'en', settings: defaultSettings } as const;
    const decide = decideNotifications(() => policy);
    const decideProblem = decideProblemNotifications(() => policy);
    const recorded = (notifications: readonly Notification[]): readonly Notification[] => {
      records.decided.push(...notifications);
      return notifications;
    };
    const outbox = new RetryingOutbox(this.outbox, clock);
    const waits =
      waitRules === undefined
        ? null
        : new WaitNotifications({
            rules: () => waitRules,
            options: () => ({ locale: 'en', settings: defaultSettings }),
            checksStoppedBy: () => null,
            notify: (notification) => outbox.put(() => notification),
          });
    this.watcher = new Watcher({
      source: this.source,
      store: new WatchRepository(sql, wallMs),
      clock,
      random,
      decideNotifications: (update, watched) => {
        const decided = decide(update, watched);
        recorded(decided.notifications);
        return decided;
      },
      decideProblemNotifications: (watched, nowMs) => recorded(decideProblem(watched, nowMs)),
      ...(lastWord === undefined ? {} : { explainUpdate: lastWord.explainUpdate }),
      ...(lastWord === undefined ? {} : { auditPace: lastWord.auditPace }),
      limits: { requestsPerMinute: this.requestsPerMinute, activeEverySeconds: 15 },
      installSeed: 7,
      reportDefect: (error) => {
        records.defects.push(error);
        log.defect('watcherDefect', error);
      },
      events: {
        ordersChanged: (ids) => {
          for (const id of ids) {
            const watched = this.watcher.get(id);
            if (watched !== undefined) waits?.look(watched, clock.wallMs());
          }
        },
        ordersRemoved: () => undefined,
        orderUpdated: (update) => {
          records.updates.push(update);
          this.#contact.orderUpdated(update.orderId);
        },
        notificationsStored: () => this.#notifier.notificationsStored(),
        serviceHealthChanged: (serviceHealth) => {
          records.healthChanges.push(serviceHealth);
          log.info('serviceHealthChanged', { serviceHealth: JSON.stringify(serviceHealth) });
          this.#contact.serviceHealthChanged(serviceHealth);
        },
        stateChanged: () => undefined,
      },
    });
    const liveOrders = new LiveOrders(() => this.watcher.known(), clock);
    this.#notifier = plainNotifier(
      {
        outbox,
        desktop: this.desktop,
        clock,
        speech: () => ({ ...plainSpeech, nameOf: shortId }),
        news: {
          isLiteral: (_news, isBurst) => !isBurst && !liveOrders.areMany,
          gathers: () => liveOrders.areMany,
          digestEveryMs: () => 60_000,
          moveEveryMs: () => 60_000,
        },
      },
      (id) => this.watcher.get(id),
    );
    this.#contact = new ContactNotifications({
      clock,
      outbox,
      localisation: inEnglish,
      settings: () => defaultSettings,
      watched: () => this.watcher.list(),
      listedCount: () => this.watcher.list().length,
      serviceHealth: () => this.watcher.serviceHealth,
      isBack: () => this.#notifier.seesAgain(),
      recovered: () => this.#notifier.gatherAfterAway(),
      restate: (pause) => this.#notifier.restate(pause),
    });
  }

  /** The first order, for faults of a single order. */
  get first(): OrderId {
    const [id] = this.ids;
    if (id === undefined) throw new Error('the bench has no orders');
    return id;
  }

  /** Adds an order to the service and to the watch list. */
  add(fields: OrderFields = {}): OrderId {
    const id = orderIdOf(this.service.addOrder(fields));
    this.ids.push(id);
    this.truths.set(id, [this.truth(id)]);
    void this.watcher.add([{ id, label: null }]);
    return id;
  }

  /** The order as a service without faults would answer now. */
  truth(id: OrderId): Order {
    const parsed = parseOrder(this.service.orderNow(id), id);
    if (!parsed.ok) throw new Error(`the simulator's own order cannot be read: ${id}`);
    return parsed.value.order;
  }

  /** Changes an order at the service. Each given field is replaced as a whole. */
  change(id: OrderId, fields: OrderFields): void {
    this.service.setOrder(id, fields);
    this.truths.get(id)?.push(this.truth(id));
  }

  /** Changes every order at the service. */
  changeAll(fields: OrderFields): void {
    for (const id of this.ids) this.change(id, fields);
  }

  /** Adds a fault to requests for orders: for these uuids, or for all. */
  onOrders(
    action: FaultRuleSource['action'],
    when: FaultRuleSource['when'] = {},
    uuids?: OrderId[],
  ): void {
    const match = { target: 'order' as const, ...(uuids === undefined ? {} : { uuids }) };
    this.service.fault({ match, when, action });
  }

  /** Adds a fault to requests for tokens. */
  onToken(action: FaultRuleSource['action'], when: FaultRuleSource['when'] = {}): void {
    this.service.fault({ match: { target: 'token' }, when, action });
  }

  /** Every token that the service issued so far. */
  get tokens(): readonly string[] {
    const numbers = Array.from({ length: this.service.issuedTokenCount }, (_, at) => at + 1);
    return numbers.map((number) => seededHex(serviceSeed, `token ${number}`, 40));
  }

  /** Requests that are open between undici and the service. */
  get openRequests(): number {
    return this.#rest.openCount;
  }

  /** Lets the network come to rest; no time passes. */
  rest(): Promise<void> {
    return this.#rest.reached();
  }

  /** Lets time pass for the product and the service together. */
  async advance(ms: number): Promise<void> {
    await this.rest();
    const endMs = this.clock.monotonicMs() + ms;
    for (;;) {
      const nowMs = this.clock.monotonicMs();
      if (nowMs >= endMs) return;
      const isBusy = this.openRequests > 0;
      const nextMs = isBusy ? nowMs + stepMs : (this.clock.nextDueMs ?? endMs);
      const byMs = Math.max(Math.min(nextMs, endMs) - nowMs, 0);
      this.service.advance(byMs);
      await this.clock.advance(byMs);
      if (isBusy || this.openRequests > 0) await this.rest();
    }
  }

  /** The machine sleeps while the service goes on. The product is not told when it wakes. */
  sleep(ms: number): void {
    this.service.advance(ms);
    this.clock.sleepMachine(ms);
  }

  /** Checks every order now, as the dispatcher's key R does. */
  async checkAll(): Promise<void> {
    this.watcher.checkNow(this.ids);
    await this.advance(2 * stepMs);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#stopLastWord();
    const stopped = Promise.all([this.watcher.stop(), this.connection.stop()]);
    await this.clock.advance(2100);
    await stopped;
    this.#notifier.stop();
    this.#contact.stop();
    this.#rest.close();
    this.database.close();
    await this.service.close();
  }

  async #start(options: FaultBenchOptions): Promise<void> {
    const scheme = new URL(this.service.baseUrl).protocol;
    const host = options.hasName === true ? 'service.example' : '127.0.0.1';
    const { clientId, clientSecret } = this.service.credentials;
    const path = new URL(this.service.baseUrl).pathname.replace(/\/+$/, '');
    await this.connection.useSession(
      { baseUrl: `${scheme}//${host}:${this.service.port}${path}`, clientId },
      clientSecret,
    );
    this.watcher.start();
    this.#notifier.start();
    for (let count = options.orderCount ?? 3; count > 0; count -= 1) this.add();
    for (let tries = 0; tries < 20 && !options.startsUnreachable && this.#isWaiting; tries += 1) {
      await this.advance(1000);
    }
  }

  get #isWaiting(): boolean {
    return this.watcher.list().some(({ order }) => order === null);
  }
}

/** Why the service is unreachable; null while it is reachable. */
export function unreachableBecause({ watcher: { serviceHealth } }: FaultBench): string | null {
  return serviceHealth.state === 'unreachable' ? serviceHealth.cause : null;
}
