import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { interruptedCode, interruption } from './process/interruption.ts';
import { runCommand } from './command.ts';
import { inProject } from './project.ts';

/** Each file without a hyphen is a measurement of its own; the others help one. */
const names = readdirSync(inProject('test/bench'))
  .map((file) => /^([a-z]+)\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined)
  .toSorted();

const usage = `Measures Waybell beside what one would use in its place.

  npm run bench -- ${names.join('|')} [arguments]

Ends with 1 when a target is missed. What was measured last is in docs/bench.
`;

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  if (!names.includes(name)) {
    process.stderr.write(usage);
    return 2;
  }
  const stopped = interruption();
  const child = spawn(process.execPath, [inProject(`test/bench/${name}.ts`), ...args], {
    stdio: 'inherit',
  });
  stopped.addEventListener('abort', () => child.kill('SIGTERM'));
  const code = await new Promise<number>((resolve) => {
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return interruptedCode(stopped) ?? code;
});
