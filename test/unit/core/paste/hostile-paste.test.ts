import { expect, test } from 'vitest';
import { findOrderIds, findOrderIdsInSteps } from '../../../../core/paste/find-order-ids.ts';
import { lookedAt } from '../../../support/looked-at.ts';

/** A uuid of its own for every number. */
function uuidAt(index: number): string {
  return `3f2b8c1e-94d7-4a60-b1c5-${index.toString(16).padStart(12, '0')}`;
}

test('fault 48: ten thousand lines with doubles, capitals, addresses, columns and NULs are counted exactly', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const uuid = uuidAt(index % 8000);
    switch (index % 5) {
      case 0:
        return uuid.toUpperCase();
      case 1:
        return `https://desk.example/orders/${uuid}?from=list`;
      case 2:
        return `"Lau, Sons",${uuid},completed`;
      case 3:
        return `${uuid}\0`;
      default:
        return `  ${uuid}\t`;
    }
  });
  const bad = Array.from({ length: 40 }, (_, index) => uuidAt(index).slice(0, -1));
  const { found, duplicateCount, rejected } = findOrderIds([...lines, ...bad].join('\r\n'));
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 8000 }, (_, at) => uuidAt(at)));
  expect(duplicateCount).toBe(2000);
  expect(rejected).toHaveLength(40);
});

test('fault 48: each of fifty thousand lines is found where it stands, and what is beyond is said', () => {
  const lines = Array.from({ length: 50_001 }, (_, index) => uuidAt(index + 1));
  const whole = findOrderIds(lines.slice(0, 50_000).join('\n'));
  expect(whole.found.map(({ id, line }) => `${line} ${id}`)).toEqual(
    lines.slice(0, 50_000).map((uuid, index) => `${index + 1} ${uuid}`),
  );
  expect(whole.isCutOff).toBe(false);
  const cut = findOrderIds(lines.join('\n'));
  expect(cut.found).toHaveLength(50_000);
  expect(cut.isCutOff).toBe(true);
});

/** The most characters that one step of a walk goes over. */
function largestStep(text: string): number {
  const steps = findOrderIdsInSteps(text);
  let largest = 0;
  for (;;) {
    const { value: step, characters } = lookedAt(() => steps.next());
    largest = Math.max(largest, characters);
    if (step.done === true) return largest;
  }
}

const pieceUnits = 16_384;
/** As often may one step go over its piece: several expressions look at each line. */
const mostLooks = 16;

const rows = Array.from({ length: 25_000 }, (_, at) => `${uuidAt(at + 1)},Lau & Sons,pending\n`);

/** To parse JSON is one step of its own, up to five million characters. */
const jsonUnits = 5_000_000;

function long(piece: string, units = 1_500_000): string {
  return Buffer.alloc(units, piece).toString('latin1');
}

/** How often each character of a JSON object with so many uuids is gone over. */
function looksAtObject(uuidCount: number): number {
  const entries = Array.from({ length: uuidCount }, (_, at) => [`key${at}`, uuidAt(at + 1)]);
  const text = JSON.stringify(Object.fromEntries(entries));
  return lookedAt(() => findOrderIds(text)).characters / text.length;
}

test('fault 48: what a wide object of JSON says is read once, not for each of its uuids', () => {
  expect(looksAtObject(2000)).toBeLessThanOrEqual(2 * looksAtObject(200));
});

test.each([
  ['rows of a table', rows.join('')],
  ['rows of a table with names', `order,customer,status\n${rows.join('')}`],
  ['one uuid again and again in one line', long(`${uuidAt(1)},`)],
  ['hex digits without end', long('0123456789abcdef')],
  ['brackets', long('[{"a":[', jsonUnits + 1)],
  ['uuids that stand for nothing', long('00000000-0000-0000-0000-000000000000\n')],
  ['halves of uuids', long('3f2b8c1e-94d7-4a60-\n')],
])(
  'fault 48: no step through a long text of %s goes over more than a piece of it',
  (_kind, text) => {
    expect(largestStep(text)).toBeLessThanOrEqual(mostLooks * pieceUnits);
  },
);

test('10,000 rows of CSV are all found with their labels', () => {
  const customers = Array.from(
    { length: 10_000 },
    (_, row) => `${uuidAt(row)},"Customer ${row}, floor 2",HKD`,
  );
  const { found } = findOrderIds(customers.join('\r\n'));
  expect(found).toHaveLength(10_000);
  expect(found.at(-1)?.label).toBe('Customer 9999, floor 2');
  expect(found.at(-1)?.line).toBe(10_000);
});

test.each([
  ['hex without end', 'a'.repeat(2_000_000)],
  ['almost uuids', '12345678-1234-1234-1234-'.repeat(80_000)],
  ['invisible characters', `a${'\u200B'.repeat(1_000_000)}`.repeat(2)],
  ['blanks and quoting', `12345678-${' '.repeat(500)}\n${'> '.repeat(500)}`.repeat(1000)],
  ['soft breaks', '1=\n'.repeat(600_000)],
  ['one line of uuids', `${uuidAt(1)}7`.repeat(50_000)],
])('%s end without a find', (_kind, text) => {
  expect(findOrderIds(text).found).toEqual([]);
});
