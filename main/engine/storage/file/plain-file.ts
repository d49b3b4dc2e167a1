import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

/*
 * A person or another program can put anything in the place of a file: a pipe, which waits for a writer, or a device,
 * which may have no end and may act when it is opened. Every path is therefore checked to be a plain file before it is
 * opened, and the open file is checked again, because the path may lead elsewhere by then. A link to a plain file is one.
 */

/** A pipe that is opened like this does not wait for its other end; Windows has no such flag. */
const withoutWaiting = constants.O_NONBLOCK;

/** In the place of a file is a folder, a pipe, a socket or a device. */
export class NotPlainFileError extends TypeError {
  override readonly name = 'NotPlainFileError';
}

/** @throws NotPlainFileError */
function refuseAllButFiles(found: Pick<Stats, 'isFile'> | undefined): void {
  if (found?.isFile() === false) throw new NotPlainFileError('not a plain file');
}

/**
 * Opens a plain file; who calls closes it.
 *
 * @param flags of open(2); to read unless given
 * @param mode of a file that is made
 * @throws NotPlainFileError; the system's error when it cannot be opened
 */
export function openPlainFile(
  path: string,
  flags: number = constants.O_RDONLY,
  mode?: number,
): number {
  refuseAllButFiles(statSync(path, { throwIfNoEntry: false }));
  const file = openSync(path, flags | withoutWaiting, mode);
  try {
    refuseAllButFiles(fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** {@link openPlainFile} to read, without holding up others. */
export async function openPlainFileSoon(path: string): Promise<FileHandle> {
  refuseAllButFiles(await stat(path));
  const file = await open(path, constants.O_RDONLY | withoutWaiting);
  try {
    refuseAllButFiles(await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * The bytes of a plain file.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer; otherwise as {@link openPlainFile}
 */
export function readPlainFile(path: string, longest: number): Buffer {
  const file = openPlainFile(path);
  try {
    return bytesOfOpen(file, longest);
  } finally {
    closeSync(file);
  }
}

/** How much is read at once, in bytes. */
const pieceLength = 1_000_000;

/**
 * All of an open file. Its size is not asked for: it can grow, and some files of the system say 0.
 *
 * @param longest in bytes
 * @throws RangeError when it is longer
 */
export function bytesOfOpen(file: number, longest: number): Buffer {
  const pieces: Buffer[] = [];
  let left = longest;
  for (;;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceLength, left + 1));
    const length = readSync(file, piece);
    if (length === 0) return Buffer.concat(pieces);
    left -= length;
    if (left < 0) throw tooLong(longest);
    pieces.push(piece.subarray(0, length));
  }
}

/** What is thrown of a text that is longer than so many bytes. */
export function tooLong(longest: number): RangeError {
  return new RangeError(`more than ${longest} bytes`);
}

/** What SQLite opens of a database, by the ends of the names. */
const databaseFiles = ['', '-wal', '-shm', '-journal'] as const;

/**
 * SQLite opens what it finds, and waits for a pipe.
 *
 * @param isAlone it is opened as one that does not change, which needs no files beside it
 * @throws NotPlainFileError
 */
export function refuseOddDatabase(path: string, isAlone = false): void {
  for (const suffix of isAlone ? [''] : databaseFiles) {
    refuseAllButFiles(statSync(path + suffix, { throwIfNoEntry: false }));
  }
}

/**
 * Opens a database that is made of plain files.
 *
 * @param address its path with what SQLite reads of it, if more than the path is to be said
 * @throws as {@link refuseOddDatabase}, or SQLite's error
 */
export function openDatabaseFile(
  path: string,
  options: DatabaseSyncOptions,
  address: string | URL = path,
): DatabaseSync {
  refuseOddDatabase(path);
  return new DatabaseSync(address, options);
}
