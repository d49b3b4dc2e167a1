import * as api from './api.ts';
import { unsupportedExport } from './refusal.ts';

/** Everything that `import ... from 'electron'` offers in the main process. */
export * from './api.ts';

/** The types of Electron's exports hold for the host's: api.ts is a subset of electron.d.ts. */
const supported = api satisfies Partial<typeof import('electron')>;

// Exports that the host has nothing of. They are there, so that a named import of one links, and
// every use of one says that it is not supported.
export const autoUpdater = unsupportedExport('autoUpdater');
export const BaseWindow = unsupportedExport('BaseWindow');
export const BrowserView = unsupportedExport('BrowserView');
export const ClipboardItem = unsupportedExport('ClipboardItem');
export const contentTracing = unsupportedExport('contentTracing');
export const crashReporter = unsupportedExport('crashReporter');
export const desktopCapturer = unsupportedExport('desktopCapturer');
export const ImageView = unsupportedExport('ImageView');
export const inAppPurchase = unsupportedExport('inAppPurchase');
export const MessageChannelMain = unsupportedExport('MessageChannelMain');
export const netLog = unsupportedExport('netLog');
export const powerSaveBlocker = unsupportedExport('powerSaveBlocker');
export const pushNotifications = unsupportedExport('pushNotifications');
export const safeStorage = unsupportedExport('safeStorage');
export const ShareMenu = unsupportedExport('ShareMenu');
export const systemPreferences = unsupportedExport('systemPreferences');
export const TouchBar = unsupportedExport('TouchBar');
export const View = unsupportedExport('View');
export const WebContentsView = unsupportedExport('WebContentsView');

/** The same for `require('electron')` and the default import. */
// oxlint-disable-next-line import/no-default-export -- Electron has one, and apps import it
export default supported;
