import { afterEach, expect, onTestFinished, test } from 'vitest';
import { requestSchemas } from '../../../core/bridge/bridge.ts';
import {
  defaultConnectionOptions,
  type ConnectionOptions,
} from '../../../core/delivery/connection-options.ts';
import { inEnglish } from '../../../core/text/language.ts';
import { connectionHandlers } from '../../../main/engine/connection/connection-handlers.ts';
import { ConnectionService } from '../../../main/engine/connection/connection-service.ts';
import { ContractNoteCounter } from '../../../main/engine/connection/contract-note-counter.ts';
import { InMemoryCredentialStore } from '../../../main/engine/credentials/in-memory-credential-store.ts';
import { parseBaseUrl } from '../../../main/engine/delivery/http/base-url.ts';
import { HttpDeliveryOpener } from '../../../main/engine/delivery/delivery-opener.ts';
import { ContractNoteRepository } from '../../../main/engine/storage/contract-note-repository.ts';
import { openDatabase } from '../../../main/engine/storage/database.ts';
import { ProfileRepository } from '../../../main/engine/storage/profile-repository.ts';
import { filesWith } from '../../support/every-byte.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import {
  sendJson,
  startLittleService,
  type Answerer,
  type LittleService,
} from '../../support/service/little-service.ts';
import { orderIdOf } from '../../support/order-id-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { wireOrder } from '../../support/wire-orders.ts';

/*
 * The connection options on their whole way: the window's request, its schema, the handlers, the
 * connection, the requests at the service, the profile on the disk and a restart.
 */

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;
const clientSecret = 'canary-secret';

let service: LittleService | undefined;
afterEach(() => service?.stop());

/** Options for a service that differs from the contract in everything that options cover. */
const particular: ConnectionOptions = {
  ...defaultConnectionOptions,
  orderPath: '/transport/orders/{uuid}.json',
  tokenHeader: 'X-Access',
  tokenScheme: { kind: 'fixed', scheme: 'Desk' },
  extraHeaders: {
    'Accept-Language': 'zh-HK',
    'X-Market': 'hk',
    Accept: 'application/vnd.delivery.v2+json',
  },
  statusMeanings: { Teleporting: 'pickedUp' },
};

const answer: Answerer = (request, response) => {
  if (request.path === '/oauth/token') {
    sendJson(response, 200, { access_token: 'canary-token', expires_in: 3600 });
  } else sendJson(response, 200, { data: wireOrder(id, { status: 'Teleporting' }) });
};

/** The parts of the program for a connection. A restart uses the same folder and keychain. */
function started(folder = temporaryFolder(), secrets = new InMemoryCredentialStore()) {
  const clock = new FakeClock();
  const database = openDatabase(folder, { wallMs: () => clock.wallMs() });
  const book = new ContractNoteCounter({
    store: new ContractNoteRepository(database.sql),
    clock,
    reportDefect: (error) => {
      throw error;
    },
  });
  const connection = new ConnectionService({
    opener: new HttpDeliveryOpener({
      clock,
      random: () => 0.5,
      userAgent: 'Waybell/test',
      noted: (baseUrl, notes) => book.noted(notes, baseUrl),
    }),
    profiles: new ProfileRepository(database.sql),
    secrets,
    parseBaseUrl,
    startDemoService: () => Promise.reject(new Error('there is no demo here')),
    changed: (state) => book.connectionChanged(state),
  });
  const handlers = connectionHandlers({
    connection,
    contractNotes: book,
    watch: {
      checks: null,
      add: async (orders) => ({
        added: orders.map((order) => order.id),
        alreadyWatched: [],
        changed: [],
      }),
    },
    localisation: inEnglish,
    contactRetry: { ifLost: () => undefined, now: () => Promise.resolve() },
    chooseCaFile: () => Promise.resolve(null),
    testProgressed: () => undefined,
  });
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await connection.stop();
    book.flush();
    database.close();
  };
  onTestFinished(stop);
  return { folder, secrets, connection, book, handlers, stop };
}

/** A request of the window, handled as in main. */
function draft(
  more: object,
): Parameters<ReturnType<typeof started>['handlers']['connection:save']>[0] {
  const wanted = { baseUrl: service?.baseUrl, clientId: 'desk-7', clientSecret, ...more };
  return requestSchemas['connection:save'].parse(wanted);
}

test('options that are chosen before the first connect are in its first request', async () => {
  service = await startLittleService(answer);
  const { handlers, connection } = started();
  expect(await handlers['connection:save'](draft({ options: particular }))).toEqual({
    ok: true,
    value: null,
  });
  const checked = await connection.check(id, never);
  expect(checked).toMatchObject({ order: { status: { raw: 'Teleporting', phase: 'pickedUp' } } });
  const [tested, token, order] = service.requests;
  for (const request of [tested, token]) {
    expect(request?.path).toBe('/oauth/token');
    expect(request?.headers).toMatchObject({
      'accept-language': 'zh-HK',
      'x-market': 'hk',
      accept: 'application/json',
      'content-type': 'application/json',
    });
  }
  expect(order?.path).toBe(`/transport/orders/${id}.json`);
  expect(order?.headers).toMatchObject({
    'x-access': 'Desk canary-token',
    'accept-language': 'zh-HK',
    'x-market': 'hk',
    accept: 'application/vnd.delivery.v2+json',
  });
  expect(order?.headers['authorization']).toBeUndefined();
});

test('a test of the connection asks with the typed options and changes nothing', async () => {
  service = await startLittleService(answer);
  const { handlers, connection } = started();
  await handlers['connection:test'](draft({ options: particular }));
  expect(service.requests[0]?.headers['x-market']).toBe('hk');
  expect(connection.options).toEqual(defaultConnectionOptions);
  expect(connection.state).toEqual({ kind: 'none' });
});

test('a restart uses the stored options, and the secret is in no file', async () => {
  service = await startLittleService(answer);
  const first = started();
  await first.handlers['connection:save'](draft({ options: particular }));
  await first.connection.check(id, never);
  await first.stop();
  const second = started(first.folder, first.secrets);
  await second.connection.start();
  expect(await second.handlers['connection:options'](undefined)).toEqual({
    ok: true,
    value: particular,
  });
  await second.connection.check(id, never);
  expect(service.requests.at(-1)?.headers['x-market']).toBe('hk');
  await second.stop();
  expect(filesWith(first.folder, 'zh-HK')).not.toEqual([]);
  for (const secret of [clientSecret, 'canary-token']) {
    expect(filesWith(first.folder, secret)).toEqual([]);
  }
});

test('a connection for this session uses other options and writes none of them', async () => {
  service = await startLittleService(answer);
  const { handlers, connection, folder, stop } = started();
  const { baseUrl } = service;
  await connection.useSession({ baseUrl, clientId: 'desk-7' }, clientSecret);
  const saved = await handlers['connection:save'](
    draft({ clientSecret: null, options: particular }),
  );
  expect(saved).toEqual({ ok: true, value: null });
  expect(connection.options).toEqual(particular);
  await connection.check(id, never);
  expect(service.requests.at(-1)?.headers['x-market']).toBe('hk');
  await stop();
  const again = started(folder);
  await again.connection.start();
  expect(again.connection.state).toEqual({ kind: 'none' });
  expect(again.connection.options).toEqual(defaultConnectionOptions);
});

test('a connection is stored only after its test passes', async () => {
  service = await startLittleService(answer);
  const { handlers, connection, folder, secrets, stop } = started();
  const { baseUrl } = service;
  await connection.useSession({ baseUrl, clientId: 'desk-7' }, clientSecret, true);
  await handlers['connection:save'](draft({ clientSecret: null, options: particular }));
  await stop();
  const again = started(folder, secrets);
  await again.connection.start();
  expect(again.connection.state).toMatchObject({ kind: 'connected', baseUrl });
  expect(again.connection.options).toEqual(particular);
});

test('a session uses the options that are stored for its service, another service does not', async () => {
  service = await startLittleService(answer);
  const { handlers, connection } = started();
  const { baseUrl } = service;
  await handlers['connection:save'](draft({ options: particular }));
  await connection.useSession({ baseUrl, clientId: 'another' }, clientSecret);
  expect(connection.options).toEqual(particular);
  await connection.useSession({ baseUrl: `${baseUrl}/eu`, clientId: 'another' }, clientSecret);
  expect(connection.options).toEqual(defaultConnectionOptions);
});

test('the contract notes can be read and exported, without data of orders or people', async () => {
  const people = {
    status: 'Canary-Status',
    courier: {
      name: 'Canary Courier',
      phone_number: '+85299990001',
      location: '22.300001,114.170001',
    },
    pickup: {
      name: 'Canary Pickup',
      contact: 'Canary Contact',
      schedule_at: '2026-03-02T09:00:00',
    },
    destinations: { name: 'Canary Home', contact: { phone_number: 85299990002 } },
    price: '12.5',
    note_to_courier: 'Canary note '.repeat(1000),
  };
  service = await startLittleService((request, response) => {
    if (request.path === '/oauth/token') {
      sendJson(response, 200, { data: { access_token: 'canary-token', expires_in: '3600' } });
    } else sendJson(response, 200, { orders: [wireOrder(id.toUpperCase(), { ...people })] });
  });
  const { handlers, connection } = started();
  const odd = { ...defaultConnectionOptions, extraHeaders: { 'X-Market': 'canary-market' } };
  await handlers['connection:save'](draft({ options: odd }));
  await connection.check(id, never);
  const listed = await handlers['contract-notes:list'](undefined);
  const names = listed.ok ? listed.value.map(({ note }) => note) : [];
  expect(names).toEqual(
    expect.arrayContaining([
      'token-in-data',
      'expires-in-text',
      'envelope-orders',
      'uuid-form',
      'status-unknown-word',
      'location-from-text',
      'contact-unreadable',
      'time-without-zone',
      'destinations-single',
      'text-from-number',
      'price-is-a-number',
      'text-capped',
    ]),
  );
  for (const form of ['text', 'json'] as const) {
    const exported = await handlers['contract-notes:export']({ form });
    const said = JSON.stringify([exported, listed]);
    expect(exported.ok && exported.value).toContain('envelope-orders');
    expect(said.toLowerCase()).not.toMatch(/canary|8529999|22\.3|114\.17|7a1f0c52|desk-7|127\.0/);
  }
});
