import { env } from 'node:process';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { findOrderIds } from '../core/paste/find-order-ids.ts';
import { regularExpressions } from './support/source/regular-expressions.ts';

// The back end of the package that is plain JavaScript: the others start programs.
env['RECHECK_BACKEND'] = 'pure';

const found = regularExpressions(['core', 'main', 'preload', 'renderer', 'simulator']);
const patterns = Map.groupBy(
  found.filter((each) => each.pattern !== null),
  ({ text }) => text,
);

/** Put together from parts of fixed length, or a word taken as it is: no text makes them try twice. */
const madeAtRunTime = ['main/delivery/http/retry-after.ts', 'main/log/identity-redaction.ts'];

test('no text makes a regular expression of ours slow', () => {
  expect(patterns.size).toBeGreaterThan(80);
  const slow = [...patterns.values()].flatMap(([first]) => {
    if (first?.pattern == null) return [];
    const verdict = judged(first.pattern, first.flags);
    if (verdict.status === 'safe') return [];
    const attack = verdict.status === 'vulnerable' ? verdict.attack.pattern : 'not decided';
    return [`${first.path} ${first.text}: ${attack}`];
  });
  expect(slow).toEqual([]);
}, 120_000);

test('regular expressions are written down, not put together', () => {
  const made = found.filter(({ pattern }) => pattern === null).map(({ path }) => path);
  expect(new Set(made)).toEqual(new Set(madeAtRunTime));
});

test('the judge knows a slow one when it sees it', () => {
  expect(judged('(a+)+$', '').status).toBe('vulnerable');
  expect(judged(String.raw`\s+$`, '').status).toBe('vulnerable');
});

const uuid = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

test.each([
  ['blanks', `${' '.repeat(1900)}x ${uuid}`],
  ['tabs and brackets', `${'\t('.repeat(900)}, ${uuid}`],
  ['addresses', `${'I'.repeat(290)}${'://'.repeat(290)}${'I'.repeat(290)}\t/ ${uuid}`],
  ['announcing words', `${'id '.repeat(600)}x ${uuid}`],
  ['half of mail addresses', `T${'/@/'.repeat(300)}/${'.T'.repeat(300)}, ${uuid}`],
])('a label is found beside a uuid after %s', (_name, line) => {
  const text = `${line}\n`.repeat(5);
  expect(findOrderIds(text)).toMatchObject({
    found: [{ id: uuid, line: 1 }],
    duplicateCount: 4,
  });
});

function judged(pattern: string, flags: string): ReturnType<typeof checkSync> {
  return checkSync(pattern, flags, { randomSeed: 1, timeout: 60_000 });
}
