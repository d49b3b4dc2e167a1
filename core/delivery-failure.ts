/**
 * Every way in which asking the delivery service can fail, as a closed union: a new code does not
 * compile until each place that decides on it has decided.
 */
export type DeliveryFailureCode =
  // the machine or the way to the service
  | 'dns-failed'
  | 'unreachable'
  | 'timeout'
  | 'connection-lost'
  | 'tls-untrusted'
  | 'tls-failed'
  | 'proxy-refused'
  | 'proxy-unusable'
  | 'captive-portal'
  // the service as a whole
  | 'rate-limited'
  | 'service-failing'
  | 'protocol-violation'
  // the credentials
  | 'credentials-refused'
  | 'token-unreadable'
  | 'token-endpoint-missing'
  | 'authorization-refused'
  | 'keychain-unavailable'
  // one order
  | 'order-not-found'
  | 'order-gone'
  | 'order-forbidden'
  | 'order-rejected'
  | 'answer-unreadable'
  | 'answer-too-large'
  | 'answer-for-another-order';

/**
 * What a failure is about, and so what has to stop and where help is: one order, the host, the
 * credentials, or this machine with its network and its keychain.
 */
export type FailureScope = 'order' | 'host' | 'credentials' | 'machine';

/** What a {@link DeliveryError} may carry beside its code. */
export interface DeliveryErrorDetails {
  /** The HTTP status, when there was an answer. */
  readonly httpStatus?: number;
  /** How long the service asked us to wait (RFC 9110, 10.2.3), already checked and clamped. */
  readonly retryAfterMs?: number;
  /** The system's or library's own error. For the log, after redaction; never for the dispatcher. */
  readonly cause?: unknown;
}

/**
 * A failure of the outside world while asking the delivery service. Decide on `code`, never on the
 * message. The message never holds a secret, a token, a body or personal data.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly code: DeliveryFailureCode;
  readonly httpStatus: number | null;
  readonly retryAfterMs: number | null;

  constructor(code: DeliveryFailureCode, details: DeliveryErrorDetails = {}) {
    super(
      details.httpStatus === undefined ? code : `${code} (HTTP ${details.httpStatus})`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.httpStatus = details.httpStatus ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}
