import { expect, test } from 'vitest';
import { marksOf } from '../../../../core/recording/marks.ts';
import { withPreferences } from '../../../../core/watch/newly-watched.ts';
import { orderIdAt, someWatched } from '../../../support/watched-orders.ts';

const minuteMs = 60_000;
const nowMs = 1_000 * minuteMs;

test.each([5, 30])(
  'a promise that is set %i minutes ahead is one mark, at hand or not',
  (ahead) => {
    const promisedAtMs = nowMs + ahead * minuteMs;
    const before = someWatched(orderIdAt(1));
    const after = withPreferences(before, { promisedAtMs }, nowMs);
    const states = [before, after].map((watched, index) => ({
      atMs: nowMs + index,
      state: { ...watched, claim: null },
    }));
    expect(marksOf(states)).toEqual([{ mark: 'promised', timeMs: promisedAtMs, atMs: nowMs + 1 }]);
  },
);
