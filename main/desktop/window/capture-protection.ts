import type { Platform } from './window-options.ts';

/** A window that can be left out of screenshots and shared screens; fits Electron's BrowserWindow. */
export interface CapturableWindow {
  setContentProtection(isHidden: boolean): void;
}

/**
 * Keeps a window out of screenshots and shared screens, or lets it in again. Linux has no such thing,
 * and asking for it there could only make somebody rely on it.
 */
export function protectFromCapture(
  window: CapturableWindow,
  platform: Platform,
  isHidden: boolean,
): void {
  if (platform !== 'linux') window.setContentProtection(isHidden);
}
