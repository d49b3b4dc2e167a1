import { spawn } from 'node:child_process';
import { BuildError } from './build.ts';
import { MissingPackagesError } from './runtime/desktop-packages.ts';
import { DesktopError } from './desktop/desktop-programs.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { inProject } from './project.ts';
import { NoRuntimeError } from './runtime/runtime.ts';

/**
 * Runs one of the project's commands and ends this process with the code that it gives. An error that
 * the user can mend is printed without a stack and ends with 2 (something is missing) or 1.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isMissing = error instanceof MissingPackagesError || error instanceof NoRuntimeError;
    if (!isMissing && !(error instanceof BuildError) && !(error instanceof DesktopError))
      throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = isMissing ? 2 : 1;
  }
}

/**
 * Runs a script of the project in this terminal. A signal that ends this command ends the script too.
 *
 * @param script its path inside the project
 */
export async function runScript(script: string, args: readonly string[]): Promise<number> {
  const stopped = interruption();
  const child = spawn(process.execPath, [inProject(script), ...args], { stdio: 'inherit' });
  stopped.addEventListener('abort', () => child.kill('SIGTERM'));
  const code = await new Promise<number>((resolve) => {
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  return interruptedCode(stopped) ?? code;
}

/** Whether there is a screen that a window could appear on. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}
