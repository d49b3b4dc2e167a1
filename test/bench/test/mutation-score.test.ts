import { describe, expect, it, test } from 'vitest';
import {
  countOutcomes,
  type MutantCounts,
  mutationScore,
  readMutants,
  withoutSurvivingConstants,
} from '../mutants/mutation-score.ts';

const source =
  'export const limit = 3;\nexport const isOver = (count: number) =>\n  count > limit;\n';

/** Stryker's report with one mutant per given state, each of them `count > limit`. */
function reportOf(...states: readonly object[]): string {
  const location = { start: { line: 3, column: 3 }, end: { line: 3, column: 16 } };
  const mutants = states.map((state, index) => ({
    id: String(index),
    mutatorName: 'EqualityOperator',
    replacement: 'count >= limit',
    location,
    ...state,
  }));
  return JSON.stringify({
    files: { 'core/limit.ts': { language: 'typescript', source, mutants } },
  });
}

function outcomeOf(state: object): string | undefined {
  return readMutants(reportOf(state))[0]?.outcome;
}

const none: MutantCounts = {
  killed: 0,
  refused: 0,
  survived: 0,
  uncovered: 0,
  unproven: 0,
  excused: 0,
};

describe('a mutant', () => {
  it.each([
    ['is killed by a test that failed', 'Killed', 'killed'],
    ['is killed by a test that did not end', 'Timeout', 'killed'],
    ['is uncovered where no test comes by', 'NoCoverage', 'uncovered'],
    ['is refused when it does not compile', 'CompileError', 'refused'],
    ['is excused by a comment', 'Ignored', 'excused'],
    ['is unproven when the run broke', 'RuntimeError', 'unproven'],
  ])('%s', (_why, status, outcome) => {
    expect(outcomeOf({ status })).toBe(outcome);
  });

  it('is killed by a test file that throws while it is loaded', () => {
    const statusReason =
      'An error occurred outside of a test run: test/unit/limit.test.ts: limit is not defined';
    expect(outcomeOf({ status: 'RuntimeError', statusReason })).toBe('killed');
  });

  it('survived when its tests were completed', () => {
    expect(outcomeOf({ status: 'Survived', testsCompleted: 4 })).toBe('survived');
  });

  it('is unproven when it is said to have survived and no test was completed', () => {
    expect(outcomeOf({ status: 'Survived', testsCompleted: 0 })).toBe('unproven');
    expect(outcomeOf({ status: 'Survived' })).toBe('unproven');
  });

  it('the changed text is found in its file', () => {
    const [mutant] = readMutants(reportOf({ status: 'Killed' }));
    expect(mutant).toMatchObject({
      file: 'core/limit.ts',
      line: 3,
      original: 'count > limit',
      replacement: 'count >= limit',
    });
    expect(source.slice(mutant?.start, mutant?.end)).toBe('count > limit');
  });

  it('a report of another shape is refused', () => {
    expect(() => readMutants('{}')).toThrow('files');
    expect(() => readMutants(reportOf({ status: 'Escaped' }))).toThrow('status');
  });
});

describe('the score', () => {
  it('is the share of killed ones among those that could get in', () => {
    const counts = { ...none, killed: 9, survived: 2, uncovered: 1, refused: 5, excused: 7 };
    expect(mutationScore(counts)).toBe(75);
  });

  it('counts what is unproven as not killed', () => {
    expect(mutationScore({ ...none, killed: 1, unproven: 1 })).toBe(50);
  });

  it('is whole where nothing can be changed', () => {
    expect(mutationScore({ ...none, refused: 2 })).toBe(100);
  });

  it('is counted from the report', () => {
    const report = reportOf(
      { status: 'Killed' },
      { status: 'Killed' },
      { status: 'Survived', testsCompleted: 1 },
      { status: 'Survived', testsCompleted: 0 },
    );
    expect(countOutcomes(readMutants(report))).toEqual({
      ...none,
      killed: 2,
      survived: 1,
      unproven: 1,
    });
  });
});

test('what an earlier run found is kept, but for constants that survived it', () => {
  const report = reportOf(
    { status: 'Killed', static: true },
    { status: 'Survived', static: true, testsCompleted: 9 },
    { status: 'Survived', static: false, testsCompleted: 9 },
    { status: 'NoCoverage' },
  );
  const kept = withoutSurvivingConstants(report);
  expect(readMutants(kept).map(({ outcome }) => outcome)).toEqual([
    'killed',
    'survived',
    'uncovered',
  ]);
  expect(kept).toContain('"language":"typescript"');
});
