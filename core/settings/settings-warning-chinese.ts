import type { SettingsWarningTexts } from './settings-warning-english.ts';

const count = new Intl.NumberFormat('zh-Hant');

/** What the settings of a file would do, in Traditional Chinese. */
export const settingsWarningsChinese: SettingsWarningTexts = {
  manyRequests: (perMinute) => `每分鐘最多向服務送出 ${count.format(perMinute)} 個請求`,
  fewRequests: (perMinute) => `每分鐘最多只送出 ${count.format(perMinute)} 個請求，訂單較少查詢`,
  rarelyChecked: (seconds) => `配送中的訂單每 ${count.format(seconds)}\u00A0秒才查詢一次`,
  rarerPaces: (paces) => `較少查詢：${paces.join('；')}`,
  paceNames: {
    pending: '等候中的訂單',
    pendingLong: '等候已久的訂單',
    scheduledLater: '預約較晚的訂單',
    standing: '停留不動的配送員',
    finished: '已結束的訂單',
    notFoundYoung: '剛剛找不到的 uuid',
    notFound: '一直找不到的 uuid',
  },
  slowOnBattery: '使用電池時查詢次數減半',
  shows: {
    full: '通知除了標籤、距離和價格，也顯示配送員姓名',
    noNames: '通知顯示標籤、距離和價格',
  },
  priceUnit: {
    major: '金額以元為單位讀取：86 是 HK$86.00',
    minor: '金額以最小單位讀取：8600 是 HK$86.00',
    raw: '金額照服務提供的顯示：8600 是 HKD 8600',
  },
  amountsUnasked: '金額看來以最小單位計算時不再詢問',
  takesKeys: (keys) => `佔用所有程式的 ${keys}`,
  looksThroughClipboard: '視窗來到最前面時查看剪貼簿',
  peopleStay: (many) => `已結束訂單的姓名、電話和位置保留 ${count.format(many)} 天`,
  peopleGo: (many) =>
    many === 0
      ? '立即清除所有已結束訂單的姓名、電話和位置'
      : `已結束訂單的姓名、電話和位置 ${count.format(many)} 天後清除`,
  archiveStays: (many) => `已結束訂單在封存中保留 ${count.format(many)} 天`,
  archiveGoes: (many) => `已結束訂單 ${count.format(many)} 天後清除`,
  historyStays: (many) => `歷程保留 ${count.format(many)} 天`,
  historyGoes: (many) => `歷程 ${count.format(many)} 天後清除`,
  shownInCaptures: '螢幕截圖和分享畫面會顯示視窗',
  noUpdates: '不再尋找新版本',
  mutesAll: '所有通知靜音',
  notNotified: (kinds) => `不再通知：${kinds.join('；')}`,
  gathered: (kinds) => `改列為消息，不再列為需要你處理：${kinds.join('；')}`,
  soundless: (kinds) => `通知時沒有聲音：${kinds.join('；')}`,
  heardAlways: (kinds) => `系統勿擾模式開啟時也會發出聲音：${kinds.join('；')}`,
  quietAlways: '以勿擾時段隨時保留所有通知',
  quietHours: (hours) => `以勿擾時段每週保留通知 ${count.format(hours)}\u00A0小時`,
  criticalHeld: '勿擾時段和螢幕鎖定時，退單和取消也不通知',
  lockedScreen: {
    same: '螢幕鎖定時顯示完整通知',
    hold: '螢幕鎖定時不顯示通知',
  },
  movesNotNotified: '不再通知配送員的每次移動',
  notMovingLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為未移動`,
  longWaitLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為等候過久`,
  learnedLate: (minutes) => `學得的等候時間不低於 ${count.format(minutes)}\u00A0分鐘`,
  silentLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為位置過舊`,
  lostLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為失去位置`,
  nearStopLate: (meters) => `配送員距離站點 ${count.format(meters)}\u00A0公尺內才通知`,
  leftStopLate: (meters) => `配送員離開取貨點 ${count.format(meters)}\u00A0公尺後才通知`,
  mutesGroups: (groups) => `群組靜音：${groups}`,
  groupsCheckedLess: (groups) => `較少查詢群組：${groups}`,
  groupsNotifiedLess: (groups) => `群組的通知減少：${groups}`,
  more: (many) => `另外 ${count.format(many)} 個`,
  remindsNever: '退單和取消只通知一次',
  remindsRarely: (minutes) => `退單和取消每 ${count.format(minutes)}\u00A0分鐘才重複通知`,
};
