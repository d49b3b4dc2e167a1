import { registerHooks } from 'node:module';
import { lookLikeElectron } from './electron-process.ts';

// Node's --import file: from here on 'electron' means the host, for import and for require alike.

const target = new URL('./electron.ts', import.meta.url).href;
const names: ReadonlySet<string> = new Set(['electron', 'electron/main', 'electron/common']);

registerHooks({
  resolve: (specifier, context, next) =>
    names.has(specifier)
      ? { url: target, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
lookLikeElectron('browser');
