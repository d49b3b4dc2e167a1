import type { Log, LogFields } from './log.ts';
import type { Clock } from '../../../core/clock.ts';

/** Within this time the same trouble is written once and then counted. */
const foldWithinMs = 60_000;

interface Fold {
  count: number;
  /** Writes the trouble as it was last, with how often it came beside it. */
  write: (repeated: LogFields) => void;
}

/**
 * A log in which trouble that comes again and again stays readable: the first warning or error of an
 * event with a code is written at once, the same ones after it are counted, and once a minute one line
 * says how many there were (`"repeated":412`), with the newest fields.
 */
export class RepeatFold implements Log {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #folds = new Map<string, Fold>();

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  info(event: string, fields?: LogFields): void {
    this.#log.info(event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#fold(`warn ${event} ${codeOf(fields)}`, (repeated) =>
      this.#log.warn(event, { ...fields, ...repeated }),
    );
  }

  error(event: string, fields?: LogFields): void {
    this.#fold(`error ${event} ${codeOf(fields)}`, (repeated) =>
      this.#log.error(event, { ...fields, ...repeated }),
    );
  }

  defect(event: string, error: unknown, fields?: LogFields): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : codeOf(fields);
    const kind = error instanceof Error ? error.name : typeof error;
    this.#fold(`defect ${event} ${kind} ${code}`, (repeated) =>
      this.#log.defect(event, error, { ...fields, ...repeated }),
    );
  }

  /** Writes what was only counted so far. For the end of the program, before the minute is over. */
  flush(): void {
    for (const fold of this.#folds.values()) {
      if (fold.count > 0) fold.write({ repeated: fold.count });
      fold.count = 0;
    }
  }

  #fold(key: string, write: Fold['write']): void {
    const fold = this.#folds.get(key);
    if (fold !== undefined) {
      fold.count += 1;
      fold.write = write;
      return;
    }
    write({});
    this.#open(key, { count: 0, write });
  }

  #open(key: string, fold: Fold): void {
    this.#folds.set(key, fold);
    this.#clock.schedule(() => {
      this.#folds.delete(key);
      if (fold.count === 0) return;
      fold.write({ repeated: fold.count });
      this.#open(key, { ...fold, count: 0 });
    }, foldWithinMs);
  }
}

/** What distinguishes two lines of one event: every field that names a kind of trouble. */
function codeOf(fields: LogFields | undefined): string {
  return [fields?.['code'], fields?.['cause'], fields?.['reason'], fields?.['channel']].join(' ');
}
