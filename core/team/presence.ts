import { z } from 'zod';
import { orderIdSchema } from '../order/order-id-schema.ts';
import type { OrderId } from '../order/order-id.ts';

/*
 * Who is at the desks of a team. A desk says it to its hub, hubs say it to each other and to the desks, and no one
 * keeps it: it is in no log and in no file.
 */

/** What a desk says of who is at it: a person, no one for a while, its screen is locked, its computer falls asleep. */
export const attendances = ['here', 'away', 'locked', 'asleep'] as const;

/** The same as the team sees it; `closed`: no hub has contact with the desk. */
export const deskStates = [...attendances, 'closed'] as const;

export type DeskState = (typeof deskStates)[number];

/** Why an alarm does not stay with the desk that has its order: no one is there, or no one answered it. */
export type PassedOnReason = Exclude<DeskState, 'here'> | 'unanswered';

/** The most answered alarms that a desk tells of. */
export const mostAnswers = 100;

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
});

/** What a desk says of who is at it. */
export type SaidPresence = z.infer<typeof saidPresenceSchema>;

export const presenceSchema = z.object({
  state: z.enum(deskStates),
  /** Since when; null where that is not known. */
  sinceMs: z.number().nullable(),
  answers: z.array(orderIdSchema),
});

/** Who is at a desk. Times in milliseconds since 1970. */
export type Presence = z.infer<typeof presenceSchema>;

/** A desk of which nothing else is known, such as one that has never said it. */
export const presumedHere: Presence = { state: 'here', sinceMs: null, answers: [] };

/** What hubs know of a desk. */
export interface DeskFacts {
  /** What it said last, at whichever hub; null where it never did. */
  readonly said: Presence | null;
  /** Whether it has a connection to a hub. */
  readonly isConnected: boolean;
  /** For how long no hub has heard of it; 0 while one does. */
  readonly goneForMs: number;
}

/** Whether a desk that has a connection is heard of no more. */
export function isSilent(saidAgoMs: number): boolean {
  return saidAgoMs >= silentAfterMs;
}

/** Who is at a desk by what hubs know of it. */
export function presenceOf({ goneForMs, isConnected, said }: DeskFacts, nowMs: number): Presence {
  const last = said ?? presumedHere;
  if (goneForMs < backWithinMs || last.state === 'asleep') return last;
  const state = isConnected ? 'asleep' : 'closed';
  return { state, sinceMs: nowMs - goneForMs, answers: [] };
}

/** A claim ends when its desk has been closed for so long. */
const claimOutlivesDeskMs = 30 * 60_000;

/** Whether a claim has ended because its desk has been closed for long. */
export function isClaimOfClosed(goneForMs: number): boolean {
  return goneForMs >= claimOutlivesDeskMs;
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

/**
 * Where an alarm of a claimed order belongs, by who is at the desk that has it. While a person there answers, no
 * other desk is interrupted; who answered may be away from the computer for a quarter of an hour.
 */
export function alarmPlace(
  { answers, sinceMs, state }: Presence,
  { answerWithinMs, forMs, id }: ClaimedAlarm,
  nowMs: number,
): AlarmPlace {
  const isAnswered = answers.includes(id);
  if (state !== 'here') {
    const leftMs = isAnswered && state === 'away' ? (sinceMs ?? nowMs) + answersForMs - nowMs : 0;
    return leftMs > 0
      ? { kind: 'kept', leftMs }
      : { kind: 'passedOn', why: state, sinceMs: sinceMs ?? nowMs };
  }
  if (isAnswered) return { kind: 'kept', leftMs: null };
  const leftMs = answerWithinMs - forMs;
  return leftMs > 0
    ? { kind: 'kept', leftMs }
    : { kind: 'passedOn', why: 'unanswered', sinceMs: nowMs - forMs };
}
