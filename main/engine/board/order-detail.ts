import type {
  BoardChange,
  OrderDetail,
  TimelineEntry,
  UpdateEntry,
} from '../../../core/board/board.ts';
import type { PhoneOwner, WholePhone } from '../../../core/privacy/privacy-ledger.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import { maskChanges, maskOrder, maskText } from '../../../core/privacy/phone-mask.ts';
import { type ReadableAnswer, readableAnswer } from '../../../core/privacy/raw-json.ts';
import type { Order } from '../../../core/order/order.ts';
import type { Call } from '../../../core/watch/watched-order.ts';
import type { Watch } from '../watch/ports.ts';
import type { ForecastOf, HistoryReader, OrderDecisions } from './ports.ts';

/** At most this many history entries go to the window in one answer, more than one scrolls through. */
const timelineLimit = 1000;
/** At most this many positions of the courier go to the window in one answer. */
const trailLimit = 5000;

/** At most this many changes of several orders go to the window in one answer. */
const recentLimit = 500;

/**
 * What changed since a time, with every phone number masked; the newest first.
 *
 * @param ids the orders that are meant; null for all
 */
export function recentChanges(
  sinceMs: number,
  ids: readonly OrderId[] | null,
  history: HistoryReader,
): readonly BoardChange[] {
  return history
    .recentChanges(sinceMs, recentLimit, ids)
    .map(({ id, entry }) => ({ id, entry: maskedUpdate(entry) }));
}

/**
 * Everything about one order as the window may have it: every phone number in the order and its history
 * is masked.
 *
 * @param decisions what was decided about it; the history does not say it unless given
 * @param forecastOf when it arrives; nothing is forecast unless given
 * @returns null for an order that is not watched
 */
export function orderDetail(
  id: OrderId,
  watch: Pick<Watch, 'find'>,
  history: HistoryReader,
  decisions: OrderDecisions | null = null,
  forecastOf: ForecastOf = () => null,
): OrderDetail | null {
  const watched = watch.find(id);
  if (watched === undefined) return null;
  return {
    id,
    order: watched.order === null ? null : maskOrder(watched.order),
    timeline: merged(
      history
        .timeline(id, timelineLimit)
        .map((entry) => (entry.kind === 'update' ? shownUpdate(entry, decisions) : entry)),
      [...watched.calls.map(callEntry).toReversed(), ...(decisions?.entries ?? [])],
    ),
    trail: history.trail(id, trailLimit),
    lastLookedAtMs: watched.lastLookedAtMs,
    preferences: watched.preferences,
    team: watched.team,
    forecast: forecastOf(watched),
  };
}

/** An update with what became of it, and without phone numbers. */
function shownUpdate({ kept, ...entry }: UpdateEntry, decisions: OrderDecisions | null) {
  const masked = maskedUpdate(entry);
  if (decisions === null) return masked;
  return { ...masked, fate: decisions.outcomeOf(kept === undefined ? entry : { ...entry, kept }) };
}

/** The history, newest first, with other entries where they belong by their time. */
function merged(
  history: readonly TimelineEntry[],
  others: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const rest = others.toSorted((one, other) => one.atMs - other.atMs);
  const timeline: TimelineEntry[] = [];
  for (const entry of history) {
    while ((rest.at(-1)?.atMs ?? -Infinity) >= entry.atMs) timeline.push(...rest.splice(-1));
    timeline.push(entry);
  }
  return [...timeline, ...rest.toReversed()];
}

function callEntry({ atMs, isHandedOver, word }: Call): TimelineEntry {
  const entry = { kind: 'called', atMs, source: 'you', word } as const;
  return isHandedOver === true ? { ...entry, isHandedOver } : entry;
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
