import { ensureBuilt } from './build.ts';
import { handedOver, hasDisplay, keptHome, runCommand } from './command.ts';
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
  if (runtime.source !== 'electron') process.stderr.write(`${runtimeLine(runtime)}\n`);
  await ensureBuilt();
  if (stopped.aborted) return interruptedCode(stopped) ?? 0;
  const handed = await handedOver('tools/start.ts', stopped, { home: keptHome });
  if (handed !== null) return handed;
  const app = startProgram(
    runtime.executable,
    [...runtime.args, projectRoot, ...process.argv.slice(2)],
    { env: process.env },
  );
  stopped.addEventListener('abort', () => void app.stop());
  const code = await app.ended;
  return interruptedCode(stopped) ?? code;
});
