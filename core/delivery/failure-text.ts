import type { DeliveryFailureCode, FailureText, FailureTexts } from './delivery-failure.ts';
import { chineseFailures, chineseOrderFailures } from './failure-chinese.ts';
import { englishFailures, englishOrderFailures } from './failure-english.ts';
import type { Language } from '../text/language.ts';

/** How a message names the status of the answer. */
const answeredIn: Readonly<Record<Language, (httpStatus: number) => string>> = {
  en: (httpStatus) => ` (${httpStatus})`,
  'zh-Hant': (httpStatus) => `（${httpStatus}）`,
};

const textsIn: Readonly<Record<Language, FailureTexts>> = {
  en: englishFailures,
  'zh-Hant': chineseFailures,
};

const orderTextsIn: Readonly<Record<Language, Partial<FailureTexts>>> = {
  en: englishOrderFailures,
  'zh-Hant': chineseOrderFailures,
};

/** {@link failureText} of the checks of one order, while the service answers for others. */
export function orderFailureText(
  code: DeliveryFailureCode,
  httpStatus: number | null,
  language: Language,
): FailureText {
  const alone = orderTextsIn[language][code];
  return alone ? withStatus(alone, httpStatus, language) : failureText(code, httpStatus, language);
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
  return withStatus(textsIn[language][code], httpStatus, language);
}

function withStatus(
  { title, message }: FailureText,
  httpStatus: number | null,
  language: Language,
): FailureText {
  const answered = httpStatus === null ? '' : answeredIn[language](httpStatus);
  return { title, message: message.replace('{answered}', answered) };
}
