import { readdirSync } from 'node:fs';
import { runCommand, runScript } from './command.ts';
import { inProject } from './project.ts';

/** Each file directly in the folder is a measurement; its parts are in the folder of the same name. */
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
  if (names.includes(name)) return runScript(`test/bench/${name}.ts`, args);
  process.stderr.write(usage);
  return 2;
});
