import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../../core/paste/decode-text.ts';

const words = 'uuid\tlabel\r\n3f2b8c1e\t林小姐\r\n';

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

function bigEndian(text: string): Buffer {
  return utf16(text).swap16();
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
  ['UTF-16, the low byte first', utf16(words)],
  ['UTF-16, the low byte first, with a mark', utf16(`\uFEFF${words}`)],
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

describe('UTF-16 without a mark', () => {
  const text = 'uuid,label\n3f2b8c1e,一二\n';

  test('is told by sixteen bytes, of which one in eight is zero', () => {
    expect(decodeText(utf16('abcdefgh'))).toBe('abcdefgh');
    expect(decodeText(utf16('abcdefg'))).toContain('\0');
    expect(decodeText(utf16('ab二二二二二二'))).toBe('ab二二二二二二');
    expect(decodeText(utf16('a二二二二二二二'))).not.toContain('二');
  });

  test('may have some zeros at the other places', () => {
    expect(decodeText(utf16(text))).toBe(text);
    expect(decodeText(bigEndian(text))).toBe(text);
  });

  test('is not what has zeros everywhere, or few of them', () => {
    const zeros = Buffer.from('a\0\0b'.repeat(9));
    expect(decodeText(zeros)).toBe(zeros.toString());
    const few = Buffer.from(`a\0${'b'.repeat(40)}`);
    expect(decodeText(few)).toBe(few.toString());
  });

  test.each([
    ['fe61 6263', 'ff before it'],
    ['ff61 6263', 'fe behind it'],
    ['61fe 6263', 'the first byte'],
    ['61ff 6263', 'another first byte'],
  ])('a mark is whole: %s lacks %s', (hex) => {
    const text16 = decodeText(Buffer.from(hex.replace(' ', ''), 'hex'));
    expect(text16.replaceAll(/[^ -~]/g, '')).toContain('bc');
  });

  test('is told by its mark in two characters', () => {
    expect(decodeText(Buffer.from('feff0061', 'hex'))).toBe('a');
    expect(decodeText(Buffer.from('fffe6100', 'hex'))).toBe('a');
  });
});

describe('damaged UTF-8', () => {
  test('has five characters that are whole for each that is not', () => {
    const byte = Buffer.from([0x81]);
    expect(decodeText(Buffer.concat([Buffer.from('ééééé'), byte]))).toBe('ééééé\uFFFD');
    expect(decodeText(Buffer.concat([Buffer.from('éééé'), byte]))).not.toContain('é');
  });
});

describe('an encoding is told by its usual characters', () => {
  test.each([
    ['Big5, of the first and the last frequent character', 'a440 c67e', '一籲'],
    ['Big5, with a mark', 'a470 a140 a470', '小　小'],
    [
      'Big5, with three of five characters that are frequent',
      'a470 a470 a470 c940 c940',
      '小小小乂乂',
    ],
    ['GB18030, of the first and the last frequent character', 'd7f9 b0a1 d7f9', '座啊座'],
    ['GB18030, with marks', 'd0a1 a3ac d7f9 a1a3 d7f9', '小，座。座'],
    [
      'GB18030, with a frequent character of a low second byte elsewhere',
      'd0a1 d0a1 d7f9 d7f9 8140',
      '小小座座丂',
    ],
    ['Windows-1252, at the beginning of a word', 'c9 72 69 63', 'Éric'],
    ['Windows-1252, of the first and the last letter', '7a c0 20 ff 7a 20 61 c0 5a', 'zÀ ÿz aÀZ'],
    ['Windows-1252, of the first and the last quote', '91 61 97 20 93 61 94', '‘a— “a”'],
    ['Windows-1252, behind the first and the last digit', '30 b0 20 39 b0 20 39 80', '0° 9° 9€'],
    ['Windows-1252, of letters with a caron', '8a 61 20 9e 61', 'Ša ža'],
  ])('%s', (_name, hex, text) => {
    expect(label(hex)).toBe(text);
  });

  test.each([
    ['Big5 of which less than three in five are frequent', 'a470 c940 c940 c940'],
    ['letters that touch each other', '61 e9 e9 61 20 61 e9 e9'],
    ['letters alone', '20 e9 20 20 e9 20 20 fc 20'],
    ['signs behind no number', '20 bd 20'],
    ['a control character', '61 81 2c 62'],
  ])('%s are not', (_name, hex) => {
    expect(label(hex)).toContain('\uFFFD');
  });

  test('wherever in a long text they stand', () => {
    const rows = Buffer.from('3f2b8c1e,Lam\n'.repeat(20_000));
    const row = Buffer.from(`${'aa4ca470a96a'.repeat(20_000)}0a`, 'hex');
    expect(decodeText(Buffer.concat([rows, row]))).toBe(
      `${rows.toString()}${'林小姐'.repeat(20_000)}\n`,
    );
  });
});
