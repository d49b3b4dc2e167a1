import { readFileSync, statSync } from 'node:fs';

/**
 * The text of a file.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer; the system's error when it cannot be read
 */
export function readTextFile(path: string, longest: number): string {
  const { size } = statSync(path);
  if (size > longest) throw new RangeError(`${size} bytes are too many`);
  return readFileSync(path, 'utf8');
}
