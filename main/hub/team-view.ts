import type { z } from 'zod';
import { isOrderId, type OrderId } from '../../core/order/order-id.ts';
import type { DeskRecord } from '../../core/team/desk.ts';
import { type HubSettingsEvent, hubSettingsEventSchema } from '../../core/team/hub-settings.ts';
import { merge } from '../../core/team/merge.ts';
import {
  deskEventSchema,
  type OrderEvent,
  orderEventSchema,
  revealEventSchema,
} from '../../core/team/team-event.ts';
import type { LogEntry, Missed, TeamLog } from './log/ports.ts';
import { maskedEvent } from './masked-event.ts';
import type { EntryPart, OrderEntry } from './ports.ts';

/** How many entries of orders are kept for desks that are up to date or a little behind. */
const mostRecent = 4000;
/** The most characters of them. */
const mostRecentLength = 24_000_000;
/** How many entries are read from the log at once. */
const readAtOnce = 500;

/** The state of an order, and the entry that it stands in. */
export interface KnownOrder {
  readonly sequence: number;
  readonly event: OrderEvent;
}

/** The key under which the log has an order. */
export function orderKey(id: OrderId): string {
  return `order.${id}`;
}

/** The key under which the log has what was set for all hubs. */
export const settingsKey = 'settings';

export function deskKey(id: string): string {
  return `desk.${id}`;
}

/** The key under which the log has what a desk showed of people. */
export function revealKey(deskId: string): string {
  return `reveal.${deskId}`;
}

/** Whether a body with this key can be read again: an order whose last entry cannot is gone after a start. */
export function isReadableEntry(key: string, body: string): boolean {
  try {
    return schemaOf(key).safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

function schemaOf(key: string): z.ZodType {
  if (key === settingsKey) return hubSettingsEventSchema;
  if (key.startsWith(deskKey(''))) return deskEventSchema;
  return key.startsWith(revealKey('')) ? revealEventSchema : orderEventSchema;
}

/** What a {@link TeamView} works with. */
export interface TeamViewParts {
  readonly log: TeamLog;
  /** Gets entries that cannot be read, which are passed over. */
  readonly reportDefect: (error: unknown) => void;
}

/** The state of the team: the last entry of each key of the log, kept up to date by following it. */
export class TeamView {
  readonly #parts: TeamViewParts;
  readonly #orders = new Map<OrderId, KnownOrder>();
  readonly #desks = new Map<string, DeskRecord>();
  #hubSettings: HubSettingsEvent | null = null;
  readonly #settingsListeners = new Set<() => void>();
  /** Orders whose removal is their last entry, and whose past may still be in the log. */
  readonly #removed = new Set<OrderId>();
  /** The last sequence of each key, removed orders too: what an append has to expect. */
  readonly #lastSequences = new Map<string, number>();
  readonly #listeners = new Set<
    (entries: readonly OrderEntry[], desks: readonly string[]) => void
  >();
  #recent: OrderEntry[] = [];
  #recentLength = 0;
  /** Entries after this one are in {@link #recent}, as far as they are about orders. */
  #recentAfter = 0;
  #sequence = 0;
  #orderSequence = 0;
  #waiters: { readonly sequence: number; readonly resolve: () => void }[] = [];
  #stopFollowing: (() => void) | null = null;

  constructor(parts: TeamViewParts) {
    this.#parts = parts;
  }

  /** The newest entry that was applied. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The newest entry about an order: a desk that has it lacks nothing, since it gets no others. */
  get orderSequence(): number {
    return this.#orderSequence;
  }

  get orders(): ReadonlyMap<OrderId, KnownOrder> {
    return this.#orders;
  }

  get removed(): ReadonlySet<OrderId> {
    return this.#removed;
  }

  /** Nothing of this order but its removal is in the log. */
  erased(id: OrderId): void {
    this.#removed.delete(id);
  }

  get desks(): ReadonlyMap<string, DeskRecord> {
    return this.#desks;
  }

  /** What was set for all hubs; null before anything was. */
  get hubSettings(): HubSettingsEvent | null {
    return this.#hubSettings;
  }

  /** Calls when something else was set for all hubs. */
  onHubSettings(listener: () => void): void {
    this.#settingsListeners.add(listener);
  }

  lastSequence(key: string): number {
    return this.#lastSequences.get(key) ?? 0;
  }

  /** Reads the log and follows it from then on. */
  async start(): Promise<void> {
    const entries = await this.#parts.log.lastPerKey();
    for (const entry of entries) this.#apply(entry);
    this.#recent = [];
    this.#recentLength = 0;
    this.#recentAfter = this.#sequence;
    this.#stopFollowing = this.#parts.log.follow(this.#sequence, (more, missed) =>
      this.#followed(more, missed),
    );
  }

  stop(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = null;
  }

  /** Calls with what is new: entries of orders, and the ids of desks that changed. */
  onEntries(
    listener: (entries: readonly OrderEntry[], desks: readonly string[]) => void,
  ): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves once the entry with this sequence was applied. */
  reached(sequence: number): Promise<void> {
    if (this.#sequence >= sequence) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ sequence, resolve });
    });
  }

  /** Resolves once what another process appended until now was applied. */
  async caughtUp(): Promise<void> {
    for (;;) {
      const part = await this.#parts.log.readSince(this.#sequence, readAtOnce);
      const last = part.kind === 'gap' ? undefined : part.entries.at(-1);
      if (last === undefined) return;
      await this.reached(last.sequence);
    }
  }

  /** The log has no entry with this key any more. */
  forgetKey(key: string): void {
    this.#lastSequences.delete(key);
  }

  /**
   * Entries of orders after a place. A place that the log has not come to is one of a log that was put back from
   * a backup, and a gap.
   */
  async entriesSince(sequence: number, limit: number): Promise<EntryPart> {
    if (sequence > this.#sequence) await this.caughtUp();
    return sequence > this.#sequence ? { kind: 'gap' } : this.#entriesSince(sequence, limit);
  }

  /** Entries of orders after a place: from the memory where they are there, else from the log. */
  async #entriesSince(sequence: number, limit: number): Promise<EntryPart> {
    if (sequence >= this.#recentAfter) {
      const from = firstAfter(this.#recent, sequence);
      const entries = this.#recent.slice(from, from + limit);
      const isAll = from + limit >= this.#recent.length;
      const through = isAll ? this.#sequence : (entries.at(-1)?.sequence ?? sequence);
      return { kind: 'entries', entries, through: Math.max(sequence, through) };
    }
    const part = await this.#parts.log.readSince(sequence, Math.min(limit, readAtOnce));
    if (part.kind === 'gap') return part;
    const entries = part.entries.flatMap((entry) => this.#orderEntry(entry) ?? []);
    const through = part.entries.at(-1)?.sequence ?? this.#recentAfter;
    return { kind: 'entries', entries, through };
  }

  #followed(entries: readonly LogEntry[], missed?: Missed): void {
    const fresh: OrderEntry[] = [];
    const desks: string[] = [];
    if (missed !== undefined) desks.push(...this.#missed(missed));
    for (const entry of entries) {
      if (entry.sequence <= this.#sequence) continue;
      const applied = this.#apply(entry);
      if (applied === null) continue;
      if (typeof applied === 'string') desks.push(applied);
      else fresh.push(applied);
    }
    for (const entry of fresh) {
      this.#recent.push(entry);
      this.#recentLength += entry.json.length;
    }
    this.#boundRecent();
    if (fresh.length + desks.length > 0) {
      for (const listener of this.#listeners) this.#guard(() => listener(fresh, desks));
    }
    const waiters = this.#waiters;
    this.#waiters = waiters.filter(({ sequence }) => sequence > this.#sequence);
    for (const { sequence, resolve } of waiters) if (sequence <= this.#sequence) resolve();
  }

  /**
   * What came between is not known: a desk that asks for it is told so by the log.
   *
   * @returns the desks that are gone
   */
  #missed({ gone, through }: Missed): readonly string[] {
    this.#recent = [];
    this.#recentLength = 0;
    this.#recentAfter = through;
    const desks: string[] = [];
    for (const key of gone) {
      this.#lastSequences.delete(key);
      const id = key.slice(key.indexOf('.') + 1);
      if (this.#desks.delete(id)) desks.push(id);
      if (isOrderId(id)) this.#orders.delete(id);
    }
    return desks;
  }

  /** @returns the entry of an order, the id of a desk, or null for what is neither */
  #apply(entry: LogEntry): OrderEntry | string | null {
    this.#sequence = entry.sequence;
    this.#lastSequences.set(entry.key, entry.sequence);
    if (entry.key.startsWith(deskKey(''))) {
      const desk = this.#read(entry, deskEventSchema)?.desk;
      if (desk === undefined) return null;
      this.#desks.set(desk.id, desk);
      return desk.id;
    }
    if (entry.key === settingsKey) {
      this.#hubSettings = this.#read(entry, hubSettingsEventSchema) ?? this.#hubSettings;
      for (const listener of this.#settingsListeners) this.#guard(listener);
      return null;
    }
    const known = this.#orderEntry(entry);
    if (known === null) return null;
    const { event, sequence } = known;
    this.#orderSequence = sequence;
    if (event.order === null) {
      this.#orders.delete(event.id);
      this.#removed.add(event.id);
    } else {
      const heard = { sequence, event: withoutRaw(event) };
      this.#orders.set(event.id, merge(this.#orders.get(event.id), heard));
      this.#removed.delete(event.id);
    }
    return known;
  }

  #orderEntry(entry: LogEntry): OrderEntry | null {
    if (!isOrderId(entry.key.slice('order.'.length))) return null;
    const event = this.#read(entry, orderEventSchema);
    if (event === null) return null;
    let maskedJson: string | null = null;
    return {
      sequence: entry.sequence,
      event,
      json: entry.body,
      get maskedJson() {
        maskedJson ??= JSON.stringify(maskedEvent(event));
        return maskedJson;
      },
    };
  }

  #read<Value>(entry: LogEntry, schema: z.ZodType<Value>): Value | null {
    try {
      return schema.parse(JSON.parse(entry.body));
    } catch {
      // The error of a schema may repeat what stands there.
      this.#parts.reportDefect(new RangeError(`log entry ${entry.sequence} cannot be read`));
      return null;
    }
  }

  #boundRecent(): void {
    let drop = Math.max(0, this.#recent.length - mostRecent);
    for (const { json } of this.#recent.slice(0, drop)) this.#recentLength -= json.length;
    while (this.#recentLength > mostRecentLength) {
      this.#recentLength -= this.#recent[drop]?.json.length ?? this.#recentLength;
      drop += 1;
    }
    if (drop === 0) return;
    const last = this.#recent[drop - 1];
    this.#recentAfter = last?.sequence ?? this.#recentAfter;
    this.#recent = this.#recent.slice(drop);
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#parts.reportDefect(error);
    }
  }
}

/** The raw answer is in the log; the memory of ten thousand orders does without. */
function withoutRaw({ rawJson: _raw, ...event }: OrderEvent): OrderEvent {
  return event;
}

/** The index of the first entry after a sequence. */
function firstAfter(entries: readonly OrderEntry[], sequence: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.sequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
