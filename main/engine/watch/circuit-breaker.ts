import type { DeliveryFailureCode } from '../../../core/delivery/delivery-failure.ts';
import { needsCredentials } from '../../../core/delivery/delivery-failure.ts';
import { attemptDelayMs, cappedDelayMs } from '../../../core/delivery/retry-delay.ts';
import type { RetryPolicy } from '../../../core/delivery/retry-delay.ts';
import type { ServiceHealth } from '../../../core/watch/service-health.ts';
import type { Clock } from '../../../core/clock.ts';

/** The part of a failure that decides whether the service is reachable. */
export interface CheckFailure {
  readonly code: DeliveryFailureCode;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;
}

/** What the breaker has to know of a request. */
export interface SentRequest {
  /** Whether it is the single attempt while the circuit is open. */
  readonly isAttempt: boolean;
  /** Counts all requests in the order of sending. */
  readonly sequence: number;
}

/** The pauses between two attempts, before they are drawn. */
interface AttemptPolicy extends RetryPolicy {
  readonly minMs: number;
}

/** The kinds of failures. The pauses of each kind grow by themselves. */
type Trouble = 'outage' | 'limit' | 'credentials' | 'refusal';

/**
 * The pauses while the service does not answer. Each is drawn at random between half a second and a limit,
 * which doubles from 1 s to 30 s. From the fifth minute on the limit is a tenth of the time that the outage
 * has lasted, up to 5 minutes. So the end of a short outage is noticed within 30 s, and a long one costs some
 * sixty attempts in its first half hour.
 */
const outagePolicy = { minMs: 500, baseMs: 1000, maxMs: 30_000 };
const shareOfOutage = 0.1;
const longestOutagePauseMs = 300_000;

const policies: Readonly<Record<'limit' | 'credentials', AttemptPolicy>> = {
  /** After a 429 without Retry-After: from 1 s up to 5 minutes. */
  limit: { minMs: 1000, baseMs: 2000, maxMs: 300_000 },
  /** When credentials cannot be used but are not refused, such as a token that cannot be read. */
  credentials: { minMs: 1000, baseMs: 5000, maxMs: 300_000 },
};

/**
 * Refused credentials are sent again after 30 s, then after twice as long each time, up to 15 minutes, and
 * up to a tenth later at random. A refusal may pass, but a service may lock an account that asks too often.
 */
const refusalPause = { baseMs: 30_000, maxMs: 15 * 60_000 };
const refusalSpread = 0.1;
/** The least time between two tries with refused credentials, also when a person asks for a try at once. */
const refusalAtLeastMs = 5000;

/** After so many failures in a row only one request at a time is sent. */
const doubtfulFrom = 2;
/** Up to this much is added to Retry-After at random, so that several computers do not return together. */
const returnSpreadMs = 500;

/** Failures that may concern one order only, although their codes are about the host. */
const sporadicCodes: ReadonlySet<DeliveryFailureCode> = new Set([
  'timeout',
  'connection-lost',
  'service-failing',
  'protocol-violation',
  'captive-portal',
  // Some services answer 401 for an order of another account.
  'authorization-refused',
]);

/**
 * The circuit breaker of the host. Failures of the network, the quota, the credentials and the keychain
 * end here as one fact; they never become forty failing orders. While it is open, at most one attempt is
 * under way, with growing random pauses. Refused credentials have the longest; a keychain that gives no
 * secret has none, because main/engine/connection reads it again and then has the breaker try at once.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #run = new FailureRun();
  /** Failures in a row of each kind: the first 429 after an outage is a short pause. */
  readonly #attempts = new Map<Trouble, number>();
  #serviceHealth: ServiceHealth = { state: 'reachable' };
  #lastAnswerAtMs: number | null = null;
  #tryingSinceMs: number;
  #isDoubtful = true;
  #openedAtMs = 0;
  #isAskedToPause = false;
  /** When the latest request was sent, on the monotonic clock. */
  #sentAtMs = Number.NEGATIVE_INFINITY;
  /** On the monotonic clock. Null while it is closed, and while the keychain gives no secret. */
  #retryDueMs: number | null = null;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
    this.#tryingSinceMs = clock.wallMs();
  }

  get serviceHealth(): ServiceHealth {
    return this.#serviceHealth;
  }

  get isOpen(): boolean {
    return this.#serviceHealth.state === 'unreachable';
  }

  /** Whether the service refuses the credentials. */
  get refusesCredentials(): boolean {
    const { serviceHealth } = this;
    return serviceHealth.state === 'unreachable' && serviceHealth.cause === 'credentials-refused';
  }

  get lastAnswerAtMs(): number | null {
    return this.#lastAnswerAtMs;
  }

  /** When the next attempt is due while it is open, on the monotonic clock. */
  get retryDueMs(): number | null {
    return this.#retryDueMs;
  }

  /** Whether only one request may be under way: nothing is known yet, or something is wrong. */
  get allowsOneOnly(): boolean {
    return this.isOpen || this.#isDoubtful;
  }

  /** A request was sent: its number is higher than those before. */
  sent(sequence: number): void {
    this.#sentAtMs = this.#clock.monotonicMs();
    this.#run.sent(sequence);
  }

  /** A request was given up. */
  dropped(sequence: number): void {
    this.#run.dropped(sequence);
  }

  /**
   * The service answered about an order, if only with a refusal. That closes the circuit, unless a request
   * that was sent later has failed or the service asked for a pause; then the answer only shows until when
   * the service was reachable.
   *
   * @returns whether it was open and closed now
   */
  answered({ isAttempt, sequence }: SentRequest): boolean {
    const wasOpen = this.isOpen;
    this.#lastAnswerAtMs = this.#clock.wallMs();
    this.#run.answered(sequence);
    const isOverruled = sequence < this.#run.latestFailed;
    if (
      !isAttempt &&
      this.#serviceHealth.state === 'unreachable' &&
      (this.#isAskedToPause || isOverruled)
    ) {
      this.#serviceHealth = { ...this.#serviceHealth, sinceMs: this.#lastAnswerAtMs };
      return false;
    }
    if (!isAttempt && isOverruled) return false;
    this.#attempts.clear();
    this.#isDoubtful = false;
    this.#isAskedToPause = false;
    this.#retryDueMs = null;
    this.#serviceHealth = { state: 'reachable' };
    return wasOpen;
  }

  /**
   * A request failed in a way that is not about one order alone. While it is open only the attempt counts;
   * of requests that were under way before, only a longer pause is kept.
   *
   * @param watchedCount how many orders there are to check: fewer orders need fewer failures
   */
  failed(failure: CheckFailure, { isAttempt, sequence }: SentRequest, watchedCount: number): void {
    const failedInRow = this.#run.failed(sequence);
    if (this.isOpen && !isAttempt) {
      this.#waitAtLeast(failure.retryAfterMs);
      return;
    }
    const isSporadic = failure.retryAfterMs === null && sporadicCodes.has(failure.code);
    if (!isSporadic || failedInRow >= doubtfulFrom) this.#isDoubtful = true;
    if (!this.isOpen && failedInRow < failuresNeeded(failure, isSporadic, watchedCount)) return;
    this.#fail(failure);
  }

  /** The service refuses all orders alike, which is no answer about any. */
  refusedAll(failure: CheckFailure, { isAttempt, sequence }: SentRequest): void {
    this.#run.failed(sequence);
    if (this.isOpen && !isAttempt) return;
    this.#isDoubtful = true;
    this.#fail(failure);
  }

  /**
   * Something outside changed, or a person asks: forgets what was learned and tries at once, with one
   * request. After refused credentials "at once" is five seconds after the last request.
   */
  retryNow(): void {
    this.#run.begin();
    this.#attempts.clear();
    this.#isDoubtful = true;
    if (this.#serviceHealth.state === 'reachable') {
      this.#tryingSinceMs = this.#clock.wallMs();
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    const delayMs = this.refusesCredentials
      ? Math.max(this.#sentAtMs + refusalAtLeastMs - nowMs, 0)
      : 0;
    this.#retryDueMs = nowMs + delayMs;
    this.#serviceHealth = { ...this.#serviceHealth, retryAtMs: this.#clock.wallMs() + delayMs };
  }

  /**
   * The computer woke: tries at once, unless the keychain gives no secret. A pause that the service asked
   * for and the pause after refused credentials go on, with the time of the sleep counted.
   */
  woke(): void {
    const { serviceHealth } = this;
    if (serviceHealth.state === 'unreachable') {
      const { retryAtMs } = serviceHealth;
      if (this.#retryDueMs === null || retryAtMs === null) return;
      if (this.#isAskedToPause || this.refusesCredentials) {
        const restMs = Math.max(retryAtMs - this.#clock.wallMs(), 0);
        this.#retryDueMs = Math.min(this.#retryDueMs, this.#clock.monotonicMs() + restMs);
        return;
      }
    }
    this.retryNow();
  }

  #fail(failure: CheckFailure): void {
    const trouble = troubleOf(failure.code);
    this.#attempts.set(trouble, (this.#attempts.get(trouble) ?? 0) + 1);
    this.#open(failure, trouble);
  }

  #open(failure: CheckFailure, trouble: Trouble): void {
    const before = this.#serviceHealth;
    if (before.state === 'reachable') this.#openedAtMs = this.#clock.monotonicMs();
    const delayMs = this.#delayMs(failure, trouble);
    this.#retryDueMs = delayMs === null ? null : this.#clock.monotonicMs() + delayMs;
    this.#isAskedToPause = failure.code === 'rate-limited' || failure.retryAfterMs !== null;
    const isOwnRetry =
      failure.code === 'rate-limited' &&
      (delayMs ?? 0) > (failure.retryAfterMs ?? Number.NEGATIVE_INFINITY) + returnSpreadMs;
    this.#serviceHealth = {
      state: 'unreachable',
      cause: failure.code,
      httpStatus: failure.httpStatus,
      sinceMs:
        before.state === 'unreachable'
          ? before.sinceMs
          : (this.#lastAnswerAtMs ?? this.#tryingSinceMs),
      retryAtMs: delayMs === null ? null : this.#clock.wallMs() + delayMs,
      ...(isOwnRetry && { isOwnRetry }),
    };
  }

  /** Of several pauses that the service asks for, the one that ends last holds. */
  #waitAtLeast(retryAfterMs: number | null): void {
    if (retryAfterMs === null || this.#retryDueMs === null) return;
    if (this.#serviceHealth.state === 'reachable') return;
    const delayMs = retryAfterMs + this.#random() * returnSpreadMs;
    const retryDueMs = this.#clock.monotonicMs() + delayMs;
    if (retryDueMs <= this.#retryDueMs) return;
    this.#isAskedToPause = true;
    this.#retryDueMs = retryDueMs;
    const { isOwnRetry: _, ...health } = this.#serviceHealth;
    this.#serviceHealth = { ...health, retryAtMs: this.#clock.wallMs() + delayMs };
  }

  #delayMs(failure: CheckFailure, trouble: Trouble): number | null {
    if (failure.code === 'keychain-unavailable') return null;
    const attempts = this.#attempts.get(trouble) ?? 1;
    const ownMs = this.#ownDelayMs(trouble, attempts);
    if (failure.retryAfterMs === null) return ownMs;
    const statedMs = failure.retryAfterMs + this.#random() * returnSpreadMs;
    return Math.max(statedMs, attempts > 1 || trouble === 'refusal' ? ownMs : 0);
  }

  #ownDelayMs(trouble: Trouble, attempts: number): number {
    if (trouble === 'refusal') {
      const pauseMs = cappedDelayMs(attempts, refusalPause);
      return Math.round(pauseMs * (1 + refusalSpread * this.#random()));
    }
    const policy = trouble === 'outage' ? this.#outagePolicy() : policies[trouble];
    return attemptDelayMs(attempts, policy, this.#random);
  }

  #outagePolicy(): AttemptPolicy {
    const lastedMs = this.#clock.monotonicMs() - this.#openedAtMs;
    const maxMs = Math.max(lastedMs * shareOfOutage, outagePolicy.maxMs);
    return { ...outagePolicy, maxMs: Math.min(maxMs, longestOutagePauseMs) };
  }
}

function troubleOf(code: DeliveryFailureCode): Trouble {
  if (code === 'credentials-refused') return 'refusal';
  if (needsCredentials(code)) return 'credentials';
  return code === 'rate-limited' ? 'limit' : 'outage';
}

function failuresNeeded(failure: CheckFailure, isSporadic: boolean, watchedCount: number): number {
  if (isSporadic) return Math.min(Math.max(watchedCount, 2), 5);
  const concernsAll = failure.code === 'rate-limited' || failure.retryAfterMs !== null;
  return concernsAll || needsCredentials(failure.code) ? 1 : 2;
}

/** How many of the latest requests are remembered: far more than are under way at once. */
const remembered = 1024;

/**
 * How many requests that were sent one after the other all failed. It goes by the order of sending,
 * because failures are often quicker than answers: five failures of fifty requests that left together are
 * chance, and an answer to an earlier request does not speak against an outage.
 */
class FailureRun {
  readonly #outcomes: ('under way' | 'failed' | 'good' | 'dropped')[] = [];
  #latestFailed = -1;
  #latestSent = -1;
  /** Requests with a lower number no longer count. */
  #from = 0;

  /** The number of the latest request that failed; -1 without any. */
  get latestFailed(): number {
    return this.#latestFailed;
  }

  sent(sequence: number): void {
    this.#latestSent = sequence;
    this.#outcomes[sequence % remembered] = 'under way';
  }

  dropped(sequence: number): void {
    this.#outcomes[sequence % remembered] = 'dropped';
  }

  answered(sequence: number): void {
    this.#outcomes[sequence % remembered] = 'good';
  }

  /** @returns how many in a row have failed, this one included */
  failed(sequence: number): number {
    this.#outcomes[sequence % remembered] = 'failed';
    this.#latestFailed = Math.max(this.#latestFailed, sequence);
    return 1 + this.#failedBeside(sequence, -1) + this.#failedBeside(sequence, 1);
  }

  /** Requests that were sent until now no longer count. */
  begin(): void {
    this.#from = this.#latestSent + 1;
    this.#latestFailed = -1;
  }

  #failedBeside(sequence: number, step: -1 | 1): number {
    let count = 0;
    for (let distance = 1; distance < remembered / 2; distance += 1) {
      const each = sequence + step * distance;
      if (each < this.#from || each > this.#latestSent) break;
      const outcome = this.#outcomes[each % remembered];
      if (outcome === 'failed') count += 1;
      else if (outcome !== 'dropped') break;
    }
    return count;
  }
}
