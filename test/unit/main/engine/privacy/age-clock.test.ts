import { expect, test } from 'vitest';
import { AgeClock, type ClockFacts } from '../../../../../main/engine/privacy/age-clock.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

const dayMs = 86_400_000;

/** An age clock whose last run ended so many days ago; null for a new profile. */
function bench(endedDaysAgo: number | null = 0) {
  const clock = new FakeClock();
  let facts: ClockFacts | null =
    endedDaysAgo === null
      ? null
      : { believedMs: clock.wallMs() - endedDaysAgo * dayMs, doubtedMs: null };
  const said: (number | null)[] = [];
  const started = (): AgeClock => {
    const age: AgeClock = new AgeClock({
      clock,
      facts: { read: () => facts, write: (next) => (facts = next) },
      doubtChanged: () => said.push(age.aheadMs && Math.round(age.aheadMs / dayMs)),
    });
    return age;
  };
  const age = started();
  return {
    age,
    clock,
    said,
    started,
    /** The service dates an answer, so many days from the computer's clock. */
    hear: (days: number) => age.heard(new Date(clock.wallMs() + days * dayMs).toUTCString()),
    jump: (days: number) => clock.setWall(clock.wallMs() + days * dayMs),
    facts: () => facts,
  };
}

test('a clock that goes on is believed, after a night of sleep too', async () => {
  const { age, clock, jump } = bench(0.9);
  expect(age.isBelieved).toBe(true);
  await clock.advance(40 * dayMs);
  expect(age.isBelieved).toBe(true);
  jump(0.9);
  expect(age.isBelieved).toBe(true);
});

test('the first start of a profile believes the clock, and one set back is believed', () => {
  const { age, jump } = bench(null);
  expect(age.isBelieved).toBe(true);
  jump(-400);
  expect(age.isBelieved).toBe(true);
});

test.each([
  ['as far ahead as the clock', 0],
  ['half a day behind it', -0.5],
  ['half a day ahead of it', 0.5],
])('after weeks away the clock is believed once the service is %s', (_case, days) => {
  const { age, hear, said } = bench(21);
  expect(age.isBelieved).toBe(false);
  hear(days);
  expect(age.isBelieved).toBe(true);
  expect(said).toEqual([]);
});

test('one that is suddenly days ahead is not believed, while it runs too', () => {
  const { age, hear, jump } = bench();
  hear(0);
  expect(age.isBelieved).toBe(true);
  jump(30);
  expect(age.isBelieved).toBe(false);
});

test('what the service said before a long sleep says nothing of the time after it', () => {
  const { age, hear, jump, said } = bench();
  hear(0);
  jump(3);
  expect(age.isBelieved).toBe(false);
  expect(said).toEqual([]);
  hear(0);
  expect(age.isBelieved).toBe(true);
});

test('where no service is asked it is believed after a day, over restarts too', async () => {
  const { age, clock, jump, started } = bench(21);
  age.heard('soon');
  expect(age.isBelieved).toBe(false);
  await clock.advance(dayMs / 4);
  age.keep();
  jump(0.8);
  expect(started().isBelieved).toBe(true);
});

test('while the service gives another day it is never believed, and that is said once', async () => {
  const { age, clock, hear, jump, said } = bench();
  jump(365);
  for (let days = 0; days < 3; days += 1) {
    hear(-365);
    await clock.advance(dayMs);
    expect(age.isBelieved).toBe(false);
  }
  expect(said).toEqual([365]);
  jump(-365);
  expect(age.isBelieved).toBe(true);
  expect(said).toEqual([365, null]);
});

test('until when it was believed is kept for the next start', async () => {
  const { age, clock, facts, jump } = bench();
  await clock.advance(dayMs);
  age.keep();
  const rightMs = clock.wallMs();
  expect(facts()).toEqual({ believedMs: rightMs, doubtedMs: null });
  jump(365);
  age.keep();
  expect(facts()).toEqual({ believedMs: rightMs, doubtedMs: clock.wallMs() });
});
