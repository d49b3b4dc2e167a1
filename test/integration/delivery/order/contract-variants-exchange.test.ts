import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ConnectionOptions } from '../../../../core/delivery/connection-options.ts';
import type { ServiceNote } from '../../../../core/wire/contract-notes.ts';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import { sendJson } from '../../../support/service/little-service.ts';
import {
  type Body,
  changed,
  id,
  orderOf,
  seen,
  servedVariant,
} from '../../../support/service/variant-service.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

/*
 * How services of this kind are asked, and what they wrap their answers in, where the contract is
 * silent: each seen through the whole client, with real HTTP, token, body and model. The details of
 * each reader are in the unit tests of core.
 */

test.each([
  ['the contract’s own', {}, '', `/api/v2/orders/${id}`],
  ['another path', { orderPath: '/transport/orders/{uuid}' }, '', `/transport/orders/${id}`],
  ['a suffix', { orderPath: '/api/orders/{uuid}.json' }, '', `/api/orders/${id}.json`],
  ['below a sub-path', {}, '/eu', `/eu/api/v2/orders/${id}`],
  ['below a sub-path with a slash at its end', {}, '/eu/', `/eu/api/v2/orders/${id}`],
])('7. the path is %s', async (_name, options, basePath, path) => {
  expect((await seen([wireOrder(id)], { options, basePath })).lastRequest?.path).toBe(path);
});

test.each<[string, Partial<ConnectionOptions>, object, string, string, readonly ServiceNote[]]>([
  ['Bearer by default', {}, {}, 'authorization', 'Bearer token-1', []],
  [
    'Bearer, whatever its case',
    {},
    { token_type: 'bearer' },
    'authorization',
    'Bearer token-1',
    [],
  ],
  [
    'as the service says',
    {},
    { token_type: 'MAC' },
    'authorization',
    'MAC token-1',
    ['token-type-other'],
  ],
  [
    'Bearer where that is no word',
    {},
    { token_type: 'a b' },
    'authorization',
    'Bearer token-1',
    ['token-type-unreadable'],
  ],
  [
    'raw',
    { tokenScheme: { kind: 'none' } },
    { token_type: 'bearer' },
    'authorization',
    'token-1',
    [],
  ],
  [
    'of one’s own',
    { tokenScheme: { kind: 'fixed', scheme: 'Token' } },
    {},
    'authorization',
    'Token token-1',
    [],
  ],
  [
    'in another header',
    { tokenHeader: 'GoGoVan-API-Key', tokenScheme: { kind: 'none' } },
    {},
    'gogovan-api-key',
    'token-1',
    [],
  ],
])('8. the token goes %s', async (_name, options, token, header, value, notes) => {
  const { lastRequest, notes: noted } = await seen([wireOrder(id)], { options, token });
  expect(lastRequest?.headers[header]).toBe(value);
  expect(noted).toEqual(notes);
});

test.each<[string, Partial<ConnectionOptions>, Record<string, string>]>([
  ['none but ours', {}, { accept: 'application/json', 'accept-encoding': 'identity' }],
  [
    'a language and a market',
    { extraHeaders: { 'Accept-Language': 'zh-HK', 'X-Market': 'hk' } },
    { 'accept-language': 'zh-HK', 'x-market': 'hk', accept: 'application/json' },
  ],
  [
    'a version to accept',
    { extraHeaders: { accept: 'application/vnd.delivery.v2+json' } },
    { accept: 'application/vnd.delivery.v2+json' },
  ],
  [
    'the token’s own, which stays the token’s',
    { tokenHeader: 'X-Access', extraHeaders: { 'x-access': 'mine' } },
    { 'x-access': 'Bearer token-1' },
  ],
])('8. the headers that always go along are %s', async (_name, options, headers) => {
  const { lastRequest } = await seen([wireOrder(id)], { options });
  expect(lastRequest?.headers).toMatchObject(headers);
});

test.each<[string, object, readonly ServiceNote[]]>([
  ['bare', wireOrder(id), []],
  ['in data', { data: wireOrder(id) }, ['envelope-data']],
  ['in order', { order: wireOrder(id) }, ['envelope-order']],
  ['in data and order', { data: { order: wireOrder(id) } }, ['envelope-data-order']],
  ['in a list of one', [wireOrder(id)], ['envelope-list']],
  ['in orders', { orders: [wireOrder(id)] }, ['envelope-orders']],
  [
    'as JSON:API',
    { data: { id, attributes: changed({ uuid: undefined }) } },
    ['envelope-attributes', 'uuid-under-id'],
  ],
  ['in capitals', wireOrder(id.toUpperCase()), ['uuid-form']],
])('9. the order comes %s', async (_name, body, notes) => {
  expect(await orderOf(body)).toMatchObject([{ id, status: { phase: 'assigned' } }, notes]);
});

test.each<[string, Body, DeliveryFailureCode]>([
  [
    '9. another order',
    wireOrder('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b202'),
    'answer-for-another-order',
  ],
  ['10. an error body', { error: 'not_found', message: 'No' }, 'answer-unreadable'],
  ['10. an empty body', '', 'answer-unreadable'],
  ['10. a web page', '<!doctype html><title>Sign in</title>', 'captive-portal'],
  ['10. a byte order mark', `\uFEFF${JSON.stringify(wireOrder(id))}`, 'answer-unreadable'],
  [
    '10. something after the order',
    `${JSON.stringify(wireOrder(id))}<!-- -->`,
    'answer-unreadable',
  ],
])('%s is a failed check', async (_name, body, code) => {
  await expect(seen([body])).rejects.toMatchObject({ code });
});

test.each<[string, Record<string, string>, (body: string) => Buffer]>([
  ['packed with gzip', { 'content-encoding': 'gzip' }, (body) => gzipSync(body)],
  ['packed with Brotli', { 'content-encoding': 'br' }, (body) => brotliCompressSync(body)],
  ['without a content type', {}, (body) => Buffer.from(body)],
])('10. an order that comes %s is the same order', async (_name, headers, packed) => {
  const client = await servedVariant((request, response) => {
    if (request.path === '/oauth/token')
      sendJson(response, 200, { access_token: 't', expires_in: 60 });
    else response.writeHead(200, headers).end(packed(JSON.stringify(wireOrder(id))));
  });
  expect(await client.check()).toMatchObject({ kind: 'observed', order: { id } });
});

test('10. an answer without content is a failed check', async () => {
  const client = await servedVariant((request, response) => {
    if (request.path === '/oauth/token')
      sendJson(response, 200, { access_token: 't', expires_in: 60 });
    else response.writeHead(204).end();
  });
  await expect(client.check()).rejects.toMatchObject({ code: 'answer-unreadable' });
});

test('11. other identities beside the uuid do no harm, however long', async () => {
  const body = JSON.stringify(wireOrder(id)).replace(
    '{',
    '{"id":123456789012345678901,"nid":"N-1",',
  );
  expect(await orderOf(body)).toMatchObject([{ id }, []]);
});

test('21. a refusal of one order is no refusal of the credentials', async () => {
  const client = await servedVariant((request, response) => {
    if (request.path === '/oauth/token') sendJson(response, 200, { access_token: 'token-1' });
    else sendJson(response, 403, { message: 'Only from one hour before pickup' });
  });
  await expect(client.check()).rejects.toMatchObject({ code: 'order-forbidden' });
  expect(client.service.requests.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
  expect(client.notes).toEqual(['expires-in-missing']);
});
