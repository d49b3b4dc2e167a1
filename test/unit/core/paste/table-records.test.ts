import { describe, expect, test } from 'vitest';
import { recordsOf } from '../../../../core/paste/table-records.ts';

/** The cells of each line; null where the text cannot be a table. */
function cellsOf(text: string, from = 0): readonly (readonly string[] | null)[] {
  return Array.from(recordsOf(text, ',', from), (record) => record?.cells ?? null);
}

test('a line is known by its place, and by whether a cell of it goes over several', () => {
  expect([...recordsOf('a,b\r\n"c\nd",e\u2028f', ',')]).toEqual([
    { cells: ['a', 'b'], start: 0, end: 3, isBroken: false, lineCount: 1 },
    { cells: ['c\nd', 'e'], start: 5, end: 12, isBroken: true, lineCount: 2 },
    { cells: ['f'], start: 13, end: 14, isBroken: false, lineCount: 1 },
  ]);
  expect([...recordsOf('"a",b', ',')]).toMatchObject([{ isBroken: false, lineCount: 1 }]);
  expect([...recordsOf('', ',')]).toEqual([]);
});

test('a table may begin further on in a text', () => {
  expect(cellsOf('sep=,\na,b', 6)).toEqual([['a', 'b']]);
});

test.each([
  ['\n', ['a', '']],
  ['\r', ['a', '']],
  ['\u0085', ['a', '']],
  ['\u2028', ['a', '']],
  ['\u2029', ['a', '']],
])('%j ends a line', (mark, cells) => {
  expect(cellsOf(`a,${mark}b`)).toEqual([cells, ['b']]);
});

describe('a cell in quotes', () => {
  test.each([
    ['with a delimiter', '"a,b",c', ['a,b', 'c']],
    ['with doubled quotes', '"a ""b""",c', ['a "b"', 'c']],
    ['with doubled quotes alone', '"""",c', ['"', 'c']],
    ['with quotes behind backslashes', '"a \\"b\\", c",d', ['a "b", c', 'd']],
    ['with a backslash at its end', '"a\\",b', ['a\\', 'b']],
    ['with two backslashes at its end', '"a\\\\",b', ['a\\\\', 'b']],
    ['with blanks around it', '  "a,b"  ,c', ['a,b', 'c']],
    ['at the end of the text', 'a,"b,c"', ['a', 'b,c']],
    ['that is empty', '"",c', ['', 'c']],
  ])('%s is one cell', (_what, text, cells) => {
    expect(cellsOf(text)).toEqual([cells]);
  });

  test.each([
    ['a quote that nothing closes', '"a,b\nc', [['"a', 'b'], ['c']]],
    ['words behind the closing quote', '"a" b,c', [['"a" b', 'c']]],
    ['a quote amid words', 'a "b,c" d', [['a "b', 'c" d']]],
  ])('is none with %s', (_what, text, lines) => {
    expect(cellsOf(text)).toEqual(lines);
  });

  test('has at most five thousand characters', () => {
    expect(cellsOf(`d\n"${'x'.repeat(4997)},b",c`)[1]).toHaveLength(2);
    expect(cellsOf(`d\n"${'x'.repeat(4998)},b",c`)[1]).toHaveLength(3);
  });
});

test('a line has at most 200 cells, and a cell less than 16,384 characters', () => {
  const tooMany = `a\n${'x,'.repeat(200)}\nb`;
  expect(cellsOf(tooMany)).toEqual([['a'], null]);
  expect(cellsOf(`a\n${'x,'.repeat(199)}\nb`)).toHaveLength(3);
  expect(cellsOf(`a\n${'x'.repeat(16_384)},y\nb`)).toEqual([['a'], null]);
  expect(cellsOf(`a\n${'x'.repeat(16_383)},y\nb`)).toHaveLength(3);
});
