import type {
  BoardChange,
  OrderDetail,
  TimelineEntry,
  UpdateEntry,
} from '../../core/bridge/board.ts';
import type { PhoneOwner, WholePhone } from '../../core/privacy/privacy-ledger.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { maskChanges, maskOrder, maskText } from '../../core/privacy/phone-mask.ts';
import { type ReadableAnswer, readableAnswer } from '../../core/privacy/raw-json.ts';
import type { Order } from '../../core/order/order.ts';
import type { Call } from '../../core/watch/watched-order.ts';
import type { Watch } from '../watch/ports.ts';
import type { FatesOf, HistoryReader } from './ports.ts';

/** At most this many history entries go to the window in one answer, more than one scrolls through. */
const timelineLimit = 1000;
/** At most this many positions of the courier go to the window in one answer. */
const trailLimit = 5000;

/** At most this many changes of all orders go to the window in one answer. */
const recentLimit = 500;

/** What changed in any order since a time, with every phone number masked; the newest first. */
export function recentChanges(sinceMs: number, history: HistoryReader): readonly BoardChange[] {
  return history
    .recentChanges(sinceMs, recentLimit)
    .map(({ id, entry }) => ({ id, entry: maskedUpdate(entry) }));
}

/**
 * Everything about one order as the window may have it: every phone number in the order and its history
 * is masked.
 *
 * @param fatesOf tells what became of updates; the history does not say it unless given
 * @returns null for an order that is not watched
 */
export function orderDetail(
  id: OrderId,
  watch: Pick<Watch, 'find'>,
  history: HistoryReader,
  fatesOf: FatesOf = () => [],
): OrderDetail | null {
  const watched = watch.find(id);
  if (watched === undefined) return null;
  return {
    id,
    order: watched.order === null ? null : maskOrder(watched.order),
    timeline: withCalls(
      withFates(id, history.timeline(id, timelineLimit), fatesOf).map((entry) =>
        entry.kind === 'update' ? maskedUpdate(entry) : entry,
      ),
      watched.calls,
    ),
    trail: history.trail(id, trailLimit),
    lastLookedAtMs: watched.lastLookedAtMs,
    preferences: watched.preferences,
    team: watched.team,
  };
}

/** The history with what became of each update. */
function withFates(
  id: OrderId,
  timeline: readonly TimelineEntry[],
  fatesOf: FatesOf,
): readonly TimelineEntry[] {
  const updates = timeline.filter((entry) => entry.kind === 'update');
  const fates = fatesOf(id, updates);
  const told = new Map(updates.map((entry, index) => [entry, fates[index]] as const));
  return timeline.map((entry) => {
    const fate = entry.kind === 'update' ? told.get(entry) : undefined;
    return entry.kind === 'update' && fate !== undefined ? { ...entry, fate } : entry;
  });
}

/** The history, newest first, with the dispatcher's calls where they belong by their time. */
function withCalls(
  history: readonly TimelineEntry[],
  calls: readonly Call[],
): readonly TimelineEntry[] {
  return calls.reduce((timeline, { atMs, word }) => {
    const older = timeline.findIndex((entry) => entry.atMs <= atMs);
    const place = older === -1 ? timeline.length : older;
    return timeline.toSpliced(place, 0, { kind: 'called', atMs, source: 'you', word });
  }, history);
}

/** The last answer about an order as the window may have it; null when none is kept. */
export function lastAnswer(
  id: OrderId,
  history: Pick<HistoryReader, 'rawJson'>,
): ReadableAnswer | null {
  const raw = history.rawJson(id);
  return raw === null || raw === '' ? null : readableAnswer(raw);
}

/** One whole phone number with its extension, asked for by hand; null when there is none. */
export function wholePhone(order: Order | null, owner: PhoneOwner): WholePhone | null {
  if (order === null) return null;
  const person =
    owner === 'courier'
      ? order.courier
      : (owner === 'pickup' ? order.pickup : order.destinations[owner - 1])?.contact;
  if (!person) return null;
  const { phoneNumber } = person;
  const phoneExtension = 'phoneExtension' in person ? person.phoneExtension : null;
  return phoneNumber === null && phoneExtension === null ? null : { phoneNumber, phoneExtension };
}

function maskedUpdate(entry: UpdateEntry): UpdateEntry {
  return { ...entry, reasons: entry.reasons.map(maskText), changes: maskChanges(entry.changes) };
}
