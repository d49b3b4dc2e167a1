import { clockText, durationText, momentText } from '../order/format.ts';
import type { Language, Speech } from '../text/language.ts';
import type { Forecast, ForecastSilence } from './forecast.ts';

const english = {
  band: (from: string, to: string) => (from === to ? `about ${to}` : `${from} to ${to}`),
  basis: {
    toPickup: (spent: string, half: string, known: string) =>
      `On the way to the pickup for ${spent}; half of ${known} are there within ${half}`,
    atPickup: (spent: string, half: string, known: string) =>
      `At the pickup for ${spent}; half of ${known} leave within ${half}`,
    toDropoff: (spent: string, half: string, known: string) =>
      `Left the pickup ${spent} ago; half of ${known} arrive within ${half}`,
  },
  known: (count: string, group: string | null) =>
    group === null ? `${count} orders` : `${count} orders of ${group}`,
  silence: {
    noPhase:
      'Not known yet: it was not seen when the courier set out, came to the pickup or left it',
    tooFew: 'Not known yet: fewer than 20 watched orders have gone this part of the way',
    notBetter:
      'Silent: over the last 50 orders it was no better than the share of late orders alone',
    notCovered: 'Silent: over the last 50 orders too few or too many arrived in the forecast time',
    off: 'Off in the settings',
    notChecked: 'Not known: the order was not checked lately',
  },
};

const textsIn: Readonly<Record<Language, typeof english>> = {
  en: english,
  'zh-Hant': {
    band: (from, to) => (from === to ? `約 ${to}` : `${from} 至 ${to}`),
    basis: {
      toPickup: (spent, half, known) =>
        `前往取貨點已 ${spent}；${known}中有一半在 ${half}內抵達取貨點`,
      atPickup: (spent, half, known) => `在取貨點已 ${spent}；${known}中有一半在 ${half}內離開`,
      toDropoff: (spent, half, known) => `離開取貨點已 ${spent}；${known}中有一半在 ${half}內送達`,
    },
    known: (count, group) =>
      group === null ? `${count} 筆訂單` : `「${group}」的 ${count} 筆訂單`,
    silence: {
      noPhase: '尚不清楚：不知道配送員何時出發、抵達或離開取貨點',
      tooFew: '尚不清楚：看過這段路程要多久的訂單還不到 20 筆',
      notBetter: '暫不預估：最近 50 筆訂單中，預估不比只看遲到比例準確',
      notCovered: '暫不預估：最近 50 筆訂單中，在預估時間內送達的太少或太多',
      off: '已在設定中關閉',
      notChecked: '不清楚：訂單最近沒有查詢',
    },
  },
};

/** "12:52 to 13:04": when an order arrives, as four of five do. */
export function bandText(
  { earliestAtMs, latestAtMs }: Pick<Forecast, 'earliestAtMs' | 'latestAtMs'>,
  nowMs: number,
  { language, locale }: Speech,
  timeZone?: string,
): string {
  const from = momentText(earliestAtMs, nowMs, locale, timeZone);
  return textsIn[language].band(from, clockText(latestAtMs, locale, timeZone));
}

/** What a forecast rests on: "At the pickup for 14 min; half of 312 orders leave within 9 min". */
export function basisText(forecast: Forecast, nowMs: number, { language, locale }: Speech): string {
  const { group, halfAfterMs, knownCount, phase, sinceMs } = forecast;
  const texts = textsIn[language];
  const known = texts.known(knownCount.toLocaleString(locale), group);
  const spent = durationText(Math.max(0, nowMs - sinceMs), locale);
  return texts.basis[phase](spent, durationText(halfAfterMs, locale), known);
}

/** Why nothing is forecast. */
export function silenceText(reason: ForecastSilence, language: Language): string {
  return textsIn[language].silence[reason];
}
