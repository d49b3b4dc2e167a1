import type { OrderRow, RowFix } from '../../../core/board/board.ts';
import type { AttentionReason } from '../../../core/watch/attention-reasons.ts';
import type { Attention } from '../../../core/watch/attention.ts';
import { ageText, distanceText, durationText } from '../../../core/order/format.ts';
import { isFinished, statusText } from '../../../core/order/order-status.ts';
import { orderFailureText } from '../../../core/delivery/failure-text.ts';
import { attentionLabel, repeatedLossText } from '../../../core/watch/attention-texts.ts';
import { type FactAge, sinceBeforeText, statusAge } from '../../../core/watch/fact-age.ts';
import type { OrderProblem } from '../../../core/watch/watched-order.ts';
import type { Dictionary } from '../../text/en/dictionary.ts';

/** The status color groups of the design. Color is the third cue, after the icon and the words. */
export type Tone = 'waiting' | 'active' | 'done' | 'problem' | 'unknown' | 'attention';

/** How the status of a row is drawn. */
export interface RowLook {
  /** Names both the icon shape and the color. */
  readonly tone: Tone;
  readonly text: string;
  /** The color of the text, which stays that of the status when the icon says "look here". */
  readonly textTone: Tone;
  /**
   * What keeps Waybell from knowing the order, where `text` says something more serious: no other reason hides that
   * the facts of the row may be wrong.
   */
  readonly faults: readonly { readonly text: string; readonly tone: Tone }[];
  /** What else needs attention, in words, the most serious first. */
  readonly others: readonly string[];
  /** It was seen, or is handled: it is written calmly. */
  readonly isCalm: boolean;
  /** The time that belongs to the text: of a status its own, of a promise how far it is, and so on. */
  readonly time: FactAge | null;
  /** The order is on the list, but no answer has come yet. */
  readonly isSkeleton: boolean;
}

/** What is said in place of a courier's name. An order that is over waits for none. */
export function noCourierText(row: OrderRow, { row: texts }: Dictionary): string {
  const isAwaited = row.courier.kind === 'none' && !isOverNow(row);
  return isAwaited ? texts.noCourier : texts.courierNotGiven;
}

/** Whether an order is over. */
export function isOverNow({ status }: OrderRow): boolean {
  return status !== null && isFinished(status.phase);
}

function statusTone(row: OrderRow): Tone {
  const phase = row.status?.phase ?? 'searching';
  switch (phase) {
    case 'searching':
      return 'waiting';
    case 'assigned':
    case 'atPickup':
    case 'pickedUp':
    case 'atDropoff':
      return 'active';
    case 'done':
      return 'done';
    case 'failed':
    case 'cancelled':
      return 'problem';
    case 'unknown':
      return 'unknown';
    default:
      return phase satisfies never;
  }
}

function statusLine(row: OrderRow, text: Dictionary, nowMs: number): string {
  if (row.status === null) return text.row.notCheckedYet;
  const isPlanned = row.scheduledAtMs !== null && row.scheduledAtMs > nowMs;
  if (row.status.phase === 'searching' && isPlanned) return text.row.scheduled;
  return statusText(row.status, text.language);
}

function planned(row: OrderRow, nowMs: number): FactAge | null {
  const isPlanned = row.status?.phase === 'searching' && row.scheduledAtMs !== null;
  return isPlanned && row.scheduledAtMs > nowMs ? { kind: 'clock', atMs: row.scheduledAtMs } : null;
}

function problemText({ code, httpStatus }: OrderProblem, { language }: Dictionary): string {
  return orderFailureText(code, httpStatus, language).title;
}

/** The reasons of which the faults of a row tell. */
const faultReasons: ReadonlySet<AttentionReason> = new Set([
  'notFound',
  'refused',
  'checksFailing',
  'unknownStatus',
]);

function faultsOf(row: OrderRow, text: Dictionary, nowMs: number): RowLook['faults'] {
  return [
    ...(row.problem === null
      ? []
      : [{ text: problemText(row.problem, text), tone: 'problem' } as const]),
    ...(row.status?.phase === 'unknown'
      ? [{ text: statusLine(row, text, nowMs), tone: 'unknown' } as const]
      : []),
  ];
}

/** The icon, the words and the time of a row's status, or of what it needs or needed attention for. */
export function rowLook(row: OrderRow, text: Dictionary, nowMs: number): RowLook {
  const claimed = lookOfClaim(row, row.attention ?? row.handled ?? null, text, nowMs);
  const faults = faultsOf(row, text, nowMs).filter((fault) => fault.text !== claimed.text);
  const look = { ...claimed, faults };
  if (row.attention !== null) {
    const others = (row.attention.others ?? []).filter((reason) => !faultReasons.has(reason));
    return {
      ...look,
      isCalm: row.attention.isSeen === true,
      others: others.map((reason) => attentionLabel(reason, text.language)),
    };
  }
  if (row.handled === undefined) return look;
  // What is handled is still said, and asks for nothing any more.
  const tone = statusTone(row);
  return { ...look, tone, textTone: tone, isCalm: true };
}

function lookOfClaim(
  row: OrderRow,
  claim: Pick<Attention, 'age' | 'reason'> | null,
  text: Dictionary,
  nowMs: number,
): RowLook {
  const tone = statusTone(row);
  const plain: RowLook = {
    tone,
    text: statusLine(row, text, nowMs),
    textTone: tone,
    faults: [],
    others: [],
    isCalm: false,
    time: planned(row, nowMs) ?? statusAge(row),
    isSkeleton: row.status === null && row.problem === null,
  };
  if (row.problem !== null && row.status === null) {
    return {
      ...plain,
      tone: 'problem',
      textTone: 'problem',
      text: problemText(row.problem, text),
      time: { kind: 'duration', sinceMs: row.problem.sinceMs },
    };
  }
  if (claim === null) return plain;
  const { age, reason } = claim;
  const alarming = { ...plain, tone: 'attention', textTone: 'attention', time: age } as const;
  switch (reason) {
    case 'cancelled':
    case 'failed':
    case 'unknownStatus':
      return plain;
    case 'probablyLate':
    case 'promiseAhead':
    case 'promisePassed': {
      // It passes here at its time, before the row that says so has come.
      const isPassed = row.promisedAtMs !== null && nowMs >= row.promisedAtMs;
      const label = attentionLabel(isPassed ? 'promisePassed' : reason, text.language);
      return { ...alarming, text: label };
    }
    case 'courierTurnover': {
      const label = row.repeatedLoss && repeatedLossText(row.repeatedLoss, text.language);
      return { ...alarming, text: label ?? plain.text };
    }
    case 'notMoving':
    case 'courierSilent':
    case 'courierLost':
    case 'longWait':
    case 'arrivedWaiting':
    case 'released':
      return { ...alarming, text: text.row[reason] };
    case 'notFound':
    case 'checksFailing':
    case 'refused':
      return {
        ...plain,
        tone: 'problem',
        textTone: 'problem',
        text: row.problem ? problemText(row.problem, text) : plain.text,
        time: age,
      };
    case 'optionEnds':
      // The row counts down to it.
      return { ...alarming, text: attentionLabel(reason, text.language), time: null };
    case 'priceChanged':
    case 'courierSwapped':
      return { ...alarming, text: attentionLabel(reason, text.language) };
    default:
      return reason satisfies never;
  }
}

/** How long an order has waited for a courier, and after how long that is long; null when it does not. */
export function waitText(row: OrderRow, text: Dictionary, nowMs: number): string | null {
  const wait = row.courierWait;
  if (wait === null || nowMs < wait.sinceMs) return null;
  const limit = durationText(wait.longAfterMs, text.locale);
  return wait.isSinceBefore
    ? text.row.waitingSince(sinceBeforeText(wait.sinceMs, nowMs, text), limit)
    : text.row.waiting(durationText(nowMs - wait.sinceMs, text.locale), limit);
}

/** A position that is older than this is not shown as the courier's present one. */
const freshForMs = 5 * 60_000;

/** Whether the courier's position is too old to be drawn as the present one. */
export function isStaleFix(row: OrderRow, nowMs: number): boolean {
  const atMs = fixOf(row)?.atMs ?? null;
  if (atMs === null) return false;
  const reason = (row.attention ?? row.handled)?.reason;
  const isSilent = reason === 'courierSilent' || reason === 'courierLost';
  return isSilent || nowMs - atMs > freshForMs;
}

function fixOf({ courier }: OrderRow): RowFix | null {
  return courier.kind === 'known' ? courier.fix : null;
}

/** Shorter moves are noise of the positioning and are not shown. */
const leastShownMeters = 10;

/**
 * What a row says of the courier's position: how old it is, and how far it lies from the one before it
 * if that is at least {@link leastShownMeters}. Null when there is no courier to speak of.
 */
export function positionText(row: OrderRow, text: Dictionary, nowMs: number): string | null {
  if (row.courier.kind !== 'known') return null;
  const { fix } = row.courier;
  if (fix === null) return text.row.noPosition;
  if (fix.atMs === null) return text.row.untimedPosition;
  const age = ageText(fix.atMs, nowMs, text.locale);
  if (isStaleFix(row, nowMs)) return text.row.lastSeen(age);
  return fix.movedMeters !== null && fix.movedMeters >= leastShownMeters
    ? text.row.moved(distanceText(fix.movedMeters, text.locale), age)
    : text.row.position(age);
}
