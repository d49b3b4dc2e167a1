import type { OrderId } from './order-id.ts';
import type { Money } from './order.ts';
import { madeOnce } from '../made-once.ts';

/**
 * How the service's amounts are to be read: as whole units, as the smallest ones (cents), or not at all,
 * so that the number is shown as it was given.
 */
export const priceUnits = ['major', 'minor', 'raw'] as const;

export type PriceUnit = (typeof priceUnits)[number];

/** Joins a number and its unit, so that no line ends between them. */
const noBreak = '\u00A0';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A currency as ISO 4217 writes it. Intl throws for every other word. */
export const currencyCode = /^[A-Z]{3}$/;

/**
 * An amount in the order's own currency, such as HK$86.00. Digits after the point are the currency's
 * (ISO 4217, as Intl knows it). Without a currency it is the number alone.
 */
export function moneyText(money: Money, priceUnit: PriceUnit, locale: string): string {
  return amountText(money, priceUnit, locale, 'auto');
}

/** A change of an amount, always with its sign: +HK$12.00. */
export function signedMoneyText(money: Money, priceUnit: PriceUnit, locale: string): string {
  return amountText(money, priceUnit, locale, 'exceptZero');
}

/** How many digits follow the point in a currency (ISO 4217, as Intl knows it). */
export function currencyDigits(currency: string): number {
  return moneyFormatter('en', currency, 'auto').resolvedOptions().maximumFractionDigits ?? 2;
}

function amountText(
  money: Money,
  priceUnit: PriceUnit,
  locale: string,
  signDisplay: 'auto' | 'exceptZero',
): string {
  if (priceUnit === 'raw') return rawAmountText(money, locale, signDisplay);
  const formatter = moneyFormatter(locale, money.currency ?? '', signDisplay);
  // Without a currency it is unknown how many small units make a whole one.
  if (priceUnit === 'major' || money.currency === null) return formatter.format(money.amount);
  return formatter.format(money.amount / 10 ** currencyDigits(money.currency));
}

/** The number with every digit that came, beside the currency's code: HKD 8600. */
function rawAmountText(
  { amount, currency }: Money,
  locale: string,
  signDisplay: 'auto' | 'exceptZero',
): string {
  const number = new Intl.NumberFormat(usableLocale(locale), {
    signDisplay,
    useGrouping: false,
    maximumFractionDigits: 20,
  }).format(amount);
  return currency === null ? number : `${currency}${noBreak}${number}`;
}

/** How many texts of numbers are kept: one update is worded for several levels of privacy, and replayed often. */
const mostTexts = 200;

/** The locale as a BCP 47 tag: `en-US` for `en_US.UTF-8`, and `en` for what is no locale, such as `C`. */
const usableLocale = madeOnce((locale: string): string => {
  const tag = locale.split(/[.@]/, 1).join().replaceAll('_', '-');
  return isLocale(tag) ? tag : 'en';
});

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // Intl throws for an invalid tag
  }
}

/** @param currency empty for none */
const moneyFormatter = madeOnce(
  (locale: string, currency: string, signDisplay: 'auto' | 'exceptZero') =>
    currency === ''
      ? new Intl.NumberFormat(usableLocale(locale), { signDisplay, maximumFractionDigits: 2 })
      : new Intl.NumberFormat(usableLocale(locale), { style: 'currency', currency, signDisplay }),
);

/** A distance: metres up to 999 m, then kilometres with one decimal. */
export function distanceText(meters: number, locale: string): string {
  const whole = Math.round(meters);
  return whole <= 999
    ? quantityText(whole, 'meter', locale)
    : quantityText(meters / 1000, 'kilometer', locale);
}

/** A duration in its largest two units: 20 s, 14 min, 2 h 5 min, 3 d 4 h. Never negative. */
export function durationText(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.round(ms / secondMs));
  if (seconds < 60) return quantityText(seconds, 'second', locale);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 100) return quantityText(minutes, 'minute', locale);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return twoUnits([hours, 'hour'], [minutes % 60, 'minute'], locale);
  return twoUnits([Math.floor(hours / 24), 'day'], [hours % 24, 'hour'], locale);
}

type Quantity = readonly [value: number, unit: QuantityUnit];

function twoUnits(large: Quantity, small: Quantity, locale: string): string {
  const text = quantityText(...large, locale);
  return small[0] === 0 ? text : `${text}${noBreak}${quantityText(...small, locale)}`;
}

type QuantityUnit = keyof typeof unitWidths;

/** How Intl writes each unit, chosen so that English has s, min, h, d, m, km. */
const unitWidths = {
  millisecond: 'short',
  second: 'narrow',
  minute: 'short',
  hour: 'narrow',
  day: 'narrow',
  meter: 'short',
  kilometer: 'short',
} as const;

/**
 * A number and its unit as the locale writes them, kept on one line: 120 m, 120 公尺.
 *
 * @param mostDigits after the point; kilometres always have one
 */
export function quantityText(
  value: number,
  unit: QuantityUnit,
  locale: string,
  mostDigits = 0,
): string {
  return writtenQuantity(value, unit, locale, mostDigits);
}

const writtenQuantity = madeOnce(
  (value: number, unit: QuantityUnit, locale: string, mostDigits: number): string => {
    const parts = unitFormatter(locale, unit, unitWidths[unit], mostDigits).formatToParts(value);
    const written = (isUnit: boolean) =>
      parts
        .filter(({ type }) => type !== 'literal' && (type === 'unit') === isUnit)
        .map((part) => part.value)
        .join('');
    return `${written(false)}${noBreak}${written(true)}`;
  },
  mostTexts,
);

/** A unit alone, for beside a field: m, 公尺, 米. */
export function unitText(unit: QuantityUnit, locale: string): string {
  const parts = unitFormatter(locale, unit, unitWidths[unit], 0).formatToParts(0);
  return parts
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join();
}

const unitFormatter = madeOnce(
  (
    locale: string,
    unit: QuantityUnit,
    unitDisplay: 'narrow' | 'short' | 'long',
    mostDigits: number,
  ) => {
    const minimumFractionDigits = unit === 'kilometer' ? 1 : 0;
    return new Intl.NumberFormat(unitLocale(locale), {
      style: 'unit',
      unit,
      unitDisplay,
      minimumFractionDigits,
      maximumFractionDigits: Math.max(minimumFractionDigits, mostDigits),
    });
  },
);

/**
 * How long ago something was: "3 s ago" to 59 s, "14 min ago" to 59 min, then the clock time, and
 * the date once it is not today. A time ahead of now, as a service's clock may give, is "0 s ago".
 *
 * @param timeZone an IANA name; the machine's own when absent
 */
export function ageText(atMs: number, nowMs: number, locale: string, timeZone?: string): string {
  const agoMs = Math.max(0, nowMs - atMs);
  if (agoMs < minuteMs) return agoText(Math.floor(agoMs / secondMs), 'second', locale);
  if (agoMs < hourMs) return agoText(Math.floor(agoMs / minuteMs), 'minute', locale);
  const day = dayText(atMs, locale, timeZone);
  const isToday = agoMs < dayMs && day === dayText(nowMs, locale, timeZone);
  return isToday ? clockText(atMs, locale, timeZone) : day;
}

/** All English locales use the units of `en`, because some regions would write "14 mins". */
function unitLocale(locale: string): string {
  const usable = usableLocale(locale);
  return usable.startsWith('en-') ? 'en' : usable;
}

const agoFormatter = madeOnce((locale: string) => new Intl.RelativeTimeFormat(unitLocale(locale)));

/** The locale's "3 seconds ago", with the unit as short as everywhere else. */
function agoText(value: number, unit: 'second' | 'minute', locale: string): string {
  const long = unitFormatter(locale, unit, 'long', 0).format(value);
  return agoFormatter(locale)
    .format(-value, unit)
    .replace(long, quantityText(value, unit, locale));
}

/** A clock time to the minute, as the locale writes it: 14:29. */
export function clockText(atMs: number, locale: string, timeZone?: string): string {
  return timeFormatter(locale, timeZone, 'minute').format(atMs);
}

/** A date, as the locale writes it: 21 Nov 2026. */
export function dayText(atMs: number, locale: string, timeZone?: string): string {
  return timeFormatter(locale, timeZone, 'day').format(atMs);
}

/** A day of the week with its date: Wed, 25 Nov. */
export function dateText(atMs: number, locale: string, timeZone?: string): string {
  return timeFormatter(locale, timeZone, 'date').format(atMs);
}

/** When something was or will be: "14:29" if it is today, "20 Nov, 14:29" on any other day. */
export function momentText(atMs: number, nowMs: number, locale: string, timeZone?: string): string {
  const isToday = dayText(atMs, locale, timeZone) === dayText(nowMs, locale, timeZone);
  return timeFormatter(locale, timeZone, isToday ? 'minute' : 'moment').format(atMs);
}

/** When something that goes on is over: "07:00" within a day, "20 Nov, 07:00" later. */
export function endText(atMs: number, nowMs: number, locale: string, timeZone?: string): string {
  return atMs - nowMs < dayMs
    ? clockText(atMs, locale, timeZone)
    : momentText(atMs, nowMs, locale, timeZone);
}

/** Two times as {@link momentText} writes them on the day of the second, with seconds within one minute. */
export function twoMoments(
  earlierAtMs: number,
  laterAtMs: number,
  locale: string,
  timeZone?: string,
): readonly [string, string] {
  const first = momentText(earlierAtMs, laterAtMs, locale, timeZone);
  const second = momentText(laterAtMs, laterAtMs, locale, timeZone);
  if (first !== second) return [first, second];
  const withSeconds = timeFormatter(locale, timeZone, 'second');
  return [withSeconds.format(earlierAtMs), withSeconds.format(laterAtMs)];
}

const clockParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const timeParts = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  date: { weekday: 'short', day: 'numeric', month: 'short' },
  minute: clockParts,
  second: { ...clockParts, second: '2-digit' },
  moment: { day: 'numeric', month: 'short', ...clockParts },
} as const;

const timeFormatter = madeOnce(
  (locale: string, timeZone: string | undefined, precision: keyof typeof timeParts) =>
    new Intl.DateTimeFormat(usableLocale(locale), {
      ...timeParts[precision],
      timeZone,
    }),
);

/** The first eight digits of a uuid, which tell orders apart for people. */
export function shortId(id: OrderId): string {
  return id.slice(0, 8);
}
