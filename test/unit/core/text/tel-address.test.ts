import fc from 'fast-check';
import { expect, test } from 'vitest';
import { telAddress } from '../../../../core/text/tel-address.ts';

test.each([
  ['+852 5555 0147', 'tel:+85255550147'],
  ['(02) 9876-5432', 'tel:0298765432'],
  ['+852 5555 0147 ext. 12', 'tel:+85255550147'],
  ['＋８５２ ５５５５ ０１４７', 'tel:+85255550147'],
  ['999', 'tel:999'],
  [' +852 5555 0147\n+852 5555 0148', 'tel:+85255550147'],
  ['5555 0147\nafter nine', 'tel:55550147'],
  ['123456789012345', 'tel:123456789012345'],
])('%j is dialled as %s', (number, address) => {
  expect(telAddress(number)).toBe(address);
});

test.each(['', 'Lau Chi Keung', '12', '1234567890123456', 'sip:lau@example.com', '٠١٢٣٤٥٦٧'])(
  '%j is no number that can be dialled',
  (text) => {
    expect(telAddress(text)).toBeNull();
  },
);

test('whatever a service sends as a number, nothing but digits behind tel: is opened', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(telAddress(text) ?? 'tel:000').toMatch(/^tel:\+?\d{3,15}$/);
    }),
  );
});
