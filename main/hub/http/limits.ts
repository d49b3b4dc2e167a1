import { createHash } from 'node:crypto';
import type { Clock } from '../../watch/clock.ts';

/** Counts what each caller does within a window of time. The memory is bounded: the oldest callers go first. */
export class RateLimit {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #callers = new Map<string, { count: number; readonly untilMs: number }>();

  constructor(clock: Clock, most: number, windowMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** @returns whether the caller may do it once more */
  take(caller: string): boolean {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#callers.get(caller);
    if (known !== undefined && nowMs < known.untilMs) {
      known.count += 1;
      return known.count <= this.#most;
    }
    this.#callers.delete(caller);
    this.#callers.set(caller, { count: 1, untilMs: nowMs + this.#windowMs });
    if (this.#callers.size > mostCallers) {
      const [oldest] = this.#callers.keys();
      if (oldest !== undefined) this.#callers.delete(oldest);
    }
    return true;
  }
}

const mostCallers = 10_000;

/** An answer as it was given, to be given again. */
export interface GivenAnswer {
  readonly status: number;
  readonly body: unknown;
}

const mostKeys = 10_000;
const keptForMs = 2 * 60 * 60_000;

/**
 * The answers to changes by their idempotency keys, also while the first one is still being made. Beyond its
 * bounds the log's own dedupe keys make a repeated change harmless.
 */
export class IdempotencyKeys {
  readonly #clock: Clock;
  readonly #known = new Map<
    string,
    { readonly digest: string; readonly answer: Promise<GivenAnswer>; readonly atMs: number }
  >();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes a change, or gives the answer that it had before.
   *
   * @param key of one desk
   * @param request all that makes it this request
   * @returns `reused` when the key came with another request
   */
  once(
    key: string,
    request: string,
    make: () => Promise<GivenAnswer>,
  ): Promise<GivenAnswer> | 'reused' {
    const nowMs = this.#clock.monotonicMs();
    const digest = createHash('sha256').update(request).digest('base64');
    const known = this.#known.get(key);
    if (known !== undefined && nowMs - known.atMs < keptForMs) {
      return known.digest === digest ? known.answer : 'reused';
    }
    const answer = make();
    this.#known.set(key, { digest, answer, atMs: nowMs });
    // One that failed may be tried again.
    answer.catch(() => this.#known.delete(key));
    if (this.#known.size > mostKeys) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    return answer;
  }
}
