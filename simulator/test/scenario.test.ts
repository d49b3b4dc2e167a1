import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { scenarioSchema, type ScenarioSource } from '../orders/scenario.ts';
import {
  builtInScenario,
  builtInScenarioNames,
  scenarioNamed,
} from '../orders/scenario-library.ts';
import { storyOf } from '../orders/story.ts';

const folder = new URL('../../seeds/scenarios/', import.meta.url);

function plan(life: ScenarioSource['orders'][number]['life']) {
  const source: ScenarioSource = {
    name: 'one',
    about: 'One order',
    orders: [
      {
        key: 'one',
        vehicle_type: 'van',
        payment_method: 'cash',
        pickup: {
          name: 'Here',
          street_address: '1 Heron Row',
          location: { lat: 22.28, lng: 114.15 },
          contact: { name: 'Ho Yuet', phone_number: '1' },
        },
        destinations: [
          {
            name: 'There',
            street_address: '2 Heron Row',
            location: { lat: 22.29, lng: 114.16 },
            contact: { name: 'Ng Yuet', phone_number: '2' },
          },
        ],
        price: { currency: 'HKD', amount: 100 },
        life,
      },
    ],
  };
  const [order] = scenarioSchema.parse(source).orders;
  if (order === undefined) {
    throw new RangeError('no order');
  }
  return order;
}

const match = {
  do: 'match',
  courier: { name: 'Wong Yuet', phone_number: '3' },
  from: [22.281, 114.151],
} as const satisfies ScenarioSource['orders'][number]['life'][number];

describe('scenario files', () => {
  test('every file is built in, under the name of the file', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    expect(files.map((name) => name.replace('.json', '')).toSorted()).toStrictEqual(
      builtInScenarioNames.toSorted(),
    );
  });

  test.each(builtInScenarioNames)('%s can be played to its end by any seed', (name) => {
    for (const { key, ...order } of builtInScenario(name).orders) {
      for (const seed of [1, 2, 3]) {
        const { chapters } = storyOf({ key, ...order }, seed);
        expect(chapters.length).toBeGreaterThan(1);
        const times = chapters.map(({ fromMs }) => fromMs);
        expect(times).toStrictEqual([...new Set(times)].toSorted((one, other) => one - other));
      }
    }
  });

  test('no two orders of the built-in scenarios share a key', () => {
    const keys = builtInScenarioNames.flatMap((name) =>
      builtInScenario(name).orders.map(({ key }) => key),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('a file is read by its path, and an unknown name is refused', async () => {
    const path = new URL('cancelled.json', folder).pathname;
    expect(await scenarioNamed(path)).toStrictEqual(builtInScenario('cancelled'));
    await expect(scenarioNamed('no-such-scenario')).rejects.toThrow(/no-such-scenario/);
  });

  test.each([
    ['an unknown key', { colour: 'red' }],
    ['a duration without a unit', { createdAt: '90' }],
    ['a duration as a number', { createdAt: 90 }],
    ['a place that is not on the earth', { life: [{ ...match, from: [99, 0] }] }],
    ['an unknown step', { life: [{ do: 'teleport' }] }],
    ['waiting backwards', { life: [{ do: 'wait', for: '-1 s' }] }],
    ['a drive faster than any courier', { life: [{ do: 'drive', to: 1, speedKmh: 200 }] }],
    ['no destinations', { destinations: [] }],
  ])('refuses %s', async (_, change) => {
    const file: unknown = JSON.parse(
      await readFile(new URL('straight-through.json', folder), 'utf8'),
    );
    const good = scenarioSchema.safeParse(file);
    expect(good.success).toBe(true);
    const { orders, ...rest } = file as { orders: object[] };
    const bad = { ...rest, orders: orders.map((order) => ({ ...order, ...change })) };
    expect(scenarioSchema.safeParse(bad).success).toBe(false);
  });
});

describe('the life of an order', () => {
  test('an edit changes what it names and is no event of the contract', () => {
    const { chapters } = storyOf(
      plan([
        { do: 'wait', for: '1 min' },
        { do: 'edit', note_to_courier: 'Back door' },
      ]),
      1,
    );
    expect(chapters[1]).toMatchObject({
      note_to_courier: 'Back door',
      vehicle_type: 'van',
      happenings: [],
    });
  });

  test.each([
    ['before a match', [{ do: 'drive', to: 'pickup' }]],
    ['after a release', [match, { do: 'release', reason: 'x' }, { do: 'drive', to: 1 }]],
    ['to a stop that is not there', [match, { do: 'drive', to: 2 }]],
  ] as const)('no courier drives %s', (_, life) => {
    expect(() => storyOf(plan([...life]), 1)).toThrow(RangeError);
  });
});
