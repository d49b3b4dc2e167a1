import { lockedScreenChoices, newsChoices } from '../notification/notification-limits.ts';
import { notificationPrivacies } from '../notification/notification.ts';
import { priceUnits } from '../order/format.ts';
import { languageChoices } from '../text/language.ts';
import { paceBounds } from '../watch/cadence.ts';
import { listSorts } from './list-sort.ts';
import { choice, number, onOrOff, own, type SettingRow } from './setting-row.ts';
import { usualZoomPercent, zoomRange } from './zoom.ts';

/*
 * Every setting, described once: what it may be, its default, the words of its row, and what a file that changes
 * it has to say first. The schema of the settings, the pages, the restored defaults, policies and files follow
 * from it. A setting of several values has here only what those follow from; the compiler asks for the rest.
 */

const count = new Intl.NumberFormat('en');
const countChinese = new Intl.NumberFormat('zh-Hant');

const days = (many: number): string => (many === 1 ? '1 day' : `${count.format(many)} days`);
const daysChinese = (many: number): string => `${countChinese.format(many)} 天`;

const unansweredAfter = (minutes: number): string =>
  `Tells of an order that another desk has only when it was not answered there for ${count.format(minutes)}\u00A0min`;
const unansweredAfterChinese = (minutes: number): string =>
  `由其他座位負責的訂單，該座位 ${countChinese.format(minutes)}\u00A0分鐘沒有回應才通知`;

export const settingsTable = {
  /** The most requests that may be sent to the service in one minute. The contract states no limit. */
  requestsPerMinute: number({
    page: 'checking',
    least: 6,
    most: 6000,
    usual: 300,
    row: {
      card: 'cap',
      en: {
        title: 'Request cap',
        help: 'All orders together, never exceeded',
        field: 'Most requests a minute',
        slider: 'Most requests a minute, slider',
        unit: 'per min',
      },
      'zh-Hant': {
        title: '請求上限',
        help: '所有訂單合計，絕不超過',
        field: '每分鐘最多請求次數',
        slider: '每分鐘最多請求次數，滑桿',
        unit: '次/分鐘',
      },
    },
    warning: {
      en: (rate, before) =>
        rate > before
          ? `Sends up to ${count.format(rate)} requests a minute to the service`
          : `Sends ${count.format(rate)} requests a minute at most, so orders are checked less often`,
      'zh-Hant': (rate, before) =>
        rate > before
          ? `每分鐘最多向服務送出 ${countChinese.format(rate)} 個請求`
          : `每分鐘最多只送出 ${countChinese.format(rate)} 個請求，訂單較少查詢`,
    },
  }),
  /** How often an order on the way is checked; all other paces are multiples of it unless set. */
  activeEverySeconds: number({
    page: 'checking',
    ...paceBounds.activeEverySeconds,
    usual: 15,
    row: {
      card: 'pace',
      en: {
        title: 'On the way',
        help: 'The others follow from this one unless they have a number of their own.',
        field: 'Seconds between two checks of an order on the way',
        unit: 's',
      },
      'zh-Hant': {
        title: '配送中',
        help: '其他間隔由此決定，除非另外設定。',
        field: '配送中訂單兩次查詢之間的秒數',
        unit: '秒',
      },
    },
    warning: {
      en: (seconds, before) =>
        seconds > before
          ? `Checks an order on the way only every ${count.format(seconds)}\u00A0s`
          : null,
      'zh-Hant': (seconds, before) =>
        seconds > before
          ? `配送中的訂單每 ${countChinese.format(seconds)}\u00A0秒才查詢一次`
          : null,
    },
  }),
  /** Paces of their own, in seconds; null follows that of an order on the way. */
  paceSeconds: own({ page: 'checking' }),
  /** What notifications may show: everything, no courier names, or only a count. */
  notificationPrivacy: choice({
    page: 'timing',
    choices: notificationPrivacies,
    usual: 'noNames',
    row: {
      card: 'shown',
      en: {
        title: 'What a notification shows',
        help: {
          full: 'Label, courier name, distances and prices',
          noNames:
            'Label, distances and prices, without the courier’s name and without free text of the service, such as a reason',
          countOnly: 'The event and the short uuid, nothing else: safe for a lock screen',
        },
        choices: { full: 'Everything', noNames: 'No names', countOnly: 'No details' },
      },
      'zh-Hant': {
        title: '通知顯示的內容',
        help: {
          full: '標籤、配送員姓名、距離和價格',
          noNames: '標籤、距離和價格，不含配送員姓名，也不含原因等由服務自由填寫的文字',
          countOnly: '只有事件和簡短 uuid：適合鎖定畫面',
        },
        choices: { full: '全部', noNames: '不含姓名', countOnly: '不含細節' },
      },
    },
    warning: {
      en: (shown, before) => {
        if (before === 'full' || shown === 'countOnly') return null;
        return shown === 'full'
          ? 'Shows couriers’ names in notifications, beside label, distances and prices'
          : 'Shows label, distances and prices in notifications';
      },
      'zh-Hant': (shown, before) => {
        if (before === 'full' || shown === 'countOnly') return null;
        return shown === 'full'
          ? '通知除了標籤、距離和價格，也顯示配送員姓名'
          : '通知顯示標籤、距離和價格';
      },
    },
  }),
  /** How the service's amounts are to be read (docs/adr/0007-money.md). */
  priceUnit: choice({
    page: null,
    choices: priceUnits,
    usual: 'major',
    row: {
      card: 'amounts',
      en: {
        title: 'Amounts from the service',
        help: {
          major: 'In whole units: 86 is HK$86.00',
          minor: 'In the smallest unit: 8600 is HK$86.00',
          raw: 'Shown as the service gives them: 8600 is HKD 8600',
        },
        choices: { major: 'Whole units', minor: 'Smallest unit', raw: 'As given' },
      },
      'zh-Hant': {
        title: '服務提供的金額',
        help: {
          major: '以元為單位：86 是 HK$86.00',
          minor: '以最小單位：8600 是 HK$86.00',
          raw: '照服務提供的顯示：8600 是 HKD 8600',
        },
        choices: { major: '元', minor: '最小單位', raw: '照原樣' },
      },
    },
    warning: {
      en: (unit) =>
        ({
          major: 'Reads amounts as whole units: 86 is HK$86.00',
          minor: 'Reads amounts as the smallest unit: 8600 is HK$86.00',
          raw: 'Shows amounts as the service gives them: 8600 is HKD 8600',
        })[unit],
      'zh-Hant': (unit) =>
        ({
          major: '金額以元為單位讀取：86 是 HK$86.00',
          minor: '金額以最小單位讀取：8600 是 HK$86.00',
          raw: '金額照服務提供的顯示：8600 是 HKD 8600',
        })[unit],
    },
  }),
  /** Whether an amount that looks like cents is asked about. Not asked where a policy sets the unit. */
  asksAboutAmounts: onOrOff({
    page: null,
    isNeverLocked: true,
    usual: true,
    row: null,
    warning: {
      en: (asks) => (asks ? null : 'Asks no more about amounts that look like cents'),
      'zh-Hant': (asks) => (asks ? null : '金額看來以最小單位計算時不再詢問'),
    },
  }),
  /** Whether telling each change is offered where every move was chosen before: answered once. */
  offersEveryChange: onOrOff({
    page: null,
    isNeverLocked: true,
    isOfThisComputer: true,
    usual: true,
    row: null,
    warning: null,
  }),
  /** The language of the window, the tray and notifications. */
  language: choice({
    page: 'appearance',
    choices: languageChoices,
    usual: 'system',
    row: {
      card: 'look',
      en: {
        title: 'Language',
        help: 'In the window, the tray and notifications',
        choices: { system: 'System', en: 'English', 'zh-Hant': '繁體中文' },
      },
      'zh-Hant': {
        title: '語言',
        help: '視窗、系統匣和通知',
        choices: { system: '系統', en: 'English', 'zh-Hant': '繁體中文' },
      },
    },
    warning: null,
  }),
  theme: choice({
    page: 'appearance',
    choices: ['system', 'light', 'dark'],
    usual: 'system',
    row: {
      card: 'look',
      en: { title: 'Theme', choices: { system: 'System', light: 'Light', dark: 'Dark' } },
      'zh-Hant': { title: '主題', choices: { system: '系統', light: '淺色', dark: '深色' } },
    },
    warning: null,
  }),
  density: choice({
    page: 'appearance',
    choices: ['comfortable', 'compact'],
    usual: 'comfortable',
    row: {
      card: 'look',
      en: {
        title: 'Density',
        help: 'Row height 52\u00A0px or 40\u00A0px',
        choices: { comfortable: 'Comfortable', compact: 'Compact' },
      },
      'zh-Hant': {
        title: '密度',
        help: '行高 52\u00A0px 或 40\u00A0px',
        choices: { comfortable: '寬鬆', compact: '緊湊' },
      },
    },
    warning: null,
  }),
  /** In which order the orders of the list stand. */
  listSort: choice({
    page: null,
    isNeverLocked: true,
    choices: listSorts,
    usual: 'attention',
    row: null,
    warning: null,
  }),
  /** To which group and promises the views of the list are narrowed: orders are not to be missing elsewhere. */
  listShow: own({ page: null, isNeverLocked: true, isOfThisComputer: true }),
  /** The dispatcher's colours of groups, by the group's name. */
  groupColors: own({ page: null, isNeverLocked: true }),
  /** How large everything in the window is, in percent: as a person needs it, whatever a policy says. */
  zoomPercent: number({
    page: 'appearance',
    isNeverLocked: true,
    ...zoomRange,
    usual: usualZoomPercent,
    row: null,
    warning: null,
  }),
  /** The system-wide keys, in Electron's spelling; null for none. */
  windowShortcut: own({ page: 'computer' }),
  clipboardShortcut: own({ page: 'computer' }),
  /** Whether single letters are keys of the window (WCAG 2.2, 2.1.4). */
  usesLetterKeys: onOrOff({
    page: 'appearance',
    usual: true,
    row: {
      card: 'keys',
      en: {
        title: 'Single letters are keys',
        help: 'J, K, R, M and the like. Keys with Ctrl or Command always work.',
      },
      'zh-Hant': {
        title: '單一字母作為按鍵',
        help: 'J、K、R、M 等。含 Ctrl 或 Command 的按鍵一律有效。',
      },
    },
    warning: null,
  }),
  /** Whether uuids on the clipboard are offered when the window comes to the front. */
  offersClipboard: onOrOff({
    page: 'appearance',
    usual: false,
    row: {
      card: 'keys',
      en: {
        title: 'Offer uuids from the clipboard',
        help: 'When the window comes to the front, the clipboard is looked through once. Nothing of it is kept.',
      },
      'zh-Hant': {
        title: '提示剪貼簿上的 uuid',
        help: '視窗移到前景時，會查看剪貼簿一次，不會保留任何內容。',
      },
    },
    warning: {
      en: (isOn) =>
        isOn ? 'Looks through the clipboard when the window comes to the front' : null,
      'zh-Hant': (isOn) => (isOn ? '視窗來到最前面時查看剪貼簿' : null),
    },
  }),
  /** How many days names and numbers stay in an order that is over; 0 erases them at its end. */
  personalDataDays: number({
    page: 'privacy',
    least: 0,
    most: 90,
    usual: 7,
    row: {
      card: 'people',
      en: {
        title: 'Forget people in finished orders',
        help: (many) =>
          many === 0
            ? 'Names, numbers, addresses, notes to the courier, reasons and positions go at once when an order is over. Status and prices stay.'
            : 'Names, numbers, addresses, notes to the courier, reasons and the trail go; positions are coarse from the end on. Status and prices stay.',
        field: 'Days that people stay in a finished order',
        unit: 'days',
      },
      'zh-Hant': {
        title: '清除已結束訂單中的個人資料',
        help: (many) =>
          many === 0
            ? '訂單一結束，姓名、電話、地址、給配送員的備註、原因和位置就會清除。狀態和價格會保留。'
            : '姓名、電話、地址、給配送員的備註、原因和軌跡會清除；訂單結束後位置只保留大致範圍。狀態和價格會保留。',
        field: '已結束訂單保留個人資料的天數',
        unit: '天',
      },
    },
    warning: {
      en: (many, before) => {
        if (many > before)
          return `Keeps names, numbers and positions in finished orders for ${days(many)}`;
        return many === 0
          ? 'Erases names, numbers and positions of all finished orders at once'
          : `Erases names, numbers and positions of finished orders after ${days(many)}`;
      },
      'zh-Hant': (many, before) => {
        if (many > before) return `已結束訂單的姓名、電話和位置保留 ${daysChinese(many)}`;
        return many === 0
          ? '立即清除所有已結束訂單的姓名、電話和位置'
          : `已結束訂單的姓名、電話和位置 ${daysChinese(many)}後清除`;
      },
    },
  }),
  /** How many days an order stays in the archive after its end. */
  archiveDays: number({
    page: 'privacy',
    least: 1,
    most: 365,
    usual: 30,
    row: {
      card: 'archive',
      en: {
        title: 'Erase finished orders',
        help: (many) =>
          `An order leaves the archive ${days(many)} after its end, with all that is left of it: places, label, group, note and history. One that needs attention, or that you put back on the list, stays.`,
        field: 'Days that a finished order stays in the archive',
        unit: 'days',
      },
      'zh-Hant': {
        title: '清除已結束的訂單',
        help: (many) =>
          `訂單結束 ${daysChinese(many)}後離開封存，剩下的內容一併清除：地點、標籤、群組、備註和歷程。需要處理的訂單，或你放回清單的訂單，會保留。`,
        field: '已結束訂單留在封存的天數',
        unit: '天',
      },
    },
    warning: {
      en: (many, before) =>
        many > before
          ? `Keeps finished orders in the archive for ${days(many)}`
          : `Erases finished orders after ${days(many)}`,
      'zh-Hant': (many, before) =>
        many > before
          ? `已結束訂單在封存中保留 ${daysChinese(many)}`
          : `已結束訂單 ${daysChinese(many)}後清除`,
    },
  }),
  /** How long the history of orders and notifications is kept. */
  historyDays: number({
    page: 'checking',
    least: 1,
    most: 365,
    usual: 30,
    row: {
      card: 'history',
      en: {
        title: 'History',
        help: 'Updates and notifications of watched orders, erased after this time',
        field: 'Days that the history is kept',
        unit: 'days',
      },
      'zh-Hant': {
        title: '歷程',
        help: '追蹤中訂單的更新和通知，超過這段時間就會清除',
        field: '歷程保留的天數',
        unit: '天',
      },
    },
    warning: {
      en: (many, before) =>
        many > before
          ? `Keeps the history for ${days(many)}`
          : `Erases the history after ${days(many)}`,
      'zh-Hant': (many, before) =>
        many > before ? `歷程保留 ${daysChinese(many)}` : `歷程 ${daysChinese(many)}後清除`,
    },
  }),
  /** Keeps the window out of screenshots and shared screens (Windows and macOS). */
  hidesFromCapture: onOrOff({
    page: 'privacy',
    usual: false,
    row: {
      card: 'capture',
      en: {
        title: 'Hide the window from screen sharing',
        help: 'Screenshots and shared screens leave it out or show it black.',
      },
      'zh-Hant': {
        title: '分享螢幕時隱藏視窗',
        help: '螢幕截圖和分享畫面中不會出現，或顯示為黑色。',
      },
    },
    warning: {
      en: (isOn) => (isOn ? null : 'Shows the window in screenshots and on shared screens'),
      'zh-Hant': (isOn) => (isOn ? null : '螢幕截圖和分享畫面會顯示視窗'),
    },
  }),
  /** On battery every check waits twice as long. */
  slowsOnBattery: onOrOff({
    page: 'computer',
    usual: true,
    row: {
      card: 'power',
      en: {
        title: 'Check half as often on battery',
        help: 'Every order waits twice as long between two checks',
      },
      'zh-Hant': { title: '使用電池時查詢減半', help: '每筆訂單兩次查詢的間隔加倍' },
    },
    warning: {
      en: (isOn) => (isOn ? 'Checks half as often on battery' : null),
      'zh-Hant': (isOn) => (isOn ? '使用電池時查詢次數減半' : null),
    },
  }),
  /** Looks for newer versions unasked, in a copy that has an update feed. */
  looksForUpdates: onOrOff({
    page: 'computer',
    usual: true,
    row: {
      card: 'updates',
      en: {
        title: 'Look for newer versions',
        help: 'Fetched quietly; when to restart is up to you',
      },
      'zh-Hant': { title: '尋找新版本', help: '在背景下載；何時重新啟動由你決定' },
    },
    warning: {
      en: (isOn) => (isOn ? null : 'Turns the search for updates off'),
      'zh-Hant': (isOn) => (isOn ? null : '不再尋找新版本'),
    },
  }),
  toldKinds: own({ page: 'notifications' }),
  quietHours: own({ page: 'timing' }),
  /** What a notification shows while the screen is locked: the same, a count only, or nothing yet. */
  lockedScreen: choice({
    page: 'timing',
    choices: lockedScreenChoices,
    usual: 'countOnly',
    row: {
      card: 'lockedScreen',
      en: {
        title: 'While the screen is locked',
        help: {
          same: 'What a notification shows otherwise',
          countOnly: 'The event and the short uuid, nothing else',
          hold: 'Nothing; what came is told after unlocking',
        },
        choices: { same: 'The same', countOnly: 'No details', hold: 'Nothing' },
      },
      'zh-Hant': {
        title: '螢幕鎖定時',
        help: {
          same: '與平時的通知內容相同',
          countOnly: '只有事件和簡短 uuid',
          hold: '不顯示；解鎖後再通知',
        },
        choices: { same: '相同', countOnly: '不含細節', hold: '不顯示' },
      },
    },
    warning: {
      en: (shown) =>
        ({
          same: 'Shows the whole notification on a locked screen',
          countOnly: null,
          hold: 'Shows no notification while the screen is locked',
        })[shown],
      'zh-Hant': (shown) =>
        ({
          same: '螢幕鎖定時顯示完整通知',
          countOnly: null,
          hold: '螢幕鎖定時不顯示通知',
        })[shown],
    },
  }),
  /** Until when the dispatcher muted all notifications: it expires. */
  notificationsMutedUntilMs: own({ page: null, isNeverLocked: true, isOfThisComputer: true }),
  everyMove: own({ page: 'notifications' }),
  waitLimits: own({ page: 'timing' }),
  silenceLimits: own({ page: 'timing' }),
  stayLimits: own({ page: 'timing' }),
  fences: own({ page: 'timing' }),
  groupRules: own({ page: 'notifications' }),
  /** How news is told: each change alone, or, when many orders are live, several together. */
  news: choice({
    page: 'notifications',
    choices: newsChoices,
    usual: 'calm',
    row: {
      card: 'news',
      en: {
        title: 'News of orders',
        help: {
          calm: 'Each change alone while up to five orders are live, then several together. What needs you always comes at once.',
          everyChange: 'Each change of status and each move alone, however many orders are live',
        },
        choices: { calm: 'Calm', everyChange: 'Every change' },
      },
      'zh-Hant': {
        title: '訂單消息',
        help: {
          calm: '進行中的訂單不超過五筆時逐則通知，超過時合併；需要你處理的一律立即通知。',
          everyChange: '不論有多少筆訂單，每次狀態變更和每次移動都單獨通知',
        },
        choices: { calm: '平靜', everyChange: '每次變更' },
      },
    },
    // Calls for help come at once all the same.
    warning: null,
  }),
  /** How long news is gathered when many orders are live. */
  digestMinutes: number({
    page: 'notifications',
    least: 1,
    most: 60,
    usual: 5,
    row: {
      card: 'digest',
      en: {
        title: 'Gather news for',
        help: 'While more than five orders are live and news is calm',
        field: 'Minutes for which news is gathered',
        unit: 'min',
      },
      'zh-Hant': {
        title: '合併消息的時間',
        help: '進行中的訂單超過五筆，且選擇平靜時',
        field: '合併消息的分鐘數',
        unit: '分鐘',
      },
    },
    warning: null,
  }),
  /** Whether it is forecast when orders arrive, from those of this board that are over. */
  forecastsArrivals: onOrOff({
    page: 'timing',
    usual: true,
    row: {
      card: 'forecast',
      en: {
        title: 'Forecast arrivals',
        help: 'From your own finished orders, on this computer alone. Warns when an order will probably be late.',
      },
      'zh-Hant': {
        title: '預估送達時間',
        help: '只根據這台電腦上你自己已結束的訂單。訂單可能遲到時會提醒。',
      },
    },
    warning: {
      en: (forecasts) => (forecasts ? null : 'Warns no more that an order will probably be late'),
      'zh-Hant': (forecasts) => (forecasts ? null : '訂單可能遲到時不再提醒'),
    },
  }),
  /** How long the service lets an order be cancelled or changed without cost once it has a courier; 0: not known. */
  freeCancelMinutes: number({
    page: 'timing',
    least: 0,
    most: 120,
    usual: 0,
    row: {
      card: 'option',
      en: {
        title: 'Free to cancel once matched, for',
        help: 'As your service’s terms say. Rows count down, and two minutes before the end you are reminded. 0 is off.',
        field: 'Minutes after a match in which an order can be cancelled without cost',
        unit: 'min',
      },
      'zh-Hant': {
        title: '配對後可免費取消',
        help: '依服務條款填寫。訂單列會倒數，截止前兩分鐘提醒你；0 表示關閉。',
        field: '配對後可免費取消訂單的分鐘數',
        unit: '分鐘',
      },
    },
    warning: null,
  }),
  /** For how long another desk that has an order may leave an alarm unanswered before it is told here too. */
  claimAnswerMinutes: number({
    page: 'timing',
    least: 1,
    most: 60,
    usual: 5,
    row: {
      card: 'claims',
      en: {
        title: 'Tell me when another desk has not answered for',
        help: 'An alarm of an order that another desk has. While no one is there it comes to you at once.',
        field: 'Minutes until an alarm that another desk has not answered is told here',
        unit: 'min',
      },
      'zh-Hant': {
        title: '其他座位沒有回應多久後通知我',
        help: '由其他座位負責的訂單發出的警示。該座位沒有人時會立即通知你。',
        field: '其他座位沒有回應的警示通知此處前的分鐘數',
        unit: '分鐘',
      },
    },
    warning: {
      en: (minutes, before) => (minutes > before ? unansweredAfter(minutes) : null),
      'zh-Hant': (minutes, before) => (minutes > before ? unansweredAfterChinese(minutes) : null),
    },
  }),
  /** The same for the three most serious events. */
  seriousAnswerMinutes: number({
    page: 'timing',
    least: 1,
    most: 60,
    usual: 2,
    row: {
      card: 'claims',
      en: {
        title: 'The same for what is most serious',
        help: 'A promise that has passed, a courier who released the order, a delivery that failed',
        field: 'Minutes until a most serious alarm that another desk has not answered is told here',
        unit: 'min',
      },
      'zh-Hant': {
        title: '最嚴重的情況',
        help: '約定時間已過、配送員退單、配送失敗',
        field: '其他座位沒有回應的最嚴重警示通知此處前的分鐘數',
        unit: '分鐘',
      },
    },
    warning: {
      en: (minutes, before) => (minutes > before ? unansweredAfter(minutes) : null),
      'zh-Hant': (minutes, before) => (minutes > before ? unansweredAfterChinese(minutes) : null),
    },
  }),
  /** How often a critical notification is shown again until the order was looked at; 0 is never. */
  remindEveryMinutes: number({
    page: 'timing',
    least: 0,
    most: 60,
    usual: 0,
    row: {
      card: 'reminder',
      en: {
        title: 'Show them again until seen, every',
        help: '0 shows them once',
        field: 'Minutes until a critical notification is shown again',
        unit: 'min',
      },
      'zh-Hant': {
        title: '未看之前重複提醒，每',
        help: '0 表示只提醒一次',
        field: '重要通知再次提醒前的分鐘數',
        unit: '分鐘',
      },
    },
    warning: {
      en: (minutes, before) => {
        if (minutes === 0) return 'Shows a critical notification only once';
        return before !== 0 && minutes > before
          ? `Repeats a critical notification only every ${count.format(minutes)}\u00A0min`
          : null;
      },
      'zh-Hant': (minutes, before) => {
        if (minutes === 0) return '退單和取消只通知一次';
        return before !== 0 && minutes > before
          ? `退單和取消每 ${countChinese.format(minutes)}\u00A0分鐘才重複通知`
          : null;
      },
    },
  }),
  /** Whether a monitor hears that this desk checks; its address is in the keychain of this computer. */
  sendsHeartbeat: onOrOff({
    page: null,
    isOfThisComputer: true,
    usual: false,
    row: null,
    warning: null,
  }),
  webhooks: own({ page: null, isNeverLocked: true, isOfThisComputer: true }),
} as const;

type Table = typeof settingsTable;

/** The settings of one value each: their schema, default, row and warning are those of the table. */
export type PlainName = {
  [Name in keyof Table]: Table[Name] extends { readonly kind: 'own' } ? never : Name;
}[keyof Table];

/** The settings of several values. */
export type OwnName = Exclude<keyof Table, PlainName>;

/** The table in its order, for what is done with every setting. */
export const settingRows: ReadonlyMap<string, SettingRow> = new Map(Object.entries(settingsTable));

/** Whether a setting is in no file: a port that listens, a moment, or what one window shows. */
export function isOfThisComputer(name: string): boolean {
  return settingRows.get(name)?.isOfThisComputer === true;
}
