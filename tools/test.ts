import { ensureBuilt } from './build.ts';
import { runCommand } from './command.ts';
import { ensureDesktopPackages, findChromium } from './runtime/desktop-packages.ts';
import { DesktopError } from './desktop/desktop-programs.ts';
import { withDesktop } from './desktop/throw-away-desktop.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { step } from './install/progress.mjs';
import { type Runtime, chooseRuntime, runtimeLine } from './runtime/runtime.ts';
import { type StepResult, type TestPart, testSteps } from './test-steps.ts';

/** What runs where no part is named. */
const usualParts: readonly TestPart[] = ['checks', 'unit', 'browser', 'e2e', 'simulation'];
const parts: readonly TestPart[] = [...usualParts, 'nightly'];
/** Parts that need nothing of a desktop. */
const withoutScreen: readonly TestPart[] = ['checks', 'simulation'];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The environment of the end-to-end specs and of the programs that they start: see test/README.md. */
function runtimeEnvironment(runtime: Runtime): Readonly<Record<string, string>> {
  return {
    WAYBELL_ELECTRON: runtime.executable,
    WAYBELL_ELECTRON_ARGS: runtime.args.join(' '),
  };
}

/** How many of the slowest test files are named at the end. */
const namedFiles = 20;

/**
 * Runs the steps one after the other, beside those that mostly wait; one that fails does not keep the others from
 * running.
 */
async function runSteps(asked: readonly TestPart[], env: NodeJS.ProcessEnv, stopped: AbortSignal) {
  const results: StepResult[] = [];
  const ended = (name: string, part: TestPart, sinceMs: number, result: StepResult): void => {
    const seconds = ((performance.now() - sinceMs) / 1000).toFixed(1);
    results.push(result);
    if (result.failed > 0) say(`\n${result.output.trim()}\n`);
    const counts = part === 'checks' ? '' : ` (${countsText(result)})`;
    say(`${result.failed > 0 ? 'FAILED' : 'ok    '}  ${name}${counts}  ${seconds} s`);
  };
  const beside: Promise<void>[] = [];
  for (const { name, part, run, waits } of testSteps) {
    if (!asked.includes(part)) continue;
    if (stopped.aborted) break;
    const sinceMs = performance.now();
    if (waits) {
      beside.push(run(env, stopped).then((result) => ended(name, part, sinceMs, result)));
    } else {
      const work = () => run(env, stopped);
      ended(name, part, sinceMs, await step(name, work, { endsQuietly: true }));
    }
  }
  await Promise.all(beside);
  const sum = (count: 'passed' | 'failed') =>
    results.reduce((total, result) => total + result[count], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    slowest: results
      .flatMap(({ files }) => files ?? [])
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, namedFiles),
  };
}

function countsText({ passed, failed, skipped, finding }: StepResult): string {
  if (finding !== undefined && failed === 0) return finding;
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether the tests get a throw-away desktop, which needs Linux. Elsewhere they run on the user's own. */
const hasThrowAwayDesktop = process.platform === 'linux';

/** Runs the checks on their own, and everything else on a throw-away desktop where there can be one. */
async function runAsked(asked: readonly TestPart[], runtime: Runtime | null, stopped: AbortSignal) {
  const chromium = findChromium();
  const env = {
    ...process.env,
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    ...(chromium !== null && { CHROMIUM: chromium }),
  };
  if (asked.every((part) => withoutScreen.includes(part))) return runSteps(asked, env, stopped);
  if (!hasThrowAwayDesktop) {
    return runSteps(asked, { ...env, ...(runtime && runtimeEnvironment(runtime)) }, stopped);
  }
  try {
    return await withDesktop({}, (desktop) =>
      runSteps(
        asked,
        { ...env, ...desktop.env, ...(runtime && runtimeEnvironment(runtime)) },
        stopped,
      ),
    );
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    say(`\n${error.message}\n\nFAILED  Throw-away desktop`);
    const withoutDesktop = await runSteps(
      asked.filter((part) => part !== 'e2e'),
      env,
      stopped,
    );
    return { ...withoutDesktop, failed: withoutDesktop.failed + 1 };
  }
}

// npm test [-- checks|unit|browser|e2e|simulation|nightly ...]: all but nightly, or the parts that are named.
await runCommand(async () => {
  const names = process.argv.slice(2);
  const asked = names.length === 0 ? usualParts : parts.filter((part) => names.includes(part));
  const unknown = names.filter((name) => parts.every((part) => part !== name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(' ')}. Parts are ${parts.join(', ')}.\n`);
    return 2;
  }
  const stopped = interruption();
  if (hasThrowAwayDesktop && asked.some((part) => !withoutScreen.includes(part)))
    await ensureDesktopPackages();
  const startsApp = asked.includes('e2e') || asked.includes('nightly');
  const runtime = startsApp ? await chooseRuntime() : null;
  if (runtime && !asked.includes('checks')) await ensureBuilt();

  const { passed, failed, slowest } = await runAsked(asked, runtime, stopped);
  const interrupted = interruptedCode(stopped);
  if (interrupted !== null) {
    process.stderr.write('Stopped before the end.\n');
    return interrupted;
  }
  if (slowest.length > 0) say('The slowest test files:');
  for (const { path, seconds } of slowest) say(`${seconds.toFixed(1).padStart(6)} s  ${path}`);
  if (runtime) say(`End to end ${runtimeLine(runtime)}`.replace('Runtime', 'runtime'));
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
