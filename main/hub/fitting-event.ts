import { shorterEvents } from '../../core/team/short-event.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import type { SharedOrder } from '../../core/team/shared-order.ts';
import { fitsEntry, longestBodyBytes } from './log/ports.ts';

/*
 * The one budget of an entry, so that neither side can take the room of the other: what the service answered may
 * have 448 kB, what desks wrote 48 kB, and 16 kB are left to claims, to a problem, to an update without its
 * changes, and to what the hub writes when no desk asks. In most cases annotations have 8 kB at most.
 */
const mostOfAnswersBytes = 448 * 1024;
const mostOfAnnotationsBytes = 48 * 1024;
const leftBytes = longestBodyBytes - mostOfAnswersBytes - mostOfAnnotationsBytes;

/** The body of the first form of an event that the log accepts; of the shortest where it accepts none. */
export function fittingBody(event: OrderEvent): string {
  let body = '';
  for (const shorter of shorterEvents(event)) {
    body = JSON.stringify(shorter);
    if (fitsEntry(body)) break;
  }
  return body;
}

/** Whether the log has room for an order as the service answered with it, whatever desks write beside it. */
export function hasRoomForAnswer(order: SharedOrder): boolean {
  const team = { claim: null, writers: {}, addedBy: null };
  const bare = { ...order, label: null, group: null, note: null, promisedAtMs: null, team };
  return bytesOf(bare) <= mostOfAnswersBytes;
}

/** Whether the log has room for what a desk changes, and for every answer after it. */
export function hasRoomForAnnotations(event: OrderEvent): boolean {
  if (event.order === null) return true;
  const { group, label, note, promisedAtMs, team } = event.order;
  const bytes = bytesOf({ group, label, note, promisedAtMs, team });
  return bytes <= mostOfAnnotationsBytes && fitsEntry(JSON.stringify(event), leftBytes);
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A raw answer that can be in an entry at all; an empty text in place of a longer one, which only takes memory. */
export function fittingRaw(rawJson: string | undefined): string | undefined {
  return rawJson === undefined || fitsEntry(rawJson) ? rawJson : '';
}
