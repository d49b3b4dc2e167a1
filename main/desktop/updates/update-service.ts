import type { AppUpdate } from '../../../core/bridge/app-update.ts';
import type { HandlersOf } from '../../../core/bridge/bridge.ts';
import type { Log } from '../../engine/log/log.ts';
import type { Clock } from '../../../core/clock.ts';

/** Where newer versions come from. It checks each version before it gives it. */
export interface UpdateFeed {
  /**
   * Looks for a newer version and fetches it.
   *
   * @param fetching gets the newer version and how much of it is there, 0 to 100
   * @returns the version that is ready, or null when this is the latest
   * @throws when the feed cannot be read, or what it gave is not what it promised
   */
  fetchNewer(fetching: (version: string, percent: number) => void): Promise<string | null>;
  /** Ends the program, puts the fetched version in place and starts it. */
  restart(): void;
}

/** The first minute is left to checking orders. */
const firstLookAfterMs = 60_000;

const lookEveryMs = 6 * 3_600_000;

/** What the service is joined to. */
export interface UpdateParts {
  /** Null when this copy was packed without a feed. */
  readonly feed: UpdateFeed | null;
  /** Whether the service may look without being asked. Called before each such look. */
  readonly looksByItself: () => boolean;
  /** While no order is watched, the service does not look unasked, and no timer wakes the machine. */
  readonly isAnythingWatched: () => boolean;
  readonly changed: (update: AppUpdate) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Looks for newer versions and fetches them; when to change over is the user's choice alone, so
 * nothing is put in place at an ordinary end of the program either.
 */
export class UpdateService {
  readonly #parts: UpdateParts;
  #state: AppUpdate;
  #cancelNext: (() => void) | null = null;
  #isRunning = false;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
    this.#state = parts.feed === null ? { kind: 'noFeed' } : { kind: 'latest', lookedAtMs: null };
  }

  get state(): AppUpdate {
    return this.#state;
  }

  get handlers(): HandlersOf<'update'> {
    return {
      'update:state': () => ({ ok: true, value: this.#state }),
      'update:look': () => {
        void this.look();
        return { ok: true, value: this.#state };
      },
      'update:restart': () => {
        this.restart();
        return { ok: true, value: null };
      },
    };
  }

  start(): void {
    this.#isRunning = true;
    this.ordersChanged();
  }

  /** Orders were added or changed. */
  ordersChanged(): void {
    const { feed, isAnythingWatched } = this.#parts;
    if (feed === null || !this.#isRunning || this.#cancelNext !== null) return;
    if (isAnythingWatched()) this.#plan(firstLookAfterMs);
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancelNext?.();
    this.#cancelNext = null;
  }

  /** Looks now, unless a look is under way or an update is ready. */
  async look(): Promise<void> {
    const { clock, feed, log } = this.#parts;
    if (feed === null || this.#isBusy) return;
    this.#become({ kind: 'looking' });
    try {
      const version = await feed.fetchNewer((newer, percent) => {
        if (this.#state.kind !== 'looking' && this.#state.kind !== 'fetching') return;
        this.#become({ kind: 'fetching', version: newer, percent: Math.floor(percent) });
      });
      if (version !== null) log.info('updateReady', { version });
      this.#become(
        version === null
          ? { kind: 'latest', lookedAtMs: clock.wallMs() }
          : { kind: 'ready', version },
      );
    } catch (error) {
      log.defect('updateNotFetched', error);
      this.#become({ kind: 'failed', atMs: clock.wallMs() });
    }
  }

  /** Restarts into the version that is ready; without one it does nothing. */
  restart(): void {
    if (this.#state.kind !== 'ready') return;
    this.#parts.log.info('restartForUpdate', { version: this.#state.version });
    this.#parts.feed?.restart();
  }

  get #isBusy(): boolean {
    return ['looking', 'fetching', 'ready'].includes(this.#state.kind);
  }

  #plan(delayMs: number): void {
    this.#cancelNext = this.#parts.clock.schedule(() => {
      this.#cancelNext = null;
      if (!this.#parts.isAnythingWatched()) return;
      this.#plan(lookEveryMs);
      if (this.#parts.looksByItself()) void this.look();
    }, delayMs);
  }

  #become(state: AppUpdate): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    this.#parts.changed(state);
  }
}
