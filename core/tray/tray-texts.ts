import { failureText } from '../delivery/failure-text.ts';
import type { Language } from '../text/language.ts';
import type { UnreachableService } from '../watch/service-health.ts';

/** Why there is no contact with the service. */
type Trouble = Pick<UnreachableService, 'cause' | 'httpStatus'>;

function orders(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}`;
}

/** The trouble as it stands inside a sentence. */
function trouble({ cause, httpStatus }: Trouble): string {
  const { title } = failureText(cause, httpStatus, 'en');
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}

/** Every word of the tray's tooltip and menu. Times arrive as finished text. */
const english = {
  state: {
    keychainBlocked: 'keychain not available, checking waits for it',
    /** @param nextTry null while none is planned */
    refused: (cause: Trouble, nextTry: string | null) =>
      `${trouble(cause)}, ${nextTry === null ? 'checking is stopped' : `next try at ${nextTry}`}`,
    noContact: (cause: Trouble, since: string) => `no contact since ${since}, ${trouble(cause)}`,
    pausedByService: (until: string) => `paused by the service until ${until}`,
    /** @param until null is until it is resumed */
    paused: (until: string | null) =>
      `checking is paused ${until === null ? 'until you resume' : `until ${until}`}`,
    attention: (needy: number, listed: number) =>
      `${orders(needy)} ${needy === 1 ? 'needs' : 'need'} attention, ${listed.toLocaleString('en')} on the list`,
    listed: (listed: number) => `${orders(listed)} on the list`,
    notConnected: 'not connected',
    nothingListed: 'no orders on the list',
    muted: (until: string) => `notifications muted until ${until}`,
    /** @param until null where they have no end */
    quiet: (until: string | null) => (until === null ? 'quiet hours' : `quiet until ${until}`),
    notShown: 'notifications are not shown by the system',
  },
  /** The state as the tooltip says it: after the name of the program. */
  tooltip: (parts: readonly string[]) => `Waybell: ${parts.join(', ')}`,
  /** The state as a line of the menu. */
  line(parts: readonly string[]) {
    const text = parts.join(', ');
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  },
  order: (name: string, reason: string) => `${name}: ${reason}`,
  /** @param age "3 min ago" or a clock time */
  change: (name: string, title: string, age: string) => `${name}: ${title}, ${age}`,
  /** @param holder the desk of the team that has the order */
  held: (change: string, holder: string) => `${change}. ${holder} has it`,
  seen: (reason: string) => `${reason} (seen)`,
  /** @param handled "handled, 12:50" */
  handled: (change: string, handled: string) =>
    `${change}. ${handled.slice(0, 1).toUpperCase()}${handled.slice(1)}`,
  justNow: 'just now',
  menu: {
    open: 'Open Waybell',
    retry: 'Try now',
    showAll: (needy: number) => `Show all ${needy.toLocaleString('en')}`,
    markAllSeen: 'Mark all as seen',
    resume: 'Resume checking',
    updateCredentials: 'Update credentials…',
    latestChanges: 'Latest changes',
    allNotifications: 'History of notifications…',
    watchClipboard: (unwatched: number) =>
      `Watch ${unwatched.toLocaleString('en')} ${unwatched === 1 ? 'uuid' : 'uuids'} on the clipboard…`,
    lookAtClipboard: 'Look for uuids on the clipboard…',
    pause: 'Pause checking',
    unmute: 'Unmute notifications',
    mute: 'Mute notifications',
    quietHours: 'Quiet hours…',
    for15Minutes: 'For 15\u00A0minutes',
    forAnHour: 'For 1\u00A0hour',
    untilTomorrow: 'Until tomorrow',
    untilResumed: 'Until I resume',
    settings: 'Settings…',
    about: 'About Waybell',
    quit: 'Quit Waybell',
  },
};

export type TrayTexts = typeof english;

const number = new Intl.NumberFormat('zh-Hant');

function chineseOrders(many: number): string {
  return `${number.format(many)} 筆訂單`;
}

function chineseTrouble({ cause, httpStatus }: Trouble): string {
  return failureText(cause, httpStatus, 'zh-Hant').title;
}

const chinese: TrayTexts = {
  state: {
    keychainBlocked: '無法使用鑰匙圈，等待可以使用',
    refused: (cause, nextTry) =>
      `${chineseTrouble(cause)}，${nextTry === null ? '查詢已停止' : `${nextTry} 再試`}`,
    noContact: (cause, since) => `自 ${since} 起沒有聯絡，${chineseTrouble(cause)}`,
    pausedByService: (until) => `服務要求暫停到 ${until}`,
    paused: (until) => (until === null ? '查詢已暫停，直到你按繼續' : `查詢暫停到 ${until}`),
    attention: (needy, listed) =>
      `${chineseOrders(needy)}需要處理，清單上共 ${number.format(listed)} 筆`,
    listed: (listed) => `清單上有 ${chineseOrders(listed)}`,
    notConnected: '尚未連線',
    nothingListed: '清單上沒有訂單',
    muted: (until) => `通知靜音到 ${until}`,
    quiet: (until) => (until === null ? '勿擾時段' : `勿擾到 ${until}`),
    notShown: '系統沒有顯示通知',
  },
  tooltip: (parts) => `Waybell：${parts.join('，')}`,
  line: (parts) => parts.join('，'),
  order: (name, reason) => `${name}：${reason}`,
  change: (name, title, age) => `${name}：${title}，${age}`,
  held: (change, holder) => `${change}。由 ${holder} 負責`,
  seen: (reason) => `${reason}（已看）`,
  handled: (change, handled) => `${change}。${handled}`,
  justNow: '剛剛',
  menu: {
    open: '開啟 Waybell',
    retry: '立即重試',
    showAll: (needy) => `顯示全部 ${number.format(needy)} 筆`,
    markAllSeen: '全部標示為已看',
    resume: '繼續查詢',
    updateCredentials: '更新認證資料…',
    latestChanges: '最新變更',
    allNotifications: '通知記錄…',
    watchClipboard: (unwatched) => `追蹤剪貼簿中的 ${number.format(unwatched)} 個 uuid…`,
    lookAtClipboard: '在剪貼簿中尋找 uuid…',
    pause: '暫停查詢',
    unmute: '取消通知靜音',
    mute: '通知靜音',
    quietHours: '勿擾時段…',
    for15Minutes: '15\u00A0分鐘',
    forAnHour: '1\u00A0小時',
    untilTomorrow: '到明天',
    untilResumed: '直到我繼續',
    settings: '設定…',
    about: '關於 Waybell',
    quit: '結束 Waybell',
  },
};

/** The texts of the tray by language. */
export const trayTextsIn: Readonly<Record<Language, TrayTexts>> = {
  en: english,
  'zh-Hant': chinese,
};
