import { expect, test } from 'vitest';
import type { ServiceHealth } from '../../../../core/watch/service-health.ts';
import type { ProblemLine, ServiceHealthLine } from '../../../../main/engine/lines/line-event.ts';
import { StateLines } from '../../../../main/cli/state-lines.ts';
import { plainStateLine } from '../../../../main/cli/plain-line.ts';

const nowMs = Date.UTC(2026, 2, 2, 12, 40);

function pause(untilMs: number): ServiceHealth {
  const sinceMs = nowMs;
  const cause = 'rate-limited';
  return { state: 'unreachable', cause, httpStatus: 429, sinceMs, retryAtMs: untilMs };
}

function bench() {
  const lines: (ServiceHealthLine | ProblemLine)[] = [];
  const stateLines = new StateLines(
    (line) => lines.push(line),
    () => nowMs,
  );
  return { lines, stateLines };
}

test('a pause that the service asked for is a line of its own, with its end', () => {
  const { lines, stateLines } = bench();
  stateLines.serviceHealthChanged(pause(nowMs + 60_000));
  stateLines.serviceHealthChanged({ state: 'reachable' });
  expect(lines).toEqual([
    {
      event: 'serviceHealth',
      state: 'paused',
      cause: 'rate-limited',
      since: '2026-03-02T12:40:00.000Z',
      until: '2026-03-02T12:41:00.000Z',
    },
    {
      event: 'serviceHealth',
      state: 'clear',
      cause: null,
      since: '2026-03-02T12:40:00.000Z',
      until: null,
    },
  ]);
  const texts = { nameOf: () => '', timeText: (at: string | null) => at?.slice(11, 19) ?? 'now' };
  const [line] = lines;
  expect(line && plainStateLine(line, texts)).toContain(
    'now  Paused by the service until 12:41:00.',
  );
});

test('a pause is printed again only when it goes on for longer than was printed', () => {
  const { lines, stateLines } = bench();
  for (const afterMs of [60_000, 60_400, 0, 120_000]) {
    stateLines.serviceHealthChanged(pause(nowMs + afterMs));
  }
  expect(lines.map((line) => line.event === 'serviceHealth' && line.until)).toEqual([
    '2026-03-02T12:41:00.000Z',
    '2026-03-02T12:42:00.000Z',
  ]);
});
