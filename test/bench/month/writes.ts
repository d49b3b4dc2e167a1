import { sharedOrder } from '../../../core/team/shared-order.ts';
import type { OrderEvent } from '../../../core/team/team-event.ts';
import { orderIdAt, someOrder, someWatched } from '../../support/watched-orders.ts';

/** The team whose month it is: that of docs/scale.md with fifty desks. */
export const teamOfMonth = { hubs: 3, desks: 50, orders: 600, eventsPerSecond: 1.3 };

/** Orders of which one status says that they were checked: one in fifteen seconds, by one hub. */
const checkedPerSecond = teamOfMonth.orders / 15;
/** Alarms that a desk has answered and that stand. */
const answersOfDesk = 3;

const deskId = (index: number): string =>
  `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`;

/** What a hub publishes of itself in a second, as large as a real one. */
export function said(hub: number, second: number): string {
  const ids = Array.from({ length: teamOfMonth.desks }, (_, index) => deskId(index)).filter(
    (_, index) => index % teamOfMonth.hubs === hub,
  );
  const nowMs = 1_790_000_000_000 + second * 1000;
  const status = {
    hubId: `hub-0123456789a${hub}`,
    isChecking: hub === 0,
    url: `https://hub-${hub}.example.com`,
    nowMs,
    health: { state: 'reachable' },
    pace: {
      requestsLastMinute: 2400,
      requestsPerMinute: 2400,
      nextCheckAtMs: nowMs + 40,
      lastAnswerAtMs: nowMs - 20,
    },
    deskIds: ids,
    said: ids.map((id, index) => ({
      id,
      no: second,
      state: 'here',
      answers: Array.from({ length: answersOfDesk }, (_, at) => orderIdAt(index * 10 + at)),
      agoMs: (second % 15) * 1000 + 12.25,
      forMs: 360_000,
    })),
    checked:
      hub === 0
        ? Array.from({ length: checkedPerSecond }, (_, at) => [
            orderIdAt((second * checkedPerSecond + at) % teamOfMonth.orders),
            nowMs - 300,
            nowMs + 14_700,
            second * 9,
          ])
        : [],
    isStopping: false,
  };
  return JSON.stringify({ from: deskId(hub), body: JSON.stringify(status) });
}

/** The entry of an update of an order. */
export function entryBody(order: number, event: number): string {
  const id = orderIdAt(order);
  const shared = sharedOrder(
    someWatched(id, {
      label: `Lunch ${event}`,
      order: someOrder(id, { status: { raw: `state ${event}`, phase: 'assigned' } }),
    }),
  );
  const atMs = 1_790_000_000_000 + event;
  const entry = { change: 'updated', id, atMs, hub: 'hub-0', by: null, order: shared } as const;
  return JSON.stringify(entry satisfies OrderEvent);
}
