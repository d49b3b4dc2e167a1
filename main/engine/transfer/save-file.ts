import { randomBytes } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  createWriteStream,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import type { RefusalTexts } from '../../../core/bridge/refusal-texts.ts';
import type { Result } from '../../../core/text/result.ts';
import {
  type ExportKind,
  exportKinds,
  isExport,
  signBytes,
} from '../../../core/transfer/export-signs.ts';
import { replaceFileByPieces, writePieces } from '../storage/file/whole-file.ts';
import { isOwnPath } from '../storage/profile-files.ts';

/** Why a file that a person named is not written. */
export type SaveRefusal = keyof RefusalTexts['saving'];

/** What a file that a person named may take the place of. */
export interface SaveRules {
  /** No file is written in this folder or below it, but in the place of an export that lies there already. */
  readonly profileDir: string;
  /** An empty file and an earlier export of this kind, or any file, because the person agreed to that. */
  readonly replaces: ExportKind | 'any';
}

/** A path as it was found. */
interface Target {
  readonly kind: 'file' | 'stream';
  /** The file itself, where the path is a link. */
  readonly place: string;
  readonly isLink: boolean;
}

/** What was written. */
export interface Saved {
  /** The file that a link led to and that was written in its place; null when the path was no link. */
  readonly behindLink: string | null;
}

/**
 * Writes a file that a person named, readable by its owner only. It is there whole or not at all: a draft
 * beside it, `waybell-export-RANDOM.part`, takes its place. A link stays, and what it leads to is judged and
 * replaced. A pipe or a device is written to directly, and so is what this process has open, such as /dev/stderr,
 * also where that is a file.
 *
 * @throws what `pieces` throw, or the system's error when it cannot be written; the older file is there then
 */
export async function saveFile(
  path: string,
  pieces: Iterable<string>,
  rules: SaveRules,
): Promise<Result<Saved, SaveRefusal>> {
  const descriptor = openDescriptor(path);
  if (descriptor !== null && !isOfProfile(descriptor, rules.profileDir)) {
    await writeToOpen(descriptor, pieces);
    return { ok: true, value: { behindLink: null } };
  }
  const target = judged(path, rules);
  if (!target.ok) return target;
  const { isLink, kind, place } = target.value;
  if (kind === 'stream') {
    await writeToStream(path, pieces);
    return { ok: true, value: { behindLink: null } };
  }
  const draft = join(dirname(place), `waybell-export-${randomBytes(8).toString('hex')}.part`);
  // Writing takes its time, in which another program can put a file there.
  let refusal: SaveRefusal | null = null;
  await replaceFileByPieces(place, pieces, draft, () => {
    const now = judged(place, rules);
    if (!now.ok) refusal = now.failure;
    return now.ok;
  });
  if (refusal !== null) return refused(refusal);
  return { ok: true, value: { behindLink: isLink ? place : null } };
}

/**
 * The descriptor that a path such as /dev/stdout, /dev/fd/3 or /proc/self/fd/2 means, by whatever links; null for
 * a path that means none of this process. What is behind it can be a file, into which a shell had it written.
 */
export function openDescriptor(path: string): number | null {
  let at = resolve(path);
  try {
    if (/^\/(?:dev|proc)\//.test(at)) {
      const named = identityOf(at);
      const isNamed = (one: number): boolean =>
        named !== undefined && isSame(named, fstatSync(one, { bigint: true }));
      const standard = [1, 2].find(isNamed);
      if (standard !== undefined) return standard;
    }
    for (let links = 0; links < mostLinks; links += 1) {
      const folder = realpathSync(dirname(at));
      const name = basename(at);
      if (isOfDescriptors(folder) && /^\d{1,9}$/.test(name)) return Number(name);
      at = resolve(folder, readlinkSync(join(folder, name)));
    }
  } catch {
    // Nothing is there, or no link.
  }
  return null;
}

const mostLinks = 40;

/** Whether a folder lists what this process has open. */
function isOfDescriptors(folder: string): boolean {
  if (folder === '/dev/fd') return true;
  const [, pid] = /^\/proc\/(\d+)\/(?:task\/\d+\/)?fd$/.exec(folder) ?? [];
  return pid === String(process.pid);
}

/** Whether Waybell itself opened a file of the profile under this descriptor. */
function isOfProfile(descriptor: number, profileDir: string): boolean {
  if (descriptor <= 2) return false;
  const file = fstatSync(descriptor, { bigint: true });
  return file.isFile() && isAmong(file, profileDir);
}

async function writeToOpen(descriptor: number, pieces: Iterable<string>): Promise<void> {
  const stream = streamOf(descriptor);
  for (const piece of pieces) {
    await new Promise<void>((done, fail) => {
      stream.write(piece, (error) => (error ? fail(error) : done()));
    });
  }
}

function streamOf(descriptor: number): Writable {
  if (descriptor === 1) return process.stdout;
  if (descriptor === 2) return process.stderr;
  const stream = createWriteStream('', { fd: descriptor, autoClose: false });
  // Each write tells of its own error.
  stream.on('error', () => undefined);
  return stream;
}

async function writeToStream(path: string, pieces: Iterable<string>): Promise<void> {
  // Neither made nor emptied, in case the path leads elsewhere by now.
  const stream = await open(path, constants.O_WRONLY);
  try {
    if ((await stream.stat()).isFile()) throw new TypeError('a file in the place of a stream');
    await writePieces(stream, pieces);
  } finally {
    await stream.close();
  }
}

/** Decides about a path. @throws the system's error when it cannot be looked at */
function judged(path: string, rules: SaveRules): Result<Target, SaveRefusal> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    if (path.endsWith('/') || path.endsWith(sep)) return refused('notPlain');
    const place = join(realpathSync(dirname(path)), basename(path));
    if (pathInProfile(place, rules.profileDir) !== null) return refused('profileFile');
    return { ok: true, value: { kind: 'file', place, isLink: false } };
  }
  const isLink = found.isSymbolicLink();
  const file = whatIsThere(path);
  if (file === null) return refused('deadLink');
  if (file.isFIFO() || file.isCharacterDevice())
    return { ok: true, value: { kind: 'stream', place: path, isLink } };
  if (!file.isFile()) return refused('notPlain');
  const place = realpathSync(path);
  if (isOwnPath(pathInProfile(place, rules.profileDir) ?? '')) return refused('profileFile');
  const beginning = beginningOf(place);
  const { profileDir, replaces } = rules;
  const isAnyExport = exportKinds.some((kind) => isExport(beginning, kind));
  if (!isAnyExport && isAmong(file, profileDir)) return refused('profileFile');
  const isReplaced = replaces === 'any' || file.size === 0n || isExport(beginning, replaces);
  if (!isReplaced) return refused('foreign');
  return { ok: true, value: { kind: 'file', place, isLink } };
}

function refused(failure: SaveRefusal): { readonly ok: false; readonly failure: SaveRefusal } {
  return { ok: false, failure };
}

/** What a path leads to; null for a link that leads nowhere or in a circle. */
function whatIsThere(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** What a folder or file is; undefined when there is none or it cannot be looked at. */
function identityOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/**
 * Where in the profile folder a path lies, with slashes, also while no file has it; null where it does not. A new
 * file there would be taken for Waybell's own or for one of the window's engine at the next start. Folders are
 * known by what they are, so that neither links nor capital letters count.
 */
function pathInProfile(place: string, profileDir: string): string | null {
  const profile = identityOf(profileDir);
  if (profile === undefined) return null;
  let name = basename(place);
  for (let folder = dirname(place); ; folder = dirname(folder)) {
    const there = identityOf(folder);
    if (there !== undefined && isSame(there, profile)) return name;
    if (folder === dirname(folder)) return null;
    name = `${basename(folder)}/${name}`;
  }
}

/** Whether a file is one of those in a folder or under it, by whatever name. */
function isAmong(file: BigIntStats, folder: string): boolean {
  return entriesOf(folder).some((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isAmong(file, path);
    const one = identityOf(path);
    return one !== undefined && isSame(one, file);
  });
}

/** Nothing of a folder that is not there: the window's engine removes some of its own meanwhile. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The first bytes of a file as text; nothing when it cannot be read. */
function beginningOf(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(signBytes);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, signBytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
