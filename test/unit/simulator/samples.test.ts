import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../../simulator/delivery-service.ts';
import { isJsonObject } from '../../../simulator/orders/merge-patch.ts';
import {
  builtInScenario,
  builtInScenarioNames,
} from '../../../simulator/orders/scenario-library.ts';
import { eventKinds } from '../../../simulator/orders/wire.ts';
import { seededUuid } from '../../../simulator/seeded-random.ts';

/* The samples of seeds/ are what the simulator says: neither may change without the other. */

let service: DeliveryService;

beforeAll(async () => {
  const scenarios = builtInScenarioNames.map(builtInScenario);
  service = await startDeliveryService({ clock: 'manual', speed: 1, scenarios });
});

afterAll(() => service.close());

async function sample(name: string): Promise<unknown> {
  const url = new URL(`../../../seeds/samples/${name}.json`, import.meta.url);
  return JSON.parse(await readFile(url, 'utf8'));
}

describe('the samples', () => {
  test.each([
    ['order-pending', 'straight-through', 0],
    ['order-matched-without-position', 'straight-through', 91],
    ['order-active', 'straight-through', 400],
    ['order-released', 'released-and-matched-again', 190],
    ['order-completed', 'amended-later', 750],
    ['order-amended', 'amended-later', 3000],
    ['order-cancelled', 'cancelled-while-waiting', 300],
    ['order-scheduled', 'scheduled-and-edited', 0],
    ['order-unknown-word', 'unknown-word', 330],
  ])('%s is the order %s after %d s', async (name, key, seconds) => {
    expect(await sample(name)).toStrictEqual(service.orderAt(seededUuid(1, key), seconds * 1000));
  });

  test('the enveloped orders hold the same order as the bare one', async () => {
    const bare = await sample('order-active');
    expect(await sample('order-in-data')).toStrictEqual({ data: bare });
    expect(await sample('order-in-order')).toStrictEqual({ order: bare });
    expect(await sample('order-in-array')).toStrictEqual([bare]);
  });

  test.each([
    ['order-created', 'straight-through'],
    ['order-matched', 'straight-through'],
    ['order-released', 'released-and-matched-again'],
    ['order-completed', 'straight-through'],
    ['amendment-added', 'amended-later'],
    ['order-cancelled', 'cancelled-at-the-pickup'],
    ['several-kinds', 'amended-at-once'],
  ])('webhook-%s is what happened to %s', async (name, key) => {
    const webhook = await sample(`webhook-${name}`);
    const told = service
      .notificationsBetween(Number.NEGATIVE_INFINITY, 86_400_000)
      .filter(({ data }) => isJsonObject(data) && data['uuid'] === seededUuid(1, key));
    expect(told).toContainEqual(webhook);
  });

  test('the scenarios tell every kind of event, and several at once', () => {
    const events = service.eventsBetween(Number.NEGATIVE_INFINITY, 86_400_000);
    const told = new Set(events.flatMap(({ happenings }) => happenings.map(({ kind }) => kind)));
    expect(told).toStrictEqual(new Set(eventKinds));
    expect(events.some(({ happenings }) => happenings.length > 1)).toBe(true);
  });
});
