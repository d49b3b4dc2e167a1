import type { Clock } from '../../core/clock.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { PrintedLines, TextSink } from './ports.ts';
import type { LineBox, PendingLine } from '../engine/lines/ports.ts';

/** What a {@link LinePrinter} is made of. */
export interface LinePrinterParts {
  readonly box: LineBox;
  readonly sink: TextSink;
  /** The text of a kept line, which is JSON, with its line break. */
  readonly render: (json: string) => string;
  /** Lines of other orders stay in the box. */
  readonly isWatched: (id: OrderId) => boolean;
  /** The reader is gone. */
  readonly closed: () => void;
  /** A line could not be read from the box or crossed out in it; it is tried again. */
  readonly boxFailed: (error: unknown) => void;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** At most this many lines are printed in one go, so that checks and the table get their turn. */
const linesPerTurn = 200;
/** How long to wait before a reader that is behind is tried again. */
const readerRetryMs = 10;
/** How long to wait before a box that failed is tried again. */
const boxRetryMs = 500;
/** From so long a wait without any line on, what is found reaches no reader. */
const stuckAfterMs = 10_000;

/**
 * Prints lines one after the other and crosses each out in the box as it leaves the process. A crash in
 * that moment prints at most one line again after the restart; it never loses one.
 *
 * For a reader in a pipe the line break is written only after the line is crossed out: a reader that
 * acts on a line, even by ending this process, finds it crossed out. A file that is appended to is read
 * first: a line found there is crossed out and not printed again, and a torn one gets its line break.
 */
export class LinePrinter {
  readonly #parts: LinePrinterParts;
  /** Lines that are printed at once and not stored: contact and problems. */
  readonly #unstored: string[] = [];
  #kept: readonly PendingLine[] = [];
  /** Printed, but not crossed out yet because the box failed. */
  readonly #owed = new Set<number>();
  /** The number of a line that is partly written; no other line may come in between. */
  #begun: number | null = null;
  /** Whether `#kept` is from an earlier run: only such lines can be in the file already. */
  #isFirstLoad = false;
  #hasLoaded = false;
  /** Whether the last line still needs its line break. */
  #owesBreak: boolean;
  /** Ends the wait for the next try; null when nothing waits. */
  #cancel: (() => void) | null = null;
  #isClosed = false;
  /** How long the tries since the last printed line have waited. */
  #waitedMs = 0;
  #idle = Promise.withResolvers<void>();

  constructor(parts: LinePrinterParts) {
    this.#parts = parts;
    this.#owesBreak = parts.sink.printed?.isTorn ?? false;
    this.#idle.resolve();
  }

  /** Whether lines have long been waiting, for room on a disk or for a reader that does not read. */
  get isStuck(): boolean {
    return this.#waitedMs >= stuckAfterMs;
  }

  /** Prints a line that is not kept, with its line break. */
  print(text: string): void {
    this.#unstored.push(text);
    this.pump();
  }

  /** Prints what is in the box. To be called when a line may have been put there. */
  pump(): void {
    if (this.#cancel !== null || this.#isClosed) return;
    const delayMs = this.#printSome();
    // Of several waits in a row each resolves its own: `idle` looks again after every one of them.
    this.#idle.resolve();
    this.#waitedMs = delayMs === null ? 0 : this.#waitedMs + delayMs;
    if (delayMs === null || this.#isClosed) return;
    this.#idle = Promise.withResolvers();
    this.#cancel = this.#parts.clock.schedule(() => {
      this.#cancel = null;
      this.pump();
    }, delayMs);
  }

  /** Resolves when nothing waits, or the reader is gone. */
  async idle(): Promise<void> {
    while (this.#cancel !== null) await this.#idle.promise;
  }

  /** Prints no more. What was not printed stays in the box. */
  end(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#cancel = null;
    this.#idle.resolve();
  }

  /** @returns the milliseconds after which to go on, or null when nothing waits */
  #printSome(): number | null {
    for (let count = 0; count < linesPerTurn; count += 1) {
      if (this.#owesBreak) {
        if (this.#write('\n') !== 'written') return readerRetryMs;
        this.#owesBreak = false;
      }
      const [text] = this.#unstored;
      if (text !== undefined && this.#begun === null) {
        const outcome = this.#write(text);
        if (outcome !== 'written') return readerRetryMs;
        this.#unstored.shift();
        continue;
      }
      const line = this.#nextKept();
      if (line === undefined) return null;
      if (line === 'failed') return boxRetryMs;
      const outcome = this.#printKept(line);
      if (outcome !== 'printed') return outcome === 'failed' ? boxRetryMs : readerRetryMs;
    }
    return 0;
  }

  #nextKept(): PendingLine | 'failed' | undefined {
    if (this.#kept.length === 0) {
      try {
        for (const no of this.#owed) this.#settleOwed(no);
        this.#kept = this.#parts.box
          .pending()
          .filter((line) => !this.#owed.has(line.no) && this.#parts.isWatched(line.orderId))
          .toReversed();
        this.#isFirstLoad = !this.#hasLoaded;
        this.#hasLoaded = true;
      } catch (error) {
        this.#parts.boxFailed(error);
        return 'failed';
      }
    }
    return this.#kept.at(-1);
  }

  #printKept({ no, json }: PendingLine): 'printed' | 'busy' | 'failed' {
    let outcome: ReturnType<TextSink['write']> = 'busy';
    let didFail = false;
    try {
      const line = this.#parts.render(json);
      const bare = line.replace(/\n$/, '');
      const isThere = this.#isFirstLoad && (this.#parts.sink.printed?.lines.has(bare) ?? false);
      this.#parts.box.settle(no, () => {
        if (isThere) outcome = 'written';
        else outcome = this.#write(this.#parts.sink.hasReader ? bare : line);
        return outcome === 'written';
      });
    } catch (error) {
      this.#parts.boxFailed(error);
      didFail = true;
    }
    if (this.#hasPrinted(outcome)) {
      if (didFail) this.#owed.add(no);
      this.#owesBreak = this.#parts.sink.hasReader;
      this.#begun = null;
      this.#kept = this.#kept.slice(0, -1);
      return 'printed';
    }
    if (didFail) return 'failed';
    this.#begun = no;
    return 'busy';
  }

  /** A method, because TypeScript does not see that the callback of `settle` changes the outcome. */
  #hasPrinted(outcome: ReturnType<TextSink['write']>): boolean {
    return outcome === 'written';
  }

  #write(text: string): ReturnType<TextSink['write']> {
    const outcome = this.#parts.sink.write(text);
    if (outcome === 'written') this.#waitedMs = 0;
    if (outcome === 'closed' && !this.#isClosed) {
      this.#isClosed = true;
      this.#parts.closed();
    }
    return outcome;
  }

  #settleOwed(no: number): void {
    this.#parts.box.settle(no, () => true);
    this.#owed.delete(no);
  }
}

/**
 * The lines at the end of a file that is appended to. A crash between the printing of a line and its
 * crossing out leaves the line in the file and in the box; one that is found here is not printed again.
 *
 * @param end the last bytes as text; its first line may lack its beginning
 */
export function printedLines(end: string): PrintedLines {
  const lines = end.split('\n');
  const isTorn = lines.at(-1) !== '';
  return { lines: new Set(lines.filter((line) => line !== '')), isTorn };
}
