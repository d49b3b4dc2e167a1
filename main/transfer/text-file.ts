import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/**
 * The text of a file.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer; TypeError when it is a folder, a pipe or a device; the system's
 *   error when it cannot be read
 */
export function readTextFile(path: string, longest: number): string {
  // Opening a device can do something by itself.
  refuseAllButFiles(statSync(path));
  // The path may lead elsewhere by now. A pipe that is opened like this does not wait for its writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    refuseAllButFiles(fstatSync(file));
    return textFrom(file, longest);
  } finally {
    closeSync(file);
  }
}

function refuseAllButFiles(found: Pick<Stats, 'isFile'>): void {
  if (!found.isFile()) throw new TypeError('not a file');
}

/** How much is read at once, in bytes. */
const pieceLength = 1_000_000;

/** All of an open file. Its size is not asked for: it can grow, and some files of the system say 0. */
function textFrom(file: number, longest: number): string {
  const pieces: Buffer[] = [];
  let left = longest;
  for (;;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceLength, left + 1));
    const length = readSync(file, piece);
    if (length === 0) return Buffer.concat(pieces).toString('utf8');
    left -= length;
    if (left < 0) throw tooLong(longest);
    pieces.push(piece.subarray(0, length));
  }
}

function tooLong(longest: number): RangeError {
  return new RangeError(`more than ${longest} bytes`);
}

/** How much of a long file is read at once, in bytes. */
const longPieceLength = 256_000;

/** A file that was looked at is another one by now. */
export class FileChangedError extends Error {}

/**
 * A file that the dispatcher chose, to be read twice: to say what it would do, and to do it. It is read in
 * pieces, so that its length does not count.
 */
export class ChosenFile {
  readonly #path: string;
  #stamp: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The text from the beginning.
   *
   * @throws TypeError when it is a folder, a pipe or a device; FileChangedError when it is not the file any
   *   more that was read before; the system's error when it cannot be read
   */
  async *pieces(): AsyncGenerator<string, void> {
    refuseAllButFiles(await stat(this.#path));
    const file = await open(this.#path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      refuseAllButFiles(found);
      const stamp = JSON.stringify([found.dev, found.ino, found.size, found.mtimeMs]);
      this.#stamp ??= stamp;
      if (stamp !== this.#stamp) throw new FileChangedError();
      const bytes = Buffer.alloc(longPieceLength);
      const decoder = new TextDecoder();
      for (;;) {
        const { bytesRead } = await file.read(bytes, 0, bytes.length);
        if (bytesRead === 0) break;
        yield decoder.decode(bytes.subarray(0, bytesRead), { stream: true });
      }
      yield decoder.decode();
    } finally {
      await file.close();
    }
  }
}

/** The text of a stream, such as standard input, in its pieces. */
export async function* textOfStream(stream: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const piece of stream) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/**
 * The last bytes of a file as text, which may begin in the middle of a letter.
 *
 * @returns nothing when there is no such file or the system does not let us look
 */
export function endOfFile(path: string, longest: number): string {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const end = Buffer.alloc(Math.min(size, longest));
      readSync(file, end, 0, end.length, size - end.length);
      return end.toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** The most that dropped files may hold together, in bytes. */
const longestDrop = 2_000_000;

/**
 * The text of several files, one after the other.
 *
 * @throws RangeError when they are too long together; TypeError for a folder or a pipe; the system's
 *   error when one cannot be read
 */
export function textOfFiles(paths: readonly string[]): string {
  let left = longestDrop;
  return paths
    .map((path) => {
      const text = readTextFile(path, left);
      left -= Buffer.byteLength(text);
      return text;
    })
    .join('\n');
}
