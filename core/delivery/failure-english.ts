import type { FailureTexts } from './delivery-failure.ts';

/** `{answered}` is replaced by the status, " (503)", or by nothing when there was no answer. */
export const englishFailures: FailureTexts = {
  'dns-failed': {
    title: 'Service address not found',
    message:
      'The name in the base URL could not be looked up. Check the address, or whether this computer is online.',
  },
  unreachable: {
    title: 'Service not reached',
    message:
      'The service could not be reached. If websites open on this computer, check the address, proxy and VPN.',
  },
  timeout: {
    title: 'No answer from the service',
    message:
      'The service did not answer in time. If websites open on this computer, check the address, proxy and VPN.',
  },
  'connection-lost': {
    title: 'Connection lost',
    message: 'The connection to the service ended in mid answer. Waybell tries again by itself.',
  },
  'tls-untrusted': {
    title: 'Certificate not trusted',
    message:
      'This computer does not know who issued the certificate of the service, or the certificate is for another name or time. Nothing was sent. If your company runs this service, ask IT for the certificate file.',
  },
  'tls-failed': {
    title: 'Encrypted connection failed',
    message:
      'No encrypted connection could be made with the service. Nothing was sent. Check the address, and that it begins with https.',
  },
  'proxy-refused': {
    title: 'The proxy refused the connection',
    message:
      'The proxy of this network did not let the request through{answered}. Check the proxy settings of this computer, or ask IT.',
  },
  'proxy-unusable': {
    title: 'This proxy cannot be used',
    message:
      'This computer is set up for a proxy that Waybell cannot use, so nothing was sent. Proxies over HTTP, HTTPS and SOCKS 5 can be used. Check the proxy settings, or choose a proxy in the connection options.',
  },
  'captive-portal': {
    title: 'This network asks for a sign-in',
    message:
      'A web page answered in place of the service. Open a browser and sign in to the network, then try again.',
  },
  'hub-away': {
    title: 'The team’s hub is not reached',
    message:
      'What is shown here is what was last known, and no order can be taken on. Waybell tries again by itself; what you change meanwhile is sent then.',
  },
  'desk-revoked': {
    title: 'This desk is no longer in the team',
    message:
      'The team’s hub does not let this desk in any more. What is shown here is what was last known. Ask for a new invitation to come back.',
  },
  'log-gone': {
    title: 'The team’s log is gone',
    message:
      'The hub does not have the log any more that this desk belongs to. The desk keeps its list and what waits for the hub. The people who run the hub restore the log, which this desk notices by itself, or begins a new one: then join again with a new code.',
  },
  'rate-limited': {
    title: 'The service asked for a pause',
    message:
      'The service answered that it was asked too often{answered}. Checks go on by themselves, spaced wider.',
  },
  'service-failing': {
    title: 'The service is failing',
    message:
      'The service answered that it cannot answer at present{answered}. Waybell tries again by itself.',
  },
  'protocol-violation': {
    title: 'Answer not understood',
    message:
      'What answered does not behave like the delivery service{answered}. Check the base URL.',
  },
  'credentials-refused': {
    title: 'The service refused the credentials',
    message:
      'The service did not accept this client ID and secret{answered}. Copy both again from the developer portal; a space at the end is a common cause.',
  },
  'token-unreadable': {
    title: 'No access token',
    message:
      'The service answered, but its answer held no access token{answered}. Check the base URL.',
  },
  'token-endpoint-missing': {
    title: 'No access token at this address',
    message:
      'The service has no token endpoint under this base URL{answered}. Check the base URL: a part of the path may be missing or too much.',
  },
  'authorization-refused': {
    title: 'The service refused the access token',
    message:
      'The service gave an access token and then did not accept it{answered}. Check that these credentials may read orders.',
  },
  'keychain-unavailable': {
    title: 'Keychain not available',
    message:
      'The client secret could not be read from this computer’s keychain. Unlock the keychain; checking goes on by itself after that.',
  },
  'order-not-found': {
    title: 'Not found',
    message:
      'The service does not know this order{answered}. If it is new, it can take a minute to appear; Waybell asks again for an hour.',
  },
  'order-gone': {
    title: 'No longer available',
    message: 'The service no longer keeps this order{answered}. The last known state stays here.',
  },
  'order-forbidden': {
    title: 'Not allowed',
    message:
      'These credentials may not read this order{answered}. It may belong to another account.',
  },
  'order-rejected': {
    title: 'Request refused',
    message: 'The service refused the request for this order{answered}. Check its uuid.',
  },
  'answer-unreadable': {
    title: 'Answer not readable',
    message:
      'The service answered, but the answer holds no order that could be read. The last known state stays; Waybell asks again.',
  },
  'answer-too-large': {
    title: 'Answer too large',
    message:
      'The answer for this order is larger than an order can be, so it was not read. The last known state stays; Waybell asks again.',
  },
  'answer-for-another-order': {
    title: 'Answer about another order',
    message:
      'The service answered with another order than the one asked for, so the answer was not used. The last known state stays; Waybell asks again.',
  },
};

/** The failures that mean something else while the service answers for other orders. */
export const englishOrderFailures: Partial<FailureTexts> = {
  'captive-portal': {
    title: 'Web page instead of an order',
    message: 'A web page came instead of this order{answered}.',
  },
};
