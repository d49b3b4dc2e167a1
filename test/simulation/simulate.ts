import { DatabaseSync } from 'node:sqlite';
import type { OrderId } from '../../core/order/order-id.ts';
import type { Order } from '../../core/order/order.ts';
import { defaultSettings, type Settings } from '../../core/settings/settings.ts';
import { migrate } from '../../main/engine/storage/schema.ts';
import { LearnedOfOrders } from './laws/learned-of-orders.ts';
import { MortalProcess } from './mortal-process.ts';
import { RequestLaws, GapLaw, requestWitness } from './laws/request-laws.ts';
import { type LimitChoices, RunLimits } from './laws/run-limits.ts';
import { seeded } from '../support/seeded.ts';
import { ServiceHealthModel } from './laws/service-health-model.ts';
import { SimulatedOrders } from './simulated-orders.ts';
import { SimulatedService } from './world/simulated-service.ts';
import { SimulatedTime } from './world/simulated-time.ts';
import { SimulatedWebhooks } from './world/simulated-webhooks.ts';
import { StoredRecords } from './stored-records.ts';
import { graceMs, NotificationModel } from './laws/notification-model.ts';
import { TellingRecord } from './laws/telling/telling-record.ts';
import { type TellingLaw, simulatedLaws } from './laws/telling/telling-laws.ts';
import { beginTrouble } from './troubles.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What one run showed. */
export interface SimulationResult {
  readonly orderHours: number;
  readonly requestCount: number;
  readonly updateCount: number;
  readonly notificationCount: number;
  readonly crashCount: number;
  readonly removedCount: number;
  /** Webhooks that the program accepted. */
  readonly webhookCount: number;
  readonly mostRunning: number;
  /** Checks while nothing was wrong, and how many of these came more than a tenth too late. */
  readonly calmCheckCount: number;
  readonly lateCheckCount: number;
  /** The laws that were broken, in words; empty when none was. */
  readonly faults: readonly string[];
}

/** What a caller may fix; the seed decides everything else. */
export interface SimulationChoices extends LimitChoices {
  /** The path of the database. Default: in memory. */
  readonly databasePath?: string;
  /** Replaces finished orders by new ones, so that a long run has as much to do at its end. */
  readonly renewsOrders?: boolean;
  /** What the run is held to of what reaches a person. Default: {@link heldTellingLaws}. */
  readonly tellingLaws?: readonly TellingLaw[];
}

/** The laws of telling that every run is held to; all there are is `tellingLaws`. */
const heldTellingLaws: readonly TellingLaw[] = simulatedLaws;

/** The share of a run's periods, about fifteen minutes each, in which something goes wrong. */
const troubleShare = 0.25;

/** What the dispatcher of a run chose: all that happens, or what matters. */
function notifiedSettings(tellsEveryChange: boolean): Settings {
  const news = tellsEveryChange ? 'everyChange' : 'calm';
  return { ...defaultSettings, notificationPrivacy: 'full', news };
}

/** Runs the program with orders, faults, crashes and dispatcher's actions that a seed decides. */
export class Simulation {
  readonly #random: () => number;
  readonly #time = new SimulatedTime();
  readonly #nowMs = (): number => this.#time.monotonicMs();
  readonly #limits: RunLimits;
  readonly #model = new NotificationModel();
  readonly #serviceHealth = new ServiceHealthModel();
  readonly #laws: RequestLaws;
  readonly #gaps: GapLaw;
  readonly #learned = new LearnedOfOrders();
  readonly #orders: SimulatedOrders;
  readonly #sql: DatabaseSync;
  readonly #records: StoredRecords;
  readonly #service: SimulatedService;
  readonly #webhooks: SimulatedWebhooks | null;
  readonly #process: MortalProcess;
  readonly #faults: string[] = [];
  readonly #renewsOrders: boolean;
  readonly #settings: Settings;
  readonly #tellingLaws: readonly TellingLaw[];
  readonly #telling: TellingRecord | undefined;
  #isAskedByHand = false;
  #isTroubled = false;
  #clockSetBackMs = 0;
  #runningSinceMs = 0;
  #removedCount = 0;
  #updateCount = 0;

  constructor(seed: number, choices: SimulationChoices = {}) {
    this.#random = seeded(seed);
    this.#limits = new RunLimits(this.#random, choices);
    this.#gaps = new GapLaw(this.#limits.mostIntervals);
    this.#renewsOrders = choices.renewsOrders ?? false;
    this.#settings = notifiedSettings(this.#below(2) === 0);
    this.#tellingLaws = choices.tellingLaws ?? heldTellingLaws;
    this.#telling = this.#tellingLaws.length === 0 ? undefined : new TellingRecord(this.#time);
    const { requestsPerMinute } = this.#limits.watch;
    this.#laws = new RequestLaws(this.#nowMs, requestsPerMinute, (fault) => this.#broken(fault));
    this.#orders = new SimulatedOrders(this.#random, this.#model);
    this.#service = this.#newService();
    this.#sql = new DatabaseSync(choices.databasePath ?? ':memory:');
    this.#sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
    migrate(this.#sql);
    const hasWebhooks = this.#below(3) === 0;
    this.#records = new StoredRecords(this.#sql, this.#model, hasWebhooks);
    this.#webhooks = hasWebhooks
      ? new SimulatedWebhooks(this.#time, this.#random, this.#below(2) === 0, {
          receive: (webhook) => this.#process.program.receive(webhook),
          received: (id) => this.#learned.reported(id, this.#nowMs()),
        })
      : null;
    this.#process = this.#newProcess();
    this.#watchNew(this.#limits.orderCount);
  }

  /** @param looked called after each period with the virtual time, in milliseconds since the start */
  async run(
    hours: number,
    looked: (nowMs: number) => void = () => undefined,
  ): Promise<SimulationResult> {
    while (this.#nowMs() < hours * hourMs) {
      const trouble = this.#random() < troubleShare ? this.#trouble() : null;
      if (trouble !== null) this.#telling?.troubled(true);
      this.#isTroubled = trouble !== null;
      await this.#time.advance(minuteMs * (1 + this.#random() * 20));
      this.#orders.liveOn(this.#nowMs(), (before, after) =>
        this.#webhooks?.happened(before, after),
      );
      await this.#time.advance(this.#random() * 10 * minuteMs);
      if (trouble !== null) {
        this.#telling?.troubled(false);
        trouble();
        this.#isTroubled = false;
        this.#model.disturbed(this.#nowMs());
      }
      this.#checkKnown();
      if (this.#renewsOrders) this.#renew();
      else if (this.#random() < 0.1) this.#letGo(this.#orders.someId());
      if (this.#random() < 0.2) await this.#calm();
      looked(this.#nowMs());
    }
    await this.#finish();
    const notificationCount = this.#records.shownCount;
    this.#sql.close();
    return {
      orderHours: Math.round((this.#orders.count * this.#nowMs()) / hourMs),
      requestCount: this.#service.requestCount,
      updateCount: this.#updateCount,
      notificationCount,
      crashCount: this.#process.crashCount,
      removedCount: this.#removedCount,
      webhookCount: this.#webhooks?.sentCount ?? 0,
      mostRunning: this.#laws.mostRunning,
      calmCheckCount: this.#gaps.judgedCount,
      lateCheckCount: this.#gaps.lateCount,
      faults: this.#faults,
    };
  }

  #newService(): SimulatedService {
    const witness = requestWitness({
      nowMs: this.#nowMs,
      limits: this.#limits,
      laws: this.#laws,
      gaps: this.#gaps,
      serviceHealth: this.#serviceHealth,
      model: this.#model,
      learned: this.#learned,
      watcher: () => this.#process.program.watcher,
      keepsPace: () => this.#webhooks === null,
      isExcused: () => this.#isAskedByHand || this.#isTroubled,
      clockSetBackMs: () => this.#clockSetBackMs,
      broken: (fault) => this.#broken(fault),
    });
    return new SimulatedService(this.#time, this.#random, (id) => this.#model.stateOf(id), witness);
  }

  #newProcess(): MortalProcess {
    return new MortalProcess({
      sql: this.#sql,
      time: this.#time,
      random: this.#random,
      source: this.#service,
      limits: this.#limits.watch,
      settings: this.#settings,
      receivesWebhooks: this.#webhooks !== null,
      isShownFirst: (key) => this.#records.isShownFirst(key),
      notifiedOfContact: ({ event }) => {
        const fault = this.#serviceHealth.notified(event, this.#nowMs());
        if (fault !== null) this.#broken(fault);
      },
      reportDefect: (error) => {
        // The fault `defect` throws a TypeError on purpose.
        if (!(error instanceof TypeError)) this.#broken(`defect: ${String(error)}`);
      },
      dying: () => {
        this.#model.disturbed(this.#nowMs());
        this.#telling?.killed();
      },
      died: () => {
        this.#runningSinceMs = this.#nowMs();
        this.#service.restarted();
        this.#laws.restarted();
        this.#gaps.forget();
        this.#serviceHealth.restarted();
      },
      revived: () => {
        this.#webhooks?.restarted();
        this.#learned.restarted((id) => this.#known(id)?.status.raw ?? null);
        // The checks that the dispatcher asked for ended with the killed process.
        if (this.#isAskedByHand) this.#askByHand();
      },
      broken: (fault) => this.#broken(fault),
      telling: this.#telling,
    });
  }

  #trouble(): () => void {
    return beginTrouble({
      random: this.#random,
      time: this.#time,
      model: this.#model,
      serviceHealth: this.#serviceHealth,
      laws: this.#laws,
      service: this.#service,
      runningSinceMs: () => this.#runningSinceMs,
      watcher: () => this.#process.program.watcher,
      orderIds: () => this.#orders.ids(),
      hasOpenOrder: () => this.#orders.hasOpen(),
      outagePatienceMs: this.#limits.outagePatienceMs,
      crash: () => this.#process.crash(),
      setDisk: (fault) => {
        this.#process.diskFault = fault;
        this.#serviceHealth.diskRefuses(fault !== null, this.#nowMs());
      },
      becameUnknown: (id) => this.#learned.becameUnknown(id),
      clockSetBack: (backMs) => {
        this.#clockSetBackMs += backMs;
        this.#serviceHealth.clockSetBack(this.#nowMs(), backMs);
        if (this.#webhooks !== null) this.#webhooks.clockAheadMs += backMs;
      },
      broken: (fault) => this.#broken(fault),
    });
  }

  #watchNew(count: number): void {
    const nowMs = this.#nowMs();
    const ids = Array.from({ length: count }, () => this.#orders.begin(nowMs));
    this.#process.watch(ids);
    for (const id of ids) {
      const promisedAtMs = this.#promisedAtMs();
      this.#telling?.watched(id, promisedAtMs);
      if (promisedAtMs !== null) this.#process.promise(id, promisedAtMs);
    }
  }

  /** Every third order has a promise, within some hours. */
  #promisedAtMs(): number | null {
    if (this.#below(3) > 0) return null;
    return this.#time.wallMs() + (15 + this.#below(240)) * minuteMs;
  }

  /** The dispatcher stops watching this order and watches a new one. */
  #letGo(id: OrderId): void {
    if (this.#process.diskFault !== null || this.#orders.count < 3) return;
    this.#check(id);
    this.#removedCount += 1;
    this.#process.remove([id]);
    this.#telling?.removed(id);
    this.#orders.forget(id);
    this.#gaps.forget(id);
    this.#learned.forget(id);
    this.#service.unknownIds.delete(id);
    this.#watchNew(1);
  }

  #renew(): void {
    const beforeMs = this.#nowMs() - graceMs - this.#clockSetBackMs;
    for (const id of this.#learned.finishedBefore(beforeMs)) this.#letGo(id);
  }

  async #calm(): Promise<void> {
    await this.#time.advance(this.#limits.patienceMs + minuteMs);
    this.#checkKnown();
  }

  /** What the running process knows of an order. */
  #known(id: OrderId): Order | null {
    return this.#process.program.watcher.get(id)?.order ?? null;
  }

  #checkKnown(): void {
    for (const order of this.#model.mustBeKnown(this.#nowMs(), this.#limits.patienceMs)) {
      const known = this.#known(order.id);
      if (known?.noteToCourier === order.noteToCourier) continue;
      this.#broken(`${order.id} is at ${order.noteToCourier}, known ${known?.noteToCourier}`);
    }
  }

  async #finish(): Promise<void> {
    await this.#calm();
    this.#isAskedByHand = true;
    this.#askByHand();
    await this.#time.advance(5 * minuteMs + 2 * minuteMs * this.#limits.stretch);
    await this.#process.quit();
    const { storageFault } = this.#process.program.watcher;
    if (storageFault !== null) this.#broken(`not stored: ${storageFault}`);
    for (const fault of this.#telling?.faults(this.#tellingLaws) ?? []) this.#broken(fault);
    for (const fault of this.#records.faultsInAll(this.#orders.count)) this.#broken(fault);
    for (const id of this.#orders.ids()) {
      this.#check(id);
      const known = this.#known(id)?.noteToCourier;
      const truth = this.#model.stateOf(id)?.noteToCourier;
      if (known !== truth) this.#broken(`${id} ended at ${known}, should be ${truth}`);
    }
  }

  #askByHand(): void {
    this.#process.program.watcher.checkNow(this.#orders.ids());
  }

  /** Compares what is stored about an order with what must have been told about it. */
  #check(id: OrderId): void {
    const { updateCount, notFoundCount, faults } = this.#records.of(id);
    this.#updateCount += updateCount;
    if (notFoundCount > this.#learned.unknownTimes(id)) {
      this.#broken(`${id} was said to be not found ${notFoundCount} times`);
    }
    for (const fault of faults) this.#broken(fault);
  }

  #broken(fault: string): void {
    const hours = (this.#nowMs() / hourMs).toFixed(2);
    if (this.#faults.length < 20) this.#faults.push(`after ${hours} h: ${fault}`);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
