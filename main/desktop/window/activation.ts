import type { Clock } from '../../../core/clock.ts';

/** What an {@link Activation} needs. */
export interface ActivationParts {
  /** Whether windows need leave to come to the front: under Wayland. */
  readonly isNeeded: boolean;
  readonly clock: Clock;
  /**
   * Starts the program beside this one with the token, which asks this one for its window.
   *
   * @param ended is called with whether it asked
   */
  readonly startAgain: (token: string, ended: (hasAsked: boolean) => void) => void;
  /** The start did not ask for the window, which has to come as it can. */
  readonly failed: () => void;
}

/** A start that has not asked for the window by then may never do so. */
const asksWithinMs = 3000;

/**
 * Brings the window to the front by a click on a card of the session bus, under Wayland. There a window comes to the
 * front only with a token of the desktop, which the notification daemon sends along with the click. Electron takes such
 * a token from its own notifications and from another start of the program, and has no call for it
 * (https://github.com/electron/electron/pull/50269 was closed). So the token takes the way of another start
 * (https://github.com/electron/electron/pull/43481), which costs the time of that start: 0.7 to 1.4 s on two busy cores.
 */
export class Activation {
  readonly #parts: ActivationParts;
  #token: string | null = null;
  #isStarting = false;

  constructor(parts: ActivationParts) {
    this.#parts = parts;
  }

  /** Does what a click asks for; a window that it shows is raised with the token. */
  during(token: string | null, act: () => void): void {
    this.#token = this.#parts.isNeeded ? token : null;
    try {
      act();
    } finally {
      this.#token = null;
    }
  }

  /** Hands the token of the present click over. @returns whether the window will be asked for again */
  handOver(): boolean {
    const token = this.#token;
    this.#token = null;
    if (token === null || this.#isStarting) return false;
    this.#isStarting = true;
    const ended = (hasAsked: boolean): void => {
      if (!this.#isStarting) return;
      this.#isStarting = false;
      cancel();
      if (!hasAsked) this.#parts.failed();
    };
    const cancel = this.#parts.clock.schedule(() => ended(false), asksWithinMs);
    try {
      this.#parts.startAgain(token, ended);
    } catch {
      this.#isStarting = false;
      cancel();
      return false;
    }
    return true;
  }
}
