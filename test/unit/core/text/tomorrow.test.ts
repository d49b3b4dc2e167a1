import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tomorrowMs } from '../../../../core/text/tomorrow.ts';

test('tomorrow is the next six in the morning, on whatever day the clock is changed', () => {
  const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) });
  fc.assert(
    fc.property(moment, (nowMs) => {
      const morning = new Date(tomorrowMs(nowMs));
      const hoursAhead = (morning.getTime() - nowMs) / 3_600_000;
      expect([morning.getHours(), morning.getMinutes()]).toEqual([6, 0]);
      expect(hoursAhead).toBeGreaterThan(0);
      expect(hoursAhead).toBeLessThanOrEqual(25);
    }),
  );
});
