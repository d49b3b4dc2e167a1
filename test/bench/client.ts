import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { machineText, median, today, markdownTable } from './shared/machine.ts';

/*
 * What one poll costs, beside what people would use instead. Every variant runs in a process of its
 * own against the same server, in rounds whose order is reversed every other time, and the medians
 * are compared: absolute numbers move with the machine, ratios hardly do.
 *
 *   npm run bench -- client [rounds]
 *
 * Writes docs/bench/client.md and client.svg. Ends with 1 when a target is missed.
 */

const names = [
  'dispatch-304',
  'waybell-304',
  'waybell-bytes',
  'pool-json',
  'fetch-json',
  'got-json',
  'axios-json',
] as const;
type Name = (typeof names)[number];

const resultSchema = z.object({ requestsPerSecond: z.number(), cpuMicrosPerRequest: z.number() });
type Result = z.infer<typeof resultSchema>;

const here = import.meta.dirname;
const rounds = Number(process.argv[2] ?? 7);

const server = spawn(process.execPath, [`${here}/client/bare-server.ts`], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise<string>((resolve) => {
  createInterface({ input: server.stdout }).once('line', resolve);
});

async function run(name: Name): Promise<Result> {
  const child = spawn(process.execPath, [`${here}/client/variant.ts`, name, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return resultSchema.parse(JSON.parse(output));
}

const results = new Map<Name, Result[]>(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    results.get(name)?.push(await run(name));
  }
}
server.kill();

const of = (name: Name, key: keyof Result): number =>
  median((results.get(name) ?? []).map((result) => result[key]));

/** The middle of what each round came to: both sides of a ratio ran next to each other. */
const ratioOf = (above: Name, below: Name, key: keyof Result): number => {
  const divisors = results.get(below) ?? [];
  return median(
    (results.get(above) ?? []).map(
      (result, round) => result[key] / (divisors[round]?.[key] ?? Number.NaN),
    ),
  );
};

const detectionSchema = z.object({
  unchangedOurs: z.number(),
  unchangedParsed: z.number(),
  changedOurs: z.number(),
  changedParsed: z.number(),
});
const detectionRuns: z.infer<typeof detectionSchema>[] = [];
for (let round = 0; round < Math.min(5, rounds); round += 1) {
  const child = spawn(process.execPath, [`${here}/client/change-detection.ts`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  detectionRuns.push(detectionSchema.parse(JSON.parse(output)));
}
type DetectionKey = keyof z.infer<typeof detectionSchema>;
const ns = (key: DetectionKey): number => median(detectionRuns.map((detection) => detection[key]));
const nsRatio = (above: DetectionKey, below: DetectionKey): number =>
  median(detectionRuns.map((detection) => detection[above] / detection[below]));

const targets = [
  [
    'T1',
    'throughput against bare dispatch with 304',
    ratioOf('waybell-304', 'dispatch-304', 'requestsPerSecond'),
    0.93,
  ],
  [
    'T2',
    'CPU of global fetch + json over ours',
    ratioOf('fetch-json', 'waybell-304', 'cpuMicrosPerRequest'),
    8,
  ],
  [
    'T2',
    'CPU of Pool.request + json over ours',
    ratioOf('pool-json', 'waybell-304', 'cpuMicrosPerRequest'),
    1.8,
  ],
  [
    'T12',
    'parse + zod + stringify over our bytes, unchanged',
    nsRatio('unchangedParsed', 'unchangedOurs'),
    20,
  ],
  [
    'T12',
    'parse + zod + deep diff over our reading, changed',
    nsRatio('changedParsed', 'changedOurs'),
    1,
  ],
] as const;

const report = {
  measuredOn: today(),
  machine: machineText(),
  rounds,
  clients: names.map((name) => ({
    name,
    requestsPerSecond: Math.round(of(name, 'requestsPerSecond')),
    cpuMicrosPerRequest: Number(of(name, 'cpuMicrosPerRequest').toFixed(1)),
  })),
  detectionNanoseconds: {
    unchangedOurs: Math.round(ns('unchangedOurs')),
    unchangedParsed: Math.round(ns('unchangedParsed')),
    changedOurs: Math.round(ns('changedOurs')),
    changedParsed: Math.round(ns('changedParsed')),
  },
  targets: targets.map(([name, what, ratio, target]) => ({
    name,
    what,
    ratio: Number(ratio.toFixed(2)),
    target,
    isMet: ratio >= target,
  })),
};
const folder = join(here, '../../docs/bench');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'client.md'), reportText());
writeFileSync(join(folder, 'client.svg'), reportPlot());
process.stdout.write(reportText());
if (report.targets.some(({ isMet }) => !isMet)) process.exitCode = 1;

/** The report for people, as Markdown. */
function reportText(): string {
  const ours = report.clients.find(({ name }) => name === 'waybell-304');
  const detection = report.detectionNanoseconds;
  return `# What one check costs

Measured ${report.measuredOn} on ${report.machine}; medians of ${report.rounds} interleaved rounds with
50 requests in flight against one prepared server. Read the ratios: absolute numbers move with the
machine, and a target is the median of the rounds' own ratios. \`npm run bench -- client\` measures anew.

${markdownTable(
  ['Client', 'Requests/s', 'CPU µs/request', '× our CPU'],
  report.clients.map(({ name, requestsPerSecond, cpuMicrosPerRequest }) => [
    name,
    requestsPerSecond,
    cpuMicrosPerRequest,
    (cpuMicrosPerRequest / (ours?.cpuMicrosPerRequest ?? Number.NaN)).toFixed(2),
  ]),
)}

![CPU per request](client.svg)

${markdownTable(
  ['Finding a change in one order', 'ns'],
  [
    ['unchanged, our bytes', detection.unchangedOurs],
    ['unchanged, parse + zod + stringify', detection.unchangedParsed],
    ['changed, our reading and comparison', detection.changedOurs],
    ['changed, parse + zod + deep comparison', detection.changedParsed],
  ],
)}

${markdownTable(
  ['Target', 'Ratio', 'Wanted at least', ''],
  report.targets.map(({ name, what, ratio, target, isMet }) => [
    `${name}: ${what}`,
    ratio,
    target,
    isMet ? 'met' : 'MISSED',
  ]),
)}
`;
}

/** The CPU of each client as bars. */
function reportPlot(): string {
  const { clients } = report;
  const most = Math.max(...clients.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest));
  const bars = clients.map(({ name, cpuMicrosPerRequest }, index) => {
    const y = 40 + index * 28;
    const width = Math.max(1, Math.round((cpuMicrosPerRequest / most) * 420));
    const fill = name.startsWith('waybell') ? '#0b7285' : '#868e96';
    return `<text x="130" y="${y + 14}" text-anchor="end">${name}</text><rect x="140" y="${y}" width="${width}" height="20" fill="${fill}"/><text x="${148 + width}" y="${y + 14}">${cpuMicrosPerRequest}</text>`;
  });
  const height = 56 + clients.length * 28;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${height}" font-family="sans-serif" font-size="13"><rect width="640" height="${height}" fill="#fff"/><text x="140" y="24">CPU microseconds per request; less is better</text>${bars.join('')}</svg>\n`;
}
