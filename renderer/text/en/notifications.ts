import { notificationFaultText } from '../../../core/notification/notification-fault.ts';
import type { NotificationHop } from '../../../core/notification/notification-fault.ts';
import type { NotificationEntry } from '../../../core/notification/notification.ts';
import { outcomeTexts } from '../../../core/notification/outcome-texts.ts';
import { notificationKindTexts } from '../../../core/settings/notification-kind-texts.ts';
import { count, orders as countedOrders } from './numbers.ts';

const hops: Record<NotificationHop['name'], string> = {
  update: 'An order changes',
  policy: 'It is worth telling',
  outbox: 'It is kept on the disk',
  system: 'The system gets it',
  shown: 'The system shows it',
  click: 'You click it',
};

const texts = outcomeTexts.en;

function outcome(found: NotificationEntry['outcome']): string {
  if (found === null) return texts.aboutToBeShown;
  switch (found.kind) {
    case 'shown':
      return texts.shown;
    case 'digested':
      return texts.digested[found.reason];
    case 'suppressed':
      return texts.suppressed[found.reason];
    case 'held':
      return texts.held[found.reason];
    case 'failed':
      return `Not shown by the system. ${notificationFaultText(found.reason, 'en')}`;
  }
}

/** The texts of the history of notifications in English. */
export const notificationHistoryTexts = {
  title: 'History of notifications',
  ofOrder: 'Its notifications',
  close: 'Close the history of notifications',
  kind: 'Kind of notification',
  allKinds: 'All kinds',
  outcomeFilter: 'What became of it',
  allOutcomes: 'Shown or not',
  outcomes: { shown: 'Shown', notShown: 'Not shown' },
  only: (order: string) => `Only those of ${order}`,
  notOnly: (order: string) => `Not only those of ${order}`,
  empty: 'No notification yet',
  nothingFits: 'No notification fits',
  showAll: 'Show all',
  outcome(found: NotificationEntry['outcome'], heldBy: NotificationEntry['heldBy']): string {
    const said = outcome(found);
    return heldBy === null || found?.kind === 'held'
      ? said
      : texts.after(said, texts.waited[heldBy]);
  },
};

/** The texts of the notification settings in English. */
export const notificationTexts = {
  health: {
    unproven: 'Nothing has been shown yet. Muted orders never notify.',
    working: 'Shown by the system. Muted orders never notify.',
    failing: (reason: string) => `Not shown by the system. ${notificationFaultText(reason, 'en')}`,
  },
  kinds: notificationKindTexts.en,
  whatIf: {
    lead: {
      counting:
        'The small numbers say how many notifications another choice would have brought lately.',
      nothing: 'Nothing is recorded yet; later each choice says what another one would have meant.',
      failed: 'What other choices would have meant could not be counted.',
    },
    counting: 'counting…',
    kindsHead: (notified: number, span: string) => `Last ${span}: ${count.format(notified)}`,
    kindOff: (otherwise: number) => `without: ${count.format(otherwise)}`,
    kindOn: (otherwise: number) => `with: ${count.format(otherwise)}`,
    without: (otherwise: number, notified: number, span: string) =>
      `Without this: ${count.format(otherwise)} instead of ${count.format(notified)} in the last ${span}`,
    with: (otherwise: number, notified: number, span: string) =>
      `With this: ${count.format(otherwise)} instead of ${count.format(notified)} in the last ${span}`,
    other: (name: string, otherwise: number) => `${name}: ${count.format(otherwise)}`,
    comma: ', ',
    withOthers: (others: string, notified: number, span: string) =>
      `With ${others}, instead of ${count.format(notified)} in the last ${span}`,
    noDifference: (span: string) => `No difference in the last ${span}`,
    chosenWord: (word: string) => `“${word}”`,
  },
  event: 'Event',
  what: 'What is told',
  level: 'Told as',
  levelNames: { needsYou: 'Needs you', news: 'News', kept: 'History only' },
  levelMeans: {
    needsYou: 'At once and by name, never behind news; it stands until it is over',
    news: 'Alone or together, as chosen above',
    kept: 'Not told; the history of notifications has it',
  },
  levelOf: (kind: string) => `${kind}: told as`,
  asForAll: (level: string) => `As for all: ${level}`,
  sound: 'Sound',
  soundOf: (kind: string) => `${kind}: sound`,
  sounds: {
    none: 'None',
    system: 'System',
    soft: 'Soft tone',
    rising: 'Two rising',
    falling: 'Three falling',
  },
  soundHelp:
    'The system sound obeys the system’s do-not-disturb. Waybell plays the three tones itself, so they are heard then, too. Quiet hours and muting hold for every sound, and no order is heard twice in a minute.',
  play: 'Play',
  playOf: (kind: string) => `${kind}: play the sound`,
  forecast: {
    title: 'When orders arrive',
    lead: 'How good the forecasts were, by week: four of five arrivals should lie in the forecast time. What is late is judged ten minutes before the promise.',
    chart: 'Share of arrivals in the forecast time by week; it should lie between 70 and 90 %',
    columns: [
      'Week of',
      'Orders',
      'Mean error',
      'In time given',
      'Brier score',
      'Warnings',
    ] as readonly string[],
    none: '–',
    /** A score beside that of the share of late orders alone; lower is better. */
    against: (score: string, base: string) => `${score} (without: ${base})`,
    warnings: (right: number, wrong: number, missed: number) =>
      `${right} right, ${wrong} wrong, ${missed} missed`,
  },
  soundMissing: 'The tone could not be played. Notifications then have the system sound.',
  try: 'Try',
  tryOf: (kind: string) => `${kind}: show an example`,
  everyMove: 'Every move',
  everyMoveHelp:
    'Otherwise only what matters: first position, left the pickup, near a stop, moves again. Follow (L) does so for single orders.',
  onlyAfter: 'Only after',
  onlyAfterHelp: 'Smaller moves still show in the list',
  onlyAfterField: 'Metres between two moves that are told',
  atMostEvery: 'At most once per order every',
  atMostEveryField: 'Seconds between two moves that are told',
  seconds: 's',
  atStop: 'Courier is at a stop within',
  atStopHelp: 'Of the straight line, twice in a row; told as “near a stop”',
  atStopField: 'Metres within which a courier is at a stop',
  leftStop: 'Courier has left a stop beyond',
  leftStopHelp: 'At least 50\u00A0m more, so that a standing phone does not come and go',
  leftStopField: 'Metres beyond which a courier has left a stop',
  begins: 'When it begins',
  notMoving: 'Courier counts as not moving after',
  notMovingHelp: 'Only between the stops',
  notMovingField: 'Minutes until a courier counts as not moving',
  restLearned: (where: string, limit: string, orders: number) =>
    `${where}. In force: ${limit}, learned from ${count.format(orders)} of your orders`,
  restEnough: (where: string, limit: string, orders: number) =>
    `${where}. In force: ${limit}, as set; ${count.format(orders)} of your orders ask for no more`,
  restAsSet: (where: string, limit: string) =>
    `${where}. In force: ${limit}, as set; learned once 20 orders are over, never below what is set`,
  longWait: 'Wait counts as long after',
  longWaitLearned: (limit: string, matches: number) =>
    `In force: ${limit}, learned from ${count.format(matches)} matches of the last 24\u00A0h`,
  longWaitAsSet: (limit: string) =>
    `In force: ${limit}, as set; learned once 5 orders were matched within 24\u00A0h`,
  longWaitReturning: (limit: string, own: string) =>
    `In force: ${limit}, from earlier matches; goes back to ${own} by 1\u00A0min a match, as fewer than 5 came within 24\u00A0h`,
  longWaitField: 'Minutes until a wait counts as long',
  leastLongWait: 'Learned limit not below',
  leastLongWaitHelp:
    'Each match moves the limit by 1\u00A0min at most, toward what nine of ten orders waited. Only orders that begin to wait afterwards follow it.',
  leastLongWaitField: 'Fewest minutes that a learned limit may have',
  silent: 'Position counts as old after',
  silentHelp: 'Only away from the stops',
  silentField: 'Minutes until a position counts as old',
  lost: 'Position counts as lost after',
  lostHelp: 'Also at a stop',
  lostField: 'Minutes until a position counts as lost',
  pickupStay: 'Courier is too long at the pickup after',
  pickupStayHelp: 'Also with the goods, until they are on their way',
  pickupStayField: 'Minutes until a courier is too long at the pickup',
  destinationStay: 'Courier is too long at a destination after',
  destinationStayHelp: 'Until the courier goes on or the order is over',
  destinationStayField: 'Minutes until a courier is too long at a destination',
  minutes: 'min',
  how: 'How news comes',
  quiet: 'When it is quiet',
  ofOthers: 'Orders that other desks have',
  offer: 'Every move is told as you chose. Changes of status are calm now.',
  offerHelp: 'Shall each change of status be told alone, too, however many orders are live?',
  offerAccept: 'Every change',
  offerLeave: 'Stay calm',
  mutedUntil: (time: string) => `Notifications are muted until ${time}`,
  unmute: 'Unmute',
  quietHours: 'Quiet hours',
  quietHelp: 'When they end, what still needs you is told, and news in one notification',
  quietTime: (place: number) => (place === 1 ? 'Quiet time' : `Quiet time ${place}`),
  from: (place: number) => (place === 1 ? 'Quiet hours from' : `Quiet hours ${place} from`),
  to: (place: number) => (place === 1 ? 'Quiet hours to' : `Quiet hours ${place} to`),
  removeQuietTime: (place: number) => `Remove quiet time ${place}`,
  moreQuietTimes: 'More quiet times',
  moreQuietTimesHelp: 'Such as a break, or the weekend',
  addQuietTime: 'Add a quiet time',
  timeZone: 'Time zone of the quiet hours',
  timeZoneNow: (time: string) => `There it is ${time} now`,
  ownTimeZone: 'This computer’s',
  otherZones: 'Others',
  until: 'to',
  days: 'Days',
  daysOf: (place: number) => (place === 1 ? 'Days' : `Days of quiet time ${place}`),
  daysHelp: 'On which the quiet begins',
  noDays: 'Choose the days on which it begins; without one it is never quiet',
  dayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  critical: 'Released and cancelled still come through',
  criticalHelp: 'In quiet hours and on a locked screen',
  privacy: 'What a notification shows',
  preview: 'Preview',
  now: 'now',
  test: 'Test',
  testTitle: 'Send a test notification',
  testHelp: 'It goes the way of every other; each step says when it was reached.',
  testNow: 'Send',
  hops,
  hopAfter: (ms: number) => `after ${ms}\u00A0ms`,
  hopWaiting: 'waiting',
  hopNotReached: 'not reached',
  hopFailed: (reason: string | null) =>
    reason === null ? 'failed' : `failed: ${notificationFaultText(reason, 'en')}`,
  history: 'History of notifications',
  historyHelp: 'What was shown, and what was not and why',
  openHistory: 'Open',
};

/** The texts of what is told otherwise for groups of orders, in English. */
export const groupTexts = {
  title: 'Groups',
  none: 'No order belongs to a group',
  noneHelp: 'Give an order a group in its details; what it may tell is chosen here.',
  asForAll: 'As for all orders',
  muted: 'Muted',
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  otherwise: 'Told otherwise than the rest',
  mute: 'Mute the group',
  muteHelp: 'Its orders are checked like the others but do not notify',
  muteOf: (group: string) => `${group}: mute`,
  snooze: 'Snooze the group',
  snoozeHelp: 'Afterwards what still needs you is told, and news in one notification',
  snoozeOf: (group: string, time: string) => `${group}: ${time}`,
  endSnoozeOf: (group: string) => `${group}: end the snooze`,
  everyMove: 'Every move',
  everyMoveOf: (group: string) => `${group}: every move`,
  ownMoves: 'Distances of its own',
  ownMovesOf: (group: string) => `${group}: distances of its own`,
  ownWaits: 'Waiting times of its own',
  ownWaitsHelp: 'In place of what is learned from the day’s orders',
  ownWaitsOf: (group: string) => `${group}: waiting times of its own`,
  ownFences: 'Distances to stops of its own',
  ownFencesOf: (group: string) => `${group}: distances to stops of its own`,
  ownPaces: 'Paces of its own',
  ownPacesHelp: 'How often its orders are checked',
  ownPacesOf: (group: string) => `${group}: paces of its own`,
  ownStays: 'Times at the stops of its own',
  ownStaysHelp: 'In place of what is learned from your orders',
  ownStaysOf: (group: string) => `${group}: times at the stops of its own`,
  ownSilence: 'Age of positions of its own',
  ownSilenceOf: (group: string) => `${group}: age of positions of its own`,
  kindOf: (group: string, kind: string) => `${group}: ${kind}`,
  levelOf: (group: string, kind: string) => `${group}: ${kind}, told as`,
};

/** The texts for the preferences for single orders, in English. */
export const preferenceTexts = {
  title: 'Group and notifications',
  group: 'Group',
  groupHint: 'Customer or team',
  groupSeveral: 'Put all into one group',
  groupToast: (group: string | null) => (group === null ? 'In no group:' : `In group ${group}:`),
  groupAsBeforeToast: 'Group as before:',
  noteToast: 'Note kept:',
  noteAsBeforeToast: 'Note as before:',
  promised: 'Promised for',
  promise: 'Promise a time',
  promisedToast: (time: string) => `Promised ${time}`,
  promisedPastToast: (time: string, past: string) => `Promised ${time}, which is ${past} ago`,
  promiseRemovedToast: 'Promised time removed',
  promisedAsBeforeToast: 'Promised as before',
  promisedField: 'Time that was promised',
  promisedDay: 'Day of the promised time',
  today: 'Today',
  tomorrow: 'Tomorrow',
  noPromise: 'Remove the promised time',
  follow: 'Follow',
  unfollow: 'Follow no more',
  followChoices: { usual: 'As usual', always: 'Yes', never: 'No' },
  snooze: 'Snooze',
  snoozeTimes: {
    quarter: '15\u00A0min',
    hour: '1\u00A0hour',
    tomorrow: 'Until tomorrow',
  },
  snoozeFor: {
    quarter: 'Snooze for 15\u00A0min',
    hour: 'Snooze for 1\u00A0hour',
    tomorrow: 'Snooze until tomorrow',
  },
  snoozeUntil: 'Snooze until…',
  later: 'Snooze or remind',
  snoozeField: 'Snooze until this time, in 24-hour form',
  untilToday: (time: string) => `Until ${time} today`,
  untilTomorrow: (time: string) => `Until ${time} tomorrow`,
  snoozedUntil: (time: string) => `Until ${time}`,
  endSnooze: 'End',
  endSnoozeOf: 'End the snooze',
  ofGroup: 'Silence of the group…',
  snoozeEndedToast: 'Snooze ended:',
  snoozedAsBeforeToast: 'Snoozed as before:',
  snoozedToast: (time: string, past: string) => `Snoozed until ${time}${past}:`,
  pastPromise: (time: string) => `, past its promise ${time}`,
  pastPromises: (many: number, time: string): string =>
    many === 1
      ? `, past the promise of 1 order, ${time}`
      : `, past the promises of ${countedOrders(many)} from ${time} on`,
};
