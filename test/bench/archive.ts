import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../../tools/project.ts';
import { fillProfile } from '../support/storage/filled-profile.ts';
import { machineText, markdownTable, median, today } from './shared/machine.ts';
import { atMost, exitCodeOf, targetTable, writePage } from './shared/report.ts';

/*
 * What 200,000 orders in the archive cost: at the start, in memory, when they are looked at or searched, and
 * when all are erased.
 *
 *   npm run bench -- archive [orders in the archive]
 *
 * Writes docs/bench/archive.md. Ends with 1 when a target is missed.
 */

const live = 500;
const rounds = 5;
const [archived = 200_000] = process.argv.slice(2).map(Number);

const cost = z.object({ ms: z.number(), blockMs: z.number() });
const report = z.object({
  startMs: z.number(),
  memoryMb: z.number(),
  fileMb: z.number(),
  pages: z.record(z.string(), cost.extend({ total: z.number() })),
  erasing: cost.extend({ left: z.number() }).nullable(),
});

type Report = z.infer<typeof report>;

function run(folder: string, mode: 'start' | 'pages' | 'erase'): Report {
  const script = inProject('test/bench/archive/run.ts');
  const text = execFileSync(process.execPath, ['--expose-gc', script, folder, mode], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return report.parse(JSON.parse(text));
}

/** The medians of several starts. */
function starts(folder: string): Pick<Report, 'startMs' | 'memoryMb' | 'fileMb'> {
  const runs = Array.from({ length: rounds }, () => run(folder, 'start'));
  return {
    startMs: median(runs.map(({ startMs }) => startMs)),
    memoryMb: median(runs.map(({ memoryMb }) => memoryMb)),
    fileMb: runs[0]?.fileMb ?? Number.NaN,
  };
}

function slowest(costs: readonly (readonly [string, { readonly ms: number }])[]): number {
  return Math.max(...costs.map(([, { ms }]) => ms));
}

const place = mkdtempSync(join(tmpdir(), 'waybell-archive-'));
try {
  const [none, many, erased] = ['none', 'many', 'erased'].map((name) => join(place, name));
  if (none === undefined || many === undefined || erased === undefined) throw new Error('three');
  const nowMs = Date.now();
  fillProfile(none, live, 0, nowMs);
  fillProfile(many, live, archived, nowMs);
  cpSync(many, erased, { recursive: true });
  const without = starts(none);
  const withArchive = starts(many);
  const { pages } = run(many, 'pages');
  const { erasing } = run(erased, 'erase');
  if (erasing === null) throw new Error('nothing was erased');
  const found = Object.entries(pages);
  const searches = found.filter(([name]) => name.startsWith('search'));
  const looks = found.filter(([name]) => !name.startsWith('search'));
  const targets = [
    atMost(
      'the start, beyond that without an archive',
      withArchive.startMs - without.startMs,
      100,
      ' ms',
    ),
    atMost(
      'memory, beyond that without an archive',
      withArchive.memoryMb - without.memoryMb,
      20,
      ' MB',
    ),
    atMost('the slowest first page', slowest(looks), 100, ' ms'),
    atMost('the slowest search', slowest(searches), 300, ' ms'),
    atMost(
      'the longest turn of these',
      Math.max(...found.map(([, { blockMs }]) => blockMs)),
      50,
      ' ms',
    ),
    atMost('the longest turn while all are erased', erasing.blockMs, 50, ' ms'),
  ];
  const archivedText = archived.toLocaleString('en');
  writePage(
    'archive.md',
    `# What a large archive costs

Measured ${today()} on ${machineText()}: ${live} orders under way and ${archivedText} in the archive that ended within the last
thirty days, with their people in those of the last seven; a file of ${Math.round(withArchive.fileMb)} MB. All is processor time of main; a turn is
the time for which nothing else gets its turn. Medians of ${rounds}. \`npm run bench -- archive\` measures anew.

${targetTable(targets)}

| | without an archive | with it |
| --- | ---: | ---: |
| start, ms | ${without.startMs.toFixed(0)} | ${withArchive.startMs.toFixed(0)} |
| memory of the list, MB | ${without.memoryMb.toFixed(1)} | ${withArchive.memoryMb.toFixed(1)} |

${markdownTable(
  ['200 orders of', 'orders found', 'processor time, ms', 'the longest turn, ms'],
  found.map(([name, { blockMs, ms, total }]) => [name, total, ms.toFixed(0), blockMs.toFixed(0)]),
)}

Kept in memory, as they were before 2026-11-23, the same 200,000 made the start take 4.0 s of processor time and the list
615 MB.

Erasing all of the archive took ${(erasing.ms / 1000).toFixed(0)} s of processor time, no turn of it longer than ${erasing.blockMs.toFixed(0)} ms; ${erasing.left} were left.

## What is not in it

- A file above 64 MB is checked as a whole only after a run that was cut off: that start takes about 2 ms longer for each megabyte.
- What was erased by age leaves a file above 20 MB when Waybell ends, or after a day. Writing the file anew holds main up for 5 to 15 ms for each megabyte, also after one order of many is erased by hand.
- The first start after the update reads all orders as before, and evicts them in the minutes after it.
`,
  );
  process.exitCode = exitCodeOf(targets);
} finally {
  rmSync(place, { recursive: true });
}
