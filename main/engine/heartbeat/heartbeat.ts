import { type Clock, settledWithin } from '../../../core/clock.ts';
import type { LastWord } from '../../../core/heartbeat/last-word-texts.ts';
import { type Ailment, ailmentOf } from '../../../core/heartbeat/vital-signs.ts';
import type { Log } from '../log/log.ts';
import type { Watch } from '../watch/ports.ts';

/**
 * How often a beat goes. A monitor that calls a death after two minutes hears six, so neither a lost one nor an
 * outage of a minute is a death (docs/adr/0018-heartbeat.md).
 */
const beatEveryMs = 20_000;
/** How soon one goes again that was not accepted, and how often that is tried before the usual pause. */
const beatAgainMs = 5000;
const mostBeatsAgain = 3;
/** How often it is looked whether a beat may go that is due. */
const lookEveryMs = 5000;
/** A beat that is missing for so long is worth a line in the log. */
const missedAfterMs = 60_000;
/** How long it may take to find out whether what is found is kept, and to say the last word. */
const keptWithinMs = 5000;
const lastWordWithinMs = 900;
/** A wall clock that lags by more than this since the last beat was set back, or stands still. */
const clockLagMs = 100;
/** After that it is judged anew, over so much time. */
const clockJudgedAfterMs = 4000;

/** Sends one beat to the address that is kept. */
export interface HeartbeatSender {
  /**
   * @param word why it is the last one; null for a beat
   * @returns the code of what went wrong, null when the monitor accepted it
   */
  send(word: LastWord | null): Promise<string | null>;
}

/** What a {@link Heartbeat} works with. */
export interface HeartbeatParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Pick<Watch, 'checks' | 'pauseState' | 'serviceHealth' | 'storageFault'>;
  readonly sender: HeartbeatSender;
  /** Tries whether what is found can be written; may throw. */
  readonly isKept: () => boolean | Promise<boolean>;
  /** At a desk of a team: whether its hub cannot be reached at this moment. Default: there is none. */
  readonly isHubAway?: () => boolean;
  /** Whether it is another program's turn to check, so that a pause is none. Default: it never is. */
  readonly isStandingBy?: () => boolean;
}

/** What became of the beats, for the window. */
export interface HeartbeatReport {
  /** When the monitor accepted one last, by the wall clock; null before the first. */
  readonly acceptedAtMs: number | null;
  /** Why the latest beat did not go or was not accepted; null when it was. */
  readonly trouble: Ailment | 'notAccepted' | null;
}

/**
 * Tells a monitor outside that this program really watches, for as long as it does; its silence is the alarm. A beat
 * goes with the success of a check, so that none goes after a death. Nothing that goes wrong with it interrupts
 * a person.
 */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  #cancelTimer: (() => void) | null = null;
  #isLooking = false;
  /** On the monotonic clock, as the next two. */
  #beatAtMs = Number.NEGATIVE_INFINITY;
  #missingSinceMs: number | null = null;
  #clockSample: { readonly monotonicMs: number; readonly wallMs: number };
  #isClockRunning = true;
  #isMissedLogged = false;
  #isRefusedLogged = false;
  #refusedInRow = 0;
  /** What was said last; null once beats go again. */
  #lastWord: LastWord | null = null;
  #acceptedAtMs: number | null = null;
  #trouble: HeartbeatReport['trouble'] = null;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#clockSample = this.#readClocks();
  }

  get report(): HeartbeatReport {
    return { acceptedAtMs: this.#acceptedAtMs, trouble: this.#trouble };
  }

  get isRunning(): boolean {
    return this.#cancelTimer !== null;
  }

  start(): void {
    if (this.isRunning) return;
    this.#clockSample = this.#readClocks();
    this.#beatAtMs = Number.NEGATIVE_INFINITY;
    this.#missingSinceMs = this.#parts.clock.monotonicMs();
    this.#turn();
  }

  /** To be called at each check that succeeds, at once. */
  checkSucceeded(): void {
    if (this.isRunning) void this.#look(true);
  }

  /** Says why no beats come for a while; they go on by themselves. */
  async rest(word: LastWord): Promise<void> {
    if (!this.isRunning || this.#lastWord === word) return;
    this.#lastWord = word;
    await settledWithin(lastWordWithinMs, this.#send(word), this.#parts.clock);
  }

  /** @param word why, where it was asked for; null where the program ends by a fault */
  async stop(word: LastWord | null): Promise<void> {
    if (!this.isRunning) return;
    const said = word === null ? undefined : this.rest(word);
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    await said;
  }

  #turn(): void {
    this.#cancelTimer = this.#parts.clock.schedule(() => this.#turn(), lookEveryMs);
    void this.#look(false);
  }

  async #look(isSucceeding: boolean): Promise<void> {
    const { clock } = this.#parts;
    const isAgain = this.#refusedInRow > 0 && this.#refusedInRow <= mostBeatsAgain;
    const everyMs = isAgain ? beatAgainMs : beatEveryMs;
    const isDue = clock.monotonicMs() - this.#beatAtMs >= everyMs;
    if (this.#isLooking || !isDue) return;
    this.#isLooking = true;
    try {
      this.#judgeClock();
      // Cheap signs first: the disk is tried for a beat that would go.
      const ailment =
        this.#ailment(isSucceeding, true) ?? this.#ailment(isSucceeding, await this.#isKept());
      if (!this.isRunning) return;
      if (ailment === null) this.#beat();
      else this.#missed(ailment);
    } finally {
      this.#isLooking = false;
    }
  }

  #ailment(isSucceeding: boolean, isKept: boolean): Ailment | null {
    const { clock, isHubAway, isStandingBy, watch } = this.#parts;
    return ailmentOf({
      nowMs: clock.wallMs(),
      isClockRunning: this.#isClockRunning,
      isKept: isKept && watch.storageFault === null,
      isPaused: watch.pauseState.kind === 'paused' && isStandingBy?.() !== true,
      isHubAway: isHubAway?.() === true,
      health: watch.serviceHealth,
      checks: watch.checks === null ? null : { ...watch.checks.progress, isSucceeding },
    });
  }

  #beat(): void {
    this.#beatAtMs = this.#parts.clock.monotonicMs();
    this.#missingSinceMs = this.#beatAtMs;
    this.#clockSample = this.#readClocks();
    this.#lastWord = null;
    if (this.#isMissedLogged) this.#parts.log.info('heartbeatGoesOn');
    this.#isMissedLogged = false;
    void this.#send(null);
  }

  #missed(ailment: Ailment): void {
    const { clock, log } = this.#parts;
    // A check that is awaited is no trouble before it has been missing for long.
    const missingForMs = clock.monotonicMs() - (this.#missingSinceMs ?? clock.monotonicMs());
    if (ailment !== 'noSuccess' || missingForMs >= missedAfterMs) this.#trouble = ailment;
    if (ailment === 'paused') void this.rest('paused');
    if (this.#isMissedLogged || missingForMs < missedAfterMs) return;
    this.#isMissedLogged = true;
    log.warn('heartbeatWithheld', { ailment });
  }

  async #send(word: LastWord | null): Promise<void> {
    const { clock, log, sender } = this.#parts;
    const code = await sender.send(word).catch(() => 'defect');
    this.#refusedInRow = code === null ? 0 : this.#refusedInRow + 1;
    if (code === null) {
      this.#acceptedAtMs = clock.wallMs();
      this.#trouble = null;
      if (this.#isRefusedLogged) log.info('heartbeatAccepted');
      this.#isRefusedLogged = false;
      return;
    }
    this.#trouble = 'notAccepted';
    if (this.#isRefusedLogged) return;
    this.#isRefusedLogged = true;
    log.warn('heartbeatNotAccepted', { code });
  }

  async #isKept(): Promise<boolean> {
    const { clock, isKept } = this.#parts;
    let isSo = false;
    const tried = (async () => {
      isSo = await isKept();
    })();
    await settledWithin(keptWithinMs, tried, clock);
    return isSo;
  }

  /** A clock that was set back goes on at the next look; one that stands still does not. */
  #judgeClock(): void {
    const now = this.#readClocks();
    const passedMs = now.monotonicMs - this.#clockSample.monotonicMs;
    if (!this.#isClockRunning && passedMs < clockJudgedAfterMs) return;
    this.#isClockRunning = passedMs - (now.wallMs - this.#clockSample.wallMs) <= clockLagMs;
    if (!this.#isClockRunning) this.#clockSample = now;
  }

  #readClocks() {
    const { clock } = this.#parts;
    return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
  }
}
