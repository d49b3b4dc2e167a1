/** The operating systems that Waybell runs on. */
export type Platform = 'windows' | 'macos' | 'linux';

/** Node's name of the platform as ours; every other Unix is treated like Linux. */
export function platformOf(nodePlatform: string): Platform {
  if (nodePlatform === 'win32') return 'windows';
  return nodePlatform === 'darwin' ? 'macos' : 'linux';
}
