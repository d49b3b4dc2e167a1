import { z } from 'zod';
import type { OrderId } from '../../core/order/order-id.ts';
import { type HubStatus, hubStatusSchema } from '../../core/team/hub-status.ts';
import type { TeamLog } from './log/ports.ts';
import type { Clock } from '../../core/clock.ts';
import type { Watch } from '../engine/watch/ports.ts';
import type { TeamDesks } from './hub-desks.ts';
import { readPublished } from './published.ts';

/** How often a hub publishes how it is. */
const publishEveryMs = 1000;
/** How long the status of another hub counts. */
const validForMs = 10_000;
/** The most checks that one status tells of; the others follow in the next. */
const mostChecked = 2000;

/** The topic of what hubs publish of themselves. */
const topic = 'status';

/** What a hub tells the others of itself. */
const ownStatusSchema = hubStatusSchema.omit({ desks: true, hubs: true, isLogGone: true }).extend({
  url: z.string().nullable(),
  hubId: z.string(),
  deskIds: z.array(z.string()),
  isChecking: z.boolean(),
});

type OwnStatus = z.infer<typeof ownStatusSchema>;

type Checked = HubStatus['checked'][number];

/** What {@link HubStatuses} works with. */
export interface HubStatusesParts {
  readonly log: TeamLog;
  readonly desks: TeamDesks;
  readonly clock: Clock;
  readonly hubId: string;
  /** The last entry of an order that this hub knows; 0 for none. */
  readonly lastEntryOf: (id: OrderId) => number;
  /** Whether what was found of an order here is not in the log yet. */
  readonly isOnItsWay: (id: OrderId) => boolean;
  /** Where desks reach this hub; null while that is not known. */
  readonly url: () => string | null;
  /** Whether this hub is the one that checks the orders. */
  readonly isChecking: () => boolean;
}

/** How the service answers, how fast it is asked and who is there, over all hubs of the team. */
export class HubStatuses {
  readonly #parts: HubStatusesParts;
  readonly #statuses = new Map<string, { readonly status: OwnStatus; readonly atMs: number }>();
  readonly #listeners = new Set<(status: HubStatus) => void>();
  /** The orders of this hub whose checks are to be published. */
  readonly #toPublish = new Set<OrderId>();
  /** Checks of all hubs that are to be told to the desks here. */
  readonly #toTell = new Map<OrderId, Checked>();
  #watch: Watch | null = null;
  #unsubscribe: (() => void) | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(parts: HubStatusesParts) {
    this.#parts = parts;
  }

  attach(watch: Watch): void {
    this.#watch = watch;
  }

  start(): void {
    const { log } = this.#parts;
    this.#unsubscribe = log.subscribe(topic, (body) => this.#received(body));
    this.#turn();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#cancelTimer?.();
  }

  /** These orders were checked, or changed. */
  ordersChanged(ids: readonly OrderId[]): void {
    for (const id of ids) this.#toPublish.add(id);
  }

  /** The status now, without checks. */
  get current(): HubStatus {
    return this.#merged([]);
  }

  onStatus(listener: (status: HubStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #turn(): void {
    const { clock, log } = this.#parts;
    this.#cancelTimer = clock.schedule(() => this.#turn(), publishEveryMs);
    log.publish(topic, JSON.stringify(this.#own(this.#checkedHere())));
    const status = this.#merged(this.#checkedByAll());
    for (const listener of this.#listeners) listener(status);
  }

  /**
   * Up to {@link mostChecked} checks of this hub. A check whose answer is not in the log confirms nothing that
   * desks have: it is published once the answer is there.
   */
  #checkedHere(): readonly Checked[] {
    const { isOnItsWay, lastEntryOf } = this.#parts;
    const checked: Checked[] = [];
    for (const id of this.#toPublish) {
      if (checked.length === mostChecked) break;
      if (isOnItsWay(id)) continue;
      this.#toPublish.delete(id);
      const observedAtMs = this.#watch?.get(id)?.observedAtMs ?? null;
      if (observedAtMs === null) continue;
      const nextCheckAtMs = this.#watch?.plan(id).nextCheckAtMs ?? null;
      checked.push([id, observedAtMs, nextCheckAtMs, lastEntryOf(id)]);
    }
    return checked;
  }

  /** Up to {@link mostChecked} checks of all hubs. Another hub may have received an entry before this one. */
  #checkedByAll(): readonly Checked[] {
    const known: Checked[] = [];
    for (const checked of this.#toTell.values()) {
      const [id, , , sequence] = checked;
      if (known.length === mostChecked) break;
      if (sequence > this.#parts.lastEntryOf(id)) continue;
      this.#toTell.delete(id);
      known.push(checked);
    }
    return known;
  }

  #own(checked: readonly Checked[]): OwnStatus {
    const { clock, desks, hubId, isChecking, url } = this.#parts;
    const pace = this.#watch?.pace;
    return {
      hubId,
      isChecking: isChecking(),
      url: url(),
      nowMs: clock.wallMs(),
      health: this.#watch?.serviceHealth ?? { state: 'reachable' },
      pace: pace ?? {
        requestsLastMinute: 0,
        requestsPerMinute: 0,
        nextCheckAtMs: null,
        lastAnswerAtMs: null,
      },
      deskIds: [...desks.hereIds],
      checked: [...checked],
    };
  }

  #received(body: string): void {
    const status = readPublished(ownStatusSchema, body);
    if (status === undefined) return;
    this.#statuses.set(status.hubId, { status, atMs: this.#parts.clock.monotonicMs() });
    for (const checked of status.checked) this.#toTell.set(checked[0], checked);
  }

  #merged(checked: readonly Checked[]): HubStatus {
    const { clock, desks, hubId } = this.#parts;
    const nowMs = clock.monotonicMs();
    for (const [id, { atMs }] of this.#statuses)
      if (nowMs - atMs > validForMs) this.#statuses.delete(id);
    const own = this.#own([]);
    const others = [...this.#statuses.values()].flatMap(({ status }) =>
      status.hubId === hubId ? [] : [status],
    );
    const all = [own, ...others];
    const here = new Set(all.flatMap(({ deskIds }) => deskIds));
    const paces = all.map(({ pace }) => pace);
    return {
      nowMs: clock.wallMs(),
      // The others ask nothing.
      health: (all.find(({ isChecking }) => isChecking) ?? own).health,
      pace: {
        requestsLastMinute: sum(paces.map(({ requestsLastMinute }) => requestsLastMinute)),
        requestsPerMinute: sum(paces.map(({ requestsPerMinute }) => requestsPerMinute)),
        nextCheckAtMs: extreme(
          Math.min,
          paces.map(({ nextCheckAtMs }) => nextCheckAtMs),
        ),
        lastAnswerAtMs: extreme(
          Math.max,
          paces.map(({ lastAnswerAtMs }) => lastAnswerAtMs),
        ),
      },
      desks: desks.list().map((desk) => ({ ...desk, isHere: here.has(desk.id) })),
      isLogGone: this.#parts.log.isGone,
      hubs: [...new Set(all.flatMap(({ url }) => url ?? []))],
      checked: [...checked],
    };
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function extreme(
  choose: (...numbers: readonly number[]) => number,
  times: readonly (number | null)[],
): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : choose(...known);
}
