import type { DeliveryFailureCode, FailureScope } from './delivery-failure.ts';

/** What the dispatcher reads about a failure: a label, and sentences on what follows or can be done. */
export interface FailureText {
  readonly title: string;
  readonly message: string;
}

interface FailureFacts extends FailureText {
  readonly scope: FailureScope;
}

/** `{answered}` is replaced by the status, " (503)", or by nothing when there was no answer. */
const facts: Readonly<Record<DeliveryFailureCode, FailureFacts>> = {
  'dns-failed': {
    scope: 'host',
    title: 'Service address not found',
    message:
      'The name in the base URL could not be looked up. Check the address, or whether this computer is online.',
  },
  unreachable: {
    scope: 'host',
    title: 'Service not reached',
    message:
      'The service could not be reached. Check the address, or whether this network needs a proxy or VPN.',
  },
  timeout: {
    scope: 'host',
    title: 'No answer from the service',
    message:
      'The service did not answer in time. Check the address, or whether this network needs a proxy or VPN.',
  },
  'connection-lost': {
    scope: 'host',
    title: 'Connection lost',
    message: 'The connection to the service ended in mid answer. Waybell tries again by itself.',
  },
  'tls-untrusted': {
    scope: 'host',
    title: 'Certificate not trusted',
    message:
      'This computer does not know who issued the certificate of the service, or the certificate is for another name or time. Nothing was sent. If your company runs this service, ask IT for the certificate file.',
  },
  'tls-failed': {
    scope: 'host',
    title: 'Encrypted connection failed',
    message:
      'No encrypted connection could be made with the service. Nothing was sent. Check the address, and that it begins with https.',
  },
  'proxy-refused': {
    scope: 'host',
    title: 'The proxy refused the connection',
    message:
      'The proxy of this network did not let the request through{answered}. Check the proxy settings of this computer, or ask IT.',
  },
  'proxy-unusable': {
    scope: 'host',
    title: 'This proxy cannot be used',
    message:
      'This computer is set up for a proxy that Waybell cannot use, so nothing was sent. Proxies over HTTP, HTTPS and SOCKS 5 can be used. Check the proxy settings, or choose a proxy in the connection options.',
  },
  'captive-portal': {
    scope: 'host',
    title: 'This network asks for a sign-in',
    message:
      'A web page answered in place of the service. Open a browser and sign in to the network, then try again.',
  },
  'rate-limited': {
    scope: 'host',
    title: 'The service asked for a pause',
    message:
      'The service answered that it was asked too often{answered}. Checks go on by themselves, spaced wider.',
  },
  'service-failing': {
    scope: 'host',
    title: 'The service is failing',
    message:
      'The service answered that it cannot answer at present{answered}. Waybell tries again by itself.',
  },
  'protocol-violation': {
    scope: 'host',
    title: 'Answer not understood',
    message:
      'What answered does not behave like the delivery service{answered}. Check the base URL.',
  },
  'credentials-refused': {
    scope: 'credentials',
    title: 'The service refused the credentials',
    message:
      'The service did not accept this client ID and secret{answered}. Copy both again from the developer portal; a space at the end is a common cause.',
  },
  'token-unreadable': {
    scope: 'credentials',
    title: 'No access token',
    message:
      'The service answered, but its answer held no access token{answered}. Check the base URL.',
  },
  'token-endpoint-missing': {
    scope: 'credentials',
    title: 'No access token at this address',
    message:
      'The service has no token endpoint under this base URL{answered}. Check the base URL: a part of the path may be missing or too much.',
  },
  'authorization-refused': {
    scope: 'credentials',
    title: 'The service refused the access token',
    message:
      'The service gave an access token and then did not accept it{answered}. Check that these credentials may read orders.',
  },
  'keychain-unavailable': {
    scope: 'credentials',
    title: 'Keychain not available',
    message:
      'The client secret could not be read from this computer’s keychain. Unlock the keychain, then try again.',
  },
  'order-not-found': {
    scope: 'order',
    title: 'Not found',
    message:
      'The service does not know this order{answered}. A new order can take a minute to appear; Waybell asks again for an hour.',
  },
  'order-gone': {
    scope: 'order',
    title: 'No longer available',
    message: 'The service no longer keeps this order{answered}. The last known state stays here.',
  },
  'order-forbidden': {
    scope: 'order',
    title: 'Not allowed',
    message:
      'These credentials may not read this order{answered}. It may belong to another account.',
  },
  'order-rejected': {
    scope: 'order',
    title: 'Request refused',
    message: 'The service refused the request for this order{answered}. Check its uuid.',
  },
  'answer-unreadable': {
    scope: 'order',
    title: 'Answer not readable',
    message:
      'The service answered, but the answer holds no order that could be read. The last known state stays; Waybell asks again.',
  },
  'answer-too-large': {
    scope: 'order',
    title: 'Answer too large',
    message:
      'The answer for this order is larger than an order can be, so it was not read. The last known state stays; Waybell asks again.',
  },
  'answer-for-another-order': {
    scope: 'order',
    title: 'Answer about another order',
    message:
      'The service answered with another order than the one asked for, so the answer was not used. The last known state stays; Waybell asks again.',
  },
};

/** Whether a text is one of the codes of failures, such as one that was read from a log. */
export function isFailureCode(text: string): boolean {
  return Object.hasOwn(facts, text);
}

/** What a failure is about, and so what has to stop. */
export function failureScope(code: DeliveryFailureCode): FailureScope {
  return facts[code].scope;
}

/**
 * What the dispatcher reads about a failure: what happened, then what follows or can be done. It
 * holds nothing of the service's own text.
 *
 * @param httpStatus the status of the answer, or null when there was none
 */
export function failureText(code: DeliveryFailureCode, httpStatus: number | null): FailureText {
  const { title, message } = facts[code];
  const answered = httpStatus === null ? '' : ` (${httpStatus})`;
  return { title, message: message.replace('{answered}', answered) };
}
