import type { DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';
import { needsCredentials } from '../../core/delivery/delivery-failure.ts';
import { attemptDelayMs } from '../../core/delivery/retry-delay.ts';
import type { RetryPolicy } from '../../core/delivery/retry-delay.ts';
import type { Sight } from '../../core/watch/sight.ts';
import type { Clock } from './clock.ts';
import { FailureRun } from './failure-run.ts';

/** The part of a failure that decides about seeing. */
export interface SeenFailure {
  readonly code: DeliveryFailureCode;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;
}

/** The pauses between two single attempts, before they are drawn. */
interface AttemptPolicy extends RetryPolicy {
  readonly minMs: number;
}

/**
 * At a service that does not answer: at most 1 s doubling to 30 s, and from the fifth minute on a tenth
 * of how long it has lasted, up to 5 minutes, each drawn from half a second on. So a short outage is
 * noticed to be over within 30 s, a long one costs some sixty attempts in its first half hour and then
 * one in some minutes, and none is made longer by more than a tenth.
 */
const outageRetry = {
  minMs: 500,
  baseMs: 1000,
  maxMs: 30_000,
  shareOfOutage: 0.1,
  maxLongMs: 300_000,
};

/** A request as far as it counts for seeing. */
export interface SentRequest {
  /** Whether it is the single attempt while blind. */
  readonly isAttempt: boolean;
  /** Counts all requests in the order of sending. */
  readonly sequence: number;
}

/** So many failures in a row make us careful, whatever they were: then one request at a time. */
const doubtfulFrom = 2;

/** What keeps us from seeing, as far as the pauses differ. */
type Trouble = 'outage' | 'limit' | 'credentials';

const policies: Readonly<Record<Exclude<Trouble, 'outage'>, AttemptPolicy>> = {
  /** After 429 when the service names none: from 1 s up to 5 minutes. */
  limit: { minMs: 1000, baseMs: 2000, maxMs: 300_000 },
  /** When the credentials' way is broken but not refused, such as a token that cannot be read. */
  credentials: { minMs: 1000, baseMs: 5000, maxMs: 300_000 },
};

function troubleOf(code: DeliveryFailureCode): Trouble {
  if (needsCredentials(code)) return 'credentials';
  return code === 'rate-limited' ? 'limit' : 'outage';
}

/** In how many ways a failure can speak against the host as a whole. */
type Weight =
  /** One answer says it for all: a 429, or anything about the credentials. */
  | 'atOnce'
  /** The way itself is gone; the second in a row settles it. */
  | 'decisive'
  /** May as well concern one order, such as a 500: several different ones in a row settle it. */
  | 'sporadic';

/**
 * Whether we can see, and when to try again: the breaker of the host. Failures of the network, the
 * quota, the credentials and the keychain end here as one fact; they never become forty failing
 * orders. While blind at most one attempt is under way.
 */
export class SightKeeper {
  readonly #clock: Clock;
  readonly #random: () => number;
  #sight: Sight = { state: 'clear' };
  #lastAnswerAtMs: number | null = null;
  #tryingSinceMs: number;
  readonly #run = new FailureRun();
  #isDoubtful = true;
  /** Failures in a row of each kind: an outage before it does not make the first 429 a long pause. */
  readonly #attempts = new Map<Trouble, number>();
  #blindAtMonotonicMs = 0;
  #isAskedToPause = false;
  /** On the monotonic clock; null while blind means: only the user can change something. */
  #retryAtMonotonicMs: number | null = null;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#tryingSinceMs = clock.wallMs();
  }

  get sight(): Sight {
    return this.#sight;
  }

  get isBlind(): boolean {
    return this.#sight.state === 'blind';
  }

  get lastAnswerAtMs(): number | null {
    return this.#lastAnswerAtMs;
  }

  /** When the next single attempt is due while blind, on the monotonic clock. */
  get retryAtMonotonicMs(): number | null {
    return this.#retryAtMonotonicMs;
  }

  /** Whether only one request may be under way, because nothing is known yet or something is wrong. */
  get allowsOneOnly(): boolean {
    return this.isBlind || this.#isDoubtful;
  }

  /** A request was sent: its number is higher than that of all before it. */
  sent(sequence: number): void {
    this.#run.sent(sequence);
  }

  /** A request was given up. */
  dropped(sequence: number): void {
    this.#run.dropped(sequence);
  }

  /**
   * The service answered about an order, well or not: we see, unless something that was sent later has
   * failed. Then, and while the service asks for a pause, the answer only says until when we saw.
   *
   * @returns whether we were blind and see again
   */
  answered({ isAttempt, sequence }: SentRequest): boolean {
    const wasBlind = this.isBlind;
    this.#lastAnswerAtMs = this.#clock.wallMs();
    this.#run.answered(sequence);
    const isOfBefore = this.#isAskedToPause || sequence < this.#run.latestFailed;
    if (!isAttempt && isOfBefore) {
      if (this.#sight.state === 'blind') {
        this.#sight = { ...this.#sight, sinceMs: this.#lastAnswerAtMs };
        return false;
      }
      if (sequence < this.#run.latestFailed) return false;
    }
    this.#attempts.clear();
    this.#isDoubtful = false;
    this.#isAskedToPause = false;
    this.#retryAtMonotonicMs = null;
    this.#sight = { state: 'clear' };
    return wasBlind;
  }

  /**
   * Asking failed in a way that is not about one order alone.
   *
   * @param request the single attempt while blind counts; of what was under way before only a longer
   *   pause that it asks for is kept
   * @param watchedCount how many orders are being checked: of one order, two failures are all there is
   */
  failed(failure: SeenFailure, { isAttempt, sequence }: SentRequest, watchedCount: number): void {
    const strikes = this.#run.failed(sequence);
    if (this.isBlind && !isAttempt) {
      this.#waitAtLeast(failure.retryAfterMs);
      return;
    }
    const weight = weightOf(failure);
    if (weight !== 'sporadic' || strikes >= doubtfulFrom) this.#isDoubtful = true;
    if (!this.isBlind && strikes < strikesNeeded(weight, watchedCount)) return;
    const trouble = troubleOf(failure.code);
    this.#attempts.set(trouble, (this.#attempts.get(trouble) ?? 0) + 1);
    this.#goBlind(failure);
  }

  /** Something outside changed: forget what was learned and try at once, with one request. */
  retryNow(): void {
    this.#run.begin();
    this.#attempts.clear();
    this.#isDoubtful = true;
    if (this.#sight.state === 'clear') {
      this.#tryingSinceMs = this.#clock.wallMs();
      return;
    }
    this.#retryAtMonotonicMs = this.#clock.monotonicMs();
    this.#sight = { ...this.#sight, retryAtMs: this.#clock.wallMs() };
  }

  /**
   * The machine woke. The network may need a while, so the first request goes alone; a refusal of the
   * credentials stays a refusal.
   */
  woke(): void {
    if (this.isBlind && this.#retryAtMonotonicMs === null) return;
    if (this.#sight.state === 'blind' && this.#sight.cause === 'rate-limited') return;
    this.retryNow();
  }

  #goBlind(failure: SeenFailure): void {
    if (!this.isBlind) this.#blindAtMonotonicMs = this.#clock.monotonicMs();
    const delayMs = this.#delayMs(failure);
    this.#retryAtMonotonicMs = delayMs === null ? null : this.#clock.monotonicMs() + delayMs;
    this.#isAskedToPause = failure.code === 'rate-limited' || failure.retryAfterMs !== null;
    this.#sight = {
      state: 'blind',
      cause: failure.code,
      httpStatus: failure.httpStatus,
      sinceMs:
        this.#sight.state === 'blind'
          ? this.#sight.sinceMs
          : (this.#lastAnswerAtMs ?? this.#tryingSinceMs),
      retryAtMs: delayMs === null ? null : this.#clock.wallMs() + delayMs,
    };
  }

  /** Of several pauses that the service asks for, the one that ends last holds. */
  #waitAtLeast(retryAfterMs: number | null): void {
    if (retryAfterMs === null || this.#retryAtMonotonicMs === null) return;
    if (this.#sight.state === 'clear') return;
    const delayMs = retryAfterMs + this.#random() * 500;
    const retryAtMs = this.#clock.monotonicMs() + delayMs;
    if (retryAtMs <= this.#retryAtMonotonicMs) return;
    this.#isAskedToPause = true;
    this.#retryAtMonotonicMs = retryAtMs;
    this.#sight = { ...this.#sight, retryAtMs: this.#clock.wallMs() + delayMs };
  }

  #outagePolicy(): AttemptPolicy {
    const { minMs, baseMs, maxMs, shareOfOutage, maxLongMs } = outageRetry;
    const lastedMs = this.#clock.monotonicMs() - this.#blindAtMonotonicMs;
    const longMs = Math.min(Math.max(lastedMs * shareOfOutage, maxMs), maxLongMs);
    return { minMs, baseMs, maxMs: longMs };
  }

  #delayMs(failure: SeenFailure): number | null {
    if (failure.code === 'credentials-refused' || failure.code === 'keychain-unavailable') {
      return null;
    }
    const trouble = troubleOf(failure.code);
    const attempts = this.#attempts.get(trouble) ?? 1;
    const policy = trouble === 'outage' ? this.#outagePolicy() : policies[trouble];
    const ownMs = attemptDelayMs(attempts, policy, this.#random);
    // The service's own word is the least; a little is added so that desks do not return in lockstep.
    return failure.retryAfterMs === null
      ? ownMs
      : Math.max(failure.retryAfterMs + this.#random() * 500, attempts > 1 ? ownMs : 0);
  }
}

/** What may as well be one order's bad luck, although it speaks about the host. */
const sporadicCodes: ReadonlySet<DeliveryFailureCode> = new Set([
  'timeout',
  'connection-lost',
  'service-failing',
  'protocol-violation',
  'captive-portal',
  // Services of this kind answer 401, too, for an order that belongs to somebody else.
  'authorization-refused',
]);

function weightOf(failure: SeenFailure): Weight {
  if (failure.code === 'rate-limited' || failure.retryAfterMs !== null) return 'atOnce';
  if (sporadicCodes.has(failure.code)) return 'sporadic';
  return needsCredentials(failure.code) ? 'atOnce' : 'decisive';
}

function strikesNeeded(weight: Weight, watchedCount: number): number {
  switch (weight) {
    case 'atOnce':
      return 1;
    case 'decisive':
      return 2;
    case 'sporadic':
      return Math.min(Math.max(watchedCount, 2), 5);
  }
}
