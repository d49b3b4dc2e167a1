import { expect, test } from 'vitest';
import { orderIdAt, someOrder } from '../../../support/watched-orders.ts';
import {
  moneyPiece,
  noTexts,
  orderNameAt,
} from '../../../../core/notification/notification-pieces.ts';

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

test('an order is called by its label, else by its customer where names may be said, else by its uuid', () => {
  const known = someOrder(orderIdAt(1));
  const contact = { name: 'Wong Tai Man', phoneNumber: null, phoneExtension: null };
  const order = {
    ...known,
    destinations: known.destinations.map((stop) => ({ ...stop, contact })),
  };
  const named = (label: string | null) =>
    (['full', 'noNames', 'countOnly'] as const).map((privacy) =>
      orderNameAt(privacy, { id: known.id, label, order }),
    );
  expect(named('Florist')).toEqual(['Florist', 'Florist', '00000000']);
  expect(named(null)).toEqual(['Wong M.', '00000000', '00000000']);
});

test('what is not shown has no words', () => {
  const text = { title: '', body: '' };
  expect(noTexts).toEqual({ full: text, noNames: text, countOnly: text });
});
