import type { SettingsCard } from '../settings/settings-pages.ts';
import type { DeskRole, TeamDesk } from '../team/desk.ts';
import type { OrderId } from '../order/order-id.ts';

/** What the rest of the app knows of the team. */
export interface TeamState {
  readonly me: { readonly id: string; readonly name: string; readonly role: DeskRole };
  readonly hubUrl: string;
  readonly desks: readonly TeamDesk[];
  /** Since when the hub cannot be reached; null while it can. */
  readonly awaySinceMs: number | null;
  /** The hub accepts this desk no more. */
  readonly isRevoked: boolean;
  /** The hub has another log than the one that this desk belongs to, or none. */
  readonly isLogGone: boolean;
  /** How many edits wait for the hub. */
  readonly queuedEdits: number;
  /** Whether the queue of edits is full. A change of anything shared is then refused. */
  readonly isQueueFull: boolean;
  /** Orders that this desk had and that another took off the list of all. Absent where there are none. */
  readonly takenOff?: readonly TakenOff[];
  /** How many more there were, before those. Absent where there are none. */
  readonly takenOffNotKeptCount?: number;
}

/** An order that is not watched any more, as it was. */
export interface TakenOff {
  readonly id: OrderId;
  readonly label: string | null;
  readonly group: string | null;
  readonly promisedAtMs: number | null;
  /** The desk that took it off the list. */
  readonly by: string;
}

/** Why a claim was not made. */
export type ClaimRefusal =
  | { readonly kind: 'claimedBy'; readonly desk: string }
  /** Claims are confirmed by the hub or not made: they never wait. */
  | { readonly kind: 'away' }
  | { readonly kind: 'viewer' }
  | { readonly kind: 'over' }
  | { readonly kind: 'unknownDesk' }
  | { readonly kind: 'gone' };

/** Why what the hub decides was not read or changed. */
export type HubSettingsRefusal = 'away' | 'viewer' | 'locked';

/** What became of the claims on several orders. */
export interface ClaimReport {
  readonly done: readonly OrderId[];
  readonly refused: readonly { readonly id: OrderId; readonly refusal: ClaimRefusal }[];
}

/** Why this computer did not come into a team. */
export const joinRefusals = [
  'notAnAddress',
  /** Over http every token could be read on the way, so only this computer itself is spoken to like that. */
  'plainHttp',
  /** The code is not known, was used or is too old. */
  'codeRefused',
  /** No authority that this computer trusts signed the hub's certificate. */
  'untrusted',
  /** Nothing answers there, or it is no hub. */
  'away',
] as const;

export type JoinRefusal = (typeof joinRefusals)[number];

/**
 * Whether a page shows a card: a desk is not shown what its hub decides, save where it may decide it for all desks.
 *
 * @param team null without one
 */
export function isCardShown(card: SettingsCard, team: TeamState | null): boolean {
  if (card === 'archive' || card === 'power') return team === null;
  if (card === 'cap' || card === 'pace') return team?.me.role !== 'viewer';
  return card !== 'claims' || team !== null;
}
