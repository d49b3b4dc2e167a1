const fewest = 8;
const mostUsually = 64;
const mostEver = 256;
/** Chance puts more into one slot than into another. */
const slotRoom = 4 / 3;

/**
 * How many requests may be under way at once, by Little's law: what is under way equals the rate times
 * the time each takes. Twice the measured latency leaves room for slow answers; a quarter of a second
 * is assumed before anything was measured. Never above 64 sockets below 500 requests/s (a machine with
 * 64 file descriptors must be able to run this), never above 256.
 *
 * @param slotMs what leaves in one slot is under way together
 */
export function inFlightLimit(
  ratePerSecond: number,
  latencyMs: number | null,
  slotMs: number,
): number {
  const answeredSeconds = latencyMs === null ? 0.25 : (latencyMs / 1000) * 2;
  const heldSeconds = Math.max(answeredSeconds, (slotMs / 1000) * slotRoom, 0.1);
  const most = ratePerSecond > 500 ? mostEver : mostUsually;
  return Math.min(Math.max(Math.ceil(ratePerSecond * heldSeconds), fewest), most);
}
