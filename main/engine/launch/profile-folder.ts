import { isAbsolute, join } from 'node:path';
import type { Result } from '../../../core/text/result.ts';
import { makeOwnFolder } from '../storage/file/whole-file.ts';
import { refuse, shownArgument, type UsageRefusal } from './arguments.ts';

/** The name of the folder: Electron makes it from `productName` in package.json. */
const folderName = 'Waybell';

/**
 * The profile folder that the app uses unless told otherwise, which is Electron's `userData`:
 * https://www.electronjs.org/docs/latest/api/app#appgetpathname
 */
export function usualProfileDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32') {
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), folderName);
  }
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', folderName);
  return join(configHome(env, home), folderName);
}

/**
 * The folder for the settings of programs on a Linux desktop; a relative XDG_CONFIG_HOME does not count.
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function configHome(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const config = env['XDG_CONFIG_HOME'];
  return config !== undefined && isAbsolute(config) ? config : join(home, '.config');
}

/** Makes the folder that was chosen for everything that Waybell keeps; only its owner can open it. */
export function madeProfileFolder(profileDir: string): Result<string, UsageRefusal> {
  try {
    makeOwnFolder(profileDir);
    return { ok: true, value: profileDir };
  } catch {
    return refuse(`"${shownArgument(profileDir)}" cannot be made a profile folder.`);
  }
}
