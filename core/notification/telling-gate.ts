import { groupRule } from './group-rules.ts';
import type { OrderId } from '../order/order-id.ts';
import { quietUntilMs } from './quiet-hours.ts';
import type { TellingSettings } from './telling-settings.ts';
import { toldKindOf } from './telling.ts';
import type { HoldReason, NotificationPrivacy, SuppressReason, Telling } from './telling.ts';
import type { WatchedOrder } from '../watch/watched-order.ts';

/** What becomes of a telling at the moment of showing. */
export type TellingVerdict =
  | { readonly kind: 'tell' }
  | { readonly kind: 'suppress'; readonly reason: SuppressReason }
  /** Shown later, drawn together; `untilMs` null is until something else changes. */
  | { readonly kind: 'hold'; readonly reason: HoldReason; readonly untilMs: number | null };

/** The settings that decide on it. */
export interface GateSettings extends Pick<
  TellingSettings,
  'toldKinds' | 'quietHours' | 'lockedScreen' | 'notificationsMutedUntilMs' | 'groupRules'
> {
  readonly notificationPrivacy: NotificationPrivacy;
}

/** All that the decision depends on. */
export interface GateScene {
  readonly settings: GateSettings;
  /** The order that it is about; null when it is about the desk or about none that is watched. */
  readonly watched: Pick<WatchedOrder, 'isMuted' | 'wishes'> | null;
  /** The order whose details are open in front. */
  readonly openOrderId: OrderId | null;
  readonly isLocked: boolean;
  readonly nowMs: number;
}

const tell: TellingVerdict = { kind: 'tell' };

/**
 * Whether a telling is shown now, later or never. Pure: the same scene gives the same verdict.
 *
 * Never: its kind is switched off for the app or for the order's group, the order or its group is
 * muted, or its details are open in front. Later: the order or its group is snoozed, notifications are muted for
 * a while, it is quiet, or the screen is locked and the dispatcher wants nothing on it. What is
 * critical comes through quiet hours and a locked screen by choice, never through muting.
 */
export function tellingVerdict(telling: Telling, scene: GateScene): TellingVerdict {
  if (telling.event === 'selfTest') return tell;
  return leftOut(telling, scene) ?? heldBack(telling, scene) ?? tell;
}

function leftOut(telling: Telling, scene: GateScene): TellingVerdict | null {
  const { settings, watched, openOrderId, isLocked } = scene;
  const kind = toldKindOf(telling.event);
  const rule = groupRule(settings, watched?.wishes ?? null);
  if (watched?.isMuted === true) return { kind: 'suppress', reason: 'muted' };
  if (rule?.isMuted === true) return { kind: 'suppress', reason: 'groupMuted' };
  if (kind !== null && (!settings.toldKinds[kind].isTold || rule?.untold.includes(kind) === true)) {
    return { kind: 'suppress', reason: 'kindOff' };
  }
  if (telling.orderId !== null && telling.orderId === openOrderId && !isLocked) {
    return { kind: 'suppress', reason: 'openInWindow' };
  }
  return null;
}

function heldBack(telling: Telling, scene: GateScene): TellingVerdict | null {
  const { settings, watched, isLocked, nowMs } = scene;
  const snoozedUntilMs = watched?.wishes?.snoozedUntilMs ?? null;
  if (snoozedUntilMs !== null && nowMs < snoozedUntilMs) {
    return { kind: 'hold', reason: 'snoozed', untilMs: snoozedUntilMs };
  }
  const groupUntilMs = groupRule(settings, watched?.wishes ?? null)?.snoozedUntilMs ?? null;
  if (groupUntilMs !== null && nowMs < groupUntilMs) {
    return { kind: 'hold', reason: 'groupSnoozed', untilMs: groupUntilMs };
  }
  const mutedUntilMs = settings.notificationsMutedUntilMs;
  if (mutedUntilMs !== null && nowMs < mutedUntilMs) {
    return { kind: 'hold', reason: 'notificationsMuted', untilMs: mutedUntilMs };
  }
  if (telling.isCritical && settings.quietHours.letsCriticalThrough) return null;
  const quietEndMs = settings.quietHours.isOn ? quietUntilMs(settings.quietHours, nowMs) : null;
  if (quietEndMs !== null) return { kind: 'hold', reason: 'quietHours', untilMs: quietEndMs };
  if (isLocked && settings.lockedScreen === 'hold') {
    return { kind: 'hold', reason: 'screenLocked', untilMs: null };
  }
  return null;
}

/** How much may be shown now: on a locked screen less, unless the dispatcher wants it there. */
export function shownPrivacy(
  settings: Pick<GateSettings, 'notificationPrivacy' | 'lockedScreen'>,
  isLocked: boolean,
): NotificationPrivacy {
  return isLocked && settings.lockedScreen !== 'same' ? 'countOnly' : settings.notificationPrivacy;
}

/** What no card of routine may swallow: the critical ones, and a word that only a person can read. */
export function isUrgentTelling(telling: Telling): boolean {
  return telling.isCritical || telling.event === 'unknownStatus';
}

/** Tellings with those that a newer one about the same order makes needless. */
export interface SortedOut {
  readonly kept: readonly Telling[];
  readonly overtaken: readonly Telling[];
}

/** Of one order the newest is told; a critical one is only overtaken by another critical one. */
export function withoutOvertaken(tellings: readonly Telling[]): SortedOut {
  const latest = new Map<OrderId, Telling>();
  for (const telling of tellings) {
    if (telling.orderId === null) continue;
    const before = latest.get(telling.orderId);
    if (before === undefined || telling.isCritical || !before.isCritical) {
      latest.set(telling.orderId, telling);
    }
  }
  const isKept = (telling: Telling): boolean =>
    telling.orderId === null || latest.get(telling.orderId) === telling;
  return {
    kept: tellings.filter(isKept),
    overtaken: tellings.filter((telling) => !isKept(telling)),
  };
}
