import { expect, test } from 'vitest';
import { fuzz, seedsOf, tried } from './fuzz.ts';
import { fuzzTargetNames } from './targets.ts';

const kept = fuzzTargetNames.flatMap((target) =>
  seedsOf(target).map(({ name, input }) => ({ target, name, input })),
);

test.each(kept)('$target: $name breaks no rule', async ({ target, input }) => {
  expect(await tried(target, input)).toBeNull();
});

/** `npm run fuzz` does many more, guided by coverage. */
const runs = 1500;

test.each(fuzzTargetNames)('%s: changed seeds break no rule', async (target) => {
  const { crash } = await fuzz(target, { runs, seed: 20_261_121, isGuided: false });
  expect(crash?.error ?? null).toBeNull();
});
