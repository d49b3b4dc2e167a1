import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyNotification } from '../../../core/notification/notification.ts';
import type {
  DesktopNotifications,
  StoredNotification,
} from '../../../main/engine/notify/ports.ts';
import { KnownOrders } from '../../simulation/laws/telling/known-orders.ts';
import type { ClosedCard, NotifiedCard } from '../../simulation/laws/telling/notified-card.ts';
import { SimulatedTime } from '../../simulation/world/simulated-time.ts';
import type { Clock } from '../../../core/clock.ts';
import { DirectLink } from '../../support/hub/direct-link.ts';
import { ana, HubBench, mei } from '../../support/hub/hub-bench.ts';
import { seeded } from '../../support/seeded.ts';
import { median } from '../shared/machine.ts';
import { type DeskPlace, RushDesk } from './desk.ts';
import { earlierOrders } from './earlier-orders.ts';
import { type Scenario, settingsOf } from './scenarios.ts';
import {
  hourMs,
  type Need,
  type ScriptedHour,
  type ScriptedOrder,
  scriptedHour,
} from './script.ts';
import { ScriptedService } from './service.ts';

const minuteMs = 60_000;
/** After the hour, so that what is due at its end is still shown. */
const afterMs = 2 * minuteMs;
/** When the desk joins its team. */
const joinsAfterMs = 40 * minuteMs;
/** The clocks of tests begin at this hour of the day. */
const clockBeginsAtHour = 9;

/** Everything that an hour told, and what was true in it. Times are in milliseconds since 1970. */
export interface PlayedHour {
  readonly scenario: Scenario;
  readonly cards: readonly NotifiedCard[];
  readonly closed: readonly ClosedCard[];
  /** The notifications that were decided, oldest first, with what became of them. */
  readonly decided: readonly StoredNotification[];
  readonly needs: readonly Need[];
  readonly known: KnownOrders;
  /** When the desk began to look, and until when it is judged. */
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  /** The pause between two checks of an order on the way, as it was in most minutes. */
  readonly intervalMs: number;
  /** So late at most the desk hears of a check that brought nothing new: a hub says of those together once a second. */
  readonly hearsWithinMs: number;
  /** Until when it was quiet; null when it never was. */
  readonly quietUntilMs: number | null;
  readonly tookMs: number;
}

/** Time that a play lets pass. */
type PlayClock = Clock & { advance(ms: number): Promise<void> };

/** Keeps each card that a desk shows. */
class RecordingDesktop implements DesktopNotifications {
  readonly cards: NotifiedCard[] = [];
  readonly closed: ClosedCard[] = [];
  readonly #nowMs: () => number;
  #begun: readonly string[] = [];

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  begins(keys: readonly string[]): void {
    this.#begun = [...this.#begun, ...keys];
  }

  show(...[shown, events]: Parameters<DesktopNotifications['show']>): void {
    const { body, key, orderId, sound, tag, title } = shown;
    const atMs = this.#nowMs();
    const card = { atMs, wallMs: atMs, tag, orderId, title, body, hasSound: sound !== 'none' };
    this.cards.push({ ...card, keys: this.#begun });
    this.#begun = [];
    events.shown(key);
  }

  close(tag: string): void {
    this.closed.push({ atMs: this.#nowMs(), tag });
  }

  isHeld(tag: string): boolean {
    const shown = this.cards.findLast((card) => card.tag === tag);
    const closed = this.closed.findLast((each) => each.tag === tag);
    return shown !== undefined && (closed === undefined || closed.atMs < shown.atMs);
  }

  programEnds(): void {}
}

/** Plays the hour of a scenario on the services of the program, on virtual time. */
export async function playedHour(scenario: Scenario): Promise<PlayedHour> {
  const time = new SimulatedTime();
  time.shiftWall((scenario.beginsAtHour - clockBeginsAtHour) * hourMs);
  const stage = new Stage(scenario, time);
  return stage.judged(async () => {
    const desk = stage.desk(null);
    await stage.watchAsTheyCome(async ({ id, label }, promisedAtMs) => {
      const { watcher } = desk.services;
      await watcher.add([{ id, label }]);
      if (promisedAtMs !== null) watcher.setPreferences([id], { promisedAtMs });
    });
    await stage.reachEnd();
    return { desk, lookedFromMs: stage.beganAtMs, hearsWithinMs: 0 };
  });
}

/** Plays an hour of a team that a desk joins in the middle of it. That desk is judged from then on. */
export async function playedJoin(scenario: Scenario): Promise<PlayedHour> {
  const team = new HubBench();
  const { clock } = team;
  clock.setWall(clock.wallMs() + (scenario.beginsAtHour - clockBeginsAtHour) * hourMs);
  const stage = new Stage(scenario, clock);
  return stage.judged(async () => {
    const hub = team.hub(true, { source: stage.service });
    await hub.start();
    await stage.watchAsTheyCome(async ({ id, label }, promisedAtMs) => {
      await hub.hub.board.add(mei, [{ id, label, group: null, promisedAtMs }], id);
    });
    await clock.advance(stage.beganAtMs + joinsAfterMs - clock.wallMs());
    const lookedFromMs = clock.wallMs();
    const desk = stage.desk({
      membership: { hubUrl: 'https://hub', deskId: ana.id, deskName: ana.name, role: ana.role },
      link: new DirectLink(clock, ana, () => hub.hub.board),
    });
    await stage.reachEnd();
    await hub.stop();
    return { desk, lookedFromMs, hearsWithinMs: 2000 };
  });
}

/** An hour that is being played. */
class Stage {
  readonly service: ScriptedService;
  readonly beganAtMs: number;
  readonly #scenario: Scenario;
  readonly #clock: PlayClock;
  readonly #hour: ScriptedHour;
  readonly #known = new KnownOrders();
  readonly #desktop: RecordingDesktop;
  readonly #folder = mkdtempSync(join(tmpdir(), 'waybell-rush-'));
  readonly #startedMs = performance.now();
  readonly #chance = Math.random;

  constructor(scenario: Scenario, clock: PlayClock) {
    this.#scenario = scenario;
    this.#clock = clock;
    this.beganAtMs = clock.wallMs();
    this.#hour = scriptedHour(scenario);
    const random = seeded(scenario.seed);
    // The services take their chance from there: the same seed has to be the same hour.
    Math.random = random;
    this.service = new ScriptedService(this.#hour, clock, random, this.#known);
    this.#desktop = new RecordingDesktop(() => clock.wallMs());
  }

  desk(team: DeskPlace['team']): RushDesk {
    return new RushDesk({
      folder: this.#folder,
      clock: this.#clock,
      source: this.service,
      team,
      settings: settingsOf(this.#scenario),
      earlier: earlierOrders(this.#scenario.earlierCount, this.#scenario.seed, this.beganAtMs),
      desktop: this.#desktop,
      isWindowInFront: this.#scenario.isWindowInFront,
      beginsShowing: (keys) => this.#desktop.begins(keys),
    });
  }

  /** Puts each order on the list when it comes, with its label and its promise. */
  async watchAsTheyCome(
    watch: (order: ScriptedOrder, promisedAtMs: number | null) => Promise<void>,
  ): Promise<void> {
    const coming = this.#hour.orders.toSorted((one, other) => one.addedAtMs - other.addedAtMs);
    for (const order of coming) {
      await this.#clock.advance(this.beganAtMs + order.addedAtMs - this.#clock.wallMs());
      const promisedAtMs = order.promisedAtMs === null ? null : this.beganAtMs + order.promisedAtMs;
      this.#known.arranged(order.id, { name: order.name, promisedAtMs });
      await watch(order, promisedAtMs);
    }
  }

  async reachEnd(): Promise<void> {
    await this.#clock.advance(this.beganAtMs + hourMs + afterMs - this.#clock.wallMs());
  }

  /** Plays, and gathers what was told. */
  async judged(
    play: () => Promise<
      { readonly desk: RushDesk; readonly lookedFromMs: number } & Pick<PlayedHour, 'hearsWithinMs'>
    >,
  ): Promise<PlayedHour> {
    try {
      const { desk, hearsWithinMs, lookedFromMs } = await play();
      const decided = desk.outbox.page(everyNotification, null, 1_000_000).toReversed();
      await desk.stop();
      if (desk.defects.length > 0) throw new Error(`defects: ${desk.defects.join(', ')}`);
      const { quietForMinutes } = this.#scenario;
      const { beganAtMs } = this;
      return {
        scenario: this.#scenario,
        cards: this.#desktop.cards,
        closed: this.#desktop.closed,
        decided,
        needs: this.#hour.needs.map((need) => ({
          ...need,
          trueAtMs: beganAtMs + need.trueAtMs,
          endsAtMs: beganAtMs + need.endsAtMs,
        })),
        known: this.#known,
        beganAtMs: lookedFromMs,
        endedAtMs: beganAtMs + hourMs,
        intervalMs: usualIntervalMs(this.#known),
        hearsWithinMs,
        quietUntilMs: quietForMinutes === null ? null : beganAtMs + quietForMinutes * minuteMs,
        tookMs: performance.now() - this.#startedMs,
      };
    } finally {
      Math.random = this.#chance;
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }
}

/** The pause between two answers about an order on the way. */
function usualIntervalMs(known: KnownOrders): number {
  const pauses = known.ids().flatMap((id) => {
    const answers = known.answersOf(id).filter(({ order }) => order?.status.raw === 'delivering');
    return answers.slice(1).map(({ atMs }, at) => atMs - (answers[at]?.atMs ?? atMs));
  });
  return median(pauses);
}
