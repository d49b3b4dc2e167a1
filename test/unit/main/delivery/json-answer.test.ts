import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../../../main/delivery/json-answer.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

test('JSON is read whole, and the text stays as received', () => {
  expect(readJson(bytes('{"a": [1, "é"]}'))).toEqual({
    ok: true,
    value: { text: '{"a": [1, "é"]}', value: { a: [1, 'é'] } },
  });
});

test.each([
  ['empty', Buffer.alloc(0), 'notJson'],
  ['cut off', bytes('{"a": 1'), 'notJson'],
  ['trailing garbage', bytes('{"a": 1} x'), 'notJson'],
  ['two documents', bytes('{}{}'), 'notJson'],
  ['NaN', bytes('{"a": NaN}'), 'notJson'],
  [
    'a byte order mark',
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes('{}')]),
    'byteOrderMark',
  ],
  ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'notUtf8'],
  ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), 'notJson'],
  ['Latin-1', Buffer.from('{"a":"é"}', 'latin1'), 'notUtf8'],
  ['half a character as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'notUtf8'],
  ['a character cut off', Buffer.from([0x22, 0xf0, 0x9f, 0x22]), 'notUtf8'],
  ['half a character as an escape', bytes(String.raw`{"a":"\ud83d"}`), 'loneSurrogate'],
  ['half a character in a key', bytes(String.raw`{"\uDC00":1}`), 'loneSurrogate'],
  ['nested 10,000 deep', bytes('['.repeat(10_000) + ']'.repeat(10_000)), 'tooDeep'],
  ['nested one too deep', bytes('['.repeat(65) + ']'.repeat(65)), 'tooDeep'],
  ['objects nested one too deep', bytes(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`), 'tooDeep'],
  ['nested deep and cut off', bytes('{"a":'.repeat(100_000)), 'tooDeep'],
])('%s is refused', (_name, body, failure) => {
  expect(readJson(body)).toEqual({ ok: false, failure });
});

test('a whole character as two escapes is one character', () => {
  const read = readJson(bytes(String.raw`{"a":"\ud83d\ude00"}`));
  expect(read.ok && read.value.value).toEqual({ a: '😀' });
});

test('brackets inside of texts are not nesting', () => {
  const text = JSON.stringify({ a: '[{"\\'.repeat(200) });
  expect(readJson(bytes(text)).ok).toBe(true);
});

test('a key named __proto__ changes nobody else', () => {
  const read = readJson(bytes('{"__proto__": {"isPolluted": true}, "constructor": 1}'));
  expect(read.ok).toBe(true);
  expect('isPolluted' in {}).toBe(false);
});

test('what a service writes as JSON is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      const read = readJson(bytes(text));
      expect(read).toEqual({ ok: true, value: { text, value: JSON.parse(text) } });
    }),
  );
});

test('no sequence of bytes throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
      expect(typeof readJson(Buffer.from(body)).ok).toBe('boolean');
    }),
  );
});
