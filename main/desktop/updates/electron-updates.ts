import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { app } from 'electron';
import type { UpdateFeed } from './update-service.ts';
import { isReplaceable, updaterFeed } from './updater-feed.ts';

function isThere(file: string): boolean {
  return existsSync(join(process.resourcesPath, file));
}

/** The feed that this copy was packed with (`npm run package -- --feed`), or null. */
export function packedFeed(): UpdateFeed | null {
  if (!app.isPackaged || !isThere('app-update.yml')) return null;
  const { env, platform } = process;
  return isReplaceable(platform, env, isThere) ? updaterFeed(loadUpdater) : null;
}

/** Loaded with the first look: a start without one need not read it. */
async function loadUpdater(): Promise<AppUpdater> {
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}
