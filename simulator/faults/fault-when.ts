import { z } from 'zod';
import { hash32 } from '../seeded-random.ts';

/** Which of the matching requests or webhooks a rule hits: those that meet every given condition. */
export const faultWhenSchema = z
  .strictObject({
    /** Does not hit the first this many. */
    skip: z.int().min(0).optional(),
    /** Hits at most this many. */
    times: z.int().min(1).optional(),
    /** Hits every n-th. */
    every: z.int().min(1).optional(),
    /** Hits with this probability, which the seed turns into a fixed choice. */
    probability: z.number().min(0).max(1).optional(),
    /** Hits this share of the orders, always the same ones. */
    orderShare: z.number().min(0).max(1).optional(),
    /** Network time from and until which it is in force. */
    fromMs: z.number().optional(),
    untilMs: z.number().optional(),
  })
  .default({});

/** What decides whether a rule that matches hits. */
export interface FaultTurn {
  readonly seed: number;
  /** The rule's own number: two rules draw differently. */
  readonly number: number;
  /** How many the rule matched so far, this one included. */
  readonly matched: number;
  readonly uuid: string | null;
  readonly networkMs: number;
}

/** Whether a rule hits, whatever it has hit before: `times` is the caller's to count. */
export function isHit(when: z.output<typeof faultWhenSchema>, turn: FaultTurn): boolean {
  const nth = turn.matched - (when.skip ?? 0);
  const chance = (salt: string | number): number =>
    hash32(turn.seed, 'fault', turn.number, salt) / 4_294_967_296;
  return (
    nth >= 1 &&
    nth % (when.every ?? 1) === 0 &&
    turn.networkMs >= (when.fromMs ?? 0) &&
    turn.networkMs < (when.untilMs ?? Number.POSITIVE_INFINITY) &&
    (when.probability === undefined || chance(turn.matched) < when.probability) &&
    (when.orderShare === undefined || chance(turn.uuid ?? '') < when.orderShare)
  );
}
