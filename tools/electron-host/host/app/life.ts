import type { AppManifest } from './app-manifest.ts';

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

/** Takes over who the app is, before its first line runs. */
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
