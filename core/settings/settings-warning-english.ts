import type { OwnPace } from '../watch/cadence.ts';

const count = new Intl.NumberFormat('en');

/** What settings of several values would do, in words that are read before they are taken. */
export const settingsWarningsEnglish = {
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
  reservesKeys: (keys: string) => `Takes ${keys} from all programs`,
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
  pickupStayLate: (minutes: number) =>
    `Counts a courier as too long at the pickup only after ${count.format(minutes)}\u00A0min`,
  destinationStayLate: (minutes: number) =>
    `Counts a courier as too long at a destination only after ${count.format(minutes)}\u00A0min`,
  nearStopLate: (meters: number) =>
    `Tells of a courier near a stop only within ${count.format(meters)}\u00A0m`,
  leftStopLate: (meters: number) =>
    `Tells that a courier left the pickup only beyond ${count.format(meters)}\u00A0m`,
  mutesGroups: (groups: string) => `Mutes groups: ${groups}`,
  groupsCheckedLess: (groups: string) => `Checks groups less often: ${groups}`,
  groupsNotifiedLess: (groups: string) => `Tells less of groups: ${groups}`,
  more: (many: number) => `${count.format(many)} more`,
};

export type SettingsWarningTexts = typeof settingsWarningsEnglish;
