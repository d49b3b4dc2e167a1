/** The system's announcements of sleep and lock; fits Electron's powerMonitor. */
export interface PowerSource {
  on(event: 'resume' | 'unlock-screen', listener: () => void): unknown;
  off(event: 'resume' | 'unlock-screen', listener: () => void): unknown;
}

/**
 * Calls when the machine woke or the user came back. A hint only: these events are missed on some
 * machines (https://github.com/electron/electron/issues/24499), so the watcher also looks at its clocks.
 *
 * @returns stops listening
 */
export function onWake(power: PowerSource, woke: () => void): () => void {
  power.on('resume', woke);
  power.on('unlock-screen', woke);
  return () => {
    power.off('resume', woke);
    power.off('unlock-screen', woke);
  };
}
