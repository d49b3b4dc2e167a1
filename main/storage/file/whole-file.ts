import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/*
 * Files that are there whole or not at all, after a kill, on a full disk and after a power cut: a draft beside
 * the file takes its place once all of it is on the disk. The name of a file is on the disk once its folder is.
 */

/** Readable by the owner alone. */
const ownersAlone = 0o600;

/**
 * Writes a file in place of what was there, in pieces of which only one is held at a time. A kill may leave the
 * draft, and nothing else does.
 *
 * @param draft a path in the same folder that no file has
 * @param mayTakePlace asked when all is written; if it may not, the draft goes and the older file stays
 * @throws what `pieces` or `mayTakePlace` throw, or the system's error
 */
export async function replaceFileByPieces(
  path: string,
  pieces: Iterable<string>,
  draft: string,
  mayTakePlace: () => boolean,
): Promise<void> {
  const file = await open(draft, 'wx', ownersAlone);
  let isDone = false;
  try {
    try {
      await writePieces(file, pieces);
      await file.sync();
    } finally {
      await file.close();
    }
    if (mayTakePlace()) {
      await rename(draft, path);
      isDone = true;
    }
  } finally {
    if (!isDone) await rm(draft, { force: true }).catch(() => undefined);
  }
  if (isDone) await folderOnDisk(dirname(path));
}

/** Writes pieces to an open file, one after the other. @throws what `pieces` throw, or the system's error */
export async function writePieces(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await file.writeFile(piece);
}

/** Windows keeps names by itself, and opens no folder as a file. */
const canSyncFolders = process.platform !== 'win32';

/** The folder may be written but not read, or its file system has no such thing. */
const notPossible: ReadonlySet<unknown> = new Set([
  'EACCES',
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

/** Others go on meanwhile, because a slow disk can take seconds. */
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
