import { ensureBuilt } from './build.ts';
import { runCommand } from './command.ts';
import { ensureDesktopPackages } from './runtime/desktop-packages.ts';
import { chooseRuntime, runtimeLine } from './runtime/runtime.ts';

// npm run setup: everything that the other commands would bring when they first need it.
await runCommand(async () => {
  if (process.platform === 'linux') await ensureDesktopPackages();
  const runtime = await chooseRuntime();
  await ensureBuilt();
  process.stdout.write(`${runtimeLine(runtime)}\nEverything is set up.\n`);
  return 0;
});
