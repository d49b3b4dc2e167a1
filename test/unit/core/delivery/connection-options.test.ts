import { describe, expect, test } from 'vitest';
import {
  connectionOptionsSchema,
  storedConnectionOptionsSchema,
} from '../../../../core/delivery/connection-options-schema.ts';
import {
  caFileRefusal,
  defaultConnectionOptions,
  orderPathRefusal,
  proxyUrlRefusal,
  tokenHeaderRefusal,
  tokenSchemeRefusal,
} from '../../../../core/delivery/connection-options.ts';
import fc from 'fast-check';
import {
  type OptionFault,
  type OptionFaultCode,
  optionFaultText,
} from '../../../../core/delivery/option-fault.ts';
import { extraHeadersText, parseExtraHeaders } from '../../../../core/delivery/extra-headers.ts';

const optionFaultCodes: readonly OptionFaultCode[] = [
  'pathWithoutSlash',
  'pathWithoutUuid',
  'pathTooLong',
  'pathCharacters',
  'pathPercent',
  'pathDots',
  'tokenHeaderName',
  'tokenHeaderTaken',
  'schemeWord',
  'proxyCredentials',
  'proxyForm',
  'caFileNoPath',
  'caFileRelative',
  'caFileElsewhere',
  'headerLine',
  'headerTaken',
  'headerSecret',
  'headerValue',
  'headerTwice',
  'headersTooMany',
  'meaningLine',
  'meaningTwice',
  'meaningsTooMany',
];

function withMeanings(statusMeanings: object): boolean {
  return connectionOptionsSchema.safeParse({ ...defaultConnectionOptions, statusMeanings }).success;
}

function many(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), 'done']));
}

describe('connection options', () => {
  test('the defaults are the contract’s own service, and the schema accepts them', () => {
    expect(connectionOptionsSchema.parse(defaultConnectionOptions)).toEqual(
      defaultConnectionOptions,
    );
  });

  test.each([
    '/api/v2/orders/{uuid}',
    '/transport/orders/{uuid}',
    '/orders/{uuid}.json',
    '/o?uuid={uuid}&x=%2F',
    '/{uuid}',
  ])('%s can be the path of an order', (path) => {
    expect(orderPathRefusal(path)).toBeNull();
  });

  test.each([
    '',
    'orders/{uuid}',
    '/orders',
    '/orders/{uuid}/{uuid}',
    '/orders/{id}',
    '//evil.example/{uuid}',
    '/../{uuid}',
    '/a/./{uuid}',
    '/a b/{uuid}',
    '/{uuid}#x',
    '/{uuid}\r\nHost: evil',
    '/%zz/{uuid}',
    '/ö/{uuid}',
    `/${'x'.repeat(500)}/{uuid}`,
  ])('%j cannot be the path of an order', (path) => {
    expect(orderPathRefusal(path)).not.toBeNull();
  });

  test.each([
    [tokenHeaderRefusal, 'Authorization'],
    [tokenHeaderRefusal, 'X-Api-Key'],
    [tokenSchemeRefusal, 'Bearer'],
    [tokenSchemeRefusal, 'api-key'],
    [proxyUrlRefusal, 'http://proxy:3128'],
    [proxyUrlRefusal, 'https://proxy.example/'],
    [proxyUrlRefusal, 'http://[::1]:8080'],
    [proxyUrlRefusal, 'socks5://proxy:1080'],
    [caFileRefusal, '/etc/ssl/ours.pem'],
    [caFileRefusal, 'C:\\ours.pem'],
    [caFileRefusal, 'c:/ours.pem'],
    [caFileRefusal, '/etc//ours.pem'],
  ])('$name takes %j', (refusal, text) => {
    expect(refusal(text)).toBeNull();
  });

  test.each([
    [tokenHeaderRefusal, ''],
    [tokenHeaderRefusal, 'a b'],
    [tokenHeaderRefusal, 'a:b'],
    [tokenHeaderRefusal, 'a\n'],
    [tokenHeaderRefusal, 'ä'],
    [tokenHeaderRefusal, 'Host'],
    [tokenHeaderRefusal, 'content-LENGTH'],
    [tokenHeaderRefusal, 'Proxy-Authorization'],
    [tokenSchemeRefusal, ''],
    [tokenSchemeRefusal, 'two words'],
    [tokenSchemeRefusal, 'a\r\nb'],
    [tokenSchemeRefusal, 'x'.repeat(41)],
    [proxyUrlRefusal, ''],
    [proxyUrlRefusal, 'proxy:3128'],
    [proxyUrlRefusal, 'socks4://proxy:1'],
    [proxyUrlRefusal, 'http://proxy:99999'],
    [proxyUrlRefusal, 'http://proxy/path'],
    [caFileRefusal, ''],
    [caFileRefusal, 'ours.pem'],
    [caFileRefusal, '../x.pem'],
    [caFileRefusal, '/a\0b'],
    [caFileRefusal, 'file:///etc/ssl/ours.pem'],
    [caFileRefusal, 'file://host/share/ours.pem'],
  ])('$name refuses %j', (refusal, text) => {
    expect(refusal(text)).not.toBeNull();
  });

  test.each<[(text: string) => OptionFault | null, string, OptionFaultCode | null]>([
    [orderPathRefusal, 'orders/{uuid}', 'pathWithoutSlash'],
    [orderPathRefusal, '/orders', 'pathWithoutUuid'],
    [orderPathRefusal, '/{uuid}/{uuid}', 'pathWithoutUuid'],
    [orderPathRefusal, `/${'x'.repeat(493)}{uuid}`, null],
    [orderPathRefusal, `/${'x'.repeat(494)}{uuid}`, 'pathTooLong'],
    [orderPathRefusal, '/ä/{uuid}', 'pathCharacters'],
    [orderPathRefusal, '/{uuid}ä', 'pathCharacters'],
    [orderPathRefusal, '/{uuid}%2', 'pathPercent'],
    [orderPathRefusal, '/%2g/{uuid}', 'pathPercent'],
    [orderPathRefusal, '/%AF/{uuid}', null],
    [orderPathRefusal, '/./{uuid}', 'pathDots'],
    [orderPathRefusal, '/{uuid}/..', 'pathDots'],
    [orderPathRefusal, '/{uuid}/..?x', 'pathDots'],
    [orderPathRefusal, '//{uuid}', 'pathDots'],
    [orderPathRefusal, '/{uuid}/...', null],
    [orderPathRefusal, '/a.b/{uuid}.x', null],
    [tokenHeaderRefusal, 'a b', 'tokenHeaderName'],
    [tokenHeaderRefusal, 'x'.repeat(80), null],
    [tokenHeaderRefusal, 'x'.repeat(81), 'tokenHeaderName'],
    [tokenHeaderRefusal, 'Accept', 'tokenHeaderTaken'],
    [tokenHeaderRefusal, 'PROXY-x', 'tokenHeaderTaken'],
    [tokenHeaderRefusal, 'X-Proxy-A', null],
    [tokenSchemeRefusal, 'x'.repeat(40), null],
    [tokenSchemeRefusal, 'Bearer x', 'schemeWord'],
    [tokenSchemeRefusal, ' Bearer', 'schemeWord'],
    [proxyUrlRefusal, 'http://desk@proxy', 'proxyCredentials'],
    [proxyUrlRefusal, 'HTTP://proxy:65535', null],
    [proxyUrlRefusal, 'http://proxy:65536', 'proxyForm'],
    [proxyUrlRefusal, 'http://proxy', null],
    [proxyUrlRefusal, 'http://proxy:1', null],
    [proxyUrlRefusal, 'http://proxy:', 'proxyForm'],
    [proxyUrlRefusal, 'http://[fe80::1', 'proxyForm'],
    [proxyUrlRefusal, 'http://[xyz]', 'proxyForm'],
    [proxyUrlRefusal, 'xhttp://proxy', 'proxyForm'],
    [proxyUrlRefusal, `http://${'x'.repeat(293)}`, null],
    [proxyUrlRefusal, `http://${'x'.repeat(294)}`, 'proxyForm'],
    [caFileRefusal, `/${'x'.repeat(4095)}`, null],
    [caFileRefusal, `/${'x'.repeat(4096)}`, 'caFileNoPath'],
    [caFileRefusal, '/a\nb', 'caFileNoPath'],
    [caFileRefusal, 'ours.pem', 'caFileRelative'],
    [caFileRefusal, 'xC:\\ours.pem', 'caFileRelative'],
    [caFileRefusal, 'C:ours.pem', 'caFileRelative'],
    [caFileRefusal, '1:/ours.pem', 'caFileRelative'],
    [caFileRefusal, '\\ours.pem', 'caFileRelative'],
  ])('$name says of %j what is wrong with it: %s', (refusal, text, code) => {
    expect(refusal(text)).toEqual(code === null ? null : { code });
  });

  test.each([
    String.raw`\\host\share\ours.pem`,
    '//host/share/ours.pem',
    String.raw`\/host\share\ours.pem`,
    String.raw`/\host\share\ours.pem`,
    String.raw`\\?\UNC\host\share\ours.pem`,
    String.raw`\\.\pipe\ours`,
  ])('a certificate file of another computer, or a device, is refused: %s', (path) => {
    expect(caFileRefusal(path)).toEqual({ code: 'caFileElsewhere' });
    expect(fits({ caFile: path })).toBe(false);
    const stored = { ...defaultConnectionOptions, caFile: path };
    expect(storedConnectionOptionsSchema.parse(stored).caFile).toBeNull();
  });

  test('credentials for a proxy have one place, which is not here', () => {
    expect(proxyUrlRefusal('http://desk:word@proxy:3128')).toEqual({ code: 'proxyCredentials' });
  });

  test('a status can be given any meaning but “unknown”, for up to 100 statuses', () => {
    expect(withMeanings({ '4': 'done', 'Left depot': 'pickedUp' })).toBe(true);
    expect(withMeanings({ '4': 'unknown' })).toBe(false);
    expect(withMeanings(many(100))).toBe(true);
    expect(withMeanings(many(101))).toBe(false);
  });
});

const someHeaders = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, '1']));

const headerLines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `X-${index}: 1`).join('\n');

const read = (text: string) => parseExtraHeaders(text, 'Authorization');

function fits(more: object): boolean {
  return connectionOptionsSchema.safeParse({ ...defaultConnectionOptions, ...more }).success;
}

describe('options that were stored', () => {
  const stored = {
    orderPath: '/o/{uuid}',
    tokenHeader: 'X-Desk',
    tokenScheme: { kind: 'fixed', scheme: 'Desk' },
    extraHeaders: { 'X-Market': 'hk' },
    caFile: '/etc/ours.pem',
    proxy: { kind: 'fixed', url: 'http://proxy:3128' },
    statusMeanings: { '4': 'done' },
  };

  test('come back as they were', () => {
    expect(storedConnectionOptionsSchema.parse(stored)).toEqual(stored);
  });

  test.each(Object.keys(stored))(
    'an unusable %s falls back to its default, and no other',
    (name) => {
      for (const unusable of [7, { kind: 8 }, { 'a b': 'c' }, 'x y']) {
        expect(storedConnectionOptionsSchema.parse({ ...stored, [name]: unusable })).toEqual({
          ...stored,
          [name]: defaultConnectionOptions[name as keyof typeof defaultConnectionOptions],
        });
      }
    },
  );

  test.each([
    { tokenScheme: { kind: 'asGiven' } },
    { tokenScheme: { kind: 'none' } },
    { tokenScheme: { kind: 'fixed', scheme: 'Desk' } },
    { proxy: { kind: 'system' } },
    { proxy: { kind: 'environment' } },
    { proxy: { kind: 'none' } },
    { proxy: { kind: 'fixed', url: 'http://proxy' } },
    { caFile: null },
  ])('%j can be chosen, and nothing beside it', (choice) => {
    expect(fits(choice)).toBe(true);
    expect(storedConnectionOptionsSchema.parse({ ...stored, ...choice })).toEqual({
      ...stored,
      ...choice,
    });
    expect(fits({ ...choice, more: 1 })).toBe(false);
  });

  test('a word before the token and a proxy are held to their rules', () => {
    expect(fits({ tokenScheme: { kind: 'fixed', scheme: 'two words' } })).toBe(false);
    expect(fits({ proxy: { kind: 'fixed', url: 'proxy' } })).toBe(false);
    expect(fits({ statusMeanings: { [' ']: 'done' } })).toBe(false);
    expect(fits({ statusMeanings: { ['x'.repeat(80)]: 'done' } })).toBe(true);
    expect(fits({ statusMeanings: { ['x'.repeat(81)]: 'done' } })).toBe(false);
  });
});

test.each(['en', 'zh-Hant'] as const)(
  'every fault is said in a sentence of its own in %s',
  (language) => {
    const texts = optionFaultCodes.map((code) =>
      optionFaultText({ code, subject: 'X-Mine' }, language),
    );
    for (const text of texts) expect(text).toMatch(/^\S.*[.。]$/u);
    expect(new Set(texts).size).toBe(texts.length - 1);
    for (const code of [
      'headerTaken',
      'headerSecret',
      'headerValue',
      'headerTwice',
      'meaningTwice',
    ] as const)
      expect(optionFaultText({ code, subject: 'X-Mine' }, language)).toContain('X-Mine');
    expect(optionFaultText({ code: 'headersTooMany' }, language)).toContain('20');
    expect(optionFaultText({ code: 'meaningsTooMany' }, language)).toContain('100');
    expect(optionFaultText({ code: 'meaningLine' }, language)).toContain(
      'searching, assigned, at_pickup, picked_up, at_dropoff, done, failed, cancelled',
    );
  },
);

describe('headers of one’s own', () => {
  test('are typed one a line, and empty lines count for nothing', () => {
    const text =
      'Accept-Language: zh-HK\r\n\n  X-Market :  hk:kowloon ; v=2\nAccept: application/json\rX-Old-Mac: 9';
    expect(read(text)).toEqual({
      ok: true,
      value: {
        'Accept-Language': 'zh-HK',
        'X-Market': 'hk:kowloon ; v=2',
        Accept: 'application/json',
        'X-Old-Mac': '9',
      },
    });
    expect(read(' \n ')).toEqual({ ok: true, value: {} });
  });

  test.each([
    'Accept-Language',
    ': zh-HK',
    'Accept Language: zh',
    'X-Market:',
    'X-Market: 香港',
    'X-Market: a\tb',
    `X-Market: ${'x'.repeat(501)}`,
    'Host: evil.example',
    'Content-Length: 5',
    'Cookie: a=b',
    'Proxy-Authorization: x',
    'If-None-Match: "1"',
    'User-Agent: other',
    'authorization: Basic x',
    'X-Market: hk\nx-market: sg',
    Array.from({ length: 21 }, (_, index) => `X-${index}: 1`).join('\n'),
  ])('%j is refused in a sentence', (text) => {
    const answer = read(text);
    expect(answer.ok).toBe(false);
    expect(answer.ok ? '' : optionFaultText(answer.failure, 'en')).toMatch(/^\S.*\.$/);
  });

  test.each<[string, OptionFault]>([
    ['Accept Language: zh', { code: 'headerLine' }],
    ['X-Market', { code: 'headerLine' }],
    ['Host: evil.example', { code: 'headerTaken', subject: 'Host' }],
    ['X-Api-Key: 1', { code: 'headerSecret', subject: 'X-Api-Key' }],
    ['X-Market:', { code: 'headerValue', subject: 'X-Market' }],
    [`X-Market: ${'x'.repeat(501)}`, { code: 'headerValue', subject: 'X-Market' }],
    ['X-Market: hk\nx-market: sg', { code: 'headerTwice', subject: 'x-market' }],
    ['authorization: x', { code: 'headerSecret', subject: 'authorization' }],
    [headerLines(21), { code: 'headersTooMany' }],
  ])('of %j it is said what is wrong and where', (text, failure) => {
    expect(read(text)).toEqual({ ok: false, failure });
  });

  test('may repeat the header of the token no more than one another', () => {
    expect(parseExtraHeaders('x-market: hk', 'X-Market')).toEqual({
      ok: false,
      failure: { code: 'headerTwice', subject: 'x-market' },
    });
  });

  test('may be twenty, with values of up to five hundred characters', () => {
    expect(read(headerLines(20)).ok).toBe(true);
    for (const value of ['x', 'xy', 'x'.repeat(500), 'a b']) {
      expect(read(`X-Market: ${value}`)).toEqual({ ok: true, value: { 'X-Market': value } });
    }
    expect([20, 21].map((count) => fits({ extraHeaders: someHeaders(count) }))).toEqual([
      true,
      false,
    ]);
  });

  test.each([
    'Accept-Encoding',
    'Connection',
    'Content-Encoding',
    'Content-Length',
    'Content-Type',
    'Date',
    'Expect',
    'Host',
    'If-Match',
    'If-Modified-Since',
    'If-None-Match',
    'If-Range',
    'If-Unmodified-Since',
    'Keep-Alive',
    'Range',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'User-Agent',
    'Cookie',
  ])('%s is set by HTTP or by Waybell', (name) => {
    expect(read(`${name}: 1`)).toEqual({
      ok: false,
      failure: { code: 'headerTaken', subject: name },
    });
  });

  test.each([
    'X-Api-Key',
    'X-Auth-Token',
    'Authorization',
    'apikey',
    'X-Client-Secret',
    'Session',
    'X_PASSWORD',
    'JWT',
    'X-Auth',
    'X-Authorize',
    'X-Authentication',
    'X-Tokens',
    'X-Token',
    'Client-Secrets',
    'X-Passwd',
    'X-Credential',
    'My-Credentials',
    'Sessions',
    'X-Cookie',
    'X-Cookies',
    'X-Keys',
    'ApiKeys',
    'X-Signature',
  ])('%s looks like a secret, which no option may hold', (name) => {
    expect(parseExtraHeaders(`${name}: 1`, 'X-Other')).toMatchObject({ ok: false });
    expect(fits({ tokenHeader: 'X-Other', extraHeaders: { [name]: '1' } })).toBe(false);
  });

  test.each([
    'X-Author',
    'X-Monkey',
    'X-Market',
    'Tenant',
    'X-Keyboard',
    'X-Mytoken',
    'X-Tokenless',
  ])('%s does not', (name) => {
    expect(read(`${name}: 1`)).toMatchObject({ ok: true });
  });

  test('the window sends no more than what could have been typed', () => {
    expect(fits({ extraHeaders: { 'X-Market': 'hk' } })).toBe(true);
    expect(fits({ extraHeaders: { 'X-Market': 'hk\r\nX-Injected: 1' } })).toBe(false);
    expect(fits({ extraHeaders: { 'X-Market': 'hk', 'x-market': 'sg' } })).toBe(false);
    expect(fits({ tokenHeader: 'X-Market', extraHeaders: { 'x-market': 'hk' } })).toBe(false);
    expect(fits({ extraHeaders: { Host: 'evil.example' } })).toBe(false);
  });

  test('whatever is typed, what is accepted can be typed again and means the same', () => {
    const line = fc.tuple(fc.string(), fc.string()).map(([name, value]) => `${name}: ${value}`);
    const lines = fc
      .array(fc.oneof(line, fc.string(), fc.constant('X-A: b')))
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, (text) => {
        const first = read(text);
        if (!first.ok) return;
        expect(read(extraHeadersText(first.value))).toEqual(first);
        expect(fits({ extraHeaders: first.value })).toBe(true);
      }),
    );
  });
});
