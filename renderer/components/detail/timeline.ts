import type { DecidedEntry, TimelineEntry, UpdateEntry } from '../../../core/board/board.ts';
import type { WatchOrigin } from '../../../core/watch/watched-order.ts';
import { distanceMeters } from '../../../core/order/geo.ts';
import type { UpdateOutcome } from '../../../core/recording/update-outcome.ts';
import { plainReasons } from '../../../core/order/order-update.ts';
import type { OrderChange, UpdateKind, UpdateSource } from '../../../core/order/order-update.ts';

/** One move of the courier inside a group of moves. */
export interface MovePoint {
  readonly atMs: number;
  /** The straight line since the position before; null for a first position. */
  readonly distanceMeters: number | null;
  /** What became of the update; null where it is not known. */
  readonly fate: UpdateOutcome | null;
}

/** One line of the timeline as it is drawn, newest first. */
export type TimelineLine =
  | {
      readonly kind: 'watchingStarted';
      readonly atMs: number;
      readonly origin: WatchOrigin | null;
    }
  | {
      readonly kind: 'called';
      readonly atMs: number;
      readonly word: string | null;
      readonly isHandedOver?: true;
    }
  | { readonly kind: 'lastLooked'; readonly atMs: number }
  | DecidedEntry
  | { readonly kind: 'update'; readonly lead: UpdateKind; readonly entry: UpdateEntry }
  | {
      readonly kind: 'moves';
      readonly atMs: number;
      /** When the position was reported from which `totalMeters` counts. */
      readonly sinceMs: number;
      readonly source: UpdateSource;
      /** Newest first. */
      readonly points: readonly MovePoint[];
      /** How many of them lead from one position to another: all but a first position. */
      readonly stepCount: number;
      readonly totalMeters: number;
    };

/** What a line leads with when several things happened at once, the most telling first. */
const weight: readonly UpdateKind[] = [
  'order_cancelled',
  'order_completed',
  'order_released',
  'order_matched',
  'courier_changed',
  'order_created',
  'status_changed',
  'amendment_added',
  'order_edited',
  'service_reported',
  'courier_moved',
];

/** The change of one field in an update, if it is part of it. */
export function changeOf<Field extends OrderChange['field']>(
  entry: UpdateEntry,
  field: Field,
): Extract<OrderChange, { field: Field }> | null {
  const found = entry.changes.find(
    (change): change is Extract<OrderChange, { field: Field }> => change.field === field,
  );
  return found ?? null;
}

function movePoint(entry: UpdateEntry): MovePoint {
  const change = changeOf(entry, 'courier.location');
  const distance =
    change?.before && change.after ? distanceMeters(change.before, change.after) : null;
  return {
    atMs: change?.after?.reportedAtMs ?? entry.atMs,
    distanceMeters: distance,
    fate: entry.fate ?? null,
  };
}

function isOnlyMove(entry: UpdateEntry): boolean {
  return entry.kinds.every((kind) => kind === 'courier_moved');
}

function movesLine(entries: readonly [UpdateEntry, ...UpdateEntry[]]): TimelineLine {
  const points = entries.map(movePoint);
  const [newest] = entries;
  const oldest = entries.at(-1) ?? newest;
  const start = changeOf(oldest, 'courier.location');
  return {
    kind: 'moves',
    atMs: newest.atMs,
    sinceMs: (start?.before ?? start?.after)?.reportedAtMs ?? oldest.atMs,
    source: newest.source,
    points,
    stepCount: points.filter((point) => point.distanceMeters !== null).length,
    totalMeters: points.reduce((sum, point) => sum + (point.distanceMeters ?? 0), 0),
  };
}

/** The line for an update that says more than that the courier moved. */
export function updateLine(entry: UpdateEntry): Extract<TimelineLine, { kind: 'update' }> {
  const lead = weight.find((kind) => entry.kinds.includes(kind)) ?? 'order_edited';
  return { kind: 'update', lead, entry };
}

function lineOf(entry: TimelineEntry): TimelineLine {
  switch (entry.kind) {
    case 'update':
      return updateLine(entry);
    case 'called':
      return {
        kind: 'called',
        atMs: entry.atMs,
        word: entry.word,
        ...(entry.isHandedOver === true && { isHandedOver: true }),
      };
    case 'watchingStarted':
      return { kind: 'watchingStarted', atMs: entry.atMs, origin: entry.origin };
    case 'alarm':
    case 'mark':
      return entry;
  }
}

/**
 * The timeline as it is drawn: moves in a row become one line, and a line says what is newer than
 * the last look. A group of moves never reaches across that line.
 */
export function timelineLines(
  entries: readonly TimelineEntry[],
  lastLookedAtMs: number | null,
): readonly TimelineLine[] {
  const lines: TimelineLine[] = [];
  let moves: UpdateEntry[] = [];
  let hasLooked = lastLookedAtMs === null;
  const closeMoves = () => {
    const [first, ...others] = moves;
    if (first) lines.push(movesLine([first, ...others]));
    moves = [];
  };
  for (const entry of entries) {
    if (!hasLooked && lastLookedAtMs !== null && entry.atMs <= lastLookedAtMs) {
      hasLooked = true;
      closeMoves();
      if (lines.length > 0) lines.push({ kind: 'lastLooked', atMs: lastLookedAtMs });
    }
    if (entry.kind === 'update' && isOnlyMove(entry)) {
      moves.push(entry);
      continue;
    }
    closeMoves();
    lines.push(lineOf(entry));
  }
  closeMoves();
  return lines;
}

/**
 * Reasons of the contract, and those that Waybell gives to what a check found: the line says them already.
 */
const saidAlready = [
  /^Order (?:Available on Platform|Matched|was released|Completed|Cancelled)$/,
  /^Price amendment added(?: \(price: [^()]*\))?\.$/,
];
/** Reasons of Waybell's own kinds, which stand beside those that a webhook gave to others. */
const ownReason =
  /^(?:(?:Courier given|Courier no longer given|Another courier|Courier details changed|Courier moved|Courier position no longer given)$|Status changed from |Order edited: )/;
const released = /^Order was released because: (.+)$/s;
const amended = /^Price amendment added for: (.+) \(price: [^()]*\)\.$/s;

/** A reason as the timeline shows it; quoted when it is what the service literally sent. */
export interface ShownReason {
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * What the reason of an update adds to its line: of the contract's sentences (seeds/contract.md, 6) the cause
 * alone, of any other what a webhook said. A check brings no reasons, so those of its updates are worded by
 * Waybell from what it found and are never quoted; only the causes of an amendment come from the order.
 *
 * @returns null when the line says it already
 */
export function shownReason(reason: string, source: UpdateSource): ShownReason | null {
  if (saidAlready.some((said) => said.test(reason))) return null;
  const isQuoted = source === 'webhook';
  const cause = released.exec(reason)?.[1] ?? amended.exec(reason)?.[1];
  if (cause !== undefined) return { text: cause, isQuoted };
  return isQuoted && !ownReason.test(reason) ? { text: reason, isQuoted } : null;
}

/** What a webhook said beside the kinds that changed; null once it was erased with the order's people. */
export function shownReportedReason(reason: string): ShownReason | null {
  return reason === plainReasons.service_reported ? null : { text: reason, isQuoted: true };
}
