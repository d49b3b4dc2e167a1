import { groupRule, wantsEveryMove } from '../notification/group-rules.ts';
import type {
  DigestReason,
  HoldReason,
  NotificationEvent,
  NotificationOutcome,
  SuppressReason,
} from '../notification/notification.ts';
import { quietUntilMs } from '../notification/quiet-hours.ts';
import { isTold } from '../notification/show-decision.ts';
import { distanceMeters } from '../order/geo.ts';
import type { OrderChange, UpdateKind } from '../order/order-update.ts';
import type { GeoPoint } from '../order/order.ts';
import type { RecordedChoices, Situation } from './recorded-state.ts';

/** Why an update was not told, with what the rule said. Times and distances are null where they are not known. */
export type Untold =
  /** `sinceMs`: since when the rule held. */
  | {
      readonly reason: Exclude<SuppressReason, 'claimedByOther'>;
      readonly sinceMs: number | null;
    }
  | {
      readonly reason: 'claimedByOther';
      readonly sinceMs: number | null;
      readonly desk: string | null;
    }
  /** The kind is off for the group of the order alone. */
  | { readonly reason: 'kindOffForGroup'; readonly sinceMs: number | null }
  /** An ordinary move, and nobody asked for every move. */
  | { readonly reason: 'movesNotWanted' }
  | { readonly reason: 'moveTooShort'; readonly movedMeters: number; readonly wantedMeters: number }
  | { readonly reason: 'moveTooSoon'; readonly afterMs: number; readonly wantedMs: number }
  /** Nothing that is ever told. */
  | { readonly reason: 'historyOnly' }
  /** It happened before the recording begins. */
  | { readonly reason: 'notKnown' };

/** What became of an update. */
export type Fate =
  | { readonly kind: 'told'; readonly atMs: number; readonly heldBy: HoldReason | null }
  /** In one notification with others. */
  | {
      readonly kind: 'digested';
      readonly atMs: number;
      readonly reason: DigestReason;
      readonly heldBy: HoldReason | null;
    }
  /** About to be told. */
  | { readonly kind: 'due' }
  | { readonly kind: 'held'; readonly by: HoldReason; readonly untilMs: number | null }
  /** The system did not show it. */
  | { readonly kind: 'failed'; readonly fault: string }
  | ({ readonly kind: 'untold' } & Untold);

/** The notification about an update. */
export interface UpdateNotification {
  readonly event: NotificationEvent;
  readonly outcome: NotificationOutcome | null;
  readonly heldBy: HoldReason | null;
  readonly settledAtMs: number | null;
}

/** What was recorded of an order and around it, from before the update until it: oldest first. */
export interface RecordedPast {
  readonly orders: readonly { readonly atMs: number; readonly state: RecordedChoices }[];
  readonly situations: readonly { readonly atMs: number; readonly state: Situation }[];
}

/** Where and when a courier was at the last move that was told. */
export interface ToldPlace {
  readonly place: GeoPoint;
  readonly atMs: number;
}

/** An update as the history has it. */
export interface PastUpdate {
  readonly atMs: number;
  readonly kinds: readonly UpdateKind[];
  readonly changes: readonly OrderChange[];
}

/**
 * What became of an update, and which rule decided it.
 *
 * @param notification the one about it; null when there is none
 * @param lastToldMove the last move before it that was told; null when none is known
 */
export function fateOf(
  update: PastUpdate,
  notification: UpdateNotification | null,
  past: RecordedPast,
  lastToldMove: ToldPlace | null,
): Fate {
  if (notification === null) return { kind: 'untold', ...untoldMove(update, past, lastToldMove) };
  const { heldBy, outcome, settledAtMs } = notification;
  if (outcome === null) return { kind: 'due' };
  const atMs = settledAtMs ?? update.atMs;
  switch (outcome.kind) {
    case 'shown':
      return { kind: 'told', atMs, heldBy };
    case 'digested':
      return { kind: 'digested', atMs, reason: outcome.reason, heldBy };
    case 'held':
      return {
        kind: 'held',
        by: outcome.reason,
        untilMs: heldUntilMs(outcome.reason, update.atMs, past),
      };
    case 'failed':
      return { kind: 'failed', fault: outcome.reason };
    case 'suppressed':
      return { kind: 'untold', ...suppressed(outcome.reason, notification.event, past) };
  }
}

/** Whether a rule held in a situation, for an order. */
type Holds = (situation: Situation, order: RecordedChoices) => boolean;

/** Since when a rule holds that holds at the end; null when it did before the recording begins. */
function sinceMs({ orders, situations }: RecordedPast, holds: Holds): number | null {
  let since: number | null = null;
  let orderAt = orders.length - 1;
  let situationAt = situations.length - 1;
  // Backwards from the end, over the moments at which either changed.
  for (;;) {
    const order = orders[orderAt];
    const situation = situations[situationAt];
    if (order === undefined || situation === undefined) return null;
    if (!holds(situation.state, order.state)) return since;
    since = Math.max(order.atMs, situation.atMs);
    if (order.atMs > situation.atMs) orderAt -= 1;
    else situationAt -= 1;
  }
}

function suppressed(reason: SuppressReason, event: NotificationEvent, past: RecordedPast): Untold {
  const order = past.orders.at(-1)?.state;
  switch (reason) {
    case 'claimedByOther': {
      const claim = order?.claim ?? null;
      return { reason, sinceMs: claim?.atMs ?? null, desk: claim?.desk ?? null };
    }
    case 'muted':
      return { reason, sinceMs: sinceMs(past, (_situation, { isMuted }) => isMuted) };
    case 'groupMuted':
      return {
        reason,
        sinceMs: sinceMs(
          past,
          ({ settings }, { preferences }) => groupRule(settings, preferences)?.isMuted === true,
        ),
      };
    case 'kindOff': {
      const settings = past.situations.at(-1)?.state.settings;
      const isOffForAll = settings === undefined || !isTold(event, settings, null);
      return {
        reason: isOffForAll ? reason : 'kindOffForGroup',
        sinceMs: sinceMs(
          past,
          (situation, { preferences }) =>
            !isTold(event, situation.settings, isOffForAll ? null : preferences),
        ),
      };
    }
    case 'openInWindow':
      return { reason, sinceMs: sinceMs(past, (_situation, { isOpen }) => isOpen) };
    case 'overtaken':
    case 'over':
    case 'seen':
    case 'atWindow':
    case 'flapping':
      return { reason, sinceMs: null };
  }
}

function heldUntilMs(
  reason: HoldReason,
  atMs: number,
  { orders, situations }: RecordedPast,
): number | null {
  const preferences = orders.at(-1)?.state.preferences ?? null;
  const settings = situations.at(-1)?.state.settings;
  if (reason === 'snoozed') return preferences?.snoozedUntilMs ?? null;
  if (settings === undefined) return null;
  switch (reason) {
    case 'groupSnoozed':
      return groupRule(settings, preferences)?.snoozedUntilMs ?? null;
    case 'notificationsMuted':
      return settings.notificationsMutedUntilMs;
    case 'quietHours':
      return quietUntilMs(settings.quietHours, atMs);
    case 'screenLocked':
    case 'windowInFront':
      return null;
  }
}

/** Why an update has no notification. All but moves and edits that do not matter have one. */
function untoldMove(
  { atMs, changes, kinds }: PastUpdate,
  { orders, situations }: RecordedPast,
  lastToldMove: ToldPlace | null,
): Untold {
  const isMoveAlone = kinds.length === 1 && kinds[0] === 'courier_moved';
  const change = changes.find(({ field }) => field === 'courier.location');
  if (!isMoveAlone || change?.field !== 'courier.location' || change.after === null) {
    return { reason: 'historyOnly' };
  }
  const order = orders.at(-1)?.state;
  const settings = situations.at(-1)?.state.settings;
  if (order === undefined || settings === undefined) return { reason: 'notKnown' };
  const { preferences } = order;
  if (!wantsEveryMove(settings, preferences, () => true)) return { reason: 'movesNotWanted' };
  const { everySeconds, meters: wantedMeters } =
    groupRule(settings, preferences)?.everyMove ?? settings.everyMove;
  const from = lastToldMove?.place ?? change.before;
  const movedMeters = from === null ? 0 : distanceMeters(from, change.after);
  if (movedMeters < wantedMeters) return { reason: 'moveTooShort', movedMeters, wantedMeters };
  const afterMs = lastToldMove === null ? 0 : atMs - lastToldMove.atMs;
  const wantedMs = everySeconds * 1000;
  if (afterMs < wantedMs) return { reason: 'moveTooSoon', afterMs, wantedMs };
  return { reason: 'historyOnly' };
}
