import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePolicy } from '../../../core/settings/policy.ts';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { usage as launchUsage } from '../../../main/engine/launch/launch-options.ts';
import { keyPage } from '../../../renderer/command-list.ts';
import { en } from '../../../renderer/text/en/dictionary.ts';
import { helps } from '../../support/cli/help.ts';

const read = (path: string): string => readFileSync(path, 'utf8');

/** What the sources say, with hard spaces as a reader sees them. */
const spoken = globSync('{core,renderer/text}/**/*.ts')
  .map((path) => read(path).replaceAll('\\u00A0', ' '))
  .join('\n');
const programs = globSync('{main,tools}/**/*.ts', { exclude: ['**/node_modules/**'] })
  .map(read)
  .join('\n');

/** Set by the packer, read by electron-builder. */
const packing = read('.github/workflows/package.yml');

/** Options of other programs and of the packing tool. */
const packer = read('tools/package.ts');

describe.each(['docs/user-guide.md', 'docs/operating.md'])('%s', (path) => {
  const page = read(path).replaceAll('\n', ' ');
  const all = (pattern: RegExp): readonly string[] => [
    ...new Set(
      [...page.matchAll(pattern)].flatMap(([, part]) => (part === undefined ? [] : [part])),
    ),
  ];

  test('every text that it quotes is one of the window or the tray', () => {
    const quotes = all(/“([^”]+)”/g).filter((quote) => quote !== 'Waybell');
    expect(quotes.length).toBeGreaterThan(10);
    expect(quotes.filter((quote) => !spoken.includes(quote))).toEqual([]);
  });

  test('every option on it is one that a usage names', () => {
    const options = all(/`[^`\n]*?(--[a-z][\w-]+)/g);
    const known = `${launchUsage}${helps}${packer}${ofOthers.join(' ')}`;
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
  });

  test('every variable on it is read somewhere', () => {
    const variables = all(/`([A-Z][A-Z_]{5,})[`=]/g);
    const sources = `${programs}${packing}`;
    const known = variables.filter((name) => sources.includes(name) || ofNode.includes(name));
    expect(variables.filter((name) => !known.includes(name) && !isLowercase(name))).toEqual([]);
  });
});

/** Options of systemd-run, of container engines and of etcdctl. */
const ofOthers = ['--endpoints', '--pipe', '--env-file'];

/** Node's own, which the page speaks of only to say what becomes of them. */
const ofNode = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

/** Proxies are looked up in small letters and then in large ones. */
function isLowercase(name: string): boolean {
  return programs.includes(`'${name.toLowerCase()}'`);
}

test('the pace and the time to forget people are the defaults of the settings', () => {
  const guide = read('docs/user-guide.md');
  expect(guide).toContain(`every ${defaultSettings.activeEverySeconds} seconds`);
  expect(defaultSettings.personalDataDays).toBe(7);
  expect(guide).toContain('after seven days');
});

test('the page about operating names every setting that a policy may set, and no other', () => {
  const [, sentence = ''] = /A policy may set ([^.]+)\./.exec(read('docs/operating.md')) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const settable = Object.entries(defaultSettings).filter(
    ([name, value]) => parsePolicy(JSON.stringify({ version: 1, settings: { [name]: value } })).ok,
  );
  expect(new Set(named)).toEqual(new Set(settable.map(([name]) => name)));
});

test('the table of keys in the guide is the page of keys that the window shows', () => {
  const table = read('docs/user-guide.md').split('\n## Keys\n')[1] ?? '';
  const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, keys, does]) => ({
    keys,
    does,
  }));
  const lines = keyPage(en, true).flatMap((part) => part.lines);
  expect(rows.slice(2)).toEqual(
    lines.map(({ does, keys }) => ({
      keys: keys.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join(' '),
      does: does.replaceAll('\u00A0', ' '),
    })),
  );
});
