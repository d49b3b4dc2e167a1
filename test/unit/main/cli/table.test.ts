import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderRow } from '../../../../core/board/order-row.ts';
import { tableFrame, type TableFacts } from '../../../../main/cli/table.ts';
import { cell, terminalText, textWidth } from '../../../../main/cli/terminal-text.ts';
import { orderIdAt, someOrder, someWatched } from '../../../support/watched-orders.ts';
import { LinePrinter, printedLines } from '../../../../main/cli/line-printer.ts';
import type { LineBox, PendingLine } from '../../../../main/engine/lines/ports.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const noPlan = { nextCheckAtMs: null, checkEveryMs: null, isAwaited: false };

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

  test('what needs a person stands first, its cause before its status, however late it was added', () => {
    const { rows } = facts(100);
    const last = rows.at(-1);
    if (last === undefined) throw new Error('There are a hundred orders.');
    const age = { kind: 'duration', sinceMs: nowMs } as const;
    const attention = { reason: 'released', score: 5, age, causeAtMs: nowMs } as const;
    const promisedAtMs = new Date(nowMs).setHours(12, 5, 0, 0);
    const needy = [...rows.slice(0, -1), { ...last, attention, promisedAtMs }];
    const size = { columns: 80, rows: 24, hasColor: false };
    const frame = tableFrame(facts(0, { rows: needy }), size);
    expect(frame[1]).toMatch(/^Order +Status +Promised +Courier/);
    expect(frame[2]).toMatch(/^花店 99 +Released by the courier.* 12:05/u);
  });

  test('what is handled stands beside the status, with how and when', () => {
    const [row, ...others] = facts(2).rows;
    if (row === undefined) throw new Error('There are two orders.');
    const age = { kind: 'duration', sinceMs: nowMs } as const;
    const call = { word: 'calls back' };
    const handled = { reason: 'released', age, atMs: nowMs, call, desk: 'Mei' } as const;
    const frame = tableFrame(facts(2, { rows: [{ ...row, handled }, ...others] }), {
      columns: 140,
      rows: 24,
      hasColor: false,
    });
    expect(frame[2]).toMatch(/Waiting for courier, Mei: call/);
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

  test('a pause that the service asked for is said with its end, not as a loss of contact', () => {
    const serviceHealth = {
      state: 'unreachable',
      cause: 'rate-limited',
      httpStatus: 429,
      sinceMs: nowMs,
      retryAtMs: nowMs + 120_000,
    } as const;
    const [headline] = tableFrame(facts(1, { serviceHealth }), {
      columns: 120,
      rows: 24,
      hasColor: false,
    });
    expect(headline).toMatch(/1 order, paused by the service until \d\d:\d\d/);
    expect(headline).not.toContain('no contact');
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

type Outcome = 'written' | 'busy' | 'closed';

function bench(outcomes: Outcome[] = [], { hasReader = false, end = '' } = {}) {
  const clock = new FakeClock();
  const said: string[] = [];
  const lines: PendingLine[] = [];
  const state = { isBroken: false, closedCount: 0 };
  const box: Pick<LineBox, 'pending' | 'settle'> = {
    pending: () => [...lines],
    settle(no, print) {
      const isPrinted = print();
      if (state.isBroken) throw new Error('database or disk is full');
      if (!isPrinted) return;
      said.push(`settled ${no}`);
      lines.splice(
        lines.findIndex((line) => line.no === no),
        1,
      );
    },
  };
  const printer = new LinePrinter({
    box: {
      ...box,
      put: () => undefined,
      hasFirstAnswer: () => false,
      forgetFirstAnswers: () => undefined,
    },
    sink: {
      hasReader,
      printed: printedLines(end),
      write(text) {
        const outcome = outcomes.shift() ?? 'written';
        if (outcome === 'written') said.push(text);
        return outcome;
      },
    },
    render: (json) => `${json}\n`,
    isWatched: (id) => id !== orderIdAt(9),
    closed: () => (state.closedCount += 1),
    boxFailed: () => undefined,
    clock,
  });
  const put = (no: number, order = 1): void => {
    lines.push({ no, orderId: orderIdAt(order), json: `line ${no}` });
  };
  return { clock, said, lines, state, printer, put };
}

describe('a file that is appended to', () => {
  test('what an earlier run printed and could not cross out is not printed again', () => {
    const { printer, put, said } = bench([], { end: 'line 0\nline 1\n' });
    put(1);
    put(2);
    printer.pump();
    expect(said).toEqual(['settled 1', 'line 2\n', 'settled 2']);
  });

  test('a line that was torn is ended, and told anew', () => {
    const { printer, put, said } = bench([], { end: 'line 0\nlin' });
    put(1);
    printer.pump();
    expect(said).toEqual(['\n', 'line 1\n', 'settled 1']);
  });

  test('a line that lacks only its break gets it, and is not told again', () => {
    const { printer, put, said } = bench([], { end: 'line 0\nline 1' });
    put(1);
    printer.pump();
    expect(said).toEqual(['\n', 'settled 1']);
  });
});

describe('printing lines', () => {
  test('each line is crossed out as it leaves, in its order', () => {
    const { printer, put, said } = bench();
    put(1);
    put(2);
    printer.pump();
    expect(said).toEqual(['line 1\n', 'settled 1', 'line 2\n', 'settled 2']);
  });

  test('a reader in a pipe sees a line’s end only once it is crossed out', () => {
    const { printer, put, said } = bench([], { hasReader: true });
    put(1);
    printer.pump();
    expect(said).toEqual(['line 1', 'settled 1', '\n']);
  });

  test('a reader that is behind gets the line later, and nothing in between', async () => {
    const { clock, printer, put, said } = bench(['busy', 'busy'], { hasReader: true });
    put(1);
    printer.pump();
    printer.print('contact lost\n');
    expect(said).toEqual([]);
    await clock.advance(100);
    expect(said).toEqual(['line 1', 'settled 1', '\n', 'contact lost\n']);
    await printer.idle();
  });

  test('its end is noticed however often a reader that is behind was waited for', async () => {
    const { clock, printer, put, said } = bench(['busy', 'busy', 'busy'], { hasReader: true });
    put(1);
    printer.pump();
    let isIdle = false;
    const idle = printer.idle().then(() => (isIdle = true));
    expect(isIdle).toBe(false);
    await clock.advance(100);
    await idle;
    expect(said).toEqual(['line 1', 'settled 1', '\n']);
  });

  test('that no reader is left is said once, and the lines stay', () => {
    const { lines, printer, put, said, state } = bench(['closed']);
    put(1);
    printer.pump();
    printer.pump();
    expect([said, state.closedCount, lines.length]).toEqual([[], 1, 1]);
  });

  test('a line that could not be crossed out is not printed again', async () => {
    const { clock, printer, put, said, state } = bench();
    put(1);
    state.isBroken = true;
    printer.pump();
    state.isBroken = false;
    put(2);
    await clock.advance(1000);
    printer.pump();
    expect(said.filter((text) => text === 'line 1\n')).toHaveLength(1);
    expect(said).toContain('settled 1');
    expect(said).toContain('line 2\n');
  });

  test('lines of orders that this run does not watch stay in the box', () => {
    const { lines, printer, put, said } = bench();
    put(1, 9);
    printer.pump();
    expect([said, lines.length]).toEqual([[], 1]);
  });
});
