import { existsSync } from 'node:fs';

/** Debian's wrapper script costs 0.3 s per start, so the program behind it comes first. */
const CANDIDATES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The Chromium to run: $HOST_CHROMIUM, or the system's.
 *
 * @throws Error with the package to install when there is none
 */
export function chromiumExecutable(): string {
  const path = process.env['HOST_CHROMIUM'] ?? CANDIDATES.find((file) => existsSync(file));
  if (path) return path;
  throw new Error(
    'electron-host: no Chromium found; install the package "chromium" or set HOST_CHROMIUM',
  );
}
