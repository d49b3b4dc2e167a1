import { describe, expect, test } from 'vitest';
import {
  DeliveryError,
  type DeliveryFailureCode,
  type FailureScope,
  failureScope,
  isFailureCode,
  isOrderFailure,
  needsCredentials,
} from '../../../../core/delivery/delivery-failure.ts';
import { failureText, orderFailureText } from '../../../../core/delivery/failure-text.ts';
import fc from 'fast-check';
import { connectionOptionsSchema } from '../../../../core/delivery/connection-options-schema.ts';
import { defaultConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import {
  meaningNames,
  type OptionFault,
  optionFaultText,
} from '../../../../core/delivery/option-fault.ts';
import {
  changedMeanings,
  parseStatusMeanings,
  statusMeaningsText,
} from '../../../../core/delivery/status-meanings.ts';
import { attemptDelayMs, retryDelayMs } from '../../../../core/delivery/retry-delay.ts';

test('a refusal of the credentials tells the status and what to check', () => {
  expect(failureText('credentials-refused', 401, 'en')).toEqual({
    title: 'The service refused the credentials',
    message:
      'The service did not accept this client ID and secret (401). Copy both again from the developer portal; a space at the end is a common cause.',
  });
});

test('without an answer there is no status to tell', () => {
  const { message } = failureText('service-failing', 503, 'en');
  expect(message).toContain(' (503)');
  expect(failureText('service-failing', null, 'en').message).toBe(message.replace(' (503)', ''));
});

const statusLines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at} = done`).join('\n');

const fits = (statusMeanings: object): boolean =>
  connectionOptionsSchema.safeParse({ ...defaultConnectionOptions, statusMeanings }).success;

describe('meanings of statuses', () => {
  test('are typed one a line, whatever the case', () => {
    expect(parseStatusMeanings('4 = done\r\n\n a=b = At pickup\nParked=PICKED-UP')).toEqual({
      ok: true,
      value: { '4': 'done', 'a=b': 'atPickup', Parked: 'pickedUp' },
    });
    expect(parseStatusMeanings(' \n')).toEqual({ ok: true, value: {} });
  });

  test.each<[string, OptionFault]>([
    ['4 = finished', { code: 'meaningLine' }],
    ['= done', { code: 'meaningLine' }],
    ['done', { code: 'meaningLine' }],
    [`${'x'.repeat(81)} = done`, { code: 'meaningLine' }],
    ['Parked = done\nPARKED = failed', { code: 'meaningTwice', subject: 'PARKED' }],
    [statusLines(101), { code: 'meaningsTooMany' }],
  ])('of %j it is said what is wrong and where', (text, failure) => {
    expect(parseStatusMeanings(text)).toEqual({ ok: false, failure });
  });

  test('are up to a hundred, of up to eighty characters', () => {
    expect(parseStatusMeanings(statusLines(100)).ok).toBe(true);
    expect(parseStatusMeanings(`${'x'.repeat(80)} = done`).ok).toBe(true);
    expect(parseStatusMeanings('a = at - pickup\rb = done')).toEqual({
      ok: true,
      value: { a: 'atPickup', b: 'done' },
    });
  });

  test('every meaning has a word, and comes back as it', () => {
    const text = Object.values(meaningNames)
      .map((word, at) => `status-${at} = ${word}`)
      .join('\n');
    const read = parseStatusMeanings(text);
    expect(read.ok && statusMeaningsText(read.value)).toBe(text);
  });

  test.each([
    'done',
    '4: done',
    '= done',
    '4 =',
    '4 = finished',
    '4 = unknown',
    `${'x'.repeat(81)} = done`,
    '4 = done\n4 = failed',
    'Parked = done\nPARKED = failed',
    Array.from({ length: 101 }, (_, at) => `${at} = done`).join('\n'),
  ])('%j is refused in a sentence', (text) => {
    const read = parseStatusMeanings(text);
    expect(read.ok ? '' : optionFaultText(read.failure, 'en')).toMatch(/\.$/);
  });

  test('whatever is typed, what is accepted can be typed again and means the same', () => {
    const word = fc.constantFrom(...Object.values(meaningNames));
    const line = fc.tuple(fc.string(), word).map(([status, meaning]) => `${status} = ${meaning}`);
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        const first = parseStatusMeanings(lines.join('\n'));
        if (!first.ok) return;
        expect(parseStatusMeanings(statusMeaningsText(first.value))).toEqual(first);
        expect(fits(first.value)).toBe(true);
      }),
    );
  });
});

const policy = { baseMs: 1000, maxMs: 60_000 };

test('the delay doubles up to its cap', () => {
  const delays = [1, 2, 3, 6, 7, 100].map((failed) => retryDelayMs(failed, policy, () => 1));
  expect(delays).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
});

test('half of the delay is drawn at random, after the cap too', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failureCount, drawn) => {
        const capped = Math.min(1000 * 2 ** Math.min(failureCount - 1, 50), 60_000);
        const delayMs = retryDelayMs(failureCount, policy, () => drawn);
        expect(Number.isInteger(delayMs)).toBe(true);
        expect(delayMs).toBeGreaterThanOrEqual(capped / 2);
        expect(delayMs).toBeLessThanOrEqual(capped);
      },
    ),
  );
});

test.each([0, -1, Number.NaN])('asking after %d failures is a defect', (failureCount) => {
  expect(() => retryDelayMs(failureCount, policy, () => 0)).toThrow(
    new RangeError(`failureCount must be 1 or more: ${failureCount}`),
  );
});

test('an attempt at a host is drawn from the whole of its delay, but never comes in a storm', () => {
  const attempts = { ...policy, minMs: 500 };
  const most = [1, 3, 100].map((failed) => attemptDelayMs(failed, attempts, () => 1));
  expect(most).toEqual([1000, 4000, 60_000]);
  expect(attemptDelayMs(5, attempts, () => 0)).toBe(500);
  expect(attemptDelayMs(2, attempts, () => 0.5)).toBe(1250);
});

test('a web page for one order asks no one to sign in to the network', () => {
  expect(orderFailureText('captive-portal', 200, 'en')).toEqual({
    title: 'Web page instead of an order',
    message: 'A web page came instead of this order (200).',
  });
  expect(orderFailureText('order-gone', 410, 'en')).toEqual(failureText('order-gone', 410, 'en'));
});

test('a failure carries its code and what was answered, and its cause for the log', () => {
  const cause = new Error('ECONNRESET');
  const lost = new DeliveryError('connection-lost', { cause });
  expect(lost).toMatchObject({
    name: 'DeliveryError',
    message: 'connection-lost',
    code: 'connection-lost',
    httpStatus: null,
    retryAfterMs: null,
    cause,
  });
  const limited = new DeliveryError('rate-limited', { httpStatus: 429, retryAfterMs: 5000 });
  expect(limited).toMatchObject({
    message: 'rate-limited (HTTP 429)',
    httpStatus: 429,
    retryAfterMs: 5000,
  });
  expect(Object.hasOwn(limited, 'cause')).toBe(false);
});

test.each<[DeliveryFailureCode, FailureScope]>([
  ['dns-failed', 'host'],
  ['unreachable', 'host'],
  ['timeout', 'host'],
  ['connection-lost', 'host'],
  ['tls-untrusted', 'host'],
  ['tls-failed', 'host'],
  ['rate-limited', 'host'],
  ['service-failing', 'host'],
  ['protocol-violation', 'host'],
  ['proxy-refused', 'machine'],
  ['proxy-unusable', 'machine'],
  ['captive-portal', 'machine'],
  ['keychain-unavailable', 'machine'],
  ['credentials-refused', 'credentials'],
  ['token-unreadable', 'credentials'],
  ['token-endpoint-missing', 'credentials'],
  ['authorization-refused', 'credentials'],
  ['order-not-found', 'order'],
  ['order-gone', 'order'],
  ['order-forbidden', 'order'],
  ['order-rejected', 'order'],
  ['answer-unreadable', 'order'],
  ['answer-too-large', 'order'],
  ['answer-for-another-order', 'order'],
])('%s stops what belongs to the %s', (code, scope) => {
  expect(failureScope(code)).toBe(scope);
  expect(isFailureCode(code)).toBe(true);
  expect(isOrderFailure(code)).toBe(scope === 'order');
  expect(needsCredentials(code)).toBe(scope === 'credentials' || code === 'keychain-unavailable');
});

test('a word that is no code is none, not even one that every object has', () => {
  expect([isFailureCode('constructor'), isFailureCode('')]).toEqual([false, false]);
});

test('a failure is said with the status in either language', () => {
  expect(failureText('credentials-refused', 401, 'zh-Hant').message).toContain('（401）');
  expect(failureText('service-failing', null, 'zh-Hant').message).not.toMatch(/[{}（）]/);
  expect(orderFailureText('captive-portal', null, 'zh-Hant')).not.toEqual(
    failureText('captive-portal', null, 'zh-Hant'),
  );
});

test('a status gets one meaning, however it was written before, or none; the others keep theirs', () => {
  const given = { Handover: 'pickedUp', parked: 'atPickup' } as const;
  expect(changedMeanings(given, 'hand-over', 'done')).toEqual({ ...given, 'hand-over': 'done' });
  expect(changedMeanings(given, 'HANDOVER', 'done')).toEqual({
    parked: 'atPickup',
    HANDOVER: 'done',
  });
  expect(changedMeanings(given, 'handover', null)).toEqual({ parked: 'atPickup' });
});
