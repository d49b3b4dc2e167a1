import type { Money, PriceLine } from '../order/order.ts';
import type { Note } from './contract-notes.ts';
import { isObject, noteUnknownFields, readNumber, readShortText } from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

const maxPriceLines = 200;

/** `price`: amount and currency, or a bare amount. */
export function readPrice(value: unknown, note: Note): Money | null {
  if (value === undefined || value === null) return null;
  if (isObject(value)) {
    const { amount: given, currency: code, ...others } = value;
    noteUnknownFields(others, 'price.', note);
    const amount = readNumber(given, note);
    const currency = readCurrency(code, note);
    return amount === null ? null : { amount, currency };
  }
  const isNumeric = typeof value === 'number' || typeof value === 'string';
  note(isNumeric ? 'price-is-a-number' : 'price-unreadable');
  const amount = isNumeric ? readNumber(value, note) : null;
  return amount === null ? null : { amount, currency: null };
}

const currencyCode = /^[A-Z]{3}$/;

function readCurrency(value: unknown, note: Note): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && currencyCode.test(value)) return value;
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  const isCode = currencyCode.test(code);
  note(isCode ? 'currency-case' : 'currency-unreadable');
  return isCode ? code : null;
}

/** `price_breakdown`: a list of lines, one line, or a map from key to amount. */
export function readBreakdown(value: unknown, note: Note): readonly PriceLine[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) && !isObject(value)) {
    note('breakdown-unreadable');
    return [];
  }
  if (isObject(value)) note('breakdown-from-object');
  const items: readonly unknown[] = isObject(value) ? linesOfObject(value) : value;
  if (items.length > maxPriceLines) note('breakdown-capped');
  return items.slice(0, maxPriceLines).flatMap((item) => {
    if (isObject(item)) return [readPriceLine(item, note)];
    note('breakdown-unreadable');
    return [];
  });
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
    amount: readNumber(amount, note),
    quantity: readNumber(quantity, note),
    reason: readShortText(reason, note),
  };
}
