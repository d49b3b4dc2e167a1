import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/*
 * What one poll costs, beside what people would use instead. Every variant runs in a process of its
 * own against the same server, in rounds whose order is reversed every other time, and the medians
 * are compared: absolute numbers move with the machine, ratios hardly do.
 *
 *   node test/bench/client.ts [rounds]
 */

const names = ['dispatch-304', 'waybell-304', 'waybell-bytes', 'pool-json', 'fetch-json'] as const;
type Name = (typeof names)[number];

const resultSchema = z.object({ requestsPerSecond: z.number(), cpuMicrosPerRequest: z.number() });
type Result = z.infer<typeof resultSchema>;

const here = import.meta.dirname;
const rounds = Number(process.argv[2] ?? 5);

const server = spawn(process.execPath, [`${here}/bare-server.ts`], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const port = await new Promise<string>((resolve) => {
  createInterface({ input: server.stdout }).once('line', resolve);
});

async function run(name: Name): Promise<Result> {
  const child = spawn(process.execPath, [`${here}/client-variant.ts`, name, port], {
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

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
const of = (name: Name, key: keyof Result): number =>
  median((results.get(name) ?? []).map((result) => result[key]));

for (const name of names) {
  const speed = Math.round(of(name, 'requestsPerSecond')).toLocaleString('en');
  const cost = of(name, 'cpuMicrosPerRequest').toFixed(1);
  process.stdout.write(
    `${name.padEnd(14)} ${speed.padStart(8)} requests/s ${cost.padStart(7)} µs CPU\n`,
  );
}

const targets = [
  [
    'throughput against bare dispatch',
    of('waybell-304', 'requestsPerSecond') / of('dispatch-304', 'requestsPerSecond'),
    0.93,
  ],
  [
    'CPU of Pool.request + json over ours',
    of('pool-json', 'cpuMicrosPerRequest') / of('waybell-304', 'cpuMicrosPerRequest'),
    1.8,
  ],
  [
    'CPU of fetch + json over ours',
    of('fetch-json', 'cpuMicrosPerRequest') / of('waybell-304', 'cpuMicrosPerRequest'),
    8,
  ],
] as const;
for (const [what, ratio, target] of targets) {
  const verdict = ratio >= target ? 'met' : 'MISSED';
  process.stdout.write(`${what}: ${ratio.toFixed(2)} (target ${target}) ${verdict}\n`);
  if (ratio < target) process.exitCode = 1;
}
