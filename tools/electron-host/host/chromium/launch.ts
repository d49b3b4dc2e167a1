import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection } from '../cdp/connection.ts';
import type { CdpSession } from '../cdp/session.ts';
import { warnOnce } from '../warn-once.ts';
import { chromiumEnvironment, chromiumExecutable, chromiumFlags } from './program.ts';

/** The browser that carries the app's windows. */
export interface Chromium {
  readonly cdp: CdpConnection;
  /** Settles with the exit code, -1 for a signal. */
  readonly exited: Promise<number>;
  /** The switches that another process of the same profile must repeat. */
  readonly flags: readonly string[];
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** How to start the browser. */
export interface LaunchOptions {
  readonly profileDir: string;
  readonly isSandboxed: boolean;
  /** Further switches, such as --headless. */
  readonly switches: readonly string[];
}

/** What Chromium says when neither user namespaces nor the setuid helper can be used. */
const NO_SANDBOX = /No usable sandbox|SUID sandbox helper binary/;

/**
 * Starts Chromium without a window and waits until it answers.
 *
 * Where its sandbox cannot work (a container without user namespaces), it is started once more
 * without, and that is said on stderr.
 *
 * @throws Error when no Chromium is found or it does not come up
 */
export async function launchChromium(options: LaunchOptions): Promise<Chromium> {
  const first = start(options);
  if (await first.isUp) return first.chromium;
  if (options.isSandboxed && NO_SANDBOX.test(first.said())) {
    warnOnce('Chromium cannot use its sandbox on this machine; started without it');
    const second = start({ ...options, isSandboxed: false });
    if (await second.isUp) return second.chromium;
  }
  throw new Error(`electron-host: Chromium did not start: ${first.said().slice(-800)}`);
}

function start(options: LaunchOptions) {
  const flags = chromiumFlags(options.profileDir, options.isSandboxed);
  const child = spawn(
    chromiumExecutable(),
    [...flags, '--remote-debugging-pipe', '--no-startup-window', ...options.switches],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      env: chromiumEnvironment(options.profileDir),
    },
  );
  let said = '';
  const exited = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? -1));
    child.once('error', (error) => {
      said += error.message;
      resolve(-1);
    });
  });
  passOnLines(child, (line) => {
    if (said.length < 8000) said += `${line}\n`;
  });
  const cdp = new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const chromium: Chromium = { cdp, exited, flags, kill: (signal) => void child.kill(signal) };
  const isUp = Promise.race([
    cdp.browser.send('Browser.getVersion').then(
      () => true,
      () => exited.then(() => false),
    ),
    exited.then(() => false),
  ]);
  return { chromium, isUp, said: () => said };
}

/**
 * Reads Chromium's stderr. The line that names the DevTools address goes on to ours, where
 * Playwright waits for it; the rest only with HOST_VERBOSE=1.
 */
function passOnLines(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      onLine(line);
      if (line.startsWith('DevTools listening on') || process.env['HOST_VERBOSE'])
        process.stderr.write(`${line}\n`);
    }
  });
}

/** The permissions, by their names in the Permissions API, that Chromium would ask the user about. */
const ASKED_FOR = [
  'camera',
  'clipboard-read',
  'geolocation',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'notifications',
  'storage-access',
  'window-management',
];

/**
 * Refuses every permission and every download to all pages. DevTools has no event for a permission
 * that a page asks for, so the app's handlers cannot decide, and Chromium would show its own bar. A
 * download would go to the user's folder without `will-download`.
 */
export async function refuseRequests(browser: CdpSession): Promise<void> {
  const refusals = ASKED_FOR.map((name) =>
    browser
      .send('Browser.setPermission', { permission: { name }, setting: 'denied' })
      // a name that this Chromium does not know cannot be asked for either
      .catch(() => {}),
  );
  await Promise.all([
    ...refusals,
    browser.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
  ]);
}
