import { expect, test } from 'vitest';
import { maskTexts } from '../../../../core/privacy/masked-texts.ts';

test('a text in a field that nothing says anything about is masked, at any depth', () => {
  const value = {
    later: [{ field: 'call +852 9123 4567', count: 91234567, isNew: true, none: null }],
  };
  expect(maskTexts(value)).toEqual({
    later: [{ field: 'call +852 •••• ••67', count: 91234567, isNew: true, none: null }],
  });
});

test('identifiers and hashes stay whole', () => {
  const value = {
    id: '00000000-0000-4000-8000-000000000001',
    deskId: '12345678',
    courier: { name: 'Bo', fingerprint: { name: '12345678', phone: '91234567' } },
  };
  expect(maskTexts(value)).toEqual(value);
});

test.each([
  ['Tokyo 100-0001, 1-1 Chiyoda', 'Tokyo 100-0001, 1-1 Chiyoda'],
  ['San Francisco, CA 94103-1234', 'San Francisco, CA 94103-1234'],
  ['1 Queen’s Road, ring 9123 4567', '1 Queen’s Road, ring •••• ••67'],
  ['gate 852 555-0147', 'gate ••• •••-••47'],
])('of the address %j a reader without numbers gets %j', (address, masked) => {
  expect(maskTexts({ streetAddress: address })).toEqual({ streetAddress: masked });
});
