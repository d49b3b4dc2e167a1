import { describe, expect, test } from 'vitest';
import {
  linkedOrderId,
  ownArguments,
  parseLaunchOptions,
} from '../../../../main/launch/launch-options.ts';

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
      activeEverySeconds: null,
      requestsPerMinute: null,
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
        activeEverySeconds: 30,
        requestsPerMinute: 60,
      });
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

  test('a refusal never repeats a secret that was put on the command line', () => {
    const result = parse(['--client-secret', 'hunter2']);
    expect(JSON.stringify(result)).not.toContain('hunter2');
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
