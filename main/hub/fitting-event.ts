import { shorterEvents } from '../../core/team/short-event.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import type { SharedOrder } from '../../core/team/shared-order.ts';
import { fitsEntry } from '../team-log/ports.ts';

/**
 * The bytes of an entry that an answer leaves to what comes beside its order: an update without its changes, and
 * what desks write.
 */
const leftByAnswers = 64 * 1024;
/** The bytes that desks leave to claims, to a problem, and to what the hub writes when no desk asks. */
const leftByDesks = 16 * 1024;

/** The first form of an event that the log takes, measured as it is written; the shortest where it takes none. */
export function fittingEvent(event: OrderEvent): OrderEvent {
  let shortest = event;
  for (const shorter of shorterEvents(event)) {
    shortest = shorter;
    if (fitsEntry(JSON.stringify(shorter))) break;
  }
  return shortest;
}

/** Whether the log has room for an order as the service answered with it. */
export function hasRoomForAnswer(order: SharedOrder): boolean {
  return fitsEntry(JSON.stringify(order), leftByAnswers);
}

/** Whether the log has room for what a desk changes. */
export function hasRoomForWords(event: OrderEvent): boolean {
  return fitsEntry(JSON.stringify(event), leftByDesks);
}

/** A raw answer that can be in an entry at all; an empty text in place of a longer one, which only takes memory. */
export function fittingRaw(rawJson: string | undefined): string | undefined {
  return rawJson === undefined || fitsEntry(rawJson) ? rawJson : '';
}
