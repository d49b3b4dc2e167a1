import { isAbsolute, join } from 'node:path';

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
  const config = env['XDG_CONFIG_HOME'];
  const isGiven = config !== undefined && isAbsolute(config);
  return join(isGiven ? config : join(home, '.config'), folderName);
}
