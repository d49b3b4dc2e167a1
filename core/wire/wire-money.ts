import { currencyCode } from '../order/format.ts';
import type { Money, PriceLine } from '../order/order.ts';
import type { Note } from './contract-notes.ts';
import {
  isObject,
  listIn,
  noteUnknownFields,
  numberFromText,
  readNumber,
  readShortText,
  unlisted,
} from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

const maxPriceLines = 200;

/** `price`: amount and currency, or a bare amount. */
export function readPrice(given: unknown, note: Note): Money | null {
  if (given === undefined || given === null) return null;
  const value = unlisted(given, note);
  if (isObject(value)) {
    const { amount: amountGiven, currency: code, ...others } = value;
    noteUnknownFields(others, 'price.', note);
    const { amount, currency } = readAmount(amountGiven, note);
    const named = readCurrency(code, note);
    return amount === null ? null : { amount, currency: named ?? currency };
  }
  const isNumeric = typeof value === 'number' || typeof value === 'string';
  note(isNumeric ? 'price-is-a-number' : 'price-unreadable');
  const { amount, currency } = readAmount(isNumeric ? value : null, note);
  return amount === null ? null : { amount, currency };
}

/** Signs that stand for one currency. Many have the dollar sign, and two the yen's. */
const currencySigns: ReadonlyMap<string, string> = new Map([
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['US$', 'USD'],
  ['S$', 'SGD'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['CN\u00A5', 'CNY'],
  ['JP\u00A5', 'JPY'],
  ['\u20AC', 'EUR'],
  ['\u00A3', 'GBP'],
  ['\u20A9', 'KRW'],
  ['\u20AB', 'VND'],
  ['\u20B1', 'PHP'],
  ['\u20B9', 'INR'],
  ['\u0E3F', 'THB'],
  ['RM', 'MYR'],
  ['港幣', 'HKD'],
  ['港元', 'HKD'],
  ['新台幣', 'TWD'],
  ['人民幣', 'CNY'],
]);

/** Signs of several currencies: which one is not known, but that it is money. */
const sharedSigns: ReadonlySet<string> = new Set(['$', '\u00A5', '元', '圓']);

interface Amount {
  readonly amount: number | null;
  /** The currency that stands beside the number in a text. */
  readonly currency: string | null;
}

/** Longer than any amount with its currency. */
const mostCharacters = 50;

function readAmount(value: unknown, note: Note): Amount {
  const isText = typeof value === 'string' && value.length <= mostCharacters;
  const text = isText ? value.normalize('NFKC').trim() : '';
  const [, sign = '', before, number = '', after] =
    /^([+\u2212-]?) ?([^\d\s.,'+-]{1,5}) ?([+-]?\d.*)$/su.exec(text) ??
    /^([+\u2212-]?)()(\d[\d.,' \u2019]*?) ?([^\d\s.,'+-]{1,5})$/su.exec(text) ??
    [];
  const unit = before || after;
  if (unit === undefined || !isMoneyWord(unit)) {
    return { amount: readNumber(value, note), currency: null };
  }
  const amount = numberFromText(sign + number, note);
  note(amount === null ? 'number-unreadable' : 'currency-in-amount');
  return { amount, currency: currencySigns.get(unit) ?? (currencyCode.test(unit) ? unit : null) };
}

function isMoneyWord(word: string): boolean {
  return currencyCode.test(word) || currencySigns.has(word) || sharedSigns.has(word);
}

function readCurrency(value: unknown, note: Note): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && currencyCode.test(value)) return value;
  const word = typeof value === 'string' ? value.normalize('NFKC').trim().toUpperCase() : '';
  const signed = currencySigns.get(word);
  if (signed !== undefined) {
    note('currency-from-sign');
    return signed;
  }
  const isCode = currencyCode.test(word);
  note(isCode ? 'currency-case' : 'currency-unreadable');
  return isCode ? word : null;
}

/** `price_breakdown`: a list of lines, one line, or a map from key to amount. */
export function readBreakdown(value: unknown, note: Note): readonly PriceLine[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) && !isObject(value)) {
    note('breakdown-unreadable');
    return [];
  }
  const items = listOfLines(value, note);
  if (items.length > maxPriceLines) note('breakdown-capped');
  return items.slice(0, maxPriceLines).flatMap((item) => {
    if (isObject(item)) return [readPriceLine(item, note)];
    note('breakdown-unreadable');
    return [];
  });
}

function listOfLines(value: WireObject | readonly unknown[], note: Note): readonly unknown[] {
  if (!isObject(value)) return value;
  const list = listIn(value);
  // Numbers for names may be the keys of lines, too.
  const isList = list?.every(isObject) === true;
  note(isList ? 'list-from-object' : 'breakdown-from-object');
  return isList ? list : linesOfObject(value);
}

/** One line that came without its list, or a map from key to amount. */
function linesOfObject(object: WireObject): readonly unknown[] {
  if (Object.hasOwn(object, 'amount')) return [object];
  // The keys of an object have no order: another one must not look like a change.
  return Object.entries(object)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, maxPriceLines + 1)
    .map(([key, item]) => (isObject(item) ? { key, ...item } : { key, amount: item }));
}

function readPriceLine(object: WireObject, note: Note): PriceLine {
  const { key, amount, quantity, reason, ...others } = object;
  noteUnknownFields(others, 'price_breakdown[].', note);
  return {
    key: readShortText(key, note),
    amount: readAmount(amount, note).amount,
    quantity: readNumber(quantity, note),
    reason: readShortText(reason, note),
  };
}
