import { rewindTexts } from './rewind.ts';
import { teamTexts } from './team.ts';
import { notificationFaultText } from '../../../core/notification/notification-fault.ts';
import type { Dictionary } from '../en/dictionary.ts';
import { courierTexts } from './courier.ts';
import { groupWayTexts } from './group.ts';
import { connectTexts } from './connect.ts';
import { detailTexts } from './detail.ts';
import { listTexts, boardTexts, keyboardTexts } from './list.ts';
import { groupTexts, notificationHistoryTexts, preferenceTexts } from './notifications.ts';
import { count, orders } from './numbers.ts';
import { dayTexts, settingsTexts, transferTexts, diagnosisTexts } from './settings.ts';

/** Every word of the window in Traditional Chinese; the terms are chosen in docs/glossary.md. */
export const zhHant: Dictionary = {
  language: 'zh-Hant',
  locale: 'zh-Hant',
  count: (many) => count.format(many),
  orders,
  health: {
    live: '連線中',
    waiting: '服務要求暫停',
    offline: '離線',
    signedOut: '未登入',
    paused: '已暫停',
    demo: '示範',
  },
  holds: {
    quiet: (until) => (until === null ? '勿擾時段' : `勿擾到 ${until}`),
    muted: (until) => `靜音到 ${until}`,
    toSetting: (held) => `通知：${held}。顯示設定`,
  },
  loading: {
    title: '正在讀取訂單',
    failed: '讀不到訂單',
    again: '再試一次',
  },
  notDrawn: {
    title: '無法顯示這個視窗',
    what: '這是 Waybell 的錯誤。訂單仍會繼續查詢，通知也照常送出。',
    again: '重新顯示',
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
    rate: (used, cap) =>
      used > cap
        ? `過去一分鐘請求 ${count.format(used)} 次，現在每分鐘上限 ${count.format(cap)} 次`
        : `每分鐘請求 ${count.format(used)}/${count.format(cap)}`,
    rateSpoken: (used, cap) =>
      used > cap
        ? `過去一分鐘 ${count.format(used)} 次請求，現在每分鐘上限 ${count.format(cap)} 次`
        : `每分鐘 ${count.format(used)} 次請求，上限 ${count.format(cap)} 次`,
    nextCheck: (duration) => `${duration}後查詢`,
    checkDue: '即將查詢',
    nothingPlanned: '沒有排定的查詢',
    lastContact: (time) => `上次聯絡 ${time}`,
    noContact: '尚未聯絡',
    tryingAgain: (duration) => `${duration}後再試`,
    keychainAwaited: '等待鑰匙圈',
    pausedSince: (time) => `由你於 ${time} 暫停`,
    resumesAt: (time) => `${time} 繼續`,
    untilResumed: '直到你按繼續',
    pausedByService: (time) => `服務要求暫停到 ${time}`,
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
    stoppedFor: (many) => `${orders(many)}目前沒有查詢。`,
    tryAgain: '再試一次',
    update: '更新',
    lastContact: (time, age) => `上次聯絡 ${time}，${age}。`,
    noContact: '尚未聯絡。',
    tryingIn: (duration) => `${duration}後再試。`,
    goesOnIn: (duration) => `${duration}後查詢。`,
    tryingNow: '正在重試。',
    tryingOften: '每隔幾秒再試一次。',
    tryNow: '立即重試',
    pausedTitle: '查詢已暫停',
    pausedUntilTitle: (time) => `查詢暫停到 ${time}`,
    pausedBody: (many) => `${orders(many)}等候中。不會向服務送出任何請求。`,
    resume: '繼續',
    storageTitle: '追蹤清單無法儲存',
    // The reason is the system's own and in English; the log has it.
    storageBody: () => '這台電腦的磁碟無法寫入。變更會保留到 Waybell 結束；能夠儲存時會立即儲存。',
    erasingTitle: '正在清除訂單',
    erasingBody: (erased, total) =>
      `${count.format(erased)}／${count.format(total)}。重新啟動後也會繼續。`,
    startNoticeTitle: '追蹤清單已重新開始',
    clockTitle: '這台電腦的時鐘似乎不對',
    clockBody: (days) =>
      `比服務快 ${count.format(days)} 天。兩者一致之前，不會因為時間久遠而清除任何資料。約定時間和提醒以這個時鐘為準。`,
    webhooksSilentTitle: '查詢發現變更，但超過 20\u00A0分鐘沒有 Webhook',
    webhooksSilentBody: (time, age) => `自 ${time} 起就沒有，${age}。每筆訂單按自己的頻率查詢。`,
    webhookSettings: 'Webhook 設定',
    takenOffTitle: (desks, many) => `${desks} 將你負責的 ${orders(many)}移出所有座位的清單`,
    takenOffOthers: (many) => `另外 ${count.format(many)} 筆`,
    takenOffBody: (named) => `${named}。重新追蹤會恢復標籤、群組和約定時間。`,
    takenOffNotKept: (many) => `更早的 ${orders(many)}已不再保留。`,
    watchAgain: '重新追蹤',
    watchedAgain: '已連同標籤、群組和約定時間重新追蹤；尚未有座位負責',
    offeredTitle: (many) => `收到 ${orders(many)}的 Webhook，但你沒有追蹤`,
    offeredBody: '傳送者已證明身分。在你看過之前，不會追蹤任何訂單。',
    offersNotKept: (many) => `超出可保留的數量，另有 ${orders(many)}的 uuid 沒有保留。`,
    folderTitle: '監看的資料夾沒有送來訂單',
    folderSettings: '資料夾設定',
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
    redo: '重做',
    nothingToUndo: '沒有可以復原的動作',
    nothingToRedo: '沒有可以重做的動作',
    dismiss: '關閉訊息',
    muted: '已靜音',
    unmuted: '已取消靜音',
    followed: '每次變更都會單獨通知：',
    unfollowed: '恢復照平常通知：',
    stoppedWatching: '已停止追蹤',
    stoppedForAllDesks: (others) =>
      others === 0
        ? '所有座位已停止追蹤：'
        : `所有座位已停止追蹤（其他座位負責 ${count.format(others)} 筆）：`,
    treatedAs: (word, meaning) => `從現在起，「${word}」視為${meaning}`,
    treatedAsReceived: (word) => `「${word}」再次照收到的樣子顯示`,
    broughtBack: '已放回清單：',
    archived: '已封存',
    restored: '已放回清單',
    notFinished: '只有已結束的訂單可以封存',
    pinned: '已釘選',
    unpinned: '已取消釘選',
    renamed: '標籤已改為',
    labelRemoved: '已移除標籤：',
    movedTo: (group) => `已移到「${group}」：`,
    updated: (many) => `已更新 ${orders(many)}`,
    watching: (many) => `已開始追蹤 ${orders(many)}`,
    watchingAndUpdated: (many, updated) => `已開始追蹤 ${orders(many)}，已更新 ${orders(updated)}`,
    annotationsAsBefore: '標籤、群組和約定時間已恢復原狀',
    notWatched: '已不再追蹤：',
    othersArchived: (many) => `另有 ${orders(many)}在封存中`,
    uuidCopied: '已複製 uuid',
    uuidsCopied: (many) => `已複製 ${count.format(many)} 個 uuid`,
    positionCopied: '已複製位置',
    mapLinkCopied: '已複製地圖連結',
    phoneCopied: '已複製電話號碼，60 秒後清除。',
    rawCopied: '已複製原始訂單',
    noTime: (typed) => `沒有保留「${typed}」：這不是時間，請輸入如 9:30 或 21:30`,
  },
  rewind: rewindTexts,
  settings: settingsTexts,
  notificationHistory: notificationHistoryTexts,
  preferences: preferenceTexts,
  groupSettings: groupTexts,
  board: boardTexts,
  transfer: transferTexts,
  day: dayTexts,
  diagnosis: diagnosisTexts,
  ...listTexts,
  ...detailTexts,
  ...courierTexts,
  ...groupWayTexts,
  ...connectTexts,
  ...keyboardTexts,
  ...teamTexts,
};
