import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, highlighted, queryWords } from '../../../../core/text/folded.ts';

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

/** The highlighted pieces of a text. */
function highlights(text: string, query: string): readonly string[] {
  const pieces = highlighted(text, queryWords(query)).filter(({ isHighlighted }) => isHighlighted);
  return pieces.map((piece) => piece.text);
}

test('every word that was looked for is highlighted, in its own letters', () => {
  expect(highlighted('Sheung Wan florist', ['wan'])).toEqual([
    { at: 0, text: 'Sheung ', isHighlighted: false },
    { at: 7, text: 'Wan', isHighlighted: true },
    { at: 10, text: ' florist', isHighlighted: false },
  ]);
  expect(highlights('Wan Chai, Sheung Wan', 'wan chai')).toEqual(['Wan', 'Chai', 'Wan']);
  expect(highlights('Le Café de l’Île', 'cafe ile')).toEqual(['Café', 'Île']);
  expect(highlights('Cafe\u0301 bar', 'café')).toEqual(['Cafe\u0301']);
  expect(highlights('E\u0301cole', 'e')).toEqual(['E\u0301', 'e']);
  expect(highlighted('\u0301a', ['a']).map(({ text }) => text)).toEqual(['\u0301', 'a']);
  expect(highlights('İstanbul', 'istanbul')).toEqual(['İstanbul']);
  expect(highlights('ＷＡＮ', 'wan')).toEqual(['ＷＡＮ']);
  expect(highlighted('Florist', [])).toEqual([{ at: 0, text: 'Florist', isHighlighted: false }]);
});

test('the pieces are the whole text, each where it begins', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const pieces = highlighted(text, queryWords(query));
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces) expect(text.startsWith(piece.text, piece.at)).toBe(true);
    }),
  );
});
