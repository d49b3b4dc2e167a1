import { statSync } from 'node:fs';
import { join } from 'node:path';
import { foundFile, noteClosed } from '../../engine/storage/file/found-file.ts';
import { makeOwnFolder, syncFolder } from '../../engine/storage/file/whole-file.ts';
import { ownFile } from '../../engine/storage/profile-folder.ts';
import type { Leases, TeamLog } from './ports.ts';
import { connectNats, type NatsLogin } from './nats-team-log.ts';
import { SqliteTeamLog } from './sqlite-team-log.ts';
import type { Clock } from '../../../core/clock.ts';

/** The file of a team's log, in the hub's profile folder beside its database. */
const fileName = 'team-log.db';

/** Where a team's log is kept. */
export type LogStore =
  | { readonly kind: 'sqlite'; readonly profileDir: string }
  | {
      readonly kind: 'nats';
      /** Such as `nats://127.0.0.1:4222`. */
      readonly servers: readonly string[];
      /** `user:password`, or a token; null for servers that ask for none. */
      readonly login: string | null;
    };

/** How the file of a log was found: `anew` when it was there and empty, so that a new log begins. */
type FoundLog = 'whole' | 'altered' | 'anew';

/** The file of a team's log is damaged. It stays as it is. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
}

/** A team's log, and what several hubs divide the orders by; null for a hub that is alone. */
export interface OpenedLog {
  readonly log: TeamLog;
  readonly leases: Leases | null;
  readonly found: FoundLog;
  /** Closes the log, and notes what its file is then. */
  close(): Promise<void>;
}

/**
 * Whether a hub has begun a log there. Of servers that is not asked: no other place is mistaken for theirs.
 *
 * @throws when it cannot be looked at
 */
export function hasTeamLog(store: LogStore): boolean {
  if (store.kind === 'nats') return true;
  return statSync(join(store.profileDir, fileName), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Opens a team's log, making it where there is none.
 *
 * @throws DamagedLogError when its file is damaged
 * @throws when it cannot be reached or read
 */
export async function openTeamLog(store: LogStore, clock: Clock): Promise<OpenedLog> {
  switch (store.kind) {
    case 'sqlite': {
      makeOwnFolder(store.profileDir);
      const path = join(store.profileDir, fileName);
      const found = foundLog(path);
      // Before SQLite makes it with the rights of any file.
      ownFile(path);
      const log = new SqliteTeamLog(path, clock);
      syncFolder(store.profileDir);
      const close = async (): Promise<void> => {
        await log.close();
        noteClosed(path);
      };
      return { log, leases: null, found, close };
    }
    case 'nats': {
      const { leases, log } = await connectNats(store.servers, loginOf(store.login), clock);
      return { log, leases, found: 'whole', close: () => log.close() };
    }
  }
}

/** @throws DamagedLogError */
function foundLog(path: string): FoundLog {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return 'whole';
  if (bytes === 0) return 'anew';
  const found = foundFile(path);
  if (found === 'damaged') throw new DamagedLogError('the file of the team log is damaged');
  return found;
}

function loginOf(login: string | null): NatsLogin | null {
  if (login === null) return null;
  const [, user, pass] = /^([^:]+):(.*)$/s.exec(login) ?? [];
  return user === undefined || pass === undefined ? { token: login } : { user, pass };
}
