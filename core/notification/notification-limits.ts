/* Shared by the schema of the settings and by the window, whose bundle holds no schemas. */

/** The most groups that can have a rule of their own. */
export const mostGroupRules = 200;

/** The most quiet times: two for each day of the week. */
export const mostQuietTimes = 14;

/** The least that a stop is left farther away than it is reached, so that a standing phone does neither. */
export const leastFenceGapMeters = 50;

/** How news notifies: each change and each move alone, or gathered while more than five orders are live. */
export const newsChoices = ['calm', 'everyChange'] as const;

/** What a notification shows while the screen is locked: the same, a count only, or nothing yet. */
export const lockedScreenChoices = ['same', 'countOnly', 'hold'] as const;

/** The least and the most of each number of the notification settings. */
export const notificationLimits = {
  moveMeters: { least: 200, most: 10_000 },
  moveEverySeconds: { least: 60, most: 3600 },
  notMovingMinutes: { least: 3, most: 120 },
  enterMeters: { least: 50, most: 2000 },
  leaveMeters: { least: 100, most: 3000 },
  silentMinutes: { least: 1, most: 60 },
  lostMinutes: { least: 2, most: 240 },
  stayMinutes: { least: 3, most: 120 },
  longWaitMinutes: { least: 1, most: 240 },
} as const;
