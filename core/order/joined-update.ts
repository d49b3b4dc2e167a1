import { orderUpdate, type OrderUpdate, type UpdateKind } from './order-update.ts';
import type { Order, OrderPhase } from './order.ts';

/** The most texts of the service in one update: the last ones. */
const mostReported = 20;

/**
 * Two updates of one order, one after the other, as one: all kinds of both, once each, with the newer reason.
 * Whatever else the newer one does not say is the older one's. It has no changes: what differs is known once it
 * is known what it is compared with, see {@link updateSince}.
 */
export function joinedUpdate(older: OrderUpdate, newer: OrderUpdate): OrderUpdate {
  return {
    ...older,
    ...newer,
    ...together([...kindsWithReasons(older), ...kindsWithReasons(newer)]),
    source: older.source === 'webhook' ? 'webhook' : newer.source,
    changes: [],
    move: newer.move ?? older.move,
  };
}

/**
 * A joined update as it is told from a state to a later one: the changes are what differs between the two. What
 * happened in between and is over is among the kinds, such as a release before another match. Only an end that
 * the later state takes back is not, because that state is told in its place. Where nothing was known before, the
 * state is the first one: then only that the order appeared is told, and what the service reported.
 *
 * @param before null where nothing was known
 * @returns null when nothing is left to tell
 */
export function updateSince(
  before: Order | null,
  after: Order | null,
  joined: OrderUpdate,
): OrderUpdate | null {
  const between = before === null || after === null ? null : orderUpdate(before, after, joined);
  const happened = kindsWithReasons(joined).filter(([kind]) => {
    if (before === null) return kind === 'order_created' || kind === 'service_reported';
    const end = endOf[kind];
    return end === undefined || end === after?.status.phase;
  });
  const differs = between === null ? [] : kindsWithReasons(between);
  // The reason of a check is to fit what differs. A webhook has the service's own words.
  const all = joined.source === 'webhook' ? [...differs, ...happened] : [...happened, ...differs];
  if (all.length === 0) return null;
  return { ...joined, ...together(all), changes: between?.changes ?? [] };
}

/** The phase in which an order is after an end. */
const endOf: { readonly [Kind in UpdateKind]?: OrderPhase } = {
  order_completed: 'done',
  order_cancelled: 'cancelled',
};

type KindWithReason = readonly [kind: UpdateKind, reason: string];

function kindsWithReasons({ kinds, reasons }: OrderUpdate): readonly KindWithReason[] {
  return kinds.map((kind, place) => [kind, reasons[place] ?? '']);
}

/** Each kind once, with its last reason; texts of the service each once. */
function together(all: readonly KindWithReason[]): Pick<OrderUpdate, 'kinds' | 'reasons'> {
  const isReported = ([kind]: KindWithReason): boolean => kind === 'service_reported';
  const kinds = new Map(all.filter((each) => !isReported(each)));
  const texts = [...new Set(all.filter(isReported).map(([, text]) => text))].slice(-mostReported);
  return {
    kinds: [...kinds.keys(), ...texts.map(() => 'service_reported' as const)],
    reasons: [...kinds.values(), ...texts],
  };
}
