import type { RebuiltDisk } from './cut-runs.ts';
import type { Wrong } from './kept-state.ts';

/** What was found after many power cuts. */
export interface CutsFound {
  cuts: number;
  /** Acts that were confirmed before the cuts, one after the other counted each time. */
  confirmed: number;
  /** Cuts before the first act was confirmed. */
  early: number;
  /** Acts that were confirmed and not there, and what was there more than once. */
  lost: number;
  doubled: number;
  /** Databases that did not open or were set aside although something was confirmed. */
  unusable: number;
  /** The same before anything was: the first start was cut. */
  unusableEarly: number;
  /** The first of what is wrong. */
  readonly details: string[];
}

export const nothingFound = (): CutsFound => ({
  cuts: 0,
  confirmed: 0,
  early: 0,
  lost: 0,
  doubled: 0,
  unusable: 0,
  unusableEarly: 0,
  details: [],
});

/** What one cut left. */
export interface CutFound {
  /** How many acts were confirmed before it. */
  readonly acts: number;
  readonly wrong: Wrong;
  /** Why the disk could not be used as it is; null when it could. */
  readonly trouble: string | null;
}

/** Adds what one cut left to what was found so far. */
export function foundAtCut(
  found: CutsFound,
  { leaving }: Pick<RebuiltDisk, 'leaving'>,
  { acts, trouble, wrong }: CutFound,
): void {
  const isEarly = acts === 0;
  found.cuts += 1;
  found.confirmed += acts;
  if (isEarly) found.early += 1;
  found.lost += wrong.lost.length;
  found.doubled += wrong.doubled.length;
  if (trouble !== null) found[isEarly ? 'unusableEarly' : 'unusable'] += 1;
  const lost = wrong.lost.map(([first = '', ...more]) =>
    more.length === 0 ? first : `${first} and ${more.length} more`,
  );
  const names = [...lost, ...wrong.doubled.map((name) => `${name} (doubled)`)];
  if (trouble !== null && !isEarly) names.push(trouble);
  for (const name of names) {
    if (found.details.length < 10)
      found.details.push(`${acts} confirmed, ${leaving} left: ${name}`);
  }
}
