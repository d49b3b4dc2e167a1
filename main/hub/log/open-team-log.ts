import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forgetNote, foundFile, noteClosed } from '../../engine/storage/file/found-file.ts';
import { makeOwnFolder, replaceFile, syncFolder } from '../../engine/storage/file/whole-file.ts';
import { ownFile } from '../../engine/storage/profile-folder.ts';
import { type Leases, LogGone, type TeamLog } from './ports.ts';
import type { EtcdAccess } from './etcd/etcd-client.ts';
import { beginEtcdLogAnew, type Restored, restoreEtcdLog } from './etcd/etcd-recovery.ts';
import { openEtcdLog } from './etcd/open-etcd-log.ts';
import { renewSqliteLog } from './sqlite-recovery.ts';
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
  /** Closes the log, and notes what its file is then. */
  close(): Promise<void>;
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
 * @throws DamagedLogError, UnfitCluster, LogGone, TlsFileError
 * @throws whatever else went wrong, when it cannot be reached or read
 */
export async function openTeamLog(store: LogStore, clock: Clock): Promise<OpenedLog> {
  switch (store.kind) {
    case 'sqlite': {
      makeOwnFolder(store.profileDir);
      const path = join(store.profileDir, fileName);
      const remembered = rememberedId(store.profileDir);
      if (remembered !== null && isEmpty(path)) throw new LogGone('the file of the log is gone');
      const isAltered = isThere(path) && isLogAltered(path);
      // Before SQLite makes it with the rights of any file.
      ownFile(path);
      const log = new SqliteTeamLog(path, clock);
      // The log is on the disk before it is remembered.
      syncFolder(store.profileDir);
      if (remembered === null) replaceFile(join(store.profileDir, idName), log.id);
      else if (remembered !== log.id) {
        await log.close();
        throw new LogGone('the file has another log');
      }
      const close = async (): Promise<void> => {
        await log.close();
        noteClosed(path);
      };
      return { log, leases: null, isAltered, close };
    }
    case 'etcd': {
      const opened = await openEtcdLog(accessOf(store), tailPath(store.profileDir), clock);
      return { ...opened, isAltered: false, close: () => opened.log.close() };
    }
  }
}

/** @throws DamagedLogError */
function isLogAltered(path: string): boolean {
  // A first start that was cut off leaves an empty file.
  const found = isEmpty(path) ? 'whole' : foundFile(path);
  if (found === 'damaged') throw new DamagedLogError('the file of the team log is damaged');
  return found === 'altered';
}

/** Makes a log that is gone again, of what is left of it. No hub may run. @throws when it cannot be reached or read */
export async function restoreTeamLog(store: LogStore, clock: Clock): Promise<Restored> {
  if (store.kind === 'etcd') {
    return restoreEtcdLog(accessOf(store), tailPath(store.profileDir), clock);
  }
  const path = join(store.profileDir, fileName);
  if (!isThere(path)) return { kind: 'nothingLeft' };
  forgetNote(path);
  replaceFile(join(store.profileDir, idName), renewSqliteLog(path));
  return { kind: 'restored', entries: 0 };
}

/**
 * Begins another log in the place of the one that is known here; a file is set aside. No hub may run.
 *
 * @throws when it cannot be reached or written
 */
export async function beginTeamLogAnew(store: LogStore, clock: Clock): Promise<void> {
  if (store.kind === 'etcd') {
    await beginEtcdLogAnew(accessOf(store), tailPath(store.profileDir), clock);
    return;
  }
  const path = join(store.profileDir, fileName);
  forgetNote(path);
  for (const suffix of ['', '-wal', '-shm']) {
    if (isThere(path + suffix)) renameSync(path + suffix, `${path}.${clock.wallMs()}${suffix}`);
  }
  rmSync(join(store.profileDir, idName), { force: true });
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

function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Which log this profile had last; null where it had none. */
function rememberedId(profileDir: string): string | null {
  const path = join(profileDir, idName);
  return isThere(path) ? readFileSync(path, 'utf8').trim() : null;
}

function tailPath(profileDir: string | null): string {
  if (profileDir === null) return ':memory:';
  makeOwnFolder(profileDir);
  const path = join(profileDir, tailName);
  ownFile(path);
  return path;
}
