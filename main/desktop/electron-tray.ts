import type { MenuItemConstructorOptions } from 'electron';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { TrayCommand, TrayMenuEntry } from '../../core/tray-face.ts';
import type { NativeTray } from './tray.ts';
import type { Platform } from './window-options.ts';

/** Puts the icon into the tray. */
export function electronTray(
  imagePath: string,
  platform: Platform,
  act: (command: TrayCommand) => void,
): NativeTray {
  const tray = new Tray(image(imagePath, platform));
  // On macOS a click opens the menu; elsewhere, if it is reported at all, it opens the window.
  if (platform !== 'macos') tray.on('click', () => act({ kind: 'openWindow' }));
  return {
    setImage: (path) => tray.setImage(image(path, platform)),
    setToolTip: (text) => tray.setToolTip(text),
    setMenu(menu) {
      const templates = menu.map((entry) => template(entry, act));
      tray.setContextMenu(Menu.buildFromTemplate(templates));
    },
    setBadge(count) {
      if (platform !== 'windows') app.setBadgeCount(count);
    },
    destroy: () => tray.destroy(),
  };
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
  return { label, click: () => act(entry.command) };
}
