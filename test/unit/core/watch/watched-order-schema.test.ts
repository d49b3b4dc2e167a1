import { expect, test } from 'vitest';
import { moneyText } from '../../../../core/order/format.ts';
import {
  storedAcknowledged,
  storedCalls,
  storedMoney,
} from '../../../../core/watch/watched-order-schema.ts';

test('an acknowledged promise of an earlier Waybell is one at hand or one that has passed', () => {
  const known = { causeAtMs: 5, atMs: 7 };
  const stored = [
    { reason: 'promiseAtRisk', ...known },
    { reason: 'released', ...known },
  ];
  expect(storedAcknowledged.parse(stored)).toEqual([
    { reason: 'promiseAhead', ...known },
    { reason: 'promisePassed', ...known },
    { reason: 'released', ...known },
  ]);
  expect(storedAcknowledged.safeParse([{ reason: 'hunger', ...known }]).success).toBe(false);
});

test.each([
  [0, true],
  [8.64e15, true],
  [8.64e15 + 1000, false],
  [-8.64e15 - 1000, false],
])('a time is one that can be written out: %d is %s', (atMs, isTime) => {
  expect(storedCalls.safeParse([{ atMs, word: null }]).success).toBe(isTime);
});

test.each([
  ['HK$', null],
  ['港幣', null],
  ['HK\u200BD', null],
  ['hkd', null],
  ['HKDX', null],
  ['', null],
  [null, null],
  ['HKD', 'HKD'],
])(
  'a currency is a code of three letters, because no other can be shown: %j',
  (given, currency) => {
    const money = storedMoney.parse({ amount: 86, currency: given });
    expect(money).toEqual({ amount: 86, currency });
    if (money === null) throw new Error('no amount');
    expect(moneyText(money, 'major', 'en')).toContain('86');
  },
);
