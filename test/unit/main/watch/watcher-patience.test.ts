import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import { expect, test } from 'vitest';
import { watchBench } from '../../../support/watch/watch-bench.ts';
import { orderIdAt } from '../../../support/watched-orders.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

test('the answers to what comes round by itself may be read together', async () => {
  const { clock, source, watcher, add } = watchBench();
  add(...numbers(60));
  watcher.start();
  await clock.advance(120_000);
  expect(source.patient.length).toBeGreaterThan(60);
});

test('the answer that somebody waits for waits for no other', async () => {
  const { clock, source, watcher, add } = watchBench();
  add(...numbers(60));
  watcher.start();
  await clock.advance(120_000);
  const [before, asked] = [source.patient.length, source.requests.length];
  watcher.checkNow([orderIdAt(7)]);
  add(60);
  await clock.advance(60);
  expect(source.requests.slice(asked).map(({ id }) => id)).toEqual([orderIdAt(7), orderIdAt(60)]);
  expect(source.patient).toHaveLength(before);
});

test('while the service is away, no attempt’s answer waits', async () => {
  const { clock, source, watcher, add } = watchBench();
  source.fate = () => new DeliveryError('unreachable');
  add(...numbers(3));
  watcher.start();
  await clock.advance(30_000);
  expect(watcher.sight.state).toBe('blind');
  const [before, asked] = [source.patient.length, source.requests.length];
  await clock.advance(60_000);
  expect(source.requests.length).toBeGreaterThan(asked);
  expect(source.patient).toHaveLength(before);
});

test('from a hundred requests a second on answers come together anyway, and none waits', async () => {
  const { clock, source, watcher, add } = watchBench({ limits: { requestsPerMinute: 600_000 } });
  add(...numbers(4000));
  watcher.start();
  await clock.advance(60_000);
  const before = source.patient.length;
  await clock.advance(30_000);
  expect(source.patient).toHaveLength(before);
});
