import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { diffOrders, type ChangedField } from '../../../../core/order/order-update.ts';
import type { Order } from '../../../../core/order/order.ts';
import type { CheckAnswer } from '../../../../main/engine/watch/ports.ts';
import {
  closeClient,
  openClient,
  type DeliveryClient,
} from '../../../support/service/delivery-client.ts';
import {
  sendJson,
  startLittleService,
  type LittleService,
} from '../../../support/service/little-service.ts';
import { orderIdOf } from '../../../support/order-id-of.ts';
import { seeded } from '../../../support/seeded.ts';
import { redressed } from '../../../support/service/payload-mutations.ts';
import { wireOrder } from '../../../support/wire-orders.ts';

const id = orderIdOf('7a1f0c52-6a0e-4a51-9a36-3c4ad1f0b201');
const never = new AbortController().signal;

let service: LittleService | undefined;
let client: DeliveryClient | undefined;
afterEach(async () => {
  await closeClient(client);
  await service?.stop();
});

/** A service whose order a test sets, with correct ETags or without any. */
async function serve(
  hasEtags: boolean,
): Promise<{ set: (body: object) => void; check: () => Promise<CheckAnswer> }> {
  let present = JSON.stringify(wireOrder(id));
  service = await startLittleService((request, response) => {
    if (request.path === '/oauth/token') {
      sendJson(response, 200, { access_token: 'token-1', expires_in: 3600 });
      return;
    }
    const etag = `"${createHash('sha1').update(present).digest('hex')}"`;
    if (hasEtags && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    const more = hasEtags ? { etag } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...more }).end(present);
  });
  const opened = openClient(service.baseUrl);
  client = opened;
  return {
    set: (body) => {
      present = JSON.stringify(body);
    },
    check: () => opened.orders.check(id, never),
  };
}

function orderIn(answer: CheckAnswer): Order {
  if (answer.kind === 'unchanged') throw new Error('nothing was observed');
  return answer.order;
}

const stop = (more: object): object => ({
  name: 'Elsewhere',
  location: { lat: 1, lng: 2 },
  ...more,
});

/** A change of each watched field, as the service would send it. */
const changes: readonly (readonly [ChangedField, object])[] = [
  ['status', { status: 'completed' }],
  ['status', { status: 'an unknown word' }],
  ['courier', { courier: null }],
  ['courier', { courier: { name: 'Another', phone_number: '+85200000009', location: null } }],
  [
    'courier.location',
    {
      courier: {
        name: 'Test Courier',
        phone_number: '+85200000000',
        location: { lat: 22.31, lon: 114.17, location_updated_at: 1_772_442_060 },
      },
    },
  ],
  ['price', { price: { currency: 'HKD', amount: 121 } }],
  ['price', { price: null }],
  ['price_breakdown', { price_breakdown: [] }],
  ['pickup', { pickup: stop({ schedule_at: 1_772_445_600 }) }],
  ['destinations', { destinations: [stop({}), stop({})] }],
  ['note_to_courier', { note_to_courier: 'Ring three times' }],
  ['vehicle_type', { vehicle_type: 'truck' }],
  ['payment_method', { payment_method: 'cash' }],
];

describe.each([
  ['with ETags', true],
  ['by its bytes', false],
])('an order that is known %s', (_name, hasEtags) => {
  test.each(changes)(
    'a changed %s (%j) is noticed at the next check, and told once',
    async (field, more) => {
      const { set, check } = await serve(hasEtags);
      const before = orderIn(await check());
      expect(await check()).toEqual({ kind: 'unchanged' });
      set(wireOrder(id, { ...more }));
      const after = orderIn(await check());
      expect(diffOrders(before, after).map((change) => change.field)).toContain(field);
      expect(await check()).toEqual({ kind: 'unchanged' });
      set(wireOrder(id));
      expect(diffOrders(after, orderIn(await check())).length).toBeGreaterThan(0);
    },
  );

  test('a change outside of the watched fields is no change', async () => {
    const { set, check } = await serve(hasEtags);
    const random = seeded(7);
    let before = orderIn(await check());
    for (let count = 0; count < 50; count += 1) {
      set(redressed(wireOrder(id), random) as object);
      const after = orderIn(await check());
      expect(diffOrders(before, after)).toEqual([]);
      before = after;
    }
  });
});

/** Which fields changed at each of a hundred checks. */
async function story(hasEtags: boolean): Promise<string[]> {
  const { set, check } = await serve(hasEtags);
  const random = seeded(31);
  const found: string[] = [];
  let before = orderIn(await check());
  for (let count = 0; count < 100; count += 1) {
    const [, more = {}] = changes[Math.floor(random() * changes.length)] ?? [];
    if (random() < 0.7) set(wireOrder(id, { ...more }));
    const answer = await check();
    const after = answer.kind === 'unchanged' ? before : answer.order;
    found.push(
      diffOrders(before, after)
        .map(({ field }) => field)
        .join(),
    );
    before = after;
  }
  await closeClient(client);
  await service?.stop();
  return found;
}

test('the same changes are found with and without ETags', async () => {
  const withEtags = await story(true);
  expect(withEtags.filter((line) => line !== '').length).toBeGreaterThan(30);
  expect(await story(false)).toEqual(withEtags);
});
