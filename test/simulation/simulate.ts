import { DatabaseSync } from 'node:sqlite';
import type { OrderId } from '../../core/order-id.ts';
import type { Order } from '../../core/order.ts';
import type { Telling } from '../../core/telling.ts';
import { bringForward } from '../../main/storage/migrations/bring-forward.ts';
import { orderIdAt } from '../support/watched-orders.ts';
import { GapLaw } from './gap-law.ts';
import { OrderLife } from './order-lives.ts';
import { RequestLaws } from './request-laws.ts';
import { seeded } from './seeded.ts';
import { SightModel } from './sight-model.ts';
import { SimulatedProgram } from './simulated-program.ts';
import { rateLimitedForMs, SimulatedService } from './simulated-service.ts';
import { SimulatedWebhooks } from './simulated-webhooks.ts';
import { SimulatedTime } from './simulated-time.ts';
import { StoredRecords } from './stored-records.ts';
import { graceMs, isFinishedWord, ToldModel } from './told-model.ts';
import { beginTrouble, type DiskFault } from './troubles.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What one run showed. */
export interface SimulationResult {
  readonly orderHours: number;
  readonly requestCount: number;
  readonly updateCount: number;
  readonly tellingCount: number;
  readonly crashCount: number;
  readonly removedCount: number;
  /** Webhooks that were taken in. */
  readonly webhookCount: number;
  readonly mostRunning: number;
  /** Broken promises; empty when all were kept. */
  readonly faults: readonly string[];
}

/** What a run may be given instead of drawing it from its seed. */
export interface SimulationChoices {
  readonly orderCount?: number;
  readonly everySeconds?: number;
  readonly requestsPerMinute?: number;
  /** Where the database lives. Default: in memory. */
  readonly databasePath?: string;
  /** Orders that are over make room for new ones, so that a long run has as much to do at its end. */
  readonly renewsOrders?: boolean;
}

/** How many of the stretches of a run, of some twenty minutes each, have something wrong with them. */
const troubleShare = 0.25;
/** How often a notification is the last thing that a process does. */
const killedInShowing = 0.01;
/** How often a write is: in the middle of its transaction, or after it and before anybody hears of it. */
const killedInWriting = 0.0005;

/** One seed's world: a day of orders, faults, crashes and hands, and what was told of it. */
export class Simulation {
  readonly #random: () => number;
  readonly #time = new SimulatedTime();
  readonly #model = new ToldModel();
  readonly #sight = new SightModel();
  #webhooks: SimulatedWebhooks | null = null;
  readonly #reportedAtMs = new Map<OrderId, number>();
  readonly #laws: RequestLaws;
  readonly #gaps = new GapLaw();
  readonly #sql: DatabaseSync;
  readonly #records: StoredRecords;
  readonly #service: SimulatedService;
  readonly #lives = new Map<OrderId, OrderLife>();
  /** When the watcher was first told that an order is finished. */
  readonly #finishedSeenMs = new Map<OrderId, number>();
  /** How often the service did not know an order for a while. */
  readonly #unknownTimes = new Map<OrderId, number>();
  readonly #faults: string[] = [];
  readonly #limits: { readonly activeEverySeconds: number; readonly requestsPerMinute: number };
  readonly #stretch: number;
  readonly #renewsOrders: boolean;
  #diskFault: DiskFault | null = null;
  /** Shown while the disk could not take that down: only a crash before it can is forgiven. */
  readonly #shownUnwritten = new Set<string>();
  readonly #mayRepeat = new Set<string>();
  readonly #unwatched: { readonly id: OrderId; readonly label: null }[] = [];
  #isAskedByHand = false;
  /** The process is quit: nobody comes after it any more who could mend what a kill leaves. */
  #isEnding = false;
  #isTroubled = false;
  #clockSetBackMs = 0;
  #program: SimulatedProgram;
  #orderCount = 0;
  #crashCount = 0;
  #removedCount = 0;
  #updateCount = 0;

  constructor(seed: number, choices: SimulationChoices = {}) {
    this.#random = seeded(seed);
    this.#limits = {
      activeEverySeconds: choices.everySeconds ?? 15 * (1 + this.#below(4)),
      requestsPerMinute:
        choices.requestsPerMinute ?? [6000, 6000, 1200, 300][this.#below(4)] ?? 6000,
    };
    const orderCount = choices.orderCount ?? 5 + this.#below(60);
    const { activeEverySeconds, requestsPerMinute } = this.#limits;
    this.#stretch = Math.max(1, (orderCount * 120) / activeEverySeconds / requestsPerMinute);
    this.#renewsOrders = choices.renewsOrders ?? false;
    const nowMs = (): number => this.#time.monotonicMs();
    this.#laws = new RequestLaws(nowMs, requestsPerMinute, (fault) => this.#broken(fault));
    this.#service = new SimulatedService(
      this.#time,
      this.#random,
      (id) => this.#model.stateOf(id),
      this.#witness(),
    );
    this.#sql = new DatabaseSync(choices.databasePath ?? ':memory:');
    this.#sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON');
    bringForward(this.#sql);
    const hasWebhooks = this.#below(3) === 0;
    this.#records = new StoredRecords(this.#sql, this.#model, hasWebhooks);
    if (hasWebhooks) {
      this.#webhooks = new SimulatedWebhooks(this.#time, this.#random, this.#below(2) === 0, {
        receive: (webhook) => this.#program.receive(webhook),
        received: (id) => this.#reportedAtMs.set(id, this.#time.monotonicMs()),
      });
    }
    this.#program = this.#boot();
    this.#watchNew(orderCount);
  }

  /** @param looked called now and then with the virtual time, in milliseconds since the start */
  async run(
    hours: number,
    looked: (nowMs: number) => void = () => undefined,
  ): Promise<SimulationResult> {
    while (this.#time.monotonicMs() < hours * hourMs) {
      const trouble = this.#random() < troubleShare ? this.#trouble() : null;
      this.#isTroubled = trouble !== null;
      await this.#time.advance(minuteMs * (1 + this.#random() * 20));
      this.#liveOn();
      await this.#time.advance(this.#random() * 10 * minuteMs);
      if (trouble !== null) {
        trouble();
        this.#isTroubled = false;
        this.#model.disturbed(this.#time.monotonicMs());
      }
      this.#checkKnown();
      if (this.#diskFault === null) this.#shownUnwritten.clear();
      if (this.#renewsOrders) this.#renew();
      else if (this.#random() < 0.1) this.#letGo(this.#someId());
      if (this.#random() < 0.2) await this.#calm();
      looked(this.#time.monotonicMs());
    }
    await this.#finish();
    const tellingCount = this.#records.shownCount;
    this.#sql.close();
    return {
      orderHours: Math.round((this.#lives.size * this.#time.monotonicMs()) / hourMs),
      requestCount: this.#service.requestCount,
      updateCount: this.#updateCount,
      tellingCount,
      crashCount: this.#crashCount,
      removedCount: this.#removedCount,
      webhookCount: this.#webhooks?.handedOverCount ?? 0,
      mostRunning: this.#laws.mostRunning,
      faults: this.#faults,
    };
  }

  #boot(): SimulatedProgram {
    return new SimulatedProgram({
      sql: this.#sql,
      time: this.#time,
      random: this.#random,
      source: this.#service,
      limits: this.#limits,
      readReported: this.#webhooks === null ? null : (data, id) => this.#reportedOrder(data, id),
      diskFault: () => this.#diskFault,
      killedInWriting: () => {
        if (this.#isEnding || this.#random() >= killedInWriting) return null;
        this.#time.schedule(() => this.#crashNow(), 0);
        return this.#random() < 0.5 ? 'before' : 'after';
      },
      shown: (key) => {
        const isFirst = this.#records.isShownFirst(key);
        if (!isFirst && !this.#mayRepeat.has(key)) this.#broken(`shown twice: ${key}`);
        if (this.#diskFault !== null) this.#shownUnwritten.add(key);
        const isKilled = this.#random() < killedInShowing;
        // Nothing of what it still does in this turn leaves a trace.
        if (isKilled) this.#time.schedule(() => this.#crashNow(), 0);
        return isKilled;
      },
      toldOfDesk: ({ event }: Telling) => {
        const fault = this.#sight.told(event, this.#time.monotonicMs());
        if (fault !== null) this.#broken(fault);
      },
      reportDefect: (error) => {
        // The one that a trouble makes on purpose.
        if (!(error instanceof TypeError)) this.#broken(`defect: ${String(error)}`);
      },
    });
  }

  #witness(): ConstructorParameters<typeof SimulatedService>[3] {
    return {
      sent: (id) => {
        const isExcused = this.#isAskedByHand || this.#isTroubled || this.#isReported(id);
        const finishedMs = isExcused ? undefined : this.#finishedSeenMs.get(id);
        const goneSinceMs =
          finishedMs === undefined
            ? null
            : // A check that trouble held up is made once it is over.
              Math.max(finishedMs + graceMs + this.#clockSetBackMs, this.#model.calmSinceMs) +
              this.#patienceMs;
        // With webhooks, orders go from the pace of an audit back to their own at any time.
        if (this.#hasRoom && this.#webhooks === null && !isExcused) {
          const { checkEveryMs } = this.#program.watcher.plan(id);
          const { calmSinceMs } = this.#model;
          const late = this.#gaps.sent(id, this.#time.monotonicMs(), checkEveryMs, calmSinceMs);
          if (late !== null) this.#broken(late);
        }
        this.#laws.sent(id, this.#program.watcher.sight.state === 'blind', goneSinceMs);
      },
      ended: (id) => this.#laws.ended(id),
      answered: (id, what) => {
        const nowMs = this.#time.monotonicMs();
        this.#sight.answered(nowMs);
        this.#gaps.answered(id, nowMs);
        const word = this.#model.stateOf(id)?.status.raw ?? null;
        if (what !== 'order' || !isFinishedWord(word)) return;
        if (!this.#finishedSeenMs.has(id)) this.#finishedSeenMs.set(id, nowMs);
      },
      failed: (fault) => {
        this.#sight.failed(fault);
        if (fault === 'rate-limited') this.#laws.pausedFor(rateLimitedForMs);
      },
    };
  }

  #trouble(): () => void {
    return beginTrouble({
      random: this.#random,
      time: this.#time,
      model: this.#model,
      sight: this.#sight,
      laws: this.#laws,
      service: this.#service,
      watcher: () => this.#program.watcher,
      orderIds: () => [...this.#lives.keys()],
      hasOpenOrder: () => this.#hasOpenOrder(),
      outagePatienceMs: this.#outagePatienceMs,
      crash: () => this.#crash(),
      setDisk: (fault) => {
        this.#diskFault = fault;
      },
      becameUnknown: (id) => this.#becameUnknown(id),
      mayGoBack: this.#webhooks?.isTrusted !== true,
      clockSetBack: (backMs) => {
        this.#clockSetBackMs += backMs;
        if (this.#webhooks !== null) this.#webhooks.clockAheadMs += backMs;
      },
      broken: (fault) => this.#broken(fault),
    });
  }

  #crashNow(): void {
    this.#model.disturbed(this.#time.monotonicMs());
    this.#crash();
  }

  /** The process is killed: what was not written is gone, and so are its timers and requests. */
  #crash(): void {
    this.#crashCount += 1;
    for (const key of this.#shownUnwritten) this.#mayRepeat.add(key);
    this.#shownUnwritten.clear();
    this.#time.dropTimers();
    this.#service.restarted();
    this.#laws.restarted();
    this.#gaps.forget();
    this.#sight.restarted();
    this.#program = this.#boot();
    this.#watch(this.#unwatched.splice(0));
    this.#webhooks?.restarted();
    for (const id of this.#finishedSeenMs.keys()) {
      const known = this.#program.watcher.get(id)?.order?.status.raw ?? null;
      if (!isFinishedWord(known)) this.#finishedSeenMs.delete(id);
    }
  }

  /** Each order goes on to its next state when its time has come. */
  #liveOn(): void {
    const nowMs = this.#time.monotonicMs();
    for (const life of this.#lives.values()) {
      const order = life.next(nowMs);
      if (order === null) continue;
      const before = this.#model.stateOf(order.id);
      this.#model.lives(order, nowMs);
      if (before !== undefined) this.#webhooks?.happened(before, order);
    }
  }

  #watchNew(count: number): void {
    const nowMs = this.#time.monotonicMs();
    const added = Array.from({ length: count }, () => {
      this.#orderCount += 1;
      const id = orderIdAt(this.#orderCount);
      const life = new OrderLife(id, this.#random, nowMs);
      this.#lives.set(id, life);
      this.#model.lives(life.first(), nowMs);
      return { id, label: null };
    });
    this.#watch(added);
  }

  /** A process that dies of it forgets them; whoever sees them missing adds them again. */
  #watch(added: readonly { readonly id: OrderId; readonly label: null }[]): void {
    this.#program.watcher.add(added);
    if (this.#program.isKilled) this.#unwatched.push(...added);
  }

  /** The dispatcher stops watching this order and watches another. */
  #letGo(id: OrderId): void {
    if (this.#diskFault !== null || this.#lives.size < 3) return;
    this.#check(id);
    this.#removedCount += 1;
    this.#program.watcher.remove([id]);
    this.#lives.delete(id);
    this.#model.forget(id);
    this.#gaps.forget(id);
    this.#finishedSeenMs.delete(id);
    this.#unknownTimes.delete(id);
    this.#reportedAtMs.delete(id);
    this.#service.unknownIds.delete(id);
    this.#watchNew(1);
  }

  #renew(): void {
    const beforeMs = this.#time.monotonicMs() - graceMs - this.#clockSetBackMs;
    for (const [id, seenMs] of this.#finishedSeenMs) if (seenMs < beforeMs) this.#letGo(id);
  }

  async #calm(): Promise<void> {
    await this.#time.advance(this.#patienceMs + minuteMs);
    this.#checkKnown();
  }

  /** The slowest pace of an order that is still checked, a blindness' last pause, and some. */
  get #patienceMs(): number {
    const { activeEverySeconds, requestsPerMinute } = this.#limits;
    // After a 429 the rate comes back by a twentieth a minute; only a short cap feels it.
    const slowedMs = requestsPerMinute < 6000 ? 20 * minuteMs : 0;
    return 1.6 * 20_000 * activeEverySeconds * this.#stretch + 6 * minuteMs + slowedMs;
  }

  /** An open order is asked at a quarter of a minute's pace times four, then a minute must pass. */
  get #outagePatienceMs(): number {
    return 1.6 * 4000 * this.#limits.activeEverySeconds * this.#stretch + 3 * minuteMs;
  }

  /** What a webhook brings of an order. One that the service then does not know is told so once more. */
  #reportedOrder(data: unknown, id: OrderId): Order | null {
    if (this.#service.unknownIds.has(id)) this.#becameUnknown(id);
    if (typeof data !== 'object' || data === null || !('note_to_courier' in data)) return null;
    return this.#model.stateWith(id, data.note_to_courier);
  }

  #becameUnknown(id: OrderId): void {
    this.#unknownTimes.set(id, (this.#unknownTimes.get(id) ?? 0) + 1);
  }

  /** Whether a webhook may still have this order checked: for an hour without any answer. */
  #isReported(id: OrderId): boolean {
    const atMs = this.#reportedAtMs.get(id);
    return atMs !== undefined && this.#time.monotonicMs() - atMs < hourMs + minuteMs;
  }

  /** Whether the cap is so high that no interval has to be stretched. */
  get #hasRoom(): boolean {
    return this.#limits.requestsPerMinute >= 1200;
  }

  #hasOpenOrder(): boolean {
    return [...this.#lives.keys()].some(
      (id) => !isFinishedWord(this.#model.stateOf(id)?.status.raw ?? null),
    );
  }

  #checkKnown(): void {
    for (const order of this.#model.mustBeKnown(this.#time.monotonicMs(), this.#patienceMs)) {
      const known = this.#program.watcher.get(order.id)?.order ?? null;
      if (known?.noteToCourier === order.noteToCourier) continue;
      this.#broken(`${order.id} is at ${order.noteToCourier}, known ${known?.noteToCourier}`);
    }
  }

  async #finish(): Promise<void> {
    await this.#calm();
    this.#isAskedByHand = true;
    this.#program.watcher.checkNow([...this.#lives.keys()]);
    await this.#time.advance(5 * minuteMs + 2 * minuteMs * this.#stretch);
    this.#isEnding = true;
    await this.#program.stop();
    const { storageFault } = this.#program.watcher;
    if (storageFault !== null) this.#broken(`not stored: ${storageFault}`);
    for (const fault of this.#records.faultsInAll()) this.#broken(fault);
    for (const id of this.#lives.keys()) {
      this.#check(id);
      const known = this.#program.watcher.get(id)?.order?.noteToCourier;
      const truth = this.#model.stateOf(id)?.noteToCourier;
      if (known !== truth) this.#broken(`${id} ended at ${known}, should be ${truth}`);
    }
  }

  /** Holds what is stored of an order to what must have been told of it. */
  #check(id: OrderId): void {
    const { updateCount, notFoundCount, faults } = this.#records.of(id);
    this.#updateCount += updateCount;
    if (notFoundCount > (this.#unknownTimes.get(id) ?? 0)) {
      this.#broken(`${id} was said to be not found ${notFoundCount} times`);
    }
    for (const fault of faults) this.#broken(fault);
  }

  #someId(): OrderId {
    return [...this.#lives.keys()][this.#below(this.#lives.size)] ?? orderIdAt(1);
  }

  #broken(fault: string): void {
    const hours = (this.#time.monotonicMs() / hourMs).toFixed(2);
    if (this.#faults.length < 20) this.#faults.push(`after ${hours} h: ${fault}`);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
