import type { OwnSound } from '../../../core/notification/notification-sound.ts';
import type { SoundPlayer } from '../../engine/notify/ports.ts';
import type { Clock } from '../../../core/clock.ts';

/** What a page that plays a sound reports. */
export interface SoundPageEvents {
  /** The sound is being heard, as far as the engine knows. */
  playing(): void;
  /** It was played, it could not be, or the page is gone. May come more than once. */
  over(): void;
}

/**
 * Makes a page without a visible window that plays a sound once.
 *
 * @returns ends the page
 */
export type OpenSoundPage = (sound: OwnSound, events: SoundPageEvents) => () => void;

/** What an {@link OwnSoundPlayer} needs. */
export interface OwnSoundPlayerParts {
  readonly open: OpenSoundPage;
  readonly clock: Clock;
  /** A sound could not be played. */
  readonly failed: () => void;
}

/** A busy machine takes seconds to open a page. Later the card would be forgotten when its sound came. */
const beginsWithinMs = 8000;
/** No sound is nearly as long. */
const endsWithinMs = 5000;

/**
 * Plays Waybell's own sounds, each in a page of its own that is made for it and ended after it: the window's
 * page ends when the window is closed, and one that stayed would cost memory all day. Sounds that come
 * together are heard one after the other.
 */
export class OwnSoundPlayer implements SoundPlayer {
  readonly #parts: OwnSoundPlayerParts;
  readonly #waiting = new Map<OwnSound, Promise<boolean>>();
  #lastOver: Promise<void> = Promise.resolve();

  constructor(parts: OwnSoundPlayerParts) {
    this.#parts = parts;
  }

  play(sound: OwnSound): Promise<boolean> {
    const waiting = this.#waiting.get(sound);
    if (waiting !== undefined) return waiting;
    const { promise: began, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.set(sound, began);
    this.#lastOver = this.#lastOver.then(() => {
      this.#waiting.delete(sound);
      return this.#playNow(sound, resolve);
    });
    return began;
  }

  /** @returns settles when it is over */
  #playNow(sound: OwnSound, tell: (hasBegun: boolean) => void): Promise<void> {
    const { clock, failed, open } = this.#parts;
    return new Promise((resolve) => {
      let hasBegun = false;
      let isOver = false;
      let close: (() => void) | null = null;
      const over = (): void => {
        if (isOver) return;
        isOver = true;
        cancel();
        close?.();
        if (!hasBegun) failed();
        tell(hasBegun);
        resolve();
      };
      let cancel = clock.schedule(over, beginsWithinMs);
      const playing = (): void => {
        if (isOver || hasBegun) return;
        hasBegun = true;
        cancel();
        cancel = clock.schedule(over, endsWithinMs);
        tell(true);
      };
      try {
        close = open(sound, { playing, over });
        // It was over before its end could be taken.
        if (isOver) close();
      } catch {
        over();
      }
    });
  }
}
