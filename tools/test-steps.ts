import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { build } from './build.ts';
import { type Ended, runQuietly } from './process/child-process.ts';
import { type InstalledTool, runTool, toolScript } from './process/installed-tool.ts';
import { inProject, projectRoot } from './project.ts';
import { runAsOrdinaryUser, sandbox } from './runtime/ordinary-user.ts';

/** The counts of one run of vitest. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** How long each file took, beginning at its first test. */
  readonly files: readonly TestFile[];
}

/** How long the tests of a file took. */
export interface TestFile {
  /** From the project's root. */
  readonly path: string;
  readonly seconds: number;
}

/** The parts of vitest's JSON reporter that are counted here. */
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/**
 * Reads the file of vitest's JSON reporter. A run that failed without a failed test counts as one
 * failure: a test file that did not load, an error between tests, no test at all, or no readable report.
 *
 * @param exitCode how vitest ended
 * @param project the folder of the project, or of the copy in which the tests ran
 */
export function countTests(
  reportFile: string,
  exitCode: number,
  project: string = projectRoot,
): TestCounts {
  let report: z.infer<typeof reportSchema>;
  try {
    report = reportSchema.parse(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: [] };
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
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      path: relative(project, name).replaceAll('\\', '/'),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

/** The result of a step. A check counts as one test. */
export interface StepResult extends Omit<TestCounts, 'files'> {
  readonly files?: readonly TestFile[];
  /** Everything that the step printed; shown when it failed. */
  readonly output: string;
  /** Printed instead of the counts when the step passed. */
  readonly finding?: string;
}

/** The parts of `npm test` that can be asked for by name. */
export type TestPart = 'checks' | 'unit' | 'browser' | 'e2e' | 'simulation' | 'nightly';

/** One step of `npm test`. */
export interface TestStep {
  readonly name: string;
  readonly part: TestPart;
  /** It mostly waits, so the steps after it run beside it. */
  readonly waits?: true;
  readonly run: (env: NodeJS.ProcessEnv, stopped: AbortSignal) => Promise<StepResult>;
}

function asCheck({ code, output }: Ended): StepResult {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

function check(name: string, tool: InstalledTool, ...args: readonly string[]): TestStep {
  return {
    name,
    part: 'checks',
    run: async (env, signal) => asCheck(await runTool(tool, args, { env, signal })),
  };
}

function vitest(name: string, part: TestPart, ...projects: readonly string[]): TestStep {
  return {
    name,
    part,
    run: async (env, signal) => {
      const folder = mkdtempSync(join(tmpdir(), 'waybell-test-'));
      const report = join(folder, 'report.json');
      try {
        const chosen = projects.flatMap((project) => ['--project', project]);
        const args = (file: string): readonly string[] => [
          'run',
          ...chosen,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ];
        let ranIn = projectRoot;
        const startsApp = projects.some((project) => project.endsWith('e2e'));
        const { code, output } =
          startsApp && (await sandbox()) === 'asOrdinaryUser'
            ? await runAsOrdinaryUser({
                script: (project) => [
                  toolScript('vitest', project),
                  ...args(join(project, 'report.json')),
                ],
                env,
                signal,
                isShown: false,
                ended: (project) => {
                  ranIn = project;
                  const made = join(project, 'report.json');
                  if (existsSync(made)) cpSync(made, report);
                },
              })
            : await runTool('vitest', args(report), { env, signal });
        return { ...countTests(report, code, ranIn), output };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) }),
  ),
});

/**
 * Optional packages that a lockfile names as dependencies but does not hold, each as
 * `dependent -> package`.
 *
 * A registry that lags behind makes `npm install` drop platform packages silently; `npm ci` then
 * fails, here or on another system. https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 *
 * @param lockfile the parsed package-lock.json
 * @throws ZodError when it is none
 */
export function missingOptionalPackages(lockfile: unknown): readonly string[] {
  const { packages } = lockfileSchema.parse(lockfile);
  return Object.entries(packages).flatMap(([dependent, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !foldersSeenFrom(dependent).some((folder) => `${folder}${name}` in packages),
      )
      .map((name) => `${dependent} -> ${name}`),
  );
}

/** Where Node looks for a package, from the dependent's own node_modules up to the root's. */
function foldersSeenFrom(dependent: string): readonly string[] {
  const parts = dependent === '' ? [] : dependent.split('/node_modules/');
  const folders = parts.map(
    (_, at) => `${parts.slice(0, at + 1).join('/node_modules/')}/node_modules/`,
  );
  return ['node_modules/', ...folders];
}

function checkLockfile(): Promise<StepResult> {
  const missing = missingOptionalPackages(
    JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')),
  );
  const output = `package-lock.json lacks optional packages:\n${missing.join('\n')}`;
  return Promise.resolve(asCheck({ code: missing.length === 0 ? 0 : 1, output }));
}

/**
 * Runs so many virtual order-hours, and hubs and desks of so many teams. A seed that broke a law is printed with the
 * command that repeats it.
 */
function simulation(part: TestPart, orderHours: number, teams: number): TestStep {
  return {
    name: 'Simulation',
    part,
    run: async (env, signal) => {
      const options = { env, signal, cwd: projectRoot };
      const findings: string[] = [];
      for (const [program, count] of [
        ['test/simulation/prove.ts', orderHours],
        ['test/simulation/team/prove.ts', teams],
      ] as const) {
        const args = [inProject(program), String(count)];
        const ended = await runQuietly(process.execPath, args, options);
        findings.push(ended.output.trim());
        if (ended.code !== 0) return { ...asCheck(ended), finding: findings.join('; ') };
      }
      return { ...asCheck({ code: 0, output: '' }), finding: findings.join('; ') };
    },
  };
}

/** Every step of `npm test` and of `npm run nightly`, in the order in which they begin. */
export const testSteps: readonly TestStep[] = [
  check('Format', 'oxfmt', '--check'),
  check('Lint', 'oxlint', '--type-aware', '--deny-warnings', '.'),
  check('Types', 'tsc', '-b'),
  check('Dead code', 'knip', '--no-config-hints'),
  { name: 'Lockfile', part: 'checks', run: checkLockfile },
  {
    name: 'Build',
    part: 'checks',
    run: async (env, signal) => asCheck(await build({ env, signal })),
  },
  { ...vitest('End-to-end tests', 'e2e', 'e2e'), waits: true },
  vitest(
    'Unit, contract and integration tests',
    'unit',
    'node',
    'keychain',
    'simulator',
    'bench',
    'real-electron',
  ),
  vitest('Browser tests', 'browser', 'browser'),
  simulation('simulation', 20_000, 80),
  vitest('Nightly tests', 'nightly', 'nightly'),
  vitest('Nightly end-to-end tests', 'nightly', 'nightly-e2e'),
  simulation('nightly', 1_000_000, 4000),
];
