import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a folder as it lies on the disk. */
export interface RawFile {
  /** From the folder, with slashes. */
  readonly path: string;
  readonly mode: number;
  /** One character per byte. */
  readonly bytes: string;
}

/** Every file below a folder, read as bytes: what a thief of the disk would have. */
export function everyFile(folder: string): readonly RawFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path: path.slice(folder.length + 1).replaceAll('\\', '/'),
        mode: statSync(path).mode & 0o777,
        bytes: readFileSync(path, 'latin1'),
      };
    });
}

/** The files in which a text stands, in UTF-8 or UTF-16. */
export function filesWith(folder: string, text: string): readonly string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')].map((form) =>
    form.toString('latin1'),
  );
  return everyFile(folder)
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ path }) => path);
}
