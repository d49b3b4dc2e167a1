import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Deadlines, type Dated } from '../../../../main/delivery/deadlines.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

/** Notes when it expired. */
class Guest implements Dated {
  readonly #deadlines: Deadlines;
  readonly #clock: FakeClock;
  setAtMs = 0;
  deadlineAtMs = 0;
  earlier: Dated | null = null;
  later: Dated | null = null;
  expiredAtMs: number | null = null;
  isOver = false;

  constructor(deadlines: Deadlines, clock: FakeClock) {
    this.#deadlines = deadlines;
    this.#clock = clock;
    this.prolong();
    deadlines.add(this);
  }

  prolong(): void {
    this.setAtMs = this.#clock.monotonicMs();
    this.deadlineAtMs = this.setAtMs + 100;
  }

  leave(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#deadlines.remove(this);
  }

  expire(): void {
    this.expiredAtMs = this.#clock.monotonicMs();
    this.leave();
  }
}

test('whoever comes and goes in whatever order: each ends at its own time, and no timer stays', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.constant({ do: 'add' } as const),
      fc.record({ do: fc.constant('leave' as const), which: fc.nat(50) }),
      fc.record({ do: fc.constant('prolong' as const), which: fc.nat(50) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 60 }) }),
    ),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const clock = new FakeClock();
      const deadlines = new Deadlines(clock, 100);
      const guests: Guest[] = [];
      for (const step of all) {
        if (step.do === 'add') guests.push(new Guest(deadlines, clock));
        else if (step.do === 'wait') await clock.advance(step.ms);
        else guests.filter(({ isOver }) => !isOver)[step.which % 8]?.[step.do]();
        expect(clock.waitingTimers).toBe(guests.some(({ isOver }) => !isOver) ? 1 : 0);
      }
      await clock.advance(200);
      const late = guests.filter(
        ({ expiredAtMs, setAtMs }) =>
          expiredAtMs !== null && Math.abs(expiredAtMs - setAtMs - 100) > 1,
      );
      expect(late).toEqual([]);
      expect(guests.every(({ isOver }) => isOver)).toBe(true);
      expect(clock.waitingTimers).toBe(0);
    }),
    { numRuns: 150 },
  );
});
