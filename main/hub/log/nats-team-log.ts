import type { JsMsg } from '@nats-io/jetstream';
import type { Clock } from '../../../core/clock.ts';
import { checkedEntry, dedupedForMs } from './entries.ts';
import {
  type Engine,
  isWrongSequence,
  LogUnavailable,
  reaching,
  timeoutMs,
} from './nats-engine.ts';
import { mostAtOnce, NatsFollower } from './nats-follower.ts';
import { leaseBucket, NatsLeases } from './nats-leases.ts';
import {
  type Appended,
  type Leases,
  leaseMs,
  type LogEntry,
  longestBodyBytes,
  type LogPart,
  type NewEntry,
  type TeamLog,
} from './ports.ts';

/** The stream, and the subjects of its entries. */
const stream = 'waybell-log';
const subjectPrefix = 'waybell.log.';
/** The subjects under which the engine tells of each new entry. */
const newPrefix = 'waybell.new.';
/** The subjects of what hubs say to each other. */
const topicPrefix = 'waybell.said.';

const keptForMs = 7 * 24 * 60 * 60_000;
/** How long a new cluster is waited for. */
const startWithinMs = 30_000;
/** The most bytes of the subject and the headers of an entry. */
const mostHeaderBytes = 4096;
/** How soon a follower tries again. */
const retryMs = 500;
const nanosecondsPerMs = 1_000_000;

/** How a hub logs in to the engine. */
export type NatsLogin =
  | { readonly user: string; readonly pass: string }
  | { readonly token: string };

/** What a hub has of the engine. */
export interface NatsTeam {
  readonly log: TeamLog;
  readonly leases: Leases;
}

/**
 * Connects to NATS and makes what is missing there: one stream and one bucket, on three servers where three or
 * more are named.
 *
 * @param servers such as `127.0.0.1:4222`, or `tls://host:4222`
 * @throws LogUnavailable
 */
export async function connectNats(
  servers: readonly string[],
  login: NatsLogin | null,
  clock: Clock,
): Promise<NatsTeam> {
  // Loaded when it is needed: the desktop has no use for it.
  const [transport, jetStream, keyValue] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
    import('@nats-io/kv'),
  ]);
  const isEncrypted = servers.some((server) => server.toLowerCase().startsWith('tls:'));
  const connection = await transport
    .connect({
      servers: [...servers],
      ...login,
      ...(isEncrypted && { tls: {} }),
      // The login goes to the servers that were named, and to no neighbour that one of them names.
      ignoreClusterUpdates: true,
      // Without TLS it is on this computer: what `localhost` means is asked of no server of names.
      resolve: isEncrypted,
      name: 'waybell-hub',
      timeout: timeoutMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryMs,
      pingInterval: 5000,
      maxPingOut: 2,
    })
    .catch((error: unknown) => {
      throw new LogUnavailable('NATS cannot be reached', { cause: error });
    });
  const replicas = servers.length >= 3 ? 3 : 1;
  const options = { timeout: timeoutMs };
  try {
    const manager = await untilDone(clock, () => jetStream.jetstreamManager(connection, options));
    const made = await untilDone(clock, () =>
      manager.streams.info(stream).catch(async (error: unknown) => {
        const isNew =
          error instanceof jetStream.JetStreamApiError &&
          error.code === jetStream.JetStreamApiCodes.StreamNotFound;
        if (!isNew) throw error;
        await manager.streams.add({
          name: stream,
          subjects: [`${subjectPrefix}>`],
          storage: jetStream.StorageType.File,
          num_replicas: replicas,
          max_age: keptForMs * nanosecondsPerMs,
          duplicate_window: dedupedForMs * nanosecondsPerMs,
          allow_direct: true,
          republish: { src: `${subjectPrefix}>`, dest: `${newPrefix}>` },
        });
        // Of hubs that make it at once each is told a time of its own; only one of them is kept.
        return manager.streams.info(stream);
      }),
    );
    // Debian's 2.9.10 loses entries of a log that it is told to spread afterwards.
    if (made.config.num_replicas < replicas) throw new Error('the log was begun on one server');
    // An entry that the contract allows would be refused here each time, and no try would be the last.
    const limits = [connection.info?.max_payload, made.config.max_msg_size];
    const isTight = limits.some(
      (bytes) => bytes !== undefined && bytes > 0 && bytes < longestBodyBytes + mostHeaderBytes,
    );
    if (isTight) throw new Error('NATS takes only messages that are shorter than an entry');
    const bucket = await untilDone(clock, () =>
      new keyValue.Kvm(connection).create(leaseBucket, {
        ttl: leaseMs,
        replicas,
        history: 1,
        timeout: timeoutMs,
      }),
    );
    const engine: Engine = {
      connection,
      manager,
      client: jetStream.jetstream(connection, options),
      policies: jetStream.DeliverPolicy,
      clock,
    };
    return {
      log: new NatsTeamLog(engine, made.created),
      leases: new NatsLeases(engine, bucket),
    };
  } catch (error) {
    await connection.close();
    throw new LogUnavailable('JetStream cannot be used', { cause: error });
  }
}

/** Tries for half a minute: a cluster that has just started has no leader yet. */
async function untilDone<Value>(clock: Clock, run: () => Promise<Value>): Promise<Value> {
  const endMs = clock.monotonicMs() + startWithinMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (clock.monotonicMs() > endMs) throw error;
      await pause(clock, retryMs);
    }
  }
}

/** What a consumer is to begin with. */
type Start =
  | { readonly deliver_policy: 'by_start_sequence'; readonly opt_start_seq: number }
  | { readonly deliver_policy: 'last_per_subject' };

/** How often a stream is asked again, because a consumer may have been placed on a server that is gone. */
const mostReads = 4;

/** Reads what the log holds now, from a start on. */
async function readNow(engine: Engine, start: Start, limit: number): Promise<readonly JsMsg[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readOnce(engine, start, limit);
    } catch (error) {
      if (tries === mostReads) throw error;
    }
  }
}

async function readOnce(
  { client, policies }: Engine,
  start: Start,
  limit: number,
): Promise<readonly JsMsg[]> {
  const isLast = start.deliver_policy === 'last_per_subject';
  const consumer = await client.consumers.get(stream, {
    ...start,
    deliver_policy: isLast ? policies.LastPerSubject : policies.StartSequence,
    inactive_threshold: 30_000,
  });
  try {
    const { num_pending: pending } = await consumer.info();
    const wanted = Math.min(pending, limit);
    const messages: JsMsg[] = [];
    while (messages.length < wanted) {
      const part = await consumer.fetch({
        max_messages: Math.min(wanted - messages.length, 1000),
        expires: timeoutMs,
      });
      const before = messages.length;
      for await (const message of part) messages.push(message);
      if (messages.length === before)
        throw new LogUnavailable('NATS gave fewer entries than it has');
    }
    return messages;
  } finally {
    consumer.delete().catch(() => undefined);
  }
}

/** Entries that are missing are read one by one up to this many. */
const mostOneByOne = 100;
const lookEveryMs = 2000;

class NatsTeamLog implements TeamLog {
  readonly id: string;
  readonly #engine: Engine;
  /** Appends of this process go one after the other, because each expects the one before. */
  #last: Promise<unknown> = Promise.resolve();
  /** The last sequence of the stream, as far as it is known here. */
  #lastSequence: number | null = null;
  /** When the engine could not be reached last. */
  #failedAtMs = Number.NEGATIVE_INFINITY;

  constructor(engine: Engine, id: string) {
    this.#engine = engine;
    this.id = id;
  }

  append(entry: NewEntry): Promise<Appended> {
    const { clock } = this.#engine;
    const askedAtMs = clock.monotonicMs();
    const appended = this.#last.then(() => {
      // Those that waited while one failed fail with it: each by itself would take as long again.
      if (askedAtMs <= this.#failedAtMs) throw new LogUnavailable('the team log cannot be reached');
      return this.#append(entry);
    });
    this.#last = appended.catch((error: unknown) => {
      if (error instanceof LogUnavailable) this.#failedAtMs = clock.monotonicMs();
    });
    return appended;
  }

  async readSince(sequence: number, limit: number): Promise<LogPart> {
    return await reaching(async () => {
      const { state } = await this.#engine.manager.streams.info(stream);
      if (sequence > 0 && state.first_seq > sequence + 1) return { kind: 'gap' };
      if (sequence >= state.last_seq) return { kind: 'entries', entries: [] };
      const start = { deliver_policy: 'by_start_sequence', opt_start_seq: sequence + 1 } as const;
      const messages = await readNow(this.#engine, start, limit);
      return { kind: 'entries', entries: messages.map(entryOf) };
    });
  }

  async last(key: string): Promise<LogEntry | null> {
    return await reaching(async () => {
      const { manager } = this.#engine;
      const message = await manager.streams.getMessage(stream, {
        last_by_subj: subjectPrefix + key,
      });
      if (message === null) return null;
      return { sequence: message.seq, key, body: new TextDecoder().decode(message.data) };
    });
  }

  async lastPerKey(): Promise<readonly LogEntry[]> {
    return await reaching(async () => {
      const start = { deliver_policy: 'last_per_subject' } as const;
      const messages = await readNow(this.#engine, start, Number.POSITIVE_INFINITY);
      return messages.map(entryOf).toSorted((one, other) => one.sequence - other.sequence);
    });
  }

  follow(sequence: number, listener: (entries: readonly LogEntry[]) => void): () => void {
    const { clock, connection } = this.#engine;
    const follower = new NatsFollower(sequence, listener, (from) => this.#entriesAfter(from));
    const subscription = connection.subscribe(`${newPrefix}>`, {
      callback: (error, message) => {
        if (error !== null) return;
        const sequenceText = message.headers?.get('Nats-Sequence') ?? '';
        const key = message.subject.slice(newPrefix.length);
        follower.received({ sequence: Number(sequenceText), key, body: message.string() });
      },
    });
    let cancel: (() => void) | null = null;
    // What is told while there is no connection is not told again.
    const look = (): void => {
      if (connection.isClosed()) return;
      follower.look();
      cancel = clock.schedule(look, lookEveryMs);
    };
    look();
    return () => {
      cancel?.();
      follower.stop();
      subscription.unsubscribe();
    };
  }

  /** The entries after a place; one by one where they are few, which needs no consumer. */
  async #entriesAfter(place: number): Promise<readonly LogEntry[]> {
    const { manager } = this.#engine;
    const { last_seq: last } = (await manager.streams.info(stream)).state;
    this.#lastSequence = Math.max(this.#lastSequence ?? 0, last);
    if (last - place > mostOneByOne) {
      const start = { deliver_policy: 'by_start_sequence', opt_start_seq: place + 1 } as const;
      return (await readNow(this.#engine, start, mostAtOnce)).map(entryOf);
    }
    const entries: LogEntry[] = [];
    for (let seq = place + 1; seq <= last; seq += 1) {
      const message = await manager.streams.getMessage(stream, { seq });
      if (message === null) continue;
      const key = message.subject.slice(subjectPrefix.length);
      entries.push({ sequence: seq, key, body: new TextDecoder().decode(message.data) });
    }
    return entries;
  }

  /**
   * One by one, because the engine overwrites what is deleted and not what is purged. In a cluster its own record
   * of what it replicates holds an entry until that is cut, some minutes later.
   */
  async eraseBefore(key: string): Promise<void> {
    const { manager } = this.#engine;
    const subject = subjectPrefix + key;
    await reaching(async () => {
      const last = await manager.streams.getMessage(stream, { last_by_subj: subject });
      if (last === null) return;
      for (let from = 1; ;) {
        const query = { seq: from, next_by_subj: subject };
        const next = await manager.streams.getMessage(stream, query);
        if (next === null || next.seq >= last.seq) return;
        await manager.streams.deleteMessage(stream, next.seq);
        from = next.seq + 1;
      }
    });
  }

  /** JetStream prunes by itself: entries are seven days old at most. */
  prune(): Promise<void> {
    return Promise.resolve();
  }

  publish(topic: string, body: string): void {
    const { connection } = this.#engine;
    if (!connection.isClosed()) connection.publish(topicPrefix + topic, body);
  }

  subscribe(topic: string, listener: (body: string) => void): () => void {
    const subscription = this.#engine.connection.subscribe(topicPrefix + topic, {
      callback: (error, message) => {
        if (error === null) listener(message.string());
      },
    });
    return () => subscription.unsubscribe();
  }

  async close(): Promise<void> {
    await this.#engine.connection.close();
  }

  /**
   * Compares the last sequence of the key by reading it, and has the engine compare that of the whole stream:
   * Debian's 2.9.10 does not compare that of a subject in a cluster.
   */
  async #append(entry: NewEntry): Promise<Appended> {
    const { body, dedupeKey, expectedSequence, key } = checkedEntry(entry);
    const { client, manager } = this.#engine;
    const subject = subjectPrefix + key;
    return await reaching(async () => {
      for (;;) {
        this.#lastSequence ??= (await manager.streams.info(stream)).state.last_seq;
        const lastSequence = this.#lastSequence;
        const known = await manager.streams.getMessage(stream, { last_by_subj: subject });
        const isExpected = (known?.seq ?? 0) === expectedSequence;
        try {
          const { duplicate, seq } = await client.publish(subject, body, {
            msgID: dedupeKey,
            timeout: timeoutMs,
            // One that was there before is told by its key; another that came first refuses this one.
            expect: { lastSequence: isExpected ? lastSequence : impossibleSequence },
          });
          if (duplicate) return { kind: 'duplicate' };
          this.#lastSequence = seq;
          return { kind: 'appended', sequence: seq };
        } catch (error) {
          this.#lastSequence = null;
          if (!isWrongSequence(error)) throw error;
          if (!isExpected) return { kind: 'conflict' };
        }
      }
    });
  }
}

/** No stream ever has this many entries: an append that expects it is refused unless it is a duplicate. */
const impossibleSequence = Number.MAX_SAFE_INTEGER;

function entryOf(message: JsMsg): LogEntry {
  return {
    sequence: message.seq,
    key: message.subject.slice(subjectPrefix.length),
    body: message.string(),
  };
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.schedule(resolve, ms));
}
