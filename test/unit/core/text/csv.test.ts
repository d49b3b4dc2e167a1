import { expect, test } from 'vitest';
import { csvText } from '../../../../core/text/csv.ts';

test('rows are lines that end with CR and LF, and cells stand between commas', () => {
  expect(
    csvText([
      ['Day', 'Value'],
      ['2026-11-23', 12.5],
    ]),
  ).toBe('Day,Value\r\n2026-11-23,12.5\r\n');
  expect(csvText([])).toBe('');
});

test.each([
  ['a comma', 'one, two', '"one, two"'],
  ['a quote', 'the "Mill"', '"the ""Mill"""'],
  ['a line break', 'one\ntwo', '"one\ntwo"'],
  ['a carriage return', 'one\rtwo', '"one\rtwo"'],
])('a cell with %s stands in quotes', (_what, text, cell) => {
  expect(csvText([[text]])).toBe(`${cell}\r\n`);
});

test.each([
  ['=', '=1+1', "'=1+1"],
  ['+', '+852', "'+852"],
  ['-', '-2+3', "'-2+3"],
  ['@', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', "'\t=1"],
  ['CR', '\r=1', '"\'\r=1"'],
  ['= before a quote', '="x"', '"\'=""x"""'],
])('a text that begins with %s is no formula', (_what, text, cell) => {
  expect(csvText([[text]])).toBe(`${cell}\r\n`);
});

test('a number stays a number, also below zero', () => {
  expect(csvText([[-12.5, 0]])).toBe('-12.5,0\r\n');
});
