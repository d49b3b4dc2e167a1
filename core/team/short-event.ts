import { shortChange } from '../order/short-change.ts';
import type { OrderEvent } from './team-event.ts';

/** How long a text of a change may be, in turn, where the change is too long as it is. */
const shortenedTo = [200, 50, 12];

/**
 * An event and the shorter forms of it, the whole one first. What desks have from elsewhere goes first: the raw
 * answer, whose state is in the event; then the texts in the changes of its update; then the changes, of which
 * kinds and reasons still tell. The state of the order is in every form as it is.
 */
export function* shorterEvents(event: OrderEvent): Generator<OrderEvent, void> {
  yield event;
  const { rawJson, update } = event;
  const withoutRaw = rawJson === undefined ? event : { ...event, rawJson: '' };
  if (withoutRaw !== event) yield withoutRaw;
  if (update === undefined) return;
  for (const most of shortenedTo) {
    const changes = update.changes.map((change) => shortChange(change, most));
    yield { ...withoutRaw, update: { ...update, changes } };
  }
  yield { ...withoutRaw, update: { ...update, changes: [] } };
}
