import { afterEach, describe, expect, test } from 'vitest';
import type { AccessToken } from '../../../main/delivery/token-source.ts';
import {
  closeWay,
  openWay,
  type DeliveryWay,
  type DeliveryWayOptions,
} from '../../support/delivery-way.ts';
import { settle } from '../../support/fake-clock.ts';
import {
  sendJson,
  startLittleService,
  type Answerer,
  type ArrivedRequest,
  type LittleService,
} from '../../support/little-service.ts';

let service: LittleService;
let way: DeliveryWay;

afterEach(async () => {
  await closeWay(way);
  await service.stop();
});

async function serve(answer: Answerer, options: DeliveryWayOptions = {}): Promise<void> {
  service = await startLittleService(answer);
  way = openWay(service.baseUrl, options);
}

const current = (): Promise<AccessToken> => way.tokens.current(null);
const grant = (token = 'token-1', expiresIn: unknown = 3600): object => ({
  access_token: token,
  expires_in: expiresIn,
});

/** Numbered tokens of one lifetime. */
function numbered(expiresIn: unknown = 3600): Answerer {
  let count = 0;
  return (_request, response) => {
    count += 1;
    sendJson(response, 200, grant(`token-${count}`, expiresIn));
  };
}

const isForm = (request: ArrivedRequest): boolean =>
  request.headers['content-type'] === 'application/x-www-form-urlencoded';

describe('how the token is asked for', () => {
  test('by POST with the contract’s JSON body and nothing of the secret in the address', async () => {
    await serve(numbered());
    await current();
    const [request] = service.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/oauth/token' });
    expect(request?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      client_id: 'desk-7',
      client_secret: 'open sesame & more',
      grant_type: 'client_credentials',
    });
  });

  test('below the path of the base URL', async () => {
    service = await startLittleService(numbered());
    way = openWay(`${service.baseUrl}/delivery/api`);
    await current();
    expect(service.requests[0]?.path).toBe('/delivery/api/oauth/token');
  });

  test.each([404, 405])(
    'a %i to POST is tried as GET with the same body, and GET is remembered',
    async (status) => {
      await serve((request, response) => {
        if (request.method === 'POST') sendJson(response, status, {});
        else sendJson(response, 200, grant('by-get', 60));
      });
      await current();
      expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
      expect(service.requests[1]?.body).toBe(service.requests[0]?.body);
      await way.clock.advance(61_000);
      await current();
      expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    },
  );

  test.each([400, 415])(
    'a %i to JSON is tried once as a form, and the form is remembered',
    async (status) => {
      await serve((request, response) => {
        if (isForm(request)) sendJson(response, 200, grant('by-form', 60));
        else sendJson(response, status, { error: 'invalid_request' });
      });
      await current();
      await way.clock.advance(61_000);
      await current();
      expect(service.requests.map(isForm)).toEqual([false, true, true]);
      expect(new URLSearchParams(service.requests[1]?.body).get('client_secret')).toBe(
        'open sesame & more',
      );
    },
  );

  test('an endpoint that changes its mind is found again', async () => {
    let wanted = 'GET';
    await serve((request, response) => {
      if (request.method === wanted) sendJson(response, 200, grant(wanted, 60));
      else sendJson(response, 405, {});
    });
    await current();
    wanted = 'POST';
    await way.clock.advance(61_000);
    await expect(current()).resolves.toMatchObject({ authorization: 'Bearer POST' });
  });

  test('an endpoint that is nowhere is asked in both ways and then named', async () => {
    await serve((_request, response) => sendJson(response, 404, {}));
    await expect(current()).rejects.toMatchObject({
      code: 'token-endpoint-missing',
      httpStatus: 404,
    });
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

describe('what is taken as a token', () => {
  test.each([
    ['without a type', {}, 'Bearer token-1'],
    ['Bearer', { token_type: 'Bearer' }, 'Bearer token-1'],
    ['bearer in lower case', { token_type: 'bearer' }, 'Bearer token-1'],
    ['another scheme', { token_type: 'MAC' }, 'MAC token-1'],
    ['a type that could break out of the header', { token_type: 'a\r\nx: y' }, 'Bearer token-1'],
    ['a type that is no text', { token_type: 7 }, 'Bearer token-1'],
  ])('%s', async (_name, more, authorization) => {
    await serve((_request, response) => sendJson(response, 200, { ...grant(), ...more }));
    await expect(current()).resolves.toMatchObject({ authorization });
  });

  test('a token wrapped in data is a token', async () => {
    await serve((_request, response) => sendJson(response, 200, { data: grant() }));
    await expect(current()).resolves.toMatchObject({ authorization: 'Bearer token-1' });
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
    await serve((_request, response) => sendJson(response, 200, body));
    await expect(current()).rejects.toMatchObject({ code: 'token-unreadable', httpStatus: 200 });
  });

  test('a body that is no JSON is unreadable and is not quoted', async () => {
    await serve((_request, response) => response.end('{"access_token": "canary'));
    const error: unknown = await current().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'token-unreadable' });
    expect(String(error)).not.toContain('canary');
  });

  test('a body too large is unreadable', async () => {
    await serve((_request, response) => response.end('x'.repeat(5000)), {
      limits: { maxBodyBytes: 4000 },
    });
    await expect(current()).rejects.toMatchObject({ code: 'token-unreadable' });
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
    await serve((_request, response) => sendJson(response, status, body));
    await expect(current()).rejects.toMatchObject({ code, httpStatus: status });
    expect(service.requests).toHaveLength(1);
  });

  test('a login page instead of a token is a captive portal', async () => {
    await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><form>');
    });
    await expect(current()).rejects.toMatchObject({ code: 'captive-portal' });
  });

  test('wrong credentials are asked about once, however often somebody wants a token', async () => {
    await serve((_request, response) => sendJson(response, 401, { error: 'invalid_client' }));
    for (let poll = 0; poll < 20; poll += 1) {
      await expect(current()).rejects.toMatchObject({ code: 'credentials-refused' });
      await way.clock.advance(60_000);
    }
    expect(service.requests).toHaveLength(1);
  });

  test('asking explicitly tries refused credentials again', async () => {
    await serve((_request, response) => sendJson(response, 401, {}));
    await expect(current()).rejects.toMatchObject({ code: 'credentials-refused' });
    service.answer = numbered();
    way.tokens.retry();
    await expect(current()).resolves.toMatchObject({ authorization: 'Bearer token-1' });
  });

  test('credentials that no form of the request helps are refused after two requests', async () => {
    await serve((_request, response) => sendJson(response, 400, { error: 'invalid_request' }));
    await expect(current()).rejects.toMatchObject({ code: 'credentials-refused', httpStatus: 400 });
    expect(service.requests).toHaveLength(2);
  });

  test('the service’s pause is kept, also by those who ask meanwhile', async () => {
    await serve((_request, response) => sendJson(response, 429, {}, { 'retry-after': '7' }));
    await expect(current()).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: 7000 });
    service.answer = numbered();
    await way.clock.advance(6999);
    await expect(current()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(service.requests).toHaveLength(1);
    await way.clock.advance(1);
    await expect(current()).resolves.toMatchObject({ generation: 1 });
  });

  test('a failing endpoint is not asked more than once a second', async () => {
    await serve((_request, response) => sendJson(response, 500, {}));
    for (let poll = 0; poll < 50; poll += 1) {
      await expect(current()).rejects.toMatchObject({ code: 'service-failing' });
      await way.clock.advance(100);
    }
    expect(service.requests).toHaveLength(5);
  });
});

describe('the life of a token', () => {
  test('however many wait, one request is under way', async () => {
    await serve(async (_request, response) => {
      await settle();
      sendJson(response, 200, grant());
    });
    const all = await Promise.all(Array.from({ length: 200 }, current));
    expect(new Set(all.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer token-1']),
    );
    expect(service.requests).toHaveLength(1);
  });

  test('one of many who gives up does not end the request of the others', async () => {
    await serve(() => undefined);
    const abort = new AbortController();
    const impatient = way.tokens.current(abort.signal);
    const patient = current();
    impatient.catch(() => undefined);
    await service.arrived(1);
    abort.abort(new Error('gone'));
    await expect(impatient).rejects.toThrow('gone');
    service.answer = numbered();
    way.tokens.close();
    await expect(patient).rejects.toMatchObject({ code: 'connection-lost' });
  });

  test('it is renewed ahead of its end while the old one goes on being used', async () => {
    await serve(numbered());
    await current();
    await way.clock.advance(2_879_999);
    expect(way.tokens.ready()?.generation).toBe(1);
    expect(service.requests).toHaveLength(1);
    await way.clock.advance(1);
    expect(way.tokens.ready()?.generation).toBe(1);
    await service.arrived(2);
    await expect.poll(() => way.tokens.ready()?.generation).toBe(2);
  });

  test('a renewal that fails leaves the old token in use, backs off, and matters only at its end', async () => {
    await serve(numbered());
    await current();
    service.answer = (_request, response) => sendJson(response, 500, {});
    await way.clock.advance(2_880_000);
    for (let second = 0; second < 700; second += 1) {
      expect(way.tokens.ready()?.generation).toBe(1);
      await way.clock.advance(1000);
    }
    expect(service.requests.length).toBeGreaterThan(3);
    expect(service.requests.length).toBeLessThan(16);
    await way.clock.advance(60_000);
    expect(way.tokens.ready()).toBeNull();
    await expect(current()).rejects.toMatchObject({ code: 'service-failing' });
  });

  test('its end is counted from the start of the request', async () => {
    await serve(async (_request, response) => {
      await way.clock.advance(9000);
      sendJson(response, 200, grant('slow', 100));
    });
    await current();
    await way.clock.advance(90_999);
    expect(way.tokens.ready()).not.toBeNull();
    await way.clock.advance(1);
    expect(way.tokens.ready()).toBeNull();
  });

  test('the wall clock may jump by an hour, by decades or back and nothing happens', async () => {
    await serve(numbered());
    await current();
    for (const wallMs of [0, Date.UTC(2026, 2, 2, 10), Date.UTC(2099, 0, 1)]) {
      way.clock.setWall(wallMs);
      expect(way.tokens.ready()?.generation).toBe(1);
    }
    expect(service.requests).toHaveLength(1);
  });

  test.each([0, -5, 1, '0'])(
    'a lifetime of %s never makes a loop of the token endpoint',
    async (expiresIn) => {
      await serve(numbered(expiresIn));
      for (let second = 0; second < 300; second += 1) {
        await current();
        await way.clock.advance(1000);
      }
      expect(service.requests.length).toBeLessThanOrEqual(10);
    },
  );

  test.each([
    ['not given', null],
    ['words', 'soon'],
  ])('a lifetime that is %s lasts ten minutes at most', async (_name, expiresIn) => {
    await serve(numbered(expiresIn));
    await current();
    await way.clock.advance(600_000);
    await expect(current()).resolves.toMatchObject({ generation: 2 });
  });
});

describe('a refused token', () => {
  test('is replaced once, however many were refused with it', async () => {
    await serve(numbered());
    const refused = await current();
    const renewed = await Promise.all(
      Array.from({ length: 50 }, () => way.tokens.renew(refused, null)),
    );
    expect(new Set(renewed.map(({ generation }) => generation))).toEqual(new Set([2]));
    expect(service.requests).toHaveLength(2);
  });

  test('of an earlier generation is not a reason to renew the present one', async () => {
    await serve(numbered());
    const first = await current();
    await way.tokens.renew(first, null);
    await expect(way.tokens.renew(first, null)).resolves.toMatchObject({ generation: 2 });
    expect(service.requests).toHaveLength(2);
  });

  test('again and again is renewed three times and then twice a minute', async () => {
    await serve(numbered());
    for (let minute = 0; minute < 10; minute += 1) {
      for (let poll = 0; poll < 60; poll += 1) {
        await current()
          .then((token) => way.tokens.renew(token, null))
          .catch(() => undefined);
        await way.clock.advance(1000);
      }
    }
    expect(service.requests.length).toBeGreaterThan(15);
    expect(service.requests.length).toBeLessThanOrEqual(1 + 3 + 20);
  });
});
