import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = readFileSync('docs/pitfalls.md', 'utf8');

/** A test's file with the rule that is quoted behind it. */
const rules = [...page.matchAll(/\]\((\S+\.(?:test|spec)\.tsx?)\) “([^”]+)”/g)].map(
  ([, address = '', rule = '']) => ({ file: join('docs', address), rule }),
);

const rows = [...page.matchAll(/^\| (\d+)\. .*$/gm)].map(([row, number]) => ({
  number: Number(number),
  hasRule: row.includes('“'),
}));

test('every quoted rule is the name of a test in the file beside it', () => {
  expect(rules.length).toBeGreaterThan(45);
  const missing = rules.filter(({ file, rule }) => {
    if (!existsSync(file)) return true;
    const source = readFileSync(file, 'utf8');
    return !["'", '"', '`'].some((quote) => source.includes(`${quote}${rule}${quote}`));
  });
  expect(missing).toEqual([]);
});

test('every quoted rule stands behind its test', () => {
  expect([...page.matchAll(/“/g)]).toHaveLength(rules.length);
});

test('all pitfalls and the faults of telling are answered, each with a test', () => {
  const pitfalls = Array.from({ length: 21 }, (_, at) => at + 1);
  expect(rows.map(({ number }) => number)).toEqual([...pitfalls, 45, 46, 47, 61, 62, 66]);
  expect(rows.filter(({ hasRule }) => !hasRule)).toEqual([]);
});
