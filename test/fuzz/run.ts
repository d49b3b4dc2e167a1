import { parseArgs } from 'node:util';
import { fuzz, keepCrash, shortened } from './fuzz.ts';
import { fuzzTargetNames } from './targets.ts';
import { runCommand } from '../../tools/command.ts';

const usage = `Looks for inputs that break a rule, guided by the coverage of our own sources.

  npm run fuzz -- ${fuzzTargetNames.join('|')}|all [--runs 50000] [--seed 1]

Ends with 1 when one is found: shortened, it is kept in test/fuzz/seeds and tried by every test run.
`;

const say = (text: string): void => void process.stdout.write(text);

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '50000' }, seed: { type: 'string' } },
  });
  const chosen = fuzzTargetNames.filter(
    (name) => positionals[0] === name || positionals[0] === 'all',
  );
  const runs = Number(values.runs);
  const seed = Number(values.seed ?? Date.now() % 2 ** 32);
  if (chosen.length === 0 || !Number.isSafeInteger(runs) || !Number.isSafeInteger(seed)) {
    process.stderr.write(usage);
    return 2;
  }
  for (const target of chosen) {
    const startedAtMs = performance.now();
    const report = await fuzz(target, { runs, seed, isGuided: true }, (now) => {
      say(`${target}: ${now.runs} runs, ${now.corpusSize} inputs, ${now.covered} parts\n`);
    });
    const { covered, crash, corpusSize } = report;
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    say(
      `${target}: ${report.runs} runs of seed ${seed} in ${seconds} s, ${corpusSize} inputs, ${covered} parts of the sources\n`,
    );
    if (crash === null) continue;
    const name = keepCrash(target, await shortened(target, crash.input));
    const reason = crash.error instanceof Error ? crash.error.stack : String(crash.error);
    process.stderr.write(
      `${target} broke a rule; the input is kept as ${name} in test/fuzz/seeds/${target}.txt\n${reason}\n`,
    );
    return 1;
  }
  return 0;
});
