import { getHeapSpaceStatistics } from 'node:v8';

/*
 * Measures the young generation in a process of its own. `ask-memory.ts [MODULE]` imports the module, if
 * one is named, allocates many objects that live for a while, and prints the size in bytes: the least that was
 * seen in the second half, as pages that V8 is about to free on another thread count too until it does.
 */

const [, , module] = process.argv;
if (module !== undefined) await import(module);

const rounds = 60;
const perRound = 50_000;
const lastMade: object[] = [];
let leastBytes = Number.POSITIVE_INFINITY;
for (let round = 0; round < rounds; round += 1) {
  for (let count = 0; count < perRound; count += 1) {
    lastMade[(round % 2) * perRound + count] = { count };
  }
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  if (round >= rounds / 2) leastBytes = Math.min(leastBytes, young?.space_size ?? 0);
}
process.stdout.write(`${leastBytes}\n`);
