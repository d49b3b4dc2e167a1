import { electronModule, electronObject } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';

/** Nobody listens to the machine here; a test may emit `suspend`, `resume` and the rest itself. */
class HostPowerMonitor extends refusingEmitter('powerMonitor') {
  readonly onBatteryPower = false;

  getSystemIdleState(_idleThreshold: number): 'active' {
    return 'active';
  }

  getSystemIdleTime(): number {
    return 0;
  }

  getCurrentThermalState(): 'unknown' {
    return 'unknown';
  }

  isOnBatteryPower(): boolean {
    return false;
  }
}

/** Electron's `powerMonitor`. */
export const powerMonitor = electronObject<Electron.PowerMonitor>()(new HostPowerMonitor());

const blockers = new Set<number>();
let lastBlocker = 0;

/** Electron's `powerSaveBlocker`: kept account of, without effect on the machine. */
export const powerSaveBlocker = electronModule<Electron.PowerSaveBlocker>('powerSaveBlocker', {
  start() {
    blockers.add(++lastBlocker);
    return lastBlocker;
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
});
