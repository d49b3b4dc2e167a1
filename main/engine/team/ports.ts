import type { ClaimRefusal, HubSettingsRefusal, TeamState } from '../../../core/board/team.ts';
import type { DeskRole } from '../../../core/team/desk.ts';
import type { Presence, SaidPresence } from '../../../core/team/presence.ts';
import type { HubSettingsChange, HubSettingsState } from '../../../core/team/hub-settings.ts';
import type { HubStatus } from '../../../core/team/hub-status.ts';
import type { OrderEvent } from '../../../core/team/team-event.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type { Result } from '../../../core/text/result.ts';

/** The team that this computer belongs to. */
export interface Membership {
  /** The address of the hub, without a slash at its end. */
  readonly hubUrl: string;
  readonly deskId: string;
  readonly deskName: string;
  readonly role: DeskRole;
}

/** How far the hub's log was accepted. */
export interface LogPlace {
  /** Null before the first. */
  readonly logId: string | null;
  readonly sequence: number;
}

/** A change that is made at the hub. The body is as docs/hub-api.md has it. */
export interface HubCommand {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Such as `/v1/orders/<uuid>/claim`. */
  readonly path: string;
  readonly body?: unknown;
  /** The same key again changes nothing. */
  readonly key: string;
}

/** A change that waits for the hub. */
export interface QueuedEdit {
  readonly command: HubCommand;
  /** The orders that it is about. */
  readonly ids: readonly OrderId[];
}

/** Which team this computer belongs to. */
export interface MembershipStore {
  /** Null when there is none, or none that can be read. */
  load(): Membership | null;
  /** Begins a membership: nothing of its log was received yet. */
  save(membership: Membership): void;
  /** Where else the team can be reached than where it was joined. */
  otherHubs(): readonly string[];
  saveOtherHubs(hubUrls: readonly string[]): void;
  /** Ends it: what waits for the hub is forgotten, and no order is a team's any more. */
  clear(): void;
}

/** What a desk keeps of its team beside the watch list. Every write is one transaction. */
export interface TeamStore {
  place(): LogPlace;
  savePlace(place: LogPlace): void;
  /** The changes that wait, the oldest first. */
  edits(): readonly QueuedEdit[];
  putEdits(edits: readonly QueuedEdit[], madeAtMs: number): void;
  dropEdit(key: string): void;
}

export type HubAnswer =
  | { readonly kind: 'done'; readonly body: unknown }
  /** The hub says no: `code` is of docs/hub-api.md, `message` an English sentence. */
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly code: string;
      readonly message: string;
      /** The desk that has the order, for the code `claimedBy`. */
      readonly desk?: string;
    }
  /** It cannot be known whether it was done; the same key makes it safe to try again. */
  | { readonly kind: 'away' }
  /** The token counts no more. */
  | { readonly kind: 'revoked' };

/** An entry about an order as a desk hears it. */
export interface FollowedEntry {
  readonly sequence: number;
  readonly event: OrderEvent;
}

export interface HubListener {
  /** The stream is open: which log it is, and the newest sequence of the hub when it began. */
  opened(logId: string, newestSequence: number): void;
  /**
   * In order. `sequence` is the place to go on from. A link over a network reads on once the promise has
   * resolved, so that a desk which writes slower than the hub sends does not fill its memory.
   */
  entries(entries: readonly FollowedEntry[]): Promise<void> | void;
  status(status: HubStatus): void;
  /** The log is another one, or lost what came after the place: everything is to be read from place 0. */
  gap(): void;
  /**
   * No contact; it is tried again by itself.
   *
   * @param isLogGone whether a hub answers that has another log than the one of this desk
   */
  away(isLogGone: boolean): void;
  revoked(): void;
}

/** The way to a hub. */
export interface HubLink {
  /** Reads the log on from a place and stays on it, reconnecting by itself, until it is stopped. */
  follow(from: () => LogPlace, listener: HubListener): () => Promise<void>;
  send(command: HubCommand): Promise<HubAnswer>;
  /** The network may be back: tries at once. */
  retryNow(): void;
}

/** What a desk of a team can do beside watching. */
export interface Team {
  readonly state: TeamState;
  claim(
    ids: readonly OrderId[],
    claim: { readonly desk?: string; readonly reason?: string; readonly takesOver?: boolean },
  ): Promise<ReadonlyMap<OrderId, ClaimRefusal | null>>;
  release(
    ids: readonly OrderId[],
    reason: string | null,
  ): Promise<ReadonlyMap<OrderId, ClaimRefusal | null>>;
  /** A whole number was shown here: the hub's ledger gets it, later where it is away. */
  revealed(id: OrderId, owner: string): void;
  /**
   * What the hub decides for the team, after a change of it where one is given.
   *
   * @returns why not: no contact, no right, or an option or a policy of the hub
   */
  hubSettings(
    change: HubSettingsChange | null,
  ): Promise<Result<HubSettingsState, HubSettingsRefusal>>;
  /** Who is at a desk of the team, as far as is known. */
  presenceOf(deskId: string): Presence;
  /** Tells the team who is at this desk. @returns whether there is contact with a hub */
  attend(presence: SaidPresence): boolean;
  /** Hears and says no more: what is removed from now on is removed here alone. */
  detach(): Promise<void>;
}
