import { expect, test } from 'vitest';
import { replacedPhoneNumbers, withoutPhoneNumbers } from '../../../../core/text/phone-numbers.ts';

test.each([
  ['Closed 31/12 - 30/11', 'days of the year'],
  ['Closed 1/9 - 29/10', 'days with one digit'],
  ['Closed 01/09 - 02/10', 'days with a nought'],
  ['From 20/12 - 31/10', 'days of two digits'],
  ['From 20/12 - 20/11', 'the same day of two months'],
  ['From 12/31 - 11/30', 'days behind their months'],
  ['On 1/9 - 2/9 - 3/9 - 4/9', 'four days with one digit'],
  ['Due 2026.11.23', 'a date with dots'],
  ['Due 2026/10/05', 'a date with slashes'],
  ['Due 2026-1-31', 'a date with a short month'],
  ['Due 2026-05-10', 'a date with a nought before its month'],
  ['Due 2026-11-5', 'a date with a short day'],
  ['Due 19991230', 'a date in one word'],
  ['Due 5.6.2026', 'a date that begins with the day'],
  ['Due 5.6.2026 - 7.6.2026 - 8.6.2026', 'three such dates'],
  ['At 14:30:59.1234567', 'a time with parts of a second'],
  ['At 9:30:59.1234567', 'a time with one digit'],
  ['Ho 14:30 10023', 'a time before a number'],
  ['Ho 14:30:59 10023', 'a time with seconds before a number'],
  ['At 14:30:59 - 9:05:07', 'times with seconds'],
  ['At 1430 – 1545', 'times without a colon'],
  ['At 0900-1000', 'times of the morning'],
  ['order 10023456', 'a number after “order”'],
  ['orderno 10023456', 'a number after “orderno”'],
  ['Reference#10023456', 'a number after “reference”'],
  ['ref: 10023456', 'a number after “ref”'],
  ['my booking number 10023456', 'a number after “booking number”'],
  ['Invoice id10023456', 'a number after “invoice id”'],
  ['invoice 2024/1187263', 'a number with a slash'],
  ['訂單: 10023456', 'a number after 訂單'],
  ['編號 1002-3456/7', 'a number after 編號'],
  ['單號1', 'a number of one digit after 單號'],
  ['Ng SO-10023456', 'a number with letters before it'],
  ['Ng INV10023456', 'letters right before a number'],
  ['Ng A_10023456/7', 'one letter before a number'],
  ['id 3f2a9c10-1234-4678-9abc-123456789012', 'a uuid behind a word'],
  [' 202611231430000018 ', 'more digits than a number can have'],
  ['No 1234567890123456', 'sixteen digits'],
  ['id 3f2a9c10123446789abc123456789012', 'a uuid without dashes'],
  ['P1002345', 'one letter before seven digits'],
  ['HKD 1,250,000.00', 'an amount behind its currency'],
  ['HK$ 1250000.50', 'an amount behind a sign and a blank'],
  ['1250000元', 'an amount before its currency'],
  ['1250000.00 HKD', 'an amount with cents before its currency'],
  ['12345.67 km', 'a distance'],
  ['Gate 12/34567 m', 'a distance behind a slash'],
  ['at 22.319304, 114.169361', 'a place'],
  ['at 22.319304° N, 114.169361° E', 'a place with its quarters'],
  ['lat: 22.319304', 'a latitude'],
  ['Open 10.30-22.45', 'times with dots'],
  ['Open 1430~1545', 'times with a tilde'],
])('%j stays as it is: %s', (text) => {
  expect(withoutPhoneNumbers(text)).toBe(text);
});

test.each([
  ['123456789012345', '', 'fifteen digits'],
  ['1234567890123456 78', '', 'many digits in two parts'],
  ['12 3456789012345678', '', 'many digits in two other parts'],
  ['reorder 55550123', 'reorder', 'no order’s number behind a longer word'],
  ['XINV10023456', 'XINV', 'no letters of an order’s number within a longer word'],
  ['Due 2026-13-23', 'Due', 'no date with a thirteenth month'],
  ['Ho +852 20261123', 'Ho', 'no date behind a country'],
  ['Ho 31/12/5555', 'Ho', 'no day of the year before more digits'],
  ['Ho 1430-15300', 'Ho', 'no time before another digit'],
  ['Ho 14:305555012', 'Ho', 'no minutes before more digits'],
  ['Ho 91:23:45:67', 'Ho', 'no time of four parts'],
  ['Ho 2800-2330', 'Ho', 'no hour after midnight'],
  ['Ho +852 2000-2330', 'Ho', 'no times behind a country'],
  ['Ho 91-23-2045 67', 'Ho', 'no day after the thirty-first'],
  ['Joe 9123 4567m', 'Joe m', 'no distance at its end'],
  ['Joe 9123-4567 km', 'Joe km', 'no distance behind a dash'],
  ['Joe 9123 4567元', 'Joe 元', 'no amount at its end'],
  ['T91234567', 'T', 'a letter before it'],
  ['T 9123-4567', 'T', 'a letter and a blank before it'],
  ['K91234567 back', 'K back', 'any letter right before it'],
  ['TEL-5555-0123', 'TEL', 'a word in upper case before it'],
  ['Ho 9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣', 'Ho \u{fe0f}\u{20e3}', 'digits on keys'],
  ['Ho ⑨①②③④⑤⑥⑦', 'Ho', 'digits in circles'],
  [' Chan 5555 0123 ', 'Chan', 'blanks at the ends'],
  ['!!! 5555 0123 …', '', 'marks alone'],
  ['Chan: 5555 0123 back', 'Chan: back', 'a mark before it'],
  ['Chan 5555 0123back', 'Chan back', 'a blank before it alone'],
  ['Chan5555 0123 back', 'Chan back', 'a blank behind it alone'],
  ['Chan, 5555 0123 - back', 'Chan, back', 'two marks'],
  [', 5555 0123 back', 'back', 'a mark that nothing stands before'],
  ['Chan ( 5555 0123 ) back', 'Chan back', 'brackets with blanks in them'],
  ['Chan 5555 0123 x12 5555 0124', 'Chan', 'a number right behind an extension'],
  ['5555 0123(back, door)', '(back, door)', 'a mark further on'],
  ['Chan (a 5555 0123)', 'Chan (a)', 'a bracket that holds more before it'],
  ['Chan (5555 0123,b)', 'Chan (b)', 'a bracket that holds more behind it'],
  ['Peter 5555 0123 at desk x12', 'Peter at desk x12', 'what looks like an extension further on'],
  ['Peter 5555 0123p12', 'Peter', 'an extension after a pause'],
  ['Peter 5555 0123 w 12', 'Peter', 'an extension after a wait'],
  ['Peter, mob 5555 0123', 'Peter', 'a short word that announces it'],
  ['Peter, ph: 5555 0123', 'Peter', 'a shorter one'],
])('of %j stays %j: %s', (text, rest) => {
  expect(withoutPhoneNumbers(text)).toBe(rest);
});

test('each number is replaced with its extension, and the rest stays', () => {
  const found: string[] = [];
  const replace = (phone: string): string => {
    found.push(phone);
    return '*';
  };
  expect(replacedPhoneNumbers(' Chan +852 5555 0123 ext. 12, Ho 5555 0124.', replace)).toBe(
    ' Chan *, Ho *.',
  );
  expect(found).toEqual(['+852 5555 0123 ext. 12', '5555 0124']);
  expect(replacedPhoneNumbers(' Order 10023456 ', replace)).toBe(' Order 10023456 ');
});
