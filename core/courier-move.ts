import type { GeoPoint } from './order.ts';

/** Which place of an order a courier is at: the pickup or the n-th destination, counted from 1. */
export type StopRef = 'pickup' | number;

/**
 * A courier's move that means something to a dispatcher; ordinary driving means nothing.
 *
 * `distanceMeters` is the straight line since the last position that was told (0 for a first fix);
 * `nextStop` is the nearest stop still ahead with the straight line to it, when both are known.
 */
export interface CourierMove {
  readonly meaning: 'firstFix' | 'leftPickup' | 'nearStop' | 'movedOn';
  readonly distanceMeters: number;
  readonly nextStop: { readonly stop: StopRef; readonly distanceMeters: number } | null;
}

/**
 * What has to be remembered of a courier's way to tell each meaning once. Kept with the order, so a
 * restart does not tell an arrival twice. It belongs to one courier: another courier starts anew.
 */
export interface CourierTrace {
  /** The last position that was told, or the first one seen. */
  readonly anchor: GeoPoint | null;
  readonly anchorAtMs: number | null;
  /** The stop whose fence the courier is inside of. */
  readonly insideStop: StopRef | null;
  /** A fence crossing that one fix has claimed and the next one must confirm. */
  readonly claimedStop: StopRef | 'outside' | null;
}

/** The trace of a courier of whom nothing is known yet. */
export const emptyCourierTrace: CourierTrace = {
  anchor: null,
  anchorAtMs: null,
  insideStop: null,
  claimedStop: null,
};
