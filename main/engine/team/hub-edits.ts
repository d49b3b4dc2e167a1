import { randomUUID } from 'node:crypto';
import type { OrderId } from '../../../core/order/order-id.ts';
import { portableOrder } from '../../../core/transfer/portable-order.ts';
import { isNews } from '../../../core/watch/attention-reasons.ts';
import type { NewOrder } from '../../../core/watch/newly-watched.ts';
import {
  type HandledByDesk,
  type SharedAnnotation,
  sharedAnnotations,
  type WatchedOrder,
} from '../../../core/watch/watched-order.ts';
import type { HubCommand, QueuedEdit } from './ports.ts';

/* What a desk asks of its hub, as docs/hub-api.md has it. Each has a key of its own, so that it is done once. */

export type AnnotationsChange = {
  readonly [Name in SharedAnnotation]?: string | number | null | undefined;
};

/** What of an order is handled at a desk, as a hub is told. */
type Handled = Omit<HandledByDesk, 'desk' | 'deskId'>;

/**
 * Adds orders with what is known of them. No two have the same uuid.
 *
 * @param knowsHandOver false for a hub that refuses what it does not know of orders that were handed over
 */
export function addEdits(orders: readonly NewOrder[], knowsHandOver = true): readonly QueuedEdit[] {
  const ids = orders.map(({ id }) => id);
  const labels = byId(orders, ({ handedOver, label }) => handedOver?.label ?? label);
  const groups = byId(orders, ({ group, handedOver }) => handedOver?.preferences?.group ?? group);
  const promisedAt = byId(orders, ({ handedOver, promisedAtMs }) => {
    const atMs = handedOver?.preferences?.promisedAtMs ?? promisedAtMs ?? null;
    return atMs === null ? null : new Date(atMs).toISOString();
  });
  const handOvers = byId(orders, (order) => (knowsHandOver ? handOverOf(order) : null));
  const body = {
    uuids: ids,
    ...labels.as('labels'),
    ...groups.as('groups'),
    ...promisedAt.as('promisedAt'),
    ...handOvers.as('handedOver'),
  };
  const notes = orders.flatMap((order) => {
    const note = order.handedOver?.preferences?.note ?? null;
    const isSent = knowsHandOver && handOverOf(order) !== null;
    return note === null || isSent ? [] : [annotationsEdit(order.id, { note })];
  });
  return [keyed(ids, { method: 'POST', path: '/v1/orders', body }), ...notes];
}

/** A watched order as it is added elsewhere. */
export function asAdded(watched: WatchedOrder): NewOrder {
  return { id: watched.id, label: null, handedOver: watched };
}

/** Whether orders are added with what a hub of an earlier version does not know. */
export function saysHandOver({ body }: HubCommand): boolean {
  return typeof body === 'object' && body !== null && 'handedOver' in body;
}

/** Whether orders are added with anything beside their uuids. */
export function saysMoreThanUuids({ body }: HubCommand): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 1;
}

export function removeEdit(id: OrderId): QueuedEdit {
  return keyed([id], { method: 'DELETE', path: `/v1/orders/${id}` });
}

export function annotationsEdit(
  id: OrderId,
  { promisedAtMs, ...annotations }: AnnotationsChange,
): QueuedEdit {
  const promisedAt =
    typeof promisedAtMs === 'number' ? new Date(promisedAtMs).toISOString() : promisedAtMs;
  const body = { ...annotations, ...(promisedAt !== undefined && { promisedAt }) };
  return keyed([id], { method: 'PATCH', path: `/v1/orders/${id}`, body });
}

/** The annotations of an order that differ from what they were. */
export function changedAnnotations(was: WatchedOrder, is: WatchedOrder): AnnotationsChange {
  return Object.fromEntries(
    sharedAnnotations.flatMap((name) => {
      const after = annotationOf(is, name);
      return after === annotationOf(was, name) ? [] : [[name, after]];
    }),
  );
}

/** What of an order is handled here. @param calls those of this desk unless given */
export function handledHere(
  { acknowledged, calls: all }: WatchedOrder,
  calls: WatchedOrder['calls'] = all.filter(({ isHandedOver }) => isHandedOver !== true),
): Handled {
  const done = acknowledged.filter(
    ({ isOnlySeen, reason }) => isOnlySeen !== true && !isNews(reason),
  );
  const atMs = Math.max(1, ...done.map((each) => each.atMs));
  const call = calls.at(-1);
  return {
    atMs,
    call: call === undefined || call.atMs < atMs ? null : { word: call.word },
    claims: done.map(({ causeAtMs, reason }) => ({ reason, causeAtMs })),
  };
}

/** No order waits for this: what is handled here is so already, whatever the hub says next. */
export function handledEdit(id: OrderId, handled: Handled): QueuedEdit {
  return keyed([], { method: 'POST', path: `/v1/orders/${id}/handled`, body: handled });
}

/** A person at this desk saw the number or address of a courier. @param owner whose, as docs/hub-api.md names them */
export function revealEdit(id: OrderId, owner: string): QueuedEdit {
  return keyed([], { method: 'POST', path: `/v1/orders/${id}/reveals`, body: { owner } });
}

function keyed(ids: readonly OrderId[], command: Omit<HubCommand, 'key'>): QueuedEdit {
  return { ids, command: { ...command, key: randomUUID() } };
}

function annotationOf(
  { label, preferences }: WatchedOrder,
  name: SharedAnnotation,
): string | number | null {
  return name === 'label' ? label : (preferences?.[name] ?? null);
}

/** What the hub is told of an order that was handed over; null for any other. */
function handOverOf({ handedOver: watched }: NewOrder): object | null {
  if (watched?.origin?.kind !== 'handOver') return null;
  const { note, problem, state } = portableOrder(watched);
  const handled = handledHere(watched, watched.calls);
  return { note, problem, state, handled: handled.claims.length === 0 ? null : handled };
}

/** What is said of some orders, by uuid. */
function byId(orders: readonly NewOrder[], read: (order: NewOrder) => unknown) {
  const said = orders.flatMap((order) => {
    const one = read(order) ?? null;
    return one === null ? [] : [[order.id, one] as const];
  });
  return {
    as: (name: string): object => (said.length === 0 ? {} : { [name]: Object.fromEntries(said) }),
  };
}
