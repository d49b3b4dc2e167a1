/** Why an order needs a dispatcher's eyes, the most serious first. */
export type AttentionReason =
  | 'released'
  | 'cancelled'
  | 'unknownStatus'
  | 'failed'
  | 'notFound'
  | 'refused'
  | 'notMoving'
  | 'longWait'
  | 'priceChanged'
  | 'courierSwapped';

/** An order's claim on attention: a score to sort by and the reason that weighs most. */
export interface Attention {
  readonly score: number;
  readonly reason: AttentionReason;
}
