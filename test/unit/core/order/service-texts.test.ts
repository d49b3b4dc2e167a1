import { expect, test } from 'vitest';
import { paymentText, priceLineName, vehicleText } from '../../../../core/order/service-texts.ts';

test.each([
  ['motorcycle', 'motorcycle', '摩托車'],
  ['MOTORCYCLE', 'MOTORCYCLE', '摩托車'],
  ['cargo_van', 'cargo van', '廂型車'],
  ['hover_board', 'hover board', 'hover board'],
  ['_hover_', 'hover', 'hover'],
  ['(taxi)', '(taxi)', '計程車'],
  ['cargo - van', 'cargo - van', '廂型車'],
])('the vehicle %s is %s in English and %s in Chinese', (word, english, chinese) => {
  expect([vehicleText(word, 'en'), vehicleText(word, 'zh-Hant')]).toEqual([english, chinese]);
});

test('a way to pay has words in both languages, and one that is not known is shown as received', () => {
  expect(paymentText('monthly_settlement', 'en')).toBe('monthly settlement');
  expect(paymentText('monthly_settlement', 'zh-Hant')).toBe('月結');
  expect(paymentText('shop_voucher', 'zh-Hant')).toBe('shop voucher');
});

test.each([
  ['base_fare', 'Base fare', 'Base fare', null],
  ['parking', 'Parking at the pier', 'Parking at the pier', null],
  ['waiting_time_fee', 'waiting time', 'Waiting time fee', null],
  ['tunnel_fee', 'Harbour crossing', 'Tunnel fee', 'Harbour crossing'],
  ['tunnel_fee', null, 'Tunnel fee', null],
  [null, 'Harbour crossing', 'Harbour crossing', null],
  [null, null, null, null],
])('the price line %s with the reason %s says each thing once', (key, reason, name, more) => {
  expect(priceLineName(key, reason)).toEqual({ name, more });
});
