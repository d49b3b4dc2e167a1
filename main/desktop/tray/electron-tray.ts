import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { app, BrowserWindow, Menu, nativeImage, nativeTheme, screen, Tray } from 'electron';
import type { TrayCommand, TrayMenuEntry } from '../../../core/tray/tray-face.ts';
import type { NativeTray } from './tray.ts';
import { trayImageFile } from './tray.ts';
import type { Platform } from '../../engine/launch/platform.ts';

/** Takes what is dropped on the icon. */
export interface TrayDrops {
  readonly text: (text: string) => void;
  readonly files: (paths: readonly string[]) => void;
}

/** The image file of an icon in the colours that stand out from the taskbar at present. */
export function trayImagePath(icon: string, platform: Platform, assetsDir: string): string {
  const isDark =
    platform === 'windows'
      ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
      : nativeTheme.shouldUseDarkColors;
  const desktopName = process.env['XDG_CURRENT_DESKTOP'] ?? '';
  const { scaleFactor } = screen.getPrimaryDisplay();
  return join(assetsDir, trayImageFile(icon, { platform, isDark, desktopName }, scaleFactor));
}

/**
 * Puts the icon into the tray.
 *
 * @param opened gives the menu when it is about to open. Only Windows has a moment for that: on Linux the
 *   panel opens the menu by itself, and macOS may ask the user each time the clipboard is read unasked.
 */
export function electronTray(
  imagePath: string,
  platform: Platform,
  act: (command: TrayCommand) => void,
  dropped: TrayDrops,
  opened: () => Promise<readonly TrayMenuEntry[]>,
): NativeTray {
  const tray = new Tray(image(imagePath, platform));
  // Both exist on macOS only.
  tray.on('drop-text', (_event, text) => dropped.text(text));
  tray.on('drop-files', (_event, paths) => dropped.files(paths));
  const badge = new TaskbarBadge();
  // On macOS a click opens the menu; elsewhere, if it is reported at all, it opens the window.
  if (platform !== 'macos') tray.on('click', () => act({ kind: 'openWindow' }));
  const menuOf = (entries: readonly TrayMenuEntry[]): Menu =>
    Menu.buildFromTemplate(entries.map((entry) => template(entry, act)));
  // Held, because the menu on the screen would go with its object.
  let poppedUp: Menu | null = null;
  // With a context menu that is set, Windows reports no right click.
  if (platform === 'windows') {
    tray.on('right-click', () => {
      void opened().then((entries) => {
        if (tray.isDestroyed()) return;
        poppedUp = menuOf(entries);
        tray.popUpContextMenu(poppedUp);
      });
    });
  }
  return {
    setImage: (path) => tray.setImage(image(path, platform)),
    setToolTip: (text) => tray.setToolTip(text),
    setMenu(menu) {
      if (platform !== 'windows') tray.setContextMenu(menuOf(menu));
    },
    setBadge(count, look) {
      if (platform === 'windows') badge.show(count > 0 ? look : null);
      else app.setBadgeCount(count);
    },
    destroy: () => tray.destroy(),
  };
}

/** The overlay on a window's button in the Windows taskbar, which can be a picture, not a number. */
class TaskbarBadge {
  #look: { readonly imagePath: string; readonly text: string } | null = null;
  #isListening = false;

  show(look: { readonly imagePath: string; readonly text: string } | null): void {
    this.#look = look;
    for (const window of BrowserWindow.getAllWindows()) this.#cover(window);
    if (this.#isListening) return;
    this.#isListening = true;
    // A window has a button only once it is shown.
    app.on('browser-window-created', (_event, window) => {
      window.on('show', () => this.#cover(window));
    });
  }

  #cover(window: BrowserWindow): void {
    const look = this.#look;
    window.setOverlayIcon(
      look === null ? null : nativeImage.createFromPath(look.imagePath),
      look?.text ?? '',
    );
  }
}

function image(path: string, platform: Platform): Electron.NativeImage {
  const picture = nativeImage.createFromPath(path);
  if (platform === 'macos') picture.setTemplateImage(true);
  return picture;
}

function template(
  entry: TrayMenuEntry,
  act: (command: TrayCommand) => void,
): MenuItemConstructorOptions {
  if (entry.kind === 'separator') return { type: 'separator' };
  // An ampersand would underline the letter after it.
  const label = entry.text.replaceAll('&', '&&');
  if (entry.kind === 'text') return { label, enabled: false };
  if (entry.kind === 'submenu') {
    return { label, submenu: entry.entries.map((each) => template(each, act)) };
  }
  return { label, click: () => act(entry.command) };
}
