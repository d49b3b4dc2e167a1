import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { oneAtATime } from '../install/one-at-a-time.mjs';
import { step } from '../install/progress.mjs';
import { inProject } from '../project.ts';

/** A download that brings nothing for so long is given up. */
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
export async function downloadElectron(version: string, asksAnew: boolean): Promise<string | null> {
  const remembered = asksAnew ? null : rememberedRefusal(version);
  if (remembered !== null) return remembered;
  const refusal = await step(`Fetching Electron ${version}`, () => oneAtATime(runInstaller));
  if (refusal === null) rmSync(refusalFile, { force: true });
  else if (refusal !== interrupted) rememberRefusal(version, refusal);
  return refusal;
}

/** Says nothing about the next attempt. */
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
  // It would make the installer believe that the binary is elsewhere.
  delete env['ELECTRON_OVERRIDE_DIST_PATH'];
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
