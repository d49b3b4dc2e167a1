import { shorterEvents } from '../../core/team/short-event.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import type { SharedOrder } from '../../core/team/shared-order.ts';
import { fitsEntry, type TeamLog } from './log/ports.ts';

/** What a log has room for. */
type Room = Pick<TeamLog, 'longestBodyBytes' | 'keepsAnswers'>;

/**
 * The one budget of an entry, so that neither side can take the room of the other: of 512 kB what the service
 * answered may have 448, what desks wrote 48, and 16 are left to claims, to a problem, to an update without its
 * changes, and to what the hub writes when no desk asks; of 64 kB these are 44, 16 and 4. In most cases annotations
 * have 8 kB at most.
 */
function budgetOf({ longestBodyBytes }: Room) {
  const annotations = Math.min(48 * 1024, longestBodyBytes / 4);
  const left = Math.min(16 * 1024, longestBodyBytes / 16);
  return { annotations, left, answers: longestBodyBytes - annotations - left };
}

/** The body of the first form of an event that the log accepts; of the shortest where it accepts none. */
export function fittingBody(log: Room, event: OrderEvent): string {
  let body = '';
  for (const shorter of shorterEvents(event)) {
    body = JSON.stringify(shorter);
    if (fitsEntry(log, body)) break;
  }
  return body;
}

/** Whether the log has room for an order as the service answered with it, whatever desks write beside it. */
export function hasRoomForAnswer(log: Room, order: SharedOrder): boolean {
  const team = { claim: null, writers: {}, addedBy: null };
  const bare = { ...order, label: null, group: null, note: null, promisedAtMs: null, team };
  return bytesOf(bare) <= budgetOf(log).answers;
}

/** Whether the log has room for what a desk changes, and for every answer after it. */
export function hasRoomForAnnotations(log: Room, event: OrderEvent): boolean {
  if (event.order === null) return true;
  const { group, label, note, promisedAtMs, team } = event.order;
  const bytes = bytesOf({ group, label, note, promisedAtMs, team });
  const { annotations, left } = budgetOf(log);
  return bytes <= annotations && fitsEntry(log, JSON.stringify(event), left);
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * A raw answer that can be in an entry at all; an empty text in place of a longer one, which only takes memory, and
 * of any in a log that keeps none.
 */
export function fittingRaw(log: Room, rawJson: string | undefined): string | undefined {
  if (rawJson === undefined) return undefined;
  return log.keepsAnswers && fitsEntry(log, rawJson) ? rawJson : '';
}
