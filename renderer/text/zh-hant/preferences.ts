import type { preferenceWords as english } from '../en/preferences.ts';

/** The words for the preferences for single orders, in Traditional Chinese. */
export const preferenceWords: typeof english = {
  title: '群組與通知',
  group: '群組',
  groupHint: '客戶或團隊',
  groupSeveral: '全部放進同一個群組',
  promised: '約定時間',
  promisedField: '答應別人的時間',
  noPromise: '移除約定時間',
  everyMove: '每次移動',
  everyMoveChoices: { usual: '照平常', always: '通知', never: '不通知' },
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
  snoozedUntil: (time) => `到 ${time}`,
  endSnooze: '結束',
  endSnoozeOf: '結束延後提醒',
  snoozedToast: (time) => `通知延後到 ${time}：`,
};
