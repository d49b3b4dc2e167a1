import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderRow } from '../../../../core/bridge/order-row.ts';
import type { TableFacts } from '../../../../main/cli/table.ts';
import { tableFrame } from '../../../../main/cli/table.ts';
import { cell, terminalText, textWidth } from '../../../../main/cli/terminal-text.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';

const noPlan = { nextCheckAtMs: null, checkEveryMs: null, isChecking: false };
const nowMs = 1_000_000;

function facts(count: number, parts: Partial<TableFacts> = {}): TableFacts {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = orderIdAt(index);
    const label = `花店 ${index}`;
    const watched = someWatched(id, { label, order: someOrder(id), observedAtMs: nowMs - 3000 });
    return orderRow(watched, noPlan, nowMs);
  });
  return {
    rows,
    serviceHealth: { state: 'reachable' },
    requestsLastMinute: 7,
    recent: [],
    nowMs,
    locale: 'en',
    ...parts,
  };
}

describe('text on a terminal', () => {
  test.each([
    ['abc', 3],
    ['上環', 4],
    ['é', 1],
    ['👨‍👩‍👧', 2],
    ['한국', 4],
    ['ｆｕ', 4],
    ['•', 1],
    ['', 0],
  ])('%s takes %i cells', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  test('a cell is exactly as wide as asked, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0, max: 40 }),
        (raw, width) => {
          expect(textWidth(cell(terminalText(raw), width))).toBe(width);
        },
      ),
    );
    expect(cell('上環碼頭', 6)).toBe('上環… ');
  });

  test('escapes and letters that turn the writing direction do not get through', () => {
    expect(terminalText('a\u001B[2Jb\u202Ec\nd')).toBe('a [2Jb c d');
  });
});

describe('the live table', () => {
  test.each([
    [80, 24],
    [40, 10],
    [200, 60],
    [20, 5],
  ])('it fits a terminal of %i columns and %i rows', (columns, rows) => {
    const recent = Array.from({ length: 9 }, (_, index) => `line ${index} 上環碼頭`.repeat(9));
    const frame = tableFrame(facts(100, { recent }), { columns, rows, hasColor: false });
    expect(frame.length).toBeLessThan(rows);
    for (const line of frame) expect(textWidth(line)).toBeLessThan(columns);
  });

  test('it says how things stand and what every order is doing', () => {
    const frame = tableFrame(facts(2), { columns: 120, rows: 24, hasColor: false });
    expect(frame[0]?.trimEnd()).toBe('Waybell  2 orders, 7 requests in the last minute');
    expect(frame[2]).toMatch(/^花店 0 +Waiting for courier +3\u00A0s ago +Café, Queen’s Road 5$/u);
  });

  test('no contact is said with cause and since when', () => {
    const serviceHealth = {
      state: 'unreachable',
      cause: 'unreachable',
      httpStatus: null,
      sinceMs: nowMs,
      retryAtMs: nowMs,
    } as const;
    const [headline] = tableFrame(facts(1, { serviceHealth }), {
      columns: 120,
      rows: 24,
      hasColor: false,
    });
    expect(headline).toMatch(/no contact since \d\d:\d\d: Service not reached/);
  });

  test('what does not fit is counted', () => {
    const frame = tableFrame(facts(100), { columns: 80, rows: 14, hasColor: false });
    expect(frame.at(-1)?.trimEnd()).toBe('… and 90 more');
  });

  test('without colour there are no escapes', () => {
    const size = { columns: 80, rows: 24 };
    expect(tableFrame(facts(3), { ...size, hasColor: false }).join('')).not.toContain('\u001B');
    expect(tableFrame(facts(3), { ...size, hasColor: true }).join('')).toContain('\u001B[1m');
  });
});
