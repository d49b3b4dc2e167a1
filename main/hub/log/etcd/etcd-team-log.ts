import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../../core/clock.ts';
import { checkedEntry, dedupedForMs } from '../entries.ts';
import {
  type Appended,
  type LogEntry,
  LogGone,
  type LogListener,
  type LogPart,
  LogUnavailable,
  type Missed,
  type NewEntry,
  type TeamLog,
} from '../ports.ts';
import { Topics } from '../topics.ts';
import { compact, getKey, type KeyEvent, listKeys, transact, watchKeys } from './etcd-api.ts';
import { type EtcdClient, EtcdRefusal } from './etcd-client.ts';
import { keys, meaningOf, saidPrefix, SharedLease, teamPrefix } from './etcd-keys.ts';
import { isTheLog, lookAtLog } from './log-identity.ts';
import type { DatedEntry, TailChange, TeamTail } from './team-tail.ts';

/** An order of the contract has some kilobytes; ten thousand of this size are what etcd takes without being told. */
const longestBodyBytes = 64 * 1024;
/** How soon a watch that broke off is begun anew. */
const retryMs = 200;
/** How often it is looked whether the watch has told all, as one of a member that hangs does not. */
const lookEveryMs = 2000;
/** How long an entry may be on its way from etcd. */
const arrivesWithinMs = 1500;
/** How many entries a follower is told at once. */
const toldAtOnce = 500;
/** How long etcd keeps what keys were before, for hubs that are away. */
const historyMs = 60 * 60_000;
/** How long what hubs say to each other stays in etcd. */
const saidForMs = 30_000;
/** The most that may be on its way to other hubs; what is more is lost. */
const mostSaid = 50;

const saidSchema = z.object({ from: z.string(), body: z.string() });
type Said = z.infer<typeof saidSchema>;

interface Follower {
  sequence: number;
  readonly listener: LogListener;
}

/** The log of a team whose truth is in etcd, and whose last days are in a tail of this hub's own. */
export class EtcdTeamLog implements TeamLog {
  readonly id: string;
  readonly longestBodyBytes = longestBodyBytes;
  readonly keepsAnswers = false;
  readonly #client: EtcdClient;
  readonly #identity: string;
  readonly #tail: TeamTail;
  readonly #clock: Clock;
  /** A name of this process: what it says itself it has heard. */
  readonly #own = randomUUID();
  readonly #topics = new Topics();
  readonly #followers = new Set<Follower>();
  readonly #once: SharedLease;
  readonly #saying: SharedLease;
  readonly #closing = new AbortController();
  /** Ends the watch that runs, so that another begins. */
  #restart = new AbortController();
  #waiters: { readonly place: number; readonly resolve: () => void }[] = [];
  #gone: LogGone | null = null;
  #saidCount = 0;
  #cancelLook: () => void = () => undefined;
  /** How far etcd was seen at some times, oldest first. */
  #seen: { readonly atMs: number; readonly revision: number }[] = [];
  #compacted = 0;
  #compacting: Promise<void> = Promise.resolve();
  readonly #running: Promise<unknown>;

  /**
   * @param identity what stands in etcd about which log it has
   * @param tail of this log
   */
  constructor(client: EtcdClient, identity: string, tail: TeamTail, clock: Clock) {
    if (tail.logId === null) throw new RangeError('the tail is of no log');
    this.id = tail.logId;
    this.#identity = identity;
    this.#client = client;
    this.#tail = tail;
    this.#clock = clock;
    this.#once = new SharedLease(client, clock, dedupedForMs);
    this.#saying = new SharedLease(client, clock, saidForMs);
    this.#running = Promise.all([this.#watchLog(), this.#listen()]);
    this.#lookLater();
  }

  get isGone(): boolean {
    return this.#gone !== null;
  }

  async append(entry: NewEntry): Promise<Appended> {
    const { body, dedupeKey, expectedSequence, key } = checkedEntry(this, entry);
    const nonce = randomUUID();
    const once = keys.once(dedupeKey);
    for (let isAgain = false; ; isAgain = true) {
      this.#checkThere();
      try {
        const { found, isDone, revision } = await transact(
          this.#client,
          [
            { key: once, revision: 0 },
            { key: keys.entry(key), revision: expectedSequence },
            { key: keys.log, value: this.#identity },
          ],
          [
            { put: keys.entry(key), value: `${this.#clock.wallMs()}\n${body}` },
            { put: once, value: nonce, lease: await this.#once.id() },
            { put: keys.newest, value: '' },
          ],
          [once, keys.log],
        );
        if (isDone) return { kind: 'appended', sequence: revision };
        const [known, log] = found;
        if (log?.value !== this.#identity) await this.#lookWhetherGone();
        // An answer that was lost came from a request that was done.
        if (known?.value === nonce) return { kind: 'appended', sequence: known.revision };
        return { kind: known == null ? 'conflict' : 'duplicate' };
      } catch (error) {
        if (isAgain || !(error instanceof EtcdRefusal && error.isUnknownLease)) throw error;
        this.#once.forget();
      }
    }
  }

  async readSince(sequence: number, limit: number): Promise<LogPart> {
    try {
      await this.#caughtUp();
    } catch (error) {
      // Reading goes on from what is here.
      const part = this.#tail.since(sequence, limit);
      if (part.kind === 'entries' && part.entries.length > 0) return part;
      throw error;
    }
    return this.#tail.since(sequence, limit);
  }

  async last(key: string): Promise<LogEntry | null> {
    this.#checkThere();
    const { stored } = await getKey(this.#client, keys.entry(key));
    if (stored === null) return null;
    return { sequence: stored.revision, key, body: contentOf(stored.value).body };
  }

  async lastPerKey(): Promise<readonly LogEntry[]> {
    await this.#caughtUp();
    return this.#tail.lastPerKey().map(({ body, key, sequence }) => ({ sequence, key, body }));
  }

  follow(sequence: number, listener: LogListener): () => void {
    const follower: Follower = { sequence, listener };
    this.#followers.add(follower);
    this.#clock.schedule(() => this.#tell(follower), 0);
    return () => {
      this.#followers.delete(follower);
    };
  }

  /** In etcd, and in the tail of every hub as soon as it hears of it. */
  async eraseBefore(key: string): Promise<void> {
    this.#checkThere();
    const { stored } = await getKey(this.#client, keys.entry(key));
    if (stored === null) return;
    const { revision } = await transact(
      this.#client,
      [],
      [
        { put: keys.erased(key), value: String(stored.revision) },
        { put: keys.newest, value: '' },
      ],
    );
    await this.#arrived(revision);
    await this.#compact(stored.revision);
  }

  async prune(beforeMs: number): Promise<void> {
    await this.#caughtUp();
    for (const { key, sequence } of this.#tail.prune(beforeMs)) {
      const { isDone, revision } = await transact(
        this.#client,
        [{ key: keys.entry(key), revision: sequence }],
        [
          { remove: keys.entry(key) },
          { remove: keys.erased(key) },
          { put: keys.newest, value: '' },
        ],
      );
      if (isDone) await this.#arrived(revision);
    }
    const nowMs = this.#clock.monotonicMs();
    this.#seen.push({ atMs: nowMs, revision: this.#tail.place });
    const old = this.#seen.filter(({ atMs }) => nowMs - atMs >= historyMs).at(-1);
    if (old === undefined) return;
    this.#seen = this.#seen.filter(({ atMs }) => atMs > old.atMs);
    await this.#compact(old.revision);
  }

  publish(topic: string, body: string): void {
    this.#topics.publish(topic, body);
    if (this.#saidCount >= mostSaid || this.#closing.signal.aborted) return;
    this.#saidCount += 1;
    this.#say(topic, body)
      .catch(() => this.#saying.forget())
      .finally(() => {
        this.#saidCount -= 1;
      });
  }

  subscribe(topic: string, listener: (body: string) => void): () => void {
    return this.#topics.subscribe(topic, listener);
  }

  async close(): Promise<void> {
    this.#cancelLook();
    this.#closing.abort();
    this.#restart.abort();
    this.#followers.clear();
    await this.#client.close();
    await this.#running;
    this.#tail.close();
  }

  /** @throws LogGone */
  #checkThere(): void {
    if (this.#gone !== null) throw this.#gone;
  }

  /** @throws LogGone when etcd has another log than this one, or none */
  async #lookWhetherGone(): Promise<void> {
    this.#checkThere();
    if (isTheLog(await lookAtLog(this.#client), this.#tail)) return;
    this.#gone = new LogGone('etcd has no log of the team any more, or another one');
    throw this.#gone;
  }

  /** Resolves once all is here that was in etcd when it was called. */
  async #caughtUp(): Promise<void> {
    this.#checkThere();
    const { stored } = await getKey(this.#client, keys.newest);
    if (stored === null) await this.#lookWhetherGone();
    await this.#arrived(stored?.revision ?? 0);
  }

  /** @throws LogUnavailable when what etcd has does not come here; another watch begins then */
  async #arrived(place: number): Promise<void> {
    if (this.#tail.place >= place) return;
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const waiter = { place, resolve };
    this.#waiters.push(waiter);
    const restart = this.#restart;
    const cancel = this.#clock.schedule(() => {
      this.#waiters = this.#waiters.filter((each) => each !== waiter);
      restart.abort();
      reject(new LogUnavailable('etcd does not tell what happens'));
    }, arrivesWithinMs);
    try {
      await promise;
    } finally {
      cancel();
    }
  }

  /** One after the other, and none for what is forgotten already. */
  #compact(revision: number): Promise<void> {
    const compacting = this.#compacting
      .catch(() => undefined)
      .then(async () => {
        if (revision <= this.#compacted) return;
        await compact(this.#client, revision);
        this.#compacted = revision;
      });
    this.#compacting = compacting;
    return compacting;
  }

  async #say(topic: string, body: string): Promise<void> {
    const value = JSON.stringify({ from: this.#own, body } satisfies Said);
    const lease = await this.#saying.id();
    await transact(this.#client, [], [{ put: keys.said(topic), value, lease }]);
  }

  /** Hears what other hubs say; what is said while it does not hear is lost. */
  async #listen(): Promise<void> {
    await this.#whileOpen(async (signal) => {
      for await (const answer of watchKeys(this.#client, saidPrefix, null, signal)) {
        if (answer === 'compacted') return;
        for (const { isDeletion, key, value } of answer) if (!isDeletion) this.#heard(key, value);
      }
    });
  }

  #heard(key: string, value: string): void {
    const said = saidIn(value);
    if (said === null || said.from === this.#own) return;
    this.#topics.publish(key.slice(saidPrefix.length), said.body);
  }

  /** Lists, then watches: also anew when etcd has forgotten what happened since. */
  async #watchLog(): Promise<void> {
    await this.#whileOpen(async (signal) => {
      await this.#lookWhetherGone();
      if (this.#tail.place === 0) await this.#list();
      const from = this.#tail.place + 1;
      for await (const answer of watchKeys(this.#client, teamPrefix, from, signal)) {
        if (answer === 'compacted') await this.#list();
        else this.#happened(answer);
      }
    });
  }

  async #whileOpen(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!this.#closing.signal.aborted) {
      if (this.#restart.signal.aborted) this.#restart = new AbortController();
      await run(AbortSignal.any([this.#closing.signal, this.#restart.signal])).catch(
        () => undefined,
      );
      if (this.#closing.signal.aborted) return;
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.schedule(resolve, retryMs);
        this.#closing.signal.addEventListener('abort', () => {
          cancel();
          resolve();
        });
      });
    }
  }

  async #list(): Promise<void> {
    const { revision, stored } = await listKeys(this.#client, teamPrefix);
    const entries: DatedEntry[] = [];
    const erased: TailChange[] = [];
    for (const each of stored) {
      const change = changeOf({ ...each, isDeletion: false });
      if (change?.kind === 'entry') entries.push(change.entry);
      else if (change !== null) erased.push(change);
    }
    const inOrder = entries.toSorted((one, other) => one.sequence - other.sequence);
    const before = this.#tail.newest;
    const isFirst = this.#tail.place === 0;
    const gone = this.#tail.relist(inOrder, revision);
    this.#tail.apply(erased, revision);
    const isMissed = this.#tail.newest > before || gone.length > 0;
    const through = this.#tail.newest;
    this.#applied(isFirst || !isMissed ? undefined : { gone, through });
  }

  #happened(events: readonly KeyEvent[]): void {
    if (events.some(({ isDeletion, key }) => isDeletion && key === keys.log)) {
      // What is here may be all that is left of it.
      this.#gone = new LogGone('the log of the team was taken out of etcd');
      return;
    }
    const changes = events.flatMap((event) => changeOf(event) ?? []);
    const place = Math.max(this.#tail.place, ...events.map(({ revision }) => revision));
    this.#tail.apply(changes, place);
    this.#applied();
  }

  #applied(missed?: Missed): void {
    const { place } = this.#tail;
    for (const follower of this.#followers) this.#tell(follower, missed);
    const waiters = this.#waiters;
    this.#waiters = waiters.filter((waiter) => waiter.place > place);
    for (const waiter of waiters) if (waiter.place <= place) waiter.resolve();
  }

  #tell(follower: Follower, missed?: Missed): void {
    for (let isFirst = true; this.#followers.has(follower); isFirst = false) {
      const entries = this.#tail.entriesSince(follower.sequence, toldAtOnce);
      follower.sequence = entries.at(-1)?.sequence ?? follower.sequence;
      const isTold = entries.length > 0 || (isFirst && missed !== undefined);
      if (isTold) follower.listener(entries, isFirst ? missed : undefined);
      if (entries.length < toldAtOnce) return;
    }
  }

  #lookLater(): void {
    this.#cancelLook = this.#clock.schedule(() => {
      this.#caughtUp()
        .catch(() => undefined)
        .finally(() => {
          if (!this.#closing.signal.aborted) this.#lookLater();
        });
    }, lookEveryMs);
  }
}

function saidIn(value: string): Said | null {
  try {
    return saidSchema.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

/** What stands about an entry: when it was written, in milliseconds since 1970, and its body. */
function contentOf(value: string): { readonly atMs: number; readonly body: string } {
  const end = value.indexOf('\n');
  return { atMs: Number(value.slice(0, end)), body: value.slice(end + 1) };
}

/** What an event says of the log; null for what says nothing. */
function changeOf({ isDeletion, key: stored, revision, value }: KeyEvent): TailChange | null {
  const meaning = meaningOf(stored);
  if (meaning === null || !('key' in meaning)) return null;
  const { key, of } = meaning;
  if (of === 'erased') return isDeletion ? null : { kind: 'erased', key, before: Number(value) };
  if (isDeletion) return { kind: 'gone', key };
  return { kind: 'entry', entry: { key, sequence: revision, ...contentOf(value) } };
}
