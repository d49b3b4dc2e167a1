import type { GroupName } from '../../board/arrangement.ts';
import type { ViewName } from '../../board/views.ts';
import { count, orders } from './numbers.ts';
import type { ListSort } from '../../../core/settings/list-sort.ts';

const views: Record<ViewName, string> = {
  all: 'All',
  needsAttention: 'Needs attention',
  waiting: 'Waiting',
  onTheWay: 'On the way',
  done: 'Done',
  muted: 'Muted',
  archive: 'Archive',
};

const groups: Record<GroupName, string> = {
  attention: 'Needs attention',
  onTheWay: 'On the way',
  waiting: 'Waiting',
  unknown: 'Unknown status',
  unread: 'Not found or not readable',
  done: 'Done',
};

const emptyViews: Record<ViewName, { readonly title: string; readonly body: string }> = {
  all: { title: 'No orders yet', body: '' },
  needsAttention: {
    title: 'Nothing needs attention',
    body: 'Problems with your orders show up here first.',
  },
  waiting: {
    title: 'No order is waiting',
    body: 'Orders that have no courier yet show up here.',
  },
  onTheWay: {
    title: 'No order is on the way',
    body: 'Orders with a courier show up here until they are completed.',
  },
  done: {
    title: 'No finished orders',
    body: 'Completed, failed and cancelled orders show up here.',
  },
  muted: {
    title: 'No muted orders',
    body: 'Muted orders are checked like the others but do not notify.',
  },
  archive: {
    title: 'The archive is empty',
    body: 'Finished orders go here two hours later, once nothing about them needs attention. They are not checked any more.',
  },
};

/** The words of the list, its rows and what is pasted or dropped on it, in English. */
export const listWords = {
  views,
  groups,
  emptyViews,
  list: {
    filter: 'Filter',
    filterOrders: 'Filter orders',
    filterHint: 'Label, uuid, address, courier or status',
    clearFilter: 'Clear filter',
    selected: (many: number) => `${count.format(many)} selected`,
    markSeen: (many: number) => `Mark ${count.format(many)} as seen`,
    archive: (many: number) => `Archive ${count.format(many)}`,
    putBack: (many: number) => `Put back ${count.format(many)}`,
    clearSelection: 'Clear selection',
    nothingMatches: 'Nothing matches the filter',
    nothingMatchesBody: (filter: string) =>
      `No order in this view has “${filter}” in its label, uuid, address, courier or status.`,
    emptyBefore: 'Copy one or more order uuids, then press',
    emptyAfter: 'here.',
  },
  row: {
    newChanges: 'New changes',
    muted: 'Muted',
    pinned: 'Pinned',
    archived: 'Archived',
    to: 'to',
    notCheckedYet: 'Not checked yet',
    firstCheckSoon: 'First check soon',
    scheduled: 'Scheduled',
    notMoving: 'Not moving',
    courierSilent: 'Courier silent',
    courierLost: 'Courier position lost',
    promiseAtRisk: 'Promised time at hand',
    arrivedWaiting: 'Waiting at the stop',
    longWait: 'Long wait',
    waiting: (waited: string, limit: string) => `Waiting ${waited}, long after ${limit}`,
    released: 'Released, waiting again',
    noCourier: 'No courier yet',
    courierNotGiven: 'Courier not given',
    noPosition: 'No position yet',
    neverSeen: 'Never seen by this service',
    neverRead: 'No usable answer yet',
    noPickup: 'Pickup not given',
    noDestination: 'destination not given',
    unseen: 'Unseen changes',
    added: (time: string) => `Added ${time}`,
    seenAt: (time: string) => `seen ${time}`,
    position: (age: string) => `position ${age}`,
    moved: (distance: string, age: string) => `moved ${distance}, ${age}`,
    untimedPosition: 'position, time not given',
    lastSeen: (age: string) => `last seen ${age}`,
    moreStops: (many: number) => `+${count.format(many)}`,
    moreStopsSpoken: (many: number) => (many === 1 ? 'and 1 more stop' : `and ${many} more stops`),
    forTime: (duration: string) => `for ${duration}`,
    atTime: (time: string) => `at ${time}`,
    /** A row as one sentence after the other, for a screen reader. */
    spoken: (parts: readonly string[]) => `${parts.join('. ')}.`,
  },
  pasteBar: {
    label: 'Paste order uuids',
    placeholder: 'Paste order uuids anywhere',
    fresh: 'new',
    known: 'watched',
    rejected: 'not a uuid',
    finished: 'finished',
    found: 'What was found in the text',
    isNew: 'New',
    isNewFinished: 'New, looks finished',
    alreadyWatched: 'Already watched',
    alreadyFinished: 'Already watched, finished',
    line: (line: number) => `Line ${count.format(line)}`,
    cutOff: 'More than 50,000: paste the rest afterwards',
    rejectedBecause: {
      wrongLength: (length: number) => `Not a uuid: ${count.format(length)} characters, needs 36`,
      notHex: () => 'Not a uuid: holds other characters than 0 to 9 and a to f',
      orderNumber: () => 'Not a uuid: looks like an order number',
      nil: () => 'Not an order: one digit repeated',
    },
    nothing: (length: number) =>
      length === 1 ? 'No uuid in 1 character' : `No uuid in ${count.format(length)} characters`,
    pasted: (lines: number) =>
      lines === 1 ? 'Pasted 1 line' : `Pasted ${count.format(lines)} lines`,
    nothingYet: 'Nothing is watched until you say so.',
    countNew: (many: number) => `${count.format(many)} new`,
    countKnown: (many: number) => `${count.format(many)} already watched`,
    countFinished: (many: number) =>
      many === 1 ? '1 looks finished' : `${count.format(many)} look finished`,
    countRejected: (many: number) => `${count.format(many)} not a uuid`,
    labelOf: (shortUuid: string) => `Label of ${shortUuid}`,
    labelHint: 'No label',
    labels: 'Labels',
    foundLabels: { found: 'Labels as found', none: 'Without labels' },
    promised: (time: string) => `promised ${time}`,
    timeUnread: 'time not read:',
    timesUnread: 'not readable as a time',
    countUnread: (many: number) =>
      many === 1 ? '1 time not read' : `${count.format(many)} times not read`,
    columns: 'Groups and promised times',
    foundColumns: { found: 'Groups and times as found', none: 'Without groups and times' },
    replacesOwn: 'Replace what watched orders have',
    labelForAll: 'Label for all',
    labelForAllHint: 'Label for all (optional)',
    cancel: 'Cancel',
    watch: (many: number) => `Watch ${orders(many)}`,
    update: (many: number) => `Update ${orders(many)}`,
    watchAndUpdate: (fresh: number, known: number) =>
      `Watch ${orders(fresh)}, update ${count.format(known)}`,
    open: 'Open',
    select: (many: number) => `Select ${orders(many)}`,
    cost: (many: number, before: string, after: string) =>
      `With ${orders(many)} a check every ${before} becomes every ${after}.`,
  },
  drop: {
    hint: 'Drop to look for uuids',
    refused: {
      tooLarge: 'Not looked through: this is more than 10\u00A0MB',
      notText: 'Not looked through: only .txt, .csv, .json and .eml files hold text',
      unreadable: 'The file could not be read',
    },
  },
};

const sorts: Record<ListSort, string> = {
  attention: 'Attention first',
  latest: 'Latest change first',
  wait: 'Longest wait first',
  promise: 'Earliest promise first',
  named: 'By label',
  courier: 'By courier',
  price: 'Highest price first',
};

/** The words that the list and the details share, in English. */
export const boardWords = {
  sorts,
  sortBy: (sort: string) => `Order of the list: ${sort}`,
  firstCheck: (done: number, all: number) =>
    `First check ${count.format(done)} of ${count.format(all)}`,
  firstCheckLeft: (duration: string, rate: number) =>
    `, about ${duration} left at ${count.format(rate)}/min`,
  resizeDetails: 'Width of the details',
  stale: (age: string) => `The position is ${age} old.`,
  standing: (duration: string) => `The courier has not moved on for ${duration}.`,
  stillChecked: (every: string, what: string) => `Still checked every ${every}. ${what}`,
  copyPhone: 'Copy phone',
  remind: 'Remind in 5\u00A0min',
  remindsAt: (time: string) => `Reminder at ${time}`,
  pasteCorrected: 'Paste a corrected uuid',
  seenFix: (time: string, age: string) => `Seen ${time}, ${age}`,
  zoom: 'Size of everything',
  zoomHelp: 'Ctrl or Command with + and −; with 0 as usual',
  percent: (percent: number) =>
    new Intl.NumberFormat('en', { style: 'percent' }).format(percent / 100),
  markedSeen: 'Marked as seen',
  markedUnseen: 'Marked as unseen',
};

/** The words of the palette and the keyboard help, in English. */
export const keyboardWords = {
  palette: {
    title: 'Commands',
    field: 'Orders, actions and places',
    hint: 'Find an order, an action or a place',
    orders: 'Orders',
    actionsFor: (order: string) => `Actions for ${order}`,
    forAll: 'For all orders',
    goTo: 'Go to',
    checkAll: 'Check all orders now',
    asks: {
      pause: {
        title: 'Pause checking?',
        body: 'No order is checked until you resume.',
      },
      stopWatching: (subject: string) => `Stop watching ${subject}?`,
      archive: (subject: string) => `Archive ${subject}?`,
      undo: 'It can be undone while its message stands.',
      cancel: 'Cancel',
    },
    mute: 'Mute notifications',
    unmute: 'Unmute notifications',
    nothing: 'Nothing is called that',
    choose: 'choose',
    open: 'open',
    openKeep: 'open, keep palette',
    close: 'close',
  },
  help: {
    title: 'Keyboard',
    close: 'Close keyboard help',
    move: 'Move',
    act: 'Do',
    find: 'Find and control',
    nextPrevious: 'Next, previous order',
    firstLast: 'First, last',
    nextUnseen: 'Next order with changes',
    regions: 'List, details, sidebar',
    views: 'Views',
    openDetails: 'Open details, go into them',
    menu: 'Menu of the selected orders',
    closeLayer: 'Close what is on top',
    paste: 'Paste uuids',
    checkNow: 'Check now',
    mute: 'Mute or unmute',
    snooze: 'Snooze for 15\u00A0min',
    snoozeUntil: 'Snooze until a time',
    rename: 'Rename label',
    markSeen: 'Mark as seen',
    archive: 'Archive, put back',
    pin: 'Pin or unpin',
    stopWatching: 'Stop watching',
    undo: 'Undo while its message stands',
    redo: 'Redo',
    filter: 'Filter',
    selectSeveral: 'Select several',
    selectAll: 'Select all',
    copyUuids: 'Copy uuids',
    pause: 'Pause or resume checking',
    fitMap: 'Fit courier and next stop',
    settings: 'Settings',
    palette: 'Command palette',
    zoom: 'Larger, smaller, usual size',
    thisList: 'This list',
  },
};
