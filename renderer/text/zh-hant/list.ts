import type { OrderProblem } from '../../../core/watch/watched-order.ts';
import type { GroupName } from '../../board/arrangement.ts';
import type { ViewName } from '../../board/views.ts';
import type { listWords as english } from '../en/list.ts';
import { count, orders } from './numbers.ts';

const views: Record<ViewName, string> = {
  all: '全部',
  needsAttention: '需要處理',
  waiting: '等候中',
  onTheWay: '配送中',
  done: '已結束',
  muted: '已靜音',
  archive: '封存',
};

const groups: Record<GroupName, string> = {
  attention: '需要處理',
  onTheWay: '配送中',
  waiting: '等候中',
  unknown: '狀態不明',
  done: '已結束',
};

const emptyViews: Record<ViewName, { readonly title: string; readonly body: string }> = {
  all: { title: '還沒有訂單', body: '' },
  needsAttention: {
    title: '沒有需要處理的訂單',
    body: '訂單有問題時，會先出現在這裡。',
  },
  waiting: {
    title: '沒有等候中的訂單',
    body: '還沒有配送員的訂單會出現在這裡。',
  },
  onTheWay: {
    title: '沒有配送中的訂單',
    body: '訂單有了配送員，到完成之前都會出現在這裡。',
  },
  done: {
    title: '沒有已結束的訂單',
    body: '已完成、失敗和取消的訂單會出現在這裡。',
  },
  muted: {
    title: '沒有已靜音的訂單',
    body: '已靜音的訂單照樣查詢，但不發通知。',
  },
  archive: {
    title: '封存是空的',
    body: '訂單結束兩小時後，如果沒有需要處理的事，就會移到這裡，不再查詢。',
  },
};

/** Words for why one order cannot be checked although the service answers. */
const problems: Partial<Record<OrderProblem['code'], string>> = {
  'order-not-found': '找不到',
  'order-gone': '已不存在',
  'order-forbidden': '無權讀取',
  'order-rejected': '請求被拒',
  'answer-unreadable': '回應無法讀取',
  'answer-too-large': '回應過大',
  'answer-for-another-order': '回應的是別筆訂單',
};
/** The words of the list, its rows and what is pasted or dropped on it, in Traditional Chinese. */
export const listWords: typeof english = {
  views,
  groups,
  emptyViews,
  list: {
    filter: '篩選',
    filterOrders: '篩選訂單',
    filterHint: '標籤、uuid、地址、配送員或狀態',
    clearFilter: '清除篩選',
    nothingMatches: '沒有符合篩選的訂單',
    nothingMatchesBody: (filter) =>
      `這個檢視裡，沒有訂單的標籤、uuid、地址、配送員或狀態含有「${filter}」。`,
    emptyBefore: '複製一個或多個訂單 uuid，然後在這裡按',
    emptyAfter: '。',
  },
  row: {
    newChanges: '有新變更',
    muted: '已靜音',
    pinned: '已釘選',
    archived: '已封存',
    to: '到',
    notCheckedYet: '尚未查詢',
    firstCheckSoon: '即將首次查詢',
    scheduled: '已預約',
    notMoving: '未移動',
    courierSilent: '配送員沒有回報',
    courierLost: '失去配送員位置',
    promiseAtRisk: '約定時間將至',
    arrivedWaiting: '在站點等候',
    longWait: '等候過久',
    released: '已退單，重新等候',
    problem: (code) => problems[code] ?? '未查詢',
    noCourier: '還沒有配送員',
    courierNotGiven: '未提供配送員',
    noPosition: '還沒有位置',
    notChecked: '不再查詢',
    neverSeen: '這個服務從未見過',
    noPickup: '未提供取貨點',
    noDestination: '未提供目的地',
    unseen: '有未看的變更',
    added: (time) => `${time} 加入`,
    seenAt: (time) => `${time} 查到`,
    position: (age) => `位置 ${age}`,
    moved: (distance, age) => `移動 ${distance}，${age}`,
    lastSeen: (age) => `最後位置 ${age}`,
    moreStops: (many) => `+${count.format(many)}`,
    moreStopsSpoken: (many) => `還有 ${count.format(many)} 站`,
    forTime: (duration) => `已 ${duration}`,
    atTime: (time) => `於 ${time}`,
    spoken: (parts) => `${parts.join('。')}。`,
  },
  pasteBar: {
    label: '貼上訂單 uuid',
    placeholder: '在任何地方貼上訂單 uuid',
    fresh: '新的',
    known: '追蹤中',
    rejected: '不是 uuid',
    finished: '已結束',
    found: '在文字中找到的內容',
    isNew: '新的',
    isNewFinished: '新的，看來已結束',
    alreadyWatched: '已在追蹤',
    alreadyFinished: '已在追蹤，已結束',
    line: (line) => `第 ${count.format(line)} 行`,
    cutOff: '超過 50,000 筆：其餘請稍後再貼上',
    rejectedBecause: {
      wrongLength: (length) => `不是 uuid：有 ${count.format(length)} 個字元，應為 36 個`,
      notHex: () => '不是 uuid：含有 0 到 9、a 到 f 以外的字元',
      orderNumber: () => '不是 uuid：看來是訂單編號',
      nil: () => '不是訂單：同一個數字重複',
    },
    nothing: (length) => `${count.format(length)} 個字元中沒有 uuid`,
    more: (many) => `還有 ${count.format(many)} 個`,
    pasted: (lines) => `已貼上 ${count.format(lines)} 行`,
    nothingYet: '在你確認之前，不會追蹤任何訂單。',
    countNew: (many) => `${count.format(many)} 筆新的`,
    countKnown: (many) => `${count.format(many)} 筆已在追蹤`,
    countFinished: (many) => `${count.format(many)} 筆看來已結束`,
    countRejected: (many) => `${count.format(many)} 個不是 uuid`,
    labelForAll: '全部共用的標籤',
    labelForAllHint: '全部共用的標籤（可不填）',
    cancel: '取消',
    watch: (many) => `追蹤 ${orders(many)}`,
    cost: (many, before, after) => `追蹤 ${orders(many)}時，查詢間隔會從 ${before}變成 ${after}。`,
  },
  drop: {
    hint: '放開即可尋找 uuid',
    refused: {
      tooLarge: '未讀取：超過 10\u00A0MB',
      notText: '未讀取：只有 .txt、.csv、.json 和 .eml 檔案含有文字',
      unreadable: '讀不到這個檔案',
    },
  },
};
