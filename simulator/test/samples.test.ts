import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../delivery-service.ts';
import { isJsonObject } from '../orders/merge-patch.ts';
import { builtInScenario, builtInScenarioNames } from '../orders/scenario-library.ts';
import { eventKinds } from '../orders/wire.ts';
import { seededUuid } from '../seeded-random.ts';
import orders from '../../seeds/samples/orders.json' with { type: 'json' };
import webhooks from '../../seeds/samples/webhooks.json' with { type: 'json' };

/* The samples of seeds/ are what the simulator says: neither may change without the other. */

let service: DeliveryService;

beforeAll(async () => {
  const scenarios = builtInScenarioNames.map(builtInScenario);
  service = await startDeliveryService({ clock: 'manual', speed: 1, scenarios });
});

afterAll(() => service.close());

describe('the samples', () => {
  test.each([
    ['pending', 'straight-through', 0],
    ['matched-without-position', 'straight-through', 91],
    ['active', 'straight-through', 400],
    ['released', 'released-and-matched-again', 190],
    ['completed', 'amended-later', 750],
    ['amended', 'amended-later', 3000],
    ['cancelled', 'cancelled-while-waiting', 300],
    ['scheduled', 'scheduled-and-edited', 0],
    ['unknown-word', 'unknown-word', 330],
  ] as const)('%s is the order %s after %d s', (name, key, seconds) => {
    expect(orders[name]).toStrictEqual(service.orderAt(seededUuid(1, key), seconds * 1000));
  });

  test.each([
    ['order-created', 'straight-through'],
    ['order-matched', 'straight-through'],
    ['order-released', 'released-and-matched-again'],
    ['order-completed', 'straight-through'],
    ['amendment-added', 'amended-later'],
    ['order-cancelled', 'cancelled-at-the-pickup'],
    ['several-kinds', 'amended-at-once'],
  ] as const)('the webhook %s is what happened to %s', (name, key) => {
    const sent = service
      .notificationsBetween(Number.NEGATIVE_INFINITY, 86_400_000)
      .filter(({ data }) => isJsonObject(data) && data['uuid'] === seededUuid(1, key));
    expect(sent).toContainEqual(webhooks[name]);
  });

  test('all of them are compared', () => {
    expect([Object.keys(orders).length, Object.keys(webhooks).length]).toEqual([9, 7]);
  });

  test('the scenarios tell every kind of event, and several at once', () => {
    const events = service.eventsBetween(Number.NEGATIVE_INFINITY, 86_400_000);
    const kinds = new Set(events.flatMap(({ happenings }) => happenings.map(({ kind }) => kind)));
    expect(kinds).toStrictEqual(new Set(eventKinds));
    expect(events.some(({ happenings }) => happenings.length > 1)).toBe(true);
  });
});
