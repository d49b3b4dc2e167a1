import type { rewindTexts as english } from '../en/rewind.ts';

/** The texts of the board as it was, in Traditional Chinese. */
export const rewindTexts: typeof english = {
  title: '回看',
  open: '回看訂單',
  bar: '回看的時間',
  notNow: '這不是現在的情況，在這裡不能更改任何內容。',
  idle: {
    asleep: '當時電腦處於睡眠狀態，訂單停留在睡眠開始時的樣子。',
    ended: '當時 Waybell 沒有執行，訂單停留在它結束時的樣子。',
  },
  idleFromTo: {
    asleep: (from: string, until: string) => `${from} 至 ${until}：電腦處於睡眠狀態`,
    ended: (from: string, until: string) => `${from} 至 ${until}：Waybell 沒有執行`,
  },
  back: '回到現在',
  previousEvent: '上一個事件',
  nextEvent: '下一個事件',
  play: '播放，每秒一分鐘',
  pause: '停止播放',
  now: '現在',
  empty: '這個時間沒有訂單',
  notifications: '當時的通知',
  noNotifications: '這個時間沒有通知',
  refused: '過去無法更改。',
  close: '關閉詳情',
};
