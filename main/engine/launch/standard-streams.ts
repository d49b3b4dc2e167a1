/* Standard output and standard error, as all programs use them. */

/**
 * Goes on when the reader of a pipe goes away. Each write reports it to its own callback; the stream's
 * error event, without a listener, would be thrown, and the packed program shows that as a box.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Prints on standard output and waits until it is out. */
export function say(words: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(words, () => resolve()));
}

/** Writes a line to standard error. */
export function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
