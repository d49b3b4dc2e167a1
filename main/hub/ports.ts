import type { DeskRecord, DeskRole, TeamDesk } from '../../core/team/desk.ts';
import type { HubSettingsChange, HubSettingsState } from '../../core/team/hub-settings.ts';
import type { HubStatus } from '../../core/team/hub-status.ts';
import type { SaidPresence } from '../../core/team/presence.ts';
import type { OrderEvent } from '../../core/team/team-event.ts';
import type { SharedOrder } from '../../core/team/shared-order.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import type { PortableOrder } from '../../core/transfer/portable-order.ts';
import type { HandledByDesk } from '../../core/watch/watched-order.ts';

/** A desk that asks for something. */
export type Asker = Pick<DeskRecord, 'id' | 'name' | 'role'>;

/** What is to change about the annotations of an order; only what is named changes. */
export interface AnnotationsEdit {
  readonly label?: string | null | undefined;
  readonly group?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly promisedAtMs?: number | null | undefined;
}

/** What a hand-over says of an order beside label, group and promised time. */
export interface HandedOver extends Pick<PortableOrder, 'note' | 'problem' | 'state'> {
  /** What was handled before the hand-over; null for nothing. */
  readonly handled: HandledEdit | null;
}

export interface NewTeamOrder extends AnnotationsEdit {
  readonly id: OrderId;
  /** All of its words come with a hand-over: no desk of this team wrote them. */
  readonly handedOver?: HandedOver | undefined;
}

/** What a claim asks for. */
export interface ClaimEdit {
  /** The desk that gets it; default: the asker. */
  readonly desk?: string | undefined;
  readonly reason?: string | null | undefined;
  /** Also takes it from another desk that has it. Default: that is refused. */
  readonly takesOver?: boolean | undefined;
}

/** What a desk has handled; nothing takes back what it handled last. */
export interface HandledEdit {
  /** When, by the desk's clock: the change may have waited for the hub. */
  readonly atMs: number;
  readonly call?: HandledByDesk['call'] | undefined;
  readonly claims: HandledByDesk['claims'];
}

export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'unknownOrder' }
  | { readonly kind: 'unknownDesk' }
  /** The order has no such person. */
  | { readonly kind: 'unknownOwner' }
  /** Another desk has it. */
  | { readonly kind: 'claimedBy'; readonly desk: string }
  /** The order is over, so that no desk needs to have it. */
  | { readonly kind: 'over' }
  /** What is known of the order leaves no room for this in the log. */
  | { readonly kind: 'orderTooLarge' }
  | { readonly kind: 'full'; readonly most: number }
  /** An option or a policy of the hub's computer sets it. */
  | { readonly kind: 'settingLocked'; readonly name: string };

/** An entry of the log as desks read it. */
export interface OrderEntry {
  readonly sequence: number;
  readonly event: OrderEvent;
  /** The same as JSON; made once for all desks. */
  readonly json: string;
  /** The same with numbers masked and without the raw answer, for viewers. */
  readonly maskedJson: string;
}

export type EntryPart =
  | {
      readonly kind: 'entries';
      readonly entries: readonly OrderEntry[];
      /** How far this was read. */ readonly through: number;
    }
  | { readonly kind: 'gap' };

/** What this hub found and the log does not have. */
export interface LogMetrics {
  /** How many answers wait to be written: two of an order at most. */
  readonly waiting: number;
  /** Since when the one that waits longest does. */
  readonly longestWaitMs: number;
  /** How many answers were too large for the log since the hub started. */
  readonly refused: number;
}

/**
 * What the HTTP interface asks of a hub. Each change carries an idempotency key: the same one again changes
 * nothing and answers with the order as it is. A change is in the log when its promise resolves; it rejects
 * when the log cannot be reached.
 */
export interface HubBoard {
  readonly logId: string;
  /** The sequence of the newest entry about an order that this hub knows. */
  readonly sequence: number;
  orders(): readonly { readonly sequence: number; readonly order: SharedOrder }[];
  order(id: OrderId): SharedOrder | undefined;
  add(
    asker: Asker,
    orders: readonly NewTeamOrder[],
    key: string,
  ): Promise<
    Outcome<{ readonly added: readonly OrderId[]; readonly alreadyWatched: readonly OrderId[] }>
  >;
  edit(
    asker: Asker,
    id: OrderId,
    edit: AnnotationsEdit,
    key: string,
  ): Promise<Outcome<SharedOrder>>;
  claim(asker: Asker, id: OrderId, edit: ClaimEdit, key: string): Promise<Outcome<SharedOrder>>;
  release(
    asker: Asker,
    id: OrderId,
    reason: string | null,
    key: string,
  ): Promise<Outcome<SharedOrder>>;
  /** Says for all desks that what an order needed attention for is handled. */
  handled(asker: Asker, id: OrderId, edit: HandledEdit, key: string): Promise<Outcome<SharedOrder>>;
  /** Removes the order and erases it from the log. */
  remove(asker: Asker, id: OrderId, key: string): Promise<Outcome<null>>;
  /** What the hub decides for the team. */
  readonly hubSettings: HubSettingsState;
  changeHubSettings(
    asker: Asker,
    change: HubSettingsChange,
    key: string,
  ): Promise<Outcome<HubSettingsState>>;
  /** Has orders checked at once by the hub that checks them. */
  checkNow(ids: readonly OrderId[]): void;
  /** Writes into the ledger that a desk showed a whole number. */
  revealed(asker: Asker, id: OrderId, owner: string, key: string): Promise<void>;
  /** Events of orders after this place; those of desks are left out. */
  entriesSince(sequence: number, limit: number): Promise<EntryPart>;
  /** Calls when there is something new to read, until it is stopped. */
  onEntries(listener: () => void): () => void;
  /** @throws when the log cannot be reached, or what was found waits for it longer than some seconds */
  reachLog(): Promise<void>;
  /** It has not reached the log for minutes: desks are to go to another hub, and are taken for closed otherwise. */
  readonly isCutOff: boolean;
  readonly logMetrics: LogMetrics;
  status(): HubStatus;
  onStatus(listener: (status: HubStatus) => void): () => void;
}

/** The desks of a team and their invitations. */
export interface HubDesks {
  list(): readonly Omit<TeamDesk, 'isHere' | 'presence'>[];
  /** @returns a code that works once within ten minutes; 'taken' where a desk of this name is there */
  invite(name: string, role: DeskRole): Promise<{ readonly code: string } | 'taken'>;
  /** @returns null for a code that is not known, was used or is too old */
  join(code: string): Promise<{ readonly token: string; readonly desk: Asker } | null>;
  /** @returns whether there was such a desk */
  revoke(name: string): Promise<boolean>;
  /** The desk of a token, compared in constant time; null for none. */
  deskOf(token: string): Asker | null;
  /** Calls when a desk was revoked, so that its streams end. */
  onRevoked(listener: (deskId: string) => void): () => void;
  /** A stream of this desk began. @returns what ends it */
  connected(deskId: string): () => void;
  /** A desk says who is at it. It is told to all desks, and kept nowhere. */
  said(deskId: string, presence: SaidPresence): void;
}
