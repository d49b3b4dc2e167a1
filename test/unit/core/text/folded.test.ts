import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, marked, queryWords } from '../../../../core/text/folded.ts';

test.each([
  ['Café', 'cafe'],
  ['ＦＬＯＲＩＳＴ　９１２３', 'florist 9123'],
  ['Nguyễn Thị Ánh', 'nguyen thi anh'],
  ['İstanbul', 'istanbul'],
  ['ﬁsh', 'fish'],
  ['上環 花店', '上環 花店'],
])('%j is looked for like %j', (text, sought) => {
  expect(folded(text)).toBe(sought);
});

test('a query is its words', () => {
  expect(queryWords('  Wan　CHAI wan ')).toEqual(['wan', 'chai', 'wan']);
  expect(queryWords(' ')).toEqual([]);
});

/** The marked pieces of a text. */
function marks(text: string, query: string): readonly string[] {
  const pieces = marked(text, queryWords(query)).filter(({ isMarked }) => isMarked);
  return pieces.map((piece) => piece.text);
}

test('every word that was looked for is marked, in its own letters', () => {
  expect(marked('Sheung Wan florist', ['wan'])).toEqual([
    { at: 0, text: 'Sheung ', isMarked: false },
    { at: 7, text: 'Wan', isMarked: true },
    { at: 10, text: ' florist', isMarked: false },
  ]);
  expect(marks('Wan Chai, Sheung Wan', 'wan chai')).toEqual(['Wan', 'Chai', 'Wan']);
  expect(marks('Le Café de l’Île', 'cafe ile')).toEqual(['Café', 'Île']);
  expect(marks('Cafe\u0301 bar', 'café')).toEqual(['Cafe\u0301']);
  expect(marks('E\u0301cole', 'e')).toEqual(['E\u0301', 'e']);
  expect(marked('\u0301a', ['a']).map(({ text }) => text)).toEqual(['\u0301', 'a']);
  expect(marks('İstanbul', 'istanbul')).toEqual(['İstanbul']);
  expect(marks('ＷＡＮ', 'wan')).toEqual(['ＷＡＮ']);
  expect(marked('Florist', [])).toEqual([{ at: 0, text: 'Florist', isMarked: false }]);
});

test('the pieces are the whole text, each where it begins', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const pieces = marked(text, queryWords(query));
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces) expect(text.startsWith(piece.text, piece.at)).toBe(true);
    }),
  );
});
