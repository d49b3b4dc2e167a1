import type { AttentionReason } from './attention-reasons.ts';
import type { Language } from '../text/language.ts';

const wordsIn: Readonly<Record<Language, Readonly<Record<AttentionReason, string>>>> = {
  en: {
    released: 'Released by the courier',
    cancelled: 'Cancelled',
    unknownStatus: 'Unknown status',
    failed: 'Not delivered',
    notFound: 'Not found',
    refused: 'Cannot be checked',
    checksFailing: 'Checks fail for this order',
    courierSilent: 'Courier silent',
    courierLost: 'Courier position lost',
    promiseAtRisk: 'Promised time at hand',
    arrivedWaiting: 'Waiting at the stop',
    notMoving: 'Not moving',
    longWait: 'Long wait',
    priceChanged: 'Price changed',
    courierSwapped: 'Another courier',
  },
  'zh-Hant': {
    released: '配送員已退單',
    cancelled: '已取消',
    unknownStatus: '狀態不明',
    failed: '未送達',
    notFound: '找不到',
    refused: '無法查詢',
    checksFailing: '這筆訂單查詢失敗',
    courierSilent: '配送員沒有回報',
    courierLost: '失去配送員位置',
    promiseAtRisk: '約定時間將至',
    arrivedWaiting: '在站點等候',
    notMoving: '未移動',
    longWait: '等候過久',
    priceChanged: '價格已變更',
    courierSwapped: '已更換配送員',
  },
};

/** Why an order needs attention, as a label in sentence case. */
export function attentionWords(reason: AttentionReason, language: Language): string {
  return wordsIn[language][reason];
}
