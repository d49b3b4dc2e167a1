import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { chromiumExecutable } from './chromium/program.ts';

/**
 * Makes `process` look as it does in Electron, before the app's first line runs: its type and the
 * versions. Electron's is that of the npm package whose types the app was compiled against.
 */
export function lookLikeElectron(type: 'browser' | 'utility'): void {
  const { version } = createRequire(import.meta.url)('electron/package.json') as {
    readonly version: string;
  };
  let chrome: string | undefined;
  Object.defineProperty(process, 'type', { value: type, configurable: true });
  Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
  Object.defineProperty(process.versions, 'chrome', {
    enumerable: true,
    // read on first use: it costs a start of Chromium
    get: () => (chrome ??= chromiumVersion()),
  });
}

/** Such as 156.0.8078.79; '' where there is no Chromium, which is reported when it is started. */
function chromiumVersion(): string {
  try {
    const said = execFileSync(chromiumExecutable(), ['--product-version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /[\d.]{5,}/.exec(said)?.[0] ?? '';
  } catch {
    return '';
  }
}
