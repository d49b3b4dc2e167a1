import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { interruptedCode, interruption } from '../../tools/process/interruption.ts';
import { inProject } from '../../tools/project.ts';
import { type Area, areas, filesAskedFor } from './mutants/areas.ts';
import { mutantsThatDoNotCompile } from './mutants/compiler.ts';
import {
  countOutcomes,
  isSameMutant,
  type Mutant,
  type MutantCounts,
  mutationScore,
} from './mutants/mutation-score.ts';
import { type MeasuredArea, reportText, survivorLine, wantedScore } from './mutants/report.ts';
import { installStryker, runStryker, type StrykerRun } from './mutants/stryker-run.ts';
import { machineText, today } from './shared/machine.ts';

/*
 * Changes the source in one place at a time and looks whether a test notices. What survives is a rule that
 * no test holds, or code that is not needed.
 *
 *   npm run mutants [-- core/paste main/engine/webhooks/signature.ts ...]     all of it, or folders and files
 *
 *   --concurrency N   how many mutants are tried at once; as many as there are processors by default
 *   --fresh           does not take up what the last run found about code and tests that did not change
 *   --record          writes what whole folders score into docs/bench/mutants.json and mutants.md
 *
 * Ends with 1 when a folder is below its score or a mutant remains unproven. Works in .mutants.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: String(availableParallelism()) },
    fresh: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const written = inProject('docs/bench/mutants.json');
const page = inProject('docs/bench/mutants.md');
const stopped = interruption();

/** Texts for people: a changed word is no broken rule, so they are left as they are. */
const holdsTexts = (file: string): boolean => /-(?:english|chinese|texts)\.ts$/.test(file);

/** Mutates some files of an area, and tries once more what no test was completed for. */
async function mutantsOf(
  { name, tests }: Area,
  files: readonly string[],
  excludedMutators: readonly string[],
): Promise<readonly Mutant[]> {
  if (files.length === 0) return [];
  const kind = excludedMutators.length === 0 ? 'rules' : 'texts';
  const folder = inProject('.mutants', name.replaceAll('/', '-'), kind);
  if (values.fresh) rmSync(folder, { recursive: true, force: true });
  const run: StrykerRun = {
    mutate: files,
    tests,
    excludedMutators,
    folder,
    isIncremental: true,
    concurrency: Number(values.concurrency),
  };
  // Files that an earlier run looked at come along with an incremental one.
  const found = (await runStryker(run, stopped)).filter(({ file }) => files.includes(file));
  const unproven = found.filter(({ outcome }) => outcome === 'unproven');
  if (unproven.length === 0) return found;
  const lines = unproven.map(({ file, line, lastLine }) => `${file}:${line}-${lastLine}`);
  const again = { ...run, mutate: [...new Set(lines)], isIncremental: false };
  const second = await runStryker(again, stopped);
  return found.map((mutant) =>
    mutant.outcome === 'unproven'
      ? (second.find((each) => isSameMutant(each, mutant)) ?? mutant)
      : mutant,
  );
}

/** The same mutants, those that do not compile marked as refused. */
async function withoutRefused(
  name: string,
  mutants: readonly Mutant[],
): Promise<readonly Mutant[]> {
  const alive = mutants.filter(({ outcome }) => outcome === 'survived' || outcome === 'uncovered');
  const folder = inProject('.mutants', name.replaceAll('/', '-'), 'compiled');
  const refused = await mutantsThatDoNotCompile(alive, folder);
  return mutants.map((mutant) =>
    refused.has(mutant) ? { ...mutant, outcome: 'refused' } : mutant,
  );
}

function scoreLine(name: string, counts: MutantCounts): string {
  const { killed, survived, uncovered, unproven, refused } = counts;
  const score = mutationScore(counts).toFixed(1).padStart(6);
  const alive = `${survived} survived, ${uncovered} uncovered, ${unproven} unproven`;
  return `${score} %  ${name}: ${killed} killed, ${alive} (${refused} do not compile)\n`;
}

await installStryker();
const wanted = areas()
  .map((area) => ({ area, files: filesAskedFor(area, positionals) }))
  .filter(({ files }) => files.length > 0);
if (wanted.length === 0) {
  const names = areas().map(({ name }) => name);
  process.stderr.write(`Nothing is mutated there. There are: ${names.join(', ')}\n`);
  process.exit(2);
}
let isMissed = false;
for (const { area, files } of wanted) {
  const sinceMs = performance.now();
  const rules = files.filter((file) => !holdsTexts(file));
  const found = [
    ...(await mutantsOf(area, rules, [])),
    ...(await mutantsOf(area, files.filter(holdsTexts), ['StringLiteral'])),
  ];
  const mutants = await withoutRefused(area.name, found);
  const counts = countOutcomes(mutants);
  for (const mutant of mutants) {
    if (['survived', 'uncovered', 'unproven'].includes(mutant.outcome)) {
      process.stdout.write(`${survivorLine(mutant)}\n`);
    }
  }
  const perFile = new Map(
    files.map((file) => [file, countOutcomes(mutants.filter((each) => each.file === file))]),
  );
  for (const [file, each] of perFile) process.stdout.write(scoreLine(file, each));
  if (perFile.size > 1) process.stdout.write(scoreLine(area.name, counts));
  isMissed ||= counts.unproven > 0 || mutationScore(counts) < wantedScore;
  if (values.record && files.length === area.files.length) {
    record(area.name, {
      measuredOn: today(),
      commit: execFileSync('git', ['rev-parse', '--short=9', 'HEAD'], { encoding: 'utf8' }).trim(),
      machine: machineText(),
      minutes: Math.round((performance.now() - sinceMs) / 6000) / 10,
      files: Object.fromEntries(perFile),
    });
  }
}
process.exit(interruptedCode(stopped) ?? (isMissed ? 1 : 0));

/** Replaces what is written of an area, and keeps the words below the page's tables. */
function record(name: string, measured: MeasuredArea): void {
  const before = existsSync(written) ? readFileSync(written, 'utf8') : '{}';
  const all = { ...(JSON.parse(before) as Record<string, MeasuredArea>), [name]: measured };
  writeFileSync(written, `${JSON.stringify(all, null, 1)}\n`);
  const old = existsSync(page) ? readFileSync(page, 'utf8') : '';
  writeFileSync(page, reportText(all, old));
}
