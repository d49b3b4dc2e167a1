import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  examinedFile,
  type FoundFile,
  forgetNote,
  foundFile,
  isAsNoted,
  isDamage,
  noteAltered,
  noteClosed,
  openUnchanged,
} from '../../engine/storage/file/found-file.ts';
import {
  NotPlainFileError,
  readPlainFile,
  refuseOddDatabase,
} from '../../engine/storage/file/plain-file.ts';
import { makeOwnFolder, replaceFile, syncFolder } from '../../engine/storage/file/whole-file.ts';
import { isProfileHeld, ownFile, refuseLink } from '../../engine/storage/profile-folder.ts';
import { type Leases, LogGone, type TeamLog } from './ports.ts';
import type { EtcdAccess } from './etcd/etcd-client.ts';
import {
  beginEtcdLogAnew,
  type BegunAnew,
  type Restored,
  restoreEtcdLog,
} from './etcd/etcd-recovery.ts';
import { openEtcdLog } from './etcd/open-etcd-log.ts';
import { type FoundLog, foundLog, isSound, renewSqliteLog } from './sqlite-recovery.ts';
import { SqliteTeamLog } from './sqlite-team-log.ts';
import { readTlsFiles } from '../tls-files.ts';
import type { Clock } from '../../../core/clock.ts';

/** The file of a team's log, in the hub's profile folder beside its database. */
const fileName = 'team-log.db';
/** Which log it has: what is remembered of a log whose file is gone. */
const idName = 'team-log.id';

/** Where a team's log is kept. */
export type LogStore =
  | { readonly kind: 'sqlite'; readonly profileDir: string }
  | {
      readonly kind: 'etcd';
      readonly members: EtcdAccess['members'];
      readonly login: EtcdAccess['login'];
      /** Files of PEM by which a hub shows who it is; null for members that ask for none. */
      readonly certificate: { readonly certFile: string; readonly keyFile: string } | null;
      /** Where this hub keeps the last days; null keeps them in the memory. */
      readonly profileDir: string | null;
    };

/** What SQLite has beside each other, by the ends of the names. */
const databaseFiles = ['', '-wal', '-shm'] as const;

/** The tail of a log in etcd, beside the same database. */
const tailName = 'team-tail.db';

/** The file of a team's log is damaged. It stays as it is. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
}

/** A team's log, and what says which of several hubs checks the orders; null for a hub that is alone. */
export interface OpenedLog {
  readonly log: TeamLog;
  readonly leases: Leases | null;
  /** Whether it is in use and not what was left. */
  readonly isAltered: boolean;
  /**
   * Closes the log, and notes what its file is then.
   *
   * @param isToldAgain whether one that was altered is told again by who opens it next; default: not
   */
  close(isToldAgain?: boolean): Promise<void>;
}

/**
 * Whether a hub has begun a log there. Of servers that is not asked: no other place is mistaken for theirs.
 *
 * @throws when it cannot be looked at
 */
export function hasTeamLog(store: LogStore): boolean {
  if (store.kind === 'etcd') return true;
  return isThere(join(store.profileDir, fileName)) || rememberedId(store.profileDir) !== null;
}

/**
 * Opens a team's log, making it where there is none.
 *
 * @param isBesideHub whether a hub may have it open
 * @throws DamagedLogError, UnfitCluster, LogGone, TlsFileError
 * @throws whatever else went wrong, when it cannot be reached or read
 */
export async function openTeamLog(
  store: LogStore,
  clock: Clock,
  isBesideHub = false,
): Promise<OpenedLog> {
  switch (store.kind) {
    case 'sqlite': {
      makeOwnFolder(store.profileDir);
      const path = join(store.profileDir, fileName);
      const remembered = rememberedId(store.profileDir);
      if (remembered !== null && isEmpty(path)) throw new LogGone('the file of the log is gone');
      // A first start that was cut off leaves an empty file.
      const isAltered = !isEmpty(path) && isLogAltered(foundFile(path, isBesideHub));
      if (!isEmpty(path)) refuseAnotherLog(logIn(path, isBesideHub), remembered);
      // Before SQLite makes it with the rights of any file.
      ownFile(path);
      const log = new SqliteTeamLog(path, clock);
      // The log is on the disk before it is remembered.
      syncFolder(store.profileDir);
      if (remembered === null) replaceFile(join(store.profileDir, idName), log.id);
      const close = async (isToldAgain = false): Promise<void> => {
        await log.close();
        if (isAltered && isToldAgain) noteAltered(path);
        else noteClosed(path);
      };
      return { log, leases: null, isAltered, close };
    }
    case 'etcd': {
      const opened = await openEtcdLog(accessOf(store), tailPath(store.profileDir), clock);
      return { ...opened, isAltered: false, close: () => opened.log.close() };
    }
  }
}

/**
 * Opens a team's log to read it, beside a hub or while none runs. Nothing is changed: what is told of its file here a
 * hub tells as well.
 *
 * @returns null where a file was made for a log that was not begun. Of etcd it is to be known that there is one
 * @throws as {@link openTeamLog} does
 */
export async function openTeamLogToRead(store: LogStore, clock: Clock): Promise<OpenedLog | null> {
  // A hub that runs has the tail in the profile.
  if (store.kind === 'etcd') return openTeamLog({ ...store, profileDir: null }, clock);
  const path = join(store.profileDir, fileName);
  const isInUse = isProfileHeld(store.profileDir) !== false;
  const remembered = rememberedId(store.profileDir);
  if (isEmpty(path)) {
    if (remembered === null) return null;
    throw new LogGone('the file of the log is gone');
  }
  const isAltered = isLogAltered(examinedFile(path, isInUse));
  const found = logIn(path, isInUse);
  refuseAnotherLog(found, remembered);
  if (found.kind === 'nothing') return null;
  const log = new SqliteTeamLog(openUnchanged(path, isInUse), clock);
  return { log, leases: null, isAltered, close: () => log.close() };
}

/** @throws DamagedLogError */
function isLogAltered(found: FoundFile): boolean {
  if (found === 'damaged') throw new DamagedLogError('the file of the team log is damaged');
  return found === 'altered';
}

/** Nothing is written into a file that is not the log that this profile had. @throws LogGone */
function refuseAnotherLog(found: FoundLog, remembered: string | null): void {
  if (found.kind === 'other') throw new LogGone('the file is no log of a team');
  if (remembered !== null && !(found.kind === 'log' && found.id === remembered)) {
    throw new LogGone('the file has another log');
  }
}

/**
 * Makes a log that is gone again, of what is left of it. No hub may run. `noLog` is a file that is no log of a team;
 * nothing is written into that, nor into one that is damaged.
 *
 * @throws DamagedLogError
 * @throws when it cannot be reached or read
 */
export async function restoreTeamLog(
  store: LogStore,
  clock: Clock,
): Promise<Restored | { readonly kind: 'noLog' }> {
  if (store.kind === 'etcd') {
    return restoreEtcdLog(accessOf(store), tailPath(store.profileDir), clock);
  }
  const path = join(store.profileDir, fileName);
  if (isEmpty(path)) return { kind: 'nothingLeft' };
  for (const suffix of databaseFiles) refuseLink(path + suffix);
  const found = logIn(path, false, isSound);
  if (found.kind !== 'log') return { kind: 'noLog' };
  // A backup has the same id. That it is none is known of a file alone that is what a hub left when it ended.
  if (found.id === rememberedId(store.profileDir) && isAsNoted(path) === true) {
    return { kind: 'nothingGone' };
  }
  forgetNote(path);
  replaceFile(join(store.profileDir, idName), renewSqliteLog(path));
  return { kind: 'restored', entries: 0 };
}

/**
 * Begins another log in the place of the one that is known here; a file is set aside. No hub may run.
 *
 * @param isForced also in the place of a log that hubs can use
 * @throws when it cannot be reached, read or written
 */
export async function beginTeamLogAnew(
  store: LogStore,
  clock: Clock,
  isForced: boolean,
): Promise<BegunAnew> {
  if (store.kind === 'etcd') {
    return beginEtcdLogAnew(accessOf(store), tailPath(store.profileDir), clock, isForced);
  }
  const { profileDir } = store;
  if (!hasTeamLog(store)) return { kind: 'neverWas' };
  if (!isForced && canBeUsed(profileDir)) return { kind: 'usable' };
  const name = `${fileName}.${clock.wallMs()}`;
  const path = join(profileDir, fileName);
  const setAside = isThere(path) ? name : null;
  forgetNote(path);
  for (const suffix of databaseFiles) {
    if (isThere(path + suffix)) renameSync(path + suffix, join(profileDir, name + suffix));
  }
  rmSync(join(profileDir, idName), { force: true });
  syncFolder(profileDir);
  return { kind: 'begun', setAside };
}

/** Whether a hub would start with the file of this profile. @throws when it cannot be looked at */
function canBeUsed(profileDir: string): boolean {
  const path = join(profileDir, fileName);
  if (isEmpty(path)) return false;
  try {
    isLogAltered(examinedFile(path, false));
    refuseAnotherLog(logIn(path, false), rememberedId(profileDir));
    return true;
  } catch (error) {
    const isOther = error instanceof LogGone || error instanceof NotPlainFileError;
    if (isOther || error instanceof DamagedLogError) return false;
    throw error;
  }
}

/**
 * Which log a file has, without changing it.
 *
 * @param isInUse by a hub
 * @param isFit what else is asked of the file
 * @throws DamagedLogError
 */
function logIn(
  path: string,
  isInUse: boolean,
  isFit: (sql: DatabaseSync) => boolean = () => true,
): FoundLog {
  const damaged = 'the file of the team log is damaged';
  let sql: DatabaseSync | undefined;
  try {
    sql = openUnchanged(path, isInUse);
    if (!isFit(sql)) throw new DamagedLogError(damaged);
    return foundLog(sql);
  } catch (error) {
    throw isDamage(error) ? new DamagedLogError(damaged) : error;
  } finally {
    sql?.close();
  }
}

function accessOf({
  certificate,
  login,
  members,
}: Extract<LogStore, { kind: 'etcd' }>): EtcdAccess {
  return { members, login, certificate: certificate && readTlsFiles(certificate) };
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** @throws NotPlainFileError */
function isEmpty(path: string): boolean {
  refuseOddDatabase(path);
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Far above a uuid with its line break, in bytes. */
const longestId = 1000;

/** Which log this profile had last; null where it had none. @throws when that cannot be read */
function rememberedId(profileDir: string): string | null {
  const path = join(profileDir, idName);
  return isThere(path) ? readPlainFile(path, longestId).toString('utf8').trim() : null;
}

function tailPath(profileDir: string | null): string {
  if (profileDir === null) return ':memory:';
  makeOwnFolder(profileDir);
  const path = join(profileDir, tailName);
  ownFile(path);
  refuseOddDatabase(path);
  return path;
}
