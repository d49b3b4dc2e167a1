import type { Pace } from '../../core/bridge/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { sameValue } from '../../core/order/same-value.ts';
import type { TeamDesk } from '../../core/team/desk.ts';
import type { HubStatus } from '../../core/team/hub-status.ts';
import type { ServiceHealth } from '../../core/watch/service-health.ts';
import type { Clock } from '../watch/clock.ts';

/** A contact that comes back within this time was never lost, as far as a dispatcher is concerned. */
const patienceMs = 10_000;
/** Clocks this close are the same: a status is some milliseconds on its way. */
const sameClockMs = 2000;

const noPace: Pace = {
  requestsLastMinute: 0,
  requestsPerMinute: 0,
  nextCheckAtMs: null,
  lastAnswerAtMs: null,
};

/** Whether the hub is there, and what it said last. Times are by the clock of this computer. */
export class HubContact {
  readonly #clock: Clock;
  #status: HubStatus | null = null;
  /** How far this computer's clock is ahead of the hub's. */
  #aheadMs = 0;
  /** Null while there is contact. */
  #lost: { readonly atMs: number; readonly onMonotonicMs: number } | null;
  #isRevoked = false;
  readonly #nextChecks = new Map<OrderId, number | null>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lost = { atMs: clock.wallMs(), onMonotonicMs: clock.monotonicMs() };
  }

  get isHere(): boolean {
    return this.#lost === null;
  }

  get isRevoked(): boolean {
    return this.#isRevoked;
  }

  /** Since when there is no contact; null while there is, and while it may come back at once. */
  get awaySinceMs(): number | null {
    const isTold = this.#lost !== null && (this.#tellAtMs() ?? 0) <= this.#clock.monotonicMs();
    return isTold ? (this.#lost?.atMs ?? null) : null;
  }

  /** When it has to be told that there is no contact, on the monotonic clock; null when not, or when it was. */
  get tellAtMs(): number | null {
    const tellAtMs = this.#tellAtMs();
    return tellAtMs === null || tellAtMs <= this.#clock.monotonicMs() ? null : tellAtMs;
  }

  get desks(): readonly TeamDesk[] {
    return this.#status?.desks ?? [];
  }

  get serviceHealth(): ServiceHealth {
    const sinceMs = this.#lost?.atMs ?? this.#clock.wallMs();
    const lost = { state: 'unreachable', httpStatus: null, retryAtMs: null } as const;
    if (this.#isRevoked) return { ...lost, cause: 'desk-revoked', sinceMs };
    if (this.awaySinceMs !== null) return { ...lost, cause: 'hub-away', sinceMs };
    const health = this.#status?.health ?? { state: 'reachable' };
    if (health.state === 'reachable') return health;
    const { retryAtMs, sinceMs: hubSinceMs } = health;
    return { ...health, sinceMs: this.#here(hubSinceMs), retryAtMs: this.#here(retryAtMs) };
  }

  get pace(): Pace {
    const pace = this.#status?.pace;
    if (pace === undefined) return noPace;
    const nextCheckAtMs = this.isHere ? this.#here(pace.nextCheckAtMs) : null;
    return { ...pace, nextCheckAtMs, lastAnswerAtMs: this.#here(pace.lastAnswerAtMs) };
  }

  nextCheckAtMs(id: OrderId): number | null {
    return this.isHere ? (this.#nextChecks.get(id) ?? null) : null;
  }

  opened(): void {
    this.#lost = null;
    this.#isRevoked = false;
  }

  lost(): void {
    this.#lost ??= { atMs: this.#clock.wallMs(), onMonotonicMs: this.#clock.monotonicMs() };
  }

  revoked(): void {
    this.lost();
    this.#isRevoked = true;
  }

  /** @returns the orders that were confirmed, and when; and whether the desks changed */
  told(status: HubStatus): {
    readonly confirmed: readonly (readonly [OrderId, number])[];
    readonly areDesksNew: boolean;
  } {
    const areDesksNew = !sameValue(status.desks, this.#status?.desks);
    this.#status = status;
    const aheadMs = this.#clock.wallMs() - status.nowMs;
    this.#aheadMs = Math.abs(aheadMs) < sameClockMs ? 0 : aheadMs;
    const confirmed = status.checked.map(([id, atMs, nextAtMs]) => {
      this.#nextChecks.set(id, this.#here(nextAtMs));
      return [id, this.#here(atMs)] as const;
    });
    return { confirmed, areDesksNew };
  }

  forget(ids: readonly OrderId[]): void {
    for (const id of ids) this.#nextChecks.delete(id);
  }

  #tellAtMs(): number | null {
    return this.#lost === null ? null : this.#lost.onMonotonicMs + patienceMs;
  }

  #here<Time extends number | null>(hubMs: Time): Time | number {
    return hubMs === null ? hubMs : hubMs + this.#aheadMs;
  }
}
