import { expect, test } from 'vitest';
import { AgeClock } from '../../../../../main/engine/privacy/age-clock.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';

const dayMs = 86_400_000;

/** An age clock whose last run ended so many days ago; null for a new profile. */
function bench(endedDaysAgo: number | null = 0) {
  const clock = new FakeClock();
  let believedMs = endedDaysAgo === null ? null : clock.wallMs() - endedDaysAgo * dayMs;
  const said: (number | null)[] = [];
  const age: AgeClock = new AgeClock({
    clock,
    believed: { read: () => believedMs, write: (atMs) => (believedMs = atMs) },
    doubtChanged: () => said.push(age.aheadMs),
  });
  return {
    age,
    clock,
    said,
    /** How many days of the time that is believed the computer's clock is ahead. */
    ahead: () => Math.round((clock.wallMs() - age.wallMs()) / dayMs),
    /** The service dates an answer, so many days from the computer's clock. */
    hear: (days: number) => age.heard(new Date(clock.wallMs() + days * dayMs).toUTCString()),
    believedMs: () => believedMs,
  };
}

test('a clock that goes on is believed, after a night of sleep too', async () => {
  const { ahead, clock } = bench(0.9);
  expect(ahead()).toBe(0);
  await clock.advance(40 * dayMs);
  expect(ahead()).toBe(0);
  clock.setWall(clock.wallMs() + 0.9 * dayMs);
  expect(ahead()).toBe(0);
});

test('the first start of a profile believes the clock', () => {
  expect(bench(null).ahead()).toBe(0);
});

test('a clock set back is believed', () => {
  const { ahead, clock } = bench();
  clock.setWall(clock.wallMs() - 400 * dayMs);
  expect(ahead()).toBe(0);
});

test('one that is suddenly days ahead is not believed, and time goes on from where it was', async () => {
  const { age, ahead, clock } = bench();
  const beforeMs = age.wallMs();
  clock.setWall(beforeMs + 30 * dayMs);
  expect(ahead()).toBe(30);
  await clock.advance(dayMs / 2);
  expect(age.wallMs()).toBe(beforeMs + dayMs / 2);
});

test.each([
  ['as far ahead as the clock', 0],
  ['half a day behind it', -0.5],
])('after weeks away the clock is believed once the service is %s', (_case, days) => {
  const { ahead, hear, said } = bench(21);
  expect(ahead()).toBe(21);
  hear(days);
  expect(ahead()).toBe(0);
  expect(said).toEqual([]);
});

test('after a day of running it is believed where the service gives no time', async () => {
  const { age, ahead, clock } = bench(21);
  age.heard('soon');
  expect(ahead()).toBe(21);
  await clock.advance(dayMs);
  expect(ahead()).toBe(0);
});

test('while the service gives another day it is never believed, and that is said once', async () => {
  const { ahead, clock, hear, said } = bench();
  clock.setWall(clock.wallMs() + 365 * dayMs);
  expect(ahead()).toBe(365);
  for (let days = 0; days < 3; days += 1) {
    hear(-365);
    await clock.advance(dayMs);
    expect(ahead()).toBe(365);
  }
  expect(said.map((ms) => ms && Math.round(ms / dayMs))).toEqual([365]);
  clock.setWall(clock.wallMs() - 365 * dayMs);
  expect(ahead()).toBe(0);
  expect(said.at(-1)).toBeNull();
});

test('until when it was believed is kept for the next start', async () => {
  const { age, believedMs, clock } = bench();
  await clock.advance(dayMs);
  age.keep();
  const rightMs = clock.wallMs();
  expect(believedMs()).toBe(rightMs);
  clock.setWall(rightMs + 365 * dayMs);
  age.keep();
  expect(believedMs()).toBe(rightMs);
});
