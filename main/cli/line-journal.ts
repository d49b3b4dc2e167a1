import type { WatchRecord } from '../watch/ports.ts';
import { orderLine, updateLine } from './line-event.ts';
import type { LinePrivacy } from './line-event.ts';
import type { LineBox } from './ports.ts';

/**
 * Puts what a record has to tell into the box: its update, and the first answer of its order. Called
 * within the record's own transaction, so that a line is kept exactly when its state is.
 */
export function journalLines(
  box: LineBox,
  privacy: LinePrivacy,
): (record: Pick<WatchRecord, 'watched' | 'update' | 'rawJson'>) => void {
  return ({ watched, update, rawJson }) => {
    const { id, order, observedAtMs } = watched;
    if (update !== undefined) box.put(id, 'update', JSON.stringify(updateLine(update, privacy)));
    // Only an answer has a body: a refusal after a restart must not tell the order of yesterday.
    if (rawJson === undefined || order === null || observedAtMs === null) return;
    if (box.hasFirstAnswer(id)) return;
    box.put(id, 'order', JSON.stringify(orderLine(order, observedAtMs, privacy)));
  };
}
