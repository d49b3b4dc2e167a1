import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { z } from 'zod';
import { npmProgram } from '../../../tools/install/npm-program.mjs';
import { oneAtATime } from '../../../tools/install/one-at-a-time.mjs';
import { step } from '../../../tools/install/progress.mjs';
import { runQuietly } from '../../../tools/process/child-process.ts';
import { inProject, projectRoot } from '../../../tools/project.ts';
import { type Mutant, readMutants, withoutSurvivingConstants } from './mutation-score.ts';

const stryker = inProject('tools/stryker');

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

function versionsIn(lockfile: string): ReadonlyMap<string, string | undefined> {
  const { packages } = lockfileSchema.parse(
    JSON.parse(readFileSync(join(stryker, lockfile), 'utf8')),
  );
  return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]));
}

/** Whether node_modules is what the lockfile says. npm writes its own record as the last thing it does. */
function isInstalled(): boolean {
  if (!existsSync(join(stryker, 'node_modules/.package-lock.json'))) return false;
  const locked = versionsIn('package-lock.json');
  const installed = versionsIn('node_modules/.package-lock.json');
  return [...installed].every(([path, version]) => locked.get(path) === version);
}

/** Installs Stryker where it is missing. Nothing else needs it, so `npm ci` does not bring it. */
export async function installStryker(): Promise<void> {
  if (isInstalled()) return;
  const { file, args, shell } = npmProgram(process.execPath);
  // Its peer, vitest, is found in the project's own packages.
  const install = [...args, 'ci', '--prefix', 'tools/stryker', '--legacy-peer-deps'];
  await step('Fetching Stryker', () =>
    oneAtATime(async () => {
      if (isInstalled()) return;
      const { code, output } = await runQuietly(file, install, { cwd: projectRoot, shell });
      if (code !== 0) throw new Error(`npm could not install tools/stryker:\n${output}`);
    }),
  );
}

/** One run of Stryker. */
export interface StrykerRun {
  /** Files, each perhaps with lines: `core/order/geo.ts:3-9`. */
  readonly mutate: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
  /** Mutators that are left out. */
  readonly excludedMutators: readonly string[];
  /** A folder for its files. What is there from an earlier run is used again. */
  readonly folder: string;
  /** Takes up what an earlier run found about code and tests that did not change. */
  readonly isIncremental: boolean;
  /** How many mutants are tried at once. */
  readonly concurrency: number;
}

/**
 * Changes the source in a copy of the project, one place at a time, and runs the tests that come by there.
 *
 * @throws Error with Stryker's output when it did not come to its end, such as for a test that fails already
 */
export async function runStryker(
  run: StrykerRun,
  stopped: AbortSignal,
): Promise<readonly Mutant[]> {
  mkdirSync(run.folder, { recursive: true });
  const report = join(run.folder, 'report.json');
  const config = join(run.folder, 'stryker.json');
  rmSync(report, { force: true });
  const found = join(run.folder, 'incremental.json');
  if (run.isIncremental && existsSync(found)) {
    writeFileSync(found, withoutSurvivingConstants(readFileSync(found, 'utf8')));
  }
  const options = {
    testRunner: 'vitest',
    plugins: [join(stryker, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'test/bench/mutants/vitest-config.ts', related: false },
    mutate: run.mutate,
    mutator: { excludedMutations: run.excludedMutators },
    coverageAnalysis: 'perTest',
    // Stryker reads it with a TypeScript that has an interface for programs; TypeScript 7 has none.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    ignorePatterns: ['dist', 'docs', 'release', '.demo', '.mutants', '.pictures', '.tsbuild'],
    tempDirName: join(run.folder, 'copies'),
    incremental: run.isIncremental,
    incrementalFile: found,
    reporters: ['json'],
    jsonReporter: { fileName: report },
    concurrency: run.concurrency,
    // On top of one and a half times what the tests take: a busy machine must not kill mutants.
    timeoutMS: 10_000,
    allowConsoleColors: false,
  };
  writeFileSync(config, JSON.stringify(options));
  const program = join(stryker, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { output } = await runQuietly(process.execPath, [program, 'run', config], {
    cwd: projectRoot,
    // In UTC it would not be noticed that a time is read in the zone of the machine.
    env: { ...env, TZ: 'Asia/Kathmandu', WAYBELL_MUTANT_TESTS: JSON.stringify(run.tests) },
    signal: stopped,
  });
  if (!existsSync(report)) throw new Error(`Stryker found nothing:\n${output}`);
  return readMutants(readFileSync(report, 'utf8'));
}
