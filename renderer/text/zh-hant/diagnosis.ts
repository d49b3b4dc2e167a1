import type { DiagnosisArea, FindingState } from '../../../core/delivery/diagnosis.ts';
import type { diagnosisWords as english } from '../en/diagnosis.ts';

const areas: Record<DiagnosisArea, string> = {
  program: '程式',
  files: '檔案',
  database: '資料庫',
  keychain: '鑰匙圈',
  notifications: '通知',
  tray: '系統匣',
  connection: '連線',
};

const states: Record<FindingState, string> = {
  good: '正常',
  notice: '值得留意',
  bad: '不正常',
  fact: '',
};

/** The words of the diagnostics page, in Traditional Chinese. */
export const diagnosisWords: typeof english = {
  lead: '這裡的內容都可以放心分享：沒有密鑰、姓名和電話號碼。',
  areas,
  states,
  looking: '正在檢查',
  again: '再檢查一次',
  copy: '複製報告',
  copied: '已複製報告',
  save: '儲存報告…',
  troubles: '記錄檔中最近的問題',
  noTroubles: '沒有',
};
