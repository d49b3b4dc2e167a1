/** What a file that lines are appended to holds already. */
export interface PrintedLines {
  /** The last lines, whole or torn, without their breaks. */
  readonly lines: ReadonlySet<string>;
  /** Whether the last one has no break: what follows must begin with one. */
  readonly isTorn: boolean;
}

/** A file of which nothing is known, or nothing is there. */
export const nothingPrinted: PrintedLines = { lines: new Set(), isTorn: false };

/**
 * Reads the end of such a file. A crash between the printing of a line and its crossing out leaves
 * it here and in the box: found here, it is not printed again.
 *
 * @param end the last bytes as text; its first line may be the rest of one
 */
export function printedLines(end: string): PrintedLines {
  const lines = end.split('\n');
  const isTorn = lines.at(-1) !== '';
  return { lines: new Set(lines.filter((line) => line !== '')), isTorn };
}
