import { describe, expect, test } from 'vitest';
import { findOrderIds } from '../../../../core/paste/find-order-ids.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const otherId = 'c2a91d40-88b7-4f05-9e61-3ad0f7b2c945';

/** One of many different uuids. */
function idOf(index: number): string {
  return `3f2b8c1e-94d7-4a60-b1c5-${index.toString(16).padStart(12, '0')}`;
}

function idsIn(text: string): readonly string[] {
  return findOrderIds(text).found.map((found) => found.id);
}

describe('every dash that programs put in the place of a hyphen is read as one', () => {
  test.each([
    '\u058A',
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    '\u2015',
    '\u2043',
    '\u2212',
    '\uFE58',
    '\uFE63',
    '%2D',
    '%252D',
    '%25252D',
    '%2525252D',
    '=2D',
    '%E2%80%90',
    '%E2%80%91',
    '%E2%80%95',
    '%E2%88%92',
    '=E2=80=90',
    '=E2=80=93',
    '=E2=80=95',
    '=E2=88=92',
    '&#45;',
    '&#x2d;',
    '&#8208;',
    '&#8209;',
    '&#8211;',
    '&#8212;',
    '&#8213;',
    '&#x2010;',
    '&#x2011;',
    '&#x2014;',
    '&ndash;',
    '&mdash;',
    '&hyphen;',
    '&minus;',
  ])('%s', (dash) => {
    expect(idsIn(id.replaceAll('-', dash))).toEqual([id]);
    // at the end of a wrapped line too
    expect(idsIn(`Order 3f2b8c1e-94d7-4a60${dash}\nb1c5-0e7a62d9f418 is late`)).toEqual([id]);
  });

  test('several invisible characters in a row hide no uuid, nor at the end of a wrapped line', () => {
    const unseen = '\u200B\u2060\u200D';
    expect(idsIn(id.split('').join(unseen))).toEqual([id]);
    expect(idsIn(`Order 3f2b8c1e-94d7-4a60-${unseen}\nb1c5-0e7a62d9f418 is late`)).toEqual([id]);
    expect(idsIn(id.replaceAll('-', `${unseen}%2D`))).toEqual([id]);
    expect(idsIn(id.replaceAll('-', `${unseen}\u2013`))).toEqual([id]);
  });

  test('a label keeps its dashes as they were written', () => {
    expect(findOrderIds(`${id}, Rose\u2013Lily\u2013apricot`).found).toEqual([
      { id, line: 1, label: 'Rose\u2013Lily\u2013apricot', looksFinished: false },
    ]);
  });

  test('a label keeps its fullwidth digits as they were written', () => {
    expect(findOrderIds(`${id}, \uFF11\uFF12\u865F\u5E97`).found).toEqual([
      { id, line: 1, label: '\uFF11\uFF12\u865F\u5E97', looksFinished: false },
    ]);
  });
});

describe('a uuid that was broken between two lines is found', () => {
  test.each([
    ['with a blank left behind the hyphen', 'See 3f2b8c1e-94d7-4a60- \nb1c5-0e7a62d9f418 today'],
    ['before a hyphen with words behind it', '3f2b8c1e-94d7\n-4a60-b1c5-0e7a62d9f418 and more'],
    ['behind a rule of hyphens', '--3f2b8c1e-94d7-\n4a60-b1c5-0e7a62d9f418'],
    ['behind a single hyphen', '-3f2b8c1e-94d7-\n4a60-b1c5-0e7a62d9f418'],
    ['before its last digit', '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f41\n8'],
    [
      'before its last digit, behind a word of hex letters',
      'order-feed-3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f41\n8',
    ],
    ['inside a group with closing marks behind', '(3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418).'],
    [
      'inside a group at the column where mail wraps',
      `${'Hello, this is about the order:'.padEnd(44)}3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418 and more`,
    ],
    ['and quoted without blanks', '>>3f2b8c1e-94d7-4a60-\n>>b1c5-0e7a62d9f418'],
    ['and quoted with many blanks', '>   >  3f2b8c1e-94d7-4a60-\n>   >  b1c5-0e7a62d9f418'],
    ['by a soft break with a blank behind it', '3f2b8c1e-94d7-4a= \n60-b1c5-0e7a62d9f418'],
    ['behind a pair with an equals sign', 'code=7 3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418'],
  ])('%s', (_how, text) => {
    expect(idsIn(text)).toEqual([id]);
  });

  test('a break inside a group of a short line is not believed when words follow', () => {
    expect(idsIn('3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418 and more')).toEqual([]);
  });
});

describe('a line that is whole is not joined with the next', () => {
  test('a uuid below a rule stands on its own line', () => {
    for (const rule of ['---', '===', 'Orders -']) {
      expect(findOrderIds(`${rule}\n${id}`).found).toEqual([
        { id, line: 2, label: null, looksFinished: false },
      ]);
    }
  });

  test('long lines that end in a uuid keep their own labels and numbers', () => {
    const lines = [
      `Orchids for the second floor of the house at the corner, ${id}`,
      `Lilies for the third floor of the house at the corner, ${otherId}`,
    ];
    expect(findOrderIds(lines.join('\n')).found).toEqual([
      {
        id,
        line: 1,
        label: 'Orchids for the second floor of the house at the corner',
        looksFinished: false,
      },
      {
        id: otherId,
        line: 2,
        label: 'Lilies for the third floor of the house at the corner',
        looksFinished: false,
      },
    ]);
  });
});

describe('long texts', () => {
  test.each([' ', ',', ';', '","', '|', '/'])(
    'every uuid of one long line parted by %j is found',
    (mark) => {
      const ids = Array.from({ length: 2000 }, (_, index) => idOf(index));
      expect(idsIn(ids.join(mark))).toEqual(ids);
    },
  );

  test.each([16_200, 16_300, 16_384])(
    'a uuid at the end of a line of %i characters is on that line',
    (length) => {
      const text = `${'word '.repeat(4000).slice(0, length - 37)} ${id}`;
      expect(findOrderIds(text).found).toEqual([
        { id, line: 1, label: null, looksFinished: false },
      ]);
    },
  );

  test('what follows a line of forty thousand characters is on the next line', () => {
    const text = `${'word '.repeat(8000)}\n${id}`;
    expect(findOrderIds(text).found.map(({ line }) => line)).toEqual([2]);
  });

  test('the first thousand near misses are reported, on one line or on many', () => {
    const miss = id.slice(0, -1);
    expect(findOrderIds(`${miss} `.repeat(1500)).rejected).toHaveLength(1000);
    expect(findOrderIds(`${miss}\n\n`.repeat(1500)).rejected).toHaveLength(1000);
    const nil = '00000000-0000-0000-0000-000000000000';
    expect(findOrderIds(`${nil}\n`.repeat(1500)).rejected).toHaveLength(1000);
  });
});

test('the header of a table names the column of the label, whatever stands before it', () => {
  expect(findOrderIds(`Driver;uuid;Customer\nWong;${id};Florist`).found).toEqual([
    { id, line: 2, label: 'Florist', looksFinished: false },
  ]);
});
