import type { Money } from './order.ts';
import { currencyDigits } from './format.ts';

/** How many times the usual amount a long way may cost, and how small a part of it a short one. */
const mostTimes = 3;

/** Fewer amounts than this say nothing about what is usual when none has a fraction. */
const fewestWhole = 5;

function middle(amounts: readonly number[]): number | undefined {
  return amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)];
}

/**
 * About how much orders cost, by currency, read in whole units. An amount with a fraction is in whole
 * units for sure, so those speak for the others; without any, all amounts do if they are enough.
 */
export function usualAmounts(prices: Iterable<Money>): ReadonlyMap<string, number> {
  const usual = new Map<string, number>();
  const paid = [...prices].filter(({ amount }) => amount > 0);
  for (const [currency, same] of Map.groupBy(paid, (price) => price.currency)) {
    const amounts = same.map(({ amount }) => amount);
    const broken = amounts.filter((amount) => !Number.isInteger(amount));
    const isEnough = broken.length > 0 || amounts.length >= fewestWhole;
    const about = isEnough ? middle(broken.length > 0 ? broken : amounts) : undefined;
    if (currency !== null && about !== undefined) usual.set(currency, about);
  }
  return usual;
}

/**
 * Whether an amount looks as if it counted the smallest units, such as 9250 where others are 92.50: it
 * has no fraction, and divided as if it were cents it is about as much as others are.
 */
export function looksLikeCents(price: Money, usual: ReadonlyMap<string, number>): boolean {
  const { amount, currency } = price;
  if (currency === null || !Number.isInteger(amount)) return false;
  const digits = currencyDigits(currency);
  const times = amount / 10 ** digits / (usual.get(currency) ?? Number.NaN);
  return digits > 0 && times <= mostTimes && times >= 1 / mostTimes;
}
