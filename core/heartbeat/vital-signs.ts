import {
  isOutOfContact,
  pauseIsLossAfterMs,
  type ServiceHealth,
  servicePauseUntilMs,
} from '../watch/service-health.ts';

/** What a heartbeat goes by: whether this program really watches. */
export interface VitalSigns {
  /** By the wall clock. */
  readonly nowMs: number;
  /** Whether the wall clock goes on while time passes. */
  readonly isClockRunning: boolean;
  /** Whether what is found is written and, by the command line, printed. */
  readonly isKept: boolean;
  /** Checking is paused by a person. */
  readonly isPaused: boolean;
  /** The hub of the team, which checks for this desk, cannot be reached. */
  readonly isHubAway: boolean;
  readonly health: ServiceHealth;
  /** Null where a hub checks. */
  readonly checks: {
    readonly isTurning: boolean;
    /** The latest check of every order failed. */
    readonly isFailing: boolean;
    /** Until the next check; null while none is planned. */
    readonly nextInMs: number | null;
    /** One has succeeded at this moment. */
    readonly isSucceeding: boolean;
  } | null;
}

/** Why there is no heartbeat. The log names it by this word. */
export type Ailment =
  | 'clockStopped'
  | 'loopStalled'
  | 'notKept'
  | 'paused'
  | 'outOfContact'
  /** None succeeds at this moment, and one is due soon or under way, or all failed. */
  | 'noSuccess';

/** Where a check is due within this time, a beat waits and goes with its success, so that none goes after a death. */
const awaitedWithinMs = 10_000;

/**
 * Why this program does not count as watching at this moment, or null when it does. With nothing to check it
 * counts as watching: nothing is missed. A pause that the service asks for is no death for five minutes, as in
 * notifications.
 */
export function ailmentOf(signs: VitalSigns): Ailment | null {
  const { checks, health, nowMs } = signs;
  if (!signs.isClockRunning) return 'clockStopped';
  if (!signs.isKept) return 'notKept';
  if (signs.isPaused) return 'paused';
  if (checks?.isTurning === false) return 'loopStalled';
  if (signs.isHubAway || isLost(health, nowMs)) return 'outOfContact';
  if (checks === null || health.state === 'unreachable') return null;
  const { isFailing, isSucceeding, nextInMs } = checks;
  const isAwaited = nextInMs !== null && nextInMs <= awaitedWithinMs;
  return (isAwaited || isFailing) && !isSucceeding ? 'noSuccess' : null;
}

function isLost(health: ServiceHealth, nowMs: number): boolean {
  if (health.state === 'reachable') return false;
  const isPause = servicePauseUntilMs(health) !== null;
  return isPause ? nowMs - health.sinceMs >= pauseIsLossAfterMs : isOutOfContact(health);
}
