/** Below this rate nobody is hurried: catching up after a sleep is allowed this much per second. */
const calmPerSecond = 20;
/** Room above the demand, so that chance pile-ups of due orders melt away within a slot or two. */
const steadyFactor = 1.08;
/** A backlog (after a start, a sleep or an outage) is worked off half as fast again as the routine. */
const backlogFactor = 1.5;
/** From this rate on requests leave in short slots: answers wake the process as often anyway. */
const briskPerSecond = 100;
const briskSlotMs = 10;
const usualSlotMs = 100;
/** Below this rate each wake-up costs more than the request that it sends: one a second serves all. */
const calmBelowPerSecond = 50;
const calmSlotMs = 1000;

/**
 * How evenly the routine leaves: at the rate of the demand and a little more, and no more at once than
 * belongs into one slot. Orders whose places happen to lie together so go one after the other, and a
 * backlog is no flood. Times are on the monotonic clock.
 */
export class Flow {
  #tokens = 1;
  #filledAtMs: number;

  constructor(nowMs: number) {
    this.#filledAtMs = nowMs;
  }

  /** Takes leave to send one request now, if there is any. */
  take(perSecond: number, nowMs: number): boolean {
    this.#refill(perSecond, nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until {@link take} can succeed; 0 when it would now. */
  waitMs(perSecond: number, nowMs: number): number {
    this.#refill(perSecond, nowMs);
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / perSecond) * 1000;
  }

  #refill(perSecond: number, nowMs: number): void {
    const elapsedMs = Math.max(nowMs - this.#filledAtMs, 0);
    this.#filledAtMs = nowMs;
    const most = Math.max((perSecond * heldSlots(perSecond) * slotMsAt(perSecond)) / 1000, 1);
    this.#tokens = Math.min(most, this.#tokens + (elapsedMs / 1000) * perSecond);
  }
}

/** A short slot is often missed by a few milliseconds, and a long one holds few: none must be lost. */
function heldSlots(perSecond: number): number {
  if (perSecond >= briskPerSecond) return 1.5;
  return perSecond >= calmBelowPerSecond ? 1 : 2;
}

/** The rate at which the routine may leave. */
export function flowPerSecond(demandPerSecond: number, hasBacklog: boolean): number {
  const factor = hasBacklog ? backlogFactor : steadyFactor;
  return Math.max(demandPerSecond * factor, calmPerSecond);
}

/** How long somebody waits at most who wants something at this moment. */
export function promptSlotMsAt(perSecond: number): number {
  return Math.min(slotMsAt(perSecond), usualSlotMs);
}

/** How long the slots are in which the routine leaves at this rate. */
export function slotMsAt(perSecond: number): number {
  if (perSecond >= briskPerSecond) return briskSlotMs;
  return perSecond >= calmBelowPerSecond ? usualSlotMs : calmSlotMs;
}
