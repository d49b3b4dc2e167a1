import { ensureBuilt } from './build.ts';
import { hasDisplay, runCommand } from './command.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { startProgram } from './process/child-process.ts';
import { projectRoot } from './project.ts';
import { chooseRuntime, runtimeLine } from './runtime/runtime.ts';

// npm start: the app for real use. Arguments after -- go to the app.
await runCommand(async () => {
  if (!hasDisplay()) {
    process.stderr.write(
      'There is no display to show Waybell on. "npm run demo" shows it at work without one.\n',
    );
    return 2;
  }
  const stopped = interruption();
  const runtime = await chooseRuntime();
  if (runtime.name !== 'electron') process.stderr.write(`${runtimeLine(runtime)}\n`);
  await ensureBuilt();
  if (stopped.aborted) return interruptedCode(stopped) ?? 0;
  const app = startProgram(
    runtime.executable,
    [...runtime.args, projectRoot, ...process.argv.slice(2)],
    { env: { ...process.env, ...runtime.env } },
  );
  stopped.addEventListener('abort', () => void app.stop());
  const code = await app.ended;
  return interruptedCode(stopped) ?? code;
});
