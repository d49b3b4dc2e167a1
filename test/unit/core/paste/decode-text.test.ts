import { expect, test } from 'vitest';
import { decodeText } from '../../../../core/paste/decode-text.ts';

const words = 'uuid\tlabel\r\n3f2b8c1e\t林小姐\r\n';

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Two lines of a table, with these bytes as a label. */
function labelled(hex: string): Buffer {
  const [head, tail] = ['uuid,label\n3f2b8c1e,', '\n'].map((text) => Buffer.from(text));
  return Buffer.concat([
    head ?? [],
    Buffer.from(hex.replaceAll(' ', ''), 'hex'),
    tail ?? [],
  ] as Buffer[]);
}

function label(hex: string): string {
  return decodeText(labelled(hex)).slice('uuid,label\n3f2b8c1e,'.length, -1);
}

test.each([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${words}`)],
  ['UTF-16, the low byte first', Buffer.from(words, 'utf16le')],
  ['UTF-16, the low byte first, with a mark', Buffer.from(`\uFEFF${words}`, 'utf16le')],
  ['UTF-16, the high byte first', bigEndian(words)],
  ['UTF-16, the high byte first, with a mark', bigEndian(`\uFEFF${words}`)],
])('%s is read', (_name, bytes) => {
  expect(decodeText(bytes)).toBe(words);
});

test.each([
  ['nothing', '', ''],
  ['a byte order mark alone', 'fffe', ''],
  ['half a character behind UTF-16', 'fffe 6100 62', 'a'],
  ['one zero among letters', '61 00 62', 'a\0b'],
])('%s is read as it stands', (_name, hex, text) => {
  expect(decodeText(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBe(text);
});

test.each([
  ['Big5', 'aa4c a470 a96a', '林小姐'],
  ['Big5, of one character', 'aa4c', '林'],
  ['GB18030', 'b3c2 cfc8 c9fa', '陈先生'],
  ['GB18030, of a rare character among others', 'c9ee cbae 88a1 b5ea', '深水垺店'],
  ['Windows-1252', '43 61 66 e9', 'Café'],
  ['Windows-1252, within a word', '4d fc 6c 6c 65 72', 'Müller'],
  ['Windows-1252, a mark', '4a 6f 65 92 73', 'Joe’s'],
  ['Windows-1252, a unit', '31 30 20 35 80', '10 5€'],
])('%s is told by what gives sensible text', (_name, hex, text) => {
  expect(label(hex)).toBe(text);
});

test.each([
  ['the same in two encodings', 'b3c2'],
  ['a letter, or a character of Big5', 'c46e 67 65 6c'],
  ['no text in any', '81 30 ff ff'],
])('what is %s is not guessed: what is beyond ASCII is lost', (_name, hex) => {
  expect(label(hex)).toMatch(/^[ -~\uFFFD]*\uFFFD[ -~\uFFFD]*$/);
});

test('what Big5 has for Hong Kong alone is read or lost, never another character', () => {
  expect(['深水埗', '深水\uFFFD']).toContain(label('b260 a4f4 9d7e'));
});

test('damaged UTF-8 stays UTF-8', () => {
  const bytes = Buffer.from('林小姐,北區,花店');
  expect(decodeText(bytes.subarray(0, -1))).toBe('林小姐,北區,花\uFFFD');
});
