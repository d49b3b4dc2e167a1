import type { Clock } from '../../core/clock.ts';
import { type Leases, type PresentHub, presentForMs } from './log/ports.ts';
import { ageMs, type Moment, momentNow } from './moment.ts';

/** Whether this hub reaches the log, and which others do: what hubs know of the desks of each other rests on it. */
export interface Contact {
  /**
   * It has not reached the log for so long that the others are about to take its desks for closed. It is to have
   * none: they go to another hub.
   */
  readonly isLost: boolean;
  /** The hubs that may have desks, this one among them; null while that cannot be known. */
  readonly hubs: readonly PresentHub[] | null;
  start(): void;
  stop(): Promise<void>;
}

/** That of a hub that is alone. */
export const noOthers: Contact = {
  isLost: false,
  hubs: [],
  start: () => undefined,
  stop: () => Promise.resolve(),
};

const sayEveryMs = 15_000;
/** Its desks are gone this long before the others take them for closed. */
const marginMs = 60_000;

/** What a {@link LeasedContact} works with. */
export interface LeasedContactParts {
  readonly leases: Pick<Leases, 'sayPresent' | 'presentHubs' | 'leave'>;
  /** A name that no other hub and no earlier run of this one has. */
  readonly hubId: string;
  readonly url: () => string | null;
  readonly clock: Clock;
}

/**
 * A hub says beside the log that it is there. One of which nothing is heard and that has not said so for
 * {@link presentForMs} has no desk any more, whether it is dead or alone: it let them go before. Whose own contact
 * is broken does not know who is there.
 */
export class LeasedContact implements Contact {
  readonly #parts: LeasedContactParts;
  /** When it reached the log last, before the request was sent. */
  #said: Moment;
  #hubs: readonly PresentHub[] | null = null;
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: LeasedContactParts) {
    this.#parts = parts;
    this.#said = momentNow(parts.clock);
  }

  get isLost(): boolean {
    return ageMs(this.#said, this.#parts.clock) >= presentForMs - marginMs;
  }

  get hubs(): readonly PresentHub[] | null {
    return this.#hubs;
  }

  start(): void {
    this.#turn = this.#say().then(() => {
      if (this.#isStopped) return;
      this.#cancelTimer = this.#parts.clock.schedule(() => this.start(), sayEveryMs);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await this.#turn;
    await Promise.allSettled([this.#parts.leases.leave(this.#parts.hubId)]);
  }

  async #say(): Promise<void> {
    const { clock, hubId, leases, url } = this.#parts;
    const asked = momentNow(clock);
    try {
      await leases.sayPresent({ hubId, url: url() });
      this.#said = asked;
      this.#hubs = await leases.presentHubs();
    } catch {
      this.#hubs = null;
    }
  }
}
