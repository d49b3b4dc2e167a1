import { describe, expect, test } from 'vitest';
import { settle } from '../../../support/fake-clock.ts';
import { type ArrivedRequest, sendJson } from '../../../support/service/little-service.ts';
import { served } from '../../../support/service/served-client.ts';
import { current, grant, numbered } from '../../../support/service/token-grants.ts';

const isForm = (request: ArrivedRequest): boolean =>
  request.headers['content-type'] === 'application/x-www-form-urlencoded';

describe('how the token is asked for', () => {
  test('by POST with the contract’s JSON body and nothing of the secret in the address', async () => {
    const client = await served(numbered());
    await current(client);
    const [request] = client.service.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/oauth/token' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      client_id: 'desk-7',
      client_secret: 'open sesame & more',
      grant_type: 'client_credentials',
    });
  });

  test('below the path of the base URL', async () => {
    const client = await served(numbered(), {}, '/delivery/api');
    await current(client);
    expect(client.service.requests[0]?.path).toBe('/delivery/api/oauth/token');
  });

  test.each([404, 405])(
    'a %i to POST is tried as GET with the same body, and GET is remembered',
    async (status) => {
      const client = await served((request, response) => {
        if (request.method === 'POST') sendJson(response, status, {});
        else sendJson(response, 200, grant('by-get', 60));
      });
      await current(client);
      expect(client.service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
      expect(client.service.requests[1]?.body).toBe(client.service.requests[0]?.body);
      await client.clock.advance(61_000);
      await current(client);
      expect(client.service.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    },
  );

  test.each([400, 415])(
    'a %i to JSON is tried once as a form, and the form is remembered',
    async (status) => {
      const client = await served((request, response) => {
        if (isForm(request)) sendJson(response, 200, grant('by-form', 60));
        else sendJson(response, status, { error: 'invalid_request' });
      });
      await current(client);
      await client.clock.advance(61_000);
      await current(client);
      expect(client.service.requests.map(isForm)).toEqual([false, true, true]);
      expect(new URLSearchParams(client.service.requests[1]?.body).get('client_secret')).toBe(
        'open sesame & more',
      );
    },
  );

  test('an endpoint that changes its method is found again', async () => {
    let wanted = 'GET';
    const client = await served((request, response) => {
      if (request.method === wanted) sendJson(response, 200, grant(wanted, 60));
      else sendJson(response, 405, {});
    });
    await current(client);
    wanted = 'POST';
    await client.clock.advance(61_000);
    await expect(current(client)).resolves.toMatchObject({ authorization: 'Bearer POST' });
  });

  test('a missing endpoint is requested in both ways and then reported', async () => {
    const client = await served((_request, response) => sendJson(response, 404, {}));
    await expect(current(client)).rejects.toMatchObject({
      code: 'token-endpoint-missing',
      httpStatus: 404,
    });
    expect(client.service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

describe('which answers are a token', () => {
  test.each([
    ['without a type', {}, 'Bearer token-1'],
    ['Bearer', { token_type: 'Bearer' }, 'Bearer token-1'],
    ['bearer in lower case', { token_type: 'bearer' }, 'Bearer token-1'],
    ['another scheme', { token_type: 'MAC' }, 'MAC token-1'],
    ['a type that could break out of the header', { token_type: 'a\r\nx: y' }, 'Bearer token-1'],
    ['a type that is no text', { token_type: 7 }, 'Bearer token-1'],
  ])('%s', async (_name, more, authorization) => {
    const client = await served((_request, response) =>
      sendJson(response, 200, { ...grant(), ...more }),
    );
    await expect(current(client)).resolves.toMatchObject({ authorization });
  });

  test('a token wrapped in data is a token', async () => {
    const client = await served((_request, response) => sendJson(response, 200, { data: grant() }));
    await expect(current(client)).resolves.toMatchObject({ authorization: 'Bearer token-1' });
  });

  test.each([
    ['an empty token', { access_token: '' }],
    ['a number', { access_token: 5 }],
    ['a line break in it', { access_token: 'a\r\nx-evil: 1' }],
    ['letters beyond ASCII', { access_token: 'tökén' }],
    ['a space in it', { access_token: 'a b' }],
    ['absurdly long', { access_token: 'a'.repeat(10_000) }],
    ['missing', { expires_in: 60 }],
    ['a list', [grant()]],
    ['null', null],
    ['a text', 'token'],
  ])('%s is unreadable', async (_name, body) => {
    const client = await served((_request, response) => sendJson(response, 200, body));
    await expect(current(client)).rejects.toMatchObject({
      code: 'token-unreadable',
      httpStatus: 200,
    });
  });

  test('a body that is no JSON is unreadable and is not quoted', async () => {
    const client = await served((_request, response) => response.end('{"access_token": "canary'));
    const error: unknown = await current(client).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'token-unreadable' });
    expect(String(error)).not.toContain('canary');
  });

  test('a body too large is unreadable', async () => {
    const client = await served((_request, response) => response.end('x'.repeat(5000)), {
      limits: { maxBodyBytes: 4000 },
    });
    await expect(current(client)).rejects.toMatchObject({ code: 'token-unreadable' });
  });
});

describe('refusals', () => {
  test.each([
    ['401', 401, {}, 'credentials-refused'],
    ['403', 403, {}, 'credentials-refused'],
    ['400 that blames the client', 400, { error: 'invalid_client' }, 'credentials-refused'],
    ['200 that blames the client', 200, { error: 'invalid_client' }, 'credentials-refused'],
    ['429', 429, {}, 'rate-limited'],
    ['500', 500, {}, 'service-failing'],
    ['503', 503, {}, 'service-failing'],
    ['407', 407, {}, 'proxy-refused'],
    ['511', 511, {}, 'captive-portal'],
    ['204', 204, undefined, 'token-unreadable'],
    ['409', 409, {}, 'token-unreadable'],
  ])('%s is a state of its own', async (_name, status, body, code) => {
    const client = await served((_request, response) => sendJson(response, status, body));
    await expect(current(client)).rejects.toMatchObject({ code, httpStatus: status });
    expect(client.service.requests).toHaveLength(1);
  });

  test('a login page instead of a token is a captive portal', async () => {
    const client = await served((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><form>');
    });
    await expect(current(client)).rejects.toMatchObject({ code: 'captive-portal' });
  });

  test('refused credentials are sent again when the next check asks for a token', async () => {
    const client = await served((_request, response) =>
      sendJson(response, 401, { error: 'invalid_client' }),
    );
    await expect(current(client)).rejects.toMatchObject({ code: 'credentials-refused' });
    await expect(current(client)).rejects.toMatchObject({ code: 'credentials-refused' });
    expect(client.service.requests).toHaveLength(1);
    client.service.answer = numbered();
    await client.clock.advance(30_000);
    await expect(current(client)).resolves.toMatchObject({ generation: 1 });
  });

  test('credentials that are refused at a renewal are sent again with growing pauses while the old token is used', async () => {
    const client = await served(numbered(3600));
    await current(client);
    const sentAtMs: number[] = [];
    client.service.answer = (_request, response) => {
      sentAtMs.push(client.clock.monotonicMs());
      sendJson(response, 401, { error: 'invalid_client' });
    };
    await client.clock.advance(2_880_000);
    for (let second = 0; second < 719; second += 1) {
      expect(client.tokens.ready()?.generation).toBe(1);
      await settle();
      await client.clock.advance(1000);
    }
    const pauses = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0));
    expect(pauses.length).toBeGreaterThanOrEqual(3);
    expect(pauses.length).toBeLessThanOrEqual(6);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(15_000);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    client.service.answer = numbered(600);
    await client.clock.advance(2000);
    expect((await current(client)).generation).toBe(2);
  });

  test.each([
    ['a 401 without a word', 401, {}, 'service-failing'],
    ['a 403 without a word', 403, {}, 'service-failing'],
    ['a 403 in other words', 403, { message: 'Forbidden' }, 'service-failing'],
    ['a 400 that does not blame the client', 400, { error: 'invalid_scope' }, 'service-failing'],
    ['a 403 that passes', 403, { error: 'temporarily_unavailable' }, 'service-failing'],
    ['a 404', 404, {}, 'service-failing'],
    ['a 415', 415, {}, 'service-failing'],
    ['a 401 that blames the client', 401, { error: 'invalid_client' }, 'credentials-refused'],
    ['a 403 that blames the client', 403, { error: 'Access-Denied' }, 'credentials-refused'],
    [
      'a 400 that blames the client further in',
      400,
      { error: { code: 'unauthorized_client' } },
      'credentials-refused',
    ],
  ])('of credentials that have worked, %s is %s', async (_name, status, body, code) => {
    const client = await served(numbered(60));
    await current(client);
    client.service.answer = (_request, response) => sendJson(response, status, body);
    await client.clock.advance(61_000);
    await expect(current(client)).rejects.toMatchObject({ code, httpStatus: status });
    client.service.answer = numbered(60);
    await client.clock.advance(1000);
    await expect(current(client)).resolves.toMatchObject({ generation: 2 });
  });

  test.each([
    [401, 'credentials-refused', 'captive-portal'],
    [403, 'captive-portal', 'captive-portal'],
    [400, 'captive-portal', 'captive-portal'],
    [404, 'token-endpoint-missing', 'service-failing'],
  ])(
    'a page with %i is %s at first, and %s once the credentials have worked',
    async (status, first, later) => {
      const client = await served((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/plain' });
        response.end('\uFEFF\n <html><title>Please wait</title>');
      });
      await expect(current(client)).rejects.toMatchObject({ code: first });
      const page = client.service.answer;
      client.service.answer = numbered(60);
      await client.clock.advance(1000);
      await current(client);
      client.service.answer = page;
      await client.clock.advance(61_000);
      await expect(current(client)).rejects.toMatchObject({ code: later });
    },
  );

  test('an error that passes is none of the credentials, also before they worked', async () => {
    for (const [status, error] of [
      [400, 'server_error'],
      [401, 'temporarily_unavailable'],
      [200, 'Temporarily unavailable'],
    ] as const) {
      const client = await served((_request, response) => sendJson(response, status, { error }));
      await expect(current(client)).rejects.toMatchObject({ code: 'service-failing' });
    }
  });

  test('credentials that are refused in both forms of the request cost two requests', async () => {
    const client = await served((_request, response) =>
      sendJson(response, 400, { error: 'invalid_request' }),
    );
    await expect(current(client)).rejects.toMatchObject({
      code: 'credentials-refused',
      httpStatus: 400,
    });
    expect(client.service.requests).toHaveLength(2);
  });

  test('the service’s pause is kept, also by later callers', async () => {
    const client = await served((_request, response) =>
      sendJson(response, 429, {}, { 'retry-after': '7' }),
    );
    await expect(current(client)).rejects.toMatchObject({
      code: 'rate-limited',
      retryAfterMs: 7000,
    });
    client.service.answer = numbered();
    await client.clock.advance(6999);
    await expect(current(client)).rejects.toMatchObject({ code: 'rate-limited' });
    expect(client.service.requests).toHaveLength(1);
    await client.clock.advance(1);
    await expect(current(client)).resolves.toMatchObject({ generation: 1 });
  });

  test('a failing endpoint is not asked more than once a second', async () => {
    const client = await served((_request, response) => sendJson(response, 500, {}));
    for (let poll = 0; poll < 50; poll += 1) {
      await expect(current(client)).rejects.toMatchObject({ code: 'service-failing' });
      await client.clock.advance(100);
    }
    expect(client.service.requests).toHaveLength(5);
  });
});
