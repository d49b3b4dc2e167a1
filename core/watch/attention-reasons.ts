/**
 * Why an order can need a dispatcher's eyes, the most serious first. Whatever shows several orders or several
 * reasons goes by this order: the list, the tray, a summary for a chat and the command line.
 */
export const attentionReasons = [
  'promisePassed',
  'courierTurnover',
  'released',
  'failed',
  'cancelled',
  'notFound',
  'refused',
  'checksFailing',
  'courierLost',
  'probablyLate',
  'promiseAhead',
  'courierSilent',
  'notMoving',
  'arrivedWaiting',
  'longWait',
  'optionEnds',
  'unknownStatus',
  'courierSwapped',
  'priceChanged',
] as const;

export type AttentionReason = (typeof attentionReasons)[number];

/** What an earlier Waybell called a promise at hand and one that has passed alike. */
export const retiredPromise = 'promiseAtRisk';

/** Reasons that tell of something and ask for nothing but a look. */
const newsReasons: ReadonlySet<AttentionReason> = new Set(['courierSwapped', 'priceChanged']);

/** Whether a reason is news: a look is all that it asks for. Every other one needs a person. */
export function isNews(reason: AttentionReason): boolean {
  return newsReasons.has(reason);
}

/**
 * A reason that is as serious as the other: the service does not give the order, whichever way it says so; a
 * promise is in danger, and how near it is tells two such orders apart.
 */
const asSeriousAs: { readonly [Reason in AttentionReason]?: AttentionReason } = {
  refused: 'notFound',
  promiseAhead: 'probablyLate',
};

/** How serious a reason is: the more serious of two has the higher number. The least is 1. */
export function seriousness(reason: AttentionReason): number {
  return attentionReasons.length - attentionReasons.indexOf(asSeriousAs[reason] ?? reason);
}
