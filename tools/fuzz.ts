import { runCommand, runScript } from './command.ts';

await runCommand(() => runScript('test/fuzz/run.ts', process.argv.slice(2)));
