import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../../main/cli/command-line.ts';
import { secretArguments } from '../../../support/cli/secret-arguments.ts';

const service = ['--base-url', 'https://service.example', '--client-id', 'desk-7'];

function parse(args: readonly string[], env: Record<string, string> = {}) {
  return parseCommandLine(['hub', ...args], env);
}

function message(...args: readonly string[]): string | null {
  const parsed = parse(args);
  return parsed.ok ? null : parsed.failure.message;
}

/** Why a setting is refused. */
function settingRefused(...words: readonly string[]): string | null {
  return message('set', '--profile', 'p', ...words);
}

describe('what a hub decides', () => {
  const store = { kind: 'sqlite', profileDir: 'p' };

  test('a number is taken as it is, several values as JSON', () => {
    const set = (...words: readonly string[]) => parse(['set', '--profile', 'p', ...words]);
    const change = { requestsPerMinute: 120 };
    expect(set('requestsPerMinute', '120')).toEqual({
      ok: true,
      value: { kind: 'set', store, change },
    });
    const fences = { enterMeters: 100, leaveMeters: 200 };
    expect(set('fences', JSON.stringify(fences))).toEqual({
      ok: true,
      value: { kind: 'set', store, change: { fences } },
    });
    expect(parse(['settings', '--profile', 'p', '--json'])).toEqual({
      ok: true,
      value: { kind: 'settings', store, isJson: true },
    });
  });

  test('what no hub has, and what does not fit, is refused in words', () => {
    expect(settingRefused('theme', 'dark')).toContain(
      'Names: requestsPerMinute, activeEverySeconds,',
    );
    expect(settingRefused('requestsPerMinute', '1')).toContain('a whole number from 6 to 6000');
    expect(settingRefused('requestsPerMinute', 'many')).toContain('a whole number from 6 to 6000');
    expect(settingRefused('fences', '4')).toContain('JSON such as {"enterMeters"');
    expect(settingRefused('archiveDays')).not.toBeNull();
  });
});

describe('a hub', () => {
  test('keeps its log in its profile and listens on this computer alone', () => {
    expect(parse(['--profile', 'p'], { WAYBELL_CLIENT_SECRET: 's3cret' })).toEqual({
      ok: true,
      value: {
        kind: 'serve',
        options: {
          service: null,
          overlay: { activeEverySeconds: undefined, requestsPerMinute: undefined },
          connectionOptions: {},
          clientSecret: 's3cret',
          profileDir: 'p',
          store: { kind: 'sqlite', profileDir: 'p' },
          listen: { address: '127.0.0.1', port: 7788 },
          tls: null,
          isBehindProxy: false,
          publicUrl: null,
          webhooks: null,
          metrics: null,
          heartbeatUrl: null,
        },
      },
    });
  });

  test('accepts all that it is told', () => {
    const members = 'etcds://etcd-1.example:2379,[fd00::2]:2379';
    const args =
      '--listen 0.0.0.0:8443 --tls-cert c.pem --tls-key k.pem --behind-proxy --webhook-port 0 ' +
      '--public-url https://hub.example.com/ --metrics 9464 --interval 30 --max-rate 600 ' +
      `--order-path /o/{uuid} --store ${members} --etcd-cert e.pem --etcd-key f.pem`;
    expect(
      parse([...service, ...args.split(' ')], { WAYBELL_ETCD_LOGIN: 'hub:s3:cret' }),
    ).toMatchObject({
      value: {
        options: {
          service: { baseUrl: 'https://service.example', clientId: 'desk-7' },
          overlay: { activeEverySeconds: 30, requestsPerMinute: 600 },
          connectionOptions: { orderPath: '/o/{uuid}' },
          profileDir: null,
          store: {
            kind: 'etcd',
            members: ['https://etcd-1.example:2379', 'https://[fd00::2]:2379'],
            login: { name: 'hub', password: 's3:cret' },
            certificate: { certFile: 'e.pem', keyFile: 'f.pem' },
          },
          listen: { address: '0.0.0.0', port: 8443 },
          tls: { certFile: 'c.pem', keyFile: 'k.pem' },
          isBehindProxy: true,
          publicUrl: 'https://hub.example.com',
          webhooks: { port: 0 },
          metrics: { address: '127.0.0.1', port: 9464 },
        },
      },
    });
  });

  test.each([
    [['--listen', '192.0.2.7:7788'], 'the hub needs --tls-cert and --tls-key, or --behind-proxy'],
    [['--listen', '127.evil.example:7788'], 'the hub needs --tls-cert'],
    [['--listen', '[::]:7788'], 'the hub needs --tls-cert'],
    [['--listen', '80'], '--listen needs ADDRESS:PORT or a port'],
    [['--tls-cert', 'c.pem'], '--tls-cert and --tls-key go together.'],
    [['--public-url', 'http://hub.example.com'], '--public-url needs an address such as https'],
    [['--public-url', 'https://[:::]'], '--public-url needs an address such as https'],
    [['--public-url', 'https://hub.example.com'], '--public-url needs --behind-proxy'],
    [['--public-url', 'https://hub.example.com/team'], 'without a path'],
    [['--store', 'redis'], '--store takes sqlite, or etcd://HOST:PORT'],
    [['--store', 'etcd://192.0.2.7:2379'], 'asked by etcds://HOST:PORT only'],
    [['--store', 'etcds://a.example:2379', '--etcd-key', 'k.pem'], '--etcd-cert and --etcd-key go'],
    [['--json'], '"--json" is not an option.'],
    [['serve'], '"serve" is not understood.'],
    [['--base-url', 'x'], '--base-url needs --client-id.'],
  ])('is refused with %j', (args, words) => {
    expect(message('--profile', 'p', ...args)).toContain(words);
  });

  test('on another address is accepted where a proxy does TLS', () => {
    expect(message('--profile', 'p', '--listen', '192.0.2.7:7788', '--behind-proxy')).toBeNull();
    expect(message('--profile', 'p', '--listen', '[::1]:7788')).toBeNull();
    expect(message('--profile', 'p', '--listen', 'localhost:7788')).toBeNull();
  });

  test('needs a place for its log, and to know whom to ask', () => {
    expect(message(...service)).toContain('name the folder with --profile DIR');
    expect(message('--store', 'etcd://127.0.0.1:2379')).toContain('Say which service to ask');
  });

  test('a login in the address of a server is refused and not repeated', () => {
    const refused = message('--profile', 'p', '--store', 'etcd://hub:hunter2@127.0.0.1:2379');
    expect(refused).toContain('WAYBELL_ETCD_LOGIN');
    expect(refused).not.toContain('hunter2');
  });

  test.each(secretArguments)('a secret is refused and not repeated: %j', (...args) => {
    const result = JSON.stringify(parse(['--profile', 'p', ...args]));
    expect(result).toContain('"ok":false');
    expect(result).not.toContain('hunter2');
  });
});

describe('who may come in', () => {
  const store = { kind: 'sqlite', profileDir: 'p' };

  test('is invited, listed and revoked by name', () => {
    expect(parse(['invite', '--profile=p', '--name', ' Mei \u202E '])).toEqual({
      ok: true,
      value: { kind: 'invite', store, name: 'Mei', role: 'dispatcher' },
    });
    expect(parse(['invite', '--profile=p', '--name=Lee', '--viewer'])).toMatchObject({
      value: { role: 'viewer' },
    });
    expect(parse(['desks', '--profile=p', '--json'])).toEqual({
      ok: true,
      value: { kind: 'desks', store, isJson: true },
    });
    expect(parse(['revoke', '--profile=p', 'Mei'])).toEqual({
      ok: true,
      value: { kind: 'revoke', store, name: 'Mei' },
    });
  });

  test.each([
    [['invite', '--profile', 'p'], 'Name the desk: --name NAME'],
    [['invite', '--profile', 'p', '--name', '\u202E'], 'Name the desk: --name NAME'],
    [['--profile', 'p', 'invite', '--name', 'Mei'], 'Write the options behind "invite".'],
    [['invite', '--name', 'Mei'], 'name the folder with --profile DIR'],
    [['invite', '--profile', 'p', 'Mei'], '"Mei" is not understood.'],
    [['revoke', '--profile', 'p'], 'NAME is missing.'],
    [['revoke', '--profile', 'p', '+85291234567'], 'Name the desk: revoke NAME'],
    [['revoke', '--profile', 'p', 'Mei', 'Ana'], '"Ana" is not understood.'],
    [['desks', '--profile', 'p', '--listen', '0'], '"--listen" is not an option.'],
  ])('%j is refused with a sentence', (args, words) => {
    expect(message(...args)).toContain(words);
  });
});
