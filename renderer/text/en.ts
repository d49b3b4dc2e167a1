import type { OrderProblem } from '../../core/watched-order.ts';
import { notificationFaultText } from '../../core/notification-fault.ts';
import { english } from '../../core/language.ts';
import type { ConnectionStepName, ConnectionState } from '../../core/connection.ts';
import type { GroupName } from '../board/arrangement.ts';
import type { HealthWord } from '../board/health.ts';
import type { ViewName } from '../board/views.ts';
import { boardWords } from './en-board.ts';
import { diagnosisWords } from './en-diagnosis.ts';
import { groupWords } from './en-groups.ts';
import { settingsWords } from './en-settings.ts';
import { transferWords } from './en-transfer.ts';
import { wishWords } from './en-wishes.ts';

const count = new Intl.NumberFormat('en');

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
  done: 'Done',
};

const health: Record<HealthWord, string> = {
  live: 'Live',
  waiting: 'Waiting',
  offline: 'Offline',
  signedOut: 'Signed out',
  paused: 'Paused',
  demo: 'Demo',
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

type StepWords = Readonly<Record<'waiting' | 'running' | 'passed' | 'failed', string>>;

const steps: Record<ConnectionStepName, StepWords> = {
  reach: {
    waiting: 'Reach the service',
    running: 'Reaching the service',
    passed: 'Service reached',
    failed: 'Service not reached',
  },
  certificate: {
    waiting: 'Trust its certificate',
    running: 'Checking its certificate',
    passed: 'Certificate trusted',
    failed: 'Certificate not trusted',
  },
  token: {
    waiting: 'Receive an access token',
    running: 'Receiving an access token',
    passed: 'Access token received',
    failed: 'No access token',
  },
};

type BlockedFault = Extract<ConnectionState, { kind: 'keychainBlocked' }>['fault'];

const blocked: Record<BlockedFault, { readonly title: string; readonly body: string }> = {
  locked: {
    title: 'The keychain is locked',
    body: 'Your client secret is inside it. Unlock the keychain in your system, then try again. Checking goes on by itself after that.',
  },
  missing: {
    title: 'This computer offers no keychain',
    body: 'Waybell keeps the client secret only in the system keychain and never in a file. Start or install a keychain such as GNOME Keyring or KWallet, then try again; or enter the secret again for this session only.',
  },
  denied: {
    title: 'The keychain did not let Waybell in',
    body: 'Allow Waybell to use its entry when the system asks, then try again.',
  },
  timeout: {
    title: 'The keychain did not answer',
    body: 'A question from the system may be open behind another window. Answer it, then try again.',
  },
  failed: {
    title: 'The keychain could not be read',
    body: 'Checking is stopped until the client secret can be read. Try again, or enter the client ID and secret again.',
  },
  secretAbsent: {
    title: 'The client secret is not in the keychain',
    body: 'It may have been removed outside Waybell. Enter the client ID and secret again to go on.',
  },
};

/** Words for why one order cannot be checked although the service answers. */
const problems: Partial<Record<OrderProblem['code'], string>> = {
  'order-not-found': 'Not found',
  'order-gone': 'Gone',
  'order-forbidden': 'Not allowed',
  'order-rejected': 'Not accepted',
  'answer-unreadable': 'Answer not readable',
  'answer-too-large': 'Answer too large',
  'answer-for-another-order': 'Answer for another order',
};

/** 1 order, 3 orders, 1,204 orders. */
function orders(many: number): string {
  return many === 1 ? '1 order' : `${count.format(many)} orders`;
}

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
  views,
  groups,
  health,
  emptyViews,
  board: boardWords,
  loading: {
    title: 'Reading your orders',
    failed: 'Your orders could not be read',
    again: 'Try again',
  },
  regions: {
    views: 'Views',
    orders: 'Orders',
    details: 'Order details',
    messages: 'Messages',
  },
  list: {
    filter: 'Filter',
    filterOrders: 'Filter orders',
    filterHint: 'Label, uuid, address, courier or status',
    clearFilter: 'Clear filter',
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
    released: 'Released, waiting again',
    problem: (code: OrderProblem['code']) => problems[code] ?? 'Not checked',
    noCourier: 'No courier yet',
    courierNotGiven: 'Courier not given',
    noPosition: 'No position yet',
    notChecked: 'Not checked any more',
    neverSeen: 'Never seen by this service',
    noPickup: 'Pickup not given',
    noDestination: 'destination not given',
    unseen: 'Unseen changes',
    added: (time: string) => `Added ${time}`,
    seenAt: (time: string) => `seen ${time}`,
    position: (age: string) => `position ${age}`,
    moved: (distance: string, age: string) => `moved ${distance}, ${age}`,
    lastSeen: (age: string) => `last seen ${age}`,
    moreStops: (many: number) => `+${count.format(many)}`,
    moreStopsSpoken: (many: number) => (many === 1 ? 'and 1 more stop' : `and ${many} more stops`),
    forTime: (duration: string) => `for ${duration}`,
    atTime: (time: string) => `at ${time}`,
    /** A row as one sentence after the other, for a screen reader. */
    spoken: (parts: readonly string[]) => `${parts.join('. ')}.`,
  },
  ring: {
    next: (duration: string) => `Next check in ${duration}`,
    busy: 'Checking now',
  },
  healthPanel: {
    details: 'Connection details',
    rate: (used: number, cap: number) =>
      `${count.format(used)} of ${count.format(cap)} requests/min`,
    rateSpoken: (used: number, cap: number) =>
      `${count.format(used)} of ${count.format(cap)} requests per minute`,
    nextCheck: (duration: string) => `Next check in ${duration}`,
    checkDue: 'Next check now',
    nothingPlanned: 'No check planned',
    lastContact: (time: string) => `Last contact ${time}`,
    noContact: 'No contact yet',
    tryingAgain: (duration: string) => `Trying again in ${duration}`,
    stopped: 'Checking is stopped',
    pausedSince: (time: string) => `Since ${time} by you`,
    resumesAt: (time: string) => `Resumes at ${time}`,
    untilResumed: 'Until you resume',
    waitingFor: (duration: string) => `Waiting, ${duration}`,
    service: 'Service',
    clientId: 'Client ID',
    demoService: 'Built-in demo service',
    lastAnswer: 'Last answer',
    pace: 'Pace',
    version: 'Version',
    change: 'Change connection',
    leaveDemo: 'Leave the demo',
    useOwn: 'Connect your own service',
    close: 'Close',
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
    rejectedBecause: {
      wrongLength: (length: number) => `Not a uuid: ${count.format(length)} characters, needs 36`,
      notHex: 'Not a uuid: holds other characters than 0 to 9 and a to f',
      orderNumber: 'Not a uuid: looks like an order number',
      nil: 'Not an order: one digit repeated',
    },
    nothing: (length: number) =>
      length === 1 ? 'No uuid in 1 character' : `No uuid in ${count.format(length)} characters`,
    more: (many: number) => `and ${count.format(many)} more`,
    pasted: (lines: number) =>
      lines === 1 ? 'Pasted 1 line' : `Pasted ${count.format(lines)} lines`,
    nothingYet: 'Nothing is watched until you say so.',
    countNew: (many: number) => `${count.format(many)} new`,
    countKnown: (many: number) => `${count.format(many)} already watched`,
    countFinished: (many: number) =>
      many === 1 ? '1 looks finished' : `${count.format(many)} look finished`,
    countRejected: (many: number) => `${count.format(many)} not a uuid`,
    labelForAll: 'Label for all',
    labelForAllHint: 'Label for all (optional)',
    cancel: 'Cancel',
    watch: (many: number) => `Watch ${orders(many)}`,
    cost: (many: number, before: string, after: string) =>
      `With ${orders(many)} a check every ${before} becomes every ${after}.`,
    watching: (many: number) => `Watching ${orders(many)}`,
  },
  bar: {
    pause: 'Pause checking',
    resume: 'Resume checking',
    keyboard: 'Keyboard',
    settings: 'Settings',
    palette: 'Command palette',
  },
  banner: {
    stoppedFor: (many: number) => `Checking ${orders(many)} is stopped.`,
    update: 'Update',
    rateLimitedTitle: 'The service asked for a pause',
    lastContact: (time: string, age: string) => `Last contact ${time}, ${age}.`,
    tryingIn: (duration: string) => `Trying again in ${duration}.`,
    goesOnIn: (duration: string) => `Next check in ${duration}.`,
    tryingNow: 'Trying again now.',
    tryNow: 'Try now',
    pausedTitle: 'Checking is paused',
    pausedUntilTitle: (time: string) => `Checking is paused until ${time}`,
    pausedBody: (many: number) =>
      `${orders(many)} ${many === 1 ? 'waits' : 'wait'}. Nothing is sent to the service.`,
    resume: 'Resume',
    storageTitle: 'The watch list cannot be saved',
    storageBody: (reason: string) =>
      `${reason} Changes are kept until Waybell quits, and are saved as soon as that works again.`,
    startNoticeTitle: 'The watch list was started anew',
    webhooksSilentTitle: 'No webhook for over 20\u00A0min although checks show changes',
    webhooksSilentBody: (time: string, age: string) =>
      `None since ${time}, ${age}. Every order is checked at its own pace again.`,
    webhookSettings: 'Webhook settings',
    offeredTitle: (many: number) => `Webhooks came for ${orders(many)} that you do not watch`,
    offeredBody: 'Look at the uuids first: anybody who knows the address can send one.',
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
    dismiss: 'Dismiss',
    muted: 'Muted',
    unmuted: 'Unmuted',
    stoppedWatching: 'Stopped watching',
    archived: 'Archived',
    restored: 'Back on the list',
    notFinished: 'Only finished orders can be archived',
    pinned: 'Pinned',
    unpinned: 'Unpinned',
    renamed: 'Renamed to',
    labelRemoved: 'Label removed from',
    movedTo: (group: string) => `Now in ${group}:`,
    watching: (many: number) => `Watching ${orders(many)}`,
    notWatched: 'Not watched any more:',
    alreadyWatched: (many: number) => `${orders(many)} already watched`,
    uuidCopied: 'Uuid copied',
    uuidsCopied: (many: number) => `${orders(many)}: uuids copied`,
    positionCopied: 'Position copied',
    phoneCopied: 'Phone number copied. Cleared in 60\u00A0s.',
    rawCopied: 'Raw order copied',
  },
  detail: {
    mute: 'Mute',
    unmute: 'Unmute',
    stopWatching: 'Stop watching',
    more: 'More actions',
    archive: 'Archive',
    restore: 'Put back on the list',
    pin: 'Pin, to be checked first',
    unpin: 'Unpin',
    previous: 'Previous order',
    next: 'Next order',
    close: 'Close details',
    serviceWord: 'The service’s own word',
    unknownWord: 'Waybell does not know this word; it is shown as received.',
    noStatus: 'no status received',
    rename: 'Rename',
    label: 'Label',
    labelHint: 'Label of this order',
    copyUuid: 'Copy uuid',
    checkNow: 'Check now',
    checkingNow: 'Checking now',
    checked: (age: string) => `Checked ${age}`,
    checkedNext: (age: string, next: string) => `Checked ${age}, next in ${next}`,
    checkedDue: (age: string) => `Checked ${age}, next now`,
    neverChecked: 'Not checked yet',
    noAnswer: 'No usable answer yet',
    notCheckedAnyMore: (age: string) => `Checked ${age}, not checked any more`,
    selected: (many: number) => `${orders(many)} selected`,
    courier: 'Courier',
    name: 'Name',
    phone: 'Phone',
    position: 'Position',
    noName: 'Name not given',
    noPhone: 'Phone not given',
    noPosition: 'No position yet',
    show: 'Show',
    hide: 'Hide',
    showPhoneOf: (whom: string) => `Show phone number of ${whom}`,
    hidePhoneOf: (whom: string) => `Hide phone number of ${whom}`,
    copyPhoneOf: (whom: string) => `Copy phone number of ${whom}`,
    theCourier: 'the courier',
    thePickup: 'the pickup',
    stopNumber: (stop: number) => `stop ${stop}`,
    copyPosition: 'Copy position',
    stops: 'Stops',
    stopCount: (many: number) => (many === 1 ? '1 stop' : `${count.format(many)} stops`),
    planned: (time: string) => `planned ${time}`,
    away: (distance: string) => `${distance} away`,
    extension: (number: string) => `ext. ${number}`,
    unnamedStop: 'Name not given',
    noAddress: 'Address not given',
    timeline: 'Timeline',
    noTimeline: 'Nothing has happened yet',
    lastLooked: (time: string) => `Last looked ${time}`,
    price: 'Price',
    noPrice: 'No price yet',
    total: 'Total',
    times: (quantity: number) => `${count.format(quantity)} ×`,
    unnamedLine: 'Not named',
    note: 'Note to courier',
    ownNote: 'Your note',
    ownNoteHint: 'For you and for whoever takes over; never sent to the service',
    raw: 'Raw order as last received',
    copyRaw: 'Copy raw order',
    loading: 'Reading the order',
    failed: 'The details could not be read',
    tryAgain: 'Try again',
    notFoundBody: (failures: number, added: string, every: string | null) =>
      `The service answered 404 to ${failures === 1 ? 'the only check' : `${count.format(failures)} checks`}. A new order can take a minute to appear. It was added at ${added}${every === null ? '' : ` and is asked for again every ${every}`}.`,
    problemBody: (status: string, failures: number, since: string) =>
      `${status}The last ${failures === 1 ? 'check' : `${count.format(failures)} checks`} since ${since} gave no usable answer. What is shown below is what was true before.`,
  },
  timeline: {
    quotes: ['“', '”'] as readonly [open: string, close: string],
    watchingStarted: 'Watching started',
    poll: 'Check',
    webhook: 'Webhook',
    you: 'You',
    created: 'Created',
    matchedWith: (name: string) => `Matched with ${name}`,
    matched: 'Matched with a courier',
    released: 'Courier released the order',
    releasedBy: (name: string) => `Released by ${name}`,
    completed: 'Completed',
    cancelled: 'Cancelled',
    amended: 'Price changed',
    amendedBy: (change: string) => `Price changed by ${change}`,
    courierChanged: 'Courier changed',
    moved: 'Courier moved',
    movedMany: (times: number, distance: string) =>
      `Courier moved ${count.format(times)} times, ${distance}`,
    movedOnce: (distance: string) => `Courier moved ${distance}`,
    firstPosition: 'First position of the courier',
    since: (time: string) => `Since ${time}`,
    edited: 'Order edited',
    status: 'Status',
    fields: {
      pickup: 'pickup',
      destinations: 'destinations',
      note_to_courier: 'note to courier',
      vehicle_type: 'vehicle',
      payment_method: 'payment',
      price_breakdown: 'price breakdown',
    },
    changedFields: (fields: string) => `Changed: ${fields}`,
  },
  map: {
    title: (scale: string, toStop: string | null, trail: string | null) =>
      [`Schematic, ${scale} grid, north up.`, toStop, trail].filter(Boolean).join(' '),
    toStop: (distance: string, stop: string) =>
      `Courier is ${distance} in a straight line from ${stop}.`,
    trail: (positions: number, since: string) =>
      `Trail of ${count.format(positions)} positions since ${since}.`,
    noCourier: 'No courier position yet.',
    lastSeen: (time: string) => `last seen ${time}`,
    noPosition: 'No position yet',
    fitNext: 'Courier and next stop',
    fitAll: 'All stops',
    north: 'N',
    pickup: 'P',
  },
  connect: {
    title: 'Connect to your delivery service',
    changeTitle: 'Change the connection',
    lead: 'Waybell checks your orders and rings when a status or a courier’s position changes.',
    baseUrl: 'Base URL',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    show: 'Show',
    hide: 'Hide',
    showSecret: 'Show client secret',
    hideSecret: 'Hide client secret',
    secretHelp: 'Stored in this computer’s keychain. Sent only to the base URL above.',
    secretHelpSession: 'Kept in memory until Waybell quits. Sent only to the base URL above.',
    sessionOnly: 'For this session only',
    sessionOnlyHelp: 'The secret stays out of the keychain; the next start asks for it again.',
    keepSecret: 'Empty keeps the secret that is in the keychain.',
    missing: {
      baseUrl: 'The address of the service, such as https://api.example.com',
      clientId: 'The client ID from the developer portal',
      clientSecret: 'The client secret from the developer portal',
    },
    test: 'Test connection',
    connect: 'Connect',
    cancel: 'Cancel',
    steps,
    stepState: {
      waiting: 'Not started',
      running: 'Working',
      passed: 'Passed',
      failed: 'Failed',
    },
    elapsedOf: (elapsed: string, timeout: string) => `${elapsed} of ${timeout}`,
    renewed: (detail: string) => `${detail}. Waybell renews it by itself.`,
    demoTitle: 'No credentials at hand?',
    demoBody:
      'The built-in demo service runs on this computer only. It makes up 12 orders around Hong Kong and moves their couriers, so you can see every notification.',
    tryDemo: 'Try the built-in demo service',
    startingDemo: 'Starting the demo service',
    facts: {
      credentials: {
        title: 'Where credentials live',
        body: 'In the system keychain. Never in a file, a log or this window.',
      },
      pace: {
        title: 'How often it asks',
        body: (seconds: number, cap: number) =>
          `Every ${count.format(seconds)}\u00A0s for an order on the way, at most ${count.format(cap)}\u00A0requests/min. You can change both.`,
      },
      privacy: {
        title: 'What stays here',
        body: 'Orders, courier names and phone numbers stay on this computer.',
      },
    },
    blocked,
    blockedFor: (clientId: string, baseUrl: string) => `${clientId} at ${baseUrl}`,
    tryAgain: 'Try again',
    enterAgain: 'Enter client ID and secret again',
    forget: 'Forget this connection',
  },
  palette: {
    title: 'Commands',
    field: 'Orders, actions and places',
    hint: 'Find an order, an action or a place',
    orders: 'Orders',
    actionsFor: (order: string) => `Actions for ${order}`,
    goTo: 'Go to',
    mute: 'Mute notifications',
    unmute: 'Unmute notifications',
    nothing: 'Nothing is called that',
    choose: 'choose',
    open: 'open',
    openKeep: 'open, keep palette',
    close: 'close',
  },
  drop: {
    hint: 'Drop to look for uuids',
    refused: {
      tooLarge: 'Not looked through: this is more than 10\u00A0MB',
      notText: 'Not looked through: only .txt, .csv, .json and .eml files hold text',
      unreadable: 'The file could not be read',
    },
  },
  settings: settingsWords,
  transfer: transferWords,
  wishes: wishWords,
  groupSettings: groupWords,
  diagnosis: diagnosisWords,
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
    closeLayer: 'Close what is on top',
    paste: 'Paste uuids',
    checkNow: 'Check now',
    mute: 'Mute or unmute',
    snooze: 'Snooze for 15\u00A0min',
    rename: 'Rename label',
    markSeen: 'Mark as seen',
    archive: 'Archive, put back',
    pin: 'Pin or unpin',
    stopWatching: 'Stop watching',
    undo: 'Undo',
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

/** The words of the window in one language. */
export type Dictionary = typeof en;
