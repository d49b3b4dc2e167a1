import { expect, test } from 'vitest';
import { regularExpressions } from './support/source/regular-expressions.ts';

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

/** The least of several tries: a busy machine is not a slow expression. */
function leastMs(expression: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 8 && least > mostMs; turn += 1) {
    expression.lastIndex = 0;
    const startedAtMs = performance.now();
    expression.test(text);
    least = Math.min(least, performance.now() - startedAtMs);
  }
  return least;
}

test('no expression takes more than a millisecond for ten thousand hostile characters', () => {
  const folders = ['core', 'main', 'preload', 'renderer', 'simulator'];
  const found = new Map(regularExpressions(folders).map((each) => [each.text, each]));
  expect(found.size).toBeGreaterThan(150);
  const slow = [...found.values()].flatMap(({ pattern, flags, path, text }) => {
    if (pattern === null) return [];
    const expression = new RegExp(pattern, flags);
    const worst = adversarialTexts(pattern).find((each) => leastMs(expression, each) > mostMs);
    return worst === undefined ? [] : [`${path} ${text}: ${worst.slice(0, 20)}`];
  });
  expect(slow).toEqual([]);
}, 120_000);
