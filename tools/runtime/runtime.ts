import {
  existsSync,
  readFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, dirname } from 'node:path';
import { spawn } from 'node:child_process';
import { z } from 'zod';
import { runQuietly } from '../process/child-process.ts';
import {
  NoRegistryElectronError,
  registryElectron,
  registryElectronVersion,
} from '@waybell/real-electron';
import { sandbox } from './ordinary-user.ts';
import { inProject } from '../project.ts';
import { oneAtATime } from '../install/one-at-a-time.mjs';
import { step } from '../install/progress.mjs';

/** What the app is run by. */
export interface Runtime {
  /** Where it is from: the package `electron`, or an archive in the npm registry. */
  readonly source: 'electron' | 'registry';
  /** Electron's version. */
  readonly version: string;
  /** The executable, for spawning and for Playwright's `_electron.launch`. */
  readonly executable: string;
  /** Switches that this machine needs, to be given before the app's folder. */
  readonly args: readonly string[];
  /** Why this one, as the end of a sentence. */
  readonly reason: string;
}

/** There is no runtime of the kind that was asked for; the message says why. */
export class NoRuntimeError extends Error {
  override readonly name = 'NoRuntimeError';
}

const electronFolder = inProject('node_modules/electron');

/** One line for people: which runtime, why, and whether Chromium's sandbox is missing. */
export function runtimeLine({ args, reason, version }: Runtime): string {
  const isOpen = args.includes(noSandbox);
  const note = isOpen
    ? '; without its sandbox, because this machine allows no user namespaces'
    : '';
  return `Runtime: Electron ${version}, because ${reason}${note}`;
}

/**
 * Chooses what the app is run by: Electron where its binary is there or can be downloaded, else the one in the npm
 * registry (tools/real-electron). WAYBELL_RUNTIME=electron or =registry in the environment decides instead.
 *
 * @throws NoRuntimeError when there is none
 */
export async function chooseRuntime(): Promise<Runtime> {
  const wish = process.env['WAYBELL_RUNTIME'] ?? '';
  if (!['', 'electron', 'registry'].includes(wish)) {
    throw new NoRuntimeError(`WAYBELL_RUNTIME is "${wish}"; it can be electron or registry`);
  }
  const args = (await sandbox()) === 'refused' ? [noSandbox] : [];
  if (wish === 'registry') return registryRuntime(args, 'WAYBELL_RUNTIME asks for it');

  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8')));
  const isWished = wish === 'electron';
  const refusal = await electronRefusal(version, isWished);
  if (refusal === null) {
    return {
      source: 'electron',
      version,
      executable: electronExecutable() ?? 'electron',
      args,
      reason: isWished ? 'WAYBELL_RUNTIME asks for it' : 'its binary is here',
    };
  }
  if (isWished) throw new NoRuntimeError(`Electron ${version} cannot be used: ${refusal}`);
  return registryRuntime(args, `Electron ${version} cannot be had here: ${refusal}`);
}

/** Chromium then runs pages without a sandbox; a package of Waybell refuses it. */
const noSandbox = '--no-sandbox';

async function registryRuntime(args: readonly string[], reason: string): Promise<Runtime> {
  try {
    const executable = await registryElectron();
    return { source: 'registry', version: registryElectronVersion, executable, args, reason };
  } catch (error) {
    if (!(error instanceof NoRegistryElectronError)) throw error;
    throw new NoRuntimeError(
      `There is no Electron to run Waybell on: ${error.message}; ${reason}.`,
    );
  }
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

/** Starts the binary as plain Node, which needs no display but all of its libraries. */
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

/** A download that brings nothing for this long is given up. */
const stalledAfterMs = 20_000;

/** A refused download is not tried again for six hours, so that later runs start at once. */
const rememberRefusalMs = 6 * 3_600_000;

const refusalFile = inProject('node_modules/.cache/waybell/electron-refused.json');
const refusalSchema = z.object({ version: z.string(), atMs: z.number(), reason: z.string() });

/** Why the binary could not be had lately, in one line; null when it was not tried lately. */
function rememberedRefusal(version: string): string | null {
  try {
    const refusal = refusalSchema.parse(JSON.parse(readFileSync(refusalFile, 'utf8')));
    const isFresh = Math.abs(Date.now() - refusal.atMs) < rememberRefusalMs;
    return isFresh && refusal.version === version ? refusal.reason : null;
  } catch {
    return null;
  }
}

function rememberRefusal(version: string, reason: string): void {
  mkdirSync(dirname(refusalFile), { recursive: true });
  writeFileSync(refusalFile, JSON.stringify({ version, atMs: Date.now(), reason }));
}

/**
 * Brings Electron's binary by the package's own `install-electron`.
 *
 * Since version 42 the package has no install script; the binary comes with the first use.
 * https://github.com/electron/rfcs/pull/22
 *
 * @param asksAnew asks even if it was refused a short while ago
 * @returns null when it is there now, otherwise why not, in one line
 */
async function downloadElectron(version: string, asksAnew: boolean): Promise<string | null> {
  const remembered = asksAnew ? null : rememberedRefusal(version);
  if (remembered !== null) return remembered;
  const refusal = await step(`Fetching Electron ${version}`, () => oneAtATime(runInstaller));
  if (refusal === null) rmSync(refusalFile, { force: true });
  else if (refusal !== interrupted) rememberRefusal(version, refusal);
  return refusal;
}

/** The reason of an interrupted download. It is not remembered, as the next attempt may succeed. */
const interrupted = 'its download was interrupted';

async function runInstaller(): Promise<string | null> {
  const temporary = inProject('node_modules/.cache/waybell/electron-download');
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TMPDIR: temporary,
    TEMP: temporary,
    // HTTPS_PROXY and its like count only then: https://github.com/electron/get#proxies
    ELECTRON_GET_USE_PROXY: '1',
  };
  const child = spawn(process.execPath, [inProject('node_modules/electron/install.js')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));

  let bytes = 0;
  let grewAtMs = performance.now();
  let isStalled = false;
  const watching = setInterval(() => {
    const now = sizeOf(temporary) + sizeOf(inProject('node_modules/electron/dist'));
    if (now !== bytes) grewAtMs = performance.now();
    bytes = now;
    isStalled = performance.now() - grewAtMs > stalledAfterMs;
    if (isStalled) child.kill('SIGKILL');
  }, 500);
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>(
    (resolve) => {
      child.once('error', () => resolve({ code: null, signal: null }));
      child.once('close', (ended, by) => resolve({ code: ended, signal: by }));
    },
  );
  clearInterval(watching);
  rmSync(temporary, { recursive: true, force: true });
  if (code === 0) return null;
  if (isStalled) return `the download brought nothing for ${stalledAfterMs / 1000} s`;
  if (signal !== null) return interrupted;
  const firstLine = said.split('\n').find((line) => line.trim() !== '');
  return `its download was refused (${firstLine?.trim() ?? `the installer ended with ${code}`})`;
}

/** Bytes in a folder and all below it; a folder that is not there has none. */
function sizeOf(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      bytes += statSync(join(folder, entry), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    // Files come and go while an archive is unpacked; the next look counts again.
  }
  return bytes;
}
