import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { InterruptedCase } from '../support/interrupted/case.ts';
import { profileCases } from '../support/interrupted/profile-cases.ts';
import { whyNotInterrupted } from '../support/interrupted/strace.ts';
import { type ChosenPoints, type Interrupted, sweep } from '../support/interrupted/sweep.ts';
import { windowCase } from '../support/interrupted/window-case.ts';
import { machineText, markdownTable, today } from './shared/machine.ts';

/*
 * Exports, imports, settings and the window's place are interrupted at each of their writes: killed before the
 * call, and again with a disk that is full from the call on. After each the folder is judged.
 *
 *   npm run bench -- interrupted [--only PART_OF_A_NAME] [--most 12]
 *
 * Of more than so many equal calls to one file, so many are interrupted, spread evenly; with --most 1000 all are.
 *
 * Writes docs/bench/interrupted.md when all cases ran. Ends with 1 when anything is wrong.
 */

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, most: { type: 'string', default: '12' } },
});
const most = Number(values.most);
const why = whyNotInterrupted();
if (why !== null) {
  process.stderr.write(`Nothing can be interrupted here: ${why}.\n`);
  process.exit(2);
}

const howWords = { killed: 'killed at', full: 'disk full at' } as const;

/** What an interruption of a case has led to, and how often. */
const counts = new Map<string, number>();
const wrong: string[] = [];
let runs = 0;
let elsewhere = 0;

function count(name: string, { at, code, found, how, wrong: fault }: Interrupted): void {
  runs += 1;
  if (fault !== null) wrong.push(`${name}, ${howWords[how]} ${at ?? 'another call'}: ${fault}`);
  // A thread's wake-up, standard output or a library: before the first write, between two, or after the last.
  if (at === null) elsewhere += 1;
  const place = at ?? 'a call that writes none of the files';
  const row = [name, `${howWords[how]} ${place}`, code ?? '–', found ?? '**wrong**'].join(' | ');
  if (at !== null || how === 'killed') counts.set(row, (counts.get(row) ?? 0) + 1);
}

const spread: ChosenPoints = (points) =>
  [...Map.groupBy(points, ({ call, file }) => `${call} ${file}`).values()].flatMap((equal) =>
    equal.length <= most
      ? equal
      : Array.from({ length: most }, (_, at) =>
          equal.slice(Math.round((at * (equal.length - 1)) / (most - 1))).slice(0, 1),
        ).flat(),
  );

async function runCase(oneCase: InterruptedCase): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'waybell-interrupted-'));
  try {
    const { interrupted } = await sweep(oneCase, base);
    for await (const one of interrupted(spread)) count(oneCase.name, one);
  } finally {
    rmSync(base, { recursive: true });
  }
  process.stderr.write(`${oneCase.name}: ${runs} runs so far, ${wrong.length} wrong\n`);
}

const startedMs = performance.now();
for (const oneCase of [...profileCases, windowCase]) {
  if (oneCase.name.includes(values.only)) await runCase(oneCase);
}
const seconds = Math.round((performance.now() - startedMs) / 1000);
const rows = [...counts].map(([row, times]) => [...row.split(' | '), times]);
const text = `# Interrupted at a write

On ${today()}, ${machineText()}. \`waybell export\` and \`import\`, and the window's settings and its place, are interrupted at each system call that changes one of their files: once they get SIGKILL before the call, and once the disk is full from the call on (\`ENOSPC\`, by strace). Of more than ${most} equal calls to one file ${most} are interrupted, spread evenly. That made ${runs} runs in ${seconds} s, each in a fresh copy of the folder. \`npm run bench -- interrupted\` does it again, with \`--most 1000\` at every call. A power cut also takes what the system holds: [cuts](cuts.md) shows that one.

After each run the file is the older or the newer one, whole; the profile opens, and all that was in it is there; an import that did not come to its end is not called done, and is whole after another import; the exit code is 0 only where everything is in place. **${wrong.length} of ${runs} runs are otherwise.** ${elsewhere} interruptions met another call of the same name first, such as a thread's wake-up; of these only the kills are in the table.

\`draft\` is \`waybell-export-RANDOM.part\`, which only a kill leaves behind. A first start that is killed leaves an empty \`waybell.db\`, which the next start sets aside as damaged before it makes another: nothing was in it. The window's place is worth no failure, so a disk that is full keeps the place before it.

${markdownTable(['what', 'interrupted', 'exit code', 'found', 'times'], rows)}
`;
process.stdout.write(text);
for (const fault of wrong) process.stdout.write(`${fault}\n`);
if (values.only === '') {
  writeFileSync(join(import.meta.dirname, '../../docs/bench/interrupted.md'), text);
}
process.exitCode = wrong.length === 0 ? 0 : 1;
