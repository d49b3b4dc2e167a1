import type { ArchiveChoice } from '../watch/archive.ts';
import { isArchived } from '../watch/archive.ts';
import { attention, handled } from '../watch/attention.ts';
import type { OrderRow, RowClaim, RowCourier, RowFix } from './board.ts';
import { customerName } from '../customer/customer-name.ts';
import { sameValue } from '../same-value.ts';
import { cleanLine } from '../text/safe-text.ts';
import { standingClaim } from '../watch/claim.ts';
import { amendedBy, repeatedLoss } from '../watch/order-flags.ts';
import type { CourierFix, OrderPhase, Stop } from '../order/order.ts';
import {
  courierWaitSinceMs,
  defaultWaitRules,
  freeCancelUntilMs,
  isCourierWaitSinceBefore,
  lateForecast,
  waitsForCourier,
  type WaitRules,
} from '../watch/order-waits.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** When an order is checked next, as far as it is planned. */
export interface RowPlan extends Pick<OrderRow, 'nextCheckAtMs' | 'checkEveryMs'> {
  /** A check that a person asked for is under way. */
  readonly isAwaited: boolean;
  /** The desk of the team that the row is for; absent where there is no team. */
  readonly myDeskId?: string;
  /** Why the desk that has the order does not answer; absent while it does. */
  readonly passedOn?: NonNullable<RowClaim['passedOn']>;
  /** The mark of the courier's phone number; see `ListedCourier`. */
  readonly numberMark?: string;
}

/**
 * The row of the list for an order.
 *
 * @param nowMs milliseconds since 1970
 * @param rules the thresholds for long waits
 * @param archiveChoice whether the dispatcher archived the order or took it out; null for neither
 */
export function orderRow(
  watched: WatchedOrder,
  plan: RowPlan,
  nowMs: number,
  rules: WaitRules = defaultWaitRules,
  archiveChoice: ArchiveChoice | null = null,
): OrderRow {
  const { order } = watched;
  const [destination, ...moreDestinations] = order?.destinations ?? [];
  const claim = attention(watched, nowMs, rules);
  const freeUntilMs = freeCancelUntilMs(watched, nowMs, rules);
  const held = standingClaim(watched, nowMs);
  const customer = customerName(order);
  const done = claim === null ? handled(watched, nowMs, rules) : null;
  return {
    id: watched.id,
    label: watched.label,
    ...(customer !== null && { customer }),
    group: watched.preferences?.group ?? null,
    note: rowNote(watched.preferences?.note ?? null),
    status: order?.status ?? null,
    statusSinceMs: watched.statusSinceMs,
    isStatusSinceBefore: watched.isStatusSinceBefore,
    attention: claim,
    ...(done !== null && {
      handled: {
        ...done,
        desk: done.desk === null || done.desk.deskId === plan.myDeskId ? null : done.desk.desk,
      },
    }),
    repeatedLoss: repeatedLoss(watched),
    courierWait: waitsForCourier(watched)
      ? {
          sinceMs: courierWaitSinceMs(watched),
          isSinceBefore: isCourierWaitSinceBefore(watched),
          longAfterMs: rules.longWaitMs,
        }
      : null,
    pickupText: order?.pickup ? (order.pickup.streetAddress ?? order.pickup.name) : null,
    destinationText: destination ? placeText(destination) : null,
    moreStops: moreDestinations.length,
    scheduledAtMs: order?.pickup?.scheduledAtMs ?? null,
    promisedAtMs: watched.preferences?.promisedAtMs ?? null,
    ...rowForecast(watched, nowMs, rules),
    ...(freeUntilMs !== null && { freeCancelUntilMs: freeUntilMs }),
    courier: rowCourier(watched, plan, nowMs),
    price: order?.price ?? null,
    priceChange: amendedBy(watched),
    observedAtMs: watched.observedAtMs,
    changedAtMs: watched.changedAtMs,
    nextCheckAtMs: plan.nextCheckAtMs,
    checkEveryMs: plan.checkEveryMs,
    isChecking: plan.isAwaited,
    isUnseen: watched.unseenCount > 0 || (claim !== null && claim.isSeen !== true),
    isMuted: watched.isMuted,
    snoozedUntilMs: watched.preferences?.snoozedUntilMs ?? null,
    tellsEveryMove: watched.preferences?.tellsEveryMove ?? null,
    isPinned: watched.isPinned,
    isArchived: isArchived(watched, claim, archiveChoice, nowMs),
    problem: watched.problem,
    addedAtMs: watched.addedAtMs,
    claim: held && {
      ...held,
      isMine: held.deskId === plan.myDeskId,
      ...(plan.passedOn !== undefined && {
        passedOn: { why: plan.passedOn.why, sinceMs: plan.passedOn.sinceMs },
      }),
    },
  };
}

/** The longest part of a note that a row holds, in characters. */
const longestRowNote = 120;

function rowNote(note: string | null): string | null {
  const line = note === null ? '' : cleanLine(note, longestRowNote);
  return line === '' ? null : line;
}

const minuteMs = 60_000;

function wholeMinute(atMs: number): number {
  return Math.round(atMs / minuteMs) * minuteMs;
}

/** What a row says of the arrival of an order whose promise is still to come. */
function rowForecast(
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules,
): Pick<OrderRow, 'forecast'> {
  const forecast = lateForecast(watched, nowMs, rules, 0);
  if (forecast?.probability == null) return {};
  return {
    forecast: {
      earliestAtMs: wholeMinute(forecast.earliestAtMs),
      latestAtMs: wholeMinute(forecast.latestAtMs),
      probability: Number(forecast.probability.toFixed(2)),
    },
  };
}

/** Whether a row says more than the one before it than that a check came and found nothing new. */
export function hasNews(row: OrderRow, before: OrderRow): boolean {
  const { observedAtMs, nextCheckAtMs, checkEveryMs } = before;
  return !sameValue({ ...row, observedAtMs, nextCheckAtMs, checkEveryMs }, before);
}

function placeText(stop: Stop): string | null {
  const parts = [stop.name, stop.streetAddress].filter((part) => part !== null);
  return parts.length === 0 ? null : [...new Set(parts)].join(', ');
}

/** In these phases an order without a courier means that the service did not give one. */
const courierExpected: ReadonlySet<OrderPhase> = new Set([
  'assigned',
  'atPickup',
  'pickedUp',
  'atDropoff',
  'done',
  'unknown',
]);

function rowCourier(
  watched: WatchedOrder,
  { numberMark }: Pick<RowPlan, 'numberMark'>,
  nowMs: number,
): RowCourier {
  const { order } = watched;
  if (order === null) return { kind: 'none' };
  if (order.courier === null) {
    return { kind: courierExpected.has(order.status.phase) ? 'notGiven' : 'none' };
  }
  const { name, fix } = order.courier;
  if (name === null && fix === null) return { kind: 'notGiven' };
  return {
    kind: 'known',
    name,
    ...(numberMark !== undefined && { numberMark }),
    fix: fix === null ? null : rowFix(fix, watched, nowMs),
  };
}

function rowFix(fix: CourierFix, { courierTrace }: WatchedOrder, nowMs: number): RowFix {
  const movedMeters = Math.round(courierTrace.lastStepMeters ?? 0);
  return {
    // A service's clock may run ahead; a position is never from the future.
    atMs: fix.reportedAtMs === null ? null : Math.min(fix.reportedAtMs, nowMs),
    movedMeters: movedMeters === 0 ? null : movedMeters,
    standsSinceMs: courierTrace.anchorAtMs,
  };
}
