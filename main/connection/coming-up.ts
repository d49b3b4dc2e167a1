import type { Cancellation } from '../watch/ports.ts';

/** Lets checks wait for a connection that is on its way, instead of failing for want of credentials. */
export class ComingUp {
  #expected: Promise<void> | null = null;

  /** A connection may be there as soon as this has settled, well or not. */
  expect(settled: Promise<unknown>): void {
    const expected = settled.then(() => {
      if (this.#expected === expected) this.#expected = null;
    });
    this.#expected = expected;
  }

  /** Waits while one is on its way; an abort ends the waiting alone. */
  async settled(signal: Cancellation): Promise<void> {
    if (this.#expected === null) return;
    const aborted = Promise.withResolvers<void>();
    const abandon = (): void => aborted.resolve();
    signal.addEventListener('abort', abandon);
    await Promise.race([this.#expected, aborted.promise]);
    signal.removeEventListener('abort', abandon);
  }
}
