import { z } from 'zod';
import type { OrderId } from '../../core/order/order-id.ts';
import { withoutSecrets } from '../../core/text/address-without-secrets.ts';
import { type HubStatus, hubStatusSchema } from '../../core/team/hub-status.ts';
import {
  type DeskFacts,
  type Presence,
  presenceOf,
  saidPresenceSchema,
} from '../../core/team/presence.ts';
import type { TeamLog } from './log/ports.ts';
import type { Clock } from '../../core/clock.ts';
import type { Watch } from '../engine/watch/ports.ts';
import type { Contact } from './contact.ts';
import { type SaidWord, type TeamDesks, wordsKeptMs } from './hub-desks.ts';
import { ageMs, type Moment, momentNow } from './moment.ts';
import { readPublished } from './published.ts';

/** How often a hub publishes how it is. */
const publishEveryMs = 1000;
/** How long the status of another hub counts. */
const validForMs = 10_000;
/** The most checks that one status tells of; the others follow in the next. */
const mostChecked = 2000;

/** The topic of what hubs publish of themselves. */
export const statusTopic = 'status';

/** What a hub tells the others of itself. */
export const ownStatusSchema = hubStatusSchema
  .omit({ desks: true, hubs: true, isLogGone: true })
  .extend({
    url: z.string().transform(withoutSecrets).nullable(),
    hubId: z.string(),
    deskIds: z.array(z.string()),
    /**
     * What desks said there of who is at them: which word that was, and how long ago, `forMs` before it. Each hub tells
     * what it heard itself: a word that is told on would be younger each time.
     */
    said: z.array(
      saidPresenceSchema.extend({
        id: z.string(),
        no: z.int(),
        agoMs: z.number(),
        forMs: z.number(),
      }),
    ),
    isChecking: z.boolean(),
    /** Which Waybell it is; null where it is an earlier one, which does not say. */
    version: z.string().nullable().default(null),
    /** It stops, and has no desk any more. */
    isStopping: z.boolean().default(false),
  });

/** {@link ownStatusSchema} as it is read. */
export type OwnStatus = z.infer<typeof ownStatusSchema>;

/** The last status of a hub, and when it was heard of first and last, on the monotonic clock. */
interface Heard {
  readonly status: OwnStatus;
  readonly firstMs: number;
  readonly atMs: number;
}

/** Another hub by its last status, and whether it is heard of now. */
interface OtherHub {
  readonly status: OwnStatus;
  readonly isHeard: boolean;
}

/** What each desk said last of who is at it, at whichever hub. */
type LastSaid = ReadonlyMap<string, SaidWord>;

/** What is known of a desk to which no hub that is heard of has a connection, on the monotonic clock. */
interface Missing {
  readonly sinceMs: number;
  /** Since when it is known to be closed: all hubs that may have it are heard of. Null while that is not known. */
  readonly closedSinceMs: number | null;
}

type Checked = HubStatus['checked'][number];

/** What {@link HubStatuses} works with. */
export interface HubStatusesParts {
  readonly log: TeamLog;
  readonly desks: TeamDesks;
  readonly clock: Clock;
  readonly hubId: string;
  readonly version: string;
  /** The last entry of an order that this hub knows; 0 for none. */
  readonly lastEntryOf: (id: OrderId) => number;
  /** Whether what was found of an order here is not in the log yet. */
  readonly isOnItsWay: (id: OrderId) => boolean;
  /** Where desks reach this hub; null while that is not known. */
  readonly url: () => string | null;
  /** Whether this hub is the one that checks the orders. */
  readonly isChecking: () => boolean;
  /** The most requests a minute of the whole team; a hub's own limit is what the others leave of it. */
  readonly capPerMinute: () => number;
  readonly contact: Pick<Contact, 'hubs'>;
}

/** How the service answers, how fast it is asked and who is there, over all hubs of the team. */
export class HubStatuses {
  readonly #parts: HubStatusesParts;
  readonly #statuses = new Map<string, Heard>();
  readonly #listeners = new Set<(status: HubStatus) => void>();
  /** The orders of this hub whose checks are to be published. */
  readonly #toPublish = new Set<OrderId>();
  /** Checks of all hubs that are to be told to the desks here. */
  readonly #toTell = new Map<OrderId, Checked>();
  /** What desks said last at other hubs of who is at them, and at which. */
  readonly #saidElsewhere = new Map<string, SaidWord & { readonly hubId: string }>();
  readonly #missing = new Map<string, Missing>();
  #lookedAt: Moment;
  /** Since when it hears of desks without a break. */
  #hearsSinceMs: number;
  #watch: Watch | null = null;
  #unsubscribe: (() => void) | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(parts: HubStatusesParts) {
    this.#parts = parts;
    const { clock } = parts;
    this.#lookedAt = momentNow(clock);
    this.#hearsSinceMs = this.#lookedAt.monotonicMs;
  }

  attach(watch: Watch): void {
    this.#watch = watch;
  }

  start(): void {
    const { log } = this.#parts;
    this.#unsubscribe = log.subscribe(statusTopic, (body) => this.#received(body));
    this.#turn();
  }

  stop(): void {
    this.#unsubscribe?.();
    this.#cancelTimer?.();
    this.#publish({ ...this.#own([]), deskIds: [], isStopping: true });
  }

  /** These orders were checked, or changed. */
  ordersChanged(ids: readonly OrderId[]): void {
    for (const id of ids) this.#toPublish.add(id);
  }

  /** The status now, without checks. */
  get current(): HubStatus {
    return this.#merged([]);
  }

  /** For how long a desk is known to be closed; 0 while it is not. */
  closedForMs(deskId: string): number {
    const nowMs = this.#parts.clock.monotonicMs();
    // That of one which was revoked is not looked at otherwise.
    if (!this.#connectedIds().has(deskId)) this.#miss(deskId, nowMs);
    const closedSinceMs = this.#missing.get(deskId)?.closedSinceMs ?? null;
    return closedSinceMs === null ? 0 : nowMs - closedSinceMs;
  }

  onStatus(listener: (status: HubStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #turn(): void {
    this.#cancelTimer = this.#parts.clock.schedule(() => this.#turn(), publishEveryMs);
    this.#publish(this.#own(this.#checkedHere()));
    const status = this.#merged(this.#checkedByAll());
    for (const listener of this.#listeners) listener(status);
  }

  #publish(status: OwnStatus): void {
    this.#parts.log.publish(statusTopic, JSON.stringify(status));
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
    const { clock, desks, hubId, isChecking, url, version } = this.#parts;
    const pace = this.#watch?.pace;
    const nowMs = clock.monotonicMs();
    return {
      hubId,
      isChecking: isChecking(),
      url: url(),
      version,
      nowMs: clock.wallMs(),
      health: this.#watch?.serviceHealth ?? { state: 'reachable' },
      pace: pace ?? {
        requestsLastMinute: 0,
        requestsPerMinute: 0,
        nextCheckAtMs: null,
        lastAnswerAtMs: null,
      },
      deskIds: [...desks.hereIds],
      said: [...desks.saidHere].map(([id, { saidAtMs, sinceMs, ...word }]) => ({
        ...word,
        id,
        agoMs: nowMs - saidAtMs,
        forMs: saidAtMs - sinceMs,
      })),
      checked: [...checked],
      isStopping: false,
    };
  }

  #received(body: string): void {
    const status = readPublished(ownStatusSchema, body);
    if (status === undefined) return;
    const { clock, hubId } = this.#parts;
    const nowMs = clock.monotonicMs();
    const firstMs = this.#statuses.get(status.hubId)?.firstMs ?? nowMs;
    if (status.isStopping) this.#statuses.delete(status.hubId);
    else this.#statuses.set(status.hubId, { status, firstMs, atMs: nowMs });
    for (const checked of status.checked) this.#toTell.set(checked[0], checked);
    if (status.hubId !== hubId) this.#heard(status, nowMs);
  }

  /** What desks said at another hub: each word is as old as its hub said first, whenever it comes again. */
  #heard({ hubId, said }: OwnStatus, nowMs: number): void {
    for (const { agoMs, forMs, id, ...word } of said) {
      const known = this.#saidElsewhere.get(id);
      const isSame = known?.hubId === hubId && known.no === word.no;
      const saidAtMs = Math.min(nowMs - agoMs, isSame ? known.saidAtMs : nowMs);
      const isNewer =
        known?.hubId === hubId ? word.no >= known.no : saidAtMs >= (known?.saidAtMs ?? saidAtMs);
      const sinceMs = saidAtMs - forMs;
      if (isNewer) this.#saidElsewhere.set(id, { ...word, hubId, saidAtMs, sinceMs });
    }
    for (const [id, word] of this.#saidElsewhere) {
      if (nowMs - word.saidAtMs <= wordsKeptMs) continue;
      const last = this.#statuses.get(word.hubId)?.status.said ?? [];
      if (last.every((each) => each.id !== id)) this.#saidElsewhere.delete(id);
    }
  }

  /** The other hubs of which something was heard, that did not stop and that may have desks. */
  #others(): readonly OtherHub[] {
    const { clock, contact, hubId } = this.#parts;
    const nowMs = clock.monotonicMs();
    const others = [...this.#statuses.values()].filter(({ status }) => status.hubId !== hubId);
    const isHeard = ({ atMs }: Heard): boolean => nowMs - atMs <= validForMs;
    const mayHaveDesks = (each: Heard): boolean =>
      contact.hubs?.some((hub) => hub.hubId === each.status.hubId) !== false;
    // Another process has begun where it was: its desks go there, or are gone.
    const isReplaced = ({ atMs, status: { url } }: Heard): boolean =>
      url !== null && others.some((other) => other.firstMs > atMs && other.status.url === url);
    for (const each of others) {
      if (isHeard(each) || (mayHaveDesks(each) && !isReplaced(each))) continue;
      this.#statuses.delete(each.status.hubId);
    }
    return others.flatMap((each) =>
      this.#statuses.has(each.status.hubId)
        ? [{ status: each.status, isHeard: isHeard(each) }]
        : [],
    );
  }

  /** Whether a hub may have desks of which nothing is heard; also one of which nothing was ever heard. */
  #isHubUnheard(others: readonly OtherHub[]): boolean {
    const { contact, hubId, url } = this.#parts;
    if (contact.hubs === null || others.some(({ isHeard }) => !isHeard)) return true;
    const known = [{ hubId, url: url() }, ...others.map(({ status }) => status)];
    return contact.hubs.some((hub) =>
      known.every((each) => each.hubId !== hub.hubId && (hub.url === null || each.url !== hub.url)),
    );
  }

  #connectedIds(others = this.#others()): ReadonlySet<string> {
    return new Set([
      ...this.#parts.desks.hereIds,
      ...others.flatMap(({ isHeard, status }) => (isHeard ? status.deskIds : [])),
    ]);
  }

  /** No hub that is heard of has this desk. Another one may: an outage says nothing of whether it is closed. */
  #miss(id: string, nowMs: number, others = this.#others()): void {
    const known = this.#missing.get(id);
    this.#missing.set(id, {
      sinceMs: known?.sinceMs ?? nowMs,
      closedSinceMs: this.#isHubUnheard(others) ? null : (known?.closedSinceMs ?? nowMs),
    });
  }

  #contactOf(id: string, connected: ReadonlySet<string>, said: LastSaid): DeskFacts['contact'] {
    const nowMs = this.#parts.clock.monotonicMs();
    if (connected.has(id)) {
      const word = said.get(id);
      // A hub that has just begun, or slept, may not have heard of it yet.
      const hearsForMs = nowMs - this.#hearsSinceMs;
      const forMs = word === undefined ? 0 : Math.min(nowMs - word.saidAtMs, hearsForMs);
      return { kind: 'connected', forMs };
    }
    const { closedSinceMs, sinceMs } = this.#missing.get(id) ?? {
      closedSinceMs: nowMs,
      sinceMs: nowMs,
    };
    return { kind: closedSinceMs === null ? 'unheard' : 'gone', forMs: nowMs - sinceMs };
  }

  /** A hub that slept knows nothing of the time between: its desks have not been gone for that. */
  #lookWhetherSlept(): void {
    const { clock } = this.#parts;
    const now = momentNow(clock);
    if (ageMs(this.#lookedAt, clock) > validForMs) {
      this.#missing.clear();
      this.#hearsSinceMs = now.monotonicMs;
    }
    this.#lookedAt = now;
  }

  /** What each desk said last, at whichever hub; also at one that is gone, whose desks are about to come here. */
  #lastSaid(): LastSaid {
    const last = new Map<string, SaidWord>(this.#saidElsewhere);
    for (const [id, word] of this.#parts.desks.saidHere) {
      if (word.saidAtMs >= (last.get(id)?.saidAtMs ?? word.saidAtMs)) last.set(id, word);
    }
    return last;
  }

  #presenceSaid(word: SaidWord | undefined): Presence | null {
    if (word === undefined) return null;
    const { no: _no, saidAtMs: _saidAtMs, sinceMs, ...said } = word;
    const { clock } = this.#parts;
    return { ...said, sinceMs: clock.wallMs() - (clock.monotonicMs() - sinceMs) };
  }

  #merged(checked: readonly Checked[]): HubStatus {
    const { capPerMinute, clock, desks } = this.#parts;
    this.#lookWhetherSlept();
    const own = this.#own([]);
    const others = this.#others();
    const all = [own, ...others.flatMap(({ isHeard, status }) => (isHeard ? status : []))];
    const connected = this.#connectedIds(others);
    const said = this.#lastSaid();
    const monotonicMs = clock.monotonicMs();
    for (const { id } of desks.list()) {
      if (connected.has(id)) this.#missing.delete(id);
      else this.#miss(id, monotonicMs, others);
    }
    const paces = all.map(({ pace }) => pace);
    return {
      nowMs: clock.wallMs(),
      // The others ask nothing.
      health: (all.find(({ isChecking }) => isChecking) ?? own).health,
      pace: {
        requestsLastMinute: sum(paces.map(({ requestsLastMinute }) => requestsLastMinute)),
        requestsPerMinute: capPerMinute(),
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
            said: this.#presenceSaid(said.get(desk.id)),
            contact: this.#contactOf(desk.id, connected, said),
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
