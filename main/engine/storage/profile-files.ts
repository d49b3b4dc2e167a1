import {
  closeSync,
  existsSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { OrderId } from '../../../core/order/order-id.ts';
import { openPlainFile } from './file/plain-file.ts';
import { replaceFile, syncFolder } from './file/whole-file.ts';
import type { CopyFiles, ErasureFiles, LogFiles } from '../privacy/ports.ts';

/** Why a copy of the database was made: before an update, or because it could not be used. */
export type CopyReason = 'before-update' | 'damaged' | 'newer';

/** A copy for each {@link CopyReason}, and what SQLite puts beside it. */
const copy = /^waybell-(?:before-update|damaged|newer)-[\w.-]{1,60}$/;

/** A kind of file in the profile folder. */
export interface ProfileFile {
  /** Its path in the folder, with slashes. */
  readonly path: RegExp;
  /** How people in it go by themselves: row by row, with the file when it is old, or there are none. */
  readonly people: 'byRow' | 'byAge' | 'none';
  /** What erasing everything does with it. */
  readonly erasing: 'emptied' | 'removed' | 'stays';
}

/**
 * Every file that Waybell itself writes into a profile folder. All others are Chromium's: they name
 * no person, and erasing everything has Chromium clear them.
 */
export const profileFiles: readonly ProfileFile[] = [
  { path: /^waybell\.db(?:-wal|-shm)?$/, people: 'byRow', erasing: 'emptied' },
  // A checksum of the database while nothing has it open. `.new` is a draft.
  { path: /^waybell\.db\.sum(?:\.new)?$/, people: 'none', erasing: 'removed' },
  { path: copy, people: 'byAge', erasing: 'removed' },
  // Its lines have no names; those that name an order go with it. `.new` is a draft.
  { path: /^logs\/waybell\.log(?:\.1)?(?:\.new)?$/, people: 'none', erasing: 'removed' },
  { path: /^window\.json(?:\.new)?$/, people: 'none', erasing: 'removed' },
  { path: /^waybell\.lock$/, people: 'none', erasing: 'stays' },
  // Empty, because crash reports are off.
  { path: /^(?:Crashpad|Crash Reports)$/, people: 'none', erasing: 'removed' },
];

/**
 * Whether a file of this path in a profile folder would be taken for Waybell's own, or for what SQLite keeps
 * beside one. Capital letters do not count, nor do blanks and dots at the end or a stream, which Windows passes
 * over: it depends on the file system whether they make another file.
 *
 * @param path in the folder, with slashes
 */
export function isOwnPath(path: string): boolean {
  const [name = ''] = path.split(':', 1);
  let end = name.length;
  while (end > 0 && ' .'.includes(name.charAt(end - 1))) end -= 1;
  const written = name.slice(0, end);
  return [written, written.toLowerCase()].some((one) =>
    // The last would take the place of the folder of the log.
    [one, databaseOf(one), `${one}/waybell.log`].some((each) => kindOf(each) !== undefined),
  );
}

/** The copies of a database among some file names. */
export function copiesAmong(
  names: readonly string[],
  reasons: readonly CopyReason[],
): readonly string[] {
  const begins = reasons.map((reason) => `waybell-${reason}-`);
  return names.filter(
    (name) =>
      copy.test(name) && name.endsWith('.db') && begins.some((text) => name.startsWith(text)),
  );
}

/** A path for a copy that is made now; nothing is there yet, not even a link. */
export function newCopyPath(folder: string, reason: CopyReason, nowMs: number): string {
  const base = join(folder, `waybell-${reason}-${dateWord(nowMs)}`);
  let path = `${base}.db`;
  for (let count = 2; isThere(path); count += 1) path = `${base}-${count}.db`;
  return path;
}

/** 2026-11-21T09-41-07, by UTC and good for a file name. */
function dateWord(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Notes in a file's own time when it became a copy. Its age is counted from there. */
export function dateCopy(path: string, nowMs: number): void {
  lutimesSync(path, nowMs / 1000, nowMs / 1000);
}

/** The files of a profile folder beside the database that is open. */
export class ProfileFiles implements CopyFiles, ErasureFiles, LogFiles {
  readonly #folder: string;
  readonly #remove: (path: string) => void;

  /** @param remove removes a file, a link or a folder with all in it, and does not mind if none is there */
  constructor(
    folder: string,
    remove = (path: string) => rmSync(path, { recursive: true, force: true }),
  ) {
    this.#folder = folder;
    this.#remove = remove;
  }

  get hasCopies(): boolean {
    return this.#copies().length > 0;
  }

  removeCopies(nowMs: number, keptForMs: number): void {
    const names = this.#copies();
    const old = new Set(
      names.filter((name) => this.#ageMs(name, nowMs) >= keptForMs).map(databaseOf),
    );
    this.#removeAll(names.filter((name) => old.has(databaseOf(name))));
  }

  eraseOrders(ids: readonly OrderId[]): void {
    this.eraseFromLog(ids);
    const mentions = mentionsOne(ids);
    const names = this.#copies();
    const found = new Set(names.filter((name) => this.#mayName(name, mentions)).map(databaseOf));
    this.#removeAll(names.filter((name) => found.has(databaseOf(name))));
  }

  eraseFromLog(ids: readonly OrderId[]): void {
    const mentions = mentionsOne(ids);
    const mentionsShort = mentionsOneShort(ids);
    for (const path of this.#paths().filter((each) => each.startsWith('logs/'))) {
      if (kindOf(path)?.erasing !== 'removed') continue;
      const text = this.#read(path);
      if (text === null) continue;
      const lines = text.split('\n');
      const kept = lines.filter((line) => !mentions(line) && !mentionsShort(line));
      if (kept.length < lines.length) this.#replace(path, kept.join('\n'));
    }
  }

  eraseEverything(): void {
    this.#removeAll(this.#paths().filter((path) => kindOf(path)?.erasing === 'removed'));
  }

  /** What has the name of a copy: files, and anything else in the place of one. */
  #copies(): readonly string[] {
    return this.#paths().filter((path) => copy.test(path));
  }

  #paths(): readonly string[] {
    return [...this.#namesIn(''), ...this.#namesIn('logs').map((name) => `logs/${name}`)];
  }

  #namesIn(folder: string): readonly string[] {
    const whole = join(this.#folder, folder);
    return existsSync(whole) ? readdirSync(whole) : [];
  }

  /** A copy that lies ahead of the clock was made while that was wrong: its age counts from now. */
  #ageMs(name: string, nowMs: number): number {
    const path = join(this.#folder, name);
    const madeAtMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
    if (madeAtMs <= nowMs) return nowMs - madeAtMs;
    try {
      dateCopy(path, nowMs);
      return 0;
    } catch {
      return Infinity;
    }
  }

  /** Whether a copy names an order, or is no plain file, so that it cannot be told. */
  #mayName(name: string, mentions: (text: string) => boolean): boolean {
    const path = join(this.#folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return true;
    const file = openPlainFile(path);
    try {
      const part = Buffer.alloc(partBytes);
      let end = '';
      for (let count = readSync(file, part); count > 0; count = readSync(file, part)) {
        // One character per byte: text that SQLite stores is found as it is.
        const text = end + part.toString('latin1', 0, count);
        if (mentions(text)) return true;
        end = text.slice(1 - uuidLength);
      }
      return false;
    } finally {
      closeSync(file);
    }
  }

  #read(path: string): string | null {
    const whole = join(this.#folder, path);
    if (lstatSync(whole, { throwIfNoEntry: false })?.isFile() !== true) return null;
    return readFileSync(whole, 'utf8');
  }

  #replace(path: string, text: string): void {
    replaceFile(join(this.#folder, path), text);
  }

  /** What is removed does not come back with a power cut. @throws the first error, once all others are removed */
  #removeAll(paths: readonly string[]): void {
    const errors: unknown[] = [];
    for (const path of paths) {
      try {
        this.#remove(join(this.#folder, path));
      } catch (error) {
        errors.push(error);
      }
    }
    const folders = new Set(paths.map((path) => dirname(join(this.#folder, path))));
    for (const folder of folders) if (existsSync(folder)) syncFolder(folder);
    if (errors.length > 0) throw errors[0];
  }
}

function kindOf(path: string): ProfileFile | undefined {
  return profileFiles.find((file) => file.path.test(path));
}

/** The database that a file beside it belongs to. */
function databaseOf(name: string): string {
  return name.replace(/-(?:wal|shm|journal)$/, '');
}

/** How much of a copy is read at once; a copy may be longer than a text can be. */
const partBytes = 4 * 1024 * 1024;

/** Where in a uuid its first dash stands, and how long a uuid is. */
const firstDashAt = 8;
const uuidLength = 36;

/** Tells whether a text names one of the orders by its uuid. Linear in the text for any number of orders. */
export function mentionsOne(
  ids: readonly OrderId[] | ReadonlySet<string>,
): (text: string) => boolean {
  const sought = ids instanceof Set ? ids : new Set<string>(ids);
  return (text) => {
    for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', dash + 1)) {
      const from = dash - firstDashAt;
      if (from >= 0 && sought.has(text.slice(from, from + uuidLength).toLowerCase())) return true;
    }
    return false;
  };
}

/** The same for the first eight digits of a uuid, wherever they stand. */
function mentionsOneShort(ids: readonly OrderId[]): (text: string) => boolean {
  const sought = new Set<string>(ids.map((id) => id.slice(0, firstDashAt)));
  return (text) =>
    (text.match(/[\da-f]{8,}/g) ?? []).some((digits) => {
      for (let at = 0; at + firstDashAt <= digits.length; at += 1) {
        if (sought.has(digits.slice(at, at + firstDashAt))) return true;
      }
      return false;
    });
}
