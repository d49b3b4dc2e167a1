import type { DeliveryFailureCode, FailureScope } from './delivery-failure.ts';
import { chineseFailures } from './failure-chinese.ts';
import { englishFailures } from './failure-english.ts';
import type { Language } from './language.ts';

/** What the dispatcher reads about a failure: a label, and sentences on what follows or can be done. */
export interface FailureText {
  readonly title: string;
  readonly message: string;
}

/** What is read about each failure, in one language. */
export type FailureTexts = Readonly<Record<DeliveryFailureCode, FailureText>>;

/** What a failure is about. */
const scopes: Readonly<Record<DeliveryFailureCode, FailureScope>> = {
  'dns-failed': 'host',
  unreachable: 'host',
  timeout: 'host',
  'connection-lost': 'host',
  'tls-untrusted': 'host',
  'tls-failed': 'host',
  'proxy-refused': 'machine',
  'proxy-unusable': 'machine',
  'captive-portal': 'machine',
  'rate-limited': 'host',
  'service-failing': 'host',
  'protocol-violation': 'host',
  'credentials-refused': 'credentials',
  'token-unreadable': 'credentials',
  'token-endpoint-missing': 'credentials',
  'authorization-refused': 'credentials',
  'keychain-unavailable': 'machine',
  'order-not-found': 'order',
  'order-gone': 'order',
  'order-forbidden': 'order',
  'order-rejected': 'order',
  'answer-unreadable': 'order',
  'answer-too-large': 'order',
  'answer-for-another-order': 'order',
};

/** How a message names the status of the answer. */
const answeredIn: Readonly<Record<Language, (httpStatus: number) => string>> = {
  en: (httpStatus) => ` (${httpStatus})`,
  'zh-Hant': (httpStatus) => `（${httpStatus}）`,
};

const textsIn: Readonly<Record<Language, FailureTexts>> = {
  en: englishFailures,
  'zh-Hant': chineseFailures,
};

/** Whether a text is one of the codes of failures, such as one that was read from a log. */
export function isFailureCode(text: string): boolean {
  return Object.hasOwn(scopes, text);
}

/** What a failure is about, and so what has to stop. */
export function failureScope(code: DeliveryFailureCode): FailureScope {
  return scopes[code];
}

/** Whether there are no credentials to ask with, or none that are taken: a person has to see to it. */
export function needsCredentials(code: DeliveryFailureCode): boolean {
  return scopes[code] === 'credentials' || code === 'keychain-unavailable';
}

/**
 * What the dispatcher reads about a failure: what happened, then what follows or can be done. It
 * holds nothing of the service's own text.
 *
 * @param httpStatus the status of the answer, or null when there was none
 */
export function failureText(
  code: DeliveryFailureCode,
  httpStatus: number | null,
  language: Language,
): FailureText {
  const { title, message } = textsIn[language][code];
  const answered = httpStatus === null ? '' : answeredIn[language](httpStatus);
  return { title, message: message.replace('{answered}', answered) };
}
