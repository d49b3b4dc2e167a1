import { DeliveryError, type DeliveryFailureCode } from '../../core/delivery/delivery-failure.ts';

const codesByName: ReadonlyMap<string, DeliveryFailureCode> = new Map<string, DeliveryFailureCode>([
  ['ENOTFOUND', 'dns-failed'],
  ['EAI_AGAIN', 'dns-failed'],
  ['EAI_FAIL', 'dns-failed'],
  ['EAI_NODATA', 'dns-failed'],
  ['EAI_NONAME', 'dns-failed'],
  ['ENODATA', 'dns-failed'],
  ['ESERVFAIL', 'dns-failed'],
  ['ECONNREFUSED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['EPERM', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'connection-lost'],
  ['ECONNABORTED', 'connection-lost'],
  ['EPIPE', 'connection-lost'],
  ['ENOTCONN', 'connection-lost'],
  ['UND_ERR_SOCKET', 'connection-lost'],
  // The link was closed while the answer was on its way.
  ['UND_ERR_DESTROYED', 'connection-lost'],
  ['UND_ERR_CLOSED', 'connection-lost'],
  // The socket ended in the middle of a body.
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'connection-lost'],
  ['HPE_INVALID_EOF_STATE', 'connection-lost'],
  ['UND_ERR_HEADERS_OVERFLOW', 'protocol-violation'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'answer-too-large'],
  ['UND_ERR_PRX_TLS', 'proxy-refused'],
  ['CERT_HAS_EXPIRED', 'tls-untrusted'],
  ['CERT_NOT_YET_VALID', 'tls-untrusted'],
  ['CERT_REVOKED', 'tls-untrusted'],
  ['CERT_REJECTED', 'tls-untrusted'],
  ['CERT_UNTRUSTED', 'tls-untrusted'],
  ['CERT_SIGNATURE_FAILURE', 'tls-untrusted'],
  ['CERT_CHAIN_TOO_LONG', 'tls-untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'tls-untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls-untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-untrusted'],
  ['UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY', 'tls-untrusted'],
  ['INVALID_CA', 'tls-untrusted'],
  ['INVALID_PURPOSE', 'tls-untrusted'],
  ['PATH_LENGTH_EXCEEDED', 'tls-untrusted'],
  ['HOSTNAME_MISMATCH', 'tls-untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-untrusted'],
  ['EPROTO', 'tls-failed'],
]);

/**
 * Which failure an error of a socket, of TLS or of undici stands for, by its `code` and never by its
 * text (undici docs, Errors: two copies of an error class may exist, codes stay).
 *
 * @returns null when the error is none of the outside's, which makes it a defect of ours
 */
export function outsideFailureCode(error: unknown): DeliveryFailureCode | null {
  for (const name of codesOf(error)) {
    const known = codesByName.get(name);
    if (known !== undefined) return known;
    if (name.startsWith('HPE_')) return 'protocol-violation';
    if (name.startsWith('ERR_SSL_') || name.startsWith('ERR_TLS_')) return 'tls-failed';
  }
  // undici 8 leaves its parser's error without a code for most causes.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'protocol-violation';
  // A system error that nobody has listed still came from a system call on the way to the service.
  if (!hasText(error, 'syscall')) return null;
  // Linux says EINVAL where a route throws packets away, and others have words of their own.
  return error.syscall === 'connect' ? 'unreachable' : 'connection-lost';
}

/**
 * Translates an error of the way to the service into a {@link DeliveryError}; anything else comes back
 * as it was. Every error passes here exactly once.
 */
export function translated(error: unknown): unknown {
  if (error instanceof DeliveryError) return error;
  const code = outsideFailureCode(error);
  return code === null ? error : new DeliveryError(code, { cause: harmlessCause(error) });
}

/**
 * A copy of an error with nothing in it but names. undici's parser error carries the bytes that it
 * could not read, which may be a token, and its socket error a record of the socket.
 */
function harmlessCause(error: unknown): Error {
  const [code = 'unknown'] = codesOf(error);
  const syscall = hasText(error, 'syscall') ? ` in ${error.syscall}` : '';
  const cause = new Error(`${code}${syscall}`);
  cause.name = error instanceof Error ? error.name : 'Error';
  return Object.assign(cause, { code });
}

/** The codes of an error, of the first of several (one per address tried) and of its causes. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = hasText(error, 'code') ? [error.code] : [];
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...own, ...codesOf(inner[0], depth + 1), ...codesOf(error.cause, depth + 1)];
}

function hasText<Name extends string>(value: unknown, name: Name): value is Record<Name, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    name in value &&
    typeof (value as Record<string, unknown>)[name] === 'string'
  );
}
