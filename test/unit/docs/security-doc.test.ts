import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTest, quotedRules } from '../../support/source/quoted-rules.ts';

const page = readFileSync('docs/security.md', 'utf8');

/** The places that `[name](address)` points to within the project, as seen from its root. */
const links = [...page.matchAll(/\]\(([^)#]+)\)/g)]
  .flatMap(([, address]) => (address === undefined ? [] : [address]))
  .filter((address) => !address.startsWith('https:'))
  .map((address) => join('docs', address));

const rules = quotedRules(page);

/** The paths that stand between backticks. */
const paths = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:yml|json))`/g)].flatMap(
  ([, path]) => (path === undefined ? [] : [path]),
);

test('every path on the page exists', () => {
  expect(links.length).toBeGreaterThan(50);
  expect(paths.length).toBeGreaterThan(20);
  expect([...links, ...paths].filter((path) => !existsSync(path))).toEqual([]);
});

test('every linked test has its rule, by the very name that the test has', () => {
  const tests = links.filter((link) => /\.(?:test|spec)\.tsx?$/.test(link));
  expect(rules).toHaveLength(tests.length);
  expect(rules.filter((rule) => !hasTest(rule))).toEqual([]);
});

test('every quoted rule stands behind its test', () => {
  expect([...page.matchAll(/“/g)]).toHaveLength(rules.length);
});

test("Electron's checklist is answered point by point", () => {
  const points = [...page.matchAll(/^\| (\d+)\. /gm)].map(([, point]) => Number(point));
  expect(points).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

const sources = globSync('{core,main,preload,renderer}/**/*.{ts,tsx}');

/** The sources in which a word stands. */
const sourcesWith = (word: string | RegExp): readonly string[] =>
  sources.filter((path) => readFileSync(path, 'utf8').match(word) !== null);

test("nothing hands an address to the system's browser", () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sourcesWith('openExternal')).toEqual([]);
});

test('no crash reporter is started', () => {
  expect(sourcesWith('crashReporter')).toEqual([]);
});

test('developer tools are allowed outside of packages alone', () => {
  expect(sourcesWith(/openDevTools|toggleDevTools/)).toEqual([]);
  const asking = sourcesWith(/allowsDevTools:(?! boolean;)/);
  expect(asking).toEqual(['main/desktop/electron-desktop.ts']);
  expect(readFileSync(asking[0] ?? '', 'utf8')).toContain('allowsDevTools: !isPackaged,');
});
