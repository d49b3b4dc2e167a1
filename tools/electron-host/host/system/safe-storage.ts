import { electronModule } from '../electron-types.ts';

/** Electron's `safeStorage`: there is no encryption, and so nothing is ever stored in plain. */
export const safeStorage = electronModule<Electron.SafeStorage>('safeStorage', {
  isEncryptionAvailable: () => false,
  isAsyncEncryptionAvailable: async () => false,
  getSelectedStorageBackend: () => 'unknown',
});
