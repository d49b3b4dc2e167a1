import { expect, test } from 'vitest';
import {
  courierChange,
  isListedCourier,
  isSameCourier,
  type ListedCourier,
  plainName,
  plainPhone,
} from '../../../../core/order/courier-identity.ts';
import { sameNumber, sameValue } from '../../../../core/same-value.ts';
import type { Courier } from '../../../../core/order/order.ts';
import { tellingDigits } from '../../../../core/order/partial-text.ts';
import { distanceMeters, mapLink, pointText } from '../../../../core/order/geo.ts';
import { lookedAt } from '../../../support/looked-at.ts';
import { pointAt } from './order-samples.ts';

const who = (name: string | null, phoneNumber: string | null): Courier => ({
  name,
  phoneNumber,
  fix: null,
});
const lau = who('Lau Chi Keung', '+852 5555 0147');

test.each<[string, Courier | null, Courier | null, boolean, string]>([
  ['no courier', null, null, false, 'none'],
  ['one who comes', null, lau, false, 'came'],
  ['one who goes', lau, null, false, 'gone'],
  ['the same', lau, { ...lau }, true, 'none'],
  ['a new number under the same name', lau, who(lau.name, '1'), true, 'details'],
  ['a new spelling under the same number', lau, who('Lau C. K.', lau.phoneNumber), true, 'details'],
  ['the name in capitals', lau, who('LAU  CHI\tKEUNG ', '2'), true, 'details'],
  ['the name in wide letters', lau, who('Ｌａｕ Chi Keung', '2'), true, 'details'],
  ['the number without blanks', lau, who('L', '85255550147'), true, 'details'],
  ['the number with an extension', lau, who('L', '+852 5555 0147 x12'), true, 'details'],
  ['neither name nor number any more', lau, who(null, null), true, 'details'],
  ['neither of both at all', who(null, null), who(null, null), true, 'none'],
  ['a name alone, of another', lau, who('Ho Ka Ho', null), false, 'another'],
  ['a number alone, of another', lau, who(null, '1'), false, 'another'],
  ['a number alone, of the same', lau, who(null, lau.phoneNumber), true, 'details'],
  ['a name after a number', who(null, '1'), who('Ho', null), true, 'details'],
  ['a number of no digits after one', who(null, 'x'), who(null, '1'), true, 'details'],
  ['another', lau, who('Ho Ka Ho', '1'), false, 'another'],
  ['another number without a name', who(null, '5555 0147'), who(null, '6'), false, 'another'],
  ['initials that come again', who('C. T. M.', '1'), who('C. T. M.', '2'), true, 'details'],
  ['two digits that come again', who('Lau', '47'), who('Ho', '47'), true, 'details'],
])('%s', (_who, before, after, isSame, change) => {
  expect([isSameCourier(before, after), courierChange(before, after)]).toEqual([isSame, change]);
});

const chan = who('Chan Tai Man', '+852 5555 0123');

test.each<[string, Courier]>([
  ['a name with an initial', who('Chan T.', null)],
  ['a name with initials, and another number', who('Chan T. M.', '+852 6000 0000')],
  ['a name without one of its words, and another number', who('Tai Man', '6000 0000')],
  ['initials before the name', who('T. M. Chan', '6000 0000')],
  ['initials alone', who('C. T. M.', null)],
  ['initials of some words', who('T. M.', null)],
  ['one initial', who('C', null)],
  ['a family name', who('Chan', null)],
  ['a family name with a title', who('Mr. Chan', null)],
  ['a masked name', who('C***', null)],
  ['a name of masked words', who('C*** T** M**', null)],
  ['a name that is cut', who('Chan Ta…', null)],
  ['a name of marks alone', who('***', null)],
  ['a name masked in its middle', who('Chan *** Man', null)],
  ['a masked number', who(null, '+852 **** 0123')],
  ['a number that is masked at its end', who(null, '5555XXXX')],
  ['the last digits', who(null, '0123')],
  ['a number without its country', who(null, '5555 0123')],
  ['a number without its country, under another name', who('Ho Ka Ho', '5555 0123')],
  ['seven digits of the number, under another name', who('Ho Ka Ho', '555 0123')],
  ['a number with other zeros before it', who(null, '0085255550123')],
  ['a number with a PIN', who(null, '+85255550123,4711')],
  ['a number of marks alone', who('Chan T.', '********')],
])('%s is the same courier who says less', (_what, less) => {
  expect([courierChange(chan, less), courierChange(less, chan)]).toEqual(['details', 'details']);
});

test.each<[string, Courier]>([
  ['another initial', who('Chan S.', null)],
  ['an initial of no word', who('Chan Tai K.', null)],
  ['initials of which one is of no word', who('C. T. K.', null)],
  ['more initials than words', who('C. T. M. T.', null)],
  ['one initial twice', who('C. T. T.', null)],
  ['initials and another number', who('C. T. M.', '+852 6000 0000')],
  ['another given name', who('Chan Siu Ming', null)],
  ['another given name under the same initial', who('Chan Tai Wai', null)],
  ['another masked name', who('L***', null)],
  ['a masked name with another end', who('C***g', null)],
  ['another masked number', who(null, '+852 **** 0199')],
  ['a number masked at another end', who(null, '6666XXXX')],
  ['a masked number that begins as the other ends', who(null, '0123XXXX')],
  ['other last digits', who(null, '0199')],
  ['two digits', who(null, '23')],
  ['six digits of the number, under another name', who('Ho Ka Ho', '55 0123')],
  ['a family name with another number', who('Chan', '6000 0000')],
  ['a masked name with another number', who('C***', '6000 0000')],
  ['a masked number under another name', who('Wong', '**** 0123')],
])('%s is another courier', (_what, other) => {
  expect([courierChange(chan, other), courierChange(other, chan)]).toEqual(['another', 'another']);
});

test.each([
  ['陳大文', '陳先生', true],
  ['陳大文', '陳生', true],
  ['陳大文', '陳', true],
  ['陳大文', '大文', true],
  ['陳大文', '陳*文', true],
  ['陳大文', '陳Ｏ文', true],
  ['陳大文', '陳○○', true],
  ['陳大文', '李先生', false],
  ['陳大文', '李*文', false],
  ['陳大文', '陳小文', false],
  ['陳大文', '陳大生', false],
  ['陳華', '陳生華', false],
  ['陳華', '陳先生華', false],
  ['C***', 'Ch***', true],
  ['C***', 'L***', false],
  ['Chan', 'Chang', false],
  ['Dr. Chan', 'Chan', true],
  ['Mr.', 'Chan', true],
  ['Max', 'May', false],
  ['Tom Adams', 'Tom Williams', false],
  ['Missy Ho', 'Ho Ka', false],
  ['C. Tai', 'C. T. Man', false],
])('%s and %s are one courier: %s', (one, other, isSame) => {
  expect(isSameCourier(who(one, null), who(other, null))).toBe(isSame);
  expect(isSameCourier(who(other, null), who(one, null))).toBe(isSame);
});

test.each([
  ['+1868 555 0123', '555 0XXX', true],
  ['+886 912 340 678', '0912 340 678', true],
  ['12,4711', '12,9999', true],
])('the numbers %s and %s are of one courier: %s', (one, other, isSame) => {
  expect(isSameCourier(who(null, one), who(null, other))).toBe(isSame);
});

test.each([
  ['+852 5555 0123', '55550123'],
  ['5550123 ext 47', '5550123'],
  ['5555 ****', ''],
  [null, ''],
])('the number %s is told from others by the digits %j', (number, digits) => {
  expect(tellingDigits(number)).toBe(digits);
});

test('couriers whose names were erased are known by what stands for them', () => {
  const erased = (name: string | null, phone: string | null): Courier => ({
    ...who(null, null),
    fingerprint: { name, phone },
  });
  expect(isSameCourier(erased('a', 'b'), erased('a', 'c'))).toBe(true);
  expect(isSameCourier(erased('a', 'b'), erased('c', 'd'))).toBe(false);
  expect(isSameCourier(erased(null, null), erased('c', 'd'))).toBe(true);
  expect(isSameCourier(erased('lau chi keung', null), lau)).toBe(true);
  expect(isSameCourier(lau, { ...who('Ho', '1'), fingerprint: { name: 'ho', phone: '1' } })).toBe(
    false,
  );
});

test('a name and a number are compared in their plain form', () => {
  expect([plainName(null), plainName('  Ａda\n\tLOVE ')]).toEqual(['', 'ada love']);
  expect([plainPhone(null), plainPhone('+852 (55) 0147')]).toEqual(['', '852550147']);
});

test('where a number is missing, a name is the same without its case, width and runs of blanks', () => {
  const listed = [
    { name: 'Chan Tai Man', numberMark: 'a1' },
    { name: 'CHAN  TAI MAN' },
    { name: 'Ｃhan Tai Man' },
    { name: 'Chan T. M.' },
  ];
  for (const one of listed.slice(0, 3))
    expect(listed.filter(isListedCourier(one, listed))).toEqual(listed.slice(0, 3));
  const more = [...listed, { name: 'chan tai man', numberMark: 'b2' }];
  expect(more.filter(isListedCourier({ name: 'CHAN  TAI MAN' }, more))).toEqual([]);
});

test('where both numbers are known, couriers are one by number and a name that may be theirs', () => {
  const one = { name: 'Chan Tai Man', numberMark: 'a1' };
  const short = { name: 'Chan T.', numberMark: 'a1' };
  const listed = [one, short, { ...one, name: 'Ho' }, { ...one, numberMark: 'b2' }];
  expect(listed.filter(isListedCourier(one, listed))).toEqual([one, short]);
});

/** What a comparison of the first of so many couriers, of ten names, with all of them goes over. */
function comparedIn(length: number, markAt: (at: number) => Partial<ListedCourier>): number {
  const listed = Array.from({ length }, (_, at) => ({ name: `Chan ${at % 10}`, ...markAt(at) }));
  const [first = { name: null }] = listed;
  return lookedAt(() => listed.filter(isListedCourier(first, listed))).characters;
}

test.each<[string, (at: number) => Partial<ListedCourier>]>([
  ['with one number', () => ({ numberMark: 'a1' })],
  ['with one number or none', (at) => (at % 2 === 0 ? { numberMark: 'a1' } : {})],
  ['without numbers', () => ({})],
])('of a thousand couriers of ten names, %s, each name is compared once', (_numbers, markAt) => {
  expect(comparedIn(1000, markAt)).toBe(comparedIn(10, markAt));
});

test('a point is written to five decimals, and its link marks it on a public map', () => {
  const point = { latitudeDeg: 22.285454, longitudeDeg: -114.15 };
  expect(pointText(point)).toBe('22.28545, -114.15000');
  expect(mapLink(point)).toBe(
    'https://www.openstreetmap.org/?mlat=22.28545&mlon=-114.15000#map=17/22.28545/-114.15000',
  );
  expect(distanceMeters(pointAt(0), pointAt(300, 400))).toBeCloseTo(500, 0);
});

test('numbers that differ by the noise of fractions alone are the same', () => {
  expect([sameNumber(0.1 + 0.2, 0.3), sameNumber(0, 0), sameNumber(1e20, 1e20 + 1e5)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([sameNumber(1, 1 + 1e-9), sameNumber(1e-20, 2e-20), sameNumber(0, 1e-20)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(sameNumber(Infinity, Infinity)).toBe(true);
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{}, [], false],
  [1, '1', false],
  ['1', 1, false],
  [1, {}, false],
  [{}, 1, false],
  [{}, 'x', false],
  ['x', {}, false],
  [null, {}, false],
  [{}, null, false],
  [NaN, NaN, true],
  ['a', 'b', false],
])('%j and %j say the same: %s', (one, other, isSame) => {
  expect(sameValue(one, other)).toBe(isSame);
});
