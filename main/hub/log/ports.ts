/** One fact of a log. `body` is JSON; what it means is the hub's affair. */
export interface LogEntry {
  /** From 1 on, growing, with gaps. */
  readonly sequence: number;
  /** What it is about, such as `order.<uuid>`: letters, digits, `-` and `.`. */
  readonly key: string;
  readonly body: string;
}

export type NewEntry = Omit<LogEntry, 'sequence'> & {
  /** A second entry with the same one within two hours is not written. */
  readonly dedupeKey: string;
  /** The sequence of the last entry with this key, 0 for none: otherwise nothing is written. */
  readonly expectedSequence: number;
};

export type Appended =
  | { readonly kind: 'appended'; readonly sequence: number }
  /** An entry with this dedupe key is there already. */
  | { readonly kind: 'duplicate' }
  /** Another entry with this key came first. */
  | { readonly kind: 'conflict' };

/** Entries after a place in the log, oldest first; or that some after it are gone by their age. */
export type LogPart =
  | { readonly kind: 'entries'; readonly entries: readonly LogEntry[] }
  | { readonly kind: 'gap' };

/** The most bytes of an entry's body: NATS takes 1 MB with its headers. */
export const longestBodyBytes = 512 * 1024;

/** Whether an entry with this body is short enough for the log, with some bytes left over; none unless given. */
export function fitsEntry(body: string, leftOverBytes = 0): boolean {
  return Buffer.byteLength(body) + leftOverBytes <= longestBodyBytes;
}

/** What is wrong with an entry that no engine accepts. */
type EntryFault = 'key' | 'dedupeKey' | 'noText' | 'tooLong';

/** The log never accepts this entry. To try it again is of no use, unlike after any other error of an append. */
export class EntryRefused extends RangeError {
  override readonly name = 'EntryRefused';
  readonly fault: EntryFault;

  constructor(fault: EntryFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/**
 * The one ordered log of a team. Every call may throw when the engine cannot be reached; what was appended by a
 * call that threw may be there or not, and the dedupe key makes it safe to try again.
 */
export interface TeamLog {
  /** Drawn when the log was made: another log has other sequences. */
  readonly id: string;
  /** @throws EntryRefused for an entry that no engine accepts: nothing was written, and nothing ever will be */
  append(entry: NewEntry): Promise<Appended>;
  /** Reads on from a place. Place 0 is the first entry that there is, and never a gap. */
  readSince(sequence: number, limit: number): Promise<LogPart>;
  /** The last entry with this key; null where there is none. */
  last(key: string): Promise<LogEntry | null>;
  /** The last entry of each key, oldest first. */
  lastPerKey(): Promise<readonly LogEntry[]>;
  /** Calls for every entry after this place, in order, also those of other processes, until it is stopped. */
  follow(sequence: number, listener: (entries: readonly LogEntry[]) => void): () => void;
  /** Removes all entries with this key but the last, from the disk too. */
  eraseBefore(key: string): Promise<void>;
  /** Removes entries that were appended before this time, the last of their keys too. */
  prune(beforeMs: number): Promise<void>;
  /** Publishes a text to every subscriber of all processes that share the log, this one included; kept nowhere. */
  publish(topic: string, body: string): void;
  subscribe(topic: string, listener: (body: string) => void): () => void;
  close(): Promise<void>;
}

/** A lease that one process holds for a time. */
export interface Leases {
  /**
   * Acquires a lease that is free, or that this holder has, for `leaseMs` from now.
   *
   * @param holder the process, by a name that no other has
   */
  acquire(name: string, holder: string): Promise<LeaseState>;
  release(name: string, holder: string): Promise<void>;
  /** Gives a lease that this holder has to another, for `leaseMs` from now. */
  hand(name: string, holder: string, successor: string): Promise<void>;
}

/** `given` when another process handed the lease to this one since. */
export type LeaseState = 'held' | 'given' | 'taken';

/** How long a lease lasts unless it is renewed. */
export const leaseMs = 10_000;
