import { join } from 'node:path';
import { app, dialog } from 'electron';

// Named as their ending: the dialog's own words are the system's.
const jsonFiles = { name: 'JSON', extensions: ['json'] };
const textFiles = { name: 'TXT', extensions: ['txt'] };

/** Where the dispatcher wants a file to be written; null when nowhere. */
export async function chooseWhereToSave(suggestedName: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), suggestedName),
    filters: [suggestedName.endsWith('.txt') ? textFiles : jsonFiles],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  return canceled || filePath === '' ? null : filePath;
}

/** The file that the dispatcher wants to be read; null when none. */
export async function chooseFile(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    filters: [jsonFiles],
    properties: ['openFile', 'dontAddToRecent'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? null : path;
}
