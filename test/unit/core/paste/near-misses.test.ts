import { describe, expect, test } from 'vitest';
import { findOrderIds } from '../../../../core/paste/find-order-ids.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const otherId = '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418';
/** Lacks a digit. */
const short = 'c2a91d40-88b7-4f05-9e61-3ad0f7b2c94';

function missesIn(line: string): readonly string[] {
  return findOrderIds(line).rejected.map(({ text, reason }) => `${text} ${reason}`);
}

/** What is said of a text that stands among words, where no order number is looked for. */
function reasonAmongWords(text: string): string | undefined {
  const rejected = findOrderIds(`see ${text} too`).rejected;
  expect(rejected.map((miss) => miss.text)).toEqual(rejected.length === 0 ? [] : [text]);
  return rejected[0]?.reason;
}

/** This number of hex digits. */
function hexOf(length: number): string {
  return '3f2b8c1e94d7'.repeat(4).slice(0, length);
}

/** Five groups with so many digits in all, of which one is no hex digit. */
function fiveGroups(digitCount: number): string {
  return `3g2b8c1e-94d7-4a60-b1c5-${hexOf(digitCount - 20)}`;
}

/** Twelve hex digits twice, with as many dashes between them as the length asks for. */
function halvesApart(length: number): string {
  return `${hexOf(12)}${'-'.repeat(length - 24)}${hexOf(12)}`;
}

describe('a uuid on the same line', () => {
  test('does not hide the near misses before, between and behind', () => {
    expect(missesIn(`${short} ${id} ${short} ${otherId} ${short}`)).toEqual(
      Array.from({ length: 3 }, () => `${short} wrongLength`),
    );
  });

  test.each([
    ['indented', `  ${id}`],
    ['behind another', `${otherId}, ${id}`],
    ['with a word hung on its 32 digits', ` no-${id.replaceAll('-', '')}`],
  ])('is no near miss itself: %s', (_place, line) => {
    expect(missesIn(line)).toEqual([]);
  });
});

describe('a near miss among words', () => {
  test.each([
    ['five groups of 28 digits, one of them not hex', fiveGroups(28), 'notHex'],
    ['five groups of 36 digits, one of them not hex', fiveGroups(36), 'notHex'],
    ['other groups of 24 hex digits', `${hexOf(11)}-${hexOf(13)}`, 'wrongLength'],
    ['other groups of 40 hex digits', `${hexOf(7)}-${hexOf(33)}`, 'wrongLength'],
    ['30 hex digits in one piece', hexOf(30), 'wrongLength'],
    ['34 hex digits in one piece', hexOf(34), 'wrongLength'],
    ['some whole groups of a uuid', '94d7-4a60-b1c5', 'wrongLength'],
    ['the first groups of a uuid', '3f2b8c1e-94d7', 'wrongLength'],
  ])('is %s', (_form, text, reason) => {
    expect(reasonAmongWords(text)).toBe(reason);
  });

  test.each([
    ['five groups of 27 digits, one of them not hex', fiveGroups(27)],
    ['five groups of 37 digits, one of them not hex', fiveGroups(37)],
    ['a date with its time', '2025-11-21-10-30'],
    ['other groups of 23 hex digits', `${hexOf(11)}-${hexOf(12)}`],
    ['other groups of 41 hex digits', `${hexOf(7)}-${hexOf(34)}`],
    ['29 hex digits in one piece', hexOf(29)],
    ['35 hex digits in one piece', hexOf(35)],
    ['a word of hex digits', 'deadbeef'],
    ['a very long word', 'Rindfleischetikettierungsgesetz'],
    ['a hardware address in one piece', '001b638445e6'],
    ['two groups of four', 'cafe-1234'],
    ['groups of numbers only', '1234-5678-9012'],
    ['groups of letters only', 'dead-beef-cafe'],
    ['groups with a letter beyond f', 'grab-1234-5678'],
    ['groups of which one is not as in a uuid', '9e14-77aa-22134'],
    ['the number of an order', 'HK-2211-0098'],
  ])('is not %s', (_form, text) => {
    expect(reasonAmongWords(text)).toBeUndefined();
  });

  test('is at most 64 characters long', () => {
    expect(reasonAmongWords(halvesApart(64))).toBe('wrongLength');
    expect(reasonAmongWords(halvesApart(65))).toBeUndefined();
  });

  test.each(['義順-', '--', '…-'])('does not hang on what stands before it: %s', (before) => {
    expect(missesIn(`see ${before}${short} too`)).toEqual([]);
    expect(missesIn(`see ${before} ${short} too`)).toEqual([`${short} wrongLength`]);
  });
});

describe('the number of an order in place of a uuid', () => {
  test.each([
    'HK-2211-0098',
    '\tHK-2211-0098  ',
    '> * HK-2211-0098',
    '• "HK-2211-0098",',
    "- ('HK-2211-0098').",
    '[{HK-2211-0098}];',
  ])('stands alone on its line, between marks at most: %j', (line) => {
    expect(missesIn(line)).toEqual(['HK-2211-0098 orderNumber']);
  });

  test.each(['call HK-2211-0098', 'HK-2211-0098 today', '義順 HK-2211-0098', 'HK-2211-0098 義順'])(
    'is not looked for beside words: %j',
    (line) => {
      expect(missesIn(line)).toEqual([]);
    },
  );

  test.each(['Sheung-Wan', '2025-11-21', '5555-0123'])(
    'has letters and digits, unlike %j',
    (line) => {
      expect(missesIn(line)).toEqual([]);
    },
  );

  test('has at most 34 letters and digits', () => {
    const longest = `SO${'HK24'.repeat(8)}`;
    expect(missesIn(longest)).toEqual([`${longest} orderNumber`]);
    expect(missesIn(`${longest}1`)).toEqual([]);
  });
});

describe('a near miss in pieces', () => {
  const pieces = '3f2b8c1e - 94d7 - 4a60 - b1c5 - 0e7a62d9f41';

  test.each([
    ['lacks a digit', pieces, 'wrongLength'],
    ['has one too many', `${pieces}88`, 'wrongLength'],
    ['has one that is not hex', '3g2b8c1e - 94d7 - 4a60 - b1c5 - 0e7a62d9f418', 'notHex'],
    ['is the half of a uuid', '3f2b8c1e - 94d7 - 4a60', 'wrongLength'],
    ['is of three groups of four', '3f2b - 94d7 - 4a60', 'wrongLength'],
    ['has 24 digits', `${hexOf(8)} - ${hexOf(8)} - ${hexOf(8)}`, 'wrongLength'],
    ['has 40 digits', `${hexOf(15)} - ${hexOf(15)} - ${hexOf(10)}`, 'wrongLength'],
    [
      'has one that is not hex and a group too short',
      '3g2b8c1e - 94d7 - 4a60 - b1c5 - 0e7a62d9f41',
      'notHex',
    ],
    ['has 24 digits between blanks', '3f2b 8c1e 94d7 4a60 b1c5 0e7a', 'wrongLength'],
    ['has 40 digits between blanks', `${hexOf(12)} ${hexOf(12)} ${hexOf(12)} 3f2b`, 'wrongLength'],
    ['has underscores', pieces.replaceAll(' - ', '_'), 'wrongLength'],
    ['has blanks in other places', '3f2b 8c1e 94d7 4a60 b1c5 0e7a 62d9 f418', 'wrongLength'],
    [
      'has letters that look like Latin ones',
      '3f2b8\u04411e-94d7-4a60-b1c5-0e7a62d9f418',
      'notHex',
    ],
  ])('that %s', (_what, text, reason) => {
    expect(reasonAmongWords(text)).toBe(reason);
  });

  test.each([
    ['a number in pieces', '1234 5678 9012 3456 7890 1234'],
    ['numbers between dashes', '1234 - 5678 - 9012 - 3456 - 7890 - 1234'],
    ['letters between dashes', 'cafe - dead - beef'],
    ['letters between blanks', 'cafe dead beef cafe dead beef cafe dead'],
    ['of twenty digits between blanks', '3f2b 8c1e 94d7 4a60 b1c5'],
    ['of 44 digits between blanks', `${hexOf(12)} ${hexOf(12)} ${hexOf(12)} ${hexOf(8)}`],
    ['of 23 digits', `${hexOf(8)} - ${hexOf(8)} - ${hexOf(7)}`],
    ['of 41 digits', `${hexOf(15)} - ${hexOf(15)} - ${hexOf(11)}`],
    ['the half of one between underscores', '3f2b8c1e_94d7_4a60'],
    ['the half of one between dots', '3f2b8c1e.94d7.4a60'],
    [
      'one that is not hex and lacks digits in two groups',
      '3g2b8c1e - 94d7 - 4a6 - b1c - 0e7a62d9f418',
    ],
    [
      'one that is not hex and has a group more',
      `3g2b8c1e - 94d7 - 4a60 - b1c5 - 0e7a62d9f418 - 94d7`,
    ],
    ['words between dashes', 'deliver - room - 12 - then - phone the shop'],
    ['a file name', 'deliveries_2026_11_26_hongkongisland'],
    ['parts of a version', 'v1.2f3a.9012.dead'],
    ['an address of a computer', '2001:0db8:85a3:08d3:1319:8a2e:0370:7348'],
  ])('is not %s', (_what, text) => {
    expect(missesIn(`see ${text} too`)).toEqual([]);
  });

  test('is said once, in the order of the text', () => {
    expect(missesIn(`${pieces} and ${short}`)).toEqual([
      `${pieces} wrongLength`,
      `${short} wrongLength`,
    ]);
    expect(missesIn(`${short} and ${pieces}, ${short}`)).toEqual([
      `${short} wrongLength`,
      `${pieces} wrongLength`,
      `${short} wrongLength`,
    ]);
  });

  test('is said by its first piece where that is one by itself', () => {
    expect(missesIn('see 3f2b8c1e-94d7 - 4a60 too')).toEqual(['3f2b8c1e-94d7 wrongLength']);
  });

  test('beside a uuid is said, and no piece of the uuid is in it', () => {
    expect(missesIn(`${id} ${pieces}`)).toEqual([`${pieces} wrongLength`]);
    expect(missesIn(`${pieces}, ${id}`)).toEqual([`${pieces} wrongLength`]);
  });
});
