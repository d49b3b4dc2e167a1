import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../core/clock.ts';
import { getKey, listKeys, removeKeys, transact } from './etcd-api.ts';
import { type EtcdAccess, EtcdClient } from './etcd-client.ts';
import { keys, meaningOf, root, teamPrefix } from './etcd-keys.ts';
import { isTheLog, lookAtLog, writeIdentity } from './log-identity.ts';
import { TeamTail } from './team-tail.ts';

/** What became of a restoration. */
export type Restored =
  | { readonly kind: 'restored'; readonly entries: number }
  /** etcd has the log that this hub knows: nothing is gone. */
  | { readonly kind: 'nothingGone' }
  /** Neither this hub nor etcd has anything left of a log. */
  | { readonly kind: 'nothingLeft' }
  /** etcd has a log that was begun since. */
  | { readonly kind: 'anotherLog' };

/**
 * Makes a log that is gone again, of what this hub has left of it and of what etcd has: nothing, or a snapshot that
 * was put back. Of each key the newer entry counts. It is a new log for desks, which list it anew with the token
 * that they have. No hub may run.
 *
 * @throws LogUnavailable
 */
export async function restoreEtcdLog(
  access: EtcdAccess,
  tailPath: string,
  clock: Clock,
): Promise<Restored> {
  return within(access, tailPath, clock, async (client, tail) => {
    const seen = await lookAtLog(client);
    const { identity } = seen;
    // A hub that has lost all, or kept nothing, knows the log of the snapshot alone.
    const logId = tail.logId ?? identity?.id ?? null;
    if (logId === null) return { kind: 'nothingLeft' };
    const isThere =
      tail.logId === null ? identity?.clusterId === seen.clusterId : isTheLog(seen, tail);
    if (isThere) return { kind: 'nothingGone' };
    if (identity !== null && identity.id !== logId) return { kind: 'anotherLog' };
    const { stored } = await listKeys(client, teamPrefix);
    const known = new Map<string, number>();
    for (const { key, revision } of stored) {
      const meaning = meaningOf(key);
      if (meaning?.of === 'entry') known.set(meaning.key, revision);
    }
    let entries = 0;
    for (const { atMs, body, key, sequence } of tail.lastPerKey()) {
      const revision = known.get(key) ?? 0;
      if (revision >= sequence) continue;
      const value = `${atMs}\n${body}`;
      await transact(
        client,
        [{ key: keys.entry(key), revision }],
        [
          { put: keys.entry(key), value },
          { put: keys.newest, value: '' },
        ],
      );
      entries += 1;
    }
    // Last: until then no hub takes it for a log.
    const replaces = [...(identity?.replaces ?? []), logId];
    const { clusterId } = seen;
    await writeIdentity(client, { id: randomUUID(), clusterId, replaces }, seen.value);
    return { kind: 'restored', entries };
  });
}

/** What became of a beginning. */
export type BegunAnew =
  /** A file that was there has another name now; null where there was none. */
  | { readonly kind: 'begun'; readonly setAside: string | null }
  /** There is no log, and none is known that was. */
  | { readonly kind: 'neverWas' }
  /** Hubs can use the log that is there. */
  | { readonly kind: 'usable' };

/**
 * Begins another log with nothing in it in the place of the one that this hub knows. No hub may run.
 *
 * @param isForced also in the place of a log that hubs can use
 * @throws LogUnavailable
 */
export async function beginEtcdLogAnew(
  access: EtcdAccess,
  tailPath: string,
  clock: Clock,
  isForced: boolean,
): Promise<BegunAnew> {
  return within(access, tailPath, clock, async (client, tail) => {
    const seen = await lookAtLog(client);
    const { identity } = seen;
    if (identity === null && tail.logId === null) return { kind: 'neverWas' };
    if (!isForced && isUsable(seen, tail)) return { kind: 'usable' };
    await removeKeys(client, root);
    const { clusterId } = await getKey(client, keys.log);
    const known = [...(identity?.replaces ?? []), identity?.id, tail.logId];
    const replaces = [...new Set(known.filter((id) => id != null))];
    await writeIdentity(client, { id: randomUUID(), clusterId, replaces }, null);
    return { kind: 'begun', setAside: null };
  });
}

/** Whether hubs that know the log in etcd can use it, be it another one than this hub knows. */
function isUsable(seen: Awaited<ReturnType<typeof lookAtLog>>, tail: TeamTail): boolean {
  const { clusterId, identity } = seen;
  if (identity === null || identity.clusterId !== clusterId) return false;
  return identity.id !== tail.logId || isTheLog(seen, tail);
}

async function within<Value>(
  access: EtcdAccess,
  tailPath: string,
  clock: Clock,
  act: (client: EtcdClient, tail: TeamTail) => Promise<Value>,
): Promise<Value> {
  const client = new EtcdClient(access, clock);
  const tail = new TeamTail(tailPath);
  try {
    return await act(client, tail);
  } finally {
    tail.close();
    await client.close();
  }
}
