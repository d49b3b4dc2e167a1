import { join } from 'node:path';
import type { LogStore } from '../cli/hub-arguments.ts';
import { makeOwnFolder } from '../storage/file/whole-file.ts';
import { ownFile } from '../storage/profile-folder.ts';
import type { Leases, TeamLog } from '../team-log/ports.ts';
import { connectNats, type NatsLogin } from '../team-log/nats-team-log.ts';
import { SqliteTeamLog } from '../team-log/sqlite-team-log.ts';
import type { Clock } from '../watch/clock.ts';

/** The file of a team's log, in the hub's profile folder beside its database. */
const fileName = 'team-log.db';

/** A team's log, and what several hubs divide the orders by; null for a hub that is alone. */
export interface OpenedLog {
  readonly log: TeamLog;
  readonly leases: Leases | null;
}

/** Opens a team's log, making it where there is none. @throws when it cannot be reached or read */
export async function openTeamLog(store: LogStore, clock: Clock): Promise<OpenedLog> {
  switch (store.kind) {
    case 'sqlite': {
      makeOwnFolder(store.profileDir);
      const path = join(store.profileDir, fileName);
      // Before SQLite makes it with the rights of any file.
      ownFile(path);
      return { log: new SqliteTeamLog(path, clock), leases: null };
    }
    case 'nats':
      return connectNats(store.servers, loginOf(store.login), clock);
  }
}

function loginOf(login: string | null): NatsLogin | null {
  if (login === null) return null;
  const [, user, pass] = /^([^:]+):(.*)$/s.exec(login) ?? [];
  return user === undefined || pass === undefined ? { token: login } : { user, pass };
}
