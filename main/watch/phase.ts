import type { OrderId } from '../../core/order-id.ts';

/**
 * The place of an order inside its interval, from 0 up to but not including 1.
 *
 * It depends on the uuid and on this installation alone: orders spread evenly without knowing of each
 * other, keep their place after a restart, and fifty desks that watch the same orders do not ask for
 * the same one in the same moment.
 *
 * @param installSeed a whole number from 0 to 2^32 - 1, drawn once per installation
 */
export function phaseOf(id: OrderId, installSeed: number): number {
  let hash = (2_166_136_261 ^ installSeed) >>> 0;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 16_777_619);
  }
  // The last step of MurmurHash3: uuids counted upwards would otherwise lie side by side.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/**
 * When to ask again after a check at `nowMs`: the first instant of the order's phase that is at least
 * half an interval away. So an order that was asked out of turn finds back to its place within one
 * and a half intervals and is never asked twice in quick succession.
 *
 * All times on the monotonic clock.
 */
export function nextPhaseMs(nowMs: number, everyMs: number, phase: number): number {
  const earliestMs = nowMs + everyMs / 2;
  const offsetMs = phase * everyMs;
  return Math.ceil((earliestMs - offsetMs) / everyMs) * everyMs + offsetMs;
}
