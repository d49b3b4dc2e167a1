import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What one run of vitest came to. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The parts of vitest's JSON reporter that are counted here. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/**
 * Reads the file of vitest's JSON reporter. Whatever went wrong without a failed test to show for it
 * counts as one failure: a test file that did not load, an error between tests, no test at all, or
 * no readable report.
 *
 * @param exitCode how vitest ended
 */
export function countTests(reportFile: string, exitCode: number): TestCounts {
  let report: z.infer<typeof reportSchema>;
  try {
    report = reportSchema.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const hasSilentFailure = failed === 0 && (exitCode !== 0 || report.numPassedTests === 0);
  return {
    passed: report.numPassedTests,
    failed: failed + (hasSilentFailure ? 1 : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
