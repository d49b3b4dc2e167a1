import type { groupWords as english } from '../en/groups.ts';

/** The words of what is told otherwise for groups of orders, in Traditional Chinese. */
export const groupWords: typeof english = {
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
  snoozeHelp: '期間的變更會在之後合併為一則通知',
  snoozeOf: (group, time) => `${group}：${time}`,
  endSnoozeOf: (group) => `${group}：結束延後提醒`,
  everyMove: '每次移動',
  everyMoveOf: (group) => `${group}：每次移動`,
  ownMoves: '自訂距離',
  ownMovesOf: (group) => `${group}：自訂距離`,
  ownWaits: '自訂等候時間',
  ownWaitsHelp: '取代從當天訂單學到的時間',
  ownWaitsOf: (group) => `${group}：自訂等候時間`,
  kindOf: (group, kind) => `${group}：${kind}`,
};
