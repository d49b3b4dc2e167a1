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
