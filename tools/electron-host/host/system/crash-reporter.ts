import { electronModule } from '../electron-types.ts';

/** Electron's `crashReporter`: takes what it is told and reports nothing. */
export const crashReporter = electronModule<Electron.CrashReporter>('crashReporter', {
  start() {},
  getLastCrashReport: () => null,
  getUploadedReports: () => [],
  getUploadToServer: () => false,
  addExtraParameter() {},
  removeExtraParameter() {},
  getParameters: () => ({}),
});
