import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, isPlainText } from '../../../../core/text/safe-text.ts';

const roomy = 10_000;

test('a text that counts as plain needs no cleaning', () => {
  const awkward = fc.constantFrom(
    'a',
    ' ',
    '\u00a0',
    '\n',
    '\t',
    '\u001b',
    '\u0085',
    '\ud83d',
    '義',
  );
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: awkward }));
  fc.assert(
    fc.property(text, (raw) => {
      fc.pre(isPlainText(raw));
      expect(cleanText(raw, roomy)).toBe(raw);
    }),
    { numRuns: 5000 },
  );
});

test.each(['pending', 'Nguyễn Thị Hồng', '九龍 彌敦道132號', 'a\u202eb', ''])(
  '%j is plain',
  (text) => {
    expect(isPlainText(text)).toBe(true);
  },
);
