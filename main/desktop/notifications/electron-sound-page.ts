import { BrowserWindow } from 'electron';
import { soundSigns } from '../../../core/notification/notification-sound.ts';
import { soundUrl } from '../window/app-protocol.ts';
import { soundWindowOptions } from '../window/window-options.ts';
import type { OpenSoundPage } from './sound-player.ts';

/**
 * Opens the page that plays a sound, in a window that is never shown. It has no preload: what it reports stands
 * in its address.
 */
export const openElectronSoundPage: OpenSoundPage = (sound, events) => {
  const over = (): void => events.over();
  const window = new BrowserWindow(soundWindowOptions);
  const { webContents } = window;
  webContents.on('did-navigate-in-page', (_event, url) => {
    const sign = new URL(url).hash;
    if (sign === soundSigns.playing) events.playing();
    if (sign === soundSigns.played || sign === soundSigns.failed) over();
  });
  window.once('closed', over);
  webContents.on('render-process-gone', over);
  window.loadURL(soundUrl(sound)).catch(over);
  return () => {
    if (!window.isDestroyed()) window.destroy();
  };
};
