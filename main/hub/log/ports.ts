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

/** Whether an entry with this body is short enough for a log, with some bytes left over; none unless given. */
export function fitsEntry(
  { longestBodyBytes }: Pick<TeamLog, 'longestBodyBytes'>,
  body: string,
  leftOverBytes = 0,
): boolean {
  return Buffer.byteLength(body) + leftOverBytes <= longestBodyBytes;
}

/** What is wrong with an entry that no engine accepts; `unreadable` is one that the hub itself could not read again. */
type EntryFault = 'key' | 'dedupeKey' | 'noText' | 'tooLong' | 'unreadable';

/** The log never accepts this entry. To try it again is of no use, unlike after any other error of an append. */
export class EntryRefused extends RangeError {
  override readonly name = 'EntryRefused';
  readonly fault: EntryFault;

  constructor(fault: EntryFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The log cannot be reached, or not within some seconds. */
export class LogUnavailable extends Error {
  override readonly name: string = 'LogUnavailable';
}

/**
 * The log that this hub knows is not where it was: its engine has none, an older state of it, or another one. No
 * other is begun in its place before a person decides that.
 */
export class LogGone extends LogUnavailable {
  override readonly name = 'LogGone';
}

/**
 * The one ordered log of a team. Every call may throw when the engine cannot be reached; what was appended by a
 * call that threw may be there or not, and the dedupe key makes it safe to try again.
 */
export interface TeamLog {
  /** Drawn when the log was made: another log has other sequences. */
  readonly id: string;
  /** Whether it is not where it was: what is read is what was left here. */
  readonly isGone: boolean;
  /** The most bytes of an entry's body. */
  readonly longestBodyBytes: number;
  /** Whether entries have the service's answers as they were received, beside what was read from them. */
  readonly keepsAnswers: boolean;
  /** @throws EntryRefused for an entry that no engine accepts: nothing was written, and nothing ever will be */
  append(entry: NewEntry): Promise<Appended>;
  /** Reads on from a place. Place 0 is the first entry that there is, and never a gap. */
  readSince(sequence: number, limit: number): Promise<LogPart>;
  /** The last entry with this key; null where there is none. */
  last(key: string): Promise<LogEntry | null>;
  /** The last entry of each key, oldest first. */
  lastPerKey(): Promise<readonly LogEntry[]>;
  /** Calls for every entry after this place, in order, also those of other processes, until it is stopped. */
  follow(sequence: number, listener: LogListener): () => void;
  /** Removes all entries with this key but the last, from the disk too. */
  eraseBefore(key: string): Promise<void>;
  /** Removes entries that were appended before this time, the last of their keys too. */
  prune(beforeMs: number): Promise<void>;
  /** Publishes a text to every subscriber of all processes that share the log, this one included; kept nowhere. */
  publish(topic: string, body: string): void;
  subscribe(topic: string, listener: (body: string) => void): () => void;
  close(): Promise<void>;
}

/** What is not told: after a time without the engine, only the last entry of each key is. */
export interface Missed {
  /** The keys that have no entry any more. */
  readonly gone: readonly string[];
  /** Up to this entry others than the last ones of their keys are missing. */
  readonly through: number;
}

/** Gets entries, and with the first of them what was missed before. */
export type LogListener = (entries: readonly LogEntry[], missed?: Missed) => void;

/** A lease that one process holds for a time. */
export interface Leases {
  /**
   * Acquires a lease that is free, or that this holder has, for {@link leaseMs} from now.
   *
   * @param holder the process, by a name that no other has
   * @param note is kept with it, also when it ended, until its next holder leaves another; made of the one before,
   *   null for none, and perhaps in vain
   */
  acquire(
    name: string,
    holder: string,
    note: (before: string | null) => string,
  ): Promise<LeaseState>;
  release(name: string, holder: string): Promise<void>;
  /** Says that a hub reaches the log, which counts for {@link presentForMs} from now. */
  sayPresent(hub: PresentHub): Promise<void>;
  /** The hubs that have said so. */
  presentHubs(): Promise<readonly PresentHub[]>;
  /** A hub stops, and is not to be waited for. */
  leave(hubId: string): Promise<void>;
}

/** A hub that reaches the log, or did a short time ago. */
export interface PresentHub {
  readonly hubId: string;
  /** Where desks reach it; null while that is not known. */
  readonly url: string | null;
}

/** Whether this holder has the lease now, and the note that was there; null for none. */
export interface LeaseState {
  readonly isHeld: boolean;
  readonly note: string | null;
}

/** The lease of the hub that checks. */
export const checkingLease = 'checking';

/** How long a lease lasts unless it is renewed. */
export const leaseMs = 6000;

/** For how long it counts that a hub reached the log. */
export const presentForMs = 5 * 60_000;
