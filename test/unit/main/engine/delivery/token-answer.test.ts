import { describe, expect, test } from 'vitest';
import type { TokenScheme } from '../../../../../core/delivery/connection-options.ts';
import {
  asBearer,
  looksLikeError,
  namesToken,
  readTokenAnswer,
  type TokenAnswer,
} from '../../../../../main/engine/delivery/token/token-answer.ts';

const origin = 'https://api.example.com';
const asGiven = { kind: 'asGiven' } as const;
const page = '<!doctype html><title>Wait</title>';

function answerOf(status: number, body: unknown, headers = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, body: Buffer.from(text) };
}

function read(
  status: number,
  body: unknown,
  haveWorked = false,
  scheme: TokenScheme = asGiven,
): TokenAnswer {
  return readTokenAnswer(answerOf(status, body), origin, 0, scheme, haveWorked);
}

/** The kind of an answer and its failure. */
function refusal(status: number, body: unknown, haveWorked: boolean): string {
  const answer = read(status, body, haveWorked);
  return answer.kind === 'granted' ? 'granted' : `${answer.kind} ${answer.failure.code}`;
}

describe('an answer without a token', () => {
  test.each([
    [401, {}, 'failed credentials-refused', 'failed service-failing'],
    [403, {}, 'failed credentials-refused', 'failed service-failing'],
    [400, {}, 'bodyRefused credentials-refused', 'bodyRefused service-failing'],
    [404, {}, 'methodRefused token-endpoint-missing', 'methodRefused service-failing'],
    [405, {}, 'methodRefused token-endpoint-missing', 'methodRefused service-failing'],
    [415, {}, 'bodyRefused token-endpoint-missing', 'bodyRefused service-failing'],
    [401, page, 'failed credentials-refused', 'failed captive-portal'],
    [403, page, 'failed captive-portal', 'failed captive-portal'],
    [400, page, 'bodyRefused captive-portal', 'bodyRefused captive-portal'],
    [404, page, 'methodRefused token-endpoint-missing', 'methodRefused service-failing'],
    [200, page, 'failed captive-portal', 'failed captive-portal'],
    [200, '{', 'failed token-unreadable', 'failed token-unreadable'],
    [200, {}, 'failed token-unreadable', 'failed token-unreadable'],
    [202, { access_token: 'a' }, 'failed token-unreadable', 'failed token-unreadable'],
    [409, { access_token: 'a' }, 'failed token-unreadable', 'failed token-unreadable'],
    [429, {}, 'failed rate-limited', 'failed rate-limited'],
    [503, { error: 'invalid_client' }, 'failed service-failing', 'failed service-failing'],
  ])('%i %j is %s, and %s of credentials that have worked', (status, body, first, later) => {
    expect(refusal(status, body, false)).toBe(first);
    expect(refusal(status, body, true)).toBe(later);
    const answer = read(status, body);
    expect(answer.kind === 'granted' ? null : answer.failure.httpStatus).toBe(status);
  });

  test.each([
    'invalid_client',
    'unauthorized_client',
    'access_denied',
    ' Invalid-Client ',
    'ACCESS DENIED',
  ])('blames the credentials with “%s” in any status and place', (name) => {
    for (const body of [
      { error: name },
      { error_code: name },
      { code: name },
      { error: { code: name } },
      { error: { type: name } },
      { errors: [{ code: name }] },
    ]) {
      for (const status of [200, 400, 401, 403, 404, 405, 415]) {
        expect(refusal(status, body, true)).toBe('failed credentials-refused');
      }
    }
  });

  test.each(['server_error', 'temporarily_unavailable', 'Temporarily  Unavailable'])(
    'passes with “%s”, also of credentials that never worked',
    (error) => {
      expect(refusal(401, { error }, false)).toBe('failed service-failing');
      expect(refusal(403, { error }, false)).toBe('failed service-failing');
      expect(refusal(200, { error }, false)).toBe('failed service-failing');
      expect(refusal(400, { error }, false)).toBe('bodyRefused service-failing');
      expect(refusal(404, { error }, false)).toBe('methodRefused service-failing');
      expect(refusal(415, { error }, false)).toBe('bodyRefused service-failing');
    },
  );

  test('blames nothing with other words, other types and lists', () => {
    for (const body of [
      { error: 'invalid_client_id' },
      { error: ['invalid_client'] },
      { error: 7 },
      { message: 'invalid_client' },
      ['invalid_client'],
      'invalid_client',
      null,
    ]) {
      expect(refusal(403, body, true)).toBe('failed service-failing');
    }
  });

  test('has a failure that quotes nothing of it', () => {
    const answer = read(403, { error: 'canary', access_token: 'canary' });
    expect(JSON.stringify(answer)).not.toContain('canary');
  });
});

describe('a token', () => {
  const grantOf = (body: unknown, scheme: TokenScheme = asGiven, status = 200) => {
    const answer = read(status, body, false, scheme);
    return answer.kind === 'granted' ? answer.grant : null;
  };

  test('is read with its life, and 201 is noted', () => {
    const body = { access_token: 'a', expires_in: 60 };
    expect(grantOf(body)).toEqual({
      authorization: 'Bearer a',
      lifetimeMs: 60_000,
      statedSeconds: 60,
      notes: [],
    });
    expect(grantOf(body, asGiven, 201)?.notes).toEqual(['token-status-created']);
    expect(grantOf({ data: body }, asGiven, 201)?.notes).toEqual([
      'token-status-created',
      'token-in-data',
    ]);
    expect(grantOf({ data: [body] })).toBeNull();
    expect(grantOf({ access_token: 7, data: body })).toBeNull();
  });

  test.each([
    ['!', true],
    ['~', true],
    ['a b', false],
    ['a\t', false],
    ['\u007f', false],
    ['é', false],
    ['', false],
    ['a'.repeat(8000), true],
    ['a'.repeat(8001), false],
  ])('%j is one: %s', (access_token, isToken) => {
    expect(grantOf({ access_token, expires_in: 60 }) !== null).toBe(isToken);
  });

  test.each([
    [asGiven, undefined, 'Bearer t', []],
    [asGiven, null, 'Bearer t', []],
    [asGiven, 'bearer', 'Bearer t', []],
    [asGiven, 'BEARER', 'Bearer t', []],
    [asGiven, 'BearerToken', 'BearerToken t', ['token-type-other']],
    [asGiven, 'a'.repeat(40), `${'a'.repeat(40)} t`, ['token-type-other']],
    [asGiven, 'a'.repeat(41), 'Bearer t', ['token-type-unreadable']],
    [asGiven, 'a b', 'Bearer t', ['token-type-unreadable']],
    [asGiven, '', 'Bearer t', ['token-type-unreadable']],
    [asGiven, 7, 'Bearer t', ['token-type-unreadable']],
    [{ kind: 'none' }, 'MAC', 't', []],
    [{ kind: 'fixed', scheme: 'Key' }, 'MAC', 'Key t', []],
  ] as const)(
    'of the scheme %j and the type %j is sent as %j',
    (scheme, token_type, authorization, notes) => {
      expect(grantOf({ access_token: 't', token_type, expires_in: 60 }, scheme)).toMatchObject({
        authorization,
        notes,
      });
    },
  );

  test('has Bearer in place of an unusual scheme, and nothing in place of another', () => {
    expect(asBearer('JWT a', asGiven)).toBe('Bearer a');
    expect(asBearer('bearer a', asGiven)).toBe('Bearer a');
    expect(asBearer('Bearer a', asGiven)).toBeNull();
    expect(asBearer('a', asGiven)).toBeNull();
    expect(asBearer('Key a', { kind: 'fixed', scheme: 'Key' })).toBeNull();
    expect(asBearer('a', { kind: 'none' })).toBeNull();
  });
});

describe('an answer to a request for an order', () => {
  test.each([
    [401, {}, {}, true],
    [403, { error: 'invalid_token' }, {}, true],
    [403, { error: 'Expired Token' }, {}, true],
    [403, { error_code: 'token_expired' }, {}, true],
    [200, { error: 'invalid_token' }, {}, true],
    [200, { error: { code: 'expired_token' } }, {}, true],
    [200, { error: 'failed', error_code: 'token_expired' }, {}, true],
    [403, {}, { 'www-authenticate': 'Bearer error="invalid_token"' }, true],
    [403, {}, { 'www-authenticate': 'Bearer realm="a", Error = invalid_token' }, true],
    [403, {}, { 'www-authenticate': 'Bearer error="invalid_tokens"' }, false],
    [403, {}, { 'www-authenticate': 'Bearer error="insufficient_scope"' }, false],
    [403, { error: 'not_yours' }, {}, false],
    [403, { message: 'invalid_token' }, {}, false],
    [403, '{"error": invalid_token}', {}, false],
    [403, `{"a":"${'a'.repeat(200)}","error":"invalid_token"}`, {}, false],
    [404, { error: 'invalid_token' }, {}, false],
    [400, {}, { 'www-authenticate': 'Bearer error="invalid_token"' }, false],
  ])('%i %j with %j names the token: %s', (status, body, headers, names) => {
    expect(namesToken(answerOf(status, body, headers))).toBe(names);
  });

  test.each([
    [{ error: 1 }, true],
    [{ errors: [] }, true],
    [{ Error_Description: 'a' }, true],
    [{ errorCode: 1 }, true],
    [{ message: 'a' }, true],
    [{ msg: 'a' }, true],
    [{ detail: 'a' }, true],
    [{ fault: {} }, true],
    [{ success: false }, true],
    [{ code: 7 }, true],
    ['{ "code" : 7}', true],
    [{ status: 'active', terror: 1 }, false],
    [{ codes: 7 }, false],
    [{ note: 'error' }, false],
    [`{"a":"${'a'.repeat(200)}","error":1}`, false],
  ])('%j looks like an error: %s', (body, looks) => {
    expect(looksLikeError(answerOf(200, body))).toBe(looks);
  });
});
