import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FailureRun } from '../../../../main/watch/failure-run.ts';

type Fate = 'failed' | 'good' | 'dropped';

/** The longest stretch of failures around a request, in the order of sending; what was dropped is not there. */
function runAround(fates: readonly (Fate | null)[], sequence: number): number {
  let count = 1;
  for (const step of [-1, 1]) {
    for (let each = sequence + step; each >= 0 && each < fates.length; each += step) {
      if (fates[each] === 'failed') count += 1;
      else if (fates[each] !== 'dropped') break;
    }
  }
  return count;
}

test('failures count in a row in the order of sending, whatever the order of their coming', () => {
  const fate = fc.constantFrom<Fate>('failed', 'failed', 'good', 'dropped');
  fc.assert(
    fc.property(
      fc.array(fc.record({ fate, order: fc.nat() }), { minLength: 1, maxLength: 80 }),
      fc.nat(5000),
      (sent, before) => {
        const run = new FailureRun();
        // Long ago others failed: that they were remembered at the same places means nothing.
        for (let sequence = 0; sequence < before; sequence += 1) {
          run.sent(sequence);
          run.failed(sequence);
        }
        run.begin();
        const known: (Fate | null)[] = sent.map(() => null);
        for (const [index] of sent.entries()) run.sent(before + index);
        const coming = sent
          .map((each, index) => ({ ...each, index }))
          .toSorted((one, other) => one.order - other.order);
        const counts = coming.map(({ fate: came, index }) => {
          known[index] = came;
          if (came === 'failed') return [run.failed(before + index), runAround(known, index)];
          if (came === 'good') run.answered(before + index);
          else run.dropped(before + index);
          return [0, 0];
        });
        expect(counts.map(([counted]) => counted)).toEqual(counts.map(([, wanted]) => wanted));
      },
    ),
  );
});
