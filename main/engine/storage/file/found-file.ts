import { closeSync, existsSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { uptime } from 'node:os';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { isWhole } from '../sql.ts';
import { openDatabaseFile, openPlainFile, readPlainFile, refuseOddDatabase } from './plain-file.ts';
import { replaceFile, syncFolder } from './whole-file.ts';

/*
 * Whether a file of SQLite is as it was left. SQLite itself notices a page whose structure is broken, and nothing
 * else: a flipped bit in a label is another label, and a log that is broken in its middle ends there. So a file
 * that is closed gets a note beside it with its checksum, which goes before anything is written again.
 */

/** `altered`: it can be read, but is not what was left. */
export type FoundFile = 'whole' | 'altered' | 'damaged';

/** A file that is larger has no note: reading it would hold up the end and the start for a second. */
const largestNoted = 512 * 1024 * 1024;

/**
 * A larger file without a note is not checked as a whole after a run that ended as it should: that would hold up
 * the start for a second.
 */
const largestChecked = 64 * 1024 * 1024;

/** How long a look waits for another program. */
const lockTimeoutMs = 5000;

/** SQLite's primary result codes for a file that is damaged or no database at all. */
const damageCodes: ReadonlySet<number> = new Set([11, 26]);

export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && damageCodes.has(error.errcode & 0xff);
}

const noteOf = (path: string): string => `${path}.sum`;

/** Notes what a database is that was just closed. Nothing is noted while another program has it open. */
export function noteClosed(path: string): void {
  try {
    if (existsSync(`${path}-wal`) || sizeOf(path) > largestNoted) return;
    replaceFile(noteOf(path), sumOf(path));
  } catch {
    // Without a note the next start checks what SQLite can.
  }
}

/** Notes of a database that was altered and just closed that it still is: who looks next is told as well. */
export function noteAltered(path: string): void {
  try {
    if (!existsSync(`${path}-wal`)) replaceFile(noteOf(path), 'altered\n');
  } catch {
    // The command that closed the database has said it already.
  }
}

/** The file will change, or another takes its place. @throws when the note cannot be taken away */
export function forgetNote(path: string): void {
  if (!existsSync(noteOf(path))) return;
  rmSync(noteOf(path), { force: true });
  syncFolder(dirname(path));
}

/**
 * Looks at a database that is there, before it is opened to be written: its note goes, because it will change. Of a
 * damaged one it stays.
 *
 * @param isInUse whether another program may have it open: then the end of its log may be under way
 * @throws when it cannot be looked at, which does not mean damage
 */
export function foundFile(path: string, isInUse = false): FoundFile {
  const hasLog = sizeOf(`${path}-wal`) > 0;
  const found = judged(path, isInUse, () => {
    // What the check opens moves the log into the file.
    if (hasLog) forgetNote(path);
    return openDatabaseFile(path, { timeout: lockTimeoutMs });
  });
  if (found !== 'damaged') forgetNote(path);
  return found;
}

/** {@link foundFile} that changes nothing: the next start finds the same. @throws as it does */
export function examinedFile(path: string, isInUse: boolean): FoundFile {
  return judged(path, isInUse, () => openUnchanged(path, isInUse));
}

/**
 * Opens a database to read, so that it stays as it is, with its log. Without a log it is read as a file that does not
 * change, which needs no files beside it (https://www.sqlite.org/wal.html#read_only_databases).
 *
 * @param isInUse whether another program may write it meanwhile
 */
export function openUnchanged(path: string, isInUse: boolean): DatabaseSync {
  const url = pathToFileURL(path);
  const isClosed = ['-wal', '-journal'].every((suffix) => sizeOf(path + suffix) === 0);
  if (!isInUse && isClosed) url.searchParams.set('immutable', '1');
  return openDatabaseFile(path, { readOnly: true, timeout: lockTimeoutMs }, url);
}

/** Whether a database that was closed is what its note says; null where that cannot be known. */
export function isAsNoted(path: string): boolean | null {
  const note = noted(path);
  // With a log it was written since, by a program that knows of no notes.
  return note === null || sizeOf(`${path}-wal`) > 0 ? null : note === sumOf(path);
}

function judged(path: string, isInUse: boolean, open: () => DatabaseSync): FoundFile {
  refuseOddDatabase(path);
  if (sizeOf(path) === 0) return 'damaged';
  const logPath = `${path}-wal`;
  const hasLog = sizeOf(logPath) > 0;
  const isAsLeft = isAsNoted(path);
  const isLogTorn = hasLog && !isInUse && wasWrittenSinceBoot(logPath) && endsEarly(logPath);
  if (isAsLeft === true) return 'whole';
  const mustCheck = isAsLeft === false || hasLog || sizeOf(path) <= largestChecked;
  if (mustCheck && !canBeRead(open)) return 'damaged';
  return isAsLeft === false || isLogTorn ? 'altered' : 'whole';
}

/** Far above a size and a checksum, in bytes. */
const longestNote = 1000;

function noted(path: string): string | null {
  try {
    return readPlainFile(noteOf(path), longestNote).toString('utf8');
  } catch {
    return null;
  }
}

function canBeRead(open: () => DatabaseSync): boolean {
  let sql: DatabaseSync | undefined;
  try {
    sql = open();
    return isWhole(sql);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    sql?.close();
  }
}

/** How much of a file is read at once. */
const partBytes = 4 * 1024 * 1024;

/** Its size and CRC-32, which knows every single bit; 64 MB take some 40 ms. */
function sumOf(path: string): string {
  const file = openPlainFile(path);
  try {
    const part = Buffer.alloc(partBytes);
    let sum = 0;
    let size = 0;
    for (let count = readSync(file, part); count > 0; count = readSync(file, part)) {
      sum = crc32(part.subarray(0, count), sum);
      size += count;
    }
    return `${size} ${sum.toString(16)}\n`;
  } finally {
    closeSync(file);
  }
}

/** After a power cut a log may end anywhere. What a running system has written is whole. */
function wasWrittenSinceBoot(path: string): boolean {
  return statSync(path).mtimeMs > Date.now() - uptime() * 1000;
}

const walHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Whether a write-ahead log has a frame that SQLite does not accept, at which it stops reading: one that says of
 * itself that it belongs there, or one before a frame that fits. So does a process leave it that is killed in the
 * middle of a frame, some microseconds long. https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
function endsEarly(path: string): boolean {
  const log = readFileSync(path);
  if (log.length <= walHeaderBytes) return false;
  const sum = log.readUInt32BE(0) & 1 ? sumBigEndian : sumLittleEndian;
  const start = sum(log.subarray(0, 24), [0, 0]);
  if (!isSum(log, 24, start)) return true;
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  const belongs = (at: number): boolean => log.subarray(at + 8, at + 16).equals(salts);
  const sumOfFrame = (at: number, before: Sum): Sum =>
    sum(
      log.subarray(at + frameHeaderBytes, at + frameBytes),
      sum(log.subarray(at, at + 8), before),
    );
  let before = start;
  let at = walHeaderBytes;
  for (; at + frameBytes <= log.length; at += frameBytes) {
    const sumHere = sumOfFrame(at, before);
    if (!belongs(at)) {
      const next = at + frameBytes;
      const isThere = next + frameBytes <= log.length && belongs(next);
      return isThere && isSum(log, next + 16, sumOfFrame(next, sumHere));
    }
    if (!isSum(log, at + 16, sumHere)) return true;
    before = sumHere;
  }
  // Cut in the middle of a frame. What is left of an older log may be cut anywhere.
  return at < log.length;
}

type Sum = readonly [number, number];

function isSum(log: Buffer, at: number, [first, second]: Sum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;
}

const sumBigEndian = (bytes: Buffer, before: Sum): Sum =>
  summed(bytes, before, (at) => bytes.readUInt32BE(at));
const sumLittleEndian = (bytes: Buffer, before: Sum): Sum =>
  summed(bytes, before, (at) => bytes.readUInt32LE(at));

function summed(bytes: Buffer, [first, second]: Sum, wordAt: (at: number) => number): Sum {
  let [one, other] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + wordAt(at) + other) >>> 0;
    other = (other + wordAt(at + 4) + one) >>> 0;
  }
  return [one, other];
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
