import { english } from '../../../core/text/language.ts';
import { notificationFaultText } from '../../../core/notification/notification-fault.ts';
import type { HealthWord } from '../../board/health.ts';
import { courierTexts } from './courier.ts';
import { groupWayTexts } from './group.ts';
import { connectTexts } from './connect.ts';
import { detailTexts } from './detail.ts';
import { listTexts, boardTexts, keyboardTexts } from './list.ts';
import { groupTexts, notificationHistoryTexts, preferenceTexts } from './notifications.ts';
import { count, orders } from './numbers.ts';
import { rewindTexts } from './rewind.ts';
import { teamTexts } from './team.ts';
import { dayTexts, settingsTexts, transferTexts, diagnosisTexts } from './settings.ts';

const health: Record<HealthWord, string> = {
  live: 'Live',
  waiting: 'Paused by the service',
  offline: 'Offline',
  signedOut: 'Signed out',
  paused: 'Paused',
  demo: 'Demo',
};
/**
 * Every word of the window in English. Another language is another object of this type; what needs
 * numbers or names is a function, so that each language can order its words.
 */
export const en = {
  language: english.language,
  /** For Intl: the language, with its region where that matters. */
  locale: english.locale,
  count: (many: number) => count.format(many),
  orders,
  health,
  holds: {
    /** @param until null where quiet hours have no end */
    quiet: (until: string | null) => (until === null ? 'Quiet hours' : `Quiet until ${until}`),
    muted: (until: string) => `Muted until ${until}`,
    toSetting: (held: string) => `Notifications: ${held}. Show the setting`,
  },
  board: boardTexts,
  loading: {
    title: 'Reading your orders',
    failed: 'Your orders could not be read',
    again: 'Try again',
  },
  notDrawn: {
    title: 'This window could not be drawn',
    what: 'That is a fault of Waybell. Orders are still checked, and notifications still come.',
    again: 'Draw it again',
  },
  regions: {
    views: 'Views',
    orders: 'Orders',
    details: 'Order details',
    messages: 'Messages',
  },
  ring: {
    next: (duration: string) => `Next check in ${duration}`,
    busy: 'Checking now',
  },
  healthPanel: {
    details: 'Connection details',
    rate: (used: number, cap: number): string =>
      used > cap
        ? `${count.format(used)} requests in the last minute, now at most ${count.format(cap)}/min`
        : `${count.format(used)} of ${count.format(cap)} requests/min`,
    rateSpoken: (used: number, cap: number): string =>
      used > cap
        ? `${count.format(used)} requests in the last minute, now at most ${count.format(cap)} per minute`
        : `${count.format(used)} of ${count.format(cap)} requests per minute`,
    nextCheck: (duration: string) => `Next check in ${duration}`,
    checkDue: 'Next check now',
    nothingPlanned: 'No check planned',
    lastContact: (time: string) => `Last contact ${time}`,
    noContact: 'No contact yet',
    tryingAgain: (duration: string) => `Trying again in ${duration}`,
    keychainAwaited: 'Waiting for the keychain',
    pausedSince: (time: string) => `Since ${time} by you`,
    resumesAt: (time: string) => `Resumes at ${time}`,
    untilResumed: 'Until you resume',
    pausedByService: (time: string) => `Paused by the service until ${time}`,
    service: 'Service',
    clientId: 'Client ID',
    demoService: 'Built-in demo service',
    lastAnswer: 'Last answer',
    pace: 'Pace',
    version: 'Version',
    change: 'Change connection',
    leaveDemo: 'Leave the demo',
    useOwn: 'Connect your own service',
  },
  bar: {
    pause: 'Pause checking',
    resume: 'Resume checking',
    keyboard: 'Keyboard',
    settings: 'Settings',
    palette: 'Command palette',
  },
  banner: {
    stoppedFor: (many: number) => `${orders(many)} ${many === 1 ? 'is' : 'are'} not being checked.`,
    tryAgain: 'Try again',
    update: 'Update',
    lastContact: (time: string, age: string) => `Last contact ${time}, ${age}.`,
    noContact: 'No contact yet.',
    tryingIn: (duration: string) => `Trying again in ${duration}.`,
    goesOnIn: (duration: string) => `Next check in ${duration}.`,
    tryingNow: 'Trying again now.',
    tryingOften: 'Trying again every few seconds.',
    tryNow: 'Try now',
    pausedTitle: 'Checking is paused',
    pausedUntilTitle: (time: string) => `Checking is paused until ${time}`,
    pausedBody: (many: number) =>
      `${orders(many)} ${many === 1 ? 'waits' : 'wait'}. Nothing is sent to the service.`,
    resume: 'Resume',
    storageTitle: 'The watch list cannot be saved',
    storageBody: (reason: string) =>
      `${reason} Changes are kept until Waybell quits, and are saved as soon as that works again.`,
    erasingTitle: 'Erasing orders',
    erasingBody: (erased: number, total: number) =>
      `${count.format(erased)} of ${count.format(total)}. It goes on after a restart, too.`,
    startNoticeTitle: 'The watch list was started anew',
    clockTitle: 'This computer’s clock seems wrong',
    clockBody: (days: number) =>
      `It is ${count.format(days)} ${days === 1 ? 'day' : 'days'} ahead of the service. Nothing is erased for its age until the two agree. Promises and reminders go by this clock.`,
    webhooksSilentTitle: 'No webhook for over 20\u00A0min although checks show changes',
    webhooksSilentBody: (time: string, age: string) =>
      `None since ${time}, ${age}. Every order is checked at its own pace.`,
    webhookSettings: 'Webhook settings',
    takenOffTitle: (desks: string, many: number): string =>
      `${desks} took ${many === 1 ? 'an order' : orders(many)} that you had off the list of all desks`,
    takenOffOthers: (many: number) => `${count.format(many)} more`,
    takenOffBody: (named: string) =>
      `${named}. Watching again brings back label, group and promised time.`,
    takenOffNotKept: (many: number) =>
      `${count.format(many)} earlier ${many === 1 ? 'one is' : 'ones are'} not kept here any more.`,
    watchAgain: 'Watch again',
    watchedAgain: 'Watched again with label, group and promised time; no desk has it yet',
    offeredTitle: (many: number) => `Webhooks came for ${orders(many)} that you do not watch`,
    offeredBody: 'Their sender proved who it is. Nothing is watched before you look.',
    offersNotKept: (many: number) =>
      `${orders(many)} more came than are kept here; their uuids are not kept.`,
    folderTitle: 'No orders come from the watched folder',
    folderSettings: 'Folder settings',
    lookAtOffered: 'Look',
    dismissOffered: 'Dismiss',
    notificationsTitle: 'Notifications do not reach you',
    notificationsBody: (reason: string) =>
      `${notificationFaultText(reason, 'en')} Changes are shown here and in the tray meanwhile.`,
  },
  announcement: {
    one: (order: string, what: string) => `${order}: ${what}`,
    many: (several: number) => `${count.format(several)} orders need attention`,
  },
  toast: {
    undo: 'Undo',
    redo: 'Redo',
    nothingToUndo: 'Nothing to undo',
    nothingToRedo: 'Nothing to redo',
    dismiss: 'Dismiss',
    muted: 'Muted',
    unmuted: 'Unmuted',
    followed: 'Each change is told by itself:',
    unfollowed: 'Told as usual again:',
    stoppedWatching: 'Stopped watching',
    /** @param others how many of the orders other desks had */
    stoppedForAllDesks: (others: number): string =>
      others === 0
        ? 'Stopped watching at all desks:'
        : `Stopped watching at all desks (${count.format(others)} of ${others === 1 ? 'another desk' : 'other desks'}):`,
    treatedAs: (word: string, meaning: string) => `“${word}” is treated as ${meaning} from now on`,
    treatedAsReceived: (word: string) => `“${word}” is shown as received again`,
    broughtBack: 'Brought back:',
    archived: 'Archived',
    restored: 'Back on the list',
    notFinished: 'Only finished orders can be archived',
    pinned: 'Pinned',
    unpinned: 'Unpinned',
    renamed: 'Renamed to',
    labelRemoved: 'Label removed from',
    movedTo: (group: string) => `Now in ${group}:`,
    updated: (many: number) => `Updated ${orders(many)}`,
    watching: (many: number) => `Watching ${orders(many)}`,
    watchingAndUpdated: (many: number, updated: number) =>
      `Watching ${orders(many)}, updated ${orders(updated)}`,
    annotationsAsBefore: 'Labels, groups and promised times are as before',
    notWatched: 'Not watched any more:',
    othersArchived: (many: number) => `${orders(many)} more in the archive`,
    uuidCopied: 'Uuid copied',
    uuidsCopied: (many: number) => `${count.format(many)} uuids copied`,
    positionCopied: 'Position copied',
    mapLinkCopied: 'Map link copied',
    phoneCopied: 'Phone number copied. Cleared in 60\u00A0s.',
    rawCopied: 'Raw order copied',
    noTime: (typed: string) =>
      `“${typed}” was not kept: it is no time of day, such as 9:30 or 21:30`,
  },
  rewind: rewindTexts,
  settings: settingsTexts,
  transfer: transferTexts,
  day: dayTexts,
  notificationHistory: notificationHistoryTexts,
  preferences: preferenceTexts,
  groupSettings: groupTexts,
  diagnosis: diagnosisTexts,
  ...listTexts,
  ...detailTexts,
  ...courierTexts,
  ...groupWayTexts,
  ...connectTexts,
  ...keyboardTexts,
  ...teamTexts,
};

/** The texts of the window in one language. */
export type Dictionary = typeof en;
