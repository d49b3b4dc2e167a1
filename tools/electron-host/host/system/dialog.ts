import { electronModule } from '../electron-types.ts';

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
