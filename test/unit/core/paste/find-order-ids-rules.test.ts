import { describe, expect, test } from 'vitest';
import { findOrderIds, pasteCounts } from '../../../../core/paste/find-order-ids.ts';

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
    '\u2500',
    '\u30FC',
    '\u4E00',
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

describe('any marks around the hyphens or in their place hide no uuid', () => {
  test.each([
    ' - ',
    ' ',
    '\t',
    '_',
    '.',
    ':',
    '/',
    '\u00A0-\u00A0',
    ' \u2014 ',
    '--',
    '\\-',
    '"-"',
    '}-{',
    ', ',
    '<wbr>-',
    '</b>-<b>',
    '&hellip;',
    '+AC0-',
    '+IBM-',
    '%20',
    '\\u2013',
    '\\xe2\\x80\\x93',
    '\\342\\200\\223',
  ])('%j', (mark) => {
    expect(idsIn(`Order ${id.replaceAll('-', mark)} is late`)).toEqual([id]);
  });

  test('unless they stand between numbers, or there are more than seven', () => {
    expect(idsIn('12345678,1234,1234,1234,123456789012')).toEqual([]);
    expect(idsIn('12345678-1234-1234-1234-123456789012')).toHaveLength(1);
    expect(idsIn(id.replaceAll('-', '.......'))).toEqual([id]);
    expect(idsIn(id.replaceAll('-', '........'))).toEqual([]);
  });
});

/** A text of which each character is written by its code. */
function escaped(text: string, form: (code: number) => string): string {
  return Array.from(text, (character) => form(character.charCodeAt(0))).join('');
}

const hexOf = (code: number, length: number) => code.toString(16).padStart(length, '0');
const escapeForms: readonly (readonly [string, (code: number) => string])[] = [
  ['JSON', (code) => `\\u${hexOf(code, 4)}`],
  ['JSON in JSON', (code) => `\\\\u${hexOf(code, 4)}`],
  ['JavaScript', (code) => `\\x${hexOf(code, 2)}`],
  ['JavaScript, in braces', (code) => `\\u{${hexOf(code, 2)}}`],
  ['Python', (code) => `\\U${hexOf(code, 8)}`],
  ['JavaScript, in braces, in JSON', (code) => `\\\\u{${hexOf(code, 2)}}`],
  ['C', (code) => `\\${code.toString(8).padStart(3, '0')}`],
  ['C in JSON', (code) => `\\\\${code.toString(8).padStart(3, '0')}`],
  ['old browsers', (code) => `%u${hexOf(code, 4)}`],
  ['addresses', (code) => `%${hexOf(code, 2)}`],
  ['addresses in addresses', (code) => `%25${hexOf(code, 2)}`],
  ['mail', (code) => `=${hexOf(code, 2).toUpperCase()}`],
  ['HTML', (code) => `&#${code};`],
  ['HTML, in hexadecimal', (code) => `&#x${hexOf(code, 2)};`],
  ['HTML in HTML', (code) => `&amp;#${code};`],
];

describe.each(escapeForms)('the escapes of %s hide no uuid', (_name, form) => {
  test.each([
    ['anywhere', escaped(id, form)],
    ['for its hyphens', id.replaceAll('-', form(0x2d))],
    ['for its first digit', form(id.charCodeAt(0)) + id.slice(1)],
    ['for its last digit', id.slice(0, -1) + form(id.charCodeAt(35))],
    ['for one between', id.slice(0, 20) + form(id.charCodeAt(20)) + id.slice(21)],
    ['for the quotes around it', form(0x22) + id + form(0x22)],
    ['for the slash before it, without hyphens', form(0x2f) + id.replaceAll('-', '')],
  ])('%s', (_where, text) => {
    expect(findOrderIds(text).found).toEqual([{ id, line: 1, label: null, looksFinished: false }]);
    expect(idsIn(`see ${text} and ${escaped(otherId, form)}`)).toEqual([id, otherId]);
  });

  test.each([
    ['of digits alone', id.replaceAll(/[a-f]/g, '7')],
    ['of letters alone', id.replaceAll(/\d/g, 'b').replace('b', 'a')],
  ])('nor one %s, which its hyphens show', (_what, uuid) => {
    expect(idsIn(uuid.replaceAll('-', form(0x2d)))).toEqual([uuid]);
  });

  test('nor one right behind another, or behind a letter', () => {
    expect(idsIn(`${escaped(id, form)},${escaped(otherId, form)}`)).toEqual([id, otherId]);
    expect(idsIn(`order${id.replaceAll('-', form(0x2d))}`)).toEqual([id]);
  });

  test('and make none of a row of numbers', () => {
    const hyphen = form(0x2d);
    const numbers = `12345678${hyphen}1234 1234 1234 123456789012`;
    expect(idsIn(`${numbers} ${id.replaceAll('-', hyphen)}`)).toEqual([id]);
  });

  test('nor a label beside it', () => {
    expect(findOrderIds(`Florist: ${escaped(id, form)}`).found).toMatchObject([
      { id, label: 'Florist' },
    ]);
  });
});

describe.each(escapeForms.filter(([name]) => !/braces|HTML/.test(name)))(
  'an escape of %s right before a uuid',
  (_name, form) => {
    test('may be a digit more, so that it is none', () => {
      expect(idsIn(`x${form(0x61)}${id.replaceAll('-', form(0x2d))}`)).toEqual([]);
    });

    test('may be a mark that says whose it is', () => {
      expect(findOrderIds(`https://shop.example/?sid${form(0x3d)}${id}`)).toMatchObject({
        found: [],
        rejected: [{ text: id, reason: 'otherThing' }],
      });
    });
  },
);

test.each(['\\b', '\\f'])('the escape %s before a uuid is not a digit of it', (mark) => {
  expect(idsIn(mark + id)).toEqual([id]);
});

test('a uuid behind an equals sign is its own, whatever its first digits would be in mail', () => {
  for (const first of ['3d', '2d', '33', '4a', '66']) {
    const uuid = `${first}${id.slice(2)}`;
    expect(idsIn(`order=${uuid.replaceAll('-', '%2D')}`)).toEqual([uuid]);
    expect(idsIn(`order=${uuid.replaceAll('-', '\\u002d')}`)).toEqual([uuid]);
  }
});

describe('whose uuid one is', () => {
  test.each([
    ['in the path of an address', `https://desk.example/orders/${id}?utm_id=${otherId}`],
    ['under the name of an order', `https://desk.example/?user=${otherId}&order_id=${id}`],
    ['behind the mark of a page', `https://desk.example/#/orders/${id}&sid=${otherId}`],
    [
      'in an address within an address',
      `https://x.example/?url=https%3A%2F%2Fdesk.example%2Forders%2F${id}&uid=${otherId}`,
    ],
    [
      'in an address that a mail program replaced',
      `https://eur01.safelinks.example/?url=https%3A%2F%2Fdesk.example%2Fo%2F${id}&data=05%7C02%7Cjoe%40shop.example%7C${otherId.replaceAll('-', '')}%7C0&sdata=a%3D`,
    ],
    [
      'before an escaped blank or quote of an address',
      `https://desk.example/orders/${id}?note=a%20${otherId}&more=%22${otherId}%22`,
    ],
    ['in a log', `trace_id=${otherId} order=${id} done`],
    ['in a part of JSON', `"driver_uuid": "${otherId}",\n"order_uuid": "${id}",`],
    ['in JSON of which not all is there', `{"uuid":"${id}","driver":"${otherId}"}{`],
    [
      'in a page',
      `<order><company_uuid type="x">${otherId}</company_uuid><uuid>${id}</uuid></order>`,
    ],
    [
      'in mail that is broken within an address',
      `<a href=3D"https://desk.example/orders/${id}?from=3Dmail&utm=\n_id=3D${otherId}">`,
    ],
    ['in a mail', `Your order ${id}\nUnsubscribe: https://m.example/u?d=${otherId}`],
  ])('an order’s %s', (_where, text) => {
    expect(idsIn(text)).toEqual([id]);
  });

  test.each([
    ['a parameter of an unknown name', `https://desk.example/track?o=${id}`],
    ['another thing', `driver_uuid=${id}`],
  ])('that of %s may be an order’s where the text has no other', (_what, text) => {
    expect(findOrderIds(`${text}\n${text}`)).toMatchObject({ found: [{ id }], duplicateCount: 1 });
  });

  test('an address goes on behind an escaped blank, and ends at an escaped quote of JSON', () => {
    expect(idsIn(`https://desk.example/track?o=a%20${id}`)).toEqual([id]);
    const text = JSON.stringify(`"https://shop.example/?user=1","${id}"`);
    expect(idsIn(text.replaceAll('\\"', '\\u0022'))).toEqual([id]);
  });

  test('what follows people through mail is none, and that is said where nothing else is found', () => {
    const text = `https://shop.example/?utm_id=${id}`;
    expect(findOrderIds(text)).toMatchObject({
      found: [],
      rejected: [{ text: id, line: 1, reason: 'otherThing' }],
    });
    expect(findOrderIds(`${text}\n${otherId}`).rejected).toEqual([]);
    const cut = id.slice(0, -1);
    // Whose it is shows at the end of the text alone, and its line is before the other.
    expect(findOrderIds(`${text}\n${cut}`).rejected).toMatchObject([
      { text: id, line: 1, reason: 'otherThing' },
      { text: cut, line: 2 },
    ]);
  });
});

/** An address of the desk as version 2 of URL Defense writes it. */
function second(written: string): string {
  return `https://urldefense.proofpoint.com/v2/url?u=https-3A__desk.example_${written}&d=DwMFaQ&c=euGZ&m=${'x_-'.repeat(14)}&e=`;
}

describe('an address that URL Defense rewrote is the address of one order', () => {
  const escapedId = id.replaceAll('-', '-2D');

  test.each([
    ['in its path', second(`orders_${escapedId}`)],
    ['under the name of an order', second(`-3Forder-3D${escapedId}-26user-3D${otherId}`)],
    ['without hyphens', second(`-3Forder-3D${id.replaceAll('-', '')}`)],
    ['behind another escape', second(`o_${id.replaceAll('-', '-252D')}`)],
    ['in the source of a page', `<a href="${second(`o_${escapedId}`).replaceAll('&', '&amp;')}">`],
    [
      'in the source of a mail, over several lines',
      second(`an-5Faddress-5Fthat-5Fis_long_orders_${escapedId}`)
        .replaceAll('=', '=3D')
        .replaceAll(/.{72}(?=.)/g, '$&=\n'),
    ],
    ['beside its words', `https://desk.example/o/${id}<${second(`o_${escapedId}`)}>`],
    ['before an escaped blank', second(`o_${escapedId}-20and-20more`)],
    ['at another host', second(`o_${escapedId}`).replace('.proofpoint', '')],
    ['at its end', second(`o_${escapedId}`).replace(/&.*/, '')],
    ['in version 3', `https://urldefense.com/v3/__https://desk.example/o/${id}__;!!LIr3w8!9bEf$`],
  ])('%s', (_where, text) => {
    expect(findOrderIds(text)).toMatchObject({ found: [{ id, label: null }], rejected: [] });
    expect(findOrderIds(`Florist: ${text}`).found).toMatchObject([{ id, label: 'Florist' }]);
  });

  test('unless the address says that the uuid is of another thing', () => {
    const text = `${second(`-3Fuser-3D${escapedId}`)}\n${otherId}`;
    expect(findOrderIds(text)).toMatchObject({ found: [{ id: otherId }], rejected: [] });
  });

  test('and no other address is one', () => {
    const [found] = findOrderIds(second(`o_${escapedId}`).replace('/v2/', '/v9/')).found;
    expect(found).toBeUndefined();
  });
});

test('what was lost in decoding is in no label and no group', () => {
  const text = `uuid,label,group\n${id},Caf\uFFFD,North\n${otherId},Lam,\uFFFD\uFFFD`;
  expect(findOrderIds(text)).toMatchObject({
    isGarbled: true,
    found: [
      { id, label: null, group: 'North' },
      { id: otherId, label: 'Lam' },
    ],
  });
  expect(findOrderIds(text).found[1]?.group).toBeUndefined();
});

test('a uuid that stands twice in its row, as in an address, is not a second mention', () => {
  const text = `uuid,link\n${id},https://desk.example/orders/${id}`;
  expect(findOrderIds(text)).toMatchObject({ found: [{ id }], duplicateCount: 0 });
  expect(findOrderIds(`${text}\n${id},`)).toMatchObject({ duplicateCount: 1 });
});

test('a uuid that stands twice in a line of words is named again', () => {
  expect(findOrderIds(`${id} and ${id}`).duplicateCount).toBe(1);
});

test('only orders are named again', () => {
  const link = `https://shop.example/?utm_id=${otherId}\n`;
  expect(findOrderIds(`${link}${link}${id}`)).toMatchObject({ found: [{ id }], duplicateCount: 0 });
  expect(findOrderIds(`${link}${link}driver_uuid=${id}`)).toMatchObject({
    found: [{ id }],
    duplicateCount: 0,
  });
});

test('JSON is read behind a byte order mark, and so is the header of a second file in one text', () => {
  const order = JSON.stringify({ uuid: id, label: 'Florist' });
  expect(findOrderIds(`\uFEFF${order}`).found).toMatchObject([{ label: 'Florist' }]);
  expect(findOrderIds(`\uFEFF${order}\n\uFEFF${order}`).found).toMatchObject([
    { label: 'Florist' },
  ]);
  const text = `\uFEFFuuid,label\n${id},Florist\n\uFEFFuuid,kind,label\n${otherId},Late,Baker`;
  expect(findOrderIds(text).found).toMatchObject([{ label: 'Florist' }, { label: 'Baker' }]);
});

test('what is not accepted as it stands is counted', () => {
  const rows = [`${id},completed,soon`, `${id},active,15:30`, `${otherId.slice(1)},x,x`, ',,,Lam'];
  const text = ['uuid,status,due,label', ...rows, `${idOf(1)},active,15:30,Lau`].join('\n');
  expect(pasteCounts(findOrderIds(text, 0))).toEqual({
    finished: 1,
    repeated: 1,
    rejected: 1,
    withoutUuid: 1,
    timesUnread: 1,
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
    ['inside a group with blanks behind it', '3f2b8c1e-94d7-4a  \n60-b1c5-0e7a62d9f418'],
    ['inside a group with closing marks behind', '(3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418).'],
    [
      'inside a group at the column where mail wraps',
      `${'Hello, this is about the order:'.padEnd(44)}3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418 and more`,
    ],
    ['and quoted without blanks', '>>3f2b8c1e-94d7-4a60-\n>>b1c5-0e7a62d9f418'],
    ['and quoted with many blanks', '>   >  3f2b8c1e-94d7-4a60-\n>   >  b1c5-0e7a62d9f418'],
    [
      'by a soft break beside hyphens of quoted-printable',
      '3f2b8c1e=2D94d7=\n=2D4a60=2Db1c5=2D0e7a62d9f418',
    ],
    ['by a soft break with a blank behind it', '3f2b8c1e-94d7-4a= \n60-b1c5-0e7a62d9f418'],
    ['behind a pair with an equals sign', 'code=7 3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418'],
  ])('%s', (_how, text) => {
    expect(idsIn(text)).toEqual([id]);
  });

  test('a break inside a group of a short line is not believed when words follow', () => {
    expect(idsIn('3f2b8c1e-94d7-4a\n60-b1c5-0e7a62d9f418 and more')).toEqual([]);
  });

  test('an address that ends in an equals sign is no soft break where another such sign begins no escape', () => {
    const address = `https://desk.example/orders/${otherId}?a=bus&number=`;
    expect(idsIn(`${address}\n${id}`)).toEqual([otherId, id]);
    expect(idsIn(`${address} \n${id}`)).toEqual([otherId, id]);
  });
});

describe('a line that is whole is not joined with the next', () => {
  test.each(['uuid=', 'code=', 'order =', 'ref_='])(
    'as %s, which names the uuid below it',
    (name) => {
      expect(idsIn(`${name}\n${id}`)).toEqual([id]);
    },
  );

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

  test.each([16_330, 16_350, 16_365, 16_370, 16_384, 16_400])(
    'a uuid that is wrapped behind %i characters is found, and what follows stands on its line',
    (length) => {
      const before = 'word '.repeat(4000).slice(0, length);
      const text = `${before}\n3f2b8c1e-94d7-4a60-\nb1c5-0e7a62d9f418 is late\n${otherId}`;
      expect(findOrderIds(text).found.map((order) => [order.id, order.line])).toEqual([
        [id, 2],
        [otherId, 4],
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

function labels(text: string) {
  return findOrderIds(text).found.map(({ label }) => label);
}

describe('a name above its uuid', () => {
  const [one, two] = [
    '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418',
    '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418',
  ];
  test.each([
    ['of one', `Peak Café, evening linen\n${one}`, ['Peak Café, evening linen']],
    [
      'of each',
      `Peak Café\n${one}\n\nTuen Mun hardware\n${two}`,
      ['Peak Café', 'Tuen Mun hardware'],
    ],
    ['before what announces the uuid', `山頂咖啡\nOrder ID: ${one}`, ['山頂咖啡']],
    [
      'with the time of its order',
      `Lee family 12:45\n${one}\n\nTable 4 13:00\n${two}`,
      ['Lee family 12:45', 'Table 4 13:00'],
    ],
    [
      'with a time amid its words',
      `王太 12:30 蛋糕\n${one}\n\nFlat B 12:30-13:00\n${two}`,
      ['王太 12:30 蛋糕', 'Flat B 12:30-13:00'],
    ],
    [
      'with a time in brackets',
      `Mrs Wong (before 18:30)\n${one}\n\nChan (18:00)\n${two}`,
      ['Mrs Wong (before 18:30)', 'Chan (18:00)'],
    ],
    ['with a time that is promised', `Mrs Wong by 6:30 pm\n${one}`, ['Mrs Wong by 6:30 pm']],
    ['of a message, without who wrote it', `[12:01] Joey: Peak Café\n${one}`, ['Peak Café']],
    ['in quoted mail', `> Peak Café\n> ${one}`, ['Peak Café']],
  ])('is offered: %s', (_name, text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  test.each([
    ['a heading of a list', `Orders of today\n${one}\n${two}`],
    ['a heading with a colon', `Please watch:\n${one}`],
    ['the end of a sentence', `Here is the order you asked for.\n${one}`],
    ['a line further up', `Peak Café\n\n${one}`],
    ['what stands below the uuid before it', `${one}\nPeak Café\n${two}\nTuen Mun`],
    ['a status', `completed\n${one}`],
    ['who wrote it, and when', `Joey Chan 12:01 PM\n${one}\nMei 12:02 PM\n${two}`],
  ])('is not: %s', (_name, text) => {
    expect(new Set(labels(text))).toEqual(new Set([null]));
  });

  test.each([
    '12:01 Joey',
    '(12:01) Joey',
    '[12:01:30 PM] Joey Chan',
    '12:01 PM',
    '下午12:01',
    'Joey Chan 12:01 PM',
    'Joey Chan, 12:01',
    'Joey Chan  12:01',
    'Joey Chan  [12:01 PM]',
    'Joey Chan, [28.11.2026 12:01]',
    '陳先生 下午 12:01',
  ])('is not who wrote a message and when, which takes no other name: %s', (sender) => {
    expect(labels(`${sender}\n${one}\n\nPeak Café\n${two}`)).toEqual([null, 'Peak Café']);
  });

  test('gives way to the words of its own line', () => {
    expect(labels(`Peak Café\n${one} Florist`)).toEqual(['Florist']);
  });
});
