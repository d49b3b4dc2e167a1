import { distanceText, durationText } from '../order/format.ts';
import { statusTextInSentence } from '../order/order-status.ts';
import { vehicleText } from '../order/service-texts.ts';
import { repeatedLossText } from '../watch/attention-texts.ts';
import { type NotificationTexts, sentencesIn } from './notification-english.ts';

const numbers = new Intl.NumberFormat('zh-Hant');

function orders(count: number): string {
  return `${numbers.format(count)}\u00A0筆訂單`;
}

function changedOrders(count: number): string {
  return `有 ${orders(count)}變更`;
}

function by(difference: string | null): string {
  return difference === null ? '' : ` ${difference}`;
}

/**
 * The words of docs/notifications.md in Traditional Chinese.
 *
 * @param locale for units: a metre is another word in Hong Kong than in Taiwan
 */
export function chineseNotifications(locale: string): NotificationTexts {
  return {
    ...texts,
    duration: (ms) => durationText(ms, locale),
    distance: (meters) => distanceText(meters, locale),
  };
}

const texts: Omit<NotificationTexts, 'duration' | 'distance'> = {
  sentences: sentencesIn({ comma: '，', stop: '。', between: '' }),
  names(names, restCount) {
    const listed = names.join('、');
    return restCount > 0 ? `${listed}，還有 ${numbers.format(restCount)} 筆` : listed;
  },
  status: (status) => statusTextInSentence(status, 'zh-Hant'),
  vehicle: (word) => vehicleText(word, 'zh-Hant'),
  order: (shortId) => `訂單 ${shortId}`,
  titles: {
    created: '訂單已上平台',
    matched: '已配對配送員',
    courierChanged: '已更換配送員',
    released: '配送員已退單',
    firstFix: '配送員的第一個位置',
    leftPickup: '配送員已離開取貨點',
    nearStop: (stopName) => `配送員接近${stopName}`,
    movedOn: (distance) => `配送員移動 ${distance}`,
    movesAgain: '配送員再次移動',
    statusChanged: (status) => `目前狀態：${status}`,
    statusGone: '不再提供狀態',
    unknownStatus: (status) => `目前狀態：${status}`,
    reopened: '已結束的訂單重新開啟',
    completed: (time) => `${time} 完成`,
    completedBefore: (time) => `${time} 之前完成`,
    amended: (difference) => `價格變更${by(difference)}`,
    completedAndAmended: (difference) => `已完成，價格變更${by(difference)}`,
    cancelled: '訂單已取消',
    addressChanged: (stopName) => `${stopName}的地址已變更`,
    planned: (time) => `預定 ${time} 取貨`,
    plannedNoMore: '不再有預定取貨時間',
    stopsChanged: '站點已變更',
    noteChanged: '給配送員的備註已變更',
    notFound: '找不到訂單',
    refused: '無法查詢訂單',
    handedToMe: (desk) => `${desk} 轉交給你`,
    courierSilent: (time) => `${time} 起沒有位置`,
    courierLost: (time) => `失去配送員，${time} 起沒有位置`,
    notMoving: (time) => `配送員自 ${time} 未移動`,
    arrivedWaiting: (time) => `配送員自 ${time} 在站點等候`,
    longWait: (time) => `自 ${time} 等候`,
    longWaitSinceBefore: (time) => `${time} 之前開始等候`,
    optionEnds: (time) => `${time} 前可免費取消`,
    probablyLate: (time) => `可能遲到，約定 ${time}`,
    lateTakenBack: (time) => `應可準時，約定 ${time}`,
    promiseAhead: (time) => `約定時間將至：${time}`,
    promisePassed: (time) => `約定時間已過：${time}`,
  },
  hiddenTitles: {
    handedToMe: '轉交給你',
    statusChanged: '狀態已變更',
    amended: '價格已變更',
    completedAndAmended: '已完成，價格已變更',
    probablyLate: '可能遲到',
    lateTakenBack: '應可準時',
    promiseAhead: '約定時間將至',
    promisePassed: '約定時間已過',
    addressChanged: '地址已變更',
    scheduleChanged: '預定時間已變更',
  },
  facts: {
    waiting: '等候配送員',
    waitingAgain: '重新等候',
    repeatedLoss: (loss) => repeatedLossText(loss, 'zh-Hant'),
    courierNotGiven: '未提供配送員',
    arrives: (earliest, latest) => `預計 ${earliest} 至 ${latest} 送達`,
    noCourierYet: '還沒有配送員',
    noAnswerYet: '還沒有任何回應',
    notCheckedSince: (time) => `${time} 起沒有查詢`,
    stoppedBy: { paused: '已暫停', noContact: '沒有聯絡', servicePause: '服務要求暫停' },
    wordNotKnown: 'Waybell 不認得這個詞，照收到的樣子顯示',
    wordLeftOut: 'Waybell 不認得新的狀態詞，視窗中可以看到',
    reason: (text) => `原因：${text}`,
    was: (status) => `原為：${status}`,
    now: (text) => `現為：${text}`,
    watchedFor: (duration) => `已追蹤 ${duration}`,
    asOf: (time) => `${time} 時`,
    fromStop: (distance, stopName) => `與${stopName}直線距離 ${distance}`,
    pickup: '取貨點',
    destination: '目的地',
    stop: (number) => `第 ${number} 站`,
    stopAdded: (number) => `新增第 ${number} 站`,
    stopRemoved: (number) => `移除第 ${number} 站`,
    stopEdited: (stopName) => `${stopName}已修改`,
    stopsReordered: '順序已變更',
    noteRemoved: '已移除',
    checksFailed: (httpStatus, checks) =>
      `${numbers.format(checks)}\u00A0次查詢失敗${httpStatus === null ? '' : `（${httpStatus}）`}`,
    answered404: (checks) => `服務對 ${numbers.format(checks)}\u00A0次查詢都回應 404`,
  },
  program: {
    connectionLost(time, watched) {
      const fact = `${orders(watched)}目前沒有查詢`;
      return {
        title: `${time} 起沒有聯絡`,
        body: `${fact}。正在重試。`,
        hiddenBody: fact,
      };
    },
    servicePaused(time, watched) {
      const fact = `${orders(watched)}目前沒有查詢`;
      return {
        title: `服務要求暫停到 ${time}`,
        body: `${fact}。已知的內容保持不變。`,
        hiddenBody: fact,
      };
    },
    connectionRestored(duration, changed) {
      const fact = changed === 0 ? '沒有變更' : `${orders(changed)}有變更`;
      return { title: `中斷 ${duration}後恢復連線`, body: `期間${fact}。`, hiddenBody: fact };
    },
    credentialsRefused(httpStatus, nextTry) {
      const status = httpStatus === null ? '' : `（${httpStatus}）`;
      const next = `將於 ${nextTry} 再試`;
      return {
        title: '認證資料被拒',
        body: `服務拒絕用戶端 ID 和密鑰${status}。${next}。`,
        hiddenBody: next,
      };
    },
    keptInTray: {
      title: 'Waybell 留在系統匣',
      body: '視窗關閉時，查詢會繼續。可從系統匣選單重新開啟或結束。',
    },
    selfTest: {
      title: '測試通知',
      body: '這則通知走了與其他通知相同的路徑。按一下它就是測試的最後一步。',
    },
    sample: {
      title: (title) => `範例：${title}`,
      label: '上環花店',
      colleague: '美',
      courier: '劉志強',
      streets: ['卑利街 8 號', '永樂街 12 號'],
      notes: ['請按兩次門鈴', '請先致電'],
    },
  },
  digest: {
    events: {
      created: '已上平台',
      matched: '已配對',
      released: '已退單',
      courierChanged: '更換配送員',
      courierMoved: '配送員移動',
      courierMovedOn: '配送員移動',
      statusChanged: '狀態變更',
      failed: '失敗',
      unknownStatus: '狀態不明',
      reopened: '重新開啟',
      completed: '已完成',
      amended: '價格變更',
      completedAndAmended: '完成且價格變更',
      cancelled: '已取消',
      addressChanged: '地址變更',
      scheduleChanged: '預定時間變更',
      stopsChanged: '站點變更',
      noteChanged: '備註變更',
      courierSilent: '配送員位置沒有更新',
      courierLost: '失去配送員位置',
      notMoving: '未移動',
      arrivedWaiting: '在站點等候過久',
      longWait: '等候過久',
      optionEnds: '免費取消即將截止',
      probablyLate: '可能遲到',
      lateTakenBack: '應可準時',
      promiseAhead: '約定時間將至',
      promisePassed: '約定時間已過',
      notFound: '找不到',
      refused: '無法查詢',
      handedToMe: '轉交給你',
      connectionLost: '沒有聯絡',
      servicePaused: '服務要求暫停',
      connectionRestored: '恢復連線',
      credentialsRefused: '認證資料被拒',
      keptInTray: '留在系統匣',
      selfTest: '測試',
    },
    oneKind: (count, event) => `${numbers.format(count)} 筆訂單${event}`,
    part: (count, event) => `${event} ${numbers.format(count)} 筆`,
    since: (count, time) => `${time} 起${changedOrders(count)}`,
    away: (count) => `期間${changedOrders(count)}`,
    quiet: (count) => `勿擾期間${changedOrders(count)}`,
    gathers: '進行中的訂單超過五筆，從現在起消息會合併通知',
    inDoubt: (count) => `${numbers.format(count)} 則通知可能沒有顯示`,
    orders: changedOrders,
    parts: (parts) => parts.join('，'),
  },
  calls: {
    needYou: (count) => `${orders(count)}需要你處理`,
    stillNeedYou: (count) => `${orders(count)}仍需要你處理`,
    named: (name, why) => `${name}（${why}）`,
  },
  actions: { open: '開啟', snooze: '延後 15\u00A0分鐘', copyUuid: '複製 uuid', takeOver: '接手' },
};
