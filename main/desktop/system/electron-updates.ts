import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { app } from 'electron';
import type { UpdateFeed } from '../../updates/update-service.ts';
import { updaterFeed } from './updater-feed.ts';

function isThere(file: string): boolean {
  return existsSync(join(process.resourcesPath, file));
}

/** The feed that this copy was packed with (`npm run package -- --feed`), or null. */
export function packedFeed(): UpdateFeed | null {
  if (!app.isPackaged || !isThere('app-update.yml')) return null;
  // A copy that was unpacked by hand or runs from a stick has no installed place that could be replaced.
  // electron-builder writes package-type into a deb.
  const { APPIMAGE, PORTABLE_EXECUTABLE_DIR } = process.env;
  const isInstalled =
    process.platform === 'linux'
      ? APPIMAGE !== undefined || isThere('package-type')
      : PORTABLE_EXECUTABLE_DIR === undefined;
  return isInstalled ? updaterFeed(loadUpdater) : null;
}

/** Loaded with the first look: a start without one need not read it. */
async function loadUpdater(): Promise<AppUpdater> {
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}
