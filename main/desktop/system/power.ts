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

/** Where the machine's power comes from; fits Electron's powerMonitor. */
export interface PowerSupply {
  isOnBatteryPower(): boolean;
  on(event: 'on-ac' | 'on-battery', listener: () => void): unknown;
  off(event: 'on-ac' | 'on-battery', listener: () => void): unknown;
}

/**
 * Calls when the machine's power begins to come from its battery, or from the mains again.
 *
 * @returns stops listening
 */
export function onPowerChange(power: PowerSupply, changed: () => void): () => void {
  power.on('on-battery', changed);
  power.on('on-ac', changed);
  return () => {
    power.off('on-battery', changed);
    power.off('on-ac', changed);
  };
}
