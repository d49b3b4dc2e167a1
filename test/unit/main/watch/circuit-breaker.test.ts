import { expect, test } from 'vitest';
import type { DeliveryFailureCode } from '../../../../core/delivery/delivery-failure.ts';
import { CircuitBreaker } from '../../../../main/watch/circuit-breaker.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const watched = 20;

/** A breaker that draws the longest pause each time, and the pause that a failure leads to. */
function subject(): {
  answered: () => void;
  pauseAfter: (code: DeliveryFailureCode, retryAfterMs?: number) => number | null;
} {
  const clock = new FakeClock();
  const breaker = new CircuitBreaker(clock, () => 0.999_999);
  let sequence = 0;
  const pauseAfter = (code: DeliveryFailureCode, retryAfterMs: number | null = null) => {
    breaker.sent(sequence);
    breaker.failed(
      { code, httpStatus: null, retryAfterMs },
      { isAttempt: true, sequence },
      watched,
    );
    sequence += 1;
    const { retryDueMs } = breaker;
    return retryDueMs === null ? null : retryDueMs - clock.monotonicMs();
  };
  const answered = (): void => {
    breaker.sent(sequence);
    breaker.answered({ isAttempt: true, sequence });
    sequence += 1;
  };
  return { answered, pauseAfter };
}

function grown(pauseAfter: (code: DeliveryFailureCode) => number | null, times: number): void {
  for (let count = 0; count < times; count += 1) pauseAfter('unreachable');
}

test('pauses grow with each failure of a kind, and an answer begins anew', () => {
  const { answered, pauseAfter } = subject();
  grown(pauseAfter, 1);
  const pauses = [1, 2, 3, 4].map(() => pauseAfter('unreachable'));
  expect(pauses).toEqual([1000, 2000, 4000, 8000]);
  answered();
  grown(pauseAfter, 1);
  expect(pauseAfter('unreachable')).toBe(1000);
});

test('causes of one kind count on, whichever it is', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 2);
  expect(pauseAfter('timeout')).toBe(2000);
  expect(pauseAfter('dns-failed')).toBe(4000);
  expect(pauseAfter('service-failing')).toBe(8000);
});

test('the pause that a service asks for is kept, not multiplied by the outage before it', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 12);
  expect(pauseAfter('rate-limited', 7000)).toBeCloseTo(7500, 1);
});

test('the first 429 after a long outage is a short pause, and each more a longer one', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 12);
  expect(pauseAfter('rate-limited')).toBe(2000);
  expect(pauseAfter('rate-limited')).toBe(4000);
});

test('two kinds that take turns both go on growing: nobody is asked in a loop', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 2);
  const limited: (number | null)[] = [];
  const credentials: (number | null)[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    limited.push(pauseAfter('rate-limited'));
    credentials.push(pauseAfter('token-unreadable'));
    pauseAfter('unreachable');
  }
  expect(limited.slice(0, 3)).toEqual([2000, 4000, 8000]);
  expect(credentials.slice(0, 3)).toEqual([5000, 10_000, 20_000]);
  expect(limited.at(-1)).toBe(300_000);
  expect(credentials.at(-1)).toBe(300_000);
});

test('refused credentials wait for a person, whatever was before', () => {
  const { pauseAfter } = subject();
  grown(pauseAfter, 5);
  expect(pauseAfter('credentials-refused')).toBeNull();
});
