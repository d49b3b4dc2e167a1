// Node's --import file: 'electron' means the host, for import and for require alike, and `process`
// looks as it does in Electron's main process before the app's first line runs.
import { execFileSync } from 'node:child_process';
import { createRequire, registerHooks } from 'node:module';

const target = new URL('./electron.ts', import.meta.url).href;
const names = new Set(['electron', 'electron/main', 'electron/common']);

registerHooks({
  resolve: (specifier, context, next) =>
    names.has(specifier)
      ? { url: target, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { version } = createRequire(import.meta.url)('electron/package.json');
let chrome;

Object.defineProperty(process, 'type', { value: 'browser', configurable: true });
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
Object.defineProperty(process.versions, 'chrome', {
  enumerable: true,
  get: () => (chrome ??= chromiumVersion()),
});

/** The version of the Chromium that will be started, e.g. 156.0.8078.79; '' where there is none. */
function chromiumVersion() {
  try {
    const path = process.env.HOST_CHROMIUM ?? 'chromium';
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return /[\d.]{5,}/.exec(execFileSync(path, ['--product-version'], options))?.[0] ?? '';
  } catch {
    return '';
  }
}
