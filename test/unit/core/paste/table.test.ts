import { describe, expect, test } from 'vitest';
import { findOrderIds, pasteCounts } from '../../../../core/paste/find-order-ids.ts';
import { readTable } from '../../../../core/paste/table.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const otherId = '7d20f6ae-94d7-4a60-b1c5-0e7a62d9f418';
const thirdId = 'b84e6f10-2d9c-4c35-8f61-a0e97d3b5c42';
const nowMs = new Date(2026, 10, 23, 14).getTime();
const half3 = { text: '15:30', atMs: new Date(2026, 10, 23, 15, 30).getTime() };

/** What the text says of its orders. */
function found(text: string) {
  return findOrderIds(text, nowMs).found;
}

function said(text: string) {
  return found(text).map(({ line: _line, looksFinished: _looksFinished, ...words }) => words);
}

/** What looks like a uuid and is none: line, text and reason. */
function rejected(text: string) {
  return findOrderIds(text, nowMs).rejected.map(({ line, reason, text: what }) => [
    line,
    what,
    reason,
  ]);
}

/** A field that a column of this name gives, in a row where it says "15:30". */
function fieldOf(name: string): string | undefined {
  const [order] = said(`uuid,${name},who\n${id},15:30 x,Baker`);
  if (order?.label === '15:30 x') return 'label';
  return order?.group === undefined ? order?.promised && 'promised' : 'group';
}

const otherWords =
  'subgroup,groups,大分組,分組表,undue,dues,已承諾,承諾書,filename,username,names of staff,reference code,customers';

test.each(otherWords.split(','))('%s names no column of ours', (word) => {
  expect(found(`uuid,${word},label\n${id},15:30,Florist`)).toEqual([
    { id, line: 2, label: 'Florist', looksFinished: false },
  ]);
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
    ['eta', 'promised'],
    ['Promised time (HKT)', 'promised'],
    ['订单编号', 'label'],
    ['客户', 'label'],
    ['团队', 'group'],
    ['送达时间', 'promised'],
  ])('%s is that of the %s', (word, column) => {
    expect(fieldOf(word)).toBe(column);
  });

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

  test.each([
    ['a title', 'Deliveries, 23 Nov\n'],
    ['a title of one cell and an empty line', 'Deliveries\n\n'],
    ['a line that says the mark', 'sep=,\n'],
    ['such a line in quotes behind a byte order mark', '\uFEFF"sep=,"\r\n'],
    ['a word that names a column alone', 'Group,\n'],
    ['a title of nearly as many characters as a header may have', `${'x'.repeat(1990)},y\n`],
  ])('and may stand below %s', (_what, above) => {
    expect(found(`${above}uuid,kind,label\n${id},Urgent,Florist`)).toMatchObject([
      { label: 'Florist' },
    ]);
  });

  test('among the first twenty lines where it has one name, and is not thousands of characters long', () => {
    const table = `who,kind,label\n${id},Urgent,Florist`;
    expect(found(`${'note,x\n'.repeat(19)}${table}`)).toMatchObject([{ label: 'Florist' }]);
    expect(found(`${'note,x\n'.repeat(20)}${table}`)).toMatchObject([{ label: 'Urgent' }]);
    const long = `${'x,'.repeat(150)}${'y'.repeat(1701)},name`;
    expect(found(`${long}\n${id},Urgent,Florist`)).toMatchObject([{ label: 'Urgent' }]);
  });

  test.each([
    ['tabs', '\t'],
    ['commas', ','],
  ])('between %s, however many lines with commas stand around its rows', (_name, mark) => {
    const lines = (words: string, many: number, first: number): string[] =>
      Array.from({ length: many }, (_, at) => `${words} ${at}, ${first + at}${id.slice(3)}`);
    const rows = [
      [id, 'Florist', 'Hotel', '15:30'],
      [otherId, 'Baker', 'Hotel', '25:70'],
      ['Clinic', 'pending'],
      [thirdId, 'Clinic', 'Hotel', '03/04/2026 15:30'],
    ];
    const table = [['uuid', 'label', 'group', 'promised time'], ...rows].map((row) =>
      row.join(mark),
    );
    for (const [above, below] of [
      [0, 3],
      [0, 12],
      [70, 30],
    ] as const) {
      const text = [
        ...lines('Stop', above, 100),
        ...table,
        ...lines('Run', below, 500),
        'Thanks, all, Joe, Mei',
      ];
      const findings = findOrderIds(text.join('\n'), nowMs);
      expect(findings.found.slice(above, above + 3)).toMatchObject([
        { id, label: 'Florist', group: 'Hotel', promised: half3 },
        { label: 'Baker', group: 'Hotel', promised: { text: '25:70', atMs: null } },
        { label: 'Clinic', group: 'Hotel', promised: { text: '03/04/2026 15:30', atMs: null } },
      ]);
      expect(findings.found.slice(above + 3).map(({ label }) => label)).toEqual(
        Array.from({ length: below }, (_, at) => `Run ${at}`),
      );
      expect(findings.rejected).toEqual([]);
      expect(pasteCounts(findings).timesUnread).toBe(2);
    }
  });

  test('below any number of lines without a uuid, where it has several names', () => {
    const chat = 'Hi all, please\n'.repeat(60);
    expect(found(`${chat}uuid,kind,label\n${id},Urgent,Florist`)).toMatchObject([
      { label: 'Florist' },
    ]);
  });

  test('and those of a row whose last cells are left out, but not of a shorter line with its uuid elsewhere', () => {
    const header = 'uuid,customer uuid,label,group';
    const text = `${header}\n${id},,Florist,North\n${thirdId}\n,${otherId}\nRun 1,x,${thirdId}`;
    expect(said(text)).toEqual([
      { id, label: 'Florist', group: 'North' },
      { id: thirdId, label: 'Run 1' },
    ]);
  });

  test('for its own rows: a second one begins another table', () => {
    const text = `uuid,kind,label\n${id},Urgent,Florist\nlabel,kind,uuid\nBaker,Urgent,${otherId}`;
    expect(said(text)).toEqual([
      { id, label: 'Florist' },
      { id: otherId, label: 'Baker' },
    ]);
  });

  test('for its own rows: a second one with more names says nothing of the rows above it', () => {
    const text = `uuid,kind,label\n${id},Urgent,Florist\nuuid,label,kind,group\n${otherId},Baker,Late,North`;
    expect(said(text)).toEqual([
      { id, label: 'Florist' },
      { id: otherId, label: 'Baker', group: 'North' },
    ]);
  });

  test('and one word that names a column begins no other table, with a cell beside it or alone', () => {
    const text = `uuid,kind,label\n${id},Urgent,Florist\nTeam,B\n${otherId},Late,Baker`;
    expect(said(text).map(({ label }) => label)).toEqual(['Florist', 'Baker']);
    expect(said(`Name\n${id},Florist\n"x\ny",${otherId}`)[0]?.label).toBe('Florist');
  });

  test('and says nothing of rows above it that have none', () => {
    const text = `a|b,${id},Lam\nuuid,kind,label\n${otherId},Late,"two\nlines"\n${thirdId},15:30,x`;
    expect(said(text).map(({ label }) => label)).toEqual(['a', 'two lines', 'x']);
  });

  test('the uuid of another thing in the cell of an order’s is no second order of the row', () => {
    const link = `https://desk.example/orders/${id}?user=${otherId}`;
    expect(said(`kind,name,link\nUrgent,Lam,${link}`)).toEqual([{ id, label: 'Lam' }]);
  });

  test('the uuid of another column is none of an order, also where no row says which of two the order’s is', () => {
    const text = `uuid,customer uuid\n${id} ${otherId},${thirdId}`;
    expect(found(text).map((order) => order.id)).toEqual([id, otherId]);
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

  test('of several label columns the first that is filled in the row gives the label', () => {
    const rows = `Cake,${id},Lam\n,${otherId},Wong\n,${thirdId},`;
    expect(said(`label,uuid,customer\n${rows}`)).toEqual([
      { id, label: 'Cake' },
      { id: otherId, label: 'Wong' },
      { id: thirdId, label: null },
    ]);
  });

  test('without a label column the first cell that is a name is the label', () => {
    expect(said(`订单编号,who\n${id},Florist`)).toEqual([{ id, label: 'Florist' }]);
    expect(said(`uuid,order id,who\n${id},${id},Florist`)).toEqual([{ id, label: 'Florist' }]);
    for (const name of ['payment status', 'paymentStatus', '付款狀態']) {
      expect(said(`uuid,${name},who\n${id},paid,Florist`)).toEqual([{ id, label: 'Florist' }]);
    }
    expect(said(`uuid,estate,who\n${id},Whampoa,Florist`)).toEqual([{ id, label: 'Whampoa' }]);
    expect(said(`uuid,group,status,who\n${id},Hotel,delivered,Florist`)).toEqual([
      { id, label: 'Florist', group: 'Hotel' },
    ]);
  });

  test.each([
    ['order_id,customer_id,name', `${id},${otherId},Florist`],
    ['Order ID,Delivery UUID,name', `${otherId},${id},Florist`],
    ['Company UUID,Order ID,name', `${otherId},${id},Florist`],
    ['Driver UUID,Job GUID,name', `${otherId},${id},Florist`],
    ['id,order uuid,name', `${otherId},${id},Florist`],
    ['uuid,name,link', `${id},Florist,https://x.example/a?driver=${otherId}`],
    ['order number,uuid,name', `SO-17,${id},Florist`],
  ])('below %s the uuid of the order is that of the best name', (header, row) => {
    expect(found(`${header}\n${row}`)).toMatchObject([{ id }]);
  });

  test('where no name tells which of two uuids is the order’s, both are offered', () => {
    expect(found(`x,customer_id,name\n${id},${otherId},Florist`)).toHaveLength(2);
  });

  test('no other uuid takes the place of one that is cut, but that of a column next best does where it is empty', () => {
    const header = 'order uuid,order id,company uuid';
    const cut = findOrderIds(`${header}\n${id},,\n${otherId.slice(1)},${thirdId},${otherId}`);
    expect(cut.found.map((order) => order.id)).toEqual([id]);
    expect(cut.rejected.map(({ reason }) => reason)).toEqual(['wrongLength']);
    expect(found(`${header}\n${id},,\n,${otherId},`).map((order) => order.id)).toEqual([
      id,
      otherId,
    ]);
  });

  test('a column of the name of a label that holds the uuids gives none', () => {
    expect(said(`订单编号,客户,团队\n${id},林小姐,北区`)).toEqual([
      { id, label: '林小姐', group: '北区' },
    ]);
  });

  test('the zone in the name of the promised time counts', () => {
    const atMs = Date.UTC(2026, 10, 23, 15, 30);
    expect(said(`uuid,ETA (UTC)\n${id},2026-11-23 15:30`)).toMatchObject([{ promised: { atMs } }]);
  });

  test.each([
    ['a column', (key: string) => `uuid,${key}\n${id},%1\n${otherId},%2\n${thirdId},%3`],
    [
      'a key',
      (key: string) =>
        JSON.stringify([id, otherId, thirdId].map((uuid, at) => ({ uuid, [key]: `%${at + 1}` }))),
    ],
  ])('times of %s with a zone that is not known are not read, and counted', (_what, textOf) => {
    const text = textOf('Promised time (EST)')
      .replace('%1', '15:30')
      .replace('%2', '2026-11-24 15:30')
      .replace('%3', '2026-11-24 15:30 HKT');
    expect(said(text).map(({ promised }) => promised)).toEqual([
      { text: '15:30', atMs: null },
      { text: '2026-11-24 15:30', atMs: null },
      { text: '2026-11-24 15:30 HKT', atMs: Date.parse('2026-11-24T07:30Z') },
    ]);
    expect(pasteCounts(findOrderIds(text, nowMs)).timesUnread).toBe(2);
  });

  test('the zone in the key of the promised time counts', () => {
    const atMs = Date.UTC(2026, 10, 23, 15, 30);
    const order = { uuid: id, 'ETA (UTC)': '2026-11-23 15:30' };
    expect(said(JSON.stringify(order))).toMatchObject([{ promised: { atMs } }]);
  });

  test.each([
    ['payment status', false],
    ['paid', false],
    ['Status', true],
    ['order status', true],
    ['Delivery status', true],
    ['state', true],
    ['訂單狀態', true],
    ['配送状态', true],
  ])('a finished word below %s says that the order is over: %s', (name, looksFinished) => {
    expect(found(`uuid,${name},label\n${id},completed,Lam`)).toMatchObject([{ looksFinished }]);
  });

  test('of several statuses that of the delivery counts', () => {
    const text = `uuid,status,delivery status\n${id},completed,active\n${otherId},active,delivered`;
    expect(found(text)).toMatchObject([{ looksFinished: false }, { looksFinished: true }]);
  });

  test('a promised time that cannot be read stays as it is written', () => {
    expect(said(`uuid,promised\n${id},03/11/2026 15:30`)).toEqual([
      { id, label: null, promised: { text: '03/11/2026 15:30', atMs: null } },
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

  test('may have quotes behind backslashes', () => {
    expect(
      said(`uuid,label,group\n${id},"Lam \\"Lucky\\", shop",Hotel\n${otherId},"C:\\",Hotel`),
    ).toEqual([
      { id, label: 'Lam "Lucky", shop', group: 'Hotel' },
      { id: otherId, label: 'C:\\', group: 'Hotel' },
    ]);
  });

  test.each([
    [
      'semicolons, with commas in every row',
      `uuid;label;price\n${id};Lam;12,50\n${otherId};Wong;8,00`,
    ],
    [
      'tabs, with commas in every row',
      `uuid\tlabel\tplace\n${id}\tLam\t1, A Street\n${otherId}\tWong\t2, B Street`,
    ],
    ['bars, below a title with commas', `Today, Monday\nuuid|label\n${id}|Lam\n${otherId}|Wong`],
    [
      'commas, with every cell in quotes',
      `"uuid","label","x"\n"${id}","Lam","a;b|c"\n"${otherId}","Wong","d;e|f"`,
    ],
    ['Chinese commas', `uuid，客戶\n${id}，Lam\n${otherId}，Wong`],
    ['carets', `uuid^label\n${id}^Lam\n${otherId}^Wong`],
  ])('are parted by the mark that gives equal rows: %s', (_name, text) => {
    expect(said(text)).toEqual([
      { id, label: 'Lam' },
      { id: otherId, label: 'Wong' },
    ]);
  });

  test.each([
    ['sep=,\n', 'Lam'],
    ['\n sep=, \n', 'Lam'],
    ['"sep=,"\r\n', 'Lam'],
    ['SEP=,\r', 'Lam'],
    ['', '1,Lam'],
    ['sep=x\n', '1,Lam'],
    ['sep=, or so\n', '1,Lam'],
    ['note sep=,\n', '1,Lam'],
  ])('are parted as a first line %j says', (above, label) => {
    const text = `${above}uuid;x,label\n${id};1,Lam\n${otherId};1,Lam`;
    expect(said(text).map((order) => order.label)).toEqual([label, label]);
  });

  test('are parted as the first fifty lines tell, of which one without the mark tells nothing', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `${at + 10}${id.slice(2)};Lam;8,00`);
    const below = 'notes, more notes\n'.repeat(300);
    expect(said(`uuid;label;price\n${rows.join('\n')}\n${below}`)[0]?.label).toBe('Lam');
    const words = 'notes of today\n'.repeat(40);
    expect(said(`uuid;kind;label\n${id};x, y;Lam\n${words}`)[0]?.label).toBe('Lam');
  });

  test('are parted by the mark beside the uuid where two give equal rows', () => {
    const text = `a|b,${id},Lam\nc|d,${otherId},Wong\n"x\ny",${thirdId}`;
    expect(said(text).map(({ label }) => label)).toEqual(['a|b', 'c|d', 'x y']);
  });

  test('of two orders in one row say nothing of either', () => {
    expect(said(`uuid,label\n${id} ${otherId},Lam`)).toEqual([
      { id, label: null },
      { id: otherId, label: null },
    ]);
  });

  test('of a row with a finished word say so without a header, whatever cell has it', () => {
    expect(found(`"x\ny",completed,${id}`)).toMatchObject([{ looksFinished: true }]);
    expect(found(`"x\ny",active,${id}`)).toMatchObject([{ looksFinished: false }]);
  });

  test('without a header are those of rows with one uuid that stands alone in its cell', () => {
    const text = `"x\ny",${id}\nLam,see ${otherId}\nWong,${thirdId},${thirdId}`;
    expect(said(text).map(({ label }) => label)).toEqual(['x y', 'Lam,see', 'Wong']);
  });

  test('of a column that is empty give way to those of one that is not', () => {
    const header = 'uuid,promised,team,delivery status,eta,route,status';
    expect(found(`${header}\n${id},,,,15:30,North,completed`)).toMatchObject([
      { promised: half3, group: 'North', looksFinished: true },
    ]);
  });

  test('of a label’s column with uuids and words are labels without the uuids', () => {
    expect(said(`name,kind\n${id},x\nFlorist ${otherId},x`)).toEqual([
      { id, label: null },
      { id: otherId, label: 'Florist' },
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
    ['below words in another of its cells', `soon,${otherId},B shop\n15:30,${id},A shop`],
    ['beside another one', `15:30,16:30,${id},A shop`],
    ['beside another one, behind the uuid', `${id},15:30,16:30,A shop`],
    ['of times that are over, as in a log', `2026-11-23T13:59,${id},A shop`],
    ['of times of day that are over, as in a log', `13:59,${id},A shop`],
    ['of times before who wrote what, as in a chat', `15:30,A shop,${id}`],
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
    ['with blanks before the time', `${id} \t  15:30 `, null],
  ])('%s gives the promised time', (_name, line, label) => {
    expect(said(`${line}\n`)).toEqual([{ id, label, promised: half3 }]);
  });

  test.each(['3:30 pm', '3:30 p.m.', '下午3:30', '下午 3\uFF1A30', '2026-11-23 15:30'])(
    'with %s right behind the uuid gives it as a cell does, and not as a label',
    (time) => {
      const promised = { atMs: half3.atMs };
      expect(said(`[23/11/2026 下午2:05:11] 陳: ${id} ${time}`)).toMatchObject([
        { id, label: null, promised },
      ]);
    },
  );

  test.each([
    ['a chat’s stamp before it', `15:30 Joe: ${id}`],
    ['words before the time', `${id} arrived 15:30`],
    ['a time with seconds', `${id} 15:30:12`],
    ['a time that is over', `${id} 13:30`],
    ['the time of this moment', `${id} 14:00`],
    ['words far behind the time', `${id} 15:30${' '.repeat(34)}x`],
    ['no time of a day', `${id} 25:30`],
  ])('with %s gives none', (_name, line) => {
    expect(found(line)[0]?.promised?.atMs ?? null).toBeNull();
  });

  test('gives none where times are not asked for', () => {
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

describe('a row with another number in place of a uuid is said', () => {
  test.each(['HK-22110098', '#10023', '88120045'])('%s', (number) => {
    const text = `Order ID,Customer\n${number},Baker\n${id},Florist\n"${number}","Two\nlines"\n${otherId},Clinic\n${number},Baker`;
    expect(rejected(text)).toEqual([2, 4, 7].map((line) => [line, number, 'orderNumber']));
  });

  test('once, and with what is wrong with it', () => {
    const cut = otherId.slice(0, -1);
    expect(rejected(`uuid,name\n${id},Florist\n${cut},Baker\nHK-22110098,`)).toEqual([
      [3, cut, 'wrongLength'],
      [4, 'HK-22110098', 'orderNumber'],
    ]);
  });

  test('also behind thousands of empty rows', () => {
    const text = `sep=,\r\nuuid,name\r\n${id},Florist\r\n${',\r\n'.repeat(2000)}HK-22110098,Baker`;
    expect(rejected(text)).toEqual([[2004, 'HK-22110098', 'orderNumber']]);
  });

  test.each([
    ['the line of a total', `uuid,name,price\n${id},Florist,8\nTotal,1,8\n,,12345`],
    ['a table whose columns have no names', `${id},Florist\nHK-22110098,Baker`],
    ['a column that holds no uuid', `Order ID,uuid,name\nHK-22110098,${id},A`],
  ])('but not %s', (_what, text) => {
    expect(rejected(text)).toEqual([]);
  });

  test('also where the row has the uuid of another thing', () => {
    const text = `uuid,name,link\n${id},A,\nHK-22110098,B,${otherId}`;
    expect(rejected(text)).toEqual([[3, 'HK-22110098', 'orderNumber']]);
  });
});

describe('a row with words in place of a uuid is said', () => {
  test.each([
    ['not-a-uuid', 'notHex'],
    ['pending', 'notHex'],
    ['see 22110098', 'notHex'],
    ['22110098 later', 'notHex'],
    ['補送', 'notHex'],
    ['dead-beef', 'wrongLength'],
    ['12', 'wrongLength'],
  ])('%s', (words, reason) => {
    const row = `${words},Baker,,`;
    const text = `uuid,label,group,promised time\n${row}\n${id},Florist,North,15:30\n${row}`;
    const findings = findOrderIds(text, nowMs);
    expect(findings.rejected).toEqual([2, 4].map((line) => ({ text: words, line, reason })));
    expect(findings.found).toMatchObject([{ id }]);
    expect(pasteCounts(findings)).toMatchObject({ rejected: 2, withoutUuid: 0 });
  });

  test('by their first 64 characters', () => {
    const text = `uuid,name\n${id},Florist\nask ${'x'.repeat(70)},Baker`;
    expect(rejected(text)).toEqual([[3, `ask ${'x'.repeat(60)}`, 'notHex']]);
  });

  test.each([
    ['with fewer cells', 'uuid,name,price', `${id},Florist,8`, 'Thanks, Joe'],
    ['of one cell', 'uuid,name', `${id},`, 'Thanks'],
    ['of a sum', 'uuid,name,price', `${id},Florist,8`, 'Sub-total,1,8'],
    ['with the names of the columns once more', 'uuid,note', `${id},Late`, 'uuid,note'],
  ])('but not of a line %s', (_which, header, row, line) => {
    expect(rejected(`${header}\n${line}\n${row}\n${line}`)).toEqual([]);
  });

  test('but not those of a title above the header', () => {
    expect(rejected(`Deliveries,Monday\nuuid,name\n${id},Florist`)).toEqual([]);
  });

  test('where another row is as short', () => {
    const text = `uuid,name,price\n${id},Florist,8\n${otherId},Clinic\nlater,Baker`;
    expect(rejected(text)).toEqual([[4, 'later', 'notHex']]);
  });
});

describe('a row that names an order and has no uuid is said', () => {
  test.each([
    ['with a label', 'uuid,name,price', `${id},Florist,8`, ',Baker,9', 'Baker'],
    ['with a mark for the uuid', 'uuid,name,price', `${id},Florist,8`, '-,Baker,9', 'Baker'],
    ['with a word for it', 'uuid,name,price', `${id},Florist,8`, 'TBC,Baker,9', 'Baker'],
    ['with a Chinese word for it', 'uuid,客戶,團隊', `${id},花店,北區`, '待補,林小姐,', '林小姐'],
    ['without a column of labels', 'uuid,who,price', `${id},Florist,8`, ',Baker,9', 'Baker'],
    ['with an order number', 'uuid,order number', `${id},88120044`, ',88120045', '88120045'],
    ['with an id', 'Order ID,uuid,name', `HK-221,${id},A`, 'HK-222,,', 'HK-222'],
    ['named like a sum', 'uuid,name', `${id},Florist`, 'N/A,Total Wine', 'Total Wine'],
    ['with a word like that of a sum in its name', 'uuid,name', `${id},A`, 'na,The Sum', 'The Sum'],
    ['with a label before its id', 'Order ID,uuid,name', `HK-221,${id},A`, 'HK-222,,B', 'B'],
    [
      'with the uuid of another thing',
      'uuid,name,customer uuid',
      `${id},Florist,${otherId}`,
      `,Baker,${otherId}`,
      'Baker',
    ],
  ])('%s', (_how, header, row, rowWithout, name) => {
    const text = `${header}\n${rowWithout}\n${row}\n${rowWithout}`;
    const findings = findOrderIds(text, nowMs);
    expect(findings.rejected).toEqual(
      [2, 4].map((line) => ({ text: name, line, reason: 'noUuid' })),
    );
    expect(findings.found).toMatchObject([{ id }]);
    expect(pasteCounts(findings)).toMatchObject({ rejected: 0, withoutUuid: 2 });
  });

  test('by its first 64 characters, without a phone number', () => {
    const text = `uuid,name\n${id},Florist\n,Baker 5555 0123 ${'x'.repeat(70)}`;
    expect(rejected(text)).toEqual([[3, `Baker ${'x'.repeat(58)}`, 'noUuid']]);
  });

  test.each([
    ['empty', ',,'],
    ['empty but for marks', '-,-,—'],
    ['that of a sum', ',Total,25'],
    ['that of a sum with its number', ',Grand total: 25,'],
    ['that of a part of a sum', ',Sub-total,25'],
    ['that of a part of a sum in one word', ',Subtotal,25'],
    ['that of a sum in Chinese', ',合計,25'],
    ['without a name', ',,25'],
    ['of words behind the table', 'Thanks, Joe'],
  ])('but not one %s', (_what, row) => {
    expect(rejected(`uuid,name,price\n${id},Florist,8\n${row}`)).toEqual([]);
  });

  test('but not a line that ends before its uuid, as words behind the table do', () => {
    expect(rejected(`name,uuid\nFlorist,${id}\nThanks`)).toEqual([]);
  });

  test('but not one of a table whose columns have no names', () => {
    expect(rejected(`${id},Florist\n,Baker`)).toEqual([]);
  });
});

test.each([
  ['with a word that closes one', `uuid,label\n${id},Florist\nThanks, Joe`],
  ['in two words', `uuid,label\n${id},Florist\nBest regards, Joe`],
  ['behind the column of uuids', `label,uuid\nFlorist,${id}\nThanks, Joe`],
  ['in Chinese', `uuid,label\n${id},Florist\n謝謝, 阿明`],
  ['apart from the rows', `uuid,label\n${id},Florist\n\nMei, dispatch`],
])('what a message says below a table of two columns is no order: %s', (_how, text) => {
  expect(findOrderIds(text).rejected).toEqual([]);
});

test.each([
  ['between the rows', `uuid,label\nThanks, Joe\n${id},Florist`, 'Thanks'],
  ['of another word below them', `uuid,label\n${id},Florist\npending, Baker`, 'pending'],
  ['with a digit', `uuid,label\n${id},Florist\n\nx 9, Baker`, 'x 9'],
])('words in the place of a uuid are counted: %s', (_how, text, counted) => {
  expect(findOrderIds(text).rejected).toMatchObject([{ text: counted }]);
});

test('a column of promised times may have a zone behind its name, of which an unknown one is not guessed', () => {
  const thatDayMs = Date.UTC(2026, 10, 26, 6);
  const row = `${id},15:30`;
  expect(findOrderIds(`uuid,ETA HKT\n${row}`, thatDayMs).found).toMatchObject([
    { promised: { atMs: Date.UTC(2026, 10, 26, 7, 30) } },
  ]);
  expect(pasteCounts(findOrderIds(`uuid,ETA EST\n${row}`, thatDayMs))).toMatchObject({
    timesUnread: 1,
  });
});
