/*
 * The pace of real deliveries: rounded quantiles of 2,837 deliveries of a courier company in New York in October 2014
 * (a public data set, github.com/atsai5/jumpman23; these numbers alone are taken from it).
 */

/** The shares of deliveries that each of the values below is not exceeded by. */
const shares = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

type Quantiles = readonly [number, number, number, number, number];

const toPickupMinutes: Quantiles = [1, 4, 10, 19, 35];
const atPickupMinutes: Quantiles = [6, 10, 15, 23, 40];
const toDropoffMinutes: Quantiles = [4, 8, 12, 17, 31];
const straightKm: Quantiles = [0.3, 0.8, 1.4, 2.3, 5];

/** What a way from the pickup to the drop-off takes. */
export interface PacedWay {
  readonly minutes: number;
  /** The straight line from its start to its end. */
  readonly meters: number;
}

/** How long a courier goes to the pickup. @param share of deliveries that take no longer */
export function pickupWay(share: number): PacedWay {
  const minutes = valueAt(toPickupMinutes, share);
  // How far it was is not known: as far as one comes at the usual pace.
  const metersPerMinute = (straightKm[2] * 1000) / toDropoffMinutes[2];
  return { minutes, meters: minutes * metersPerMinute };
}

/** How long a courier waits at the pickup. @param share of deliveries that wait no longer */
export function pickupMinutes(share: number): number {
  return valueAt(atPickupMinutes, share);
}

/**
 * How long and how far a courier goes to the drop-off: what is farther takes longer, so one share draws both.
 *
 * @param share of deliveries that take no longer
 */
export function dropoffWay(share: number): PacedWay {
  return {
    minutes: valueAt(toDropoffMinutes, share),
    meters: valueAt(straightKm, share) * 1000,
  };
}

/** On a line between the quantiles; beyond the outer ones nothing is known, so these stand. */
function valueAt(quantiles: Quantiles, share: number): number {
  const next = shares.findIndex((each) => each >= share);
  const [low, high] = [shares[next - 1], shares[next]];
  const [from, to] = [quantiles[next - 1], quantiles[next]];
  if (high === undefined || to === undefined) return quantiles[4];
  if (low === undefined || from === undefined) return quantiles[0];
  return from + ((share - low) / (high - low)) * (to - from);
}
