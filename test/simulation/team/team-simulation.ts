import type { OrderId } from '../../../core/order/order-id.ts';
import type { Notification } from '../../../core/notification/notification.ts';
import { sameValue } from '../../../core/same-value.ts';
import { type SharedOrder, sharedOrder } from '../../../core/team/shared-order.ts';
import type { Asker, HubBoard } from '../../../main/hub/ports.ts';
import { seeded } from '../../support/seeded.ts';
import { MemoryEngine, MemoryTeamLog } from '../../support/team-log/memory-team-log.ts';
import { mostWithin } from '../../support/watch/scripted-source.ts';
import { SimulatedTime } from '../world/simulated-time.ts';
import { AlarmLaws } from './alarm-laws.ts';
import { DeskActs, pick } from './desk-acts.ts';
import { LogWitness, stepsIn } from './log-witness.ts';
import { TrueService } from './service.ts';
import { type DeskSabotage, SimulatedDesk } from './simulated-desk.ts';
import { type HubSabotage, SimulatedHub } from './simulated-hub.ts';

const minuteMs = 60_000;
/** Within this all is well again: leases end, the share of the cap may be used, every order is checked. */
const healingMs = 2.5 * minuteMs;
/** How long people then come and go at their desks while nothing else goes wrong. */
const restlessMs = 3.5 * minuteMs;

/** What one run showed. */
export interface TeamResult {
  readonly virtualMinutes: number;
  readonly hubCount: number;
  readonly deskCount: number;
  readonly entryCount: number;
  readonly requestCount: number;
  readonly actCount: number;
  readonly troubleCount: number;
  readonly killCount: number;
  readonly shownCount: number;
  /** How often it was seen that a desk had been told of an alarm whose own desk was left. */
  readonly passedOnCount: number;
  /** The laws that were broken, in words; empty when none was. */
  readonly faults: readonly string[];
}

/** What a caller may add to a seed. */
export interface TeamChoices {
  /** Gets what happens, in words. */
  readonly tell?: (line: string) => void;
  /** Breaks a part, to see that a law notices. */
  readonly sabotage?: HubSabotage & DeskSabotage;
}

/** A team with hubs, desks, troubles and people that a seed decides. */
export class TeamSimulation {
  readonly #random: () => number;
  readonly #time = new SimulatedTime();
  readonly #engine = new MemoryEngine(this.#time);
  readonly #faults: string[] = [];
  readonly #service: TrueService;
  readonly #witness: LogWitness;
  readonly #acts: DeskActs;
  readonly #alarms: AlarmLaws;
  readonly #hubs: SimulatedHub[] = [];
  readonly #desks: SimulatedDesk[] = [];
  /** Ways between a desk and a hub place that are cut. */
  readonly #cutWays = new Set<string>();
  readonly #requestsPerMinute: number;
  readonly #isAlone: boolean;
  #isHealing = false;
  #isRestless = false;
  #hubRuns = 0;
  #troubleCount = 0;
  #killCount = 0;
  #shownCount = 0;

  readonly #sabotage: HubSabotage & DeskSabotage;
  readonly #tell: (what: string) => void;

  constructor(seed: number, { sabotage = {}, tell }: TeamChoices = {}) {
    this.#sabotage = sabotage;
    this.#tell = (what) => tell?.(`${(this.#time.monotonicMs() / 1000).toFixed(2)} ${what}`);
    const random = seeded(seed);
    this.#random = random;
    this.#isAlone = random() < 0.3;
    this.#requestsPerMinute = pick(random, [30, 60, 120, 600]) ?? 60;
    this.#service = new TrueService(this.#time, random);
    this.#acts = new DeskActs({
      random,
      service: this.#service,
      desks: this.#desks,
      tell: this.#tell,
    });
    this.#witness = new LogWitness(
      (fault) => this.#broken(fault),
      (reason) => this.#acts.isTakeOver(reason),
    );
    this.#alarms = new AlarmLaws({
      time: this.#time,
      desks: this.#desks,
      witness: this.#witness,
      areHubsWell: () => this.#hubs.every((hub) => hub.isReachable && !hub.isCut),
      hasWay: ({ asker }) => ![...this.#cutWays].some((way) => way.startsWith(`${asker.id} `)),
      broken: (fault) => this.#broken(fault),
    });
  }

  async run(): Promise<TeamResult> {
    await this.#begin();
    const troubledMs = minuteMs * (1 + this.#random() * 3);
    this.#often(() => this.#lives(), 2000, 15_000);
    this.#often(() => this.#acted(), 500, 7000);
    this.#often(() => this.#trouble(), 3000, 25_000);
    await this.#time.advance(troubledMs);
    this.#heal();
    await this.#time.advance(healingMs);
    await this.#rest();
    this.#judge();
    const virtualMinutes = this.#time.monotonicMs() / minuteMs;
    await this.#end();
    return {
      virtualMinutes,
      hubCount: this.#hubs.length,
      deskCount: this.#desks.length,
      entryCount: this.#witness.entries.length,
      requestCount: this.#service.requests.length,
      actCount: this.#acts.count,
      troubleCount: this.#troubleCount,
      killCount: this.#killCount,
      shownCount: this.#shownCount,
      passedOnCount: this.#alarms.passedOnCount,
      faults: this.#faults,
    };
  }

  async #begin(): Promise<void> {
    const hubCount = this.#isAlone ? 1 : 2 + this.#below(2);
    const deskCount = 2 + this.#below(4);
    const askers = Array.from({ length: deskCount }, (_, index): Asker => ({
      id: `desk-${index}`,
      name: `Desk ${index}`,
      role: 'dispatcher',
    }));
    await this.#letIn(askers);
    for (let place = 0; place < hubCount; place += 1) this.#hubs.push(this.#hub(place));
    await this.#time.advance(this.#random() * 5000);
    const world = {
      sabotage: this.#sabotage,
      time: this.#time,
      board: (desk: Asker, before: HubBoard | null) => this.#boardFor(desk, before),
      desksOf: (board: HubBoard) =>
        this.#hubs.find((hub) => hub.board === board)?.hub.desks ?? null,
      random: this.#random,
      shown: (desk: Asker, { key, orderId }: Notification, watched: object | null) => {
        this.#shownCount += 1;
        if (orderId !== null && watched !== null) this.#shown(desk, orderId, key);
      },
      broken: (fault: string) => this.#broken(fault),
    };
    for (const asker of askers) this.#desks.push(new SimulatedDesk(world, asker, this.#skewMs()));
    const orderCount = 3 + this.#below(6);
    for (let count = 0; count < orderCount; count += 1) {
      const id = this.#service.begin();
      const desk = pick(this.#random, this.#desks);
      this.#time.schedule(() => {
        if (desk?.isAlive === true) this.#acts.add(desk, id);
      }, this.#random() * 60_000);
    }
  }

  async #letIn(askers: readonly Asker[]): Promise<void> {
    const log = new MemoryTeamLog(this.#engine);
    const keptAtMs = this.#time.wallMs();
    for (const asker of askers) {
      const desk = {
        ...asker,
        keptAtMs,
        invitation: null,
        joinedAtMs: keptAtMs,
        revokedAtMs: null,
      };
      await log.append({
        key: `desk.${asker.id}`,
        body: JSON.stringify({ desk: { ...desk, tokenHash: `hash of ${asker.id}` } }),
        dedupeKey: asker.id,
        expectedSequence: 0,
      });
    }
    await log.close();
  }

  #hub(place: number): SimulatedHub {
    this.#hubRuns += 1;
    const world = {
      sabotage: this.#sabotage,
      time: this.#time,
      engine: this.#engine,
      service: this.#service,
      random: this.#random,
      requestsPerMinute: this.#requestsPerMinute,
      isAlone: this.#isAlone,
      appended: (entry: { sequence: number; key: string; body: string }) => {
        this.#tell(`entry ${entry.sequence} ${entry.key.slice(-2)} ${entry.body.slice(0, 200)}`);
        this.#witness.appended(entry);
      },
      broken: (fault: string) => this.#broken(fault),
    };
    return new SimulatedHub(world, `hub-${place}-${this.#hubRuns}`, this.#skewMs());
  }

  #boardFor(desk: Asker, before: HubBoard | null): HubBoard | null {
    const open = this.#hubs.filter(
      ({ isReachable }, place) => isReachable && !this.#cutWays.has(`${desk.id} ${place}`),
    );
    const known = open.find(({ board }) => board === before);
    return (known ?? pick(this.#random, open))?.board ?? null;
  }

  /** Something happens to an order. */
  #lives(): void {
    const id = pick(this.#random, this.#service.ids);
    if (id === undefined) return;
    this.#service.change(id);
    this.#tell(`${id.slice(-2)} is at ${this.#service.order(id)?.noteToCourier}`);
  }

  #acted(): void {
    const desk = pick(this.#random, this.#desks);
    if (desk?.isAlive === true && desk.isAwake && desk.attendance === 'here') this.#acts.act(desk);
  }

  /** People come and go at their desks, and nothing else goes wrong; then all are there again. */
  async #rest(): Promise<void> {
    this.#isHealing = false;
    for (let count = 0; count < 3; count += 1) {
      const desk = pick(this.#random, this.#desks);
      const id = this.#service.begin();
      if (desk !== undefined) this.#acts.add(desk, id);
    }
    const goesOn = (): boolean => this.#isRestless;
    this.#isRestless = true;
    this.#often(() => this.#lives(), 4000, 20_000, goesOn);
    this.#often(() => this.#acted(), 3000, 20_000, goesOn);
    this.#often(() => this.#leaves(), 5000, 40_000, goesOn);
    await this.#time.advance(restlessMs);
    this.#isRestless = false;
    this.#isHealing = true;
    for (const desk of this.#desks) this.#comesBack(desk);
    await this.#time.advance(healingMs);
  }

  /** A person leaves a desk: locks it, shuts the lid or ends the program; or is back. */
  #leaves(): void {
    const desk = pick(this.#random, this.#desks);
    if (desk === undefined) return;
    const isLeft = !desk.isAlive || !desk.isAwake || desk.attendance !== 'here';
    const choice = this.#below(4);
    this.#tell(`${desk.asker.name} ${isLeft ? 'comes back' : `leaves ${choice}`}`);
    if (isLeft) this.#comesBack(desk);
    else if (choice === 0) desk.attend('away');
    else if (choice === 1) desk.attend('locked');
    else if (choice === 2) desk.sleep();
    else desk.kill(null);
  }

  #comesBack(desk: SimulatedDesk): void {
    desk.attend('here');
    desk.wake();
    if (!desk.isWell) desk.revive(this.#skewMs());
  }

  /** Does something again and again, until all heals unless something else is given. */
  #often(
    run: () => void,
    leastMs: number,
    mostMs: number,
    goesOn: () => boolean = () => !this.#isHealing,
  ): void {
    this.#time.schedule(
      () => {
        if (!goesOn()) return;
        run();
        this.#alarms.look();
        this.#often(run, leastMs, mostMs, goesOn);
      },
      leastMs + this.#random() * (mostMs - leastMs),
    );
  }

  #trouble(): void {
    this.#troubleCount += 1;
    const forMs = 500 + this.#random() ** 2 * 30_000;
    const place = this.#below(this.#hubs.length);
    const hub = this.#hubs[place];
    const desk = pick(this.#random, this.#desks);
    if (hub === undefined || desk === undefined) return;
    const later = (run: () => void): void => {
      this.#time.schedule(() => {
        if (!this.#isHealing) run();
      }, forMs);
    };
    const trouble = this.#below(10);
    this.#tell(
      `trouble ${trouble} of ${hub.name} or ${desk.asker.name} for ${Math.round(forMs)} ms`,
    );
    switch (trouble) {
      case 0:
        this.#killCount += 1;
        hub.kill();
        later(() => this.#restart(place));
        break;
      case 1:
        hub.stop();
        later(() => hub.wake());
        break;
      case 2:
      case 3:
        if (this.#isAlone) return;
        hub.cut(true);
        later(() => hub.cut(false));
        break;
      case 4:
        if (!this.#isAlone) hub.losesAnswers(1 + this.#below(4));
        break;
      case 5:
        hub.clock.shiftWall((this.#random() - 0.5) * minuteMs);
        break;
      case 6:
        this.#killCount += 1;
        desk.kill(pick(this.#random, [null, 'before', 'after'] as const) ?? null);
        later(() => desk.revive(this.#skewMs()));
        break;
      case 7:
        desk.link.trouble.isCut = true;
        later(() => {
          if (desk.isAlive) desk.link.trouble.isCut = false;
        });
        break;
      case 8:
        desk.link.trouble.losesAnswers = 1 + this.#below(3);
        desk.link.trouble.repeats = this.#below(30);
        break;
      default:
        this.#cutWays.add(`${desk.asker.id} ${place}`);
        later(() => this.#cutWays.delete(`${desk.asker.id} ${place}`));
    }
  }

  #restart(place: number): void {
    if (this.#hubs[place]?.isDead === true) this.#hubs[place] = this.#hub(place);
  }

  #heal(): void {
    this.#isHealing = true;
    this.#cutWays.clear();
    for (const [place, hub] of this.#hubs.entries()) {
      hub.wake();
      hub.cut(false);
      hub.losesAnswers(0);
      this.#restart(place);
    }
    for (const desk of this.#desks) {
      desk.link.trouble.losesAnswers = 0;
      if (desk.isWell) desk.link.trouble.isCut = false;
      else desk.revive(this.#skewMs());
    }
  }

  async #end(): Promise<void> {
    for (const hub of this.#hubs) hub.kill();
    for (const desk of this.#desks) desk.kill(null);
    this.#time.dropTimers();
    await Promise.resolve();
  }

  /** A notification is on the screen of a desk: no other desk may have its order by what this one knows. */
  #shown(asker: Asker, id: OrderId, key: string): void {
    const desk = this.#desks.find((each) => each.asker === asker);
    const watched = desk?.watch.find(id);
    const sequence = watched?.team?.sequence;
    if (desk === undefined || watched === undefined || sequence === undefined) return;
    const claimant = this.#witness.claimantAt(id, sequence);
    // The answer to a claim or a release may be here before its entry.
    const isAsTheLogSays = watched.team?.claim?.deskId === claimant;
    if (claimant === null || claimant === asker.id || !isAsTheLogSays) return;
    this.#alarms.interrupted(desk, claimant, id, key);
  }

  #judge(): void {
    for (const desk of this.#desks) this.#judgeDesk(desk);
    for (const hub of this.#hubs) this.#judgeHub(hub);
    this.#judgeService();
    for (const fault of this.#acts.faults(this.#witness)) this.#broken(fault);
  }

  #judgeDesk({ asker, queuedCount, store, watch }: SimulatedDesk): void {
    const { last } = this.#witness;
    const { name } = asker;
    if (queuedCount > 0) this.#broken(`${queuedCount} changes still wait at ${name}`);
    const listed = watch.list();
    for (const { id } of listed) if (!last.has(id)) this.#broken(`${id} is still at ${name}`);
    for (const [id, { event, sequence }] of last) {
      const known = watch.get(id);
      if (known === undefined) this.#broken(`${id} is not at ${name}`);
      else if (!isSameShared(sharedOrder(known), event.order)) {
        this.#broken(
          `${name} has another state of ${id} than entry ${sequence}${differenceOf(sharedOrder(known), event.order)}`,
        );
      }
      const said = this.#witness.updatesOf(id);
      const stored = store.updates.filter(({ orderId }) => orderId === id);
      if (!sameValue(said, stored)) {
        const stepsOf = (updates: typeof said): string =>
          updates.map((update) => stepsIn(update)[1]).join();
        this.#broken(
          `${name} has the updates ${stepsOf(stored)} of ${id}, the log ${stepsOf(said)}`,
        );
      }
    }
  }

  #judgeHub({ board, isReachable, name }: SimulatedHub): void {
    if (!isReachable) {
      this.#broken(`${name} does not answer`);
      return;
    }
    const { last } = this.#witness;
    for (const { order } of board.orders()) {
      if (!last.has(order.id)) this.#broken(`${order.id} is still at ${name}`);
    }
    for (const [id, { event }] of last) {
      if (!sameValue(board.order(id), event.order)) {
        this.#broken(`${name} has another state of ${id} than the log`);
      }
    }
  }

  #judgeService(): void {
    const { requests } = this.#service;
    const nowMs = this.#time.monotonicMs();
    for (const [id, { event }] of this.#witness.last) {
      const actual = this.#service.order(id)?.noteToCourier;
      const known = event.order?.order?.noteToCourier;
      if (known !== actual) this.#broken(`${id} ended at ${known}, should be ${actual}`);
      const checkers = this.#hubs.filter(({ watcher }) => watcher.get(id) !== undefined);
      if (checkers.length !== 1) this.#broken(`${id} is checked by ${checkers.length} hubs`);
      const askers = new Set(
        requests
          .filter((request) => request.id === id && nowMs - request.atMs < 60_000)
          .map(({ by }) => by),
      );
      if (askers.size > 1) this.#broken(`${[...askers].join()} asked for ${id} in the last minute`);
    }
    // A hub that is alone knows nothing of what it sent before it was killed.
    const spans = this.#isAlone ? [...Map.groupBy(requests, ({ by }) => by).values()] : [requests];
    for (const span of spans) {
      const most = mostWithin(
        span.map(({ atMs }) => atMs),
        60_000,
      );
      if (most > this.#requestsPerMinute) {
        this.#broken(`${most} requests in a minute, ${this.#requestsPerMinute} allowed`);
      }
    }
  }

  /** A wrong clock. */
  #skewMs(): number {
    return this.#random() < 0.3 ? 0 : (this.#random() - 0.5) * 2 * minuteMs;
  }

  #broken(fault: string): void {
    const seconds = (this.#time.monotonicMs() / 1000).toFixed(1);
    if (this.#faults.length < 20) this.#faults.push(`after ${seconds} s: ${fault}`);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** Whether two states are alike, but for when the answer was last confirmed, which each status tells a desk. */
function isSameShared(one: SharedOrder, other: SharedOrder | null): boolean {
  return other !== null && sameValue(comparable(one), comparable(other));
}

function comparable({ observedAtMs: _confirmed, team, ...rest }: SharedOrder): object {
  const { sequence: _sequence, ...shared } = team;
  return { ...rest, team: shared };
}

function differenceOf(one: SharedOrder, other: SharedOrder | null): string {
  const [left, right] = [comparable(one), other === null ? {} : comparable(other)];
  const names = Object.keys(left).filter(
    (name) => !sameValue(Reflect.get(left, name), Reflect.get(right, name)),
  );
  return names
    .map(
      (name) =>
        ` ${name}: ${JSON.stringify(Reflect.get(left, name))} for ${JSON.stringify(Reflect.get(right, name))}`,
    )
    .join();
}
