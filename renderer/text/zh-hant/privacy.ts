import type { privacyWords as english } from '../en/privacy.ts';
import { count } from './numbers.ts';

/** The words about personal data in Traditional Chinese. */
export const privacyWords: typeof english = {
  lead: '配送員姓名、電話號碼和地址都是個人資料，只留在這台電腦上。',
  days: '清除已結束訂單中的個人資料',
  daysHelp: (days) =>
    days === 0
      ? '訂單一結束，姓名、電話和位置就會清除。狀態和價格會保留。'
      : '姓名、電話和配送員軌跡會清除；訂單結束後位置只保留大致範圍。狀態和價格會保留。',
  daysField: '已結束訂單保留個人資料的天數',
  daysUnit: '天',
  phones: '電話號碼會遮蔽',
  phonesHelp: '一次只顯示一個，30 秒後隱藏；每次都會記在下方。',
  capture: '分享螢幕時隱藏視窗',
  captureHelp: '螢幕截圖和分享畫面中不會出現，或顯示為黑色。',
  captureNever: 'Linux 沒有這個功能。',
  ledger: '這台電腦上的查閱記錄',
  ledgerLead: '顯示或複製過的電話號碼',
  ledgerHelp: '最新的在前，不含號碼本身',
  ledgerEmpty: '還沒有記錄',
  phoneShown: (whom) => `${whom}的電話號碼`,
  orderErased: '已清除訂單',
  noOrder: '訂單已清除',
  erase: '清除',
  everything: '清除全部',
  everythingHelp: '訂單、歷程、設定、記錄檔和認證資料。無法復原。',
  everythingButton: '清除…',
  erasing: '正在清除',
  everythingTitle: '要清除這台電腦上的全部資料嗎？',
  everythingBody:
    '所有訂單及其歷程、備註和標籤，設定、記錄檔，以及用戶端 ID、密鑰、Webhook 密鑰和它們在鑰匙圈裡的項目。你匯出的檔案會保留。此動作無法復原。',
  everythingAct: '清除全部',
  everythingDone: '已清除全部資料',
  order: '清除這筆訂單…',
  orders: (many) => `清除 ${count.format(many)} 筆訂單…`,
  ordersTitle: (subject) => `要清除 ${subject} 嗎？`,
  ordersBody:
    '會停止追蹤，並清除 Waybell 在這台電腦上保存的一切：標籤、備註、歷程、配送員和位置。此動作無法復原。',
  ordersAct: (many) => `清除 ${count.format(many)} 筆訂單`,
  ordersDone: (many) => `已清除 ${count.format(many)} 筆訂單`,
  cancel: '取消',
};
