import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build.ts';
import { MissingPackagesError } from './runtime/desktop-packages.ts';
import { DesktopError } from './desktop/desktop-programs.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { inProject } from './project.ts';
import { runAsOrdinaryUser, sandbox } from './runtime/ordinary-user.ts';
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

/**
 * Where the app keeps its profile for root, whose own home the ordinary user cannot enter. Only root may make it: in a
 * folder for everyone another user could have put a link there.
 */
export const keptHome = '/var/lib/waybell-home';

/**
 * As root, runs the same command again as an ordinary user, who can have Chromium's sandbox. What it needs must be
 * there by then.
 *
 * @param script its path inside the project
 * @param kept a folder of the project that the command writes, or a home for it that stays
 * @returns its exit code; null where this process can start the app as it is
 */
export async function handedOver(
  script: string,
  stopped: AbortSignal,
  { home, kept }: { readonly home?: string; readonly kept?: string } = {},
): Promise<number | null> {
  if ((await sandbox()) !== 'asOrdinaryUser') return null;
  const { code } = await runAsOrdinaryUser({
    script: (project) => [join(project, script), ...process.argv.slice(2)],
    env: process.env,
    signal: stopped,
    isShown: true,
    ...(home === undefined ? {} : { home }),
    ended: (project) => {
      if (kept === undefined || !existsSync(join(project, kept))) return;
      rmSync(inProject(kept), { recursive: true, force: true });
      cpSync(join(project, kept), inProject(kept), { recursive: true });
    },
  });
  return interruptedCode(stopped) ?? code;
}

/** Whether there is a screen that a window could appear on. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}
