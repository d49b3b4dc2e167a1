import { describe, expect, test } from 'vitest';
import { findOrderIds, pasteCounts } from '../../../../core/paste/find-order-ids.ts';
import {
  isFinishedWord,
  lineFacts,
  offeredGroup,
  offeredLabel,
} from '../../../../core/paste/line-facts.ts';
import type { PasteFacts } from '../../../../core/paste/line-facts.ts';
import { uuidsOf } from '../../../../core/paste/uuid-text.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const otherId = '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418';

/** What a line says about the uuids in it. */
function said(line: string): PasteFacts {
  const uuids = findOrderIds(line).found.map((found) => {
    const start = line.indexOf(found.id);
    return { id: found.id, start, end: start + found.id.length };
  });
  return lineFacts(line, uuids, null);
}

function labelOf(line: string): string | null {
  return said(line).label;
}

describe('a cell of a table', () => {
  test.each([
    ['keeps quotes inside its words', `${id},Florist "Lucky"`, 'Florist "Lucky"'],
    ['gives doubled quotes once', `"Florist ""Lucky"" shop",${id}`, 'Florist "Lucky" shop'],
    ['with the uuid in a file name is none', `order-${id}.pdf,Florist`, 'Florist'],
    ['with an address of the web is none', `${id},https://x.example/a,Florist`, 'Florist'],
    [
      'with words and an address is one',
      `${id},Shop https://x.example/a`,
      'Shop https://x.example/a',
    ],
    ['with a time is none', `${id},2025-11-21T09:00:00Z,Florist`, 'Florist'],
    ['with words and a time is one', `${id},Shop 2025-11-21T09:00`, 'Shop 2025-11-21T09:00'],
    ['with an e-mail address is none', `${id},joe@shop.example,Florist`, 'Florist'],
    [
      'with words before an e-mail address is one',
      `${id},Joe joe@shop.example`,
      'Joe joe@shop.example',
    ],
    [
      'with words behind an e-mail address is one',
      `${id},joe@shop.example Joe`,
      'joe@shop.example Joe',
    ],
    ['with a word that ends like one of machines is one', `${id},Madrid`, 'Madrid'],
    ['with a word that begins like one of machines is one', `${id},IKEA`, 'IKEA'],
    ['of quoted mail is given without the quoting', `> Florist\t${id}`, 'Florist'],
    ['of mail quoted twice is given without the quoting', `> > Florist\t${id}`, 'Florist'],
  ])('as a name: %s', (_name, line, label) => {
    expect(labelOf(line)).toBe(label);
  });
});

test.each([
  [`Bowen Rd party 7 -> ${id} pls`, 'Bowen Rd party 7'],
  [`張太 Central 1 ${id} please, tel 9123 4516`, '張太 Central 1'],
  [`${id} Dr Kwok ASAP pls!`, 'Dr Kwok'],
  [`${id} 張太, 唔該`, '張太'],
  [`${id} asap!`, null],
  [`${id} Thanks Bakery`, 'Thanks Bakery'],
])('what only asks or thanks behind a uuid names nothing: %s', (line, label) => {
  expect(labelOf(line)).toBe(label);
});

test.each([
  [`https://x.example/orders/${id}?driver_id=${otherId} Cafe Olive 3`, 'Cafe Olive 3'],
  [`Cafe Olive 3 https://x.example/orders/${id}?lang=en&driver_id=${otherId}`, 'Cafe Olive 3'],
  [`https://x.example/orders?order_id=${id}&order_id=${otherId} Cafe Olive 3`, null],
  [`${id} driver_id=${otherId} Cafe Olive 3`, null],
])('the uuid of a parameter makes no second order of a line: %s', (line, label) => {
  expect(lineFacts(line, uuidsOf(line), null).label).toBe(label);
});

test.each([
  ['*Wedding cake!!!* before noon', 'Wedding cake!!! before noon'],
  ['- *Chan* table 5:', 'Chan table 5'],
  ['_Lee_ and *Wong*', 'Lee and Wong'],
  ['snake_case_name', 'snake_case_name'],
  ['2 * 3 * 4 Lee', '2 * 3 * 4 Lee'],
  ['__init__', '__init__'],
])('what a chat shows bold or slanted is named without the marks: %s', (words, label) => {
  expect(labelOf(`${words} ${id}`)).toBe(label);
});

describe('words beside a uuid', () => {
  test.each([
    ['a number of a list', `1. Florist ${id}`, 'Florist'],
    ['a number of a long list', `12) Florist ${id}`, 'Florist'],
    ['an open box', `- [ ] Florist ${id}`, 'Florist'],
    ['an empty box', `- [] Florist ${id}`, 'Florist'],
    ['a ticked box', `-  [x] Florist ${id}`, 'Florist'],
    ['a ticked box and a number', `* [X] 1. Florist ${id}`, 'Florist'],
    ['a ticked box, blanks and a number', `* [x]  1. Florist ${id}`, 'Florist'],
    ['a ticked box behind the uuid', `${id} - [x] Florist`, 'Florist'],
    ['a ticked box and blanks behind the uuid', `${id} -  [x] Florist`, 'Florist'],
    ['a ticked box and a number behind the uuid', `${id} [x] 1. Florist`, 'Florist'],
    ['a ticked box, blanks and a number behind the uuid', `${id} [x]  1. Florist`, 'Florist'],
    ['several dashes', `-- Florist ${id}`, 'Florist'],
    ['a bracket that was opened before the uuid', `(${id} Florist)`, 'Florist'],
    ['a bracket behind a blank', `(${id} Florist )`, 'Florist'],
    ['HTML before it', `<td>Florist</td><td>${id}</td>`, 'Florist'],
    ['HTML behind it', `<td>${id}</td><td>Florist</td>`, 'Florist'],
    ['an announcement of the uuid', `Florist urn:uuid: ${id}`, 'Florist'],
    ['an announcement behind a colon', `Florist:order ${id}`, 'Florist'],
  ])('are offered without %s', (_name, line, label) => {
    expect(labelOf(line)).toBe(label);
  });

  test.each([
    ['brackets of their own', `${id} Florist (Central)`, 'Florist (Central)'],
    ['a bracket in their midst', `${id} Stop 2) Wing Lok`, 'Stop 2) Wing Lok'],
    ['an arrow in their midst', `Central > Wan Chai ${id}`, 'Central > Wan Chai'],
    ['an end like an announcement', `Florist Madrid ${id}`, 'Florist Madrid'],
    ['a last word that begins like one', `Florist Notebook ${id}`, 'Florist Notebook'],
  ])('keep %s', (_name, line, label) => {
    expect(labelOf(line)).toBe(label);
  });

  test.each([
    ['before the uuid', `Wing<br>Lok ${id}`],
    ['behind the uuid', `${id} Wing<br>Lok`],
  ])('stay apart where a line break of HTML parts them %s', (_name, line) => {
    expect(labelOf(line)).toBe('Wing Lok');
  });
});

test.each([
  [`[27/11/2026, 14:03:40] Mei 美玲: ${id}`, null],
  [`[27/11/2026, 14:03:40] Mei 美玲 +852 9123 4567: Florist, ${id}`, 'Florist'],
  [`\u200E[27/11/26, 2:03:40\u202FPM] Mei 美玲: ${id}`, null],
  [`27/11/2026, 14:03 - Mei 美玲: ${id}`, null],
  [`> 2026/11/27 下午2:03 - Mei 美玲: ${id}`, null],
  [`[12:01] Joey: ${id} Mr Wong, 2 bags`, 'Mr Wong, 2 bags'],
  [`[12:02] Mei: also ${id}`, null],
  [`[12:00, 27/11/2026] Kelly (Shop): 陳太 Flat 8B : ${id}`, '陳太 Flat 8B'],
  [`[12:02 pm, 11/27/2026] Mei: ${id}`, null],
  [`[上午12:02, 2026/11/27] Mei: ${id} Mr Wong`, 'Mr Wong'],
  [`[12:02 pm] Mei：${id}`, null],
])('when a message of a chat came, and who wrote it, is no part of the name: %s', (line, label) => {
  expect(labelOf(line)).toBe(label);
});

test('a date without who wrote behind it stays as it is', () => {
  expect(labelOf(`27/11/2026 Florist ${id}`)).toBe('27/11/2026 Florist');
});

describe('with words on both sides, those that a separator parts from the uuid are the name', () => {
  test.each([
    ['a comma behind it', `Please see ${id}, Florist`, 'Florist'],
    ['a dash behind it', `Morning ${id} - Florist`, 'Florist'],
    ['brackets and a comma behind it', `Morning (${id}), Florist`, 'Florist'],
    ['two blanks behind it', `Morning ${id}  Florist`, 'Florist'],
    ['a colon before it', `Florist: ${id} tomorrow`, 'Florist'],
    ['a colon before its bracket', `Florist: (${id}) tomorrow`, 'Florist'],
    ['two blanks before it', `Florist  ${id} tomorrow`, 'Florist'],
    ['a comma inside the words behind it', `Please see ${id} because Wong, Co`, null],
    ['a comma inside the words before it', `Wong, Co ${id} tomorrow`, null],
    ['two blanks inside the words before it', `Wong  Co ${id} tomorrow`, null],
    ['a link to something else', `See [our map](https://a.example) ${id} has not moved`, null],
  ])('%s', (_name, line, label) => {
    expect(labelOf(line)).toBe(label);
  });

  test('calls to make on both sides are no name', () => {
    expect(labelOf(`call 5555 0123 ${id} tel 5555 0124`)).toBeNull();
  });
});

describe('what programs wrote', () => {
  test.each([
    `2026-11-27 10:00 INFO {"uuid":"${id}","label":"Lam"}`,
    `"uuid": "${id}", "name": "Lam",`,
    `{'uuid': '${id}', 'name': 'Lam'}`,
    `array('uuid' => '${id}', 'label' => 'Lam')`,
    `{:uuid=>"${id}", :label=>"Lam"}`,
    `{"id":"${id.replaceAll('-', '\\055')}"}`,
    `s:4:"uuid";s:36:"${id}";`,
    `${id} Lam\\par`,
    `M\\'fcller ${id}`,
    `<a href="https://desk.example/orders/${id}">`,
    `<input value="${id}">`,
  ])('%s gives no label with its marks', (line) => {
    expect(labelOf(line)).toBeNull();
  });

  test.each([
    String.raw`Lam \x41`,
    String.raw`Lam \055`,
    String.raw`Lam \155 x`,
    String.raw`Lam \u{41}`,
    String.raw`Lam \u0041`,
    String.raw`Lam \pard x`,
    'Lam %41',
    'Lam %2541',
    'Lam &#38',
    'Lam &quot x',
    'Lam &amp',
    'Lam "a" : b',
    `Lam 'a'=> b`,
    `a ='b c`,
    'a => "b c',
    'Lam s:12345:"x',
    'Lam a:1:{x',
  ])('%s has a mark of a program and is no label', (words) => {
    expect(labelOf(`${id} ${words}`)).toBeNull();
  });

  test.each([
    String.raw`Lam \x4 gate`,
    String.raw`Lam \12 gate`,
    String.raw`Lam \912`,
    String.raw`Lam \parish`,
    String.raw`M\'f gate`,
    'Lam 5%a off',
    'Lam &amplifier',
    'Lam s:123456:"x',
    'Lam A:12 x',
    'Lam = Wong',
    `Lam 'a' b`,
  ])('%s has none and is one', (words) => {
    expect(labelOf(`${id} ${words}`)).toBe(words);
  });

  test('a label is taken out of its quotes and brackets', () => {
    expect(labelOf(`INSERT INTO orders VALUES ('${id}','Lam');`)).toBe('Lam');
    expect(labelOf(`${id} Flat A:12 Lam`)).toBe('Flat A:12 Lam');
  });

  test('a name of the uuid before it is no part of the label', () => {
    expect(labelOf(`Lam order_uuid ${id}`)).toBe('Lam');
  });

  test.each([`UID:${id}`, `Subject: Order ${id}`])('%s is no more than the uuid', (line) => {
    expect(labelOf(line)).toBeNull();
  });

  test.each([
    `order=${id} completed=false`,
    `{"uuid":"${id}","late":true,"cancelled":null`,
    `{'uuid': '${id}', 'done': False}`,
    `{:id=>"${id}", "delivered" => nil}`,
  ])('%s does not say that the order is over', (line) => {
    expect(said(line).looksFinished).toBe(false);
  });

  test.each([
    `order=${id} status=completed`,
    `Completed: ${id}`,
    `id=${id} paid=0, delivered`,
    `id=${id}, delivered, paid=0`,
  ])('%s says that the order is over', (line) => {
    expect(said(line).looksFinished).toBe(true);
  });
});

describe('a word that joins uuids', () => {
  test.each([
    ['and', 'in English'],
    ['or', 'in English'],
    ['as well as', 'in English'],
    ['And also', 'in English'],
    ['und', 'in German'],
    ['et', 'in French'],
    ['y', 'in Spanish'],
    ['和', 'in Chinese'],
    ['及', 'in Chinese'],
    ['以及、', 'in Chinese'],
  ])('%s (%s) is no label, before the uuid or behind it', (word) => {
    for (const line of [
      `${id} ${word}`,
      `${word} ${id}.`,
      `${id}, ${word}`,
      `> - ${id}; ${word}`,
    ]) {
      expect(labelOf(line)).toBeNull();
    }
    expect(labelOf(`Florist ${id} ${word}`)).toBe('Florist');
    expect(labelOf(`${word} ${id} Florist`)).toBe('Florist');
    expect(labelOf(`${word} Florist ${id}, Central`)).not.toBe(word);
  });

  test('is one where it is a part of a name', () => {
    expect(labelOf(`${id} Salt and Pepper`)).toBe('Salt and Pepper');
    expect(labelOf(`And Sons ${id}`)).toBe('And Sons');
    expect(labelOf(`和記 ${id}`)).toBe('和記');
  });

  test('is one where a column of labels has it', () => {
    expect(findOrderIds(`uuid,label\n${id},And`).found).toMatchObject([{ label: 'And' }]);
  });
});

describe('a message of a chat', () => {
  test.each([
    ['[27/11/2026, 15:30:12] Chan: ', ' Lam', 'Lam'],
    ['\u200E[27.11.26, 3:30:12 PM] Chan: ', '', null],
    ['27/11/2026, 15:30 - Chan Tai: ', ' Lam', 'Lam'],
    ['11/27/26, 3:30\u202Fpm - +852 5555 0123: Lam, ', '', 'Lam'],
    ['2026/11/27 下午3:30 - 陳先生: ', ' 林小姐', '林小姐'],
    ['2026年11月27日 上午 9:05 - 陳: ', ' 林小姐', '林小姐'],
    ['[14:05] Chan: ', ' Lam', 'Lam'],
    ['[下午 2:05:06] 陳：', '林小姐', '林小姐'],
    ['[2:05\u202Fp.m.] Chan: ', ' Lam', 'Lam'],
    ['27.11.26, 2:05pm - Chan: ', ' Lam', 'Lam'],
    ['27-11-26 14:05:06 Chan:', ' Lam', 'Lam'],
    ['27/11/2026, 14:05 - ', ' Lam', 'Lam'],
    ['12:01 Joey: ', ' Lam', 'Lam'],
    ['下午12:01\tJoey\t', ' Lam', 'Lam'],
    ['Joey (12:01): ', ' Lam', 'Lam'],
    ['(下午 12:01) 陳先生：', '林小姐', '林小姐'],
    ['12:01 pm, Joey: ', ' Lam', 'Lam'],
    ['12:01 Joey: (', ') Lam', 'Lam'],
    ['Joey Chan: ', ' tomorrow', 'Joey Chan'],
  ])('%j gives its words, and neither its time nor who wrote', (before, behind, label) => {
    expect(labelOf(`${before}${id}${behind}`)).toBe(label);
  });
});

test.each([
  ['Cake 12:30 - ', ' paid', 'Cake 12:30'],
  ['12:30 cake - ', ' paid', '12:30 cake'],
  ['12:30 cake ', ' paid', null],
  ['Mrs Wong deliver 14:00: ', ' (cash)', 'Mrs Wong deliver 14:00'],
  ['Lunch 12:30: ', ' Ho Man Tin', 'Lunch 12:30'],
  ['Lunch 12:30 set: ', ' Ho Man Tin', 'Lunch 12:30 set'],
  ['12:30-13:00 Wong: ', ' cash', '12:30-13:00 Wong'],
  ['Joey (12:01) - ', ' Lam', 'Joey (12:01)'],
])('a name before the uuid stays one with the time of its order: %j', (before, behind, label) => {
  expect(labelOf(`${before}${id}${behind}`)).toBe(label);
});

describe('the limits of what is read', () => {
  test('a line of 2,000 characters is read, a longer one says nothing', () => {
    expect(labelOf(`Florist ${id}`.padEnd(2000))).toBe('Florist');
    expect(labelOf(`Florist ${id}`.padEnd(2001))).toBeNull();
  });

  test('a group has at most 80 characters, and no blank at its end', () => {
    const hands = '👍'.repeat(39);
    expect(offeredGroup(`${hands}a bcd`)).toBe(`${hands}a`);
    expect(offeredGroup('👍'.repeat(80))).toBe('👍'.repeat(40));
  });

  test('a label has at most 120 characters', () => {
    expect(offeredLabel('a'.repeat(120))).toBe('a'.repeat(120));
    expect(offeredLabel('a'.repeat(121))).toBeNull();
  });

  test('a line with two orders says of neither that it is over', () => {
    expect(said(`${id}, ${otherId}, completed`)).toEqual({ label: null, looksFinished: false });
  });

  test('a Chinese status counts with blanks around it', () => {
    expect(isFinishedWord(' 已完成 ')).toBe(true);
    expect(said(`義順, ${id}, 已取消`)).toEqual({ label: '義順', looksFinished: true });
  });
});

test('a column of a spreadsheet without a header that is not used is named, and no other is', () => {
  expect(said(`${id}\tMr Wong\tHotels`)).toMatchObject({
    label: 'Mr Wong',
    spare: { column: 3, text: 'Hotels' },
  });
  expect(said(`${id}\tMr Wong\tcompleted`).spare).toBeUndefined();
  expect(said(`${id}\tMr Wong\t12.50`).spare).toBeUndefined();
  expect(said(`${id}, Mr Wong, Hotels`).spare).toBeUndefined();
  expect(said(`${id}\tMr Wong\t#12`).spare).toBeUndefined();
  expect(said(`${id}\tMr Wong\t Mr Wong `).spare).toBeUndefined();
});

test('such a column is named also beside one of times', () => {
  const pasted = `Mr Wong\t${id}\tHotels\t15:30\nMs Lee\t${otherId}\tShops\t16:00`;
  expect(findOrderIds(pasted, at(12, 0)).found).toMatchObject([
    { label: 'Mr Wong', spare: { column: 3, text: 'Hotels' }, promised: { atMs: at(15, 30) } },
    { label: 'Ms Lee', spare: { column: 3, text: 'Shops' }, promised: { atMs: at(16, 0) } },
  ]);
});

/** A time of the day of these tests. */
function at(hour: number, minute: number): number {
  return new Date(2026, 10, 28, hour, minute).getTime();
}

describe('a time that words promise', () => {
  const nowMs = at(0, 20);
  const facts = (line: string) => findOrderIds(line, nowMs).found[0];

  test.each([
    ['before it, in the label', `Peak Café before 00:42 ${id}`, 'Peak Café', at(0, 42)],
    ['behind it', `${id} Peak Café, before 00:42`, 'Peak Café', at(0, 42)],
    ['in brackets', `Peak Café (by 1:30 am) - ${id}`, 'Peak Café', at(1, 30)],
    ['in a cell', `${id},Peak Café,due 09:15`, 'Peak Café', at(9, 15)],
    ['in Chinese', `山頂咖啡 00:42 前送到 ${id}`, '山頂咖啡', at(0, 42)],
    ['of this day', `Peak Café ${id} by 9:45pm tonight`, 'Peak Café', at(21, 45)],
    ['of this day, behind a uuid alone', `${id} by 9:45pm tonight`, null, at(21, 45)],
    ['of this day in Chinese', `山頂咖啡 ${id} 今晚 21:45 前`, '山頂咖啡', at(21, 45)],
    ['with words of its own', `Peak Café ${id} by 9:45pm or so`, 'Peak Café', at(21, 45)],
    ['before a name', `Please see ${id} by 9:45pm, Peak Café`, 'Peak Café', at(21, 45)],
    ['among words on both sides', `Please see ${id} it is due by 9:45pm`, null, at(21, 45)],
  ])('is offered as the promise: %s', (_name, line, label, atMs) => {
    expect(facts(line)).toMatchObject({ label, promised: { atMs } });
  });

  test.each([
    ['is over', `Peak Café before 00:10 ${id}`],
    ['is one of two', `Peak Café after lunch, before 01:10, by 02:10 ${id}`],
    ['has no such word', `Peak Café at 00:42 ${id}`],
    ['belongs to another word', `Standby 00:42 ${id}`],
  ])('stays in the label where it %s', (_name, line) => {
    expect(facts(line)).not.toHaveProperty('promised');
    expect(facts(line)?.label).toMatch(/\d{2}:\d{2}/);
  });
});

test.each([
  `Bakery ${id} by 9:45pm tomorrow`,
  `Bakery 明天 21:45 前送到 ${id}`,
  `Bakery before 9:45 on Friday ${id}`,
])(
  'a time of another day is counted as not read, and is not taken for one of today: %s',
  (line) => {
    const findings = findOrderIds(line, at(14, 0));
    expect(findings.found).toMatchObject([{ promised: { atMs: null } }]);
    expect(pasteCounts(findings).timesUnread).toBe(1);
  },
);

test('the name of a day alone may be a part of a name', () => {
  const [order] = findOrderIds(`Sunday Market ${id} by 9:45pm`, at(14, 0)).found;
  expect(order).toMatchObject({ label: 'Sunday Market', promised: { atMs: at(21, 45) } });
});

test.each([
  [`Bakery ${id}, 21:30`, 'Bakery'],
  [`Flat 5, Tower 2 ${id}, 21:30`, 'Flat 5, Tower 2'],
  [`餅店 ${id}，21:30`, '餅店'],
])('a time at the end of a line, behind a comma and the uuid, is promised: %s', (line, label) => {
  expect(findOrderIds(line, at(14, 0)).found).toMatchObject([
    { label, promised: { text: '21:30', atMs: at(21, 30) } },
  ]);
  expect(findOrderIds(line, at(22, 0)).found[0]).not.toHaveProperty('promised');
});

test.each([
  [`Peak Café → ${id}`, 'Peak Café'],
  [`Peak Café -> ${id}`, 'Peak Café'],
  [`${id} → Peak Café →`, 'Peak Café'],
  [`${id} Central → Wan Chai`, 'Central → Wan Chai'],
  [`${id},→ Peak Café,x`, 'Peak Café'],
])('an arrow at an end of a label is no part of it: %s', (line, label) => {
  expect(labelOf(line)).toBe(label);
});
