import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findOrderIds } from '../../../../core/paste/find-order-ids.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const hex = id.replaceAll('-', '');
const fullwidth = id
  .split('')
  .map((mark) => (mark === '-' ? '\uFF0D' : String.fromCharCode(mark.charCodeAt(0) + 0xfee0)))
  .join('');

function idsIn(text: string): readonly string[] {
  return findOrderIds(text).found.map((found) => found.id);
}

describe('every form that people paste is found', () => {
  test.each([
    ['canonical', id],
    ['upper case', id.toUpperCase()],
    ['braces', `{${id.toUpperCase()}}`],
    ['urn', `urn:uuid:${id}`],
    ['32 hex digits', hex],
    ['en dashes', id.replaceAll('-', '\u2013')],
    ['no-break hyphens', id.replaceAll('-', '\u2011')],
    ['minus signs', id.replaceAll('-', '\u2212')],
    ['zero-width spaces', id.split('').join('\u200B')],
    ['soft hyphens', id.replaceAll('-', '-\u00AD')],
    ['a byte order mark', `\uFEFF${id}`],
    ['direction marks', `\u202A${id}\u202C`],
    ['fullwidth', fullwidth],
    ['fullwidth digits and plain hyphens', fullwidth.replaceAll('\uFF0D', '-')],
    ['wrapped behind a hyphen', 'Order 3f2b8c1e-94d7-4a60-\nb1c5-0e7a62d9f418 is late'],
    ['wrapped before a hyphen', '3f2b8c1e-94d7\r\n-4a60-b1c5-0e7a62d9f418'],
    ['wrapped inside a group', '3f2b8c1e-94d7-4a60-b1c5-0e7a\n62d9f418\n'],
    [
      'wrapped inside a group of a long line',
      `${'Hello, this is about the order that we placed: '.padEnd(52)}3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418 and more`,
    ],
    ['quoted', `> ${id}`],
    ['quoted and wrapped', '> > see 3f2b8c1e-94d7-4a60-\n> > b1c5-0e7a62d9f418'],
    ['quoted-printable soft break', '3f2b8c1e-94d7-4a=\n60-b1c5-0e7a62d9f418'],
    ['quoted-printable CRLF', '3f2b8c1e-94d7-4a=\r\n60-b1c5-0e7a62d9f418'],
    ['quoted-printable hyphens', id.replaceAll('-', '=2D')],
    ['quoted-printable equals sign', `href=3D${id}`],
    ['quoted-printable equals sign, 32 hex digits', `id=3D${hex}`],
    ['percent-encoded', id.replaceAll('-', '%2D')],
    ['percent-encoded twice', id.replaceAll('-', '%252d')],
    ['URL', `https://portal.example.com/orders/${id}?tab=map`],
    ['URL inside a URL', `https://x.example/?to=https%3A%2F%2Fy.example%2Forders%2F${id}%3Ftab`],
    ['32 hex digits in an encoded URL', `to=%252F${hex}%22`],
    ['JSON', `{"uuid":"${id}","status":"pending"}`],
    ['CSV', `"Florist, two drops",${id},HKD`],
    ['Markdown', `- [Florist](https://x.example/o/${id})`],
    ['curly quotes', `\u201C${id}\u201D`],
    ['behind a NUL', `\0${id}\0`],
    ['a file name', `order-${id}-1.pdf`],
    ['HTML', `<td>${id.replaceAll('-', '&#8209;')}</td>`],
  ])('%s', (_form, text) => {
    expect(idsIn(text)).toEqual([id]);
  });

  test('wherever it stands in text without hex digits, with whatever case and dashes', () => {
    const around = fc.string({
      unit: fc.constantFrom(...'ghxyz ,;:"\'<>()[]{}|/\n\t#!'.split('')),
    });
    fc.assert(
      fc.property(
        around,
        around,
        fc.constantFrom('-', '', '\u2010', '\u2011', '\u2013', '\u2212', '%2D', '=2D'),
        fc.boolean(),
        fc.uuid(),
        (before, after, dash, isUpper, uuid) => {
          const form = (isUpper ? uuid.toUpperCase() : uuid).replaceAll('-', dash);
          expect(idsIn(`${before}${form}${after}`)).toEqual([uuid]);
        },
      ),
    );
  });
});

describe('what is not a uuid is not found', () => {
  test.each([
    ['sha256', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['sha1', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['41 hex digits', 'a'.repeat(20) + 'b'.repeat(21)],
    ['33 hex digits', `${hex}0`],
    ['a uuid with a digit more', `${id}0`],
    ['a uuid with a digit before', `0${id}`],
    ['a uuid continued behind a soft break', `${id}=\nab`],
    ['35 characters', 'c2a91d40-88b7-4f05-9e61-3ad0f7b2c94'],
    ['hyphens in wrong places', '3f2b8c1-e94d7-4a60-b1c5-0e7a62d9f418'],
    ['a hex dump', 'deadbeef\ncafebabe\n12345678\n9abcdef0'],
    ['two numbers on two lines', '12345678901234567890\n123456789012'],
    ['letters beyond f', '3g2b8c1e-94d7-4a60-b1c5-0e7a62d9f418'],
  ])('%s', (_form, text) => {
    expect(idsIn(text)).toEqual([]);
  });

  test('a uuid that lacks a digit does not take it from the next line', () => {
    const found = findOrderIds(
      `c2a91d40-88b7-4f05-9e61-3ad0f7b2c94\n${id}\n0e7a62d9-94d7-4a60-b1c5-3f2b8c1e\n18 boxes`,
    );
    expect(found.found.map((one) => [one.id, one.line])).toEqual([[id, 2]]);
    expect(found.rejected.map((one) => [one.line, one.reason])).toEqual([
      [1, 'wrongLength'],
      [3, 'wrongLength'],
    ]);
  });

  test('hex text of any length but 32 holds none', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'0123456789abcdef'.split('')),
          minLength: 33,
          maxLength: 200,
        }),
        (text) => {
          expect(idsIn(text)).toEqual([]);
        },
      ),
    );
  });
});

describe('findings', () => {
  test('duplicates are merged whatever their form, and counted', () => {
    const text = `${id}\n${id.toUpperCase()}\n${hex}`;
    expect(findOrderIds(text)).toEqual({
      found: [{ id, label: null, looksFinished: false, line: 1 }],
      duplicateCount: 2,
      rejected: [],
      isCutOff: false,
      isGarbled: false,
    });
  });

  test('lines are counted over every kind of line break and over wrapped uuids', () => {
    const second = '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418';
    const third = 'b41e9c07-94d7-4a60-b1c5-0e7a62d9f418';
    const text = `a note\r\n\r\n3f2b8c1e-94d7-4a60-\r\nb1c5-0e7a62d9f418\r${second}\u2028${third}`;
    expect(findOrderIds(text).found.map((found) => [found.id, found.line])).toEqual([
      [id, 3],
      [second, 5],
      [third, 6],
    ]);
  });

  test('a uuid made of one digit is rejected as standing for nothing', () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    expect(findOrderIds(`${nil}\n${nil.replaceAll('0', 'F')}`)).toEqual({
      found: [],
      duplicateCount: 0,
      rejected: [
        { text: nil, line: 1, reason: 'nil' },
        { text: nil.replaceAll('0', 'f'), line: 2, reason: 'nil' },
      ],
      isCutOff: false,
      isGarbled: false,
    });
  });

  test('near misses are reported with line and reason, ordinary words and dates are not', () => {
    const text = [
      'orders for today',
      '2025-11-21',
      'c2a91d40-88b7-4f05-9e61-3ad0f7b2c94',
      'HK-2211-0098',
      '3g2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      '+852 2345 6789',
      'Wing Lok Street 148',
      '00-1b-63-84-45-e6 of the router',
      'and 9e14-77aa-2213 too',
    ].join('\n');
    expect(findOrderIds(text).rejected).toEqual([
      { text: 'c2a91d40-88b7-4f05-9e61-3ad0f7b2c94', line: 3, reason: 'wrongLength' },
      { text: 'HK-2211-0098', line: 4, reason: 'orderNumber' },
      { text: '3g2b8c1e-94d7-4a60-b1c5-0e7a62d9f418', line: 5, reason: 'notHex' },
      { text: '9e14-77aa-2213', line: 10, reason: 'wrongLength' },
    ]);
  });
});

describe('labels are offered from what stands beside the uuid', () => {
  test.each([
    ['before', `Sheung Wan florist ${id}`, 'Sheung Wan florist'],
    ['after', `${id} Sheung Wan florist, two drops`, 'Sheung Wan florist, two drops'],
    ['after a dash', `1. Order ${id} - Sheung Wan florist`, 'Sheung Wan florist'],
    ['before a colon', `Sheung Wan florist: ${id}`, 'Sheung Wan florist'],
    ['quoted mail', `> Sheung Wan florist ${id}`, 'Sheung Wan florist'],
    ['tab', `${id}\tSheung Wan florist\t2025-11-21`, 'Sheung Wan florist'],
    [
      'quoted CSV',
      `"Sheung Wan florist, two drops",${id},pending`,
      'Sheung Wan florist, two drops',
    ],
    ['CSV behind a status word', `${id},pending,HKD,Florist`, 'Florist'],
    ['Chinese', `義順牛奶公司 ${id}`, '義順牛奶公司'],
    ['Markdown link', `- [Florist](https://x.example/o/${id})`, 'Florist'],
    ['Markdown table', `| Florist | ${id} | pending |`, 'Florist'],
    ['URL', `Florist https://x.example/orders/${id}?a=b`, 'Florist'],
    ['in brackets', `Florist (${id})`, 'Florist'],
    ['wrapped', 'Florist 3f2b8c1e-94d7-4a60-\nb1c5-0e7a62d9f418', 'Florist'],
    ['alone', id, null],
    ['only announced', `Order id: ${id}`, null],
    ['a pair', `uuid=${id}`, null],
    ['in mid sentence', `I think that ${id} has not moved since noon`, null],
    ['JSON', `{"data":[{"uuid":"${id}","label":"Florist","courier":{"name":"Ho"}}]}`, 'Florist'],
    ['JSON order', `{"uuid":"${id}","status":"active","courier":{"name":"Ho"}}`, null],
    ['JSON map', `{"${id}":"Florist"}`, 'Florist'],
    ['JSON lines', `{"uuid":"${id}","name":"Florist"}\n{"uuid":"x"}`, 'Florist'],
  ])('%s', (_form, text, label) => {
    expect(findOrderIds(text).found).toMatchObject([{ id, label, line: 1 }]);
  });

  test.each([
    ['behind the name', `Florist +852 5555 0123 ${id}`, 'Florist'],
    ['behind the uuid', `Florist ${id} call +852 5555 0123`, 'Florist'],
    ['alone', `${id} +852 5555 0123`, null],
    ['announced', `${id} call +852 5555 0123`, null],
    ['announced in Chinese', `致電 5555 0123：${id}`, null],
    ['in a cell of its own', `${id},call +852 5555 0123,Florist`, 'Florist'],
    ['in the cell of the name', `${id}\tFlorist (5555 0123)\tHKD`, 'Florist'],
    ['in a named column', `uuid;name\n${id};Florist 5555-0123`, 'Florist', 2],
    ['in JSON', `{"uuid":"${id}","name":"Florist, tel. 5555 0123"}`, 'Florist'],
    ['as the name in JSON', `{"${id}":"+852 5555 0123"}`, null],
  ])('what looks like a phone number is never offered: %s', (_form, text, label, line = 1) => {
    expect(findOrderIds(text).found).toMatchObject([{ id, label, line }]);
  });

  test.each([
    ['before', `#10023 ${id}`, '#10023'],
    ['after', `${id} - #10023`, '#10023'],
    ['beside a name', `Florist #10023: ${id}`, 'Florist #10023'],
    ['in a table', `#10023,${id},HKD`, '#10023'],
    ['in a table with a name', `#10023,${id},Florist`, 'Florist'],
    ['with letters', `${id}, SO-2024-118`, 'SO-2024-118'],
    ['as a heading', `# Florist\n# ${id}`, 'Florist', 2],
  ])('the number of an order stays: %s', (_form, text, label, line = 1) => {
    expect(findOrderIds(text).found).toMatchObject([{ id, label, line }]);
  });

  test('a table with a header gives the column that the header names', () => {
    const text = `uuid;status;customer name\n${id};pending;Wing Lok\n`;
    expect(findOrderIds(text).found).toMatchObject([{ id, label: 'Wing Lok', line: 2 }]);
  });

  test('two uuids on one line have no label', () => {
    const second = '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418';
    expect(findOrderIds(`Florist ${id} ${second}`).found.map((found) => found.label)).toEqual([
      null,
      null,
    ]);
  });
});

describe('a status beside a uuid that ends an order is noticed', () => {
  test.each([
    ['CSV', `${id},delivered,Florist`, true, 'Florist'],
    ['a table', `uuid\tstatus\tname\n${id}\tCANCELLED\tFlorist`, true, 'Florist'],
    ['a list', `${id} completed`, true, null],
    ['words with a blank', `Florist, ${id}, Attempt  Fail`, true, 'Florist'],
    ['words in camel case', `Florist, ${id}, cancelledByClient`, true, 'Florist'],
    ['a list with names', `Florist: ${id} - completed`, true, 'Florist'],
    ['Chinese', `${id}，義順，已取消`, true, '義順'],
    ['a Chinese table', `義順\t${id}\t已取消`, true, '義順'],
    ['JSON', `[{"uuid":"${id}","status":"completed","label":"Florist"}]`, true, 'Florist'],
    ['JSON that goes on', `[{"uuid":"${id}","status":"on_the_way"}]`, false, null],
    ['a sentence', `${id} Not delivered yet`, false, 'Not delivered yet'],
    ['a name', `${id} Finish line café`, false, 'Finish line café'],
  ])('%s', (_form, text, looksFinished, label) => {
    expect(findOrderIds(text).found).toMatchObject([{ id, label, looksFinished }]);
  });

  test('on a later line of the same uuid too', () => {
    expect(findOrderIds(`${id} Florist\n${id} completed`).found).toMatchObject([
      { id, label: 'Florist', looksFinished: true },
    ]);
  });
});
