import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffOrders } from '../../../../core/order/order-update.ts';
import {
  maskAddress,
  maskChanges,
  maskOrder,
  maskPhone,
} from '../../../../core/privacy/phone-mask.ts';
import { parseOrder } from '../../../../core/wire/wire-order.ts';
import { wireOrder } from '../../../support/wire-orders.ts';
import { order, sampleId } from '../order/order-samples.ts';

test.each([
  ['+852 5555 0147', '+852 •••• ••47'],
  ['+1 (415) 555-0147', '+1 (•••) •••-••47'],
  ['+85255550147', '+852 ••••••47'],
  ['+442079460147', '+44 ••••••••47'],
  ['+0 5555 0147', '+• •••• ••47'],
  ['55550147', '••••••47'],
  ['+15555555557,48023618', '+1 ••••••••57,••••••••'],
  ['5555 0147 ext 12', '•••• ••47 ext ••'],
  ['+852 5555 0147 ext. 12', '+852 •••• ••47 ext. ••'],
  ['+85255550147;ext=12', '+852 ••••••47;ext=••'],
  ['5555 0147x12', '•••• ••47x••'],
  ['5555 0147#12', '•••• ••47#••'],
  ['5555 0147,,12', '•••• ••47,,••'],
  ['5555 0147轉12', '•••• ••47轉••'],
  ['5555 0147转12', '•••• ••47转••'],
  ['5555 0147 內線 12', '•••• ••47 內線 ••'],
  ['5555 0147 / 5555 0148', '•••• ••47 / •••• ••••'],
  ['ext. 12345', 'ext. •••••'],
  ['#12345', '#•••••'],
  ['٠٥٥٥٥٠١٤٧', '•••••••٤٧'],
  ['+٨٥٢ ٥٥٥٥ ٠١٤٧', '+••• •••• ••٤٧'],
  ['＋８５２ ５５５５ ０１４７', '＋••• •••• ••••'],
  ['५५५५०१४७', '••••••४७'],
  ['５５５５０１４７ x１２', '••••••４７ x••'],
  ['⑤⑤⑤⑤⓪①④⑦', '••••••④⑦'],
  ['999', '•••'],
  ['1234', '••••'],
  ['12345', '•••45'],
  [' +852 5555 0147', ' +852 •••• ••47'],
  ['(+852) 5555 0147', '(+•••) •••• ••••'],
  ['', ''],
])('%s is shown as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});

const countryCodes = [
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65',
  '66 81 82 84 86 90 91 92 93 94 95 98 212 221 234 258 263 290 351 359 370 385 420 423 503 599 670 692',
  '800 808 850 852 856 870 880 886 960 966 971 977 992 998',
].flatMap((row) => row.split(' '));

test.each(countryCodes)('of a number without blanks the country code +%s can be read', (code) => {
  expect(maskPhone(`+${code}55550147`)).toBe(`+${code} ••••••47`);
});

test('at most the country code and two digits of a number can be read', () => {
  const characters = '0 1 2 3 4 5 6 7 8 9 ٠ ९ ५ ５ 𝟕 ① + - ( ) , ; # x 轉 e t . ＋'.split(' ');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (text) => {
      const shown = maskPhone(text).replace(/^\s*\+\d{1,3}/, '');
      expect((shown.match(/\p{N}/gu) ?? []).length).toBeLessThanOrEqual(2);
    }),
  );
});

test.each([
  '100-0001 Tokyo',
  'Chiyoda 〒100-0001',
  'Block 2,100-0001 Tokyo',
  'Austin 78701-1234',
  '78701-1234 Austin',
  'Block 2,78701-1234',
])('the postal code of the address %j stays', (address) => {
  expect(maskAddress(address)).toBe(address);
});

test.each([
  ['+555-0147', '+55 •-••47'],
  ['852 555-0147', '••• •••-••47'],
  ['852-555-0147', '•••-•••-••47'],
  ['555-0147 12', '•••-•••• 12'],
  ['555-0147-12', '•••-••••-12'],
  ['555-01478', '•••-•••78'],
  ['+12345-0147', '+1 ••••-••47'],
  ['852 12345-0147', '••• •••••-••47'],
  ['852-12345-0147', '•••-•••••-••47'],
  ['12345-0147 12', '•••••-•••• 12'],
  ['12345-0147-12', '•••••-••••-12'],
  ['12345-01478', '•••••-•••78'],
])('digits beside it make a number of the postal code in %j', (address, masked) => {
  expect(maskAddress(address)).toBe(masked);
});

describe('an order', () => {
  const result = parseOrder(wireOrder(sampleId), sampleId);
  const whole = result.ok ? result.value.order : order();

  test('keeps everything but its phone numbers', () => {
    const masked = maskOrder(whole);
    expect(JSON.stringify(masked)).not.toMatch(/\+852\d/);
    expect(masked.courier?.phoneNumber).toBe('+852 ••••••00');
    expect(masked.pickup?.contact?.phoneNumber).toBe('+852 ••••••11');
    expect(masked.courier?.name).toBe('Test Courier');
    expect(masked.destinations[0]?.point).toEqual(whole.destinations[0]?.point);
  });

  test('has its changes masked too', () => {
    const changes = diffOrders(order({ courier: null, destinations: [], pickup: null }), whole);
    expect(JSON.stringify(changes)).toMatch(/\+852\d/);
    expect(JSON.stringify(maskChanges(changes))).not.toMatch(/\+852\d/);
    expect(maskChanges(changes).map((change) => change.field)).toEqual(
      changes.map((change) => change.field),
    );
  });
});
