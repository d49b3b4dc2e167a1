import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseOrderId } from '../../../../core/order/order-id.ts';
import type { OrderId } from '../../../../core/order/order-id.ts';
import type { CheckAnswer } from '../../../../main/engine/watch/ports.ts';
import {
  startDeliveryService,
  type DeliveryService,
  type FaultRuleSource,
} from '@waybell/simulator';
import {
  closeClient,
  openClient,
  type DeliveryClient,
} from '../../../support/service/delivery-client.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';

type Action = FaultRuleSource['action'];

let service: DeliveryService;
let client: DeliveryClient;
let id: OrderId;

beforeAll(async () => {
  service = await startDeliveryService({ seed: 7 });
});

afterAll(() => service.close());

beforeEach(() => {
  id = orderIdOf(service.addOrder({ note_to_courier: 'Ring twice, Zoë' }));
  client = openClient(service.baseUrl, { ...service.credentials, limits: { maxConnections: 1 } });
  service.clearLog();
});

afterEach(async () => {
  service.faults.clear();
  await closeClient(client);
});

const check = (): Promise<CheckAnswer> => client.orders.check(id, new AbortController().signal);
const onOrders = (action: Action, when: FaultRuleSource['when'] = {}): void =>
  service.fault({ match: { target: 'order' }, when, action });

/** The outcome of a check: the kind of the answer or the code of the failure. */
async function outcome(): Promise<string> {
  return check().then(
    ({ kind }) => kind,
    (error: unknown) =>
      error instanceof Error && 'code' in error ? String(error.code) : String(error),
  );
}

const faults: readonly (readonly [string, Action, string])[] = [
  ['a captive portal’s page', { do: 'captivePortal', form: 'html' }, 'captive-portal'],
  ['a captive portal’s redirect', { do: 'captivePortal', form: 'redirect' }, 'captive-portal'],
  ['a captive portal’s 511', { do: 'captivePortal', form: '511' }, 'captive-portal'],
  [
    'a redirect within the service',
    { do: 'redirect', status: 308, location: '/elsewhere' },
    'answer-unreadable',
  ],
  ['a 304 that was not asked for', { do: 'notModified', etag: '"x"' }, 'answer-unreadable'],
  ['an unknown envelope', { do: 'envelope', shape: 'unknown' }, 'answer-unreadable'],
  ['another order', { do: 'otherUuid' }, 'answer-for-another-order'],
  ['a byte order mark', { do: 'encode', form: 'bom' }, 'answer-unreadable'],
  ['UTF-16, low byte first', { do: 'encode', form: 'utf-16le' }, 'answer-unreadable'],
  ['UTF-16, high byte first', { do: 'encode', form: 'utf-16be' }, 'answer-unreadable'],
  ['bytes that are no UTF-8', { do: 'encode', form: 'invalid-utf-8' }, 'answer-unreadable'],
  ['half a character', { do: 'encode', form: 'lone-surrogate' }, 'answer-unreadable'],
  ['a NUL in the uuid', { do: 'encode', form: 'nul-bytes' }, 'answer-for-another-order'],
  ['Latin-1', { do: 'encode', form: 'latin-1' }, 'answer-unreadable'],
  ['a body cut in half', { do: 'truncate', keepShare: 0.5 }, 'answer-unreadable'],
  ['no body', { do: 'truncate', keepShare: 0 }, 'answer-unreadable'],
  ['trailing garbage', { do: 'append', text: '}' }, 'answer-unreadable'],
  ['10,000 levels', { do: 'nest', depth: 10_000 }, 'answer-unreadable'],
  [
    'packed and cut short',
    { do: 'compress', coding: 'gzip', lie: 'cut-short' },
    'answer-unreadable',
  ],
  ['a zip bomb', { do: 'zipBomb', inflatesToBytes: 1_000_000_000 }, 'answer-too-large'],
  ['a flood', { do: 'flood', bytes: 3_000_000_000 }, 'answer-too-large'],
  ['a reset before the answer', { do: 'reset', when: 'beforeHead' }, 'connection-lost'],
  ['a reset after the head', { do: 'reset', when: 'afterHead' }, 'connection-lost'],
  ['a reset in mid body', { do: 'reset', when: 'midBody' }, 'connection-lost'],
  ['an end before the answer', { do: 'hangUp' }, 'connection-lost'],
  ['a body shorter than announced', { do: 'wrongLength', offByBytes: 7 }, 'connection-lost'],
  ['no HTTP at all', { do: 'protocolGarbage', form: 'not-http' }, 'protocol-violation'],
  ['a bad chunk size', { do: 'protocolGarbage', form: 'bad-chunk-size' }, 'protocol-violation'],
  ['a huge header', { do: 'protocolGarbage', form: 'huge-header' }, 'protocol-violation'],
  [
    'a control character in a header',
    { do: 'protocolGarbage', form: 'header-control-character' },
    'protocol-violation',
  ],
  ['two lengths', { do: 'protocolGarbage', form: 'two-lengths' }, 'protocol-violation'],
  [
    'a length and chunks',
    { do: 'protocolGarbage', form: 'length-and-chunked' },
    'protocol-violation',
  ],
  ['a 101', { do: 'interim', statuses: [101] }, 'protocol-violation'],
  [
    'a second answer that was not asked for',
    { do: 'protocolGarbage', form: 'second-answer' },
    'answer-unreadable',
  ],
];

/** After every fault no timer runs and only few requests were sent. */
function expectQuiet(): void {
  expect(client.clock.waitingTimers).toBe(0);
  expect(service.counts().order).toBeLessThanOrEqual(4);
  expect(service.counts().token).toBeLessThanOrEqual(2);
}

describe.each(faults)('%s', (_name, action, code) => {
  test('is a failed check by name, before any good answer', async () => {
    // A fresh connection, because a failure on a reused one is retried.
    await client.tokens.current(null);
    service.dropConnections();
    onOrders(action, { times: 1 });
    expect(await outcome()).toBe(code);
    expect(await outcome()).toBe('observed');
    expectQuiet();
  });

  test('keeps the last good answer, so that the next good one is no phantom change', async () => {
    await check();
    service.dropConnections();
    onOrders(action, { times: 1 });
    const failed = await outcome();
    // After a good answer a 304 is right.
    expect([code, 'unchanged']).toContain(failed);
    expect(await outcome()).toBe('unchanged');
    expectQuiet();
  });

  test('loses no change that happened meanwhile', async () => {
    await check();
    service.dropConnections();
    onOrders(action, { times: 1 });
    await outcome();
    service.setOrder(id, { status: 'active' });
    await expect(check()).resolves.toMatchObject({
      kind: 'observed',
      order: { status: { raw: 'active' } },
    });
  });
});

describe('answers that are no fault', () => {
  test.each<readonly [string, Action]>([
    ['early hints', { do: 'interim', statuses: [103] }],
    ['a 100 that was not asked for', { do: 'interim', statuses: [100] }],
    ['several interim answers', { do: 'interim', statuses: [102, 100, 103, 100] }],
    ['gzip', { do: 'compress', coding: 'gzip', lie: 'none' }],
    ['deflate', { do: 'compress', coding: 'deflate', lie: 'none' }],
    ['br', { do: 'compress', coding: 'br', lie: 'none' }],
    ['zstd', { do: 'compress', coding: 'zstd', lie: 'none' }],
    ['packed without saying so', { do: 'compress', coding: 'gzip', lie: 'undeclared' }],
    ['not packed although it says so', { do: 'compress', coding: 'gzip', lie: 'not-compressed' }],
    ['not packed although it says br', { do: 'compress', coding: 'br', lie: 'not-compressed' }],
    ['a page by its label alone', { do: 'contentType', value: 'text/html; charset=utf-8' }],
    ['an image by its label alone', { do: 'contentType', value: 'image/png' }],
    ...['utf-8', 'none', '', 'identity', 'UTF-8, identity', 'gzip, none', 'binary'].map(
      (coding): [string, Action] => [
        `plain bytes with the coding “${coding}”`,
        { do: 'headers', set: { 'Content-Encoding': coding } },
      ],
    ),
    ['no content type', { do: 'contentType', value: null }],
    ['plain text', { do: 'contentType', value: 'text/plain' }],
    ['an envelope of data', { do: 'envelope', shape: 'data' }],
    ['an envelope of order', { do: 'envelope', shape: 'order' }],
    ['two envelopes', { do: 'envelope', shape: 'data.order' }],
    ['a list of one', { do: 'envelope', shape: 'array' }],
    ['a list with others', { do: 'envelope', shape: 'orders-with-others' }],
    ['JSON:API', { do: 'envelope', shape: 'json-api' }],
    ['prototype pollution', { do: 'pollute' }],
    ['a number beyond all numbers', { do: 'setField', path: ['price', 'amount'], json: '1e400' }],
    ['the same key twice', { do: 'repeatKey', key: 'status', json: '"pending"' }],
  ])('%s: observed, then unchanged', async (_name, action) => {
    onOrders(action);
    expect(await outcome()).toBe('observed');
    expect(await outcome()).toBe('unchanged');
    expect('isPolluted' in {}).toBe(false);
  });

  test.each(['absent', 'weak', 'changing', 'constant', 'unquoted', 'empty'] as const)(
    'an ETag that is %s: nothing new is unchanged, and a change is observed',
    async (form) => {
      onOrders({ do: 'etag', form });
      expect(await outcome()).toBe('observed');
      expect(await outcome()).toBe('unchanged');
      service.setOrder(id, { status: 'active' });
      expect(await outcome()).toBe('observed');
      expect(await outcome()).toBe('unchanged');
    },
  );

  test('a kept connection that breaks as we write', async () => {
    await check();
    await client.clock.advance(0);
    service.fault({
      match: { target: 'order', isReused: true },
      when: { times: 1 },
      action: { do: 'reset', when: 'beforeHead' },
    });
    expect(await outcome()).toBe('unchanged');
  });
});

describe('the token in mid flight', () => {
  test.each(['401', '401-bare', '403', '200-error-body'] as const)(
    'refused as %s: one renewal, one replay',
    async (form) => {
      await check();
      service.clearLog();
      service.fault({
        match: { target: 'order', tokenNumber: service.issuedTokenCount },
        action: { do: 'refuseToken', form },
      });
      service.setOrder(id, { status: 'active' });
      expect(await outcome()).toBe('observed');
      expect(service.counts()).toMatchObject({ token: 1, order: 2 });
    },
  );

  test('all tokens revoked while many checks are under way: one renewal for all', async () => {
    const ids = Array.from({ length: 30 }, () => parseOrderId(service.addOrder({}))).filter(
      (one) => one !== null,
    );
    await check();
    service.revokeTokens();
    service.clearLog();
    await Promise.all(ids.map((one) => client.orders.check(one, new AbortController().signal)));
    expect(service.counts().token).toBe(1);
    expect(service.counts().order).toBeLessThanOrEqual(60);
  });

  test('a secret that was rotated on the service: sent once for many checks, and again later', async () => {
    const before = service.credentials.clientSecret;
    await check();
    service.rotateSecret('another secret');
    service.revokeTokens();
    service.clearLog();
    for (let poll = 0; poll < 5; poll += 1) {
      expect(await outcome()).toBe('credentials-refused');
    }
    expect(service.counts().token).toBe(1);
    service.rotateSecret(before);
    await client.clock.advance(60_000);
    expect(await outcome()).toBe('unchanged');
  });
});

describe('time', () => {
  test.each<readonly [string, Action]>([
    ['a black hole', { do: 'blackHole' }],
    ['a drip in the head', { do: 'drip', part: 'head', bytes: 1, everyMs: 20 }],
    ['a drip in the body', { do: 'drip', part: 'body', bytes: 1, everyMs: 20 }],
  ])('%s ends at the deadline and gives its connection back', async (_name, action) => {
    await client.tokens.current(null);
    onOrders(action, { times: 1 });
    const checked = outcome();
    await expect.poll(() => service.counts().order).toBe(1);
    await client.clock.advance(20_000);
    expect(await checked).toBe('timeout');
    expect(await outcome()).toBe('observed');
  });

  test('a service that goes dark and comes back', async () => {
    await check();
    await service.goDark();
    expect(await outcome()).toBe('unreachable');
    await service.comeBack();
    expect(await outcome()).toBe('unchanged');
  });
});
