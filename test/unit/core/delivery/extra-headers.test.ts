import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectionOptionsSchema } from '../../../../core/delivery/connection-options-schema.ts';
import { defaultConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import { optionFaultText } from '../../../../core/delivery/option-fault.ts';
import { extraHeadersText, parseExtraHeaders } from '../../../../core/delivery/extra-headers.ts';

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
