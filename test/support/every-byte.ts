import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file and its bytes. */
export interface RawFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly mode: number;
  /** One character per byte. */
  readonly bytes: string;
}

/**
 * Every file below a folder, read as bytes, as a person with the disk could read them. A running app may
 * remove files meanwhile (the engine's cache does); such files are left out.
 */
export function everyFile(folder: string): readonly RawFile[] {
  return filesBelow(folder, '');
}

/** The paths of the files that contain a text, in UTF-8 or UTF-16. */
export function filesWith(folder: string, text: string): readonly string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')].map((form) =>
    form.toString('latin1'),
  );
  return everyFile(folder)
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ path }) => path);
}

function filesBelow(folder: string, below: string): readonly RawFile[] {
  const entries = unlessGone(() => readdirSync(join(folder, below), { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(folder, path);
    if (!entry.isFile()) return [];
    const file = unlessGone(() => ({
      path,
      mode: statSync(join(folder, path)).mode & 0o777,
      bytes: readFileSync(join(folder, path), 'latin1'),
    }));
    return file === null ? [] : [file];
  });
}

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
