import { DatabaseSync } from 'node:sqlite';
import type { OrderId } from '../../core/order-id.ts';
import { readOrderStatus } from '../../core/order-status.ts';
import type { OrderUpdate } from '../../core/order-update.ts';
import type { Order } from '../../core/order.ts';
import type { Telling } from '../../core/telling.ts';
import { decideProblemTellings, decideTellings } from '../../main/notify/policy.ts';
import { Teller } from '../../main/notify/teller.ts';
import { migrations } from '../../main/storage/migrations/index.ts';
import { OutboxRepository } from '../../main/storage/outbox-repository.ts';
import { WatchRepository } from '../../main/storage/watch-repository.ts';
import type { WatchStore } from '../../main/watch/ports.ts';
import { Watcher } from '../../main/watch/watcher.ts';
import { orderIdAt, someOrder } from '../support/watched-orders.ts';
import { SimulatedService } from './simulated-service.ts';
import type { NetworkFault } from './simulated-service.ts';
import { SimulatedTime } from './simulated-time.ts';
import { ToldModel } from './told-model.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What one run showed. */
export interface SimulationResult {
  readonly orderHours: number;
  readonly requestCount: number;
  readonly updateCount: number;
  readonly crashCount: number;
  /** Broken promises; empty when all were kept. */
  readonly faults: readonly string[];
}

/** A small generator of chance (mulberry32): the same seed gives the same run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const networkFaults: readonly NetworkFault[] = [
  'dns-failed',
  'unreachable',
  'connection-lost',
  'service-failing',
  'rate-limited',
  'captive-portal',
  'credentials-refused',
  'answer-unreadable',
  'defect',
  'silence',
];

/** Lives of orders, in words of the service; the end of a line is the end of the order. */
const lives: readonly (readonly (readonly [
  word: string,
  courier: string | null,
  amount: number,
])[])[] = [
  [
    ['active', 'Chan', 86],
    ['picked_up', 'Chan', 86],
    ['completed', 'Chan', 86],
    ['completed', 'Chan', 98],
  ],
  [
    ['active', 'Chan', 86],
    ['pending', null, 86],
    ['active', 'Ho', 86],
    ['completed', 'Ho', 91],
  ],
  [
    ['active', 'Chan', 86],
    ['active', 'Ho', 86],
    ['at_the_gate', 'Ho', 86],
    ['completed', 'Ho', 86],
  ],
  [
    ['active', 'Chan', 80],
    ['cancelled', 'Chan', 80],
  ],
  [['cancelled', null, 86]],
];

/** A running watcher with what is around it in one process. */
interface Program {
  readonly watcher: Watcher;
  readonly teller: Teller;
}

/** One seed's world: a day of orders, faults, crashes and hands, and what was told of it. */
export class Simulation {
  readonly #random: () => number;
  readonly #time = new SimulatedTime();
  readonly #model = new ToldModel();
  readonly #sql = new DatabaseSync(':memory:');
  readonly #service: SimulatedService;
  readonly #ids: readonly OrderId[];
  readonly #steps = new Map<
    OrderId,
    { life: number; at: number; nextMs: number; version: number }
  >();
  readonly #faults: string[] = [];
  readonly #shownKeys = new Set<string>();
  readonly #everySeconds: number;
  #isDiskBroken = false;
  #program: Program;
  #crashCount = 0;
  #updateCount = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
    this.#everySeconds = 15 * (1 + this.#below(4));
    this.#service = new SimulatedService(this.#time, this.#random, (id) => this.#model.stateOf(id));
    for (const migration of migrations) this.#sql.exec(migration);
    this.#ids = Array.from({ length: 5 + this.#below(60) }, (_, index) => orderIdAt(index + 1));
    for (const id of this.#ids) {
      this.#model.lives(someOrder(id, { noteToCourier: 'step 0' }), 0);
      this.#steps.set(id, {
        life: this.#below(lives.length),
        at: 0,
        nextMs: this.#random() * 4 * hourMs,
        version: 0,
      });
    }
    this.#program = this.#boot();
    this.#program.watcher.add(this.#ids.map((id) => ({ id, label: null })));
  }

  async run(hours: number): Promise<SimulationResult> {
    while (this.#time.monotonicMs() < hours * hourMs) {
      const trouble = this.#random() < 0.15 ? this.#trouble() : null;
      await this.#time.advance(minuteMs * (1 + this.#random() * 20));
      this.#liveOn();
      await this.#time.advance(this.#random() * 10 * minuteMs);
      if (trouble !== null) {
        trouble();
        this.#model.disturbed(this.#time.monotonicMs());
      }
      this.#checkKnown();
      if (this.#random() < 0.2) await this.#calm();
    }
    await this.#finish();
    return {
      orderHours: Math.round((this.#ids.length * this.#time.monotonicMs()) / hourMs),
      requestCount: this.#service.requestCount,
      updateCount: this.#updateCount,
      crashCount: this.#crashCount,
      faults: this.#faults,
    };
  }

  #boot(): Program {
    const repository = new WatchRepository(this.#sql, () => this.#time.wallMs());
    const outbox = new OutboxRepository(this.#sql, () => this.#time.wallMs());
    const store: WatchStore = {
      load: () => repository.load(),
      save: (records) => {
        if (this.#isDiskBroken) throw new Error('database or disk is full');
        repository.save(records);
      },
      remove: (ids) => repository.remove(ids),
    };
    const teller = new Teller({
      outbox,
      desk: {
        show: ({ key }, events) => {
          if (this.#shownKeys.has(key)) this.#faults.push(`shown twice: ${key}`);
          this.#shownKeys.add(key);
          events.shown(key);
        },
        close: () => {},
        closeAll: () => {},
      },
      clock: this.#time,
      gaze: () => ({ openOrderId: null }),
      privacy: () => 'full',
      isMuted: () => false,
      nameOf: (id) => id,
      healthChanged: () => {},
      opened: () => {},
    });
    const watcher = new Watcher({
      source: this.#service,
      store,
      clock: this.#time,
      random: this.#random,
      decideTellings: decideTellings(() => ({ priceUnit: 'major', locale: 'en' })),
      decideProblemTellings,
      events: {
        ordersChanged: () => {},
        ordersRemoved: () => {},
        orderUpdated: () => {},
        tellingsStored: () => teller.tellingsStored(),
        sightChanged: () => {},
        deskChanged: () => {},
      },
      limits: { requestsPerMinute: 6000, activeEverySeconds: this.#everySeconds },
      installSeed: 7,
      reportDefect: (error) => {
        if (!(error instanceof TypeError)) this.#faults.push(`defect: ${String(error)}`);
      },
    });
    watcher.start();
    teller.start();
    return { watcher, teller };
  }

  /** Begins something bad. @returns what ends it */
  #trouble(): () => void {
    const { watcher } = this.#program;
    this.#model.disturbed(this.#time.monotonicMs());
    switch (this.#below(8)) {
      case 0: {
        this.#isDiskBroken = true;
        return () => {
          this.#isDiskBroken = false;
        };
      }
      case 1: {
        const id = this.#ids[this.#below(this.#ids.length)] ?? orderIdAt(1);
        this.#service.unknownIds.add(id);
        return () => this.#service.unknownIds.delete(id);
      }
      case 2:
        this.#crash();
        return () => {};
      case 3:
        this.#time.shiftWall(this.#random() * 8 * hourMs);
        return () => {};
      case 4:
        this.#time.pass(this.#random() * minuteMs);
        return () => {};
      case 5:
        watcher.pause(null);
        return () => this.#program.watcher.resume();
      default: {
        this.#service.fault = networkFaults[this.#below(networkFaults.length)] ?? null;
        this.#service.faultShare = this.#random() < 0.5 ? 1 : this.#random();
        return () => {
          this.#service.fault = null;
          // Refused credentials wait for the dispatcher, who acts now.
          this.#program.watcher.retryNow();
          if (this.#random() < 0.3) this.#crash();
        };
      }
    }
  }

  /** The process is killed: what was not written is gone, and so are its timers and requests. */
  #crash(): void {
    this.#crashCount += 1;
    this.#time.dropTimers();
    this.#service.restarted();
    this.#program = this.#boot();
  }

  /** Each order goes on to its next state when its time has come. */
  #liveOn(): void {
    const nowMs = this.#time.monotonicMs();
    for (const [id, step] of this.#steps) {
      const next = lives[step.life]?.[step.at];
      if (next === undefined || step.nextMs > nowMs) continue;
      const [word, courier, amount] = next;
      step.at += 1;
      step.version += 1;
      step.nextMs = nowMs + this.#random() ** 3 * hourMs;
      this.#model.lives(
        someOrder(id, {
          status: readOrderStatus(word),
          courier: courier === null ? null : { name: courier, phoneNumber: courier, fix: null },
          price: { amount, currency: 'HKD' },
          noteToCourier: `step ${step.version}`,
        }),
        nowMs,
      );
    }
  }

  async #calm(): Promise<void> {
    await this.#time.advance(this.#patienceMs + minuteMs);
    this.#checkKnown();
  }

  /** The slowest pace of an order that is still checked, a blindness' last pause, and some. */
  get #patienceMs(): number {
    return 1.6 * 20_000 * this.#everySeconds + 6 * minuteMs;
  }

  #checkKnown(): void {
    const nowMs = this.#time.monotonicMs();
    for (const order of this.#model.mustBeKnown(nowMs, this.#patienceMs)) {
      // After its grace a finished order is not checked any more.
      if (order.status.phase === 'done') continue;
      const known = this.#program.watcher.get(order.id)?.order ?? null;
      if (known?.noteToCourier === order.noteToCourier) continue;
      this.#faults.push(`${order.id} is at ${order.noteToCourier}, known ${known?.noteToCourier}`);
    }
    if (this.#service.overlapCount > 0) this.#faults.push('an order was asked for twice at once');
  }

  async #finish(): Promise<void> {
    await this.#calm();
    this.#program.watcher.checkNow(this.#ids);
    await this.#time.advance(5 * minuteMs);
    await this.#program.watcher.stop();
    this.#program.teller.stop();
    const { storageFault } = this.#program.watcher;
    if (storageFault !== null) this.#faults.push(`not stored: ${storageFault}`);
    const updates = this.#updates();
    this.#updateCount = updates.length;
    const outcomes = this.#sql
      .prepare('SELECT telling_json, outcome FROM tellings ORDER BY no')
      .all();
    const tellings = outcomes.map((row): Telling => JSON.parse(String(row['telling_json'])));
    const untold = outcomes.filter((row) => row['outcome'] === null).length;
    if (untold > 0) this.#faults.push(`${untold} tellings were never settled`);
    for (const watched of new WatchRepository(this.#sql, () => 0).load()) {
      const ofOrder = updates.filter((update) => update.orderId === watched.id);
      const told = tellings.filter(
        ({ orderId, event }) => orderId === watched.id && event !== 'notFound',
      );
      const truth: Order | undefined = this.#model.stateOf(watched.id);
      if (watched.order === null || truth === undefined) {
        this.#faults.push(`${watched.id} was never seen`);
        continue;
      }
      if (watched.order.noteToCourier !== truth.noteToCourier) {
        this.#faults.push(`${watched.id} ended at ${watched.order.noteToCourier}`);
      }
      this.#faults.push(
        ...this.#model.faultsIn(watched.id, ofOrder, watched.order),
        ...this.#model.faultsInTellings(ofOrder, told),
      );
    }
    this.#sql.close();
  }

  #updates(): readonly OrderUpdate[] {
    const rows = this.#sql
      .prepare(
        `SELECT watched_orders.id, updates.* FROM updates
        JOIN watched_orders ON watched_orders.no = updates.order_no ORDER BY updates.no`,
      )
      .all();
    return rows.map((row) => ({
      orderId: String(row['id']) as OrderId,
      source: 'poll',
      seenAtMs: Number(row['seen_at_ms']),
      kinds: JSON.parse(String(row['kinds_json'])),
      reasons: JSON.parse(String(row['reasons_json'])),
      changes: JSON.parse(String(row['changes_json'])),
      move: null,
    }));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
