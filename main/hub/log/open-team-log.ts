import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from '../../engine/storage/file/whole-file.ts';
import { ownFile } from '../../engine/storage/profile-folder.ts';
import type { Leases, TeamLog } from './ports.ts';
import type { EtcdAccess } from './etcd/etcd-client.ts';
import { openEtcdLog } from './etcd/open-etcd-log.ts';
import { SqliteTeamLog } from './sqlite-team-log.ts';
import { readTlsFiles } from '../tls-files.ts';
import type { Clock } from '../../../core/clock.ts';

/** The file of a team's log, in the hub's profile folder beside its database. */
const fileName = 'team-log.db';

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

/** A team's log, and what says which of several hubs checks the orders; null for a hub that is alone. */
export interface OpenedLog {
  readonly log: TeamLog;
  readonly leases: Leases | null;
}

/**
 * Whether a hub has begun a log there. Of servers that is not asked: no other place is mistaken for theirs.
 *
 * @throws when it cannot be looked at
 */
export function hasTeamLog(store: LogStore): boolean {
  if (store.kind === 'etcd') return true;
  return statSync(join(store.profileDir, fileName), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Opens a team's log, making it where there is none.
 *
 * @throws UnfitCluster, LogGone, TlsFileError
 * @throws whatever else went wrong, when it cannot be reached or read
 */
export async function openTeamLog(store: LogStore, clock: Clock): Promise<OpenedLog> {
  switch (store.kind) {
    case 'sqlite': {
      makeOwnFolder(store.profileDir);
      const path = join(store.profileDir, fileName);
      // Before SQLite makes it with the rights of any file.
      ownFile(path);
      return { log: new SqliteTeamLog(path, clock), leases: null };
    }
    case 'etcd': {
      const { certificate, login, members } = store;
      const access = { members, login, certificate: certificate && readTlsFiles(certificate) };
      return openEtcdLog(access, tailPath(store.profileDir), clock);
    }
  }
}

function tailPath(profileDir: string | null): string {
  if (profileDir === null) return ':memory:';
  makeOwnFolder(profileDir);
  const path = join(profileDir, tailName);
  ownFile(path);
  return path;
}
