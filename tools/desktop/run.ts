import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { DesktopError } from './desktop-programs.ts';
import { withDesktop } from './throw-away-desktop.ts';

const usage = `Runs a command on a throw-away desktop that lives as long as the command.

  node tools/desktop/run.ts [--size 1280x800] [--keyring unlocked|none] [--no-panel] -- COMMAND...
`;

const { values, positionals } = parseArgs({
  options: {
    size: { type: 'string', default: '1280x800' },
    keyring: { type: 'string', default: 'unlocked' },
    panel: { type: 'boolean', default: true },
  },
  allowNegative: true,
  allowPositionals: true,
});
const [command, ...args] = positionals;
const size = /^(\d+)x(\d+)$/.exec(values.size);
const { keyring } = values;
if (!command || !size || (keyring !== 'unlocked' && keyring !== 'none')) {
  process.stderr.write(usage);
  process.exit(2);
}

/** Runs the command to its end; signals to us are passed on to it and it decides. */
const runCommand = (env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: 'inherit' });
    const passOn = (signal: NodeJS.Signals): void => {
      child.kill(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, passOn);
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });

try {
  process.exitCode = await withDesktop(
    {
      widthPx: Number(size[1]),
      heightPx: Number(size[2]),
      keyring,
      hasPanel: values.panel,
    },
    (desktop) => runCommand(desktop.env),
  );
} catch (error) {
  if (!(error instanceof DesktopError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
