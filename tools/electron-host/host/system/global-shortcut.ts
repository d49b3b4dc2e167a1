import { electronModule } from '../electron-types.ts';

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
