import { describe, expect, test } from 'vitest';
import { findOrderIds } from '../../../../core/paste/find-order-ids.ts';
import { readHeader, readTable } from '../../../../core/paste/table.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const otherId = '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418';
const nowMs = new Date(2026, 10, 23, 14).getTime();
const half3 = { text: '15:30', atMs: new Date(2026, 10, 23, 15, 30).getTime() };

/** What the text says of its orders. */
function found(text: string) {
  return findOrderIds(text, nowMs).found;
}

function said(text: string) {
  return found(text).map(({ line: _line, looksFinished: _looksFinished, ...words }) => words);
}

const otherWords =
  'my uuid,uuids,my order id,order ids,舊訂單id,訂單id二,subgroup,groups,大分組,分組表,undue,dues,已承諾,承諾書';

test.each(otherWords.split(','))('%s names no column of ours', (word) => {
  expect(readHeader([word, 'label'])).toEqual({
    order: null,
    label: 1,
    group: null,
    promised: null,
  });
});

test('blanks around a cell in quotes are none of it', () => {
  const [order] = said(`uuid,label,group\n${id},  "Shop, one"  ,hotels\n`);
  expect(order).toMatchObject({ label: 'Shop, one', group: 'hotels' });
});

describe('the header of a table names its columns', () => {
  test.each([
    ['label', 'label'],
    ['Name', 'label'],
    ['TITLE', 'label'],
    ['reference', 'label'],
    ['ref', 'label'],
    ['customer', 'label'],
    ['customername', 'label'],
    ['customer name', 'label'],
    ['customer_name', 'label'],
    ['client', 'label'],
    ['order name', 'label'],
    ['orderno', 'label'],
    ['order-number', 'label'],
    ['order_ref', 'label'],
    ['description', 'label'],
    ['標籤', 'label'],
    ['客戶名稱', 'label'],
    ['訂單編號', 'label'],
    ['Group', 'group'],
    ['group_name', 'group'],
    ['team', 'group'],
    ['route', 'group'],
    ['群組', 'group'],
    ['路線', 'group'],
    ['Promised', 'promised'],
    ['promised time', 'promised'],
    ['promised_at', 'promised'],
    ['Deliver by', 'promised'],
    ['due', 'promised'],
    ['約定時間', 'promised'],
    ['承諾時間', 'promised'],
  ])('%s is that of the %s', (word, column) => {
    expect(readHeader(['uuid', word])).toEqual({
      order: 0,
      label: null,
      group: null,
      promised: null,
      [column]: 1,
    });
  });

  test.each(['filename', 'username', 'names of staff', 'reference code', 'customers', 'order'])(
    'but not by %s',
    (word) => {
      expect(readHeader(['uuid', word])).toBeNull();
    },
  );

  test.each([
    ['tabs', '\t'],
    ['semicolons', ';'],
    ['commas', ','],
    ['bars', '|'],
  ])('in any order, between %s', (_name, mark) => {
    const head = ['Promised', ' uuid ', 'Driver', '"Group"', 'Label'].join(mark);
    const row = ['15:30', id, 'Wong', 'Hotel', 'Florist'].join(mark);
    expect(said(`${head}\n${row}`)).toEqual([
      { id, label: 'Florist', group: 'Hotel', promised: half3 },
    ]);
  });

  test('in Chinese, behind a byte order mark', () => {
    expect(said(`\uFEFF約定時間,群組,標籤,uuid\r\n15:30,旅館,義順,${id}\r\n`)).toEqual([
      { id, label: '義順', group: '旅館', promised: half3 },
    ]);
  });

  test('and stands in the first line alone, which is not thousands of characters long', () => {
    expect(found(`uuid,status\nname,name\n${id},x`)).toMatchObject([{ label: 'x' }]);
    const long = `${'x,'.repeat(1000)}name`;
    expect(found(`${long}\n${id},Urgent,Florist`)).toMatchObject([{ label: 'Urgent' }]);
  });

  test('a row that lacks a cell says nothing of it', () => {
    expect(said(`uuid;label;group\n${id};;\n${otherId}`)).toEqual([
      { id, label: null },
      { id: otherId, label: null },
    ]);
  });

  test('a line below it that is no row is read as words', () => {
    expect(said(`uuid,label\nFlorist ${id}`)).toEqual([{ id, label: 'Florist' }]);
  });

  test('a label column gives its words, whatever other cells could be a name', () => {
    expect(said(`uuid;kind;name\n${id};Urgent;Wing Lok`)).toEqual([{ id, label: 'Wing Lok' }]);
    expect(said(`uuid;kind;name\n${id};Urgent`)).toEqual([{ id, label: null }]);
    expect(said(`name;kind\nFlorist ${id};HKD`)).toEqual([{ id, label: 'Florist' }]);
  });

  test('without a label column the first cell that is a name is the label', () => {
    expect(said(`uuid,group,status,who\n${id},Hotel,delivered,Florist`)).toEqual([
      { id, label: 'Florist', group: 'Hotel' },
    ]);
  });

  test('uuids of other columns than that of the orders are no orders', () => {
    const text = `order_id,customer_id,name\n${id},${otherId},Florist`;
    expect(found(text)).toMatchObject([{ id, label: 'Florist' }]);
    expect(found(text.replace('order_id', 'x'))).toHaveLength(2);
  });

  test('a promised time that cannot be read stays as it is written', () => {
    expect(said(`uuid,promised\n${id},23/11/2026 15:30`)).toEqual([
      { id, label: null, promised: { text: '23/11/2026 15:30', atMs: null } },
    ]);
  });

  test('a status that ends the order is noticed', () => {
    expect(found(`uuid,group,status\n${id},Hotel,已送達`)).toMatchObject([{ looksFinished: true }]);
  });
});

describe('cells in quotes (RFC 4180)', () => {
  test('may hold the delimiter, doubled quotes and line breaks', () => {
    const text = `uuid\tlabel\tgroup\n"${id}"\t"Flat 5\r\n""Lucky""\tHouse"\tHotel\n${otherId}\tBaker\t`;
    expect(found(text)).toMatchObject([
      { id, label: 'Flat 5 "Lucky" House', group: 'Hotel', line: 2 },
      { id: otherId, label: 'Baker', line: 4 },
    ]);
  });

  test('may hold line breaks without a header too', () => {
    expect(said(`"Flat 5\nHotel"\t${id}\n`)).toEqual([{ id, label: 'Flat 5 Hotel' }]);
  });

  test('that are never closed hide no later row', () => {
    expect(found(`uuid,label\n${id},"Florist\n${otherId},Baker`)).toMatchObject([
      { id, label: '"Florist' },
      { id: otherId, label: 'Baker' },
    ]);
  });

  test('of a formula or with control characters are harmless words', () => {
    const text = `uuid,label,group\n${id},"=HYPERLINK(""http://x.example"",""\u001b[31mPay"")",\u0000Ho\u0007tel`;
    expect(said(text)).toEqual([
      { id, label: '=HYPERLINK("http://x.example","[31mPay")', group: 'Hotel' },
    ]);
  });

  test('with phone numbers lose them', () => {
    expect(said(`uuid,label,group\n${id},Joe +852 5555 0123,+852 5555 0123`)).toEqual([
      { id, label: 'Joe' },
    ]);
  });
});

describe('without a header', () => {
  test('the column that holds nothing but times is the promised time', () => {
    expect(said(`15:30\t${id}\tFlorist\n\t${otherId}\tBaker`)).toEqual([
      { id, label: 'Florist', promised: half3 },
      { id: otherId, label: 'Baker' },
    ]);
  });

  test.each([
    ['with words in one of its cells', `15:30,${id},A shop\nsoon,${otherId},B shop`],
    ['beside another one', `15:30,16:30,${id},A shop`],
    ['of times that are over, as in a log', `2026-11-23T13:59:59,${id},A shop`],
    ['with seconds, as in a log', `15:30:12,${id},A shop`],
  ])('a column %s is none', (_name, text) => {
    expect(found(text).map(({ promised }) => promised)).not.toContainEqual(half3);
    expect(found(text)[0]?.promised).toBeUndefined();
  });

  test('words are no table', () => {
    expect(readTable(`Hi, please watch ${id} and, later, ${otherId}`, nowMs).next()).toEqual({
      done: true,
      value: null,
    });
  });
});

describe('a line', () => {
  test.each([
    ['with the time right behind the uuid', `${id} 15:30`, null],
    ['with a label before both', `Florist: ${id} 15:30`, 'Florist'],
  ])('%s gives the promised time', (_name, line, label) => {
    expect(said(`${line}\n`)).toEqual([{ id, label, promised: half3 }]);
  });

  test.each([
    ['a chat’s stamp before it', `15:30 Joe: ${id}`],
    ['words before the time', `${id} arrived 15:30`],
    ['a time with seconds', `${id} 15:30:12`],
    ['no time of a day', `${id} 25:30`],
  ])('with %s gives none', (_name, line) => {
    expect(found(line)[0]?.promised?.atMs ?? null).toBeNull();
  });

  test('gives none where nobody asks for times', () => {
    expect(findOrderIds(`${id} 15:30`).found[0]?.promised).toBeUndefined();
    expect(findOrderIds(`uuid,promised\n${id},15:30`).found[0]?.promised).toBeUndefined();
  });
});

test('JSON gives group and promised time beside the label', () => {
  const order = { uuid: id, label: 'Florist', group: 'Hotel', promised_at: '15:30' };
  expect(said(JSON.stringify([order]))).toEqual([
    { id, label: 'Florist', group: 'Hotel', promised: half3 },
  ]);
});
