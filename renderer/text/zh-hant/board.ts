import type { boardWords as english } from '../en/board.ts';
import { count } from './numbers.ts';

const share = new Intl.NumberFormat('zh-Hant', { style: 'percent' });

/** The words that the list and the details share, in Traditional Chinese. */
export const boardWords: typeof english = {
  sorts: {
    attention: '需要處理的在前',
    latest: '最新變更在前',
    named: '按標籤',
  },
  sortBy: (sort) => `清單排序：${sort}`,
  firstCheck: (done, all) => `首次查詢 ${count.format(done)}/${count.format(all)}`,
  firstCheckLeft: (duration, rate) => `，以每分鐘 ${count.format(rate)} 次計約餘 ${duration}`,
  resizeDetails: '詳細資料的寬度',
  stale: (every, age) => `仍每 ${every}查詢一次。位置已是 ${age}前的。`,
  staleUnchecked: (age) => `位置已是 ${age}前的。`,
  copyPhone: '複製電話',
  remind: '5\u00A0分鐘後提醒',
  remindsAt: (time) => `${time} 提醒`,
  pasteCorrected: '貼上更正的 uuid',
  seenFix: (time, age) => `${time} 看到，${age}`,
  zoom: '整體大小',
  zoomHelp: 'Ctrl 或 Command 加 + 和 −；加 0 還原',
  percent: (percent) => share.format(percent / 100),
  markedSeen: '已標為看過',
};
