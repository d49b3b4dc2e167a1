import type { groupWayTexts as english } from '../en/group.ts';
import { orders } from './numbers.ts';

/** The texts of what is done with a group where it stands, in Traditional Chinese. */
export const groupWayTexts: typeof english = {
  groupWay: {
    menu: (group) => `群組「${group}」的動作`,
    mute: '將群組靜音',
    unmute: '取消群組靜音',
    snoozeQuarter: '群組延後 15\u00A0分鐘提醒',
    snoozeHour: '群組延後 1\u00A0小時提醒',
    snoozeTomorrow: '群組延後到明天提醒',
    endSnooze: '結束群組的延後提醒',
    promise: (many) => `為 ${orders(many)}設定約定時間`,
    assign: (many) => `將 ${orders(many)}交給一個座位`,
    settings: '群組的設定',
    mutedToast: '群組已靜音：',
    unmutedToast: '群組已取消靜音：',
    snoozedToast: (until, past) => `群組延後到 ${until} 提醒${past}：`,
    snoozeEndedToast: '群組已結束延後提醒：',
  },
};
