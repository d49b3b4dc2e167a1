import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { machineText, median, today, markdownTable } from './shared/machine.ts';
import { atLeast, exitCodeOf, targetTable, writePage } from './shared/report.ts';

/*
 * What one poll costs, beside what people would use instead. Every variant runs in a process of its
 * own against the same server, in rounds whose order is reversed every other time, and the medians
 * are compared: absolute numbers move with the machine, ratios hardly do.
 *
 *   npm run bench -- client [rounds]
 *
 * Writes docs/bench/client.md. Ends with 1 when a target is missed.
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

/** Runs one of the programs beside this one to its end. @returns what it printed */
function measured(program: string, ...args: readonly string[]): unknown {
  const output = execFileSync(process.execPath, [`${here}/client/${program}.ts`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

const results = new Map<Name, Result[]>(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    results.get(name)?.push(resultSchema.parse(measured('variant', name, port)));
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
  detectionRuns.push(detectionSchema.parse(measured('change-detection')));
}
type DetectionKey = keyof z.infer<typeof detectionSchema>;
const ns = (key: DetectionKey): number => median(detectionRuns.map((detection) => detection[key]));
const nsRatio = (above: DetectionKey, below: DetectionKey): number =>
  median(detectionRuns.map((detection) => detection[above] / detection[below]));

const targets = [
  atLeast(
    'T1: throughput against bare dispatch with 304',
    ratioOf('waybell-304', 'dispatch-304', 'requestsPerSecond'),
    0.93,
  ),
  atLeast(
    'T2: CPU of global fetch + json over ours',
    ratioOf('fetch-json', 'waybell-304', 'cpuMicrosPerRequest'),
    8,
  ),
  atLeast(
    'T2: CPU of Pool.request + json over ours',
    ratioOf('pool-json', 'waybell-304', 'cpuMicrosPerRequest'),
    1.8,
  ),
  atLeast(
    'T12: parse + zod + stringify over our bytes, unchanged',
    nsRatio('unchangedParsed', 'unchangedOurs'),
    20,
  ),
  atLeast(
    'T12: parse + zod + deep diff over our reading, changed',
    nsRatio('changedParsed', 'changedOurs'),
    1,
  ),
];

const ourCpu = of('waybell-304', 'cpuMicrosPerRequest');
const text = `# What one check costs

Measured ${today()} on ${machineText()}; medians of ${rounds} interleaved rounds with
50 requests in flight against one prepared server. Read the ratios: absolute numbers move with the
machine, and a target is the median of the rounds' own ratios. \`npm run bench -- client\` measures anew.

${markdownTable(
  ['Client', 'Requests/s', 'CPU µs/request', '× our CPU'],
  names.map((name) => {
    const cpu = of(name, 'cpuMicrosPerRequest');
    const requests = Math.round(of(name, 'requestsPerSecond'));
    return [name, requests, cpu.toFixed(1), (cpu / ourCpu).toFixed(2)];
  }),
)}

${markdownTable(
  ['Finding a change in one order', 'ns'],
  [
    ['unchanged, our bytes', Math.round(ns('unchangedOurs'))],
    ['unchanged, parse + zod + stringify', Math.round(ns('unchangedParsed'))],
    ['changed, our reading and comparison', Math.round(ns('changedOurs'))],
    ['changed, parse + zod + deep comparison', Math.round(ns('changedParsed'))],
  ],
)}

${targetTable(targets)}
`;
writePage('client.md', text);
process.stdout.write(text);
process.exitCode = exitCodeOf(targets);
