import type { ShortcutName, StartAtLogin } from '../../../core/bridge/computer.ts';
import type { computerWords as english } from '../en/computer.ts';

const startAtLogin: Record<Exclude<StartAtLogin['kind'], 'foreign'>, string> = {
  on: '在系統匣中，不開啟視窗',
  off: '在系統匣中，不開啟視窗',
  toBeAllowed: '等候你在「系統設定」的「登入項目」中允許',
  failed: '系統沒有接受變更。請確認個人資料夾可以寫入。',
};

const shortcuts: Record<ShortcutName, { readonly title: string; readonly help: string }> = {
  window: { title: '開啟 Waybell', help: '在任何程式中都可使用' },
  clipboard: {
    title: '追蹤剪貼簿上的 uuid',
    help: '先顯示找到的內容；在你確認之前不會追蹤任何訂單',
  },
};

/** The words of the settings about this computer, in Traditional Chinese. */
export const computerWords: typeof english = {
  lead: 'Waybell 如何啟動，以及如何從其他程式開啟。',
  startAtLogin: '登入時開啟',
  startAtLoginHelp: startAtLogin,
  startAtLoginForeign: (fileName) => `自動啟動檔 ${fileName} 是其他程式建立的，維持原樣。`,
  shortcuts,
  anywhere: '在所有程式中有效的按鍵',
  none: '沒有按鍵',
  set: '設定',
  change: '變更',
  remove: '移除',
  press: '請按下按鍵',
  pressHelp: 'Control、Alt 或功能鍵；按 Escape 保留原設定。',
  setKeyOf: (title) => `設定按鍵：${title}`,
  removeKeyOf: (title) => `移除按鍵：${title}`,
  taken: '其他程式已使用這些按鍵，或桌面環境不開放。請選擇其他按鍵。',
  power: '電源',
  battery: '使用電池時查詢減半',
  batteryHelp: '每筆訂單兩次查詢的間隔加倍',
  onBatteryNow: '目前使用電池',
};
