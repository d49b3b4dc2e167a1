import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Client } from 'undici';
import { z } from 'zod';
import { type DeliveryService, startDeliveryService } from '../../delivery-service.ts';

/*
 * The simulator against the contract (seeds/contract.md), asked by a client that shares nothing with
 * it. Sections are named where a rule comes from.
 */

let service: DeliveryService;
let client: Client;

beforeEach(async () => {
  service = await startDeliveryService({ clock: 'manual', generatedOrders: 40 });
  client = new Client(service.baseUrl);
});

afterEach(async () => {
  await client.destroy();
  await service.close();
});

async function askToken(
  body: unknown,
  { method = 'POST', type = 'application/json' }: { method?: string; type?: string | null } = {},
) {
  const answer = await client.request({
    method,
    path: '/oauth/token',
    headers: type === null ? {} : { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { ...answer, text: await answer.body.text() };
}

function goodRequest(): Record<string, string> {
  const { clientId, clientSecret } = service.credentials;
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  };
}

async function goodToken(): Promise<string> {
  const { text } = await askToken(goodRequest());
  const { access_token } = JSON.parse(text) as { access_token: string };
  return access_token;
}

async function askOrder(uuid: string, headers: Record<string, string>, method = 'GET') {
  const answer = await client.request({ method, path: `/api/v2/orders/${uuid}`, headers });
  return { ...answer, text: await answer.body.text() };
}

describe('the token endpoint (4.1)', () => {
  test.each(['POST', 'GET'])('issues a token by %s with the JSON body', async (method) => {
    const answer = await askToken(goodRequest(), { method });
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(answer.text)).toStrictEqual({
      access_token: expect.stringMatching(/^[\x21-\x7e]+$/),
      expires_in: 3600,
    });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['a wrong client ID', { client_id: 'stranger' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no client ID', { client_id: undefined }, 400, 'invalid_request'],
    ['no secret', { client_secret: undefined }, 400, 'invalid_request'],
    ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
    ['a client ID that is no text', { client_id: 7 }, 400, 'invalid_request'],
  ])('refuses %s', async (_, change, status, error) => {
    const answer = await askToken({ ...goodRequest(), ...change });
    expect(answer.statusCode).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ error });
    expect(service.issuedTokenCount).toBe(0);
  });

  test.each(['', '{', '[]', 'null', '"client_id"'])('refuses the body %j', async (body) => {
    expect((await askToken(body)).statusCode).toBe(400);
  });

  test('refuses what is not declared as JSON', async () => {
    const form = new URLSearchParams(goodRequest()).toString();
    const type = 'application/x-www-form-urlencoded';
    expect((await askToken(form, { type })).statusCode).toBe(415);
    expect((await askToken(goodRequest(), { type: null })).statusCode).toBe(415);
  });

  test('knows no other method', async () => {
    const answer = await askToken(goodRequest(), { method: 'PUT' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('POST, GET');
  });
});

describe('the order endpoint (4.2)', () => {
  test('answers an order with exactly the fields of the contract (2.1 to 2.4)', async () => {
    const authorization = `Bearer ${await goodToken()}`;
    for (const uuid of service.orderIds()) {
      const answer = await askOrder(uuid, { authorization });
      expect(answer.statusCode).toBe(200);
      const order = JSON.parse(answer.text);
      expect(Object.keys(order)).toStrictEqual([
        'uuid',
        'vehicle_type',
        'payment_method',
        'note_to_courier',
        'courier',
        'status',
        'pickup',
        'destinations',
        'price',
        'price_breakdown',
      ]);
      expect(contractOrder.parse(order)).toMatchObject({ uuid });
    }
  });

  test('accepts a uuid in either case', async () => {
    const authorization = `Bearer ${await goodToken()}`;
    const [uuid = ''] = service.orderIds();
    const answer = await askOrder(uuid.toUpperCase(), { authorization });
    expect(JSON.parse(answer.text)).toMatchObject({ uuid });
  });

  test('does not know another uuid, and says so only to who is signed in', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await askOrder(unknown, {})).statusCode).toBe(401);
    const authorization = `Bearer ${await goodToken()}`;
    expect((await askOrder(unknown, { authorization })).statusCode).toBe(404);
    expect((await askOrder('nonsense', { authorization })).statusCode).toBe(404);
  });

  test('answers HEAD without a body and refuses to change an order', async () => {
    const authorization = `Bearer ${await goodToken()}`;
    const [uuid = ''] = service.orderIds();
    const whole = await askOrder(uuid, { authorization });
    const head = await askOrder(uuid, { authorization }, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect((await askOrder(uuid, { authorization }, 'DELETE')).statusCode).toBe(405);
  });

  test('spares the body of an order that the client already has', async () => {
    const authorization = `Bearer ${await goodToken()}`;
    const uuid = service.addOrder();
    const first = await askOrder(uuid, { authorization });
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await askOrder(uuid, { authorization, 'if-none-match': condition });
      expect(again.statusCode).toBe(304);
      expect(again.headers['etag']).toBe(etag);
      expect(again.text).toBe('');
    }
    service.setOrder(uuid, { status: 'active' });
    const changed = await askOrder(uuid, { authorization, 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  test('knows no other address', async () => {
    for (const path of ['/', '/api/v2/orders', '/api/v2/orders/', '/api/v1/orders/x', '/oauth']) {
      const answer = await client.request({ method: 'GET', path });
      expect(answer.statusCode).toBe(404);
      await answer.body.dump();
    }
  });
});

describe('authentication (5)', () => {
  test.each([
    ['no token', undefined],
    ['a token of another scheme', 'Basic dXNlcjpwYXNz'],
    ['a token that was never issued', 'Bearer made-up'],
    ['no token behind the scheme', 'Bearer '],
  ])('refuses %s', async (_, authorization) => {
    const [uuid = ''] = service.orderIds();
    const answer = await askOrder(uuid, authorization === undefined ? {} : { authorization });
    expect(answer.statusCode).toBe(401);
    expect(String(answer.headers['www-authenticate'])).toMatch(/^Bearer /);
  });

  test('refuses a token once its seconds are over, and takes the next one', async () => {
    const [uuid = ''] = service.orderIds();
    const authorization = `Bearer ${await goodToken()}`;
    service.advance(3_599_999);
    expect((await askOrder(uuid, { authorization })).statusCode).toBe(200);
    service.advance(1);
    const refused = await askOrder(uuid, { authorization });
    expect(refused.statusCode).toBe(401);
    expect(String(refused.headers['www-authenticate'])).toContain('error="invalid_token"');
    const fresh = `Bearer ${await goodToken()}`;
    expect((await askOrder(uuid, { authorization: fresh })).statusCode).toBe(200);
  });

  test('refuses the old secret after a rotation and every token after a revocation', async () => {
    const [uuid = ''] = service.orderIds();
    const before = goodRequest();
    const authorization = `Bearer ${await goodToken()}`;
    service.rotateSecret('another secret');
    expect((await askToken(before)).statusCode).toBe(401);
    expect((await askOrder(uuid, { authorization })).statusCode).toBe(200);
    service.revokeTokens();
    expect((await askOrder(uuid, { authorization })).statusCode).toBe(401);
    expect((await askToken(goodRequest())).statusCode).toBe(200);
  });
});

const stop = {
  name: z.string(),
  street_address: z.string(),
  floor_or_unit_number: z.string(),
  location: z.strictObject({ lat: z.number(), lng: z.number() }),
};
const contact = { name: z.string(), phone_number: z.string() };
const noFields = z.strictObject({});

/** Exactly the fields of the contract (2.1 to 2.4); courier and location may still be empty. */
const contractOrder = z.strictObject({
  uuid: z.uuid(),
  vehicle_type: z.string(),
  payment_method: z.string(),
  note_to_courier: z.string(),
  courier: noFields.or(
    z.strictObject({
      name: z.string(),
      phone_number: z.string(),
      location: noFields.or(
        z.strictObject({ lat: z.number(), lon: z.number(), location_updated_at: z.int() }),
      ),
    }),
  ),
  status: z.enum(['pending', 'active', 'completed', 'cancelled']),
  pickup: z.strictObject({
    schedule_at: z.int(),
    ...stop,
    contact: z.strictObject({ ...contact, phone_extension: z.string() }),
  }),
  destinations: z.array(z.strictObject({ ...stop, contact: z.strictObject(contact) })).min(1),
  price: z.strictObject({ currency: z.string(), amount: z.number() }),
  price_breakdown: z.array(
    z.strictObject({
      key: z.string(),
      amount: z.number(),
      quantity: z.number(),
      reason: z.string(),
    }),
  ),
});
