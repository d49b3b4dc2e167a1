import type { NotificationEvent } from '../../../core/notification/notification.ts';
import type { NetworkFault } from '../world/simulated-service.ts';

const minuteMs = 60_000;
/** A loss counts as one from then on. The program reads times in whole milliseconds. */
const leastLossMs = minuteMs - 1;
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
 * only after an answer and after a loss or a refusal, refused credentials only when they were refused. A long outage must be notified, once however often the program is
 * killed during it. Times are on the monotonic clock.
 */
export class ServiceHealthModel {
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  #failedSinceAnswer = 0;
  #unreadableSinceAnswer = 0;
  #lastFault: NetworkFault | null = null;
  #isLossNotified = false;
  /** Whether it was notified as a pause alone so far. */
  #isPauseNotified = false;
  #isRefusalNotified = false;
  /** Whether a process that was killed since notified it. */
  #isNotifiedEarlier = false;
  /** The first answer since it was notified. */
  #firstAnswerMs: number | null = null;
  /** Until then the program's clock shows a time at which it had answers already. */
  #timeComesAgainUntilMs = Number.NEGATIVE_INFINITY;
  /** It was notified in such a time: the next process takes these answers for later ones. */
  #isNotifiedInTimeAgain = false;
  #doesDiskRefuse = false;

  answered(nowMs: number): void {
    this.#lastAnswerMs = nowMs;
    this.#unreadableSinceAnswer = 0;
    this.#reached(nowMs);
  }

  /** Of one order it is an answer, of all of them a loss of contact. */
  unreadable(nowMs: number): void {
    this.#unreadableSinceAnswer += 1;
    // From three unreadable answers in a row on, the loss goes on: no process stores them as its end.
    const isLoss = this.#unreadableSinceAnswer >= leastUnreadable;
    if (isLoss && this.#firstAnswerMs !== null) this.#firstAnswerMs = nowMs;
    this.#reached(nowMs);
  }

  #reached(nowMs: number): void {
    this.#firstAnswerMs ??= nowMs;
    const isStored = !this.#doesDiskRefuse && nowMs - this.#firstAnswerMs > storedEveryMs;
    if (this.#isNotifiedEarlier && isStored) this.#over();
    this.#failedSinceAnswer = 0;
  }

  /** From now on, or no more, the disk keeps nothing: that contact was back is stored and notified after it. */
  diskRefuses(doesRefuse: boolean, nowMs: number): void {
    this.#doesDiskRefuse = doesRefuse;
    if (this.#firstAnswerMs !== null) this.#firstAnswerMs = nowMs;
  }

  /** Answers between failures need not have been taken for the end of a loss. */
  failed(fault: NetworkFault, nowMs: number): void {
    this.#failedSinceAnswer += 1;
    if (this.#firstAnswerMs !== null) this.#firstAnswerMs = nowMs;
    this.#lastFault = fault;
  }

  /** The next process knows from the disk what was notified, and perhaps that there was an answer since. */
  restarted(): void {
    this.#isNotifiedEarlier = this.#isAnyNotified;
  }

  clockSetBack(nowMs: number, backMs: number): void {
    this.#timeComesAgainUntilMs = Math.max(this.#timeComesAgainUntilMs, nowMs) + backMs;
  }

  /** @returns what is wrong with telling this now, or null */
  notified(event: NotificationEvent, nowMs: number): string | null {
    // An answer since then may have ended what an earlier process notified of.
    const mayBeOver =
      this.#isNotifiedEarlier && (this.#firstAnswerMs !== null || this.#isNotifiedInTimeAgain);
    this.#isNotifiedInTimeAgain = nowMs < this.#timeComesAgainUntilMs;
    const hadNotified = this.#isLossNotified;
    const hadNotifiedPause = this.#isPauseNotified;
    const hadNotifiedRefusal = this.#isRefusalNotified;
    this.#firstAnswerMs = null;
    this.#isNotifiedEarlier = false;
    if (event === 'connectionLost') {
      this.#isLossNotified = true;
      if ((hadNotified || hadNotifiedRefusal) && !mayBeOver)
        return 'a loss of contact was notified twice';
      if (nowMs - this.#lastAnswerMs < leastLossMs) return 'a loss was notified within a minute';
      const hasFailed =
        this.#failedSinceAnswer > 0 || this.#unreadableSinceAnswer >= leastUnreadable;
      return hasFailed ? null : 'a loss was notified though nothing failed';
    }
    if (event === 'servicePaused') {
      this.#isPauseNotified = true;
      if ((hadNotifiedPause || hadNotified || hadNotifiedRefusal) && !mayBeOver)
        return 'a pause was notified twice';
      if (nowMs - this.#lastAnswerMs < leastLossMs) return 'a pause was notified within a minute';
      return this.#lastFault === 'rate-limited' ? null : 'a pause was notified that none asked for';
    }
    if (event === 'connectionRestored') {
      this.#over();
      if (!hadNotified && !hadNotifiedPause && !hadNotifiedRefusal)
        return 'a return was notified without a loss';
      return this.#failedSinceAnswer <= mostStrikes
        ? null
        : 'a return was notified during an outage';
    }
    if (event !== 'credentialsRefused') return `${event} is not about contact`;
    this.#isRefusalNotified = true;
    if (hadNotifiedRefusal && !mayBeOver) return 'a refusal was notified twice';
    return this.#lastFault === 'credentials-refused' ? null : 'a refusal that was none';
  }

  get #isAnyNotified(): boolean {
    return this.#isLossNotified || this.#isPauseNotified || this.#isRefusalNotified;
  }

  #over(): void {
    this.#isLossNotified = false;
    this.#isPauseNotified = false;
    this.#isRefusalNotified = false;
    this.#isNotifiedEarlier = false;
  }

  /** A long outage ended in which orders were due. @returns what is wrong, or null */
  endedLongOutage(): string | null {
    return this.#isAnyNotified ? null : 'a long outage was not notified';
  }
}
