import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Order } from '../../../core/order/order.ts';
import {
  defaultSettings,
  type Settings,
  type SettingsChange,
} from '../../../core/settings/settings.ts';
import { replay } from '../../../main/engine/replay/replay.ts';
import { replayStart } from '../../../main/engine/replay/replay-start.ts';
import { settingsWith, whatIf } from '../../../main/engine/replay/what-if.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { RecordingNotifications } from '../../support/notify/recording-notifications.ts';
import { type DeskPlace, RunningDesk } from '../../support/notify/running-desk.ts';
import { orderIdAt } from '../../support/watched-orders.ts';
import { Chance } from './chance.ts';
import { type ActedOn, type DrawnAct, drawnActs } from './drawn-acts.ts';
import { drawnChange } from './drawn-change.ts';
import { DrawnLife } from './drawn-life.ts';

/*
 * A day of a desk, drawn from a seed, over the real watcher, store, recorder and notifier: once with the usual
 * settings, once with a change of them from the beginning. "What if" reads the recording of the first and has to
 * count the cards that each of the two showed.
 */

const minuteMs = 60_000;
const dayMs = 8 * 60 * minuteMs;

/** A card that was put on the screen. */
interface ShownCard {
  readonly atMs: number;
  readonly key: string;
}

/** What two runs of a day showed, and what was counted from the recording of the first. */
interface ComparedDay {
  /** The cards of the day as it was, and with the change. */
  readonly shown: readonly [number, number];
  readonly counted: readonly [number, number];
  /** What differs, in words; nothing where it was counted right. */
  readonly faults: readonly string[];
}

/** What a day showed. */
export interface WhatIfResult extends ComparedDay {
  readonly seed: number;
  readonly change: SettingsChange;
  /**
   * A courier inside a fence is asked for less often, so with other fences a desk asks at other seconds, of which
   * nothing is recorded. Such a day is compared at one pace for all, and once more at the usual paces: this.
   */
  readonly atUsualPaces?: ComparedDay;
}

/** The settings of the desk as it was. */
const usual: Settings = {
  ...defaultSettings,
  // The drawn hours of day, in a zone that no computer decides.
  quietHours: {
    ...defaultSettings.quietHours,
    times: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 11 * 60, toMinute: 13 * 60 + 30 }],
    timeZone: 'UTC',
  },
};

const atOnePace: Settings = {
  ...usual,
  paceSeconds: { ...usual.paceSeconds, standing: usual.activeEverySeconds },
};

/** Plays a day twice and counts it from the recording of the first time. */
export async function playedWhatIf(seed: number): Promise<WhatIfResult> {
  const change = drawnChange(usual, new Chance(seed));
  if (!changesFences(change)) return { seed, change, ...(await comparedDay(seed, usual, change)) };
  return {
    seed,
    change,
    ...(await comparedDay(seed, atOnePace, change)),
    atUsualPaces: await comparedDay(seed, usual, change),
  };
}

function changesFences({ fences, groupRules }: SettingsChange): boolean {
  return fences !== undefined || groupRules?.some((rule) => rule.fences !== undefined) === true;
}

async function comparedDay(
  seed: number,
  settings: Settings,
  change: SettingsChange,
): Promise<ComparedDay> {
  const asItWas = new PlayedDay(seed, settings);
  const otherwise = new PlayedDay(seed, settingsWith(settings, settings, change));
  try {
    await asItWas.play();
    await otherwise.play();
    const counted = await asItWas.counted(change);
    const cards = [asItWas.cards, otherwise.cards] as const;
    const faults: string[] = [];
    for (const [place, count] of counted.entries()) {
      const shown = cards[place] ?? [];
      if (count === shown.length) continue;
      const replayed = await asItWas.replayed(place === 0 ? {} : change);
      faults.push(
        `${place === 0 ? 'as it was' : JSON.stringify(change)}: ${shown.length} shown, ${count} counted. ${firstDifference(shown, replayed)}`,
      );
    }
    return { shown: [cards[0].length, cards[1].length], counted, faults };
  } finally {
    await asItWas.end();
    await otherwise.end();
  }
}

/** The first card that only one of the two has. */
function firstDifference(shown: readonly ShownCard[], replayed: readonly ShownCard[]): string {
  const left = replayed.map((card) => ({ ...card, plain: plainKey(card.key) }));
  const only: { readonly where: string; readonly card: ShownCard }[] = [];
  for (const card of shown) {
    const plain = plainKey(card.key);
    const at = left.findIndex(
      (other) => other.plain === plain && Math.abs(other.atMs - card.atMs) < 2 * minuteMs,
    );
    if (at === -1) only.push({ where: 'shown', card });
    else left.splice(at, 1);
  }
  only.push(...left.map((card) => ({ where: 'counted', card })));
  const [first] = only.toSorted((one, other) => one.card.atMs - other.card.atMs);
  if (first === undefined) return 'No card differs by its key.';
  const { card, where } = first;
  return `First only ${where}: ${card.key} at ${new Date(card.atMs).toISOString()}`;
}

/** A key without what counts the cards of a moment. */
function plainKey(key: string): string {
  return key
    .replace(/^(calls(?::[a-zA-Z]+)?):\d+/, '$1')
    .replace(/:\d+:\d+$/, '')
    .replace(/:again:\d+$/, ':again');
}

/** A desk with these settings through the day of a seed. */
class PlayedDay {
  readonly cards: ShownCard[] = [];
  readonly #clock = new FakeClock();
  readonly fromMs = this.#clock.wallMs();
  readonly #folder = mkdtempSync(join(tmpdir(), 'waybell-what-if-'));
  readonly #lives: ReadonlyMap<OrderId, DrawnLife>;
  readonly acts: readonly DrawnAct[];
  /** What was chosen at the beginning. */
  readonly #usual: Settings;
  #settings: Settings;
  #outageUntilMs = 0;
  desk: RunningDesk;

  constructor(seed: number, settings: Settings) {
    const chance = new Chance(seed + 1_000_000);
    const count = chance.between(6, 25);
    this.#lives = new Map(
      Array.from({ length: count }, (_, index) => {
        const life = new DrawnLife(orderIdAt(index + 1), this.fromMs, chance);
        return [life.id, life];
      }),
    );
    const [first = orderIdAt(1), ...others] = this.#lives.keys();
    const untilMs = this.fromMs + dayMs;
    const listed = [...this.#lives.values()].map(({ group, id, listedAtMs }): DrawnAct => ({
      atMs: listedAtMs,
      name: 'list',
      act: async ({ desk }) =>
        await desk.watcher.add([{ id, label: null, ...(group !== null && { group }) }]),
    }));
    this.acts = [...listed, ...drawnActs([first, ...others], this.fromMs, untilMs, chance)]
      .filter(({ atMs }) => atMs < untilMs)
      .toSorted((one, other) => one.atMs - other.atMs);
    this.#usual = settings;
    this.#settings = settings;
    this.desk = this.#begin();
  }

  async play(): Promise<void> {
    for (const { act, atMs } of this.acts) {
      await this.#passTo(atMs);
      await act(this.#actedOn);
    }
    await this.#passTo(this.fromMs + dayMs);
  }

  async counted(change: SettingsChange): Promise<readonly [number, number]> {
    const counted = await whatIf([change], {
      ...this.#sources,
      settings: { current: this.#usual },
      clock: this.#clock,
    });
    if (counted === null) throw new Error('nothing was recorded');
    return [counted.notified, counted.otherwise[0] ?? -1];
  }

  /** The cards of which {@link counted} tells how many. */
  async replayed(change: SettingsChange): Promise<readonly ShownCard[]> {
    const untilMs = this.#clock.wallMs();
    const span = this.#sources.recording.span(this.fromMs - dayMs, untilMs);
    if (span === null) throw new Error('nothing was recorded');
    const cards: ShownCard[] = [];
    const desk = {
      settings: (recorded: Settings) => settingsWith(recorded, this.#usual, change),
      decided: (decision: Parameters<Parameters<typeof replay>[3][number]['decided']>[0]) => {
        if (decision.kind === 'shown') cards.push(decision);
      },
    };
    await replay(span, replayStart(span.fromMs, this.#sources), untilMs, [desk], this.#clock);
    return cards;
  }

  async end(): Promise<void> {
    await this.desk.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #sources() {
    const { history, outbox, recording } = this.desk;
    return { recording, history, notifications: outbox };
  }

  async #passTo(atMs: number): Promise<void> {
    const leftMs = atMs - this.#clock.wallMs();
    if (leftMs > 0) await this.#clock.advance(leftMs);
  }

  #begin(): RunningDesk {
    const lives = this.#lives;
    const clock = this.#clock;
    const place: DeskPlace = {
      folder: this.#folder,
      clock,
      orders: {
        get: (id: OrderId): Order | undefined => lives.get(id)?.orderAt(clock.wallMs()),
        [Symbol.iterator]: () => [][Symbol.iterator](),
      },
      settings: this.#settings,
      desktop: this.#screen(),
      outcome: (id) => {
        if (clock.wallMs() < this.#outageUntilMs) return new DeliveryError('unreachable');
        return clock.wallMs() < (lives.get(id)?.knownFromMs ?? 0)
          ? new DeliveryError('order-not-found')
          : null;
      },
      // As drawn for this order at this second, whichever request comes.
      latencyMs: (id) =>
        20 + ((Number.parseInt(id.slice(-2), 16) * 37 + clock.wallMs() * 13) % 149),
      defect: (error) => {
        throw error;
      },
    };
    return new RunningDesk(place);
  }

  #screen(): RecordingNotifications {
    const screen = new RecordingNotifications();
    const show = screen.show.bind(screen);
    screen.show = (card, events) => {
      this.cards.push({ atMs: this.#clock.wallMs(), key: card.key });
      show(card, events);
    };
    return screen;
  }

  get #actedOn(): ActedOn {
    return {
      desk: this.desk,
      nowMs: this.#clock.wallMs(),
      choose: (change) => {
        this.#settings = { ...this.#settings, ...change(this.#settings) };
        this.desk.choose(this.#settings);
      },
      outage: (untilMs) => {
        this.#outageUntilMs = untilMs;
      },
      sleep: (ms) => {
        this.desk.recorder.fellAsleep();
        this.#clock.sleepMachine(ms);
        this.desk.woke();
      },
      restart: async (awayMs, isCrash) => {
        await (isCrash ? this.desk.crash() : this.desk.stop());
        if (awayMs > 0) await this.#clock.advance(awayMs);
        this.desk = this.#begin();
      },
    };
  }
}
