import { readFile } from 'node:fs/promises';
import amendedAfterwards from '../../seeds/scenarios/amended-afterwards.json' with { type: 'json' };
import cancelled from '../../seeds/scenarios/cancelled.json' with { type: 'json' };
import day from '../../seeds/scenarios/day.json' with { type: 'json' };
import deliveryWords from '../../seeds/scenarios/delivery-words.json' with { type: 'json' };
import released from '../../seeds/scenarios/released-and-matched-again.json' with { type: 'json' };
import scheduledLater from '../../seeds/scenarios/scheduled-later.json' with { type: 'json' };
import straightThrough from '../../seeds/scenarios/straight-through.json' with { type: 'json' };
import unknownWord from '../../seeds/scenarios/unknown-word.json' with { type: 'json' };
import { type Scenario, scenarioSchema, type OrderPlan } from './scenario.ts';

/** The scenarios of seeds/scenarios, which travel with the program, by name. */
const builtIn: ReadonlyMap<string, unknown> = new Map(
  [
    amendedAfterwards,
    cancelled,
    day,
    deliveryWords,
    released,
    scheduledLater,
    straightThrough,
    unknownWord,
  ].map((scenario) => [scenario.name, scenario]),
);

/** The names of the scenarios that need no file. */
export const builtInScenarioNames: readonly string[] = [...builtIn.keys()];

/** A built-in scenario. @throws RangeError when there is none with this name */
export function builtInScenario(name: string): Scenario {
  const scenario = builtIn.get(name);
  if (scenario === undefined) {
    throw new RangeError(
      `there is no scenario ${name}; there are ${builtInScenarioNames.join(', ')}`,
    );
  }
  return scenarioSchema.parse(scenario);
}

/**
 * A built-in scenario by its name, or one from a file by its path.
 *
 * @throws RangeError for an unknown name, ZodError for a file that is not a scenario, or the
 *   system's error for a file that cannot be read
 */
export async function scenarioNamed(nameOrPath: string): Promise<Scenario> {
  return nameOrPath.endsWith('.json')
    ? scenarioSchema.parse(JSON.parse(await readFile(nameOrPath, 'utf8')))
    : builtInScenario(nameOrPath);
}

/**
 * The plan of a plain order that waits for a courier and stays as it is, for tests that say the rest
 * themselves.
 */
export function samplePlan(key: string, createdAt: number): OrderPlan {
  const { orders } = scenarioSchema.parse({
    name: 'sample',
    about: 'One order that stays as it is',
    orders: [
      {
        key,
        vehicle_type: 'motorcycle',
        payment_method: 'monthly_settlement',
        note_to_courier: 'Ring the bell twice.',
        pickup: {
          name: 'Morning Dew Florist 朝露花店',
          street_address: '18 Lantern Street 燈影街18號',
          floor_or_unit_number: 'G/F',
          location: { lat: 22.2862, lng: 114.1505 },
          contact: { name: 'Lam Mei-ling', phone_number: '+852 5550 0101', phone_extension: '204' },
        },
        destinations: [
          {
            name: 'Nine Dragons Hardware 九龍五金',
            street_address: '7 Old Ropewalk 舊纜徑7號',
            floor_or_unit_number: '12/F, Unit B',
            location: { lat: 22.2816, lng: 114.1582 },
            contact: { name: 'Ng Chi-ho', phone_number: '+852 5550 0102' },
          },
        ],
        price: { currency: 'HKD', amount: 86 },
        price_breakdown: [
          { key: 'base_fare', amount: 60, quantity: 1, reason: 'Base fare' },
          { key: 'distance', amount: 26, quantity: 1, reason: 'Distance' },
        ],
        life: [],
      },
    ],
  });
  const [plan] = orders;
  if (plan === undefined) {
    throw new RangeError('the sample has no order');
  }
  return { ...plan, createdAt };
}
