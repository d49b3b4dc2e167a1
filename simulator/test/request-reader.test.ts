import { describe, expect, test } from 'vitest';
import { readRequest } from '../http/request-reader.ts';

function read(text: string, start = 0) {
  return readRequest(Buffer.from(text), start);
}

describe('reading requests', () => {
  test('a body has its told length in bytes, not characters', () => {
    const body = '{"name":"陳"}';
    const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    expect(read(`${head + body}GET`)).toMatchObject({
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
});
