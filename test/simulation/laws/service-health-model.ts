import type { NotificationEvent } from '../../../core/notification/notification.ts';
import type { NetworkFault } from '../world/simulated-service.ts';

const minuteMs = 60_000;
/**
 * So many failures in a row are an outage, whatever they were: five in the order of sending, and those
 * that overtook one that is still under way.
 */
const mostStrikes = 12;

/**
 * What must have been told of contact lost and found, and what must not, by what the service's end saw:
 * no loss without a minute in which nothing was answered, no return without an answer, both in turn,
 * refused credentials only when they were refused; and a long outage is told.
 * Times are on the monotonic clock.
 */
export class ServiceHealthModel {
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  #failedSinceAnswer = 0;
  #lastFault: NetworkFault | null = null;
  #isLossTold = false;
  #isRefusalTold = false;

  answered(nowMs: number): void {
    this.#lastAnswerMs = nowMs;
    this.#failedSinceAnswer = 0;
    this.#isRefusalTold = false;
  }

  failed(fault: NetworkFault): void {
    this.#failedSinceAnswer += 1;
    this.#lastFault = fault;
  }

  /** The process is gone; a new one knows of no loss. */
  restarted(): void {
    this.#isLossTold = false;
    this.#isRefusalTold = false;
  }

  /** @returns what is wrong with telling this now, or null */
  told(event: NotificationEvent, nowMs: number): string | null {
    const hadTold = this.#isLossTold;
    if (event === 'connectionLost') {
      this.#isLossTold = true;
      if (hadTold) return 'a loss of contact was told twice';
      if (nowMs - this.#lastAnswerMs < minuteMs) return 'a loss was told within a minute';
      return this.#failedSinceAnswer === 0 ? 'a loss was told though nothing failed' : null;
    }
    if (event === 'connectionRestored') {
      this.#isLossTold = false;
      if (!hadTold) return 'a return was told without a loss';
      return this.#failedSinceAnswer <= mostStrikes ? null : 'a return was told during an outage';
    }
    if (event !== 'credentialsRefused') return `${event} is not about contact`;
    this.#isRefusalTold = true;
    return this.#lastFault === 'credentials-refused' ? null : 'a refusal that was none';
  }

  /** Nothing was answered for long, and orders were due all the time. @returns what is wrong */
  endedLongOutage(): string | null {
    return this.#isLossTold || this.#isRefusalTold ? null : 'a long outage was not told';
  }
}
