import type { OrderId } from '../../core/order-id.ts';
import type { LineBox, PendingLine, TextSink } from './ports.ts';

/** What a {@link LinePrinter} is made of. */
export interface LinePrinterParts {
  readonly box: LineBox;
  readonly sink: TextSink;
  /** The text of a kept line, which is JSON, with its line break. */
  readonly render: (json: string) => string;
  /** Lines of other orders stay in the box. */
  readonly isWatched: (id: OrderId) => boolean;
  /** Nobody reads any more. */
  readonly closed: () => void;
  /** A line could not be read from the box or crossed out in it; it is tried again. */
  readonly boxFailed: (error: unknown) => void;
}

/**
 * Prints lines one after the other, each crossed out as soon as it has left the process. A crash
 * before that prints it again after the restart, one crash one line at most; it never loses one.
 */
export class LinePrinter {
  readonly #parts: LinePrinterParts;
  /** Lines that are told when they happen and not kept: sight and problems. */
  #passing: string[] = [];
  /** Printed, though the box could not take it down yet. */
  readonly #owed = new Set<number>();
  #run: Promise<void> | null = null;
  #isAsked = false;
  #isClosed = false;

  constructor(parts: LinePrinterParts) {
    this.#parts = parts;
  }

  /** Prints a line that is not kept, with its line break. */
  print(text: string): void {
    this.#passing.push(text);
    this.pump();
  }

  /** There may be something in the box. */
  pump(): void {
    this.#isAsked = true;
    this.#run ??= Promise.resolve()
      .then(() => this.#printAll())
      .finally(() => {
        this.#run = null;
        // Asked in the very moment in which the last line was done.
        if (this.#isAsked && !this.#isClosed) this.pump();
      });
  }

  /** Resolves when nothing waits, or nobody reads. */
  async idle(): Promise<void> {
    while (this.#run !== null) await this.#run;
  }

  async #printAll(): Promise<void> {
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      for (const text of this.#passing.splice(0)) await this.#write(text);
      for (const line of this.#pending()) {
        if (this.#isClosed) return;
        if (await this.#write(this.#parts.render(line.json))) this.#settle(line.no);
      }
    }
  }

  async #write(text: string): Promise<boolean> {
    if (this.#isClosed) return false;
    if ((await this.#parts.sink.write(text)) === 'written') return true;
    if (!this.#isClosed) this.#parts.closed();
    this.#isClosed = true;
    return false;
  }

  #pending(): readonly PendingLine[] {
    try {
      for (const no of this.#owed) this.#settle(no);
      return this.#parts.box
        .pending()
        .filter((line) => !this.#owed.has(line.no) && this.#parts.isWatched(line.orderId));
    } catch (error) {
      this.#parts.boxFailed(error);
      return [];
    }
  }

  #settle(no: number): void {
    try {
      this.#parts.box.settle(no);
      this.#owed.delete(no);
    } catch (error) {
      this.#owed.add(no);
      this.#parts.boxFailed(error);
    }
  }
}
