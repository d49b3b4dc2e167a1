import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../../main/cli/command-line.ts';
import { exitCodes } from '../../../../main/cli/exit-codes.ts';
import { helpOf, helps, sectionOf } from '../../../support/cli/help.ts';
import { secretArguments } from '../../../support/cli/secret-arguments.ts';

const one = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

const service = ['--base-url', 'https://service.example', '--client-id', 'desk-7'];

function parse(args: readonly string[], env: Record<string, string> = {}) {
  return parseCommandLine(args, env, '1.2.3');
}

function message(args: readonly string[]): string | null {
  const parsed = parse(args);
  return parsed.ok ? null : parsed.failure.message;
}

describe('the command line', () => {
  test('everything that it accepts is read', () => {
    const args = [
      'watch',
      ...service,
      '--interval=5',
      '--max-rate',
      '60',
      '--profile',
      'p',
      '--json',
      '--show-phones',
      '--until-done',
      one.toUpperCase(),
      'today.csv',
      '-',
      '-',
    ];
    expect(parse(args, { WAYBELL_CLIENT_SECRET: 's3cret' })).toEqual({
      ok: true,
      value: {
        kind: 'watch',
        options: {
          service: { baseUrl: 'https://service.example', clientId: 'desk-7' },
          hub: null,
          connectionOptions: {},
          clientSecret: 's3cret',
          overlay: { activeEverySeconds: 5, requestsPerMinute: 60 },
          profileDir: 'p',
          isJson: true,
          showsPhones: true,
          webhooks: null,
          metrics: null,
          heartbeatUrl: null,
          mode: 'untilDone',
          orderIds: [one],
          orderFiles: ['today.csv', '-'],
        },
      },
    });
  });

  test('a profile may bring the connection and the orders', () => {
    expect(parse(['watch', '--profile', 'p'])).toMatchObject({
      ok: true,
      value: { options: { service: null, clientSecret: null, mode: 'follow', orderIds: [] } },
    });
  });

  test('a desk of a hub needs neither a connection nor orders', () => {
    const env = { WAYBELL_DESK_TOKEN: 't0ken' };
    expect(parse(['watch', '--hub', 'https://hub.example'], env)).toMatchObject({
      ok: true,
      value: {
        options: { service: null, hub: { url: 'https://hub.example', deskToken: 't0ken' } },
      },
    });
  });

  test.each([
    [['--help'], 'Usage: waybell [options] [command]'],
    [['watch', '-h', '--once'], 'Usage: waybell watch '],
    [['watch', one, '--interval', 'x', '--foo', '--help'], 'Usage: waybell watch '],
    [['hub', '--profile', 'p', '--help'], 'Usage: waybell hub '],
    [['hub', 'invite', '-h'], 'Usage: waybell hub invite '],
    [['export', '--help'], 'Usage: waybell export '],
    [['--version'], '1.2.3\n'],
  ])('%j is answered', (args, words) => {
    const result = parse(args);
    expect(result).toMatchObject({ ok: true, value: { kind: 'print' } });
    expect(JSON.stringify(result)).toContain(`"text":${JSON.stringify(words).slice(0, -1)}`);
  });

  test.each([
    [[], 'Say what to do: waybell watch.'],
    [['follow'], '"follow" is not a command.'],
    [['help'], '"help" is not a command.'],
    [['watch', one], 'Say which service to ask'],
    [['watch', ...service], 'Name at least one order'],
    [['watch', '--client-id', 'x', one], '--client-id needs --base-url.'],
    [['watch', '--base-url', 'x', one], '--base-url needs --client-id.'],
    [['watch', '--profile'], '--profile needs a value.'],
    [['watch', '--profile', '--json'], '--profile needs a value.'],
    [['watch', '--profile='], '--profile needs a value.'],
    [['watch', '--json=yes'], '--json takes no value.'],
    [['watch', '--interval', '0'], '--interval needs a whole number from 1 to 600, not "0".'],
    [['watch', '--max-rate', '1e3'], '--max-rate needs a whole number from 6 to 6000, not "1e3".'],
    [['watch', '--metrics', '80', one], '--metrics needs ADDRESS:PORT or a port'],
    [['watch', '--metrics', 'http://desk:9464', one], '--metrics needs ADDRESS:PORT or a port'],
    [['watch', '--once', '--metrics', '0', one], '--once and --metrics exclude each other.'],
    [['watch', '--once', '--until-done'], '--once and --until-done exclude each other.'],
    [
      ['watch', '--hub', 'https://hub.example', ...service],
      '--hub and --base-url exclude each other.',
    ],
    [['watch', '--hub', 'https://hub.example', '--header', 'A: 1'], '--hub and --header exclude'],
    [['watch', '--hub', 'https://hub.example'], 'the token of this desk in WAYBELL_DESK_TOKEN'],
    [['watch', '--constructor'], '"--constructor" is not an option.'],
    [['watch', '-xhunter2'], '"-x" is not an option.'],
    [
      ['watch', '--foo=hunter2', one],
      '"--foo" is not an option. "waybell watch --help" says more.',
    ],
    [['hub', 'desks', 'x'], '"x" is not understood. "waybell hub desks --help" says more.'],
    [['watch', '--header', 'hunter2', '--header', '--json'], '--header needs a value.'],
    [['watch', '--int', '5', one], '"--int" is not an option.'],
  ])('%j is refused with a sentence', (args, words) => {
    expect(message(args)).toContain(words);
    expect(message(args)).not.toContain('hunter2');
  });

  test.each(secretArguments)('a secret is refused and not repeated: %j', (...args) => {
    const line = ['watch', ...service, ...args, one];
    for (const result of [parse(line), parse(['doctor', ...args])]) {
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain('hunter2');
      expect(JSON.stringify(result)).toContain('WAYBELL_CLIENT_SECRET');
    }
  });
});

test('the help that a refused secret leads to says where secrets come from', () => {
  expect(message(['watch', '--token=hunter2', one])).toContain('"waybell --help" says more.');
  expect(helpOf('')).toContain('Secrets come in variables of the environment, never as arguments');
  expect(helpOf('')).toContain('"waybell COMMAND --help"');
});

test.each(['hub', 'hub invite', 'hub desks', 'hub revoke'])(
  'the help of "%s" names the variable of the login at etcd',
  (command) => {
    expect(helpOf(command)).toContain('WAYBELL_ETCD_LOGIN');
  },
);

test('settings that are warned of are accepted by a word alone', () => {
  const command = { kind: 'import', profileDir: null, file: 'f', isDryRun: false };
  expect(parse(['import', 'f'])).toEqual({
    ok: true,
    value: { ...command, acceptsRisks: false },
  });
  expect(parse(['import', '--accept-risks', 'f'])).toEqual({
    ok: true,
    value: { ...command, acceptsRisks: true },
  });
  expect(message(['import', '--accept-risks=no', 'f'])).toContain('--accept-risks takes no value.');
  expect(message(['export', '--accept-risks'])).toContain('is not an option');
});

test('everything that the commands take is read', () => {
  expect(parse(['export', '--profile=p', '--personal', 'out.json'])).toEqual({
    ok: true,
    value: {
      kind: 'export',
      profileDir: 'p',
      what: 'orderList',
      withPersonalData: true,
      finished: { kind: 'hours', hours: 8 },
      file: 'out.json',
      isForced: false,
    },
  });
  expect(parse(['export', '--summary', '-'])).toMatchObject({
    value: { what: 'summary', file: null, profileDir: null },
  });
  expect(parse(['export', '--force', 'out.json'])).toMatchObject({
    value: { file: 'out.json', isForced: true },
  });
  expect(parse(['import', '-'])).toMatchObject({
    value: { kind: 'import', file: '-' },
  });
  expect(parse(['doctor', '--json', '--profile', 'p'])).toEqual({
    ok: true,
    value: { kind: 'doctor', profileDir: 'p', clientSecret: null, isJson: true },
  });
});

test.each([
  ['none', { kind: 'none' }],
  ['all', { kind: 'all' }],
  ['12h', { kind: 'hours', hours: 12 }],
  ['06:05', { kind: 'since', minuteOfDay: 365 }],
])('a hand-over takes the orders that are over: %s', (text, finished) => {
  expect(parse(['export', '--finished', text])).toMatchObject({
    value: { finished },
  });
});

test.each(['0h', 'h', '8', '25:00', '6', 'since 6', '99999h'])(
  'which orders that are over go in is no guess: "%s"',
  (text) => {
    expect(message(['export', `--finished=${text}`])).toContain('8h or a time as 06:00');
  },
);

test.each([
  ['export --settings --finished=all', '--settings and --finished exclude each other.'],
  ['export --settings --summary', '--settings and --summary exclude each other.'],
  ['export --settings --personal', '--settings and --personal exclude each other.'],
  ['export --recording --summary', '--recording and --summary exclude each other.'],
  ['export --recording --personal', '--recording and --personal exclude each other.'],
  ['export a b', '"b" is not understood.'],
  ['import', 'FILE is missing.'],
  ['join', 'ADDRESS is missing.'],
  ['join --print --profile p https://hub.example', '--print and --profile exclude each other.'],
  ['why', 'UUID is missing.'],
  ['why florist', 'Name the order by its uuid.'],
  ['doctor --profile', '--profile needs a value.'],
  ['doctor --interval 5', '"--interval" is not an option.'],
  ['doctor --json=yes', '--json takes no value.'],
])('"%s" cannot be followed', (line, words) => {
  expect(message(line.split(' '))).toContain(words);
});

/** The options that a help has lines of. */
const named = (help: string) =>
  [...help.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, name = '']) => name);

/** A page from a heading to the next of the same rank. */
function section(page: string, heading: string): string {
  const [, text = ''] = page.split(`${heading}\n`);
  const [own = ''] = text.split(`\n${heading.split(' ', 1)[0]} `);
  return own;
}

function read(...flags: readonly string[]) {
  const result = parse(['watch', ...service, ...flags, one]);
  if (!result.ok) return result.failure.message;
  return result.value.kind === 'watch' ? result.value.options.connectionOptions : null;
}

describe('the connection options', () => {
  test.each([
    [['--order-path', '/o/{uuid}'], { orderPath: '/o/{uuid}' }],
    [['--token-header', 'X-Access'], { tokenHeader: 'X-Access' }],
    [['--token-scheme', 'as-given'], { tokenScheme: { kind: 'asGiven' } }],
    [['--token-scheme', 'none'], { tokenScheme: { kind: 'none' } }],
    [['--token-scheme', 'Desk'], { tokenScheme: { kind: 'fixed', scheme: 'Desk' } }],
    [['--header', 'A: 1', '--header=B: 2'], { extraHeaders: { A: '1', B: '2' } }],
    [['--ca-file', '/etc/ca.pem'], { caFile: '/etc/ca.pem' }],
    [['--ca-file', 'none'], { caFile: null }],
    [['--proxy', 'environment'], { proxy: { kind: 'environment' } }],
    [['--proxy', 'http://p:8080'], { proxy: { kind: 'fixed', url: 'http://p:8080' } }],
    [
      ['--status', '4=done', '--status', 'x = failed'],
      { statusMeanings: { 4: 'done', x: 'failed' } },
    ],
  ])('%j is read', (flags, options) => {
    expect(read(...flags)).toEqual(options);
  });

  test.each([
    [['--order-path', 'o/{uuid}'], '--order-path: Start the path with a slash.'],
    [['--token-header', 'Host'], '--token-header: This header has another meaning'],
    [['--token-scheme', 'two words'], '--token-scheme: Use one word'],
    [['--ca-file', 'ca.pem'], '--ca-file: Write the whole path'],
    [['--proxy', 'ftp://p'], '--proxy: Write the proxy as'],
    [['--status', 'x=somewhere'], '--status: Write each as status = meaning'],
    [['--header', 'A: 1', '--header', 'a: 2'], '--header: a is there twice.'],
  ])('%j is refused in the words of the window', (flags, words) => {
    expect(read(...flags)).toContain(words);
  });

  test.each([
    ['--header', 'X-Api-Key: hunter2'],
    ['--header', 'Authorization: Bearer hunter2'],
    ['--proxy', 'http://desk:hunter2@proxy:8080'],
  ])('a secret in %s is refused and not repeated', (flag, value) => {
    expect(read(flag, value)).toMatch(/^--(?:header|proxy): /);
    expect(read(flag, value)).not.toContain('hunter2');
  });
});

describe('what the help and the pages name', () => {
  const sources = globSync('main/**/*.ts', { exclude: ['main/cli/cli-command.ts'] });
  const ownVariables = new Set(
    sources.flatMap((path) => readFileSync(path, 'utf8').match(/\bWAYBELL_[A-Z_]+/g) ?? []),
  );
  const operating = readFileSync('docs/operating.md', 'utf8');
  const cli = readFileSync('docs/cli.md', 'utf8');

  test('every variable of Waybell’s own that a source reads', () => {
    expect(ownVariables.size).toBeGreaterThan(2);
    for (const name of ownVariables) {
      expect(helps).toContain(`  ${name} `);
      expect(operating).toContain(`\`${name}\``);
    }
  });

  test('every exit code that the program ends with, and no other', () => {
    const [, list = ''] = helpOf('watch').split('Exit codes:\n');
    const said = [...list.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => Number(code));
    expect(said).toEqual(Object.values(exitCodes));
    const [, page = ''] = cli.split('## How it ends');
    const [rows = ''] = page.split('\n## ');
    const codes = [...rows.matchAll(/^\| ([\d, ]+?) +\|/gm)].flatMap(([, cell = '']) =>
      cell.split(', ').map(Number),
    );
    expect(codes.toSorted((low, high) => low - high)).toEqual(Object.values(exitCodes));
  });

  test.each(Object.entries(sectionOf))('every option of "%s"', (command, heading) => {
    const [own = '', connection = ''] = helpOf(command).split('\nThe connection,');
    const page = section(cli, heading);
    expect(named(own)).toContain('--help');
    const without = named(own).filter((name) => name !== '--help' && !page.includes(name));
    expect([
      ...without,
      ...named(connection).filter((name) => !cli.includes(`\`${name}\``)),
    ]).toEqual([]);
  });

  test('the help fits a terminal of 80 columns', () => {
    const long = helps.split('\n').filter((line) => line.length > 80);
    expect(long).toEqual([]);
  });
});
