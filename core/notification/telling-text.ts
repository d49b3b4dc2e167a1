import { shortId } from '../order/format.ts';
import { isFinished } from '../order/order-status.ts';
import type { OrderUpdate, UpdateKind } from '../order/order-update.ts';
import { englishTelling } from './telling-english.ts';
import { statusAfter, tellingFacts } from './telling-facts.ts';
import type { TellingOptions } from './telling-facts.ts';
import { updateWording } from './telling-wording.ts';
import type { Telling, TellingEvent } from './telling.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** What a telling says and how loudly, before it gets its key and its time. */
export type TellingDraft = Pick<Telling, 'event' | 'isCritical' | 'hasSound' | 'texts'>;

/**
 * What an update of an order is told as, in the words of docs/notifications.md; null when it is for
 * the history only. Every change of status and each of the contract's six kinds is told, a courier's
 * move only when it means something. An update of several kinds is told once, as the most serious.
 *
 * @param watched the order as it is after the update
 */
export function updateTelling(
  update: OrderUpdate,
  watched: WatchedOrder,
  options: TellingOptions,
): TellingDraft | null {
  const event = eventOf(update, options);
  if (event === null) return null;
  const words = options.words ?? englishTelling;
  const wording = updateWording(event, tellingFacts(update, watched, options, words), words);
  const short = words.order(shortId(update.orderId));
  const isLoud = event === 'released' || event === 'cancelled' || event === 'reopened';
  return {
    event,
    isCritical: isLoud,
    hasSound: isLoud,
    texts: {
      full: { title: wording.title, body: wording.body },
      noNames: { title: wording.title, body: wording.bodyWithoutNames ?? wording.body },
      countOnly: {
        title: wording.hiddenTitle ?? wording.title,
        body: event === 'released' ? words.sentences(short, words.facts.waitingAgain) : short,
      },
    },
  };
}

function eventOf(update: OrderUpdate, options: TellingOptions): TellingEvent | null {
  const has = (kind: UpdateKind): boolean => update.kinds.includes(kind);
  if (has('order_cancelled')) return 'cancelled';
  if (has('order_completed')) return has('amendment_added') ? 'completedAndAmended' : 'completed';
  if (has('amendment_added')) return 'amended';
  if (has('order_released')) return has('order_matched') ? 'courierChanged' : 'released';
  if (has('order_matched')) return 'matched';
  if (has('status_changed')) {
    const status = statusAfter(update);
    if (isReopened(update)) return 'reopened';
    return status?.phase === 'unknown' && status.raw !== null ? 'unknownStatus' : 'statusChanged';
  }
  if (has('order_created')) return 'created';
  const meaning = update.move?.meaning;
  if (meaning === undefined) return null;
  return meaning === 'movedOn' && options.tellsEveryMove !== true ? null : 'courierMoved';
}

/** A finished order that goes on after all: the service went back on its word. */
function isReopened(update: OrderUpdate): boolean {
  const status = update.changes.find((change) => change.field === 'status');
  return (
    status !== undefined &&
    isFinished(status.before.phase) &&
    !isFinished(status.after.phase) &&
    status.after.phase !== 'unknown'
  );
}
