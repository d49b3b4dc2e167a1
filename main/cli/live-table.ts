import { orderRow } from '../../core/board/order-row.ts';
import type { Clock } from '../../core/clock.ts';
import type { Watch } from '../engine/watch/ports.ts';
import type { TextSink } from './ports.ts';
import { tableFrame } from './table.ts';
import type { TerminalSize } from './table.ts';

/** A terminal that a table can be drawn on. */
export interface LiveTerminal {
  write(text: string): unknown;
  /** The present size; it changes when the window is resized. */
  readonly size: TerminalSize;
  /** Whether standard error goes to the same terminal and has to be kept out of the table. */
  readonly sharesStderr: boolean;
}

/** What the table shows. */
export type TableWatch = Pick<Watch, 'count' | 'list' | 'plan' | 'serviceHealth' | 'pace'>;

/** What a {@link LiveTable} is made of. */
export interface LiveTableParts {
  readonly terminal: LiveTerminal;
  readonly clock: Clock;
}

/** The table is drawn at most this often. */
const drawEveryMs = 250;
/** The table is drawn at least this often, because it shows ages. */
const ageEveryMs = 1000;
/** With more orders than this drawing is expensive, and the table is drawn less often. */
const manyOrders = 1000;
/** A table of many orders is drawn at most this often. */
const drawManyEveryMs = 2000;
/** How many of the latest lines are kept to be shown below the orders. */
const keptLines = 20;

/** The live table on a terminal. Lines are shown below the orders and not printed. */
export class LiveTable implements TextSink {
  readonly hasReader = false;
  readonly printed = null;
  readonly #parts: LiveTableParts;
  readonly #screen: LiveScreen;
  /** The watch that is shown; null before {@link start} and after {@link end}. */
  #watch: TableWatch | null = null;
  readonly #recent: string[] = [];
  #cancel: (() => void) | null = null;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #drawnAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: LiveTableParts) {
    this.#parts = parts;
    this.#screen = new LiveScreen(parts.terminal);
  }

  start(watch: TableWatch): void {
    this.#watch = watch;
    this.#draw();
  }

  /** Leaves the last state on the terminal. */
  end(): void {
    if (this.#watch === null) return;
    this.#draw();
    this.#cancel?.();
    this.#watch = null;
    this.#screen.end();
  }

  changed(): void {
    if (this.#watch !== null) this.#drawIn(drawEveryMs);
  }

  /** Takes a line in; it is shown below the orders. */
  write(text: string): 'written' {
    this.#recent.push(text.trimEnd());
    this.#recent.splice(0, this.#recent.length - keptLines);
    this.changed();
    return 'written';
  }

  /** Puts a text where it stays, above the table. */
  above(text: string): void {
    this.#screen.above(text);
  }

  #drawIn(delayMs: number): void {
    const { clock } = this.#parts;
    const leastMs = (this.#watch?.count ?? 0) > manyOrders ? drawManyEveryMs : drawEveryMs;
    const nowMs = clock.monotonicMs();
    const atMs = Math.max(nowMs + delayMs, this.#drawnAtMs + leastMs);
    if (atMs >= this.#dueAtMs) return;
    this.#cancel?.();
    this.#dueAtMs = atMs;
    this.#cancel = clock.schedule(() => this.#draw(), atMs - nowMs);
  }

  #draw(): void {
    const { clock, terminal } = this.#parts;
    const watch = this.#watch;
    if (watch === null) return;
    this.#cancel?.();
    this.#dueAtMs = Number.POSITIVE_INFINITY;
    this.#drawnAtMs = clock.monotonicMs();
    const { pace, serviceHealth } = watch;
    const nowMs = clock.wallMs();
    const rows = watch.list().map((watched) => orderRow(watched, watch.plan(watched.id), nowMs));
    const facts = {
      rows,
      serviceHealth,
      requestsLastMinute: pace.requestsLastMinute,
      recent: this.#recent,
      nowMs,
    };
    this.#screen.draw(tableFrame(facts, terminal.size));
    this.#drawIn(ageEveryMs);
  }
}

const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';
const clearBelow = '\u001B[J';

/** A block of lines that is drawn over itself. The last drawing stays on the terminal. */
class LiveScreen {
  readonly #terminal: Pick<LiveTerminal, 'write'>;
  #drawn: readonly string[] = [];
  #isLive = false;

  constructor(terminal: Pick<LiveTerminal, 'write'>) {
    this.#terminal = terminal;
  }

  /** @param lines each no wider than the terminal, together no higher */
  draw(lines: readonly string[]): void {
    const start = this.#isLive ? '' : hideCursor;
    this.#isLive = true;
    this.#terminal.write(`${start}${this.#up()}${lines.join('\n')}\n`);
    this.#drawn = lines;
  }

  /** Puts a text above the block, where it stays. */
  above(text: string): void {
    this.#terminal.write(`${this.#up()}${text}${this.#drawn.map((line) => `${line}\n`).join('')}`);
  }

  end(): void {
    if (!this.#isLive) return;
    this.#isLive = false;
    this.#terminal.write(showCursor);
  }

  #up(): string {
    return this.#drawn.length === 0 ? '' : `\u001B[${this.#drawn.length}A\r${clearBelow}`;
  }
}
