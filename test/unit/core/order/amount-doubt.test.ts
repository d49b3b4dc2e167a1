import { expect, test } from 'vitest';
import { looksLikeCents, usualAmounts } from '../../../../core/order/amount-doubt.ts';
import type { Money } from '../../../../core/order/order.ts';

const hkd = (amount: number): Money => ({ amount, currency: 'HKD' });
const usual = usualAmounts([hkd(92.5), hkd(86), hkd(131.5), hkd(9250)]);

test('an amount of a hundred times the others looks like cents', () => {
  expect(looksLikeCents(hkd(9250), usual)).toBe(true);
  expect(looksLikeCents(hkd(5700), usual)).toBe(true);
});

test.each([
  ['like the others', hkd(86)],
  ['of a very long way', hkd(1200)],
  ['with a fraction', hkd(9250.5)],
  ['far beyond', hkd(92_500)],
  ['of nothing', hkd(0)],
  ['without a currency', { amount: 9250, currency: null }],
  ['in a currency of no other order', { amount: 9250, currency: 'EUR' }],
])('an amount %s does not', (_kind, price) => {
  expect(looksLikeCents(price, usual)).toBe(false);
});

test('whole amounts say what is usual once there are five of them', () => {
  const whole = [80, 90, 100, 9250].map(hkd);
  expect(looksLikeCents(hkd(9250), usualAmounts(whole))).toBe(false);
  expect(looksLikeCents(hkd(9250), usualAmounts([...whole, hkd(85)]))).toBe(true);
});

test('orders that cost nothing say nothing of what is usual', () => {
  expect(usualAmounts([0, 0, 0, 90, 100].map(hkd)).size).toBe(0);
});

test('one amount with a fraction says what is usual, whatever the whole ones are', () => {
  expect(usualAmounts([hkd(92.5)])).toEqual(new Map([['HKD', 92.5]]));
  expect(usualAmounts([92.5, 9250, 8600, 7900, 8800].map(hkd))).toEqual(new Map([['HKD', 92.5]]));
});

test('where all amounts are in cents none differs from the others', () => {
  expect(looksLikeCents(hkd(9250), usualAmounts([8600, 9250, 7900, 10_400, 8800].map(hkd)))).toBe(
    false,
  );
});

test('a currency without cents has none, and one with thousandths is divided by a thousand', () => {
  const yen = [950, 900, 1000, 1100, 95_000].map((amount) => ({ amount, currency: 'JPY' }));
  expect(looksLikeCents({ amount: 95_000, currency: 'JPY' }, usualAmounts(yen))).toBe(false);
  const dinar = usualAmounts([{ amount: 2.5, currency: 'KWD' }]);
  expect(looksLikeCents({ amount: 2500, currency: 'KWD' }, dinar)).toBe(true);
  expect(looksLikeCents({ amount: 250, currency: 'KWD' }, dinar)).toBe(false);
});

test('what is usual is the middle amount of each currency, of amounts above zero', () => {
  const prices = [
    ...[131.5, 86.5, 92.5].map(hkd),
    ...[0, -5, 0, -7].map(hkd),
    ...[9, 100, 10, 11, 8].map((amount) => ({ amount, currency: 'TWD' })),
    ...[1, 2, 3, 4].map((amount) => ({ amount, currency: 'EUR' })),
    ...[1.5, 2.5].map((amount) => ({ amount, currency: null })),
  ];
  expect(usualAmounts(prices)).toEqual(
    new Map([
      ['HKD', 92.5],
      ['TWD', 10],
    ]),
  );
});

test('from a third to three times the usual amount, as cents, is in doubt', () => {
  const about = new Map([['HKD', 90]]);
  expect([3000, 27_000, 2999, 27_001].map((amount) => looksLikeCents(hkd(amount), about))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(looksLikeCents({ amount: 90, currency: 'JPY' }, new Map([['JPY', 90]]))).toBe(false);
});
