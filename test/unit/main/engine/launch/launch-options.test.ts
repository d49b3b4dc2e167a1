import { describe, expect, test } from 'vitest';
import {
  linkedOrderId,
  ownArguments,
  parseLaunchOptions,
} from '../../../../../main/engine/launch/launch-options.ts';
import { parseOrderId } from '../../../../../core/order/order-id.ts';
import { namedOrders } from '../../../../../main/engine/launch/named-orders.ts';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  configHome,
  madeProfileFolder,
  usualProfileDir,
} from '../../../../../main/engine/launch/profile-folder.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { secretArguments } from '../../../../support/cli/secret-arguments.ts';

const one = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';

const two = '2ab07d51-1111-4222-8333-444455556666';

const secretEnv = { WAYBELL_CLIENT_SECRET: 's3cret' };

function parse(args: readonly string[], env: Record<string, string> = {}) {
  return parseLaunchOptions(args, { env, workingDir: '/home/desk' });
}

function parsed(args: readonly string[], env: Record<string, string> = {}) {
  const result = parse(args, env);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

describe('launch options', () => {
  test('a start without arguments asks for nothing', () => {
    expect(parsed([])).toEqual({
      profileDir: null,
      isHidden: false,
      connection: null,
      isSessionOnly: false,
      overlay: {},
      metrics: null,
      orderIds: [],
      orderFiles: [],
      offeredIds: [],
    });
  });

  test('every option is read, with its value behind it or after an equals sign', () => {
    const apart = ['--profile', 'p', '--hidden', '--interval', '30', '--max-rate', '60'];
    const joined = ['--profile=p', '--hidden', '--interval=30', '--max-rate=60'];
    for (const args of [apart, joined])
      expect(parsed(args)).toMatchObject({
        profileDir: '/home/desk/p',
        isHidden: true,
        overlay: { activeEverySeconds: 30, requestsPerMinute: 60 },
      });
  });

  test('metrics are given on this computer alone unless an address is named, and nowhere by a slip', () => {
    expect(parsed(['--metrics', '9464']).metrics).toEqual({ address: '127.0.0.1', port: 9464 });
    expect(parsed(['--metrics=[::]:0']).metrics).toEqual({ address: '::', port: 0 });
    expect(parse(['--metrics', '80']).ok).toBe(false);
  });

  test('a connection needs its address, its client ID and the secret of the environment', () => {
    const args = ['--base-url', 'https://service.example', '--client-id', 'desk-7'];
    expect(parsed([...args, '--session-only'], secretEnv)).toMatchObject({
      isSessionOnly: true,
      connection: {
        baseUrl: 'https://service.example',
        clientId: 'desk-7',
        clientSecret: 's3cret',
      },
    });
  });

  test('a secret in the environment alone asks for no connection', () => {
    expect(parsed([], secretEnv).connection).toBeNull();
  });

  test('uuids are watched in any spelling, once each', () => {
    const ids = parsed([one.toUpperCase(), two, one.replaceAll('-', '')]).orderIds;
    expect(ids).toEqual([one, two]);
  });

  test('what is no uuid names a file, once each, and is not read', () => {
    const args = ['today.csv', one, one.slice(1), 'today.csv'];
    expect(parsed(args)).toMatchObject({
      orderIds: [one],
      orderFiles: ['today.csv', one.slice(1)],
    });
  });

  test('an order from a link is offered and not watched', () => {
    const options = parsed([`waybell://watch/${one}`]);
    expect(options.offeredIds).toEqual([one]);
    expect(options.orderIds).toEqual([]);
  });

  test('a link that names no order starts the app all the same, and is never taken for a file', () => {
    const options = parsed(['waybell://watch/3f2b8c1e', 'WAYBELL:/etc/passwd', 'waybell:']);
    expect(options.orderFiles).toEqual([]);
    expect(options.offeredIds).toEqual([]);
  });

  test('switches of Electron and Chromium are passed over', () => {
    const args = ['--no-sandbox', '--remote-debugging-port=0', '--inspect=0', '-psn_0_1', two];
    expect(parsed(args).orderIds).toEqual([two]);
  });

  test.each([
    [['--profile'], '--profile needs a value.'],
    [['--profile', '--hidden'], '--profile needs a value.'],
    [['--profile='], '--profile needs a value.'],
    [['--hidden=yes'], '--hidden takes no value.'],
    [['--interval', '0'], '--interval needs a whole number from 1 to 600, not "0".'],
    [['--interval', '1e2'], '--interval needs a whole number from 1 to 600, not "1e2".'],
    [['--max-rate', '7000'], '--max-rate needs a whole number from 6 to 6000, not "7000".'],
    [['--base-url', 'https://a.example'], '--base-url needs --client-id.'],
    [['--client-id', 'x'], '--client-id needs --base-url.'],
    [
      ['--base-url=https://a.example', '--client-id=x'],
      '--base-url and --client-id need the client secret in WAYBELL_CLIENT_SECRET.',
    ],
    [
      ['--client-secret=abc'],
      'The client secret is read from WAYBELL_CLIENT_SECRET, never from an argument.',
    ],
  ])('%j is refused with a sentence', (args, message) => {
    expect(parse(args)).toEqual({ ok: false, failure: { message } });
  });

  test.each(secretArguments)('a secret is refused and not repeated: %j', (...args) => {
    const result = parse([one, ...args, '--hidden']);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(JSON.stringify(result)).toContain('WAYBELL_CLIENT_SECRET');
  });

  test.each(['--password-store=basic', '--bypass', '--token-url=x', 'tokens.txt', 'secret'])(
    '%s is no secret: a switch of others, or a file',
    (argument) => {
      expect(parse([argument]).ok).toBe(true);
    },
  );

  test('a link is never a secret, whatever a page wrote into it', () => {
    expect(parse([`waybell://watch/${one}?token=hunter2`]).ok).toBe(true);
  });
});

describe('own arguments', () => {
  test('a package has its own arguments behind the program', () => {
    expect(ownArguments(['/opt/waybell', '--hidden', one], true)).toEqual(['--hidden', one]);
  });

  test('from the source tree the folder that Electron runs is left out', () => {
    const argv = ['/bin/electron', '--no-sandbox', '.', '--hidden', one];
    expect(ownArguments(argv, false)).toEqual(['--no-sandbox', '--hidden', one]);
  });
});

describe('links', () => {
  test.each([
    `waybell://watch/${one}`,
    `waybell://watch/${one}/`,
    `WAYBELL://WATCH/${one.toUpperCase()}`,
  ])('%s names an order', (link) => {
    expect(linkedOrderId(link)).toBe(one);
  });

  test.each([
    'waybell://watch/',
    `waybell://forget/${one}`,
    `waybell://watch/${one}?secret=1`,
    `waybell://watch/${one}#x`,
    `waybell://watch/../${one}`,
    `https://watch/${one}`,
    `waybell://watch/${'0'.repeat(36)}`,
    `waybell://watch/${one}\n`,
  ])('%j names none', (link) => {
    expect(linkedOrderId(link)).toBeNull();
  });
});

const orderIds = [parseOrderId(one)].filter((id) => id !== null);

function name(orderFiles: readonly string[], texts: Readonly<Record<string, string>> = {}) {
  return namedOrders(
    { orderIds, orderFiles },
    {
      nowMs: Date.UTC(2026, 10, 23),
      read(path) {
        const text = texts[path];
        if (text === undefined) throw new Error('ENOENT');
        return text;
      },
    },
  );
}

describe('named orders', () => {
  test('a file gives its orders with the words beside them, and its words to an order named apart', () => {
    const text = `${one}\tMrs Lam\n${two}\t花店\n${two.slice(1)}`;
    expect(name(['today.tsv'], { 'today.tsv': text })).toEqual({
      ok: true,
      value: {
        orders: [
          { id: one, label: 'Mrs Lam' },
          { id: two, label: '花店' },
        ],
        notes: ['"today.tsv": 1 not a uuid. See line 3.'],
      },
    });
  });

  test('where no uuid was found is said by the first five lines', () => {
    const notes = [5, 6].map((many) => {
      const rows = `${two.slice(1)}, ${two.slice(2)}\n`.repeat(many);
      return name(['orders'], { orders: `${one}\n${rows}` });
    });
    expect(notes).toMatchObject([
      { value: { notes: ['"orders": 10 not a uuid. See lines 2, 3, 4, 5, 6.'] } },
      { value: { notes: ['"orders": 12 not a uuid. See lines 2, 3, 4, 5, 6 and more.'] } },
    ]);
  });

  test('groups and promised times come along, and what is not accepted as it stands is said of each file', () => {
    const sheet =
      'uuid,label,group,promised,status\n' +
      `${one},Mrs Lam,North,2026-11-23T15:30Z,completed\n${two},Caf\uFFFD,,soon,\n${two},,,,`;
    expect(name(['a.csv', 'b.txt'], { 'a.csv': sheet, 'b.txt': `${one} Baker` })).toEqual({
      ok: true,
      value: {
        orders: [
          {
            id: one,
            label: 'Mrs Lam',
            group: 'North',
            promisedAtMs: Date.UTC(2026, 10, 23, 15, 30),
          },
          { id: two, label: null },
        ],
        notes: [
          '"a.csv": 1 watched though called finished, 1 named again, 1 time not read, labels and groups left out whose encoding is not known.',
        ],
      },
    });
  });

  test('a file that cannot be read is refused by the name that was typed, without its control characters', () => {
    expect(name(['\u001B[31mred\u202E'])).toEqual({
      ok: false,
      failure: { message: '"?[31mred?" is neither an order uuid nor a file that can be read.' },
    });
  });

  test('a file of more than 50,000 orders is refused whole, so that none is left out unnoticed', () => {
    const uuids = Array.from(
      { length: 50_001 },
      (_, index) => `3f2b8c1e-94d7-4a60-b1c5-${(index + 1).toString(16).padStart(12, '0')}`,
    );
    expect(name(['all.txt'], { 'all.txt': uuids.join('\n') })).toEqual({
      ok: false,
      failure: { message: '"all.txt" holds more than 50,000 order uuids. Split it.' },
    });
  });
});

test('a folder that is not there is made, and one that is stays', () => {
  const folder = join(temporaryFolder(), 'desk', 'night');
  const made = { ok: true, value: folder };
  expect([madeProfileFolder(folder), madeProfileFolder(folder)]).toEqual([made, made]);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test.skipIf(process.platform === 'win32')('what is made is its owner’s alone', () => {
  const folder = join(temporaryFolder(), 'night');
  madeProfileFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('what cannot be a folder is refused in a sentence', () => {
  const file = join(temporaryFolder(), 'notes.txt');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) {
    const made = madeProfileFolder(path);
    expect(made.ok ? '' : made.failure.message).toMatch(/cannot be made a profile folder\.$/);
  }
});

test('a relative XDG_CONFIG_HOME does not count', () => {
  expect(configHome({ XDG_CONFIG_HOME: '/elsewhere' }, '/home/ho')).toBe('/elsewhere');
  expect(configHome({ XDG_CONFIG_HOME: 'elsewhere' }, '/home/ho')).toBe('/home/ho/.config');
  expect(configHome({}, '/home/ho')).toBe('/home/ho/.config');
});

test('the command line finds the folder that the app uses', () => {
  expect(usualProfileDir('linux', {}, '/home/ho')).toBe('/home/ho/.config/Waybell');
  const env = { XDG_CONFIG_HOME: '/elsewhere' };
  expect(usualProfileDir('linux', env, '/home/ho')).toBe('/elsewhere/Waybell');
  expect(usualProfileDir('darwin', {}, '/Users/ho')).toContain('/Application Support/Waybell');
  expect(usualProfileDir('win32', { APPDATA: 'C:\\Users\\ho\\AppData\\Roaming' }, '')).toContain(
    'Waybell',
  );
});

test('the folder’s name is the one that Electron makes from the manifest', () => {
  const manifest = readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ productName: 'Waybell' });
});
