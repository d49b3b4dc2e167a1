import { getHeapSpaceStatistics } from 'node:v8';

/*
 * Measures the young generation in a process of its own. `ask-memory.ts [MODULE]` imports the module, if
 * one is named, allocates many objects that live for a while, and prints the size in bytes.
 */

const [, , module] = process.argv;
if (module !== undefined) await import(module);

const lastMade: object[] = [];
for (let count = 0; count < 3_000_000; count += 1) {
  lastMade[count % 100_000] = { count };
}
const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
process.stdout.write(`${young?.space_size ?? 0}\n`);
