import type { AttentionReason } from './attention-reasons.ts';
import type { Attention, Handled } from './attention.ts';
import { momentText } from '../order/format.ts';
import type { Language, Speech } from '../text/language.ts';
import type { RepeatedLoss } from './order-flags.ts';

const textsIn: Readonly<Record<Language, Readonly<Record<AttentionReason, string>>>> = {
  en: {
    courierTurnover: 'Loses one courier after the other',
    released: 'Released by the courier',
    cancelled: 'Cancelled',
    unknownStatus: 'Unknown status',
    failed: 'Not delivered',
    notFound: 'Not found',
    refused: 'Cannot be checked',
    checksFailing: 'Checks fail for this order',
    courierSilent: 'Courier silent',
    courierLost: 'Courier position lost',
    probablyLate: 'Probably late',
    promiseAhead: 'Promise at hand',
    promisePassed: 'Promise passed',
    arrivedWaiting: 'Waiting at the stop',
    notMoving: 'Not moving',
    longWait: 'Long wait',
    optionEnds: 'Free cancelling ends',
    priceChanged: 'Price changed',
    courierSwapped: 'Another courier',
  },
  'zh-Hant': {
    courierTurnover: '一再更換配送員',
    released: '配送員已退單',
    cancelled: '已取消',
    unknownStatus: '狀態不明',
    failed: '未送達',
    notFound: '找不到',
    refused: '無法查詢',
    checksFailing: '這筆訂單查詢失敗',
    courierSilent: '配送員沒有回報',
    courierLost: '失去配送員位置',
    probablyLate: '可能遲到',
    promiseAhead: '約定時間將至',
    promisePassed: '約定時間已過',
    arrivedWaiting: '在站點等候',
    notMoving: '未移動',
    longWait: '等候過久',
    optionEnds: '免費取消即將截止',
    priceChanged: '價格已變更',
    courierSwapped: '已更換配送員',
  },
};

/** Why an order needs attention, as a label in sentence case. */
export function attentionLabel(reason: AttentionReason, language: Language): string {
  return textsIn[language][reason];
}

const ordinals: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
};
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** Whether the words about it say which courier it is; they count releases before the third. */
export function namesCourier({ courierNo }: RepeatedLoss): boolean {
  return courierNo >= 3;
}

/** "3rd courier", "Waits for 3rd courier"; "Released 2 times" where it is the same courier or none is named. */
export function repeatedLossText(loss: RepeatedLoss, language: Language): string {
  const { courierNo, isWaiting, lossCount } = loss;
  const isEnglish = language === 'en';
  if (!namesCourier(loss))
    return isEnglish ? `Released ${lossCount} times` : `退單 ${lossCount} 次`;
  if (!isEnglish) return isWaiting ? `等候第 ${courierNo} 位配送員` : `第 ${courierNo} 位配送員`;
  const courier = `${courierNo}${ordinals[ordinalRules.select(courierNo)]} courier`;
  return isWaiting ? `Waits for ${courier}` : courier;
}

/** {@link attentionLabel}, with the count where couriers keep leaving. */
export function attentionText(
  { reason }: Pick<Attention, 'reason'>,
  loss: RepeatedLoss | null,
  language: Language,
): string {
  return reason === 'courierTurnover' && loss !== null
    ? repeatedLossText(loss, language)
    : attentionLabel(reason, language);
}

interface HandledTexts {
  readonly handled: string;
  readonly called: string;
  readonly at: (what: string, time: string) => string;
  readonly by: (what: string, desk: string) => string;
}

const handledIn: Readonly<Record<Language, HandledTexts>> = {
  en: {
    handled: 'handled',
    called: 'called',
    at: (what, time) => `${what}, ${time}`,
    by: (what, desk) => `${desk}: ${what}`,
  },
  'zh-Hant': {
    handled: '已處理',
    called: '已打電話',
    at: (what, time) => `${what}，${time}`,
    by: (what, desk) => `${desk}：${what}`,
  },
};

/**
 * How an order was handled, in the word of the call if there was one: "handled", "Mei: waiting for a call back".
 *
 * @param desk the name of the other desk that handled it; null where this one did
 */
export function handledLabel(
  { call }: Pick<Handled, 'call'>,
  desk: string | null,
  language: Language,
): string {
  const texts = handledIn[language];
  const what = call === null ? texts.handled : (call.word ?? texts.called);
  return desk === null ? what : texts.by(what, desk);
}

/** {@link handledLabel}, and when: "handled, 12:50". */
export function handledText(
  { atMs, call }: Pick<Handled, 'atMs' | 'call'>,
  desk: string | null,
  nowMs: number,
  { language, locale }: Speech,
): string {
  const what = handledLabel({ call }, desk, language);
  return handledIn[language].at(what, momentText(atMs, nowMs, locale));
}
