import { describe, expect, test } from 'vitest';
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

  test('credentials that are refused at a renewal are not sent again before the old token ends', async () => {
    const client = await served(numbered(600));
    await current(client);
    client.service.answer = (_request, response) =>
      sendJson(response, 401, { error: 'invalid_client' });
    for (let second = 0; second < 599; second += 1) {
      await current(client);
      await client.clock.advance(1000);
    }
    expect(client.service.requests).toHaveLength(2);
    client.service.answer = numbered(600);
    await client.clock.advance(1000);
    await current(client);
    expect(client.service.requests).toHaveLength(3);
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
