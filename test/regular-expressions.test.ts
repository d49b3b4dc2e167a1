import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { checkSync } from 'recheck';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { findOrderIds } from '../core/paste/find-order-ids.ts';

// The back end of the package that is plain JavaScript: the others start programs.
env['RECHECK_BACKEND'] = 'pure';

const root = join(import.meta.dirname, '..');
const found = regularExpressions(['core', 'main', 'preload', 'renderer', 'simulator']);
const patterns = Map.groupBy(
  found.filter((each) => each.pattern !== null),
  ({ text }) => text,
);

/** Put together from parts of fixed length, or from words taken as they are: no text makes them try twice. */
const madeAtRunTime = [
  'core/order/order-status.ts',
  'core/paste/line-facts.ts',
  'main/engine/delivery/http/retry-after.ts',
  'main/engine/log/identity-redaction.ts',
];

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
}, 900_000);

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
  // Its own time limits would make the verdict depend on how busy the machine is.
  const unhurried = { attackTimeout: null, incubationTimeout: null };
  return checkSync(pattern, flags, { randomSeed: 1, timeout: 60_000, ...unhurried });
}

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

/** A regular expression as it stands in the source. */
interface FoundExpression {
  /** From the project's root, with slashes. */
  readonly path: string;
  /** Null when it is put together while the program runs: `text` is then what puts it together. */
  readonly pattern: string | null;
  readonly flags: string;
  readonly text: string;
}

/** Every regular expression of the TypeScript files below some folders of the project. */
function regularExpressions(folders: readonly string[]): readonly FoundExpression[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .flatMap((file) => expressionsIn(join(folder, file).replaceAll('\\', '/'))),
  );
}

function expressionsIn(path: string): readonly FoundExpression[] {
  const source = readFileSync(join(root, path), 'utf8');
  const expressions: FoundExpression[] = [];
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    const text = source.slice(Number(node['start']), Number(node['end']));
    const { regex, callee } = node;
    if (isObject(regex)) {
      const pattern = String(regex['pattern']);
      expressions.push({ path, pattern, flags: String(regex['flags']), text });
    }
    const isMade = node['type'] === 'NewExpression' || node['type'] === 'CallExpression';
    if (isMade && isObject(callee) && callee['name'] === 'RegExp') {
      expressions.push({ path, pattern: null, flags: '', text });
    }
  });
  return expressions;
}

function visit(value: unknown, see: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, see);
  } else if (isObject(value)) {
    see(value);
    for (const each of Object.values(value)) visit(each, see);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}
