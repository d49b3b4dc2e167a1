/** The entry of the log that something is known from. */
interface AsOf {
  readonly sequence: number;
}

/**
 * What is known after an entry was heard, from a list or from a watch, in whatever order and however often: what the
 * newer of both says. An entry holds all that is known of its key, so nothing is folded.
 *
 * @param known undefined for what was not known
 */
export function merge<Known extends AsOf>(known: Known | undefined, heard: Known): Known {
  return isNewer(known, heard) ? heard : (known ?? heard);
}

/** Whether an entry says something that is not known yet. */
export function isNewer(known: AsOf | undefined, heard: AsOf): boolean {
  return known === undefined || heard.sequence > known.sequence;
}
