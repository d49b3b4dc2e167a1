import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LogGone } from '../ports.ts';
import { getKey, transact } from './etcd-api.ts';
import type { EtcdClient } from './etcd-client.ts';
import { keys } from './etcd-keys.ts';
import type { TeamTail } from './team-tail.ts';

const identitySchema = z.object({
  id: z.string(),
  /** The cluster that it was begun in: a snapshot that was put back is in another one. */
  clusterId: z.string(),
  /** Logs in whose place a person put this one. */
  replaces: z.string().array(),
});

/** Which log etcd has, and where. */
type Identity = z.infer<typeof identitySchema>;

/** What stands in etcd about which log it has; null where it has none. */
export async function lookAtLog(client: EtcdClient) {
  const { clusterId, revision, stored } = await getKey(client, keys.log);
  const identity = stored && identitySchema.parse(JSON.parse(stored.value));
  return { clusterId, revision, identity, value: stored?.value ?? null };
}

/**
 * Whether what etcd has is the log that a tail is of. A snapshot that was put back is in another cluster, or behind
 * the tail.
 */
export function isTheLog(
  { clusterId, identity, revision }: Awaited<ReturnType<typeof lookAtLog>>,
  tail: Pick<TeamTail, 'logId' | 'place'>,
): boolean {
  if (identity === null || identity.clusterId !== clusterId) return false;
  return identity.id === tail.logId && revision >= tail.place;
}

/**
 * Finds the log in etcd and makes the tail one of it. Where there is none, and this hub remembers none, it begins
 * one.
 *
 * @returns what stands in etcd about it
 * @throws LogGone when it is not the log that this hub remembers, and was not put into its place by a person
 */
export async function joinLog(client: EtcdClient, tail: TeamTail): Promise<string> {
  const seen = await lookAtLog(client);
  if (seen.identity === null) {
    if (tail.logId !== null) throw new LogGone('etcd has no log of the team any more');
    await writeIdentity(
      client,
      { id: randomUUID(), clusterId: seen.clusterId, replaces: [] },
      null,
    );
    // Of hubs that begin it at once only one does.
    return joinLog(client, tail);
  }
  const { id, replaces } = seen.identity;
  const isNew = tail.logId === null || (tail.logId !== id && replaces.includes(tail.logId));
  if (isNew && seen.identity.clusterId === seen.clusterId) tail.begin(id);
  if (!isTheLog(seen, tail)) throw new LogGone('etcd has another log than the one of the team');
  return seen.value ?? '';
}

/** @param before what stands there; nothing is written where that is something else by now */
export async function writeIdentity(
  client: EtcdClient,
  identity: Identity,
  before: string | null,
): Promise<boolean> {
  const { isDone } = await transact(
    client,
    [before === null ? { key: keys.log, revision: 0 } : { key: keys.log, value: before }],
    [
      { put: keys.log, value: JSON.stringify(identity) },
      { put: keys.newest, value: '' },
    ],
  );
  return isDone;
}
