import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { app, dialog } from 'electron';

// Named as their ending: the dialog's own words are the system's.
const jsonFiles = { name: 'JSON', extensions: ['json'] };
const textFiles = { name: 'TXT', extensions: ['txt'] };

/**
 * Writes a text where the dispatcher says, readable by the owner only.
 *
 * @returns the file's name; null when the dispatcher chose none
 * @throws the system's error when it cannot be written
 */
export async function saveChosenFile(suggestedName: string, text: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), suggestedName),
    filters: [suggestedName.endsWith('.txt') ? textFiles : jsonFiles],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || filePath === '') return null;
  writeFileSync(filePath, text, { mode: 0o600 });
  // The mode given at writing counts for new files only.
  chmodSync(filePath, 0o600);
  return basename(filePath);
}

/**
 * The text of a file that the dispatcher chooses.
 *
 * @param longest in bytes
 * @returns null when the dispatcher chose none
 * @throws RangeError when it is longer; the system's error when it cannot be read
 */
export async function openChosenFile(longest: number): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    filters: [jsonFiles],
    properties: ['openFile', 'dontAddToRecent'],
  });
  const [path] = filePaths;
  if (canceled || path === undefined) return null;
  const { size } = statSync(path);
  if (size > longest) throw new RangeError(`${size} bytes are too many`);
  return readFileSync(path, 'utf8');
}
