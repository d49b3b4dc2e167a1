import type { Journey } from '../forecast/journey.ts';
import type { CourierTrace } from '../order/courier-move.ts';
import type { Acknowledgement } from './acknowledgement.ts';
import type { DeliveryFailureCode } from '../delivery/delivery-failure.ts';
import type { OrderId } from '../order/order-id.ts';
import type { CourierIdentity } from '../order/order-update.ts';
import type { OrderPreferences } from './order-preferences.ts';
import type { Order } from '../order/order.ts';
import { cleanLine } from '../text/safe-text.ts';

/** Why one order cannot be checked although the service answers, and since when. */
export interface OrderProblem {
  readonly code: DeliveryFailureCode;
  readonly httpStatus: number | null;
  readonly sinceMs: number;
  readonly failureCount: number;
}

/**
 * What happened to an order that its present state does not show. Derived from its updates by
 * `orderFlags`.
 */
export interface OrderFlags {
  /** When the courier released it, until it is matched again. */
  readonly releasedAtMs: number | null;
  /** When another courier took over between two checks. */
  readonly courierSwappedAtMs: number | null;
  /** When its price last changed after completion. */
  readonly amendedAtMs: number | null;
  /** The amount before the first such change, in the unit of the order's price. */
  readonly amountBeforeAmendment: number | null;
  /** Null until the first courier released it. */
  readonly turnover: CourierTurnover | null;
}

/** How often couriers of an order changed. Times in milliseconds since 1970. */
export interface CourierTurnover {
  /** How many different couriers it had since it was first seen, as far as they are named. */
  readonly courierCount: number;
  /** These couriers, to know one who comes back; erased with the people of the order. */
  readonly couriers: readonly CourierIdentity[];
  /** When couriers released it or were replaced, in the half hour before the last time. */
  readonly lossesAtMs: readonly number[];
  /** When it last lost a courier for the second time or more within half an hour; null before. */
  readonly raisedAtMs: number | null;
}

/** A call that the dispatcher made about an order. */
export interface Call {
  readonly atMs: number;
  /** The dispatcher's own word about it. */
  readonly word: string | null;
  /** It came with a hand-over: who made it had the order before. */
  readonly isHandedOver?: true;
}

/** The most calls about an order that are kept, the last ones. */
export const mostCalls = 20;

/** What may start watching an order, beside a file. */
export const plainOrigins = ['paste', 'webhook', 'handOver', 'commandLine'] as const;

/** What started watching an order. A pasted one may have been typed, dropped as text or linked to as well. */
export type WatchOrigin =
  | { readonly kind: (typeof plainOrigins)[number] }
  /** `name` is null once it was erased with the people of the order. */
  | { readonly kind: 'file'; readonly name: string | null };

/** The longest name of a file that is kept, in characters. */
const longestFileName = 100;

/** A file that was dropped on the window or lay in the watched folder, by its name without a path. */
export function fileOrigin(name: string): WatchOrigin {
  return { kind: 'file', name: cleanLine(name, longestFileName) || null };
}

/** The longest word about a call, in characters. */
export const longestCallWord = 200;

/**
 * An order on the watch list with everything that is known about it. All times are in milliseconds
 * since 1970.
 */
export interface WatchedOrder {
  readonly id: OrderId;
  /** The dispatcher's own words for it. */
  readonly label: string | null;
  readonly addedAtMs: number;
  /** Null for one that was added before it was kept. */
  readonly origin: WatchOrigin | null;
  readonly isMuted: boolean;
  /** The dispatcher wants it checked before others when not all can be in time. */
  readonly isPinned: boolean;
  /** The last answer that could be read; a failing check never removes it. */
  readonly order: Order | null;
  /**
   * When the service last confirmed `order`, changed or not. Null before the first answer, also where the
   * order came with a hand-over: then `order` holds no more than a hand-over does.
   */
  readonly observedAtMs: number | null;
  /** When we saw the present status word for the first time. */
  readonly statusSinceMs: number | null;
  /**
   * The status may have begun long before `statusSinceMs`, which says only by when it had: it was there at the
   * first look, or came while the order was not checked. False also where nothing was kept of it.
   */
  readonly isStatusSinceBefore: boolean;
  /** When any watched field last changed, or the service last reported something else. */
  readonly changedAtMs: number | null;
  readonly courierTrace: CourierTrace;
  /** How far the courier's way has come; null before a courier has the order. */
  readonly journey: Journey | null;
  /** Null when none of it has happened. */
  readonly flags: OrderFlags | null;
  readonly problem: OrderProblem | null;
  /** The dispatcher's preferences for it; null when none is set. */
  readonly preferences: OrderPreferences | null;
  /** Updates that the dispatcher has not looked at. */
  readonly unseenCount: number;
  /** When the dispatcher last looked at the details; null before the first look. */
  readonly lastLookedAtMs: number | null;
  /** What needed attention and was seen or handled; see acknowledgement.ts. */
  readonly acknowledged: readonly Acknowledgement[];
  /** When the dispatcher said that they had called about it, oldest first. */
  readonly calls: readonly Call[];
  /** What a team knows of it beside the service's answers; null where this is no team's desk or hub. */
  readonly team: OrderTeam | null;
}

/** That one desk of a team has claimed an order: "Mei has it". */
export interface Claim {
  readonly deskId: string;
  /** The name of that desk. */
  readonly desk: string;
  readonly atMs: number;
  /** In the words of the desk that claimed it or handed it on. */
  readonly reason: string | null;
}

/** The longest reason of a claim or a release, in characters. */
export const longestClaimReason = 200;

/** In place of a desk: what it did was done before the order was handed over to the team. */
export const noDesk = '';

/** That one desk of a team has handled what an order needed attention for. */
export interface HandledByDesk {
  /** {@link noDesk} where none of the team did. */
  readonly deskId: string;
  /** The name of that desk. */
  readonly desk: string;
  readonly atMs: number;
  /** The call by which it was handled; null where there was none. */
  readonly call: Pick<Call, 'word'> | null;
  /** What was handled, as acknowledgement.ts tells claims apart; another version may know other reasons. */
  readonly claims: readonly { readonly reason: string; readonly causeAtMs: number }[];
}

/** What a dispatcher says of an order, which a team shares. */
export const sharedAnnotations = ['label', 'group', 'note', 'promisedAtMs'] as const;

export type SharedAnnotation = (typeof sharedAnnotations)[number];

/** By which desk, by name, and when each of the shared annotations was written last. */
export type Writers = {
  readonly [Name in SharedAnnotation]?: { readonly by: string; readonly atMs: number };
};

/** What a team knows of an order beside the service's answers. */
export interface OrderTeam {
  readonly claim: Claim | null;
  readonly writers: Writers;
  /** The name of the desk that added it; null where none did, such as for a webhook. */
  readonly addedBy: string | null;
  /** The entry of the hub's log up to which a desk knows the order; absent before the first, and at the hub. */
  readonly sequence?: number;
  /** What was handled last; absent before, and where a hub or a desk does not know of it. */
  readonly handled?: HandledByDesk | null;
}

/** The part of a watched order that says what the dispatcher has seen of it. */
export type SeenState = Pick<
  WatchedOrder,
  'unseenCount' | 'lastLookedAtMs' | 'acknowledged' | 'calls'
>;
