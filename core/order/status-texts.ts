import type { Language } from '../text/language.ts';

/** Statuses as labels, with the label of an order whose service gives none. */
const english = {
  notGiven: 'Status not given',
  scheduled: 'Scheduled',
  waiting: 'Waiting for courier',
  matched: 'Matched',
  onTheWay: 'On the way',
  toPickup: 'On the way to the pickup',
  atPickup: 'At the pickup',
  pickedUp: 'Picked up',
  atDestination: 'At the destination',
  completed: 'Completed',
  failed: 'Failed',
  returned: 'Returned',
  returning: 'Being returned',
  rejected: 'Rejected',
  expired: 'Expired',
  voided: 'Voided',
  cancelled: 'Cancelled',
};

type StatusTexts = typeof english;

/** The meanings of statuses, whatever word a service has for them. */
export type SpokenStatus = Exclude<keyof StatusTexts, 'notGiven'>;

const chinese: StatusTexts = {
  notGiven: '未提供狀態',
  scheduled: '已預約',
  waiting: '等候配送員',
  matched: '已配對',
  onTheWay: '配送中',
  toPickup: '前往取貨點',
  atPickup: '在取貨點',
  pickedUp: '已取貨',
  atDestination: '在目的地',
  completed: '已完成',
  failed: '失敗',
  returned: '已退回',
  returning: '退回中',
  rejected: '已拒絕',
  expired: '已逾期',
  voided: '已作廢',
  cancelled: '已取消',
};

/** The labels of statuses by language. */
export const statusTextsIn: Readonly<Record<Language, StatusTexts>> = {
  en: english,
  'zh-Hant': chinese,
};
