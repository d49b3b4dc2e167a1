import { describe, expect, test } from 'vitest';
import { LinePrinter } from '../../../../main/cli/line-printer.ts';
import type { LineBox, PendingLine } from '../../../../main/cli/ports.ts';
import { printedLines } from '../../../../main/cli/line-printer.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

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
    schedule: (run, delayMs) => void clock.schedule(run, delayMs),
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
    printer.print('sight\n');
    expect(said).toEqual([]);
    await clock.advance(100);
    expect(said).toEqual(['line 1', 'settled 1', '\n', 'sight\n']);
    await printer.idle();
  });

  test('nobody reading any more is said once, and the lines stay', () => {
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
