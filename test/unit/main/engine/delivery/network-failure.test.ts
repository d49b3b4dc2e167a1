import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { DeliveryError } from '../../../../../core/delivery/delivery-failure.ts';
import {
  networkFailureCode,
  toDeliveryError,
} from '../../../../../main/engine/delivery/http/network-failure.ts';

const failing = (code: string, more: object = {}): Error =>
  Object.assign(new Error('some text'), { code, ...more });

test.each([
  ['ENOTFOUND', 'dns-failed'],
  ['EAI_AGAIN', 'dns-failed'],
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'connection-lost'],
  ['EPIPE', 'connection-lost'],
  ['UND_ERR_SOCKET', 'connection-lost'],
  ['HPE_INVALID_HEADER_TOKEN', 'protocol-violation'],
  ['UND_ERR_HEADERS_OVERFLOW', 'protocol-violation'],
  ['CERT_HAS_EXPIRED', 'tls-untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-untrusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failed'],
  ['EPROTO', 'tls-failed'],
])('%s is %s', (code, expected) => {
  expect(networkFailureCode(failing(code))).toBe(expected);
});

test('of the errors of several addresses the first known code counts', () => {
  const both = new AggregateError([failing('ECONNREFUSED'), failing('ENETUNREACH')]);
  expect(networkFailureCode(both)).toBe('unreachable');
});

test('the cause decides when the error itself says nothing', () => {
  expect(networkFailureCode(new Error('outer', { cause: failing('EAI_AGAIN') }))).toBe(
    'dns-failed',
  );
});

test('a system error that is not listed is a lost connection, or an unreachable host while connecting', () => {
  expect(networkFailureCode(failing('ESOMETHING', { syscall: 'read' }))).toBe('connection-lost');
  expect(networkFailureCode(failing('ESOMETHING', { syscall: 'connect' }))).toBe('unreachable');
});

test('a length that was missed is a lost connection, and before the head is read a head that breaks HTTP', () => {
  const missed = failing('UND_ERR_RES_CONTENT_LENGTH_MISMATCH');
  expect(toDeliveryError(missed)).toMatchObject({ code: 'connection-lost' });
  expect(toDeliveryError(missed, false)).toMatchObject({ code: 'protocol-violation' });
  expect(toDeliveryError(failing('ECONNRESET'), false)).toMatchObject({ code: 'connection-lost' });
});

test('an error of our own program is not turned into a failure', () => {
  const defect = new TypeError('undefined is not a function');
  expect(toDeliveryError(defect)).toBe(defect);
  const misuse = failing('UND_ERR_INVALID_ARG');
  expect(toDeliveryError(misuse)).toBe(misuse);
});

test('a delivery error is returned unchanged', () => {
  const error = new DeliveryError('timeout');
  expect(toDeliveryError(error)).toBe(error);
});

test('a failure names the code and drops everything that the library attached', () => {
  const error = toDeliveryError(
    failing('HPE_INVALID_CHUNK_SIZE', { data: 'canary-token', socket: { canary: true } }),
  );
  expect(error).toMatchObject({ code: 'protocol-violation' });
  const shown = inspect(error, { depth: 9, showHidden: true });
  expect(shown).toContain('HPE_INVALID_CHUNK_SIZE');
  expect(shown).not.toContain('canary');
});
