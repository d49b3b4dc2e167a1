export { app } from './app/app.ts';
export { Notification } from './dbus/notification.ts';
export { Tray } from './dbus/tray.ts';
export { nativeImage } from './image/native-image.ts';
export { ipcMain } from './window/ipc-main.ts';
export { Menu, MenuItem } from './window/menu.ts';
export { net, protocol } from './protocol/protocol.ts';
export { clipboard } from './system/clipboard.ts';
export {
  crashReporter,
  dialog,
  globalShortcut,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
} from './system/without-effect.ts';
export { nativeTheme } from './system/native-theme.ts';
export { screen } from './system/screen.ts';
export { session } from './system/session.ts';
export { shell } from './system/shell.ts';
export { UtilityProcess as utilityProcess } from './system/utility-process.ts';
export { BrowserWindow } from './window/browser-window.ts';
export { WebContents as webContents } from './window/web-contents.ts';
export { WebFrameMain as webFrameMain } from './window/web-frame-main.ts';
