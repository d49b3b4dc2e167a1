import type { OrderId } from './order-id.ts';
import type { Money } from './order.ts';

/**
 * How the service's amounts are to be read: as whole units, as the smallest ones (cents), or not at all,
 * so that the number is shown as it was given.
 */
export type PriceUnit = 'major' | 'minor' | 'raw';

/** Joins a number and its unit, so that no line ends between them. */
const noBreak = '\u00A0';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

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

function amountText(
  money: Money,
  priceUnit: PriceUnit,
  locale: string,
  signDisplay: 'auto' | 'exceptZero',
): string {
  if (priceUnit === 'raw') return rawAmountText(money, locale, signDisplay);
  const formatter = moneyFormatter(locale, money.currency, signDisplay);
  const digits = formatter.resolvedOptions().maximumFractionDigits ?? 2;
  // Without a currency there is no knowing how many small units make a whole one.
  const isMinor = priceUnit === 'minor' && money.currency !== null;
  return formatter.format(isMinor ? money.amount / 10 ** digits : money.amount);
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

const knownLocales = new Map<string, string>();

/** The locale, or English when the system gave something that is none, such as `C` or `en_US.UTF-8`. */
function usableLocale(locale: string): string {
  const known = knownLocales.get(locale);
  if (known !== undefined) return known;
  const tag = (locale.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-');
  const usable = isLocale(tag) ? tag : 'en';
  knownLocales.set(locale, usable);
  return usable;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // Intl says no by throwing
  }
}

const moneyFormatters = new Map<string, Intl.NumberFormat>();

/** Making a formatter costs a thousand times as much as using it, so each is made once. */
function moneyFormatter(
  locale: string,
  currency: string | null,
  signDisplay: 'auto' | 'exceptZero',
): Intl.NumberFormat {
  const key = `${locale} ${currency ?? ''} ${signDisplay}`;
  const known = moneyFormatters.get(key);
  if (known !== undefined) return known;
  const formatter =
    currency === null
      ? new Intl.NumberFormat(usableLocale(locale), { signDisplay, maximumFractionDigits: 2 })
      : new Intl.NumberFormat(usableLocale(locale), { style: 'currency', currency, signDisplay });
  moneyFormatters.set(key, formatter);
  return formatter;
}

/** A distance: metres up to 999 m, then kilometres with one decimal. */
export function distanceText(meters: number): string {
  const whole = Math.round(meters);
  return whole <= 999 ? `${whole}${noBreak}m` : `${(meters / 1000).toFixed(1)}${noBreak}km`;
}

/** A duration in its largest two units: 20 s, 14 min, 2 h 5 min, 3 d 4 h. Never negative. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / secondMs));
  if (seconds < 60) return `${seconds}${noBreak}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 100) return `${minutes}${noBreak}min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return twoUnits(hours, 'h', minutes % 60, 'min');
  return twoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  const rest = small === 0 ? '' : `${noBreak}${small}${noBreak}${smallUnit}`;
  return `${large}${noBreak}${largeUnit}${rest}`;
}

/**
 * How long ago something was: "3 s ago" to 59 s, "14 min ago" to 59 min, then the clock time, and
 * the date once it is not today. A time ahead of now, as a service's clock may give, is "0 s ago".
 *
 * @param timeZone an IANA name; the machine's own when absent
 */
export function ageText(atMs: number, nowMs: number, locale: string, timeZone?: string): string {
  const agoMs = Math.max(0, nowMs - atMs);
  if (agoMs < minuteMs) return `${Math.floor(agoMs / secondMs)}${noBreak}s ago`;
  if (agoMs < hourMs) return `${Math.floor(agoMs / minuteMs)}${noBreak}min ago`;
  const day = timeFormatter(locale, timeZone, 'day');
  const isToday = agoMs < dayMs && day.format(atMs) === day.format(nowMs);
  return isToday ? clockText(atMs, locale, timeZone) : day.format(atMs);
}

/** A clock time to the minute, as the locale writes it: 14:29. */
export function clockText(atMs: number, locale: string, timeZone?: string): string {
  return timeFormatter(locale, timeZone, 'minute').format(atMs);
}

const timeFormatters = new Map<string, Intl.DateTimeFormat>();

function timeFormatter(
  locale: string,
  timeZone: string | undefined,
  precision: 'day' | 'minute',
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone ?? ''} ${precision}`;
  const known = timeFormatters.get(key);
  if (known !== undefined) return known;
  const zone = timeZone === undefined ? {} : { timeZone };
  const formatter =
    precision === 'day'
      ? new Intl.DateTimeFormat(usableLocale(locale), {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          ...zone,
        })
      : new Intl.DateTimeFormat(usableLocale(locale), {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          ...zone,
        });
  timeFormatters.set(key, formatter);
  return formatter;
}

/** The first eight digits of a uuid, which tell orders apart for people. */
export function shortId(id: OrderId): string {
  return id.slice(0, 8);
}
