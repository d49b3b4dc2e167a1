/** Shorter ways are the jitter of a phone that lies still. */
const leastToldMeters = 10;

/** The last move as far as it is worth words; null when the age of the position says enough. */
export function toldMove(movedMeters: number | null): number | null {
  return movedMeters !== null && movedMeters >= leastToldMeters ? movedMeters : null;
}
