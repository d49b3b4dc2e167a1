/** The words about newer versions, in English. */
export const updateWords = {
  title: 'Version',
  version: (version: string) => `Waybell ${version}`,
  noFeed: 'This copy looks nowhere for newer versions. Whoever gave it to you has them.',
  notLooked: 'Looks for a newer version soon',
  latest: (ago: string) => `The newest version. Looked ${ago}.`,
  looking: 'Looking for a newer version',
  fetching: (version: string, percent: number) => `Fetching ${version}, ${percent} %`,
  ready: (version: string) =>
    `${version} is ready. Restarting takes a few seconds; nothing is lost.`,
  failed: (ago: string) => `The last look failed ${ago}. It is tried again by itself.`,
  look: 'Look now',
  restart: 'Restart to update',
  byItself: 'Look for newer versions',
  byItselfHelp: 'Fetched quietly; when to restart is up to you',
  becameReady: (version: string) =>
    `Waybell ${version} is ready. Restart in Settings, This computer.`,
};
