import { refusalTextsIn } from '../../../core/bridge/refusal-texts.ts';
import type { FileIntake } from '../../../core/board/order-folder.ts';
import { passedOverTexts } from '../../../core/paste/passed-over-texts.ts';
import type { OrderListOffer } from '../../../core/transfer/transfer.ts';
import { notificationTexts } from './notifications.ts';
import { webhookTexts } from './webhooks.ts';
import type { ShortcutName, StartAtLogin } from '../../../core/bridge/computer.ts';
import { count, orders } from './numbers.ts';
import type { DiagnosisArea, FindingState } from '../../../core/delivery/diagnosis.ts';

const startAtLogin: Record<Exclude<StartAtLogin['kind'], 'foreign'>, string> = {
  on: 'In the tray, without a window',
  off: 'In the tray, without a window',
  toBeAllowed: 'Waits for you to allow it in System Settings, under Login Items',
  failed: 'The system did not take the change. Check that your home folder can be written to.',
};

const shortcuts: Record<ShortcutName, { readonly title: string; readonly help: string }> = {
  window: { title: 'Open Waybell', help: 'From any program' },
  clipboard: {
    title: 'Watch the uuids on the clipboard',
    help: 'Shows what was found first; nothing is watched before you say so',
  },
};

/** The texts of the settings about this computer, in English. */
const computerTexts = {
  lead: 'How Waybell starts and how it is reached from other programs.',
  startAtLogin: 'Open at login',
  startAtLoginHelp: startAtLogin,
  startAtLoginForeign: (fileName: string) =>
    `The autostart file ${fileName} was made by something else and is left as it is.`,
  shortcuts,
  anywhere: 'Keys that work in every program',
  none: 'No key',
  set: 'Set',
  change: 'Change',
  remove: 'Remove',
  press: 'Press the keys',
  pressHelp: 'Control, Alt or a function key; Escape keeps what was set.',
  setKeyOf: (title: string) => `Set the key for: ${title}`,
  removeKeyOf: (title: string) => `Remove the key for: ${title}`,
  taken: 'Another program has these keys, or the desktop gives none away. Choose others.',
  power: 'Power',
  onBatteryNow: 'On battery now',
};

/** The words about personal data in English. */
const privacyTexts = {
  lead: 'Courier names, phone numbers and addresses are personal data. They stay on this computer.',
  hidden: 'An order that the service no longer shows counts as over',
  hiddenHelp: 'From the last time that it was shown',
  ownAnnotations: 'Your own words stay longer',
  ownAnnotationsHelp:
    'Label, group, note and the words of your calls stay until you change them, stop watching the order, or it leaves the archive.',
  copies: 'Copies of the watch list go too',
  copiesHelp:
    'Made before an update or of a damaged list, each goes after seven days, or after the days that people stay if these are fewer.',
  stored: 'Stored on this computer',
  storedHelp: 'Orders, history, settings and the log, in one folder',
  showFolder: 'Show the folder',
  phones: 'Phone numbers are masked',
  phonesHelp: 'Shown one at a time, for 30\u00A0s; each time is written down below.',
  captureNever: 'Linux offers no way to do this.',
  ledger: 'Looked up on this desk',
  ledgerLead: 'Phone numbers that were shown or copied',
  ledgerHelp: 'The newest first, never with the number itself',
  ledgerEmpty: 'None so far',
  phoneShown: (whom: string) => `Phone number of ${whom}`,
  orderErased: 'Order erased',
  noOrder: 'The order was erased',
  erase: 'Erase',
  everything: 'Erase everything',
  everythingHelp: 'Orders, history, settings, log and credentials. Cannot be undone.',
  everythingButton: 'Erase…',
  erasing: 'Erasing',
  everythingTitle: 'Erase everything on this computer?',
  everythingBody:
    'All orders with their history, notes and labels, the settings, the log, and the client ID, the secret and those of webhooks with their keychain entries. Files that you exported stay. This cannot be undone.',
  everythingAct: 'Erase everything',
  everythingDone: 'Everything was erased',
  order: 'Erase this order…',
  orders: (many: number) => `Erase ${count.format(many)} orders…`,
  ordersTitle: (subject: string) => `Erase ${subject}?`,
  ordersBody:
    'Watching stops, and everything that Waybell keeps about it on this computer goes: label, note, history, courier and positions. This cannot be undone.',
  ordersAct: (many: number) => (many === 1 ? 'Erase order' : `Erase ${count.format(many)} orders`),
  ordersDone: (many: number) => (many === 1 ? 'Erased' : `${count.format(many)} orders erased`),
  cancel: 'Cancel',
};

/** The words about a monitor that hears from this desk, in English. */
const heartbeatTexts = {
  title: 'Heartbeat',
  isOff: 'Tell a monitor that this desk checks',
  isOn: 'A monitor hears that this desk checks',
  help: 'Three times a minute while checks succeed, to the address of a push monitor of yours, such as Healthchecks or Uptime Kuma. When it hears nothing for two minutes, it tells you. The address stays in the keychain.',
  lastWord:
    'Quitting, sleep and a pause are said with a last word. The monitor calls even those a death after two minutes: pause it there, or give it your hours.',
  address: 'Address of the monitor',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  first: 'The first beat goes with the next check.',
  accepted: (ago: string) => `The monitor heard Waybell ${ago}.`,
  troubles: {
    keychain: 'The keychain does not give the address. Unlock it, or turn this off and on again.',
    notAccepted: 'The monitor cannot be reached, or refuses the beats. Check its address.',
    withheld: 'No beats go at present, because checks do not succeed or cannot be stored.',
  },
};

/** The words about newer versions, in English. */
const updateTexts = {
  title: 'Version',
  version: (version: string) => `Waybell ${version}`,
  noFeed: 'This copy looks nowhere for newer versions. Ask the person who gave it to you.',
  notLooked: 'Looks for a newer version soon',
  latest: (ago: string) => `The newest version. Looked ${ago}.`,
  looking: 'Looking for a newer version',
  fetching: (version: string, percent: number) => `Fetching ${version}, ${percent} %`,
  ready: (version: string) =>
    `${version} is ready. Restarting takes a few seconds; nothing is lost.`,
  failed: (ago: string) => `The last look failed ${ago}. It is tried again by itself.`,
  look: 'Look now',
  restart: 'Restart to update',
  becameReady: (version: string) => `Waybell ${version} is ready: restart in “This computer”`,
};

/** The texts of the settings screen in English. */
export const settingsTexts = {
  setByCompany: 'Set by your company',
  title: 'Settings',
  back: 'Back to orders',
  sections: {
    connection: 'Connection',
    checking: 'Checking',
    notifications: 'Notifications',
    timing: 'When and how',
    webhooks: 'Webhooks',
    appearance: 'Appearance',
    privacy: 'Privacy',
    computer: 'This computer',
    transfer: 'Hand-over',
    day: 'Summary of the day',
    diagnosis: 'Diagnostics',
  },
  notSaved: 'The setting was not saved',
  restore: {
    page: 'Restore defaults…',
    all: 'Restore all pages…',
    titleOf: (page: string) => `Restore the defaults of “${page}”?`,
    titleAll: 'Restore the defaults of all pages?',
    body: (many: number) =>
      `${many === 1 ? '1 setting goes' : `${count.format(many)} settings go`} back to the default. The connection, webhooks, secrets and your orders stay. It can be undone while its message stands.`,
    warnings: 'Look at what it does; what is erased does not come back:',
    act: 'Restore defaults',
    cancel: 'Cancel',
    restored: 'Defaults restored',
    undone: 'Settings are as before',
    nothing: 'All of these are at their defaults',
  },
  connection: {
    lead: 'One service at a time. Changing the base URL keeps your watch list.',
    demoLead: 'The built-in demo service runs on this computer only.',
    baseUrl: 'Base URL',
    change: 'Change',
    clientId: 'Client ID',
    secret: 'Client secret',
    secretHelp: 'Stored in the system keychain. It is never shown again.',
    secretHelpSession: 'In memory until Waybell quits, as you chose. It is never shown again.',
    replace: 'Replace',
    test: 'Test connection',
    testHelp: 'Reaches the service and asks for an access token; no order is asked for.',
    testNow: 'Test now',
    testing: 'Testing',
    useOwn: 'Connect your own service',
    useOwnHelp: 'The demo ends as soon as your service is connected.',
    connect: 'Connect',
    leaveDemo: 'Leave the demo',
    leaveDemoHelp: 'Stops the demo service and its orders are not checked any more.',
    leave: 'Leave',
    advanced: 'Advanced',
    advancedHelp: 'Details your service or network may need',
    optionsNotRead: 'The options could not be read.',
    fields: {
      orderPath: 'Path of an order',
      tokenHeader: 'Token header',
      scheme: 'Word before the token',
      extraHeaders: 'Extra headers',
      caFile: 'Company certificate',
      proxyUrl: 'Proxy address',
      statusMeanings: 'Meaning of statuses',
    },
    fieldHelp: {
      orderPath: 'Below the base URL; {uuid} stands for the order.',
      tokenHeader: 'The header of every order request that carries the access token.',
      scheme: 'One word, such as Bearer.',
      extraHeaders:
        'Sent with every request, one a line, such as Accept-Language: zh-HK. Not for secrets.',
      caFile: 'Path of a PEM file, trusted in addition to the system’s own. Empty for none.',
      proxyUrl: 'http://host:port, https://host:port or socks5://host:port',
      statusMeanings:
        'For words or numbers that Waybell does not know, one a line, such as 4 = done. Others: searching, assigned, at_pickup, picked_up, at_dropoff, failed, cancelled.',
    },
    chooseCaFile: 'Choose…',
    tokenScheme: 'Token scheme',
    tokenSchemeHelp: {
      asGiven: 'The word that comes with the token, Bearer without one.',
      fixed: 'A word of your own before the token.',
      none: 'The token alone.',
    },
    tokenSchemes: { asGiven: 'As the service says', fixed: 'Fixed', none: 'None' },
    proxy: 'Proxy',
    proxyHelp: {
      system: 'As this computer is set up.',
      environment: 'As HTTPS_PROXY and NO_PROXY say.',
      fixed: 'The address below.',
      none: 'The service is asked directly.',
    },
    proxies: {
      system: 'System',
      environment: 'From the environment',
      fixed: 'Explicit',
      none: 'None',
    },
    saveHelp: 'The connection is tested with these options first.',
    save: 'Test and save',
    optionsSaved: 'The test passed and the options are in use.',
    optionsNotPassed: 'The test above did not pass, so nothing was saved.',
    doubt: (amount: string, usual: string) =>
      `${amount} looks like cents: others are about ${usual}.`,
    doubtOf: (order: string) =>
      `The price of ${order}. In which unit does the service give amounts?`,
    doubtChoose: 'Choose the unit…',
    doubtRight: 'It is right',
    notes: 'What this service does its own way',
    notesHelp: 'Answers were read all the same. The list holds no personal data.',
    copyNotes: 'Copy list',
    notesCopied: 'List copied',
    noteCount: (many: number, lastSeen: string) =>
      `${many === 1 ? 'Once' : `${count.format(many)} times`}, last ${lastSeen}`,
    remove: 'Remove',
    forget: 'Forget credentials',
    forgetHelp: 'Checking stops. Orders and history stay.',
    forgetButton: 'Forget…',
    forgetTitle: 'Forget the credentials?',
    forgetBody: (baseUrl: string) =>
      `The client ID and secret for ${baseUrl} are removed from this computer and its keychain. Checking stops; orders and history stay. This cannot be undone.`,
    cancel: 'Cancel',
  },
  checking: {
    lead: 'How often Waybell asks the service about each order.',
    seconds: 's',
    paces: {
      pending: 'Waiting',
      pendingLong: 'Waiting for long',
      scheduledLater: 'Planned for later',
      standing: 'Courier standing still',
      finished: 'Done',
      notFoundYoung: 'Not found',
      notFound: 'Still not found',
    },
    paceHelp: {
      pending: 'For a courier, in the first 10\u00A0min',
      pendingLong: 'After 10\u00A0min',
      scheduledLater: 'Until 30\u00A0min before the planned pickup',
      standing: 'At a stop, or in one place for 3\u00A0min',
      finished: 'For late price changes, for 2\u00A0h, then never',
      notFoundYoung: 'A new order may not be visible yet: in the first 10\u00A0min',
      notFound: 'After that, or refused; never again after an hour or more',
    },
    paceField: (pace: string) => `${pace}: seconds between two checks`,
    follows: 'follows',
    follow: 'Follow the pace on the way',
    followOf: (pace: string) => `${pace}: follow the pace on the way`,
    groups: 'Paces of a group',
    groupsHelp: 'Orders of a group can be checked more or less often than the rest.',
    openGroups: 'Groups in Notifications',
    today: (counted: string) => `With today’s ${counted}`,
    noOrders: 'Nothing is checked at present, so nothing is sent.',
    withinCap: (rate: number, cap: number, atOrders: number) =>
      `Each pace is kept now: about ${count.format(rate)} of at most ${count.format(cap)}\u00A0requests/min. With more than about ${count.format(atOrders)} orders every check would be spaced out evenly.`,
    overCap: (rate: number, cap: number, pace: string, stretched: string) =>
      `The cap decides now: it allows ${count.format(cap)}\u00A0requests/min, and the paces would need about ${count.format(rate)}. So every check is spaced out evenly: an order on the way is checked about every ${stretched}, not every ${pace}.`,
    nearCap: (rate: number, cap: number, pace: string, stretched: string) =>
      `Every check is spaced out evenly now: the paces would need about ${count.format(rate)}\u00A0requests/min. A part of the cap of ${count.format(cap)} is kept for what you ask for yourself, or the service allows less. An order on the way is checked about every ${stretched}, not every ${pace}.`,
    outOfRange: (least: number, most: number) =>
      `A whole number from ${count.format(least)} to ${count.format(most)}`,
    notKept: (typed: string, least: number, most: number): string =>
      `${typed === '' ? 'Nothing' : `“${typed}”`} was not kept: it takes a whole number from ${count.format(least)} to ${count.format(most)}.`,
  },
  notifications: notificationTexts,
  privacy: privacyTexts,
  webhooks: webhookTexts,
  computer: computerTexts,
  heartbeat: heartbeatTexts,
  update: updateTexts,
  appearance: {
    lead: 'Follows the system unless you choose otherwise.',
  },
};

/** The words about files for the next dispatcher and the next computer, in English. */
export const transferTexts = {
  lead: 'Files for the next dispatcher and the next computer. They hold no secrets.',
  save: 'Save the watch list',
  saveHelp:
    'Every order that is not over, was not seen or needs attention: your words, promises, mutes, pins, snoozes, what was seen, your calls with their words, and how each order stands. The service’s names, numbers, addresses and notes are not in it.',
  finished: 'Orders that are over',
  finishedHelp: 'They arrive as they ended and are not checked again.',
  finishedChoices: { none: 'None', hours: 'Last 8 hours', since: 'Since', all: 'All' },
  finishedSince: 'Since when orders that are over go in',
  saveButton: 'Save…',
  personal: 'With names, numbers and addresses',
  personalHelp: 'What the service said last, for a reader who may know it. Off for every new file.',
  summary: 'Summary for a chat',
  summaryHelp: 'How many orders are open, and which need attention and why',
  summaryButton: 'Copy summary',
  summaryCopied: 'Summary copied',
  import: 'Import a file',
  importHelp: 'Or drop it on the window. Your own labels and notes stay.',
  importButton: 'Import…',
  exports: 'Exports of another system',
  noFolder: 'No folder is watched',
  folderHelp:
    'The orders in its .csv, .txt, .tsv and .json files are watched by themselves. Waybell only reads there.',
  chooseFolder: 'Folder…',
  chooseFile: 'File…',
  stopFolder: 'Stop',
  folderFaults: {
    gone: (since: string) =>
      `It is not there since ${since}. It is taken up again once it is back.`,
    denied: (since: string) => `Waybell may not read it since ${since}.`,
    crowded: (since: string) => `It holds more than 5,000 files since ${since}; none is read.`,
    unreadable: (since: string) => `It cannot be read since ${since}. It is tried again.`,
    refused: (since: string) =>
      `No order is taken from it since ${since}: this desk looks on, is no longer in the team, or too many of its changes wait for the hub.`,
  },
  unreadFile: (fileName: string) => `${fileName} cannot be read and is tried again.`,
  /** What came of a file; null when nothing did. */
  fileAccepted: (taken: FileIntake['taken']): string | null => {
    if (taken === null) return 'Not read, larger than 10\u00A0MB';
    const { added, changed, leftOut, isCutOff, passedOver } = taken;
    const parts = [
      ...(added > 0 ? [`${orders(added)} added`] : []),
      ...(changed > 0 ? [`${count.format(changed)} updated`] : []),
      ...(leftOut > 0 ? [`${count.format(leftOut)} left out, the list is full`] : []),
      ...(isCutOff ? ['the file holds more than 50,000'] : []),
      ...passedOverTexts(passedOver, 'en'),
    ];
    return parts.length === 0 ? null : parts.join(', ');
  },
  saidOf: (what: string) => `${what}:`,
  nothingAccepted: (found: number): string => (found === 0 ? 'No uuid in it' : 'Nothing new in it'),
  settings: 'Settings',
  saveSettings: 'Save the settings',
  saveSettingsHelp: 'Without the connection and without what belongs to this computer',
  saved: 'Saved as',
  savedOrders: (many: number, leftOut: number) =>
    leftOut === 0
      ? `${orders(many)} saved:`
      : `${orders(many)} saved, ${count.format(leftOut)} that ${leftOut === 1 ? 'is' : 'are'} over left out:`,
  cancel: 'Cancel',
  offerTitle: {
    orderList: (many: number) => `Take over ${orders(many)}?`,
    settings: 'Use these settings?',
  },
  offerFrom: (time: string) => `Saved ${time}.`,
  offerOrders: ({
    ahead,
    changed,
    finished,
    fresh,
    kept,
    muted,
    orders: many,
  }: OrderListOffer): string =>
    [
      `${orders(fresh)} new`,
      finished === 0 ? null : `${count.format(finished)} of these over and not checked`,
      muted === 0 ? null : `${count.format(muted)} of these muted or snoozed`,
      many === fresh ? null : `${count.format(many - fresh)} watched already`,
      changed === 0 ? null : `${count.format(changed)} of these gain what is missing here`,
      kept === 0
        ? null
        : `${count.format(kept)} of these keep your own words though the file says others`,
      ahead === 0
        ? null
        : `${count.format(ahead)} with times later than now by this computer’s clock, which count as now`,
    ]
      .filter((part) => part !== null)
      .join(', '),
  offerSettings: (many: number, same: number): string => {
    if (many === 0) return 'All settings in it are as they are here.';
    const replaced = `${count.format(many)} ${many === 1 ? 'setting is' : 'settings are'} replaced`;
    if (same === 0) return `${replaced}.`;
    return `${replaced}, ${count.format(same)} ${same === 1 ? 'is' : 'are'} as here already.`;
  },
  warnings: 'Look at what they do:',
  retired: refusalTextsIn.en.settingsRetired,
  skipped: refusalTextsIn.en.entriesLeftOut,
  acceptOrders: (many: number) => `Import ${orders(many)}`,
  acceptSettings: 'Import settings',
  doneOrders: (added: number, changed: number) =>
    `${orders(added)} added, ${count.format(changed)} changed`,
  nothingNew: 'Nothing new in it',
  doneSettings: (many: number): string =>
    many === 1 ? '1 setting replaced' : `${count.format(many)} settings replaced`,
};

/** The texts of the page with the figures of a day, in English. */
export const dayTexts = {
  lead: 'What happened in one day, in figures. No orders and no people are named.',
  day: 'Day',
  dayHelp:
    'By the clock of this computer. Orders that were taken off the list or erased are no part of it; waits for a courier are.',
  days: { today: 'Today', yesterday: 'Yesterday' },
  share: 'Hand it on',
  shareHelp: 'As text for a chat, or as a file for a spreadsheet',
  copy: 'Copy for a chat',
  copied: 'Summary of the day copied',
  save: 'Save as CSV…',
  notRead: 'The day could not be summed up',
};

const areas: Record<DiagnosisArea, string> = {
  program: 'Program',
  files: 'Files',
  database: 'Database',
  keychain: 'Keychain',
  notifications: 'Notifications',
  tray: 'Tray',
  team: 'Team',
  connection: 'Connection',
  contract: 'What this service does its own way',
};

const states: Record<FindingState, string> = {
  good: 'Works',
  notice: 'Worth knowing',
  bad: 'Does not work',
  fact: '',
};

/** The texts of the diagnostics page, in English. */
export const diagnosisTexts = {
  lead: 'Everything here is safe to share: no secrets, no names, no phone numbers.',
  areas,
  states,
  looking: 'Looking',
  again: 'Look again',
  copy: 'Copy report',
  copied: 'Report copied',
  save: 'Save report…',
  recording: 'What notified in the last 48 hours',
  recordingHelp:
    'When a notification was missing or too many came, this file lets others replay it: it holds when orders changed and how far couriers moved, your rules for notifications and what was told, but no names, numbers, addresses, labels, notes, groups, order uuids or places.',
  saveRecording: 'Save recording…',
  troubles: 'Last troubles in the log',
  noTroubles: 'None',
};
