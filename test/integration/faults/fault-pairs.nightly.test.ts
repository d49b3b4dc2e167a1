import { expect, test } from 'vitest';
import { between, hash32, picked, type Random, seededRandom } from '@waybell/simulator';
import { FaultBench } from '../../support/faults/fault-bench.ts';
import { surviveFault } from '../../support/faults/fault-row.ts';
import { lookAt } from '../../support/watch/look-at.ts';
import { type Trouble, troubles } from './troubles.ts';

/*
 * Two things that go wrong at once, chosen by a seed. WAYBELL_FAULT_SEED repeats the pair of one seed,
 * WAYBELL_FAULT_PAIRS is the number of pairs (default 60).
 */
const chosen = process.env['WAYBELL_FAULT_SEED'];
const pairCount = Number(process.env['WAYBELL_FAULT_PAIRS'] ?? 60);
const seeds =
  chosen === undefined ? Array.from({ length: pairCount }, (_, at) => at + 1) : [Number(chosen)];

interface Pair {
  readonly seed: number;
  readonly random: Random;
  readonly troubles: readonly [Trouble, Trouble];
  readonly names: string;
}

function pairOf(seed: number): Pair {
  const random = seededRandom(hash32(seed, 'pair of faults'));
  const one = picked(troubles, random);
  const rest = troubles.filter((trouble) => trouble !== one);
  const other = picked(rest, random);
  return { seed, random, troubles: [one, other], names: `${one.name} and ${other.name}` };
}

/** Changes an order or acts as the dispatcher, at random. */
function meanwhile(bench: FaultBench, random: Random): void {
  const id = picked(bench.ids, random);
  const status = picked(['pending', 'active', 'picked_up', 'arrived'], random);
  const step = random();
  if (step < 0.4) bench.change(id, { status });
  else if (step < 0.5)
    bench.change(id, { note_to_courier: `Ring ${Math.ceil(random() * 9)} times` });
  else if (step < 0.7) bench.watcher.checkNow([id]);
  else if (step < 0.75) bench.watcher.retryNow();
  else if (step < 0.8) lookAt(bench.watcher, bench.clock, [id]);
}

async function live(bench: FaultBench, random: Random, forMs: number): Promise<void> {
  for (let left = forMs; left > 0; left -= 4000) {
    await bench.advance(Math.min(left, between(500, 4000, random)));
    meanwhile(bench, random);
  }
}

test.each(seeds.map(pairOf))('$seed: $names', async ({ seed, random, troubles: pair }) => {
  const bench = await FaultBench.started({ orderCount: 5, hasName: true, random });
  const [one, other] = pair;
  const broken = await surviveFault(bench, {
    hasTornClock: pair.some(({ name }) => name.includes('clock')),
    async strike() {
      await one.begin(bench, random);
      await live(bench, random, between(0, 40_000, random));
      await other.begin(bench, random);
      await live(bench, random, between(5000, 90_000, random));
    },
    async clear() {
      await one.end?.(bench);
      await other.end?.(bench);
    },
  });
  const again = `WAYBELL_FAULT_SEED=${seed} npx vitest run --project node test/integration/faults/fault-pairs.nightly.test.ts`;
  expect(broken, `repeat with: ${again}`).toEqual([]);
});
