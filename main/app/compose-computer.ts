import type { LaunchOptions } from '../launch/launch-options.ts';
import { ComputerDesk } from './computer-desk.ts';
import type { ComputerParts } from './computer-desk.ts';
import * as system from '../desktop/system/electron-computer.ts';
import { writeClipboard } from '../desktop/electron-desktop.ts';
import type { MainWindow } from '../desktop/window/main-window.ts';
import type { Platform } from '../desktop/window/window-options.ts';

/** What this computer's part of the program is joined to. */
export interface ComputerSurroundings extends Pick<ComputerParts, 'clock' | 'log' | 'settings'> {
  readonly platform: Platform;
  readonly launch: Pick<LaunchOptions, 'profileDir'>;
  readonly window: Pick<MainWindow, 'show' | 'send'>;
  readonly watcher: { setPaceFactor(factor: number): void };
}

/** Joins the login item, the system-wide keys and the battery with the program. */
export function composeComputer(surroundings: ComputerSurroundings): ComputerDesk {
  const { clock, launch, log, platform, settings, watcher, window } = surroundings;
  return new ComputerDesk({
    loginItem: system.loginItem(platform, launch.profileDir),
    shortcuts: system.shortcutRegistrar,
    isOnBattery: system.isOnBattery,
    whenPowerChanged: system.whenPowerChanged,
    whenHelperGone: system.whenHelperGone,
    setPaceFactor: (factor) => watcher.setPaceFactor(factor),
    showWindow: () => window.show(),
    readClipboard: system.readClipboard,
    writeClipboard,
    clock,
    offerText(text) {
      window.show();
      window.send('paste:offered', { text });
    },
    settings,
    log,
  });
}

/** Whether the user asked for nothing: on macOS a login item gets no arguments. */
export function isHiddenStart(
  launch: Pick<LaunchOptions, 'isHidden'>,
  platform: Platform,
): boolean {
  return launch.isHidden || system.wasOpenedAtLogin(platform);
}
