import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../../../../main/engine/delivery/http/json-body.ts';
import {
  readLifetime,
  renewAfterMs,
} from '../../../../../main/engine/delivery/token/token-answer.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

test('JSON is read whole, and the text stays as received', () => {
  expect(readJson(bytes('{"a": [1, "é"]}'))).toEqual({
    text: '{"a": [1, "é"]}',
    value: { a: [1, 'é'] },
  });
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['cut off', bytes('{"a": 1')],
  ['trailing garbage', bytes('{"a": 1} x')],
  ['two documents', bytes('{}{}')],
  ['NaN', bytes('{"a": NaN}')],
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes('{}')])],
  ['UTF-16 with a mark', Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le')],
  ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
  ['half a character as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ['a character cut off', Buffer.from([0x22, 0xf0, 0x9f, 0x22])],
  ['half a character as an escape', bytes(String.raw`{"a":"\ud83d"}`)],
  ['half a character in a key', bytes(String.raw`{"\uDC00":1}`)],
  ['nested 10,000 deep', bytes('['.repeat(10_000) + ']'.repeat(10_000))],
  ['nested one too deep', bytes('['.repeat(65) + ']'.repeat(65))],
  ['objects nested one too deep', bytes(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)],
  ['nested deep and cut off', bytes('{"a":'.repeat(100_000))],
])('%s is refused', (_name, body) => {
  expect(readJson(body)).toBeNull();
});

test('a whole character as two escapes is one character', () => {
  const read = readJson(bytes(String.raw`{"a":"\ud83d\ude00"}`));
  expect(read?.value).toEqual({ a: '😀' });
});

test('brackets within a JSON text do not count as nesting', () => {
  const text = JSON.stringify({ a: '[{"\\'.repeat(200) });
  expect(readJson(bytes(text))).not.toBeNull();
});

test('a key named __proto__ changes no other object', () => {
  const read = readJson(bytes('{"__proto__": {"isPolluted": true}, "constructor": 1}'));
  expect(read).not.toBeNull();
  expect('isPolluted' in {}).toBe(false);
});

test('JSON that a service writes is read as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      const read = readJson(bytes(text));
      expect(read).toEqual({ text, value: JSON.parse(text) });
    }),
  );
});

test.each([
  ['an hour', 3600, 3_600_000, 3600, []],
  ['a numeric text', '3600', 3_600_000, 3600, ['expires-in-text']],
  ['a fraction', 3600.5, 3_600_500, 3600.5, []],
  ['missing', undefined, 600_000, null, ['expires-in-missing']],
  ['null', null, 600_000, null, ['expires-in-missing']],
  ['zero', 0, 30_000, 0, ['expires-in-out-of-range']],
  ['negative', -1, 30_000, -1, ['expires-in-out-of-range']],
  ['one', 1, 30_000, 1, ['expires-in-out-of-range']],
  ['30 days', 2_592_000, 86_400_000, 2_592_000, ['expires-in-out-of-range']],
  ['1e12', 1e12, 86_400_000, 1e12, ['expires-in-out-of-range']],
  [
    'infinite',
    Number.POSITIVE_INFINITY,
    86_400_000,
    Number.POSITIVE_INFINITY,
    ['expires-in-out-of-range'],
  ],
  [
    'a numeric text with a fraction and blanks',
    ' +3600.25 ',
    3_600_250,
    3600.25,
    ['expires-in-text'],
  ],
  ['a numeric text below zero', '-5', 30_000, -5, ['expires-in-text', 'expires-in-out-of-range']],
  ['a number with its unit', '3600s', 600_000, null, ['expires-in-unreadable']],
  ['a hexadecimal text', '0x10', 600_000, null, ['expires-in-unreadable']],
  ['words', 'an hour', 600_000, null, ['expires-in-unreadable']],
  ['empty text', '', 600_000, null, ['expires-in-unreadable']],
  ['not a number', Number.NaN, 600_000, null, ['expires-in-unreadable']],
  ['true', true, 600_000, null, ['expires-in-unreadable']],
  ['an object', { seconds: 5 }, 600_000, null, ['expires-in-unreadable']],
])('expires_in %s', (_name, expiresIn, lifetimeMs, statedSeconds, notes) => {
  const noted: string[] = [];
  const lifetime = readLifetime(expiresIn, (note) => noted.push(note));
  expect([lifetime, noted]).toEqual([{ lifetimeMs, statedSeconds }, notes]);
});

test('a token is renewed before its end, late enough to be worth it, and never within 30 s', () => {
  expect(renewAfterMs(3_600_000)).toBe(2_880_000);
  expect(renewAfterMs(120_000)).toBe(60_000);
  expect(renewAfterMs(60_000)).toBe(30_000);
  expect(renewAfterMs(30_000)).toBe(30_000);
});

test('any stated lifetime gives one that a timer can wait for', () => {
  fc.assert(
    fc.property(fc.anything(), (expiresIn) => {
      const { lifetimeMs } = readLifetime(expiresIn, () => undefined);
      expect(lifetimeMs >= 30_000 && lifetimeMs <= 86_400_000).toBe(true);
      expect(renewAfterMs(lifetimeMs) >= 30_000 && renewAfterMs(lifetimeMs) <= lifetimeMs).toBe(
        true,
      );
    }),
  );
});
