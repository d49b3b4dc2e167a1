/* Shared by the schema of the settings and by the window, whose bundle holds no schemas. */

/** Which promises a list can be narrowed to; within the hour and past are judged by the clock, likely late by the forecasts. */
export const promiseChoices = ['all', 'promised', 'withinHour', 'likelyLate', 'past'] as const;

export type PromiseChoice = (typeof promiseChoices)[number];

/** To what every view is narrowed by hand, beside the filter. */
export interface Narrowing {
  readonly group: 'all' | 'noGroup' | `group:${string}`;
  readonly promise: PromiseChoice;
}

/** A view with all of its orders. */
export const notNarrowed: Narrowing = { group: 'all', promise: 'all' };
