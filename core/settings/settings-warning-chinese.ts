import type { SettingsWarningTexts } from './settings-warning-english.ts';

const count = new Intl.NumberFormat('zh-Hant');

/** What settings of several values would do, in Traditional Chinese. */
export const settingsWarningsChinese: SettingsWarningTexts = {
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
  reservesKeys: (keys) => `佔用所有程式的 ${keys}`,
  mutesAll: '所有通知靜音',
  notNotified: (kinds) => `不再通知：${kinds.join('；')}`,
  gathered: (kinds) => `改列為消息，不再列為需要你處理：${kinds.join('；')}`,
  soundless: (kinds) => `通知時沒有聲音：${kinds.join('；')}`,
  heardAlways: (kinds) => `系統勿擾模式開啟時也會發出聲音：${kinds.join('；')}`,
  quietAlways: '以勿擾時段隨時保留所有通知',
  quietHours: (hours) => `以勿擾時段每週保留通知 ${count.format(hours)}\u00A0小時`,
  criticalHeld: '勿擾時段和螢幕鎖定時，退單和取消也不通知',
  movesNotNotified: '不再通知配送員的每次移動',
  notMovingLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為未移動`,
  longWaitLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為等候過久`,
  learnedLate: (minutes) => `學得的等候時間不低於 ${count.format(minutes)}\u00A0分鐘`,
  silentLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為位置過舊`,
  lostLate: (minutes) => `${count.format(minutes)}\u00A0分鐘後才視為失去位置`,
  pickupStayLate: (minutes) => `配送員在取貨點停留 ${count.format(minutes)}\u00A0分鐘後才視為過久`,
  destinationStayLate: (minutes) =>
    `配送員在目的地停留 ${count.format(minutes)}\u00A0分鐘後才視為過久`,
  nearStopLate: (meters) => `配送員距離站點 ${count.format(meters)}\u00A0公尺內才通知`,
  leftStopLate: (meters) => `配送員離開取貨點 ${count.format(meters)}\u00A0公尺後才通知`,
  mutesGroups: (groups) => `群組靜音：${groups}`,
  groupsCheckedLess: (groups) => `較少查詢群組：${groups}`,
  groupsNotifiedLess: (groups) => `群組的通知減少：${groups}`,
  more: (many) => `另外 ${count.format(many)} 個`,
};
