import { execFile } from 'node:child_process';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../log/log.ts';

/** Tells the service manager something, such as `READY=1`. */
export type Notify = (state: string) => Promise<void>;

/** How systemd-notify is named, and how long it may take. Node opens no datagram sockets of Unix by itself. */
const program = 'systemd-notify';
const notifyWithinMs = 5000;

/** How the service manager wants to hear from this process; null where none does. */
interface WatchdogPlace {
  readonly notify: Notify;
  /** Between two signs of life; null where it asks for none. */
  readonly everyMs: number | null;
}

/**
 * Reads what systemd passes on to a unit of `Type=notify` (sd_notify(3), sd_watchdog_enabled(3)). Half of the time
 * that it waits is the pause between two signs.
 */
export function watchdogPlace(
  env: Readonly<Record<string, string | undefined>>,
  pid: number,
): WatchdogPlace | null {
  const { NOTIFY_SOCKET: socket, PATH: path, WATCHDOG_PID: forPid, WATCHDOG_USEC: usec } = env;
  if (socket === undefined || socket === '') return null;
  const isForOther = forPid !== undefined && forPid !== '' && Number(forPid) !== pid;
  const everyMs = Number(usec ?? '') / 2000;
  return {
    notify: (state) => notifyBySystemd(state, { NOTIFY_SOCKET: socket, PATH: path }),
    everyMs: everyMs > 0 && !isForOther ? everyMs : null,
  };
}

/** systemd-notify gets nothing else of the environment. */
function notifyBySystemd(state: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, [state], { env, timeout: notifyWithinMs }, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** What a {@link Watchdog} works with. */
export interface WatchdogParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Null: no watchdog listens. */
  readonly place: WatchdogPlace | null;
  /** Whether the checks turn. That the service does not answer is no reason to start this program anew. */
  readonly isTurning: () => boolean;
}

/** Tells systemd that the program is ready, that its loops turn, and that it ends. */
export class Watchdog {
  readonly #parts: WatchdogParts;
  #cancelTimer: (() => void) | null = null;
  #isFailed = false;

  constructor(parts: WatchdogParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    if (this.#parts.place === null) return;
    await this.#say('READY=1');
    this.#turn();
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#parts.place !== null) await this.#say('STOPPING=1');
  }

  #turn(): void {
    const { clock, isTurning, place } = this.#parts;
    if (place === null || place.everyMs === null) return;
    this.#cancelTimer = clock.schedule(() => this.#turn(), place.everyMs);
    if (isTurning()) void this.#say('WATCHDOG=1');
  }

  async #say(state: string): Promise<void> {
    const { log, place } = this.#parts;
    try {
      await place?.notify(state);
      this.#isFailed = false;
    } catch (error) {
      if (!this.#isFailed) log.defect('systemdNotTold', error);
      this.#isFailed = true;
    }
  }
}
