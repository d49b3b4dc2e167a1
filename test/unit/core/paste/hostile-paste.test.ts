import { expect, test } from 'vitest';
import { findOrderIds, findOrderIdsInSteps } from '../../../../core/paste/find-order-ids.ts';

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

/**
 * The longest that one step of a walk holds up whoever waits, in milliseconds: of the clock or of work,
 * whichever is less, because a busy machine is not a slow walk.
 */
function longestStepMs(text: string): number {
  const steps = findOrderIdsInSteps(text);
  let longest = 0;
  for (;;) {
    const startedAtMs = performance.now();
    const before = process.threadCpuUsage();
    const { done } = steps.next();
    const { user, system } = process.threadCpuUsage(before);
    const tookMs = Math.min(performance.now() - startedAtMs, (user + system) / 1000);
    longest = Math.max(longest, tookMs);
    if (done === true) return longest;
  }
}

test.each([
  ['rows of a table', `${uuidAt(1)},Lau & Sons,pending\n`],
  ['one uuid again and again in one line', `${uuidAt(1)},`],
  ['hex digits without end', '0123456789abcdef'],
  ['brackets', '[{"a":['],
  ['uuids that stand for nothing', '00000000-0000-0000-0000-000000000000\n'],
  ['halves of uuids', '3f2b8c1e-94d7-4a60-\n'],
])(
  'fault 48: twenty megabytes of %s hold nobody up for 50 ms',
  (_kind, piece) => {
    // One piece of memory, as a paste is; a repeated text is put together when it is first read.
    const text = Buffer.alloc(20_000_000, piece).toString('latin1');
    expect(longestStepMs(text)).toBeLessThanOrEqual(50);
  },
  120_000,
);
