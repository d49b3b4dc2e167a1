import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runQuietly } from '../process/child-process.ts';
import { findChromium } from './desktop-packages.ts';
import { downloadElectron } from './electron-download.ts';
import { inProject } from '../project.ts';

/** What the app is run by. */
export interface Runtime {
  readonly name: 'electron' | 'electron-host';
  /** Electron's version; electron-host follows the same one's interface. */
  readonly version: string;
  /** The executable, for spawning and for Playwright's `_electron.launch`. */
  readonly executable: string;
  /** Switches that this machine needs, to be given before the app's folder. */
  readonly args: readonly string[];
  /** What to add to the environment of the app and of the program that starts it. */
  readonly env: Readonly<Record<string, string>>;
  /** Why this one, as the end of a sentence. */
  readonly reason: string;
}

/** There is no runtime of the kind that was asked for; the message says why. */
export class NoRuntimeError extends Error {
  override readonly name = 'NoRuntimeError';
}

const electronFolder = inProject('node_modules/electron');
const hostFolder = inProject('tools/electron-host/bin');

/** One line for people: which runtime, and why. */
export function runtimeLine(runtime: Runtime): string {
  const name =
    runtime.name === 'electron'
      ? `Electron ${runtime.version}`
      : `electron-host (stands in for Electron ${runtime.version})`;
  return `Runtime: ${name}, because ${runtime.reason}`;
}

/**
 * Chooses what the app is run by: Electron where its binary is there or can be downloaded, else
 * electron-host. WAYBELL_RUNTIME=electron or =host in the environment decides instead.
 *
 * @throws NoRuntimeError when there is none
 */
export async function chooseRuntime(): Promise<Runtime> {
  const wish = process.env['WAYBELL_RUNTIME'] ?? '';
  if (!['', 'electron', 'host', 'electron-host'].includes(wish)) {
    throw new NoRuntimeError(`WAYBELL_RUNTIME is "${wish}"; it can be electron or host`);
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8')));
  if (wish.endsWith('host')) return electronHost(version, 'WAYBELL_RUNTIME asks for it');

  const isWished = wish === 'electron';
  const refusal = await electronRefusal(version, isWished);
  if (refusal === null) {
    return {
      name: 'electron',
      version,
      executable: electronExecutable() ?? 'electron',
      args: sandboxSwitches(),
      env: {},
      reason: isWished ? 'WAYBELL_RUNTIME asks for it' : 'its binary is here',
    };
  }
  if (isWished) throw new NoRuntimeError(`Electron's binary cannot be used: ${refusal}`);
  return electronHost(version, `Electron's binary cannot be had here: ${refusal}`);
}

/**
 * Why Electron's binary cannot be used, after an attempt to download it where it is not there or of
 * another version. Null when it can.
 */
async function electronRefusal(version: string, asksAnew: boolean): Promise<string | null> {
  const found = await tryElectron();
  if (found.answer === version) return null;
  if (found.isThere && found.answer === null) return found.problem;
  const refusal = await downloadElectron(version, asksAnew);
  if (refusal !== null) return refusal;
  const downloaded = await tryElectron();
  return downloaded.answer === version ? null : downloaded.problem;
}

/** Where the package keeps the binary once it is downloaded; null before. */
function electronExecutable(): string | null {
  try {
    const path = readFileSync(join(electronFolder, 'path.txt'), 'utf8');
    const file = join(electronFolder, 'dist', path);
    return existsSync(file) ? file : null;
  } catch {
    return null;
  }
}

/** Tries the binary as plain Node, which needs no display but all its libraries. */
async function tryElectron(): Promise<{
  isThere: boolean;
  answer: string | null;
  problem: string;
}> {
  const file = electronExecutable();
  if (file === null) return { isThere: false, answer: null, problem: 'it is not there' };
  const { code, output } = await runQuietly(file, ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    signal: AbortSignal.timeout(15_000),
  });
  const answer = code === 0 ? output.trim() : null;
  const problem = `it does not start (${output.trim().split('\n')[0] ?? ''})`;
  return { isThere: true, answer, problem };
}

/** Chromium refuses to run as root inside its sandbox. */
function sandboxSwitches(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

function electronHost(version: string, reason: string): Runtime {
  const executable = join(hostFolder, 'electron');
  if (process.platform !== 'linux' || !existsSync(executable)) {
    throw new NoRuntimeError(`electron-host does not run here, and ${reason}`);
  }
  const chromium = findChromium();
  return {
    name: 'electron-host',
    version,
    executable,
    args: [],
    env: {
      ELECTRON_OVERRIDE_DIST_PATH: hostFolder,
      HOST_NODE: process.execPath,
      ...(chromium && { HOST_CHROMIUM: chromium }),
    },
    reason,
  };
}
