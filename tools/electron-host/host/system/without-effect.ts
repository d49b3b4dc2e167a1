import { electronModule, electronObject } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';

/** What message boxes are answered with: HOST_DIALOG_RESPONSE, the index of a button, or 0. */
function response(): number {
  return Number(process.env['HOST_DIALOG_RESPONSE'] ?? 0);
}

/** Electron's `dialog`. Nothing is drawn: boxes answer at once, and file choosers are cancelled. */
export const dialog = electronModule<Electron.Dialog>('dialog', {
  showMessageBox: async () => ({ response: response(), checkboxChecked: false }),
  showMessageBoxSync: () => response(),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showOpenDialogSync: () => undefined,
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showSaveDialogSync: () => '',
  showErrorBox(title, content) {
    process.stderr.write(`${title}: ${content}\n`);
  },
});

/** The machine is not watched; a test may emit `suspend`, `resume` and the rest itself. */
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

const shortcuts = new Map<string, () => void>();

/** Electron's `globalShortcut`: kept account of; no key is grabbed, so none ever fires. */
export const globalShortcut = electronModule<Electron.GlobalShortcut>('globalShortcut', {
  register(accelerator, callback) {
    if (shortcuts.has(accelerator)) return false;
    shortcuts.set(accelerator, callback);
    return true;
  },
  registerAll(accelerators, callback) {
    for (const accelerator of accelerators) globalShortcut.register(accelerator, callback);
  },
  isRegistered: (accelerator) => shortcuts.has(accelerator),
  unregister(accelerator) {
    shortcuts.delete(accelerator);
  },
  unregisterAll() {
    shortcuts.clear();
  },
});
