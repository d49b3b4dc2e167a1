/** What a file that lines are appended to holds already. */
export interface PrintedLines {
  /** The last lines, whole or torn, without their breaks. */
  readonly lines: ReadonlySet<string>;
  /** Whether the last one has no break: what follows must begin with one. */
  readonly isTorn: boolean;
}

/** Where printed text goes. */
export interface TextSink {
  /** Whether a program may read the text at once, as in a pipe, and act on it. */
  readonly hasReader: boolean;
  /** What an earlier run left in a file that is appended to; null where that cannot be known. */
  readonly printed: PrintedLines | null;
  /**
   * Writes the text at once. `busy` when the reader is behind: writing the same text again later goes on
   * where this stopped; `closed` when the reader is gone.
   */
  write(text: string): 'written' | 'busy' | 'closed';
}
