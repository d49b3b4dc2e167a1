import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRequest } from '../../../simulator/http/request-reader.ts';

function read(text: string, start = 0) {
  return readRequest(Buffer.from(text), start);
}

const get = 'GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n';

describe('reading requests', () => {
  test('a request without a body ends with its head', () => {
    expect(read(get)).toMatchObject({
      kind: 'request',
      request: { method: 'GET', path: '/a', body: '', keepsAlive: true },
      end: get.length,
    });
  });

  test('a body has its told length in bytes, not characters', () => {
    const body = '{"name":"陳"}';
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    expect(read(head + body + get)).toMatchObject({
      kind: 'request',
      request: { body },
      end: Buffer.byteLength(head + body),
    });
  });

  test('a chunked body is put together, extensions and trailers left out', () => {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = '3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nX-Late: 1\r\n\r\n';
    expect(read(head + body)).toMatchObject({
      kind: 'request',
      request: { body: 'abcde' },
      end: (head + body).length,
    });
  });

  test('header names are read without case, and repeated ones joined', () => {
    const outcome = read('GET / HTTP/1.1\r\nHOST: x\r\nA: 1\r\na:2\r\n\r\n');
    const headers = outcome.kind === 'request' ? outcome.request.headers : new Map();
    expect([headers.get('host'), headers.get('a')]).toStrictEqual(['x', '1, 2']);
  });

  test.each([
    ['HTTP/1.1', '', true],
    ['HTTP/1.1', 'Connection: close\r\n', false],
    ['HTTP/1.0', '', false],
    ['HTTP/1.0', 'Connection: Keep-Alive\r\n', true],
  ])('%s with "%s" keeps the connection: %s', (version, header, keepsAlive) => {
    expect(read(`GET / ${version}\r\nHost: x\r\n${header}\r\n`)).toMatchObject({
      request: { keepsAlive },
    });
  });

  test.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['another protocol', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 505],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nodd\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\n folded: 1\r\n\r\n', 400],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['a length that is no number', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    ['a huge body', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n', 413],
    ['another coding', 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n', 501],
    ['a bad chunk', 'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZ\r\n', 400],
    ['an endless head', `GET / HTTP/1.1\r\nHost: ${'x'.repeat(20_000)}`, 431],
  ])('refuses %s', (_, text, status) => {
    expect(read(text)).toStrictEqual({ kind: 'bad', status });
  });

  test('however the bytes are cut, nothing is read before all of it is there', () => {
    const body = 'grüße';
    const request = `POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const bytes = Buffer.from(request);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length - 1 }), (cut) => {
        expect(readRequest(bytes.subarray(0, cut), 0)).toStrictEqual({ kind: 'incomplete' });
      }),
    );
    expect(readRequest(bytes, 0)).toMatchObject({ request: { body } });
  });

  test('any bytes at all are refused or waited for, never a defect', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(['incomplete', 'bad', 'request']).toContain(readRequest(Buffer.from(bytes), 0).kind);
      }),
    );
  });
});
