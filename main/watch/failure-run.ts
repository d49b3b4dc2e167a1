/** As many requests as are told apart; far more than are under way at once. */
const remembered = 1024;

const fates = ['under way', 'failed', 'good', 'dropped'] as const;
type Fate = (typeof fates)[number];

/**
 * How many requests that were sent one after the other all failed. The order of sending counts and not
 * that of the answers: failures are often quicker than answers, and a few of many that left together are
 * chance, while nothing but failures among them is an outage. Neither does an answer to what was sent
 * before speak against it.
 */
export class FailureRun {
  readonly #fates = new Uint8Array(remembered);
  #latestFailed = -1;
  #latestSent = -1;
  /** What was sent before counts no more. */
  #from = 0;

  /** The latest of the requests that failed, by its number; -1 when none did. */
  get latestFailed(): number {
    return this.#latestFailed;
  }

  sent(sequence: number): void {
    this.#latestSent = sequence;
    this.#set(sequence, 'under way');
  }

  /** Nobody waits for it any more: it says nothing. */
  dropped(sequence: number): void {
    this.#set(sequence, 'dropped');
  }

  answered(sequence: number): void {
    this.#set(sequence, 'good');
  }

  /** @returns how many in a row have failed now, this one included */
  failed(sequence: number): number {
    this.#set(sequence, 'failed');
    this.#latestFailed = Math.max(this.#latestFailed, sequence);
    return 1 + this.#beside(sequence, -1) + this.#beside(sequence, 1);
  }

  /** What was sent until now counts no more. */
  begin(): void {
    this.#from = this.#latestSent + 1;
    this.#latestFailed = -1;
  }

  #beside(sequence: number, step: number): number {
    let count = 0;
    for (let each = sequence + step; Math.abs(each - sequence) < remembered / 2; each += step) {
      if (each < this.#from || each > this.#latestSent) break;
      const fate = this.#fateOf(each);
      if (fate === 'failed') count += 1;
      else if (fate !== 'dropped') break;
    }
    return count;
  }

  #fateOf(sequence: number): Fate {
    return fates[this.#fates[sequence % remembered] ?? 0] ?? 'under way';
  }

  #set(sequence: number, fate: Fate): void {
    this.#fates[sequence % remembered] = fates.indexOf(fate);
  }
}
