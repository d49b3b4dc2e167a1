import type { CourierTrace } from '../order/courier-move.ts';
import { distanceMeters } from '../order/geo.ts';
import type { Order, OrderPhase } from '../order/order.ts';

/** Closer to the last told position than this is not a way. */
const standingWithinMeters = 60;

/** What of an order's last answer, and of its courier's way, its pace goes by. */
export interface PaceFacts {
  readonly phase: OrderPhase;
  readonly hasCourier: boolean;
  /** The courier was last seen where he was when his position was last told; false when not known. */
  readonly isWhereTold: boolean;
  readonly scheduledAtMs: number | null;
}

/** By what they say: they are kept of each order, and few orders differ in them. */
const unscheduled = new Map<string, PaceFacts>();

/** The little of an answer that decides when the next one is wanted; null without an answer. */
export function paceFacts(order: Order | null, trace: CourierTrace): PaceFacts | null {
  if (order === null) return null;
  const { courier, pickup, status } = order;
  const facts = {
    phase: status.phase,
    hasCourier: courier !== null,
    isWhereTold: isWhereTold(order, trace),
    scheduledAtMs: pickup?.scheduledAtMs ?? null,
  };
  if (facts.scheduledAtMs !== null) return facts;
  const key = `${facts.phase} ${facts.hasCourier} ${facts.isWhereTold}`;
  const known = unscheduled.get(key);
  if (known === undefined) unscheduled.set(key, facts);
  return known ?? facts;
}

function isWhereTold({ courier }: Order, { anchor }: CourierTrace): boolean {
  const fix = courier?.fix ?? null;
  return fix !== null && anchor !== null && distanceMeters(anchor, fix) <= standingWithinMeters;
}
