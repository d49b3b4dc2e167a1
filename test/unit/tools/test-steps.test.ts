import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countTests, missingOptionalPackages } from '../../../tools/test-steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybell-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A report with one test per given state, all in one file. */
function reportOf(states: readonly ('passed' | 'failed' | 'pending')[], fileStatus = 'passed') {
  const count = (state: string) => states.filter((one) => one === state).length;
  const file = join(folder, 'report.json');
  writeFileSync(
    file,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('pending'),
      testResults: [
        {
          name: '/copy/of/project/simulator/test/one.test.ts',
          startTime: 1000,
          endTime: 3500,
          status: fileStatus,
          assertionResults: states.map((status) => ({ status })),
        },
      ],
    }),
  );
  return file;
}

describe('counting the tests of a run', () => {
  it('takes the numbers as they are', () => {
    const report = reportOf(['passed', 'passed', 'failed', 'pending'], 'failed');
    expect(countTests(report, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 1 });
  });

  it('a run without failures has none, and says how long its files took', () => {
    expect(countTests(reportOf(['passed']), 0, '/copy/of/project')).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      files: [{ path: 'simulator/test/one.test.ts', seconds: 2.5 }],
    });
  });

  it('a test file that did not load is a failure', () => {
    expect(countTests(reportOf([], 'failed'), 1).failed).toBe(1);
  });

  it('an error between tests is a failure although every test passed', () => {
    expect(countTests(reportOf(['passed']), 1)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('no test at all is a failure', () => {
    expect(countTests(reportOf([]), 0).failed).toBe(1);
  });

  it('no report is a failure', () => {
    expect(countTests(join(folder, 'none.json'), 0)).toMatchObject({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });
});

const binding = { optionalDependencies: { 'binding-linux': '1.0.0' } };

describe('optional packages of a lockfile', () => {
  it('are complete when each is there, however deep its dependent lies', () => {
    expect(
      missingOptionalPackages({
        packages: {
          '': { optionalDependencies: { tool: '1.0.0' } },
          'node_modules/tool': binding,
          'node_modules/binding-linux': {},
          'node_modules/other/node_modules/tool': binding,
          'node_modules/@scope/deep': { optionalDependencies: { '@scope/own': '1.0.0' } },
          'node_modules/@scope/deep/node_modules/@scope/own': {},
        },
      }),
    ).toEqual([]);
  });

  it('are missed when the lockfile does not hold them', () => {
    expect(missingOptionalPackages({ packages: { 'node_modules/tool': binding } })).toEqual([
      'node_modules/tool -> binding-linux',
    ]);
  });

  it('do not count when they lie below another process', () => {
    expect(
      missingOptionalPackages({
        packages: {
          'node_modules/tool': binding,
          'node_modules/other/node_modules/binding-linux': {},
        },
      }),
    ).toEqual(['node_modules/tool -> binding-linux']);
  });

  it('cannot be judged in a file that is no lockfile', () => {
    expect(() => missingOptionalPackages({})).toThrow('packages');
  });
});
