import { emptyCourierTrace } from '../order/courier-move.ts';
import type { OrderId } from '../order/order-id.ts';
import type { FoundOrderId } from '../paste/find-order-ids.ts';
import { acknowledging } from './acknowledgement.ts';
import { waitClaim } from './attention.ts';
import {
  changedPreferences,
  type OrderPreferences,
  type PreferencesChange,
} from './order-preferences.ts';
import { promiseAtHand } from './order-waits.ts';
import type { WatchedOrder, WatchOrigin } from './watched-order.ts';

/** An order to watch, with what was said about it where its uuid was found. */
export interface NewOrder {
  readonly id: OrderId;
  readonly label: string | null;
  readonly group?: string | undefined;
  /** In milliseconds since 1970. */
  readonly promisedAtMs?: number | undefined;
  /** All that a hand-over says of it, in place of an order without an answer. */
  readonly handedOver?: WatchedOrder | undefined;
}

/** An order to watch as a text names it. A promised time that cannot be read is left out. */
export function newOrder({ id, label, group, promised }: FoundOrderId): NewOrder {
  return {
    id,
    label,
    ...(group === undefined ? {} : { group }),
    ...(promised === undefined || promised.atMs === null ? {} : { promisedAtMs: promised.atMs }),
  };
}

/** An order as it stands on the list before its first answer. */
export function newlyWatched(
  id: OrderId,
  label: string | null,
  nowMs: number,
  preferences: OrderPreferences | null = null,
  origin: WatchOrigin | null = null,
): WatchedOrder {
  return {
    id,
    label,
    addedAtMs: nowMs,
    origin,
    isMuted: false,
    isPinned: false,
    order: null,
    observedAtMs: null,
    statusSinceMs: null,
    isStatusSinceBefore: false,
    changedAtMs: null,
    courierTrace: emptyCourierTrace,
    journey: null,
    flags: null,
    problem: null,
    preferences,
    unseenCount: 0,
    lastLookedAtMs: null,
    acknowledged: [],
    calls: [],
    team: null,
  };
}

/**
 * A watched order after the dispatcher changed its preferences. A promise that is at hand when it is set is seen:
 * the dispatcher has just typed it, so it is shown and not notified. One that has passed by then is notified as ever.
 *
 * @returns the same preferences when nothing changes
 */
export function withPreferences(
  watched: WatchedOrder,
  change: PreferencesChange,
  nowMs: number,
): WatchedOrder {
  const preferences = changedPreferences(watched.preferences, change);
  const after = { ...watched, preferences };
  const isSamePromise = preferences?.promisedAtMs === watched.preferences?.promisedAtMs;
  const promise = isSamePromise ? null : promiseAtHand(after, nowMs);
  if (promise === null) return after;
  const claims = [waitClaim(promise)];
  const acknowledged = acknowledging(watched.acknowledged, claims, 'seen', nowMs, nowMs);
  return { ...after, acknowledged };
}

/** What happens to the annotations of an order that is watched already: they stay, gain what they lack, or are replaced. */
export const annotationModes = ['kept', 'filledIn', 'replaced'] as const;

export type AnnotationMode = (typeof annotationModes)[number];

/**
 * A watched order with what was said about it elsewhere.
 *
 * @returns the same object when nothing changes
 */
export function withAnnotations(
  watched: WatchedOrder,
  said: NewOrder,
  mode: AnnotationMode,
  nowMs: number,
): WatchedOrder {
  if (mode === 'kept') return watched;
  const { label, preferences } = watched;
  const chosen = <Value>(own: Value | null, given: Value | null | undefined) =>
    given != null && (mode === 'replaced' || own === null) ? given : own;
  const change = {
    group: chosen(preferences?.group ?? null, said.group),
    promisedAtMs: chosen(preferences?.promisedAtMs ?? null, said.promisedAtMs),
  };
  const after = {
    ...withPreferences(watched, change, nowMs),
    label: chosen(label, said.label),
  };
  const isSame = after.label === label && after.preferences === preferences;
  return isSame ? watched : after;
}
