import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';
import type { OrderId } from '../order/order-id.ts';

/*
 * Who is at the desks of a team. A desk says it to its hub, hubs say it to each other and to the desks, and no one
 * keeps it: it is in no log and in no file.
 */

/** What a desk says of who is at it: a person, no one for a while, its screen is locked, its computer falls asleep. */
export const attendances = ['here', 'away', 'locked', 'asleep'] as const;

/**
 * The same as the team sees it. `closed`: no hub has contact with the desk; `unknown`: a hub that may have is not heard
 * of; `revoked`: it is no longer in the team.
 */
export const deskStates = [...attendances, 'closed', 'unknown', 'revoked'] as const;

export type DeskState = (typeof deskStates)[number];

/** Why an alarm does not stay with the desk that has its order: no one is there, no one answered it, or it is not known. */
export type PassedOnReason = Exclude<DeskState, 'here'> | 'unanswered';

/** The most answered alarms that a desk tells of. */
export const mostAnswers = 250;

/** A desk says at least this often who is at it. */
export const saidEveryMs = 15_000;
/** A desk that said nothing for so long is asleep, although its connection is there: that outlives it. */
const silentAfterMs = 40_000;
/** A desk that is back this soon was not closed: its hub was restarted, or its network changed. */
const backWithinMs = 15_000;

export const saidPresenceSchema = z.object({
  state: z.enum(attendances),
  /** For how long it has been so. */
  forMs: z.int().min(0).default(0),
  /** The orders that the desk has whose alarms it answered: it opened them, or took them on, since. */
  answers: z.array(orderIdSchema).max(mostAnswers).default([]),
  /** It answered more than it tells of. */
  hasMoreAnswers: z.literal(true).optional(),
});

/** What a desk says of who is at it. */
export type SaidPresence = z.infer<typeof saidPresenceSchema>;

export const presenceSchema = z.object({
  state: z.enum(deskStates),
  /** Since when; null where that is not known. */
  sinceMs: z.number().nullable(),
  /** Null where the desk, or its hub, does not tell of them. */
  answers: z.array(orderIdSchema).nullable(),
  hasMoreAnswers: z.literal(true).optional(),
});

/** Who is at a desk. Times in milliseconds since 1970. */
export type Presence = z.infer<typeof presenceSchema>;

/** A desk of which nothing else is known, such as one that has never said it: not even whether it answers. */
export const presumedHere: Presence = { state: 'here', sinceMs: null, answers: null };

/** What hubs know of a desk. */
export interface DeskFacts {
  /** What it said last, at whichever hub; null where it never did. */
  readonly said: Presence | null;
  /** How a hub has it, and for how long it has been so or, of a connection, not been heard of. */
  readonly contact: {
    /** `gone`: no hub has a connection to it; `unheard`: a hub that may have one is not heard of. */
    readonly kind: 'connected' | 'gone' | 'unheard';
    readonly forMs: number;
  };
}

/** Who is at a desk by what hubs know of it. */
export function presenceOf({ contact, said }: DeskFacts, nowMs: number): Presence {
  const { forMs, kind } = contact;
  const last = said ?? presumedHere;
  const isThere = kind === 'connected' ? forMs < silentAfterMs : forMs < backWithinMs;
  if (isThere || last.state === 'asleep') return last;
  const sinceMs = nowMs - forMs;
  if (kind === 'unheard') return { state: 'unknown', sinceMs, answers: null };
  return { state: kind === 'connected' ? 'asleep' : 'closed', sinceMs, answers: [] };
}

/** A claim ends when its desk has been closed for so long. */
const claimOutlivesDeskMs = 30 * 60_000;

/** Whether a claim has ended because its desk has been closed for long, as far as all hubs were heard of. */
export function isClaimOfClosed(closedForMs: number): boolean {
  return closedForMs >= claimOutlivesDeskMs;
}

/** Who answered an alarm may be on the telephone: for so long they need not touch the computer. */
const answersForMs = 15 * 60_000;

/** An alarm of an order that another desk has. */
export interface ClaimedAlarm {
  readonly id: OrderId;
  /** For how long the desk that has the order could have answered it. */
  readonly forMs: number;
  /** How long it has for that. */
  readonly answerWithinMs: number;
}

/** Where an alarm of a claimed order belongs. */
export type AlarmPlace =
  /** With the desk that has the order; `leftMs`: for how long, unless something changes; null for no end. */
  | { readonly kind: 'kept'; readonly leftMs: number | null }
  /** With the other desks too: why, and since when the desk that has the order does not answer. */
  | { readonly kind: 'passedOn'; readonly why: PassedOnReason; readonly sinceMs: number };

/** Whether a desk answered the alarms of an order, as far as that is known. */
export function answerOf(
  { answers, hasMoreAnswers }: Presence,
  id: OrderId,
): 'answered' | 'unanswered' | 'unknown' {
  if (answers?.includes(id) === true) return 'answered';
  return answers === null || hasMoreAnswers === true ? 'unknown' : 'unanswered';
}

/**
 * Where an alarm of a claimed order belongs, by who is at the desk that has it. While a person there answers, no
 * other desk is interrupted; who answered may be away from the computer for a quarter of an hour.
 */
export function alarmPlace(
  presence: Presence,
  { answerWithinMs, forMs, id }: ClaimedAlarm,
  nowMs: number,
): AlarmPlace {
  const { sinceMs, state } = presence;
  const answer = answerOf(presence, id);
  if (state !== 'here') {
    const mayTelephone = answer === 'answered' && state === 'away';
    const leftMs = mayTelephone ? (sinceMs ?? nowMs) + answersForMs - nowMs : 0;
    return leftMs > 0
      ? { kind: 'kept', leftMs }
      : { kind: 'passedOn', why: state, sinceMs: sinceMs ?? nowMs };
  }
  if (answer === 'answered') return { kind: 'kept', leftMs: null };
  const leftMs = answerWithinMs - forMs;
  return leftMs > 0
    ? { kind: 'kept', leftMs }
    : { kind: 'passedOn', why: answer, sinceMs: nowMs - forMs };
}
