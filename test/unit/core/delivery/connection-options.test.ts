import { describe, expect, test } from 'vitest';
import { connectionOptionsSchema } from '../../../../core/delivery/connection-options-schema.ts';
import {
  caFileRefusal,
  defaultConnectionOptions,
  orderPathRefusal,
  proxyUrlRefusal,
  tokenHeaderRefusal,
  tokenSchemeRefusal,
} from '../../../../core/delivery/connection-options.ts';
import fc from 'fast-check';
import { optionFaultText } from '../../../../core/delivery/option-fault.ts';
import { extraHeadersText, parseExtraHeaders } from '../../../../core/delivery/extra-headers.ts';

function withMeanings(statusMeanings: object): boolean {
  return connectionOptionsSchema.safeParse({ ...defaultConnectionOptions, statusMeanings }).success;
}

function many(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index), 'done']));
}

describe('connection options', () => {
  test('the defaults are the contract’s own service, and the schema takes them', () => {
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
    [caFileRefusal, '\\\\host\\x.pem'],
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
  ])('$name refuses %j', (refusal, text) => {
    expect(refusal(text)).not.toBeNull();
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

const read = (text: string) => parseExtraHeaders(text, 'Authorization');

function fits(more: object): boolean {
  return connectionOptionsSchema.safeParse({ ...defaultConnectionOptions, ...more }).success;
}

describe('headers of one’s own', () => {
  test('are typed one a line, and empty lines count for nothing', () => {
    const text =
      'Accept-Language: zh-HK\r\n\n  X-Market :  hk:kowloon ; v=2\nAccept: application/json';
    expect(read(text)).toEqual({
      ok: true,
      value: {
        'Accept-Language': 'zh-HK',
        'X-Market': 'hk:kowloon ; v=2',
        Accept: 'application/json',
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

  test.each([
    'X-Api-Key',
    'X-Auth-Token',
    'Authorization',
    'apikey',
    'X-Client-Secret',
    'Session',
    'X_PASSWORD',
    'JWT',
  ])('%s looks like a secret, which no option may hold', (name) => {
    expect(parseExtraHeaders(`${name}: 1`, 'X-Other')).toMatchObject({ ok: false });
    expect(fits({ tokenHeader: 'X-Other', extraHeaders: { [name]: '1' } })).toBe(false);
  });

  test.each(['X-Author', 'X-Monkey', 'X-Market', 'Tenant', 'X-Keyboard'])('%s does not', (name) => {
    expect(read(`${name}: 1`)).toMatchObject({ ok: true });
  });

  test('the window sends no more than what could have been typed', () => {
    expect(fits({ extraHeaders: { 'X-Market': 'hk' } })).toBe(true);
    expect(fits({ extraHeaders: { 'X-Market': 'hk\r\nX-Injected: 1' } })).toBe(false);
    expect(fits({ extraHeaders: { 'X-Market': 'hk', 'x-market': 'sg' } })).toBe(false);
    expect(fits({ tokenHeader: 'X-Market', extraHeaders: { 'x-market': 'hk' } })).toBe(false);
    expect(fits({ extraHeaders: { Host: 'evil.example' } })).toBe(false);
  });

  test('whatever is typed, what is taken can be typed again and means the same', () => {
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
