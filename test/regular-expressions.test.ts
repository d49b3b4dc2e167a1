import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findOrderIds } from '../core/paste/find-order-ids.ts';
import { judged, ourExpressions, slowExpressions } from './support/source/regular-expressions.ts';

const found = ourExpressions();
const patterns = Map.groupBy(
  found.filter((each) => each.pattern !== null),
  ({ text }) => text,
);
const distinct = [...patterns.values()].flatMap(([first]) => first ?? []);

/** Put together from parts of fixed length, or from words used as they are: no text makes them try twice. */
const madeAtRunTime = [
  'core/order/order-status.ts',
  'core/paste/line-facts.ts',
  'main/engine/delivery/http/retry-after.ts',
  'main/engine/log/identity-redaction.ts',
];

/**
 * The expressions that the judge found safe, as they stand in the source, because it takes half a minute for all of
 * them. A new one is judged here; `npm run nightly` judges all. When the new ones passed:
 * node -e "import('./test/support/source/regular-expressions.ts').then(({ ourExpressions }) => console.log(JSON.stringify([...new Set(ourExpressions().filter((each) => each.pattern !== null).map((each) => each.text))].toSorted())))" > test/support/source/judged-expressions.json && npx oxfmt test/support/source/judged-expressions.json
 */
const judgedSafe = new Set<unknown>(
  JSON.parse(
    readFileSync(join(import.meta.dirname, 'support/source/judged-expressions.json'), 'utf8'),
  ),
);

test('no text makes a regular expression of ours slow', () => {
  expect(patterns.size).toBeGreaterThan(80);
  expect(slowExpressions(distinct.filter(({ text }) => !judgedSafe.has(text)))).toEqual([]);
}, 900_000);

test('the list of judged expressions is that of the source', () => {
  expect([...patterns.keys()].filter((text) => !judgedSafe.has(text))).toEqual([]);
  expect([...judgedSafe].filter((text) => !patterns.has(String(text)))).toEqual([]);
});

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

const length = 10_000;

/** What each of our expressions may take for ten thousand characters, whatever they are. */
const mostMs = 1;

/** What anything repeats: blanks, digits, brackets, escapes, invisible characters, halves of characters. */
const usual = [
  '%2',
  '=2',
  'a ',
  ' a',
  'a-',
  '0-',
  ': ',
  '://',
  '\u200B',
  '\u202E',
  '👩',
  '\uD800',
  ...' a0A-.:/"\\<([{\t\n\r=%劉'.split(''),
];

/** Long texts of the pieces that an expression is made of, and of others, that end as it does not expect. */
function adversarialTexts(pattern: string): readonly string[] {
  const literal = pattern.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?|[()[\]{}|?+*\\^$]/g, '');
  const own = [...new Set(literal)].slice(0, 30);
  const pieces = [...usual, ...own, ...own.flatMap((each) => [`${each} `, `a${each}`, `0${each}`])];
  return pieces.flatMap((piece) => {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    return [text, `${text.slice(1)}\0`, `\0${text.slice(1)}`];
  });
}

/** The least of so many tries that they outlast a busy moment of the machine, which is not a slow expression. */
function leastMs(expression: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 200 && least > mostMs; turn += 1) {
    expression.lastIndex = 0;
    const startedAtMs = performance.now();
    expression.test(text);
    least = Math.min(least, performance.now() - startedAtMs);
  }
  return least;
}

test('no expression takes more than a millisecond for ten thousand hostile characters', () => {
  expect(patterns.size).toBeGreaterThan(150);
  const slow = [...patterns.values()].flatMap(([first]) => {
    if (first?.pattern == null) return [];
    const { pattern, flags, path, text } = first;
    const expression = new RegExp(pattern, flags);
    const worst = adversarialTexts(pattern).find((each) => leastMs(expression, each) > mostMs);
    return worst === undefined ? [] : [`${path} ${text}: ${worst.slice(0, 20)}`];
  });
  expect(slow).toEqual([]);
}, 900_000);
