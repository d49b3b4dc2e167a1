import { ensureBuilt } from './build.ts';
import { runShown } from './child-process.ts';
import { hasDisplay, runCommand } from './command.ts';
import { interruptedCode, interruption } from './interruption.ts';
import { projectRoot } from './project.ts';
import { chooseRuntime, runtimeLine } from './runtime.ts';

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
  const code = await runShown(
    runtime.executable,
    [...runtime.args, projectRoot, ...process.argv.slice(2)],
    { env: { ...process.env, ...runtime.env }, signal: stopped },
  );
  return interruptedCode(stopped) ?? code;
});
