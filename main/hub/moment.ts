import type { Clock } from '../../core/clock.ts';

/** A moment on both clocks, because one of them may stand still while the computer sleeps. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentNow(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
}

/** How long ago a moment is, by the clock that ran further. */
export function ageMs({ monotonicMs, wallMs }: Moment, clock: Clock): number {
  return Math.max(clock.monotonicMs() - monotonicMs, clock.wallMs() - wallMs);
}
