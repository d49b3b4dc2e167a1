import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutPhoneNumbers } from '../../../../core/text/phone-numbers.ts';

test.each([
  ['Florist +852 5555 0123', 'Florist'],
  ['Florist (+852 5555 0123)', 'Florist'],
  ['(852) 5555-0123 Florist', 'Florist'],
  ['Chan, 5555 0123, back door', 'Chan, back door'],
  ['Chan 5555 0123: back door', 'Chan: back door'],
  ['Chan (5555 0123, back door)', 'Chan (back door)'],
  ['Chan (back door, 5555 0123)', 'Chan (back door)'],
  ['Chan [55550123] / 55550124 back door', 'Chan back door'],
  ['Call Peter 55550123', 'Call Peter'],
  ['Peter, mobile no. 5555 0123 ext 12', 'Peter'],
  ['Peter 5555 0123 ext. 12', 'Peter'],
  ['Peter 5555 0123 extension: 12', 'Peter'],
  ['Peter 5555 0123x12, back door', 'Peter, back door'],
  ['Peter +85255550123;ext=12', 'Peter'],
  ['Peter 5555 0123#12', 'Peter'],
  ['Peter 5555 0123,,12', 'Peter'],
  ['Peter 5555 0123 #10023', 'Peter #10023'],
  ['陳先生 5555 0123轉12', '陳先生'],
  ['陳先生 5555 0123转12', '陳先生'],
  ['陳先生 5555 0123 內線 12', '陳先生'],
  ['陳先生 ５５５５０１２３ 分機１２', '陳先生'],
  ['tel:+1-415-555-0147', ''],
  ['call +852 5555 0123', ''],
  ['phone: 5 5 5 5 0 1 2 3', ''],
  ['陳先生電話５５５５　０１２３', '陳先生'],
  ['陳先生55550123', '陳先生'],
  ['٠٥٥٥٥٠١٢٣ محمد', 'محمد'],
  ['5555\u200b0123 Ho', 'Ho'],
  ['Ng-55550123', 'Ng'],
  ['SO-2024-118 5555 0123', 'SO-2024-118'],
  ['#10023, 14:30, 5555 0123', '#10023, 14:30'],
  ['2026-11-23 5555 0123', '2026-11-23'],
  ['5555 0123', ''],
  ['T12345678', 'T'],
  ['T1234-5678', 'T'],
  ['55550123 km', 'km'],
  ['5555012345元', '元'],
  ['22.319304, 114.1693611234567890', ''],
  ['lat 22.3193041234567890', 'lat'],
  ['+852 20.30-21.30', ''],
])('of %j stays %j', (text, rest) => {
  expect(withoutPhoneNumbers(text)).toBe(rest);
});

test.each([
  'Florist',
  '#10023',
  '#100234567',
  'SO-2024-118',
  'INV20240118',
  'Order no. 10023456',
  '訂單10023456',
  '2026-11-23 14:30-15:30',
  '23.11.2026',
  '20261123',
  'Contact 23/11, 1430-1530',
  'Lunch 12:00, 3 boxes, table 14',
  'HK$1,250,000.00',
  '$1250000.00',
  '132 Nathan Road, 12/F',
  '3f2a9c10-1234-4678-9abc-123456789012',
  '202611231430000018',
  '3f2a9c10123446789abc123456789012 box',
  'K9123456',
  'pay HKD 12345678',
  'HKD 1.12345678',
  'pay 1250000元',
  '12345.678km',
  '22.319304,114.169361',
  'at lat 22.319304',
  'lon 114.169361',
  '31.12.2026',
  '12.31.2026',
  '1430-2030',
  '14.30-15.30 box',
  '20.30-21.30',
  '',
])('%j stays as it is', (text) => {
  expect(withoutPhoneNumbers(text)).toBe(text);
});

const words = fc.string({ unit: fc.constantFrom(...'aZé陳 ,-:().'.split('')) });
const separator = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u200e', ' - ');
const zero = fc.constantFrom(0x30, 0x660, 0x966, 0xff10, 0x1d7ce);
/** A first digit that begins no date and no time. */
const digits = fc
  .array(fc.nat({ max: 9 }), { minLength: 6, maxLength: 14 })
  .map((rest) => [5, ...rest]);

test('whatever stands around it and whatever digits it has, no phone number stays', () => {
  fc.assert(
    fc.property(words, digits, zero, separator, words, (before, values, first, between, after) => {
      const phone = values.map((value) => String.fromCodePoint(first + value)).join(between);
      expect(withoutPhoneNumbers(`${before} ${phone} ${after}`)).not.toMatch(/\p{Nd}/u);
    }),
  );
});

const scripts = [0x30, 0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce].map(
  (first) => (value: number) => String.fromCodePoint(first + value),
);
const marks = '\t\u3000-–－.．·•・･‧:：/／|_*~～、，。()）\u200b\u2060\u202e\ufe0f';
const blanks = ['', ' ', '  ', '    ', '        ', ' - ', ' : '];
const betweenGroups = fc.constantFrom(...blanks, ...marks.split(''));
const announcing = fc.constantFrom(
  '',
  'T',
  'M',
  'H',
  'TEL',
  'Tel ',
  'Mob:',
  'ph',
  'K',
  'WhatsApp ',
  'Chan',
  '電話',
  '陳先生',
  '(',
  '（',
  '[',
  '【',
);
const countries = fc.constantFrom(
  '',
  '',
  '+852 ',
  '+852',
  '(852) ',
  '(+852)',
  '［852］',
  '00852 ',
  '＋852-',
  '+1 ',
);
/** Eight digits as in Hong Kong; two halves that could be two times of a day are times. */
const localNumber = fc.tuple(fc.integer({ min: 2500, max: 9999 }), fc.nat({ max: 9999 }));

test('a number of eight digits is found in any script, in halves or whole, behind letters, countries and brackets', () => {
  fc.assert(
    fc.property(
      localNumber,
      betweenGroups,
      fc.constantFrom(...scripts),
      announcing,
      countries,
      (halves, between, write, before, country) => {
        const written = halves
          .map((half) =>
            Array.from(String(half).padStart(4, '0'), (value) => write(Number(value))).join(''),
          )
          .join(between);
        const text = `${before}${country}${written}`;
        expect(withoutPhoneNumbers(text)).not.toMatch(/\p{Nd}/u);
      },
    ),
    { numRuns: 3000 },
  );
});

const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([hour, minute]) => `${hour}:${String(minute).padStart(2, '0')}`);
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const money = fc.integer({ min: 0, max: 999_999_999 });
const decimals = (most: number) =>
  fc
    .tuple(fc.integer({ min: -most, max: most }), fc.integer({ min: 100_000, max: 999_999 }))
    .map(([whole, rest]) => `${whole}.${rest}`);
const harmless = fc.oneof(
  money.map((amount) => `HK$${amount.toLocaleString('en')}.00`),
  money.map((amount) => `$${amount / 100}`),
  money.map((amount) => `HKD ${amount.toLocaleString('en')}`),
  fc.uuid(),
  time,
  fc.tuple(time, time).map(([from, to]) => `${from}-${to}`),
  day,
  day.map((iso) => iso.slice(0, 10)),
  fc.nat({ max: 999_999 }).map((no) => `Lunch ${no}`),
  fc.nat({ max: 99_999_999 }).map((no) => `#${no}`),
  fc.nat({ max: 99_999_999 }).map((no) => `SO-${no}`),
  fc
    .tuple(fc.nat({ max: 99_999 }), fc.nat({ max: 99 }))
    .map(([whole, part]) => `${whole}.${part} km`),
  fc.nat({ max: 99_999 }).map((meters) => `${meters} m`),
  fc.tuple(decimals(89), decimals(179)).map(([latitude, longitude]) => `${latitude}, ${longitude}`),
);

test('prices, uuids, times, dates, numbers of orders, distances and places stay, alone and beside others', () => {
  fc.assert(
    fc.property(fc.array(harmless, { minLength: 1, maxLength: 3 }), (facts) => {
      const text = facts.join('; ');
      expect(withoutPhoneNumbers(text)).toBe(text);
    }),
    { numRuns: 3000 },
  );
});

test('a long text of digits and marks is read in no time', () => {
  const text = '1-(2 '.repeat(20_000);
  expect(withoutPhoneNumbers(text)).not.toMatch(/\d{2}/);
});
