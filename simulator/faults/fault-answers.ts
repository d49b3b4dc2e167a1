import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import {
  headerOf,
  type HttpAnswer,
  jsonAnswer,
  withHeaders,
  withoutHeader,
} from '../http/message.ts';
import { unauthorized } from '../http/order-endpoint.ts';
import type { AnswerAction } from './fault-action.ts';

/** The answer that an `answer` action describes. */
export function otherAnswer(
  action: Extract<AnswerAction, { do: 'answer' }>,
  stampMs: number,
): HttpAnswer {
  const { status, body } = action;
  const answer: HttpAnswer =
    body === undefined
      ? { status, headers: [], body: '' }
      : typeof body === 'string'
        ? { status, headers: [['Content-Type', 'text/plain']], body }
        : jsonAnswer(status, body);
  const own = Object.entries(action.headers ?? {});
  return withHeaders(
    answer,
    action.retryAfter === undefined
      ? own
      : [...own, ['Retry-After', retryAfterText(action.retryAfter, stampMs)]],
  );
}

/** The page of a network that requires a sign-in first. */
export function captivePortal(form: 'html' | 'redirect' | '511'): HttpAnswer {
  const body = '<!doctype html><title>Guest Wi-Fi</title><p>Please sign in to go online.</p>';
  const headers = [['Content-Type', 'text/html; charset=utf-8']] as const;
  return form === 'redirect'
    ? { status: 302, headers: [['Location', 'http://192.0.2.1/login'], ...headers], body }
    : { status: form === '511' ? 511 : 200, headers, body };
}

/** A refusal of the token, although the token may be valid. */
export function refusedToken(form: '401' | '401-bare' | '403' | '200-error-body'): HttpAnswer {
  const refused = unauthorized(false);
  switch (form) {
    case '401':
      return refused;
    case '401-bare':
      return { status: 401, headers: [], body: '' };
    case '403':
      return { ...refused, status: 403 };
    case '200-error-body':
      return { ...withoutHeader(refused, 'www-authenticate'), status: 200 };
  }
}

/** The answer with an odd ETag, or none. */
export function withEtag(
  answer: HttpAnswer,
  form: Extract<AnswerAction, { do: 'etag' }>['form'],
  requestNumber: number,
): HttpAnswer {
  const etag = headerOf(answer, 'etag') ?? '"none"';
  switch (form) {
    case 'absent':
      return withoutHeader(answer, 'etag');
    case 'weak':
      return withHeaders(answer, [['ETag', `W/${etag}`]]);
    case 'changing':
      return withHeaders(answer, [['ETag', `"replica-${requestNumber % 2}"`]]);
    case 'constant':
      return withHeaders(answer, [['ETag', '"always-the-same"']]);
    case 'unquoted':
      return withHeaders(answer, [['ETag', etag.replaceAll('"', '')]]);
    case 'empty':
      return withHeaders(answer, [['ETag', '""']]);
  }
}

/** The answer compressed, or with a header that says so. */
export function compressed(
  answer: HttpAnswer,
  { coding, lie }: Extract<AnswerAction, { do: 'compress' }>,
): HttpAnswer {
  const declared = withHeaders(answer, [['Content-Encoding', coding]]);
  if (lie === 'not-compressed') {
    return declared;
  }
  const compress = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  }[coding];
  const whole: Buffer = compress(Buffer.from(answer.body));
  const body = lie === 'cut-short' ? whole.subarray(0, whole.length >> 1) : whole;
  return { ...(lie === 'undeclared' ? answer : declared), body };
}

/** A `Retry-After` field as text, or what it should say and in which form. */
type RetryAfter =
  | string
  | {
      readonly form: 'seconds' | 'imf-fixdate' | 'rfc850' | 'asctime';
      readonly seconds: number;
    };

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * The value of a `Retry-After` field (RFC 9110, 10.2.3) in any form of HTTP date (5.6.7).
 *
 * @param nowMs the service's calendar, in milliseconds since 1970
 */
function retryAfterText(value: RetryAfter, nowMs: number): string {
  if (typeof value === 'string') {
    return value;
  }
  const date = new Date(nowMs + value.seconds * 1000);
  const [, day = '', month = '', year = '', time = ''] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(date.toUTCString()) ?? [];
  const weekday = days[date.getUTCDay()] ?? '';
  switch (value.form) {
    case 'seconds':
      return String(value.seconds);
    case 'imf-fixdate':
      return date.toUTCString();
    case 'rfc850':
      return `${weekday}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
    case 'asctime':
      return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
  }
}
