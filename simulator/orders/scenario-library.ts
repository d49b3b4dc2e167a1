import { readFile } from 'node:fs/promises';
import amendedAfterwards from '../../seeds/scenarios/amended-afterwards.json' with { type: 'json' };
import cancelled from '../../seeds/scenarios/cancelled.json' with { type: 'json' };
import day from '../../seeds/scenarios/day.json' with { type: 'json' };
import deliveryWords from '../../seeds/scenarios/delivery-words.json' with { type: 'json' };
import released from '../../seeds/scenarios/released-and-matched-again.json' with { type: 'json' };
import scheduledLater from '../../seeds/scenarios/scheduled-later.json' with { type: 'json' };
import straightThrough from '../../seeds/scenarios/straight-through.json' with { type: 'json' };
import unknownWord from '../../seeds/scenarios/unknown-word.json' with { type: 'json' };
import { type Scenario, scenarioSchema } from './scenario.ts';

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
