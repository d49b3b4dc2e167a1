/** The words of the board as it was, in English. */
export const rewindWords = {
  title: 'Rewind',
  open: 'Rewind the board',
  bar: 'Time of the board',
  notNow: 'This is not now. Nothing can be changed here.',
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
