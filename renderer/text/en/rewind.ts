/** The texts of the board as it was, in English. */
export const rewindTexts = {
  title: 'Rewind',
  open: 'Rewind the board',
  bar: 'Time of the board',
  notNow: 'This is not now. Nothing can be changed here.',
  /** At the time that is shown. */
  idle: {
    asleep: 'The computer was asleep then. The orders are as they were when it fell asleep.',
    ended: 'Waybell was not running then. The orders are as it left them.',
  },
  idleFromTo: {
    asleep: (from: string, until: string) => `The computer was asleep from ${from} to ${until}`,
    ended: (from: string, until: string) => `Waybell was not running from ${from} to ${until}`,
  },
  back: 'Back to now',
  previousEvent: 'Previous event',
  nextEvent: 'Next event',
  play: 'Play, a minute each second',
  pause: 'Stop playing',
  now: 'now',
  empty: 'No orders here at this time',
  notifications: 'Notifications that stood',
  noNotifications: 'No notification stood at this time',
  refused: 'The past cannot be changed.',
  close: 'Close details',
};
