import type { OwnPace } from '../watch/cadence.ts';
import type { Settings } from './settings.ts';

const count = new Intl.NumberFormat('en');

const days = (many: number): string => (many === 1 ? '1 day' : `${count.format(many)} days`);

/** What the settings of a file would do, in words that are read before they are taken. */
export const settingsWarningsEnglish = {
  manyRequests: (perMinute: number) =>
    `Sends up to ${count.format(perMinute)} requests a minute to the service`,
  fewRequests: (perMinute: number) =>
    `Sends ${count.format(perMinute)} requests a minute at most, so orders are checked less often`,
  rarelyChecked: (seconds: number) =>
    `Checks an order on the way only every ${count.format(seconds)}\u00A0s`,
  rarerPaces: (paces: readonly string[]) => `Checks less often: ${paces.join('; ')}`,
  paceNames: {
    pending: 'waiting orders',
    pendingLong: 'orders that wait for long',
    scheduledLater: 'orders planned for later',
    standing: 'couriers who stand still',
    finished: 'finished orders',
    notFoundYoung: 'uuids that were not found just now',
    notFound: 'uuids that stay not found',
  } satisfies Record<OwnPace, string>,
  slowOnBattery: 'Checks half as often on battery',
  shows: {
    full: 'Shows couriers’ names in notifications, beside label, distances and prices',
    noNames: 'Shows label, distances and prices in notifications',
  },
  priceUnit: {
    major: 'Reads amounts as whole units: 86 is HK$86.00',
    minor: 'Reads amounts as the smallest unit: 8600 is HK$86.00',
    raw: 'Shows amounts as the service gives them: 8600 is HKD 8600',
  } satisfies Record<Settings['priceUnit'], string>,
  amountsUnasked: 'Asks no more about amounts that look like cents',
  takesKeys: (keys: string) => `Takes ${keys} from all programs`,
  looksThroughClipboard: 'Looks through the clipboard when the window comes to the front',
  peopleStay: (many: number) =>
    `Keeps names, numbers and positions in finished orders for ${days(many)}`,
  peopleGo: (many: number) =>
    many === 0
      ? 'Erases names, numbers and positions of all finished orders at once'
      : `Erases names, numbers and positions of finished orders after ${days(many)}`,
  archiveStays: (many: number) => `Keeps finished orders in the archive for ${days(many)}`,
  archiveGoes: (many: number) => `Erases finished orders after ${days(many)}`,
  historyStays: (many: number) => `Keeps the history for ${days(many)}`,
  historyGoes: (many: number) => `Erases the history after ${days(many)}`,
  shownInCaptures: 'Shows the window in screenshots and on shared screens',
  noUpdates: 'Turns the search for updates off',
  mutesAll: 'Mutes all notifications',
  notNotified: (kinds: readonly string[]) => `Does not notify any more: ${kinds.join('; ')}`,
  gathered: (kinds: readonly string[]) =>
    `Tells as news, no more as what needs you: ${kinds.join('; ')}`,
  soundless: (kinds: readonly string[]) => `Notifies without a sound: ${kinds.join('; ')}`,
  heardAlways: (kinds: readonly string[]) =>
    `Is heard also while the system’s do-not-disturb is on: ${kinds.join('; ')}`,
  quietAlways: 'Holds notifications back at all times, by quiet hours',
  quietHours: (hours: number) =>
    `Holds notifications back for ${count.format(hours)}\u00A0h a week, by quiet hours`,
  criticalHeld: 'Holds “released” and “cancelled” back, too, in quiet hours and on a locked screen',
  lockedScreen: {
    same: 'Shows the whole notification on a locked screen',
    hold: 'Shows no notification while the screen is locked',
  },
  movesNotNotified: 'Does not tell every move of a courier any more',
  notMovingLate: (minutes: number) =>
    `Counts a courier as not moving only after ${count.format(minutes)}\u00A0min`,
  longWaitLate: (minutes: number) =>
    `Counts a wait as long only after ${count.format(minutes)}\u00A0min`,
  learnedLate: (minutes: number) =>
    `Learns no limit for long waits below ${count.format(minutes)}\u00A0min`,
  silentLate: (minutes: number) =>
    `Counts a position as old only after ${count.format(minutes)}\u00A0min`,
  lostLate: (minutes: number) =>
    `Counts a position as lost only after ${count.format(minutes)}\u00A0min`,
  nearStopLate: (meters: number) =>
    `Tells of a courier near a stop only within ${count.format(meters)}\u00A0m`,
  leftStopLate: (meters: number) =>
    `Tells that a courier left the pickup only beyond ${count.format(meters)}\u00A0m`,
  mutesGroups: (groups: string) => `Mutes groups: ${groups}`,
  groupsCheckedLess: (groups: string) => `Checks groups less often: ${groups}`,
  groupsNotifiedLess: (groups: string) => `Tells less of groups: ${groups}`,
  more: (many: number) => `${count.format(many)} more`,
  remindsNever: 'Shows a critical notification only once',
  remindsRarely: (minutes: number) =>
    `Repeats a critical notification only every ${count.format(minutes)}\u00A0min`,
};

export type SettingsWarningTexts = typeof settingsWarningsEnglish;
