import { notificationFaultText } from '../../../core/notification/notification-fault.ts';
import type { HealthWord } from '../../board/health.ts';
import type { Dictionary } from '../en/dictionary.ts';
import { boardWords } from './board.ts';
import { connectWords } from './connect.ts';
import { detailWords } from './detail.ts';
import { diagnosisWords } from './diagnosis.ts';
import { groupWords } from './groups.ts';
import { keyboardWords } from './keyboard.ts';
import { listWords } from './list.ts';
import { count, orders } from './numbers.ts';
import { settingsWords } from './settings.ts';
import { transferWords } from './transfer.ts';
import { preferenceWords } from './preferences.ts';

const health: Record<HealthWord, string> = {
  live: '連線中',
  waiting: '等候中',
  offline: '離線',
  signedOut: '未登入',
  paused: '已暫停',
  demo: '示範',
};
/** Every word of the window in Traditional Chinese; the terms are chosen in docs/glossary.md. */
export const zhHant: Dictionary = {
  language: 'zh-Hant',
  locale: 'zh-Hant',
  count: (many) => count.format(many),
  orders,
  health,
  loading: {
    title: '正在讀取訂單',
    failed: '讀不到訂單',
    again: '再試一次',
  },
  regions: {
    views: '檢視',
    orders: '訂單',
    details: '訂單詳情',
    messages: '訊息',
  },
  ring: {
    next: (duration) => `${duration}後查詢`,
    busy: '正在查詢',
  },
  healthPanel: {
    details: '連線詳情',
    rate: (used, cap) => `每分鐘請求 ${count.format(used)}/${count.format(cap)}`,
    rateSpoken: (used, cap) => `每分鐘 ${count.format(used)} 次請求，上限 ${count.format(cap)} 次`,
    nextCheck: (duration) => `${duration}後查詢`,
    checkDue: '即將查詢',
    nothingPlanned: '沒有排定的查詢',
    lastContact: (time) => `上次聯絡 ${time}`,
    noContact: '尚未聯絡',
    tryingAgain: (duration) => `${duration}後再試`,
    stopped: '查詢已停止',
    pausedSince: (time) => `由你於 ${time} 暫停`,
    resumesAt: (time) => `${time} 繼續`,
    untilResumed: '直到你按繼續',
    waitingFor: (duration) => `等候中，${duration}`,
    service: '服務',
    clientId: '用戶端 ID',
    demoService: '內建示範服務',
    lastAnswer: '上次回應',
    pace: '頻率',
    version: '版本',
    change: '變更連線',
    leaveDemo: '離開示範',
    useOwn: '連到自己的服務',
  },
  bar: {
    pause: '暫停查詢',
    resume: '繼續查詢',
    keyboard: '鍵盤',
    settings: '設定',
    palette: '指令面板',
  },
  banner: {
    stoppedFor: (many) => `${orders(many)}的查詢已停止。`,
    update: '更新',
    rateLimitedTitle: '服務要求暫停',
    lastContact: (time, age) => `上次聯絡 ${time}，${age}。`,
    tryingIn: (duration) => `${duration}後再試。`,
    goesOnIn: (duration) => `${duration}後查詢。`,
    tryingNow: '正在重試。',
    tryNow: '立即重試',
    pausedTitle: '查詢已暫停',
    pausedUntilTitle: (time) => `查詢暫停到 ${time}`,
    pausedBody: (many) => `${orders(many)}等候中。不會向服務送出任何請求。`,
    resume: '繼續',
    storageTitle: '追蹤清單無法儲存',
    // The reason is the system's own and in English; the log has it.
    storageBody: () => '這台電腦的磁碟無法寫入。變更會保留到 Waybell 結束；能夠儲存時會立即儲存。',
    startNoticeTitle: '追蹤清單已重新開始',
    webhooksSilentTitle: '查詢發現變更，但超過 20\u00A0分鐘沒有 Webhook',
    webhooksSilentBody: (time, age) => `自 ${time} 起就沒有，${age}。每筆訂單恢復原來的查詢頻率。`,
    webhookSettings: 'Webhook 設定',
    offeredTitle: (many) => `收到 ${orders(many)}的 Webhook，但你沒有追蹤`,
    offeredBody: '請先看過 uuid：知道位址的人都能傳送。',
    lookAtOffered: '查看',
    dismissOffered: '略過',
    notificationsTitle: '通知無法送達',
    notificationsBody: (reason) =>
      `${notificationFaultText(reason, 'zh-Hant')}在此期間，變更會顯示在這裡和系統匣。`,
  },
  announcement: {
    one: (order, what) => `${order}：${what}`,
    many: (several) => `${count.format(several)} 筆訂單需要處理`,
  },
  toast: {
    undo: '復原',
    dismiss: '關閉訊息',
    muted: '已靜音',
    unmuted: '已取消靜音',
    stoppedWatching: '已停止追蹤',
    archived: '已封存',
    restored: '已放回清單',
    notFinished: '只有已結束的訂單可以封存',
    pinned: '已釘選',
    unpinned: '已取消釘選',
    renamed: '標籤已改為',
    labelRemoved: '已移除標籤：',
    movedTo: (group) => `已移到「${group}」：`,
    watching: (many) => `已開始追蹤 ${orders(many)}`,
    notWatched: '已不再追蹤：',
    alreadyWatched: (many) => `${orders(many)}已在追蹤`,
    uuidCopied: '已複製 uuid',
    uuidsCopied: (many) => `已複製 ${orders(many)}的 uuid`,
    positionCopied: '已複製位置',
    phoneCopied: '已複製電話號碼，60 秒後清除。',
    rawCopied: '已複製原始訂單',
  },
  settings: settingsWords,
  preferences: preferenceWords,
  groupSettings: groupWords,
  board: boardWords,
  transfer: transferWords,
  diagnosis: diagnosisWords,
  ...listWords,
  ...detailWords,
  ...connectWords,
  ...keyboardWords,
};
