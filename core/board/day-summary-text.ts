import {
  clockText,
  currencyDigits,
  dateText,
  durationText,
  type PriceUnit,
  signedMoneyText,
} from '../order/format.ts';
import { csvText } from '../text/csv.ts';
import type { Language, Speech } from '../text/language.ts';
import type { DaySummary } from './day-summary.ts';

/** The figures of a day, in the order in which they are shown. */
export const dayFigures = [
  'watched',
  'finished',
  'cancelled',
  'failed',
  'promises',
  'promisesKept',
  'promisesLate',
  'waits',
  'medianWait',
  'longestWait',
  'releases',
  'swaps',
  'priceChanges',
  'priceSum',
  'pickupWait',
  'destinationWait',
] as const;

export type DayFigure = (typeof dayFigures)[number];

interface DayTexts {
  readonly names: Readonly<Record<DayFigure, string>>;
  readonly columns: readonly [day: string, figure: string, value: string, unit: string];
  readonly minutes: string;
  readonly until: (day: string, time: string) => string;
  readonly colon: string;
  readonly partial: string;
  readonly line: (name: string, value: string) => string;
  readonly none: string;
  readonly list: string;
}

const textsIn: Readonly<Record<Language, DayTexts>> = {
  en: {
    names: {
      watched: 'Orders watched',
      finished: 'Finished',
      cancelled: 'Cancelled',
      failed: 'Not delivered',
      promises: 'Orders with a promised time',
      promisesKept: 'Promises kept',
      promisesLate: 'Promises not kept',
      waits: 'Waits for a courier that ended',
      medianWait: 'Median wait for a courier',
      longestWait: 'Longest wait for a courier',
      releases: 'Released by the courier',
      swaps: 'Another courier took over',
      priceChanges: 'Price changes',
      priceSum: 'Sum of price changes',
      pickupWait: 'Waiting at pickups, all orders together',
      destinationWait: 'Waiting at destinations, all orders together',
    },
    columns: ['Day', 'Figure', 'Value', 'Unit'],
    minutes: 'min',
    until: (day, time) => `${day}, until ${time}`,
    colon: ':',
    partial: 'The history of the whole day is not kept any more.',
    line: (name, value) => `• ${name}: ${value}`,
    none: 'none',
    list: ', ',
  },
  'zh-Hant': {
    names: {
      watched: '追蹤的訂單',
      finished: '已完成',
      cancelled: '已取消',
      failed: '未送達',
      promises: '有約定時間的訂單',
      promisesKept: '準時送達（在約定時間前）',
      promisesLate: '超過約定時間',
      waits: '結束的等候（找到配送員）',
      medianWait: '等候配送員的中位數',
      longestWait: '等候配送員最久',
      releases: '配送員退單',
      swaps: '更換配送員',
      priceChanges: '價格變更',
      priceSum: '價格變更總和',
      pickupWait: '在取貨點等候（所有訂單合計）',
      destinationWait: '在送達點等候（所有訂單合計）',
    },
    columns: ['日期', '項目', '數值', '單位'],
    minutes: '分鐘',
    until: (day, time) => `${day}，截至 ${time}`,
    colon: '：',
    partial: '這一天的歷程已不完整。',
    line: (name, value) => `• ${name}：${value}`,
    none: '無',
    list: '、',
  },
};

/** What each figure is called. */
export function dayFigureNames(language: Language): Readonly<Record<DayFigure, string>> {
  return textsIn[language].names;
}

/** The value of each figure as people read it. */
export function dayFigureTexts(
  summary: DaySummary,
  priceUnit: PriceUnit,
  { language, locale }: Speech,
): Readonly<Record<DayFigure, string>> {
  const { none, list } = textsIn[language];
  const count = (value: number): string => new Intl.NumberFormat(locale).format(value);
  const duration = (ms: number | null): string => (ms === null ? none : durationText(ms, locale));
  const { courierWaits, priceChanges } = summary;
  const sums = priceChanges.sums.map((sum) => signedMoneyText(sum, priceUnit, locale));
  return {
    watched: count(summary.watched),
    finished: count(summary.finished),
    cancelled: count(summary.cancelled),
    failed: count(summary.failed),
    promises: count(summary.promises.count),
    promisesKept: count(summary.promises.kept),
    promisesLate: count(summary.promises.late),
    waits: count(courierWaits.count),
    medianWait: duration(courierWaits.medianMs),
    longestWait: duration(courierWaits.longestMs),
    releases: count(summary.releases),
    swaps: count(summary.swaps),
    priceChanges: count(priceChanges.count),
    priceSum: sums.length === 0 ? none : sums.join(list),
    pickupWait: duration(summary.pickupWaitMs),
    destinationWait: duration(summary.destinationWaitMs),
  };
}

/** Says that the history does not reach back to the begin of the day. */
export function partialDayText(language: Language): string {
  return textsIn[language].partial;
}

/** The day as the heading of its summary: with the time for a day that is not over. */
export function dayHeading({ atMs, endMs, startMs }: DaySummary, { language, locale }: Speech) {
  const day = dateText(startMs, locale);
  return atMs < endMs ? textsIn[language].until(day, clockText(atMs, locale)) : day;
}

/**
 * A day in some lines for a chat. No line begins with a sign with which a spreadsheet begins a formula, and
 * none names an order or a person.
 */
export function daySummaryText(summary: DaySummary, priceUnit: PriceUnit, speech: Speech): string {
  const { colon, line, names, partial } = textsIn[speech.language];
  const texts = dayFigureTexts(summary, priceUnit, speech);
  return [
    `${dayHeading(summary, speech)}${colon}`,
    ...dayFigures.map((figure) => line(names[figure], texts[figure])),
    ...(summary.isWhole ? [] : [partial]),
  ].join('\n');
}

/** A day as CSV, one figure a row and one row for each currency, so that days can be put together. */
export function daySummaryCsv(
  summary: DaySummary,
  priceUnit: PriceUnit,
  language: Language,
): string {
  const { columns, minutes, names } = textsIn[language];
  const { courierWaits, priceChanges } = summary;
  const time = (ms: number | null): readonly Cells[] =>
    ms === null ? [['', minutes]] : [[Math.round(ms / 6000) / 10, minutes]];
  const values: Readonly<Record<DayFigure, readonly Cells[]>> = {
    watched: counted(summary.watched),
    finished: counted(summary.finished),
    cancelled: counted(summary.cancelled),
    failed: counted(summary.failed),
    promises: counted(summary.promises.count),
    promisesKept: counted(summary.promises.kept),
    promisesLate: counted(summary.promises.late),
    waits: counted(courierWaits.count),
    medianWait: time(courierWaits.medianMs),
    longestWait: time(courierWaits.longestMs),
    releases: counted(summary.releases),
    swaps: counted(summary.swaps),
    priceChanges: counted(priceChanges.count),
    priceSum: priceChanges.sums.map(({ amount, currency }) => [
      amount / (priceUnit === 'minor' && currency !== null ? 10 ** currencyDigits(currency) : 1),
      currency ?? '',
    ]),
    pickupWait: time(summary.pickupWaitMs),
    destinationWait: time(summary.destinationWaitMs),
  };
  const date = isoDate(summary.startMs);
  return csvText([
    columns,
    ...dayFigures.flatMap((figure) =>
      values[figure].map((cells) => [date, names[figure], ...cells]),
    ),
  ]);
}

type Cells = readonly [value: string | number, unit: string];

function counted(value: number): readonly Cells[] {
  return [[value, '']];
}

/** The day as 2026-11-23, by the calendar of this computer. */
export function isoDate(atMs: number): string {
  const date = new Date(atMs);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
