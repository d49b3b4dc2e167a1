import { expect, test } from 'vitest';
import { moneyPiece } from '../../../../core/notification/notification-pieces.ts';

test('an amount is said without names, too, unless its currency is a word of the service’s own', () => {
  const options = { priceUnit: 'major', locale: 'en' } as const;
  const said = (currency: string | null) => [
    moneyPiece({ amount: 86, currency }, 'noNames', options),
    moneyPiece({ amount: 86, currency }, 'full', options),
  ];
  expect(said('HKD')).toEqual(['HK$86.00', 'HK$86.00']);
  expect(said(null)).toEqual(['86', '86']);
  expect(said('XQZ')[0]).toBeNull();
});
