/** The terminal as far as a live table needs it; Node's standard output fits. */
export interface Terminal {
  write(text: string): unknown;
}

const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';
const clearBelow = '\u001B[J';

/**
 * A block of lines that is drawn over itself. The last one stays on the terminal when it ends, like
 * any program's output.
 */
export class LiveScreen {
  readonly #terminal: Terminal;
  #drawn: readonly string[] = [];
  #isLive = false;

  constructor(terminal: Terminal) {
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
