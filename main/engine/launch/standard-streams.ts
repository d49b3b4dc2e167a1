import { fstatSync, writeFileSync } from 'node:fs';

/* Standard output and standard error, as all programs use them. */

/**
 * Goes on when the reader of a pipe goes away. Each write reports it to its own callback; the stream's
 * error event, without a listener, would be thrown, and the packed program shows that as a box.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** A full disk, a quota, the longest file, and a disk that is broken. */
const diskFaults = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** Whether something was not printed though there is a reader. Nothing is printed after it. */
let isCutOff = false;

/** Prints on standard output and waits until it is out. {@link wasCutOff} tells whether the disk took it. */
export async function say(words: string): Promise<void> {
  if (isCutOff) return;
  try {
    // Node's own stream for a file takes a part of the words for all of them.
    if (isFile(process.stdout.fd)) writeFileSync(process.stdout.fd, words);
    else await written(words);
  } catch (error) {
    // A reader that is gone has what it wanted.
    isCutOff = error instanceof Error && 'code' in error && diskFaults.has(error.code);
  }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // A program without a console has no standard output.
    return false;
  }
}

function written(words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(words, (error) => (error ? reject(error) : resolve()));
  });
}

/** Whether the disk of standard output took not all that was printed. */
export function wasCutOff(): boolean {
  return isCutOff;
}

/** Writes a line to standard error. */
export function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
