import type { Pace } from '../../../core/board/board.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { TeamDesk } from '../../../core/team/desk.ts';
import { type Presence, presumedHere } from '../../../core/team/presence.ts';
import type { HubStatus } from '../../../core/team/hub-status.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import { sameValue } from '../../../core/same-value.ts';
import { farthestTimeMs } from '../../../core/text/time-range.ts';
import type { Clock } from '../../../core/clock.ts';

/** A hub that is back this soon is not shown as away. */
const patienceMs = 10_000;
/** Times this close are the same: a status is some milliseconds on its way, sometimes more and sometimes less. */
const sameTimeMs = 2000;

/** That the service confirmed an order as an entry of the log has it. */
interface Confirmation {
  readonly observedAtMs: number;
  readonly sequence: number;
}

/** When a hub checks an order next, by this computer's clock, and how long it pauses between two checks. */
export interface HubPlan {
  readonly nextCheckAtMs: number;
  readonly checkEveryMs: number;
}

/** The last status of the hub, and whether there is contact with it. */
export class HubStatusTracker {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #plans = new Map<OrderId, HubPlan>();
  #status: HubStatus | null = null;
  /** How far the hub's clock is ahead of this computer's. */
  #aheadMs = 0;
  #lostAtMs: number | null = null;
  #isAwayShown = false;
  #cancelTimer: (() => void) | null = null;
  #isRevoked = false;
  #isOtherLog = false;
  /** Since when the hub says that its log is gone. */
  #logGoneAtMs: number | null = null;

  /** @param changed called when something of it is to be shown */
  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get desks(): readonly TeamDesk[] {
    const desks = this.#status?.desks ?? [];
    return this.#isAwayShown ? desks.map((desk) => ({ ...desk, isHere: false })) : desks;
  }

  /** Who is at a desk by the last word of the hub, also while it is away: nothing newer is known then. */
  presenceOf(deskId: string): Presence {
    const known = this.#status?.desks.find(({ id }) => id === deskId);
    if (known !== undefined) return known.presence;
    return this.#status === null ? presumedHere : { ...presumedHere, state: 'revoked' };
  }

  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Whether the hub has another log than the one that this desk belongs to, or none. */
  get isLogGone(): boolean {
    return this.#isOtherLog || this.#status?.isLogGone === true;
  }

  /** Whether there is no contact, however short. */
  get isAway(): boolean {
    return this.#lostAtMs !== null;
  }

  /** Since when there is no contact, once that is shown. */
  get awaySinceMs(): number | null {
    return this.#isAwayShown ? this.#lostAtMs : null;
  }

  get health(): ServiceHealth {
    if (this.#isAwayShown && this.#lostAtMs !== null) {
      return {
        state: 'unreachable',
        cause: this.#awayCause,
        httpStatus: null,
        sinceMs: this.#lostAtMs,
        retryAtMs: this.#lostAtMs + patienceMs,
      };
    }
    if (this.isLogGone && this.#status !== null) {
      const sinceMs = this.#logGoneAtMs ?? this.#clock.wallMs();
      return {
        state: 'unreachable',
        cause: 'log-gone',
        httpStatus: null,
        sinceMs,
        retryAtMs: sinceMs + patienceMs,
      };
    }
    return this.#status?.health ?? { state: 'reachable' };
  }

  get #awayCause(): 'desk-revoked' | 'log-gone' | 'hub-away' {
    if (this.#isRevoked) return 'desk-revoked';
    return this.isLogGone ? 'log-gone' : 'hub-away';
  }

  get pace(): Pace {
    const none = {
      requestsLastMinute: 0,
      requestsPerMinute: 0,
      nextCheckAtMs: null,
      // The last that was heard of the hub, if anything, is the last contact that this desk had.
      lastAnswerAtMs: this.#status && this.#lostAtMs,
    };
    return this.#isAwayShown ? none : (this.#status?.pace ?? none);
  }

  /** When the hub checks an order next, and how often; null where nothing is planned. */
  planOf(id: OrderId): HubPlan | null {
    return this.#plans.get(id) ?? null;
  }

  /** @returns when orders were confirmed, by this computer's clock, and by which entry of the log */
  received(status: HubStatus): ReadonlyMap<OrderId, Confirmation> {
    const aheadMs = this.#ahead(status.nowMs - this.#clock.wallMs());
    const observed = new Map<OrderId, Confirmation>();
    for (const [id, observedAtMs, nextCheckAtMs, sequence] of status.checked) {
      observed.set(id, { observedAtMs: byOurs(observedAtMs, aheadMs), sequence });
      if (nextCheckAtMs === null) this.#plans.delete(id);
      else {
        this.#plans.set(id, {
          nextCheckAtMs: byOurs(nextCheckAtMs, aheadMs),
          checkEveryMs: wholeSeconds(nextCheckAtMs - observedAtMs),
        });
      }
    }
    const current = withSameTimes(byOurClock(status, aheadMs), this.#status);
    const isChanged = this.#status === null || !isSameShown(this.#status, current);
    this.#status = current;
    this.#logGoneAtMs = current.isLogGone ? (this.#logGoneAtMs ?? this.#clock.wallMs()) : null;
    if (isChanged) this.#changed();
    return observed;
  }

  /** What was known stays while it is about right: else all that has a time would be another one each second. */
  #ahead(apartMs: number): number {
    if (Math.abs(apartMs) < sameTimeMs) this.#aheadMs = 0;
    else if (Math.abs(apartMs - this.#aheadMs) >= sameTimeMs) this.#aheadMs = apartMs;
    return this.#aheadMs;
  }

  forget(ids: readonly OrderId[]): void {
    for (const id of ids) this.#plans.delete(id);
  }

  connected(): void {
    const wasAwayShown = this.#isAwayShown;
    this.stop();
    this.#lostAtMs = null;
    this.#isOtherLog = false;
    this.#isAwayShown = false;
    if (wasAwayShown) this.#changed();
  }

  disconnected(isLogGone = false): void {
    const isNews = isLogGone !== this.#isOtherLog;
    this.#isOtherLog = isLogGone;
    if (isNews && this.#isAwayShown) this.#changed();
    if (this.#lostAtMs !== null) return;
    this.#lostAtMs = this.#clock.wallMs();
    this.#cancelTimer = this.#clock.schedule(() => {
      this.#isAwayShown = true;
      this.#changed();
    }, patienceMs);
  }

  revoked(): void {
    this.#isRevoked = true;
    this.disconnected();
    this.#isAwayShown = true;
    this.#changed();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}

/** The pace of a hub is one of whole seconds, of which each answer has taken a part. */
function wholeSeconds(restMs: number): number {
  return Math.max(1, Math.ceil(restMs / 1000)) * 1000;
}

/** A hub's time by this computer's clock, and one that a Date can hold, whatever the hub says. */
function byOurs(hubMs: number, aheadMs: number): number {
  return Math.max(-farthestTimeMs, Math.min(hubMs - aheadMs, farthestTimeMs));
}

/** A status whose times are by this computer's clock. */
function byOurClock(status: HubStatus, aheadMs: number): HubStatus {
  if (aheadMs === 0) return status;
  const here = (hubMs: number | null): number | null => hubMs && byOurs(hubMs, aheadMs);
  const { desks, health, pace } = status;
  return {
    ...status,
    desks: desks.map((desk) => ({
      ...desk,
      presence: { ...desk.presence, sinceMs: here(desk.presence.sinceMs) },
    })),
    pace: {
      ...pace,
      nextCheckAtMs: here(pace.nextCheckAtMs),
      lastAnswerAtMs: here(pace.lastAnswerAtMs),
    },
    health:
      health.state === 'reachable'
        ? health
        : {
            ...health,
            sinceMs: byOurs(health.sinceMs, aheadMs),
            retryAtMs: here(health.retryAtMs),
          },
  };
}

/** A hub counts the time of a presence anew each time: what differs by a little is the same. */
function withSameTimes(status: HubStatus, before: HubStatus | null): HubStatus {
  const known = new Map(before?.desks.map(({ id, presence }) => [id, presence]));
  const desks = status.desks.map((desk) => {
    const { presence } = desk;
    const was = known.get(desk.id);
    return was !== undefined && isSamePresence(was, presence) ? { ...desk, presence: was } : desk;
  });
  return { ...status, desks };
}

function isSamePresence(one: Presence, other: Presence): boolean {
  const isSameTime =
    one.sinceMs !== null &&
    other.sinceMs !== null &&
    Math.abs(one.sinceMs - other.sinceMs) < sameTimeMs;
  return sameValue(one, isSameTime ? { ...other, sinceMs: one.sinceMs } : other);
}

/** Whether two statuses are shown alike: what only counts on is read when it is drawn. */
function isSameShown(one: HubStatus, other: HubStatus): boolean {
  return shownOf(one) === shownOf(other);
}

function shownOf({ desks, health, isLogGone, pace }: HubStatus): string {
  const { requestsLastMinute, requestsPerMinute, lastAnswerAtMs } = pace;
  return JSON.stringify([
    desks,
    health,
    isLogGone,
    requestsLastMinute,
    requestsPerMinute,
    lastAnswerAtMs,
  ]);
}
