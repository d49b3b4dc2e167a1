import { failureText } from '../delivery/failure-text.ts';
import type { TrayTrouble, TrayWords } from './tray-words.ts';

const count = new Intl.NumberFormat('zh-Hant');

function orders(many: number): string {
  return `${count.format(many)} 筆訂單`;
}

function trouble({ code, httpStatus }: TrayTrouble): string {
  return failureText(code, httpStatus, 'zh-Hant').title;
}

/** The words of the tray in Traditional Chinese. */
export const chineseTray: TrayWords = {
  state: {
    stopped: (cause) => `${cause === null ? '無法使用鑰匙圈' : trouble(cause)}，查詢已停止`,
    noContact: (cause, since) => `自 ${since} 起沒有聯絡，${trouble(cause)}`,
    paused: (until) => (until === null ? '查詢已暫停，直到你按繼續' : `查詢暫停到 ${until}`),
    attention: (needy, watched) => `${orders(needy)}需要處理，共查詢 ${count.format(watched)} 筆`,
    checked: (watched) => `正在查詢 ${orders(watched)}`,
    notConnected: '尚未連線',
    nothingChecked: '沒有查詢任何訂單',
    muted: (until) => `通知靜音到 ${until}`,
    notShown: '系統沒有顯示通知',
  },
  tooltip: (parts) => `Waybell：${parts.join('，')}`,
  line: (parts) => parts.join('，'),
  order: (name, reason) => `${name}：${reason}`,
  menu: {
    open: '開啟 Waybell',
    retry: '立即重試',
    showAll: (needy) => `顯示全部 ${count.format(needy)} 筆`,
    resume: '繼續查詢',
    pauseFor15Minutes: '暫停查詢 15\u00A0分鐘',
    pauseForAnHour: '暫停查詢 1\u00A0小時',
    unmute: '取消通知靜音',
    muteForAnHour: '通知靜音 1\u00A0小時',
    muteUntilTomorrow: '通知靜音到明天',
    about: '關於 Waybell',
    quit: '結束 Waybell',
  },
};
