import { closeSync, fstatSync, readSync } from 'node:fs';
import { decodeText, unicodeEncoding } from '../../../core/paste/decode-text.ts';
import {
  openPlainFile,
  openPlainFileSoon,
  readPlainFile,
  tooLong,
} from '../storage/file/plain-file.ts';

/**
 * The text of a file, whatever its encoding.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer; TypeError when it is a folder, a pipe or a device; the system's
 *   error when it cannot be read
 */
export function readTextFile(path: string, longest: number): string {
  return decodeText(readPlainFile(path, longest));
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
    const file = await openPlainFileSoon(this.#path);
    try {
      const found = await file.stat();
      const stamp = JSON.stringify([found.dev, found.ino, found.size, found.mtimeMs]);
      this.#stamp ??= stamp;
      if (stamp !== this.#stamp) throw new FileChangedError();
      const bytes = Buffer.alloc(longPieceLength);
      let { bytesRead } = await file.read(bytes, 0, bytes.length);
      const decoder = new TextDecoder(unicodeEncoding(bytes.subarray(0, bytesRead)));
      while (bytesRead > 0) {
        yield decoder.decode(bytes.subarray(0, bytesRead), { stream: true });
        ({ bytesRead } = await file.read(bytes, 0, bytes.length));
      }
      yield decoder.decode();
    } finally {
      await file.close();
    }
  }
}

/** A text that is held, such as that of standard input, in pieces. */
export function* piecesOf(bytes: Uint8Array): Generator<string, void> {
  const decoder = new TextDecoder(unicodeEncoding(bytes));
  for (let at = 0; at < bytes.length; at += longPieceLength) {
    yield decoder.decode(bytes.subarray(at, at + longPieceLength), { stream: true });
  }
  yield decoder.decode();
}

/**
 * All of a stream, such as standard input.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer; what follows is not read
 */
export async function bytesOfStream(
  stream: AsyncIterable<Buffer>,
  longest: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let left = longest;
  for await (const piece of stream) {
    left -= piece.length;
    if (left < 0) throw tooLong(longest);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/**
 * The last bytes of a file as text, which may begin in the middle of a letter.
 *
 * @returns nothing when there is no such file, it is no plain one, or the system does not let us look
 */
export function endOfFile(path: string, longest: number): string {
  try {
    const file = openPlainFile(path);
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
const longestDrop = 10_000_000;

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
      const bytes = readPlainFile(path, left);
      left -= bytes.length;
      return decodeText(bytes);
    })
    .join('\n');
}
