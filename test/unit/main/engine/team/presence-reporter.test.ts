import { expect, test } from 'vitest';
import type { OrderId } from '../../../../../core/order/order-id.ts';
import { mostAnswers, type SaidPresence } from '../../../../../core/team/presence.ts';
import { PresenceReporter } from '../../../../../main/engine/team/presence-reporter.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { orderIdAt } from '../../../../support/watched-orders.ts';

function bench(answers: readonly OrderId[] = []) {
  const clock = new FakeClock();
  const said: SaidPresence[] = [];
  const reporter = new PresenceReporter({
    clock,
    attendance: () => ({ state: 'here', forMs: 0 }),
    answers: () => answers,
    say: (presence) => said.push(presence) > 0,
  });
  reporter.start();
  return { clock, reporter, said, states: () => said.map(({ state }) => state) };
}

test('a computer that falls asleep is not said to be there again while its timers still run', async () => {
  const { clock, reporter, states } = bench();
  reporter.fellAsleep();
  await clock.advance(12_000);
  expect(states()).toEqual(['here', 'asleep']);
  clock.sleepMachine(3_600_000);
  reporter.woke();
  expect(states()).toEqual(['here', 'asleep', 'here']);
});

test('one whose waking was missed is there once its timers run for long', async () => {
  const { clock, reporter, states } = bench();
  reporter.fellAsleep();
  await clock.advance(20_000);
  expect(states().at(-1)).toBe('here');
});

test('a desk that answered more than there is room for says that it did', () => {
  const ids = Array.from({ length: mostAnswers + 1 }, (_, index) => orderIdAt(index));
  const [most] = bench(ids).said;
  expect(most?.answers).toHaveLength(mostAnswers);
  expect(most?.hasMoreAnswers).toBe(true);
  // An earlier hub refuses what it does not know.
  expect(bench(ids.slice(1)).said[0]).not.toHaveProperty('hasMoreAnswers');
});
