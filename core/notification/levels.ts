import { groupLevel, groupRule } from './group-rules.ts';
import type { NotificationSettings } from './notification-settings.ts';
import { type AttentionReason, attentionReasons, seriousness } from '../watch/attention-reasons.ts';
import { attentionClaims, knownOf } from '../watch/attention.ts';
import { isAcknowledged } from '../watch/acknowledgement.ts';
import { isFinished } from '../order/order-status.ts';
import { likelyLateProbability } from '../forecast/forecast.ts';
import { hasFinished, isSaidNow, lateForecast, type WaitRules } from '../watch/order-waits.ts';
import { isStayInDoubt } from '../watch/stop-stays.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';
import {
  type Notification,
  type NotificationEvent,
  notificationEvents,
  notificationKindOf,
  type NotificationLevel,
} from './notification.ts';

/*
 * How much an event asks of a person. A call needs them: it notifies at once and by name, and stands until its
 * cause is over. News notifies as its reader chose: each change alone, or several together.
 */

/** Why an order needs attention by an event that calls as a rule: as serious as that. But for one they share a name. */
function reasonOf(event: NotificationEvent): AttentionReason | undefined {
  return event === 'reopened' ? 'released' : attentionReasons.find((reason) => reason === event);
}

/** Whether what an event says of an order ends with its cause, at whichever level it notifies. */
export function endsWithCause(event: NotificationEvent): boolean {
  return reasonOf(event) !== undefined;
}

/** The event that tells of what an order needs attention for. Null for what is news, and notifies as such. */
export function callOf(reason: AttentionReason): NotificationEvent | null {
  // Couriers who go one after the other were each notified as released, and checks that fail as those that are refused.
  if (reason === 'courierTurnover') return 'released';
  if (reason === 'checksFailing') return 'refused';
  return notificationEvents.find((event) => event === reason) ?? null;
}

/** The settings on which levels depend. */
export type LevelSettings = Pick<NotificationSettings, 'toldKinds' | 'groupRules'>;

/** The level that was chosen for an event: for the group of its order, else for all. */
export function levelOf(
  event: NotificationEvent,
  settings: LevelSettings,
  preferences: Parameters<typeof groupRule>[1],
): NotificationLevel {
  const kind = notificationKindOf(event);
  if (kind === null) return 'needsYou';
  const level =
    groupLevel(groupRule(settings, preferences), kind) ?? settings.toldKinds[kind].level;
  // That a warning is taken back asks for nothing.
  return event === 'lateTakenBack' && level === 'needsYou' ? 'news' : level;
}

/** Whether an event of an order needs a person, as they chose. */
export function isCall(
  { event, orderId }: Pick<Notification, 'event' | 'orderId'>,
  settings: LevelSettings,
  preferences: Parameters<typeof groupRule>[1],
): boolean {
  return orderId !== null && levelOf(event, settings, preferences) === 'needsYou';
}

/** Calls of several orders with one of these, close together, have one cause as a rule: they are one call. */
const sharedCauses: ReadonlySet<NotificationEvent> = new Set([
  'courierSilent',
  'courierLost',
  'notMoving',
  'longWait',
  'notFound',
  'refused',
]);

/** The settings that say how long another desk has to answer the alarms of its orders. */
export const claimSettings = ['claimAnswerMinutes', 'seriousAnswerMinutes'] as const;

/** The reasons that a desk has to answer sooner: a broken promise, a courier who let go, a delivery that failed. */
const mostSerious: ReadonlySet<AttentionReason> = new Set([
  'promisePassed',
  'courierTurnover',
  'released',
  'failed',
]);

/** Whether an event is one of the three most serious. */
export function isMostSerious(event: NotificationEvent): boolean {
  const reason = reasonOf(event);
  return reason !== undefined && mostSerious.has(reason);
}

/** Whether calls of several orders about it are notified as one. */
export function hasSharedCause(event: NotificationEvent): boolean {
  return sharedCauses.has(event);
}

/** The order of calls: the most serious first, of equals the one that was decided first. */
export function bySeriousness(one: Notification, other: Notification): number {
  return weight(other.event) - weight(one.event) || one.decidedAtMs - other.decidedAtMs;
}

function weight(event: NotificationEvent): number {
  // What a colleague hands over is no state of the order: it comes after what is lost, before what may be.
  if (event === 'handedToMe') return seriousness('cancelled') - 0.5;
  const reason = reasonOf(event);
  return reason === undefined ? 0 : seriousness(reason);
}

/**
 * Whether what a call says still holds and was not answered, by the state of its order and the time alone. One
 * that needs attention only because a person chose so holds until its order was looked at.
 *
 * @param watched the order now; undefined when it is not watched any more
 */
export function isCallOpen(
  call: Pick<Notification, 'decidedAtMs' | 'event'>,
  watched: WatchedOrder | undefined,
  nowMs: number,
  rules: WaitRules,
): boolean {
  const { decidedAtMs, event } = call;
  if (watched === undefined) return false;
  // What is a little less probable again stands until it is taken back.
  if (event === 'probablyLate' && isOpenWarning(watched, nowMs, rules)) return true;
  if (event === 'reopened')
    return watched.order !== null && !isFinished(watched.order.status.phase);
  const reason = reasonOf(event);
  if (reason === undefined) return !wasLookedAtSince(decidedAtMs, watched, nowMs);
  const isClaimed = (by: WaitRules): boolean =>
    attentionClaims(watched, nowMs, by).some(
      (claim) => claim.reason === reason && !isAcknowledged(claim, knownOf(watched), nowMs),
    );
  return isClaimed(rules) || isClaimed(rulesSince(call, watched, rules));
}

/**
 * The rules by which a courier who was notified as silent or lost is that still, until a newer position comes: by the
 * error of our clock, which is learned anew meanwhile, the same one may look newer. Half a limit is more than that does.
 */
function rulesSince(
  { decidedAtMs, event }: Pick<Notification, 'decidedAtMs' | 'event'>,
  { order }: WatchedOrder,
  rules: WaitRules,
): WaitRules {
  const limit = event === 'courierLost' ? 'lostMs' : 'silentMs';
  const halfMs = rules[limit] / 2;
  const heardAtMs = (order?.courier?.fix?.reportedAtMs ?? Infinity) + rules.skewMs;
  return heardAtMs + halfMs <= decidedAtMs ? { ...rules, [limit]: halfMs } : rules;
}

/** Whether the last answer speaks against what a call says and the next one decides: meanwhile nothing says it anew. */
export function isCallInDoubt(
  { event }: Pick<Notification, 'event'>,
  watched: WatchedOrder | undefined,
): boolean {
  return event === 'arrivedWaiting' && watched !== undefined && isStayInDoubt(watched);
}

/**
 * Whether the cause of an event still stands, handled or not. It does where it is not known to be over, as without
 * contact, and of an event that no cause ends.
 */
export function isCauseStanding(
  event: NotificationEvent,
  watched: WatchedOrder,
  nowMs: number,
  rules: WaitRules,
): boolean {
  const reason = reasonOf(event);
  if (reason === undefined || (!hasFinished(watched) && !isSaidNow(watched, nowMs))) return true;
  const isLate = event === 'probablyLate';
  if (isLate && lateForecast(watched, nowMs, rules, likelyLateProbability) !== null) return true;
  if (event === 'reopened')
    return watched.order !== null && !isFinished(watched.order.status.phase);
  return attentionClaims(watched, nowMs, rules).some((claim) => callOf(claim.reason) === event);
}

/** Whether an order is still likely late, and that is not handled. */
function isOpenWarning(watched: WatchedOrder, nowMs: number, rules: WaitRules): boolean {
  const forecast = lateForecast(watched, nowMs, rules, likelyLateProbability);
  if (forecast === null) return false;
  return !knownOf(watched).some(
    ({ isOnlySeen, reason }) => reason === 'probablyLate' && isOnlySeen !== true,
  );
}

/**
 * Whether time or an answer may bring back what a notification says of a live order: the clock was set back behind its
 * decision, or the last answer about the order is not the present any more.
 */
export function mayHoldAgain(
  { decidedAtMs }: Pick<Notification, 'decidedAtMs'>,
  watched: WatchedOrder | undefined,
  nowMs: number,
): boolean {
  if (watched === undefined || hasFinished(watched)) return false;
  return decidedAtMs > nowMs || !isSaidNow(watched, nowMs);
}

/** Whether an order may be snoozed: of one that is over nothing comes again. */
export function maySnooze(watched: WatchedOrder | undefined): boolean {
  return watched === undefined || !hasFinished(watched);
}

/** Whether a person looked at an order at that time or later. */
export function wasLookedAtSince(
  atMs: number,
  { lastLookedAtMs }: Pick<WatchedOrder, 'lastLookedAtMs'>,
  nowMs: number,
): boolean {
  // A clock that was set back dates an earlier look into the future.
  return lastLookedAtMs !== null && lastLookedAtMs >= atMs && lastLookedAtMs <= nowMs;
}
