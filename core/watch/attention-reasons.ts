/** Why an order can need a dispatcher's eyes. */
export const attentionReasons = [
  'courierTurnover',
  'released',
  'cancelled',
  'unknownStatus',
  'failed',
  'notFound',
  'refused',
  'checksFailing',
  'courierSilent',
  'courierLost',
  'notMoving',
  'promiseAtRisk',
  'longWait',
  'priceChanged',
  'courierSwapped',
  'arrivedWaiting',
] as const;

export type AttentionReason = (typeof attentionReasons)[number];
