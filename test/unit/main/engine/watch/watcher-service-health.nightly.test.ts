import { expect, test } from 'vitest';
import { failure } from '../../../../support/watch/scripted-source.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';
import { watchBench } from '../../../../support/watch/watch-bench.ts';

const minuteMs = 60_000;

test('an outage of half a minute costs ten thousand orders twenty requests, whatever chance draws', async () => {
  for (const seed of [1, 2, 3]) {
    let drawn = seed;
    const random = (): number => {
      drawn = Math.imul(drawn ^ (drawn >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
      return (drawn >>> 0) / 2 ** 32;
    };
    const bench = watchBench({
      random,
      limits: { requestsPerMinute: 600_000, activeEverySeconds: 30 },
    });
    const { clock, source, watcher } = bench;
    const ids = Array.from({ length: 10_000 }, (_, index) => orderIdAt(index));
    bench.assign(ids);
    watcher.start();
    await watcher.add(ids.map((id) => ({ id, label: null })));
    source.latencyMs = 70;
    await clock.advance(minuteMs);
    expect(source.running).toBeGreaterThan(10);
    // What is under way is still answered; whatever is sent from now on loses its connection.
    const check = source.check.bind(source);
    let refused = 0;
    source.check = async () => {
      refused += 1;
      await new Promise<void>((resolve) => {
        clock.schedule(resolve, 2);
      });
      throw failure('connection-lost');
    };
    await clock.advance(30_000);
    expect(refused).toBeLessThanOrEqual(20);
    source.check = check;
    await clock.advance(30_200);
    expect(watcher.serviceHealth.state).toBe('reachable');
    await clock.advance(minuteMs);
    expect(source.mostWithin(100)).toBeLessThanOrEqual(43);
  }
});
