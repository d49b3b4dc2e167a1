import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where the app is in its life. It goes back from quitting to running when a window refuses. */
export type LifeStage = 'running' | 'quitting' | 'ended';

const ready = Promise.withResolvers<void>();

/** What boot.ts and `app` share about the app that runs. */
export const life = {
  stage: 'running' as LifeStage,
  name: 'Electron',
  version: '0.0.0',
  appPath: process.cwd(),
  isReady: false,
  whenReady: ready.promise,
};

/** Takes over the app's folder, name and version, before its first line runs. */
export function assumeIdentity({ appPath, name, version }: AppManifest): void {
  life.appPath = appPath;
  life.name = name ?? life.name;
  life.version = version ?? life.version;
}

/**
 * Chromium is up: windows can be made.
 *
 * @param announce raises `will-finish-launching` and `ready`
 */
export function becomeReady(announce: () => void): void {
  if (life.stage !== 'running') return;
  life.isReady = true;
  announce();
  ready.resolve();
}

/** What the host has to know of an app before it runs. */
interface AppManifest {
  /** The main file, absolute. */
  readonly main: string;
  /** What app.getAppPath() shows. */
  readonly appPath: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/**
 * Finds an app's main file and identity: an app folder's package.json says all of it; for a main
 * file the nearest package.json above gives name and version.
 *
 * @param entry the folder or file that Electron was started with
 * @throws Error when there is no app
 */
export function findApp(entry: string): AppManifest {
  if (!existsSync(entry)) throw new Error(`Unable to find Electron app at ${entry}`);
  const isFolder = statSync(entry).isDirectory();
  const folder = isFolder ? entry : dirname(entry);
  const described = nearestPackage(folder);
  const { main, name, version } = described?.fields ?? {};
  return {
    main: isFolder ? resolve(folder, main ?? 'index.js') : entry,
    appPath: folder,
    name,
    version,
  };
}

function nearestPackage(folder: string) {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'package.json');
    if (existsSync(file)) return { folder: at, fields: fieldsOf(file) };
    if (at === dirname(at)) return undefined;
  }
}

function fieldsOf(file: string) {
  const fields = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : undefined);
  return {
    main: text('main'),
    name: text('productName') ?? text('name'),
    version: text('version'),
  };
}
