import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasTest, quotedRules } from '../../support/source/quoted-rules.ts';

const page = readFileSync('docs/pitfalls.md', 'utf8');

const rules = quotedRules(page);

const rows = [...page.matchAll(/^\| (\d+)\. .*$/gm)].map(([row, number]) => ({
  number: Number(number),
  hasRule: row.includes('“'),
}));

test('every quoted rule is the name of a test in the file beside it', () => {
  expect(rules.length).toBeGreaterThan(45);
  expect(rules.filter((rule) => !hasTest(rule))).toEqual([]);
});

test('every quoted rule stands behind its test', () => {
  expect([...page.matchAll(/“/g)]).toHaveLength(rules.length);
});

test('all pitfalls and the faults of telling are answered, each with a test', () => {
  const pitfalls = Array.from({ length: 21 }, (_, at) => at + 1);
  expect(rows.map(({ number }) => number)).toEqual([...pitfalls, 45, 46, 47, 61, 62, 66]);
  expect(rows.filter(({ hasRule }) => !hasRule)).toEqual([]);
});
