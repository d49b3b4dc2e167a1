import { z } from 'zod';
import type { OrderId } from '../../core/order/order-id.ts';
import { type HubStatus, hubStatusSchema } from '../../core/team/hub-status.ts';
import { isSilent, type Presence, presenceOf, presenceSchema } from '../../core/team/presence.ts';
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
  /** What desks said there, as far as that hub knows last, of who is at them, and how long ago. */
  presences: z.array(z.object({ id: z.string(), presence: presenceSchema, agoMs: z.number() })),
  isChecking: z.boolean(),
});

type OwnStatus = z.infer<typeof ownStatusSchema>;

/** What each desk said last of who is at it, and how long ago. */
type LastSaid = ReadonlyMap<string, { readonly presence: Presence; readonly ageMs: number }>;

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
  /** What desks said at other hubs of who is at them, and when, on the monotonic clock. */
  readonly #saidElsewhere = new Map<
    string,
    { readonly presence: Presence; readonly atMs: number }
  >();
  /** Since when no hub has heard of a desk, on the monotonic clock. */
  readonly #goneSinceMs = new Map<string, number>();
  #lookedAtMs: number;
  /** Since when it hears of desks without a break. */
  #hearsSinceMs: number;
  #watch: Watch | null = null;
  #unsubscribe: (() => void) | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(parts: HubStatusesParts) {
    this.#parts = parts;
    this.#lookedAtMs = parts.clock.monotonicMs();
    this.#hearsSinceMs = this.#lookedAtMs;
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

  /** For how long no hub has heard of a desk; 0 while one does. */
  goneForMs(deskId: string): number {
    const nowMs = this.#parts.clock.monotonicMs();
    const sinceMs = this.#goneSinceMs.get(deskId);
    if (sinceMs !== undefined) return nowMs - sinceMs;
    // Since now, of one that was revoked.
    if (!this.#connectedIds().has(deskId)) this.#goneSinceMs.set(deskId, nowMs);
    return 0;
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
      presences: [...this.#lastSaid()].map(([id, { ageMs, presence }]) => ({
        id,
        presence,
        agoMs: ageMs,
      })),
      checked: [...checked],
    };
  }

  #received(body: string): void {
    const status = readPublished(ownStatusSchema, body);
    if (status === undefined) return;
    this.#statuses.set(status.hubId, { status, atMs: this.#parts.clock.monotonicMs() });
    for (const checked of status.checked) this.#toTell.set(checked[0], checked);
    const nowMs = this.#parts.clock.monotonicMs();
    for (const { agoMs, id, presence } of status.presences) {
      const atMs = nowMs - agoMs;
      const known = this.#saidElsewhere.get(id);
      if (known === undefined || known.atMs < atMs) this.#saidElsewhere.set(id, { presence, atMs });
    }
  }

  /** What the other hubs say of themselves, as far as that counts. */
  #others(): readonly { readonly status: OwnStatus; readonly atMs: number }[] {
    const { clock, hubId } = this.#parts;
    const nowMs = clock.monotonicMs();
    for (const [id, { atMs }] of this.#statuses)
      if (nowMs - atMs > validForMs) this.#statuses.delete(id);
    return [...this.#statuses.values()].filter(({ status }) => status.hubId !== hubId);
  }

  #connectedIds(): ReadonlySet<string> {
    return new Set([
      ...this.#parts.desks.hereIds,
      ...this.#others().flatMap(({ status }) => status.deskIds),
    ]);
  }

  #noteGone(connected: ReadonlySet<string>, said: LastSaid): void {
    const nowMs = this.#parts.clock.monotonicMs();
    for (const { id } of this.#parts.desks.list()) {
      // A hub that has just begun, or slept, may not have heard of it yet.
      const ageMs = Math.min(said.get(id)?.ageMs ?? 0, nowMs - this.#hearsSinceMs);
      if (connected.has(id) && !isSilent(ageMs)) this.#goneSinceMs.delete(id);
      else if (!this.#goneSinceMs.has(id)) {
        this.#goneSinceMs.set(id, connected.has(id) ? nowMs - ageMs : nowMs);
      }
    }
  }

  /** A hub that slept knows nothing of the time between: its desks have not been gone for that. */
  #lookWhetherSlept(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs - this.#lookedAtMs > validForMs) {
      this.#goneSinceMs.clear();
      this.#hearsSinceMs = nowMs;
    }
    this.#lookedAtMs = nowMs;
  }

  /** What each desk said last, at whichever hub; also at one that is gone, whose desks are about to come here. */
  #lastSaid(): LastSaid {
    const nowMs = this.#parts.clock.monotonicMs();
    const last = new Map<string, { readonly presence: Presence; readonly ageMs: number }>();
    const heard = (id: string, presence: Presence, atMs: number): void => {
      const ageMs = nowMs - atMs;
      if (ageMs < (last.get(id)?.ageMs ?? Number.POSITIVE_INFINITY)) {
        last.set(id, { presence, ageMs });
      }
    };
    for (const [id, { atMs, presence }] of this.#saidElsewhere) heard(id, presence, atMs);
    for (const [id, { atMs, presence }] of this.#parts.desks.saidPresences) {
      heard(id, presence, atMs);
    }
    return last;
  }

  #merged(checked: readonly Checked[]): HubStatus {
    const { clock, desks } = this.#parts;
    this.#lookWhetherSlept();
    const own = this.#own([]);
    const others = this.#others();
    const all = [own, ...others.map(({ status }) => status)];
    const connected = this.#connectedIds();
    const said = this.#lastSaid();
    this.#noteGone(connected, said);
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
      desks: desks.list().map((desk) => ({
        ...desk,
        isHere: connected.has(desk.id),
        presence: presenceOf(
          {
            said: said.get(desk.id)?.presence ?? null,
            isConnected: connected.has(desk.id),
            goneForMs: this.goneForMs(desk.id),
          },
          clock.wallMs(),
        ),
      })),
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
