import type { transferWords as english } from '../en/transfer.ts';
import { count, orders } from './numbers.ts';

/** The words about files for the next dispatcher and the next computer, in Traditional Chinese. */
export const transferWords: typeof english = {
  lead: '給下一位調度員和下一台電腦的檔案，不含任何密鑰。',
  save: '儲存追蹤清單',
  saveHelp: 'uuid、標籤、備註、群組、約定時間、靜音和釘選',
  saveButton: '儲存…',
  personal: '包含姓名、電話和地址',
  personalHelp: '服務最後提供的內容，給有權閱讀的人。每個新檔案都預設關閉。',
  summary: '聊天用的摘要',
  summaryHelp: '有多少未結束的訂單、哪些需要處理及原因',
  summaryButton: '複製摘要',
  summaryCopied: '已複製摘要',
  import: '匯入檔案',
  importHelp: '也可以把檔案拖到視窗。你自己的標籤和備註會保留。',
  importButton: '匯入…',
  settings: '設定',
  saveSettings: '儲存設定',
  saveSettingsHelp: '不含連線，也不含只屬於這台電腦的項目',
  saved: '已儲存為',
  cancel: '取消',
  offerTitle: {
    orderList: (many) => `要接手 ${orders(many)}嗎？`,
    settings: '要使用這些設定嗎？',
  },
  offerFrom: (time) => `儲存於 ${time}。`,
  offerOrders: (fresh, changed, known) =>
    [
      `${orders(fresh)}是新的`,
      known === 0 ? null : `${count.format(known)} 筆已在追蹤`,
      changed === 0 ? null : `其中 ${count.format(changed)} 筆會加上標籤、備註或釘選`,
    ]
      .filter((part) => part !== null)
      .join('，'),
  offerSettings: (many) => `會取代 ${count.format(many)} 項設定。`,
  skipped: (many) => `${count.format(many)} 個項目不符，會略過。`,
  acceptOrders: (many) => `匯入 ${orders(many)}`,
  acceptSettings: '匯入設定',
  doneOrders: (added, changed) => `已加入 ${orders(added)}，變更 ${count.format(changed)} 筆`,
  doneSettings: '已匯入設定',
};
