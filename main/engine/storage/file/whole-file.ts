import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/*
 * Files that are there whole or not at all, after a kill, on a full disk and after a power cut: a draft beside
 * the file takes its place once all of it is on the disk. The name of a file is on the disk once its folder is.
 */

/** Readable by the owner alone. */
const ownersAlone = 0o600;

/**
 * Writes a small file of Waybell's own in place of what was there, through `PATH.new`. A draft that was left
 * there goes; nothing is written through a link.
 *
 * @param mode of the file; its owner's alone unless given
 * @throws the system's error; then the older file is as it was, or the new one is there but may be lost with
 *   the power
 */
export function replaceFile(path: string, text: string, mode = ownersAlone): void {
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', mode);
  try {
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    removeQuietly(draft);
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Writes a file in place of what was there, in pieces of which only one is held at a time. The draft goes with
 * the signals that end a program too; a kill that no program hears may leave it, and nothing else does.
 *
 * @param draft a path in the same folder that no file has
 * @param mayReplace asked when all is written; if it may not, the draft goes and the older file stays
 * @throws what `pieces` or `mayTakePlace` throw, or the system's error, as {@link replaceFile}
 */
export async function replaceFileByPieces(
  path: string,
  pieces: Iterable<string>,
  draft: string,
  mayReplace: () => boolean,
): Promise<void> {
  const file = await open(draft, 'wx', ownersAlone);
  const unsubscribe = removedBySignals(draft);
  let isDone = false;
  try {
    try {
      await writePieces(file, pieces);
      await file.sync();
    } finally {
      await file.close();
    }
    if (mayReplace()) {
      await rename(draft, path);
      isDone = true;
    }
  } finally {
    if (!isDone) await rm(draft, { force: true }).catch(() => undefined);
    unsubscribe();
  }
  if (isDone) await folderOnDisk(dirname(path));
}

const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Removes a draft when a signal ends the program, which it does as without this. @returns ends that */
function removedBySignals(draft: string): () => void {
  const stop = (): void => {
    for (const signal of endingSignals) process.off(signal, removed);
  };
  function removed(signal: NodeJS.Signals): void {
    removeQuietly(draft);
    stop();
    // A program that hears it itself decides how it ends; what listens for once only is still counted here.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }
  for (const signal of endingSignals) process.prependListener(signal, removed);
  return stop;
}

/** Writes pieces to an open file, one after the other. @throws what `pieces` throw, or the system's error */
export async function writePieces(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await file.writeFile(piece);
}

/**
 * Makes a folder, and those above it, for the owner alone, so that a power cut leaves them in place.
 *
 * @throws the system's error
 */
export function makeOwnFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(path); made !== above; made = dirname(made)) syncFolder(dirname(made));
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What failed before is what counts.
  }
}

/** On Windows a program cannot wait for a folder; NTFS keeps a journal of it. */
const canSyncFolders = process.platform !== 'win32';

/** The folder may be written but not read, or its file system has no such thing. */
const notPossible: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EBADF',
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
]);

function refuseButImpossible(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && notPossible.has(error.code))) throw error;
}

/**
 * Waits until the entries of a folder are on the disk. Until then a power cut may undo that a file was made,
 * renamed or removed in it.
 *
 * @throws when the disk refuses
 */
export function syncFolder(path: string): void {
  if (!canSyncFolders) return;
  try {
    sync(path, 'r');
  } catch (error) {
    refuseButImpossible(error);
  }
}

/** {@link syncFolder} for a folder and all around it, whichever of them were made just now. */
export function syncFolders(path: string): void {
  syncFolder(path);
  const around = dirname(path);
  if (around !== path) syncFolders(around);
}

/** Waits until a file's content is on the disk. @throws when the disk refuses */
export function syncFile(path: string): void {
  sync(path, 'r+');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** {@link syncFolder} without holding up others, because a slow disk can take seconds. */
async function folderOnDisk(path: string): Promise<void> {
  if (!canSyncFolders) return;
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    refuseButImpossible(error);
  }
}
