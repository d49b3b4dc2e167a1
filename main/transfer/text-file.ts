import {
  closeSync,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';

/**
 * The text of a file.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer; TypeError when it is a folder or a pipe; the system's error when
 *   it cannot be read
 */
export function readTextFile(path: string, longest: number): string {
  const stat = statSync(path);
  // Reading a pipe would wait for its writer.
  if (!stat.isFile()) throw new TypeError('not a file');
  const { size } = stat;
  if (size > longest) throw new RangeError(`${size} bytes are too many`);
  return readFileSync(path, 'utf8');
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

/**
 * Writes a text to a file, in place of what was there. Before the first byte is written the file is
 * made readable by its owner only, also when it existed before; a device or a pipe keeps its rights.
 *
 * @throws the system's error when it cannot be written
 */
export function writeOwnText(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    // The mode given at opening counts for new files only.
    if (fstatSync(file).isFile()) fchmodSync(file, 0o600);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
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
