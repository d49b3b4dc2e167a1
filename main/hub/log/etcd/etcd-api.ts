import { z } from 'zod';
import { type EtcdClient, EtcdRefusal } from './etcd-client.ts';

/*
 * What is asked of etcd 3.4 and later over its JSON gateway: keys and values are base64, 64-bit numbers are texts,
 * and a field that is zero, false or empty is left out.
 */

const int64 = z.string().transform(Number).default(0);
const base64 = z
  .string()
  .default('')
  .transform((text) => Buffer.from(text, 'base64').toString());

const headerSchema = z.object({ cluster_id: z.string().default(''), revision: int64 });
const kvSchema = z.object({ key: base64, value: base64, mod_revision: int64 });

/** A key with its value, and the revision in which it was written. */
export interface Stored {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
}

const storedSchema = kvSchema.transform(({ key, mod_revision: revision, value }): Stored => ({
  key,
  value,
  revision,
}));

const rangeSchema = z.object({
  header: headerSchema,
  kvs: storedSchema.array().default([]),
  more: z.boolean().default(false),
});

const txnSchema = z.object({
  header: headerSchema,
  succeeded: z.boolean().default(false),
  responses: z
    .object({
      response_range: z.object({ kvs: storedSchema.array().default([]) }).optional(),
    })
    .array()
    .default([]),
});

const grantSchema = z.object({ ID: z.string() });
const anything = z.object({ header: headerSchema });

const watchSchema = z.object({
  result: z.object({
    canceled: z.boolean().default(false),
    compact_revision: int64,
    events: z
      .object({ type: z.enum(['PUT', 'DELETE']).default('PUT'), kv: storedSchema })
      .array()
      .default([]),
  }),
});

/** What happened to a key. */
export interface KeyEvent extends Stored {
  readonly isDeletion: boolean;
}

/** What a watch says: what happened, or that it was forgotten by etcd. */
export type WatchAnswer = readonly KeyEvent[] | 'compacted';

/** What a key has to be for a transaction to succeed. */
export type Condition =
  /** The revision in which it was written last; 0 for a key that is not there. */
  | { readonly key: string; readonly revision: number }
  | { readonly key: string; readonly value: string };

/** What a transaction does. */
export type Act =
  | { readonly put: string; readonly value: string; readonly lease?: string | undefined }
  | { readonly remove: string };

/** What became of a transaction. */
export interface Outcome {
  readonly isDone: boolean;
  readonly revision: number;
  /** Where it was not done: what stands under the keys that were to be read then. */
  readonly found: readonly (Stored | null)[];
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The end of the range of all keys that begin so. */
function after(prefix: string): string {
  const bytes = Buffer.from(prefix);
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) + 1;
  return bytes.toString('base64');
}

/** The value of a key, with the revision of the whole and the cluster that it was asked of. */
export async function getKey(client: EtcdClient, key: string) {
  const { header, kvs } = await client.call('/v3/kv/range', { key: encoded(key) }, rangeSchema);
  return { stored: kvs[0] ?? null, revision: header.revision, clusterId: header.cluster_id };
}

/** How many keys are read at once. */
const readAtOnce = 200;

/** All keys that begin so, as they are at one moment. */
export async function listKeys(
  client: EtcdClient,
  prefix: string,
): Promise<{ readonly revision: number; readonly stored: readonly Stored[] }> {
  const stored: Stored[] = [];
  let from = encoded(prefix);
  let revision = 0;
  for (;;) {
    const part = await client.call(
      '/v3/kv/range',
      {
        key: from,
        range_end: after(prefix),
        limit: String(readAtOnce),
        ...(revision > 0 && { revision: String(revision) }),
      },
      rangeSchema,
    );
    revision ||= part.header.revision;
    stored.push(...part.kvs);
    const last = part.kvs.at(-1);
    if (!part.more || last === undefined) return { revision, stored };
    from = encoded(`${last.key}\0`);
  }
}

/** Does all of this at one moment if every condition holds, else reads some keys. */
export async function transact(
  client: EtcdClient,
  conditions: readonly Condition[],
  acts: readonly Act[],
  otherwiseRead: readonly string[] = [],
): Promise<Outcome> {
  const compare = conditions.map((condition) => ({
    key: encoded(condition.key),
    result: 'EQUAL',
    ...('revision' in condition
      ? { target: 'MOD', mod_revision: String(condition.revision) }
      : { target: 'VALUE', value: encoded(condition.value) }),
  }));
  const success = acts.map((act) =>
    'put' in act
      ? {
          request_put: {
            key: encoded(act.put),
            value: encoded(act.value),
            ...(act.lease !== undefined && { lease: act.lease }),
          },
        }
      : { request_delete_range: { key: encoded(act.remove) } },
  );
  const failure = otherwiseRead.map((key) => ({ request_range: { key: encoded(key) } }));
  const answer = await client.call('/v3/kv/txn', { compare, success, failure }, txnSchema);
  const found = answer.succeeded
    ? []
    : answer.responses.map(({ response_range: range }) => range?.kvs[0] ?? null);
  return { isDone: answer.succeeded, revision: answer.header.revision, found };
}

/** Deletes all keys that begin so. */
export async function removeKeys(client: EtcdClient, prefix: string): Promise<void> {
  const range = { key: encoded(prefix), range_end: after(prefix) };
  await client.call('/v3/kv/deleterange', range, anything);
}

/** A lease that ends by itself after this time; what is put with it goes with it. @returns its id */
export async function grantLease(client: EtcdClient, seconds: number): Promise<string> {
  return (await client.call('/v3/lease/grant', { TTL: String(seconds) }, grantSchema)).ID;
}

/** Forgets what keys were before this revision. */
export async function compact(client: EtcdClient, revision: number): Promise<void> {
  try {
    await client.call('/v3/kv/compaction', { revision: String(revision) }, anything);
  } catch (error) {
    // Another hub was first.
    if (!(error instanceof EtcdRefusal && error.isOutOfRange)) throw error;
  }
}

/** What happens to the keys that begin so, from a revision on, or from now. @throws when the stream breaks off */
export async function* watchKeys(
  client: EtcdClient,
  prefix: string,
  fromRevision: number | null,
  signal: AbortSignal,
): AsyncGenerator<WatchAnswer, void> {
  const create = {
    key: encoded(prefix),
    range_end: after(prefix),
    ...(fromRevision !== null && { start_revision: String(fromRevision) }),
  };
  for await (const line of client.lines('/v3/watch', { create_request: create }, signal)) {
    const { canceled, compact_revision: compacted, events } = watchSchema.parse(line).result;
    if (compacted > 0) yield 'compacted';
    if (canceled) return;
    if (events.length > 0) {
      yield events.map(({ kv, type }) => ({ ...kv, isDeletion: type === 'DELETE' }));
    }
  }
}

const versionSchema = z.object({ etcdserver: z.string() });
const membersSchema = z.object({ header: headerSchema, members: z.unknown().array() });

/** The version of one member, by an address that was named, and its time. @throws when it does not say */
export async function versionOf(client: EtcdClient, member: number) {
  const { answer, dateMs } = await client.askMember(member, '/version', versionSchema);
  return { version: answer.etcdserver, dateMs };
}

/** How many members the cluster has that one member belongs to, and which cluster it is. */
export async function clusterOf(client: EtcdClient, member: number) {
  const { answer } = await client.askMember(member, '/v3/cluster/member/list', membersSchema);
  return { clusterId: answer.header.cluster_id, size: answer.members.length };
}

const statusSchema = z.object({
  header: z.object({ member_id: z.string().default('') }),
  leader: z.string().default('0'),
  dbSize: int64,
  dbSizeInUse: int64,
  errors: z.string().array().default([]),
});

/** How one member is, by what it says itself. */
export async function statusOf(client: EtcdClient, member: number) {
  const { answer } = await client.askMember(member, '/v3/maintenance/status', statusSchema);
  const { dbSize, dbSizeInUse, errors, header, leader } = answer;
  return {
    leads: leader === header.member_id,
    isLed: leader !== '0',
    databaseBytes: dbSize,
    usedBytes: dbSizeInUse,
    // "memberID:1 alarm:NOSPACE ", and that it has no leader, which is said otherwise.
    alarms: errors.flatMap((error) => /alarm:(\w+)/.exec(error)?.[1] ?? []),
  };
}
