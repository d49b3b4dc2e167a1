import { join } from 'node:path';
import type {
  FileFilter,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';

/** Electron's `dialog`, as far as it asks for files. */
export interface FileDialogMaker<Parent> {
  showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showOpenDialog(parent: Parent, options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showSaveDialog(parent: Parent, options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
}

/** What {@link FileDialogs} needs. */
export interface FileDialogsParts<Parent> {
  readonly dialog: FileDialogMaker<Parent>;
  /** The window that a dialog belongs to; null where it can have none. */
  readonly parent: () => Parent | null;
  /** The folder that is offered for a new file. */
  readonly documents: () => string;
}

// Named after the file extension, which needs no translation.
const jsonFiles = { name: 'JSON', extensions: ['json'] };
const certificateFiles = { name: 'PEM', extensions: ['pem', 'crt', 'cer'] };
const allFiles = { name: '*', extensions: ['*'] };
const orderFiles = { name: 'CSV, TXT, TSV, JSON', extensions: ['csv', 'txt', 'tsv', 'json'] };
const textFiles = { name: 'TXT', extensions: ['txt'] };
const csvFiles = { name: 'CSV', extensions: ['csv'] };

function filesNamedLike(name: string) {
  if (name.endsWith('.csv')) return csvFiles;
  return name.endsWith('.txt') ? textFiles : jsonFiles;
}

/**
 * Asks the dispatcher for files by the system's dialogs, by one at a time: while one is open, a second request is
 * answered like one that was cancelled. Where a dialog belongs to the window, this one accepts no second request anyway.
 */
export class FileDialogs<Parent> {
  readonly #parts: FileDialogsParts<Parent>;
  #isOpen = false;

  constructor(parts: FileDialogsParts<Parent>) {
    this.#parts = parts;
  }

  /** Asks where to write a file; null when they cancel. */
  chooseWhereToSave(suggestedName: string): Promise<string | null> {
    return this.#alone(async () => {
      const { dialog, documents, parent } = this.#parts;
      const options: SaveDialogOptions = {
        defaultPath: join(documents(), suggestedName),
        filters: [filesNamedLike(suggestedName)],
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      };
      const owner = parent();
      const { canceled, filePath } = await (owner === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(owner, options));
      return canceled || filePath === '' ? null : filePath;
    });
  }

  /** Asks which exported file to read; null when they cancel. */
  chooseFile(): Promise<string | null> {
    return this.#choose('openFile', [jsonFiles]);
  }

  /** Asks for a file with certificates; null when they cancel. */
  chooseCaFile(): Promise<string | null> {
    return this.#choose('openFile', [certificateFiles, allFiles]);
  }

  /** Asks for the folder or the file that orders are read from; null when they cancel. */
  chooseOrderPlace(what: 'folder' | 'file'): Promise<string | null> {
    return what === 'file'
      ? this.#choose('openFile', [orderFiles])
      : this.#choose('openDirectory', []);
  }

  #choose(what: 'openFile' | 'openDirectory', filters: FileFilter[]): Promise<string | null> {
    return this.#alone(async () => {
      const { dialog, parent } = this.#parts;
      const options: OpenDialogOptions = { filters, properties: [what, 'dontAddToRecent'] };
      const owner = parent();
      const { canceled, filePaths } = await (owner === null
        ? dialog.showOpenDialog(options)
        : dialog.showOpenDialog(owner, options));
      const [path] = filePaths;
      return canceled || path === undefined ? null : path;
    });
  }

  async #alone(ask: () => Promise<string | null>): Promise<string | null> {
    if (this.#isOpen) return null;
    this.#isOpen = true;
    try {
      return await ask();
    } finally {
      this.#isOpen = false;
    }
  }
}
