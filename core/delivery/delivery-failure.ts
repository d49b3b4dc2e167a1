/**
 * Every failure of a request to the delivery service, with its scope: one order, the host, the
 * credentials, or this machine with its network and its keychain. The scope decides what has to stop.
 *
 * The list is closed: a new failure of one order does not compile until every `switch` over them has it.
 */
const scopes = {
  // the machine or the network
  'dns-failed': 'host',
  unreachable: 'host',
  timeout: 'host',
  'connection-lost': 'host',
  'tls-untrusted': 'host',
  'tls-failed': 'host',
  'proxy-refused': 'machine',
  'proxy-unusable': 'machine',
  'captive-portal': 'machine',
  // the hub of the team, which asks the service for this desk
  'hub-away': 'host',
  'desk-revoked': 'machine',
  'log-gone': 'machine',
  // the service as a whole
  'rate-limited': 'host',
  'service-failing': 'host',
  'protocol-violation': 'host',
  // the credentials
  'credentials-refused': 'credentials',
  'token-unreadable': 'credentials',
  'token-endpoint-missing': 'credentials',
  'authorization-refused': 'credentials',
  'keychain-unavailable': 'machine',
  // one order
  'order-not-found': 'order',
  'order-gone': 'order',
  'order-forbidden': 'order',
  'order-rejected': 'order',
  'answer-unreadable': 'order',
  'answer-too-large': 'order',
  'answer-for-another-order': 'order',
} as const;

export type DeliveryFailureCode = keyof typeof scopes;

/** What a failure is about. */
export type FailureScope = (typeof scopes)[DeliveryFailureCode];

/** The failures that are about one order. */
export type OrderFailureCode = {
  [Code in DeliveryFailureCode]: (typeof scopes)[Code] extends 'order' ? Code : never;
}[DeliveryFailureCode];

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

/** All codes of failures. */
export const failureCodes = Object.keys(scopes) as readonly DeliveryFailureCode[]; // the keys of a closed object

/** Whether a text is one of the codes of failures, such as one that was read from a log. */
export function isFailureCode(text: string): text is DeliveryFailureCode {
  return Object.hasOwn(scopes, text);
}

/** The scope of a failure, which decides what has to stop. */
export function failureScope(code: DeliveryFailureCode): FailureScope {
  return scopes[code];
}

/** Whether a failure is about one order, and not about the service or this machine. */
export function isOrderFailure(code: DeliveryFailureCode): code is OrderFailureCode {
  return scopes[code] === 'order';
}

const refusalsOfOne: ReadonlySet<DeliveryFailureCode> = new Set([
  'order-not-found',
  'order-gone',
  'order-forbidden',
  'order-rejected',
]);

/** Whether the service answered that it will not give one order; an answer that cannot be read is none. */
export function refusesOneOrder(code: DeliveryFailureCode): boolean {
  return refusalsOfOne.has(code);
}

/** Whether credentials are missing or refused, so that a person has to act. */
export function needsCredentials(code: DeliveryFailureCode): boolean {
  return scopes[code] === 'credentials' || code === 'keychain-unavailable';
}

/** What the dispatcher reads about a failure: a label, and sentences on what follows or can be done. */
export interface FailureText {
  readonly title: string;
  readonly message: string;
}

/** The texts of all failures in one language. */
export type FailureTexts = Readonly<Record<DeliveryFailureCode, FailureText>>;
