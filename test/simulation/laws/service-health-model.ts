import type { NotificationEvent } from '../../../core/notification/notification.ts';
import type { NetworkFault } from '../world/simulated-service.ts';

const minuteMs = 60_000;
/**
 * After this many failures in a row contact is surely lost. The watcher counts five in the order of
 * sending, and further ones may overtake a request that is still under way.
 */
const mostStrikes = 12;
/** So many answers that cannot be read, and none that can, may be a loss. */
const leastUnreadable = 3;
/** Answers are stored at least this often, so a process that is killed leaves behind that contact was back. */
const storedEveryMs = 6 * minuteMs;

/**
 * Which notifications about contact are right, judged by what the service saw: a loss only after a
 * minute without an answer that can be read, a pause only when the service asked for one and before its loss, a return
 * only after an answer and after a loss or a refusal, refused credentials only when they were refused. A long outage must be told, once however often the program is
 * killed during it. Times are on the monotonic clock.
 */
export class ServiceHealthModel {
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  #failedSinceAnswer = 0;
  #unreadableSinceAnswer = 0;
  #lastFault: NetworkFault | null = null;
  #isLossTold = false;
  /** Whether it was told as a pause alone so far. */
  #isPauseTold = false;
  #isRefusalTold = false;
  /** Whether a process told it that was killed since. */
  #isToldEarlier = false;
  /** The first answer since it was told. */
  #firstAnswerMs: number | null = null;
  /** Until then the program's clock shows a time at which it had answers already. */
  #timeComesAgainUntilMs = Number.NEGATIVE_INFINITY;
  /** It was told in such a time: the next process takes these answers for later ones. */
  #isToldInTimeAgain = false;

  answered(nowMs: number): void {
    this.#lastAnswerMs = nowMs;
    this.#unreadableSinceAnswer = 0;
    this.#reached(nowMs);
  }

  /** Of one order it is an answer, of all of them a loss of contact. */
  unreadable(nowMs: number): void {
    this.#unreadableSinceAnswer += 1;
    this.#reached(nowMs);
  }

  #reached(nowMs: number): void {
    this.#firstAnswerMs ??= nowMs;
    if (this.#isToldEarlier && nowMs - this.#firstAnswerMs > storedEveryMs) this.#over();
    this.#failedSinceAnswer = 0;
  }

  failed(fault: NetworkFault): void {
    this.#failedSinceAnswer += 1;
    this.#lastFault = fault;
  }

  /** The next process knows from the disk what was told, and perhaps that there was an answer since. */
  restarted(): void {
    this.#isToldEarlier = this.#isAnyTold;
  }

  clockSetBack(nowMs: number, backMs: number): void {
    this.#timeComesAgainUntilMs = Math.max(this.#timeComesAgainUntilMs, nowMs) + backMs;
  }

  /** @returns what is wrong with telling this now, or null */
  told(event: NotificationEvent, nowMs: number): string | null {
    // An answer since then may have ended what an earlier process told.
    const mayBeOver =
      this.#isToldEarlier && (this.#firstAnswerMs !== null || this.#isToldInTimeAgain);
    this.#isToldInTimeAgain = nowMs < this.#timeComesAgainUntilMs;
    const hadTold = this.#isLossTold;
    const hadToldPause = this.#isPauseTold;
    const hadToldRefusal = this.#isRefusalTold;
    this.#firstAnswerMs = null;
    this.#isToldEarlier = false;
    if (event === 'connectionLost') {
      this.#isLossTold = true;
      if ((hadTold || hadToldRefusal) && !mayBeOver) return 'a loss of contact was told twice';
      if (nowMs - this.#lastAnswerMs < minuteMs) return 'a loss was told within a minute';
      const hasFailed =
        this.#failedSinceAnswer > 0 || this.#unreadableSinceAnswer >= leastUnreadable;
      return hasFailed ? null : 'a loss was told though nothing failed';
    }
    if (event === 'servicePaused') {
      this.#isPauseTold = true;
      if ((hadToldPause || hadTold || hadToldRefusal) && !mayBeOver)
        return 'a pause was told twice';
      if (nowMs - this.#lastAnswerMs < minuteMs) return 'a pause was told within a minute';
      return this.#lastFault === 'rate-limited' ? null : 'a pause was told that none asked for';
    }
    if (event === 'connectionRestored') {
      this.#over();
      if (!hadTold && !hadToldPause && !hadToldRefusal) return 'a return was told without a loss';
      return this.#failedSinceAnswer <= mostStrikes ? null : 'a return was told during an outage';
    }
    if (event !== 'credentialsRefused') return `${event} is not about contact`;
    this.#isRefusalTold = true;
    if (hadToldRefusal && !mayBeOver) return 'a refusal was told twice';
    return this.#lastFault === 'credentials-refused' ? null : 'a refusal that was none';
  }

  get #isAnyTold(): boolean {
    return this.#isLossTold || this.#isPauseTold || this.#isRefusalTold;
  }

  #over(): void {
    this.#isLossTold = false;
    this.#isPauseTold = false;
    this.#isRefusalTold = false;
    this.#isToldEarlier = false;
  }

  /** A long outage ended in which orders were due. @returns what is wrong, or null */
  endedLongOutage(): string | null {
    return this.#isAnyTold ? null : 'a long outage was not told';
  }
}
