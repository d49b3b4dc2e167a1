import type * as english from '../en/notifications.ts';
import { notificationFaultText } from '../../../core/notification/notification-fault.ts';
import { outcomeTexts } from '../../../core/notification/outcome-texts.ts';
import { notificationKindTexts } from '../../../core/settings/notification-kind-texts.ts';
import { count, orders as countedOrders } from './numbers.ts';
import type { NotificationEntry } from '../../../core/notification/notification.ts';

const texts = outcomeTexts['zh-Hant'];

function outcome(found: NotificationEntry['outcome']): string {
  if (found === null) return texts.aboutToBeShown;
  switch (found.kind) {
    case 'shown':
      return texts.shown;
    case 'digested':
      return texts.digested[found.reason];
    case 'suppressed':
      return texts.suppressed[found.reason];
    case 'held':
      return texts.held[found.reason];
    case 'failed':
      return `系統沒有顯示。${notificationFaultText(found.reason, 'zh-Hant')}`;
  }
}

/** The texts of the history of notifications in Traditional Chinese. */
export const notificationHistoryTexts: typeof english.notificationHistoryTexts = {
  title: '通知記錄',
  ofOrder: '這筆訂單的通知',
  close: '關閉通知記錄',
  kind: '通知種類',
  allKinds: '所有種類',
  outcomeFilter: '顯示結果',
  allOutcomes: '已顯示或未顯示',
  outcomes: { shown: '已顯示', notShown: '未顯示' },
  only: (order) => `只看 ${order} 的通知`,
  notOnly: (order) => `不只看 ${order} 的通知`,
  empty: '還沒有任何通知',
  nothingFits: '沒有這樣的通知',
  showAll: '顯示全部',
  outcome(found, heldBy) {
    const said = outcome(found);
    return heldBy === null || found?.kind === 'held'
      ? said
      : texts.after(said, texts.waited[heldBy]);
  },
};

/** The texts of the notification settings in Traditional Chinese. */
export const notificationTexts: typeof english.notificationTexts = {
  health: {
    unproven: '尚未顯示過任何通知。已靜音的訂單不發通知。',
    working: '系統已能顯示通知。已靜音的訂單不發通知。',
    failing: (reason) => `系統沒有顯示通知。${notificationFaultText(reason, 'zh-Hant')}`,
  },
  kinds: notificationKindTexts['zh-Hant'],
  whatIf: {
    lead: {
      counting: '小字的數目是若改選，最近會有多少則通知。',
      nothing: '目前還沒有記錄；之後每個選項旁會顯示改選時會有多少則通知。',
      failed: '無法計算改選時會有多少則通知。',
    },
    counting: '計算中…',
    kindsHead: (notified, span) => `最近 ${span}：${count.format(notified)} 則`,
    kindOff: (otherwise) => `關閉：${count.format(otherwise)} 則`,
    kindOn: (otherwise) => `開啟：${count.format(otherwise)} 則`,
    without: (otherwise, notified, span) =>
      `若關閉，最近 ${span}會是 ${count.format(otherwise)} 則，而不是 ${count.format(notified)} 則`,
    with: (otherwise, notified, span) =>
      `若開啟，最近 ${span}會是 ${count.format(otherwise)} 則，而不是 ${count.format(notified)} 則`,
    other: (name, otherwise) => `${name}會是 ${count.format(otherwise)} 則`,
    comma: '，',
    withOthers: (others, notified, span) =>
      `最近 ${span}若改為 ${others}，而不是 ${count.format(notified)} 則`,
    noDifference: (span) => `最近 ${span}沒有差別`,
    chosenWord: (word) => `「${word}」`,
  },
  event: '事件',
  what: '通知什麼',
  level: '通知為',
  levelNames: { needsYou: '需要你處理', news: '消息', kept: '只留在紀錄' },
  levelMeans: {
    needsYou: '立即通知並寫明是哪一筆，不會排在消息後面，直到情況結束為止',
    news: '依上方的選擇，逐一或合併通知',
    kept: '不通知；通知紀錄中看得到',
  },
  levelOf: (kind) => `${kind}：通知為`,
  asForAll: (level) => `同所有訂單：${level}`,
  sound: '聲音',
  soundOf: (kind) => `${kind}：聲音`,
  sounds: {
    none: '無',
    system: '系統',
    soft: '柔和單音',
    rising: '上升兩音',
    falling: '下降三音',
  },
  soundHelp:
    '系統聲音遵從系統的勿擾模式。其他三種由 Waybell 自行播放，系統開啟勿擾模式時也聽得到。勿擾時段和靜音適用於所有聲音，同一筆訂單一分鐘內只響一次。',
  play: '播放',
  playOf: (kind) => `${kind}：播放聲音`,
  forecast: {
    title: '訂單何時送達',
    lead: '每週預估的準確程度：五筆中應有四筆在預估時間內送達。是否遲到在約定時間前十分鐘判斷。',
    chart: '每週在預估時間內送達的比例，應在 70 到 90 % 之間',
    columns: ['週次', '訂單', '平均誤差', '在預估時間內', '布里爾分數', '提醒'],
    none: '–',
    against: (score, base) => `${score}（不預估：${base}）`,
    warnings: (right, wrong, missed) => `正確 ${right}，錯誤 ${wrong}，漏報 ${missed}`,
  },
  soundMissing: '聲音無法播放。通知會改用系統聲音。',
  try: '試試',
  tryOf: (kind) => `${kind}：顯示範例`,
  everyMove: '每次移動',
  everyMoveHelp:
    '關閉時只通知重要的：第一個位置、離開取貨點、接近站點、再次移動。個別訂單可用「緊跟」。',
  onlyAfter: '移動超過才通知',
  onlyAfterHelp: '較小的移動仍會顯示在清單中',
  onlyAfterField: '兩次移動通知之間的距離',
  atMostEvery: '每筆訂單最短間隔',
  atMostEveryField: '兩次移動通知之間的秒數',
  seconds: '秒',
  atStop: '配送員抵達站點的距離',
  atStopHelp: '直線距離，連續兩次；通知為接近站點',
  atStopField: '配送員視為抵達站點的公尺數',
  leftStop: '配送員離開站點的距離',
  leftStopHelp: '至少多 50\u00A0公尺，以免靜止的手機來回跳動',
  leftStopField: '配送員視為離開站點的公尺數',
  begins: '何時開始',
  notMoving: '視為未移動的時間',
  notMovingHelp: '只在站點之間',
  notMovingField: '配送員視為未移動前的分鐘數',
  restLearned: (where, limit, orders) =>
    `${where}；目前採用 ${limit}，從你的 ${count.format(orders)} 筆訂單學得`,
  restEnough: (where, limit, orders) =>
    `${where}；目前採用 ${limit}，依此設定；你的 ${count.format(orders)} 筆訂單顯示無需更久`,
  restAsSet: (where, limit) =>
    `${where}；目前採用 ${limit}，依此設定；20 筆訂單結束後開始學習，不低於此設定`,
  longWait: '視為等候過久的時間',
  longWaitLearned: (limit, matches) =>
    `目前採用 ${limit}，從最近 24\u00A0小時的 ${count.format(matches)} 次配對學得`,
  longWaitAsSet: (limit) => `目前採用 ${limit}，依此設定；24\u00A0小時內有 5 筆訂單配對後開始學習`,
  longWaitReturning: (limit, own) =>
    `目前採用 ${limit}，由先前的配對學得；24\u00A0小時內配對不足 5 次，每次配對調回 1\u00A0分鐘，直到 ${own}`,
  longWaitField: '視為等候過久前的分鐘數',
  leastLongWait: '學得的時間不低於',
  leastLongWaitHelp:
    '每次配對最多調整 1\u00A0分鐘，朝九成訂單的等候時間靠近；只對之後才開始等候的訂單生效。',
  leastLongWaitField: '學得的等候時間最少的分鐘數',
  silent: '位置視為過舊',
  silentHelp: '只計算離開各站時',
  silentField: '位置視為過舊前的分鐘數',
  lost: '位置視為失去',
  lostHelp: '在站點時也計算',
  lostField: '位置視為失去前的分鐘數',
  pickupStay: '在取貨點視為停留過久的時間',
  pickupStayHelp: '已取貨但尚未出發時也計算',
  pickupStayField: '配送員在取貨點視為停留過久前的分鐘數',
  destinationStay: '在目的地視為停留過久的時間',
  destinationStayHelp: '直到配送員離開或訂單結束',
  destinationStayField: '配送員在目的地視為停留過久前的分鐘數',
  minutes: '分鐘',
  how: '消息如何通知',
  ofOthers: '其他座位負責的訂單',
  quiet: '何時安靜',
  offer: '每次移動都會照你的選擇通知，狀態變更目前為平靜。',
  offerHelp: '狀態變更是否也要逐則通知，不論進行中的訂單有多少？',
  offerAccept: '每次變更',
  offerLeave: '維持平靜',
  mutedUntil: (time) => `通知靜音到 ${time}`,
  unmute: '取消靜音',
  quietHours: '勿擾時段',
  quietHelp: '結束時，仍需要你處理的會通知，消息則合併為一則通知',
  quietTime: (place) => (place === 1 ? '勿擾時間' : `勿擾時間 ${place}`),
  from: (place) => (place === 1 ? '勿擾開始' : `勿擾 ${place} 開始`),
  to: (place) => (place === 1 ? '勿擾結束' : `勿擾 ${place} 結束`),
  removeQuietTime: (place) => `移除勿擾時間 ${place}`,
  moreQuietTimes: '更多勿擾時間',
  moreQuietTimesHelp: '例如休息時間或週末',
  addQuietTime: '新增勿擾時間',
  timeZone: '勿擾時段的時區',
  timeZoneNow: (time) => `當地現在是 ${time}`,
  ownTimeZone: '這台電腦的時區',
  otherZones: '其他',
  until: '到',
  days: '星期',
  daysOf: (place) => (place === 1 ? '星期' : `勿擾時間 ${place} 的星期`),
  daysHelp: '勿擾開始的日子',
  noDays: '請選擇勿擾開始的日子；沒有選擇就不會勿擾',
  dayNames: ['週一', '週二', '週三', '週四', '週五', '週六', '週日'],
  critical: '退單和取消仍會通知',
  criticalHelp: '在勿擾時段和螢幕鎖定時',
  privacy: '通知顯示的內容',
  preview: '預覽',
  now: '現在',
  test: '測試',
  testTitle: '傳送測試通知',
  testHelp: '與其他通知走同樣的路徑；每一步到達時都會顯示。',
  testNow: '傳送',
  hops: {
    update: '訂單有變更',
    policy: '值得通知',
    outbox: '已寫入磁碟',
    system: '已交給系統',
    shown: '系統已顯示',
    click: '你按下通知',
  },
  hopAfter: (ms) => `${ms}\u00A0毫秒後`,
  hopWaiting: '等候中',
  hopNotReached: '未到達',
  hopFailed: (reason) =>
    reason === null ? '失敗' : `失敗：${notificationFaultText(reason, 'zh-Hant')}`,
  history: '通知記錄',
  historyHelp: '已顯示與未顯示的通知，以及原因',
  openHistory: '開啟',
};

/** The texts of what is told otherwise for groups of orders, in Traditional Chinese. */
export const groupTexts: typeof english.groupTexts = {
  title: '群組',
  none: '沒有訂單屬於任何群組',
  noneHelp: '在訂單詳情中指定群組；這裡選擇群組可以通知的內容。',
  asForAll: '與所有訂單相同',
  muted: '已靜音',
  snoozedUntil: (time) => `延後到 ${time} 提醒`,
  otherwise: '通知方式與其他不同',
  mute: '將群組靜音',
  muteHelp: '群組中的訂單照樣查詢，但不發通知',
  muteOf: (group) => `${group}：靜音`,
  snooze: '群組延後提醒',
  snoozeHelp: '之後，仍需要你處理的會通知，消息則合併為一則通知',
  snoozeOf: (group, time) => `${group}：${time}`,
  endSnoozeOf: (group) => `${group}：結束延後提醒`,
  everyMove: '每次移動',
  everyMoveOf: (group) => `${group}：每次移動`,
  ownMoves: '自訂距離',
  ownMovesOf: (group) => `${group}：自訂距離`,
  ownWaits: '自訂等候時間',
  ownWaitsHelp: '取代從當天訂單學到的時間',
  ownWaitsOf: (group) => `${group}：自訂等候時間`,
  ownFences: '自訂站點距離',
  ownFencesOf: (group) => `${group}：自訂站點距離`,
  ownPaces: '自訂查詢間隔',
  ownPacesHelp: '群組的訂單多久查詢一次',
  ownPacesOf: (group) => `${group}：自訂查詢間隔`,
  ownStays: '自訂站點停留時間',
  ownStaysHelp: '取代從你的訂單學到的時間',
  ownStaysOf: (group) => `${group}：自訂站點停留時間`,
  ownSilence: '自訂位置時限',
  ownSilenceOf: (group) => `${group}：自訂位置時限`,
  kindOf: (group, kind) => `${group}：${kind}`,
  levelOf: (group, kind) => `${group}：${kind}，通知為`,
};

/** The texts for the preferences for single orders, in Traditional Chinese. */
export const preferenceTexts: typeof english.preferenceTexts = {
  title: '群組與通知',
  group: '群組',
  groupHint: '客戶或團隊',
  groupSeveral: '全部放進同一個群組',
  groupToast: (group) => (group === null ? '不在任何群組：' : `已放進群組「${group}」：`),
  groupAsBeforeToast: '群組已還原：',
  noteToast: '已儲存備註：',
  noteAsBeforeToast: '備註已還原：',
  promised: '約定時間',
  promise: '設定約定時間',
  promisedToast: (time) => `約定時間 ${time}`,
  promisedPastToast: (time, past) => `約定時間 ${time}，已是 ${past}前`,
  promiseRemovedToast: '已移除約定時間',
  promisedAsBeforeToast: '約定時間已還原',
  promisedField: '答應別人的時間',
  promisedDay: '約定的日期',
  today: '今天',
  tomorrow: '明天',
  noPromise: '移除約定時間',
  follow: '緊跟',
  unfollow: '不再緊跟',
  followChoices: { usual: '照平常', always: '是', never: '否' },
  snooze: '延後提醒',
  snoozeTimes: {
    quarter: '15\u00A0分鐘',
    hour: '1\u00A0小時',
    tomorrow: '到明天',
  },
  snoozeFor: {
    quarter: '延後 15\u00A0分鐘提醒',
    hour: '延後 1\u00A0小時提醒',
    tomorrow: '延後到明天提醒',
  },
  snoozeUntil: '延後到…',
  later: '延後或提醒',
  snoozeField: '延後到這個時間提醒（24 小時制）',
  untilToday: (time) => `到今天 ${time}`,
  untilTomorrow: (time) => `到明天 ${time}`,
  snoozedUntil: (time) => `到 ${time}`,
  endSnooze: '結束',
  endSnoozeOf: '結束延後提醒',
  ofGroup: '群組的靜音與延後提醒…',
  snoozeEndedToast: '已結束延後提醒：',
  snoozedAsBeforeToast: '恢復延後提醒：',
  snoozedToast: (time, past) => `延後到 ${time}${past}：`,
  pastPromise: (time) => `，晚於承諾的 ${time}`,
  pastPromises: (many, time) =>
    many === 1
      ? `，晚於 1 筆訂單承諾的 ${time}`
      : `，晚於 ${countedOrders(many)}的承諾（最早 ${time}）`,
};
