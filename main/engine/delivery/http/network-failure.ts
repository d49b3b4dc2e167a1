import {
  DeliveryError,
  type DeliveryFailureCode,
} from '../../../../core/delivery/delivery-failure.ts';

const missedLength = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** The `code`s of errors of sockets, TLS and undici, by what they mean. */
const errorCodes: Readonly<Partial<Record<DeliveryFailureCode, string>>> = {
  'dns-failed': 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME ENODATA ESERVFAIL',
  unreachable:
    'ECONNREFUSED EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL EACCES EPERM',
  timeout: 'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
  // DESTROYED and CLOSED: the transport was closed before the answer came. The last two: the socket
  // ended in the middle of a body.
  'connection-lost': `ECONNRESET ECONNABORTED EPIPE ENOTCONN UND_ERR_SOCKET UND_ERR_DESTROYED
    UND_ERR_CLOSED ${missedLength} HPE_INVALID_EOF_STATE`,
  // The second: undici asserts what it expects of an answer, such as a status of three digits from 100 on.
  'protocol-violation': 'UND_ERR_HEADERS_OVERFLOW ERR_ASSERTION',
  'answer-too-large': 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  'tls-untrusted': `CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED
    CERT_SIGNATURE_FAILURE CERT_CHAIN_TOO_LONG DEPTH_ZERO_SELF_SIGNED_CERT
    SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY
    UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY INVALID_CA INVALID_PURPOSE
    PATH_LENGTH_EXCEEDED HOSTNAME_MISMATCH ERR_TLS_CERT_ALTNAME_INVALID`,
  'tls-failed': 'EPROTO',
};

const failureByErrorCode: ReadonlyMap<string, DeliveryFailureCode> = new Map(
  Object.entries(errorCodes).flatMap(([failure, codes]) =>
    codes.split(/\s+/).map((code) => [code, failure as DeliveryFailureCode] as const),
  ),
);

/**
 * Which failure an error of a socket, of TLS or of undici stands for, by its `code` and never by its
 * text (undici docs, Errors: two copies of an error class may exist, codes stay).
 *
 * @returns null when the error does not come from outside, which makes it a defect of this program
 */
export function networkFailureCode(error: unknown): DeliveryFailureCode | null {
  for (const code of codesOf(error)) {
    const known = failureByErrorCode.get(code);
    if (known !== undefined) return known;
    if (code.startsWith('HPE_')) return 'protocol-violation';
    if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls-failed';
  }
  // undici 8 leaves its parser's error without a code for most causes.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'protocol-violation';
  // A system error that is not listed still came from a system call for the connection.
  if (!hasText(error, 'syscall')) return null;
  // Linux says EINVAL for a route that drops packets, and other systems have codes of their own.
  return error.syscall === 'connect' ? 'unreachable' : 'connection-lost';
}

/**
 * Turns an error of the network into a {@link DeliveryError}; anything else comes back as it was.
 *
 * @param hasHead whether the head of an answer was read before. Without one, a length that was missed is how
 *   undici names a head that it cannot read, such as one with two lengths, or with a length and chunks.
 */
export function toDeliveryError(error: unknown, hasHead = true): unknown {
  if (error instanceof DeliveryError) return error;
  const isUnreadHead = !hasHead && codesOf(error).includes(missedLength);
  const code = isUnreadHead ? 'protocol-violation' : networkFailureCode(error);
  return code === null ? error : new DeliveryError(code, { cause: withoutData(error) });
}

/**
 * A copy of an error that holds only names. undici's parser error carries the bytes that it could not
 * read, which may be a token, and its socket error a description of the socket.
 */
function withoutData(error: unknown): Error {
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
