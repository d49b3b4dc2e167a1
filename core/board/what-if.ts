/** The most changes of settings that one request may ask about. */
export const mostWhatIfs = 60;

/** What other settings would have meant. */
export interface WhatIf {
  /** From when on it was counted, in milliseconds since 1970. */
  readonly fromMs: number;
  /** Until when it was counted, in milliseconds since 1970. */
  readonly untilMs: number;
  /** Notifications that interrupted: cards put on the screen. */
  readonly notified: number;
  /** The same for each change that was asked about, in their order. */
  readonly otherwise: readonly number[];
}
