import type { Stop, WindowTime } from '../../../../renderer/stores/window-time.ts';

interface Planned {
  readonly run: () => void;
  readonly everyMs: number | null;
  dueAtMs: number;
}

/** Time that passes only when a test says so. */
export class FakeWindowTime implements WindowTime {
  #nowMs: number;
  readonly #planned = new Set<Planned>();

  constructor(nowMs = Date.UTC(2026, 10, 21, 6, 31)) {
    this.#nowMs = nowMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly after = (delayMs: number, run: () => void): Stop =>
    this.#plan({ run, everyMs: null, dueAtMs: this.#nowMs + delayMs });

  readonly every = (periodMs: number, run: () => void): Stop =>
    this.#plan({ run, everyMs: periodMs, dueAtMs: this.#nowMs + periodMs });

  /** How many timers wait: what was started must be stopped. */
  get plannedCount(): number {
    return this.#planned.size;
  }

  /** Lets time pass, running what falls due in order. */
  pass(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const due = [...this.#planned]
        .filter((planned) => planned.dueAtMs <= untilMs)
        .toSorted((left, right) => left.dueAtMs - right.dueAtMs)[0];
      if (!due) break;
      this.#nowMs = due.dueAtMs;
      if (due.everyMs === null) this.#planned.delete(due);
      else due.dueAtMs += due.everyMs;
      due.run();
    }
    this.#nowMs = untilMs;
  }

  #plan(planned: Planned): Stop {
    this.#planned.add(planned);
    return () => this.#planned.delete(planned);
  }
}

/** Lets every answer that is on its way arrive. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}
