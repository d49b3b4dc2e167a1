import { createHash } from 'node:crypto';
import type { Clock } from '../../../../core/clock.ts';
import { grantLease } from './etcd-api.ts';
import type { EtcdClient } from './etcd-client.ts';

/** Everything of a team's in etcd stands below it. */
export const root = '/waybell/';

/** The log: what hubs watch. */
export const teamPrefix = `${root}team/`;
const entryPrefix = `${teamPrefix}entry/`;
const erasedPrefix = `${teamPrefix}erased/`;
/** Below it stands by topic what hubs said last to each other. */
export const saidPrefix = `${root}said/`;
/** Below it stands every hub that reaches etcd, or did a short time ago. */
export const hubPrefix = `${root}hub/`;

/** The keys of a team in etcd. */
export const keys = {
  /** Which log it is. */
  log: `${teamPrefix}log`,
  /** Written with each change of the log, so that its revision is that of the newest. */
  newest: `${teamPrefix}newest`,
  /** The newest entry of a key: when it was written, and its body. */
  entry: (key: string) => entryPrefix + key,
  /** The revision before which all entries of a key were erased. */
  erased: (key: string) => erasedPrefix + key,
  /** That an entry with this dedupe key was written. */
  once: (dedupeKey: string) =>
    `${root}once/${createHash('sha256').update(dedupeKey).digest('base64url')}`,
  said: (topic: string) => saidPrefix + topic,
  lease: (name: string) => `${root}lease/${name}`,
  note: (name: string) => `${root}note/${name}`,
  hub: (hubId: string) => hubPrefix + hubId,
};

/** What a key below {@link teamPrefix} is about. */
export function meaningOf(
  stored: string,
):
  | { readonly of: 'entry' | 'erased'; readonly key: string }
  | { readonly of: 'log' | 'newest' }
  | null {
  if (stored.startsWith(entryPrefix)) return { of: 'entry', key: stored.slice(entryPrefix.length) };
  if (stored.startsWith(erasedPrefix)) {
    return { of: 'erased', key: stored.slice(erasedPrefix.length) };
  }
  if (stored === keys.log) return { of: 'log' };
  return stored === keys.newest ? { of: 'newest' } : null;
}

/**
 * A lease for many keys that are to go by themselves: one after the other, so that each key stays for at least a
 * given time.
 */
export class SharedLease {
  readonly #client: EtcdClient;
  readonly #clock: Clock;
  readonly #forMs: number;
  readonly #anewAfterMs: number;
  #current: { readonly id: Promise<string>; readonly atMs: number } | null = null;

  /** @param forMs how long a key stays at least */
  constructor(client: EtcdClient, clock: Clock, forMs: number) {
    this.#client = client;
    this.#clock = clock;
    this.#forMs = forMs;
    this.#anewAfterMs = forMs / 8;
  }

  async id(): Promise<string> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#current === null || nowMs - this.#current.atMs >= this.#anewAfterMs) {
      const seconds = Math.ceil((this.#forMs + this.#anewAfterMs) / 1000);
      this.#current = { id: grantLease(this.#client, seconds), atMs: nowMs };
    }
    const current = this.#current;
    try {
      return await current.id;
    } catch (error) {
      if (this.#current === current) this.#current = null;
      throw error;
    }
  }

  /** etcd does not know it any more: the next is another one. */
  forget(): void {
    this.#current = null;
  }
}
