import { spawn } from 'node:child_process';
import { runCommand } from './command.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { inProject } from './project.ts';

await runCommand(async () => {
  const stopped = interruption();
  const child = spawn(process.execPath, [inProject('test/fuzz/run.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  stopped.addEventListener('abort', () => child.kill('SIGTERM'));
  const code = await new Promise<number>((resolve) => {
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return interruptedCode(stopped) ?? code;
});
