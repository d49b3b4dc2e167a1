import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronObject, preventableEvent } from '../electron-types.ts';
import { refusingEmitter } from '../refusal.ts';
import { runtime } from '../runtime.ts';
import { CommandLine } from './command-line.ts';
import { life } from './life.ts';
import { takeInstanceLock, type InstanceLock, type SecondStart } from './single-instance.ts';

/** The folders that Electron knows by name. */
type PathName = Parameters<Electron.App['getPath']>[0];

/** The folders of an app on Linux, where the XDG base directories say so. */
class AppPaths {
  readonly #chosen = new Map<string, string>();
  readonly #appName: () => string;

  /** @param appName asked each time: userData follows app.setName() */
  constructor(appName: () => string) {
    this.#appName = appName;
  }

  /** @throws Error for a name that Electron does not know here */
  get(name: PathName): string {
    const chosen = this.#chosen.get(name);
    if (chosen !== undefined) return chosen;
    switch (name) {
      case 'home':
        return homedir();
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
      case 'userData':
        return join(this.get('appData'), this.#appName());
      case 'sessionData':
        return this.get('userData');
      case 'logs':
        return join(this.get('userData'), 'logs');
      case 'crashDumps':
        return join(this.get('userData'), 'Crashpad');
      case 'temp':
        return tmpdir();
      case 'exe':
        // What starts an app is bin/electron; Node alone would not.
        return process.env['HOST_LAUNCHER'] ?? process.execPath;
      case 'module':
        return process.execPath;
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return join(homedir(), name.charAt(0).toUpperCase() + name.slice(1));
      case 'assets':
      case 'recent':
        throw new Error(`Failed to get '${name}' path`);
      default:
        name satisfies never;
        throw new Error(`Failed to get '${String(name)}' path`);
    }
  }

  /** @param path absolute; made if it is not there */
  set(name: string, path: string): void {
    mkdirSync(path, { recursive: true });
    this.#chosen.set(name, path);
  }
}

/** The app's life cycle, paths and identity. */
class HostApp extends refusingEmitter('app') {
  readonly commandLine = new CommandLine();
  /** There are no packages here; a test may ask how the app begins in one. */
  readonly isPackaged = process.env['HOST_PACKAGED'] === '1';
  readonly dock = undefined;
  readonly runningUnderARM64Translation = false;
  applicationMenu: Electron.Menu | null = null;
  userAgentFallback = '';
  badgeCount = 0;
  readonly #paths = new AppPaths(() => life.name);
  readonly #protocols = new Set<string>();
  #lock: InstanceLock | undefined;
  #loginItem: Electron.Settings = { openAtLogin: false };

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  get name(): string {
    return life.name;
  }

  set name(name: string) {
    life.name = name;
  }

  getName(): string {
    return life.name;
  }

  setName(name: string): void {
    life.name = name;
  }

  getVersion(): string {
    return life.version;
  }

  getAppPath(): string {
    return life.appPath;
  }

  isReady(): boolean {
    return life.isReady;
  }

  whenReady(): Promise<void> {
    return life.whenReady;
  }

  getPath(name: PathName): string {
    return this.#paths.get(name);
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  setAppLogsPath(path?: string): void {
    if (path !== undefined) this.#paths.set('logs', path);
  }

  getLocale(): string {
    const locale = (process.env['LC_ALL'] || process.env['LANG'] || '').split('.')[0] ?? '';
    return locale === '' || locale === 'C' || locale === 'POSIX'
      ? 'en-US'
      : locale.replace('_', '-');
  }

  getSystemLocale(): string {
    return this.getLocale();
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }

  getLocaleCountryCode(): string {
    return this.getLocale().split('-')[1] ?? '';
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> | null = null): boolean {
    if (this.#lock) return true;
    const mine = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    this.#lock = takeInstanceLock(this.getPath('userData'), mine, (start) => {
      this.#secondStarted(start);
    });
    return this.#lock !== undefined;
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock !== undefined;
  }

  releaseSingleInstanceLock(): void {
    this.#lock?.release();
    this.#lock = undefined;
  }

  /** before-quit, the close of every window (each may refuse), will-quit, quit. */
  quit(): void {
    if (life.stage !== 'running') return;
    const event = preventableEvent({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    life.stage = 'quitting';
    runtime.isQuitting = true;
    void this.#finishQuitting();
  }

  exit(exitCode = 0): void {
    if (life.stage === 'ended') return;
    life.stage = 'ended';
    runtime.isQuitting = true;
    this.emit('quit', preventableEvent({}), exitCode);
    this.releaseSingleInstanceLock();
    void endChromium().then(() => process.exit(exitCode));
  }

  relaunch(options: Electron.RelaunchOptions = {}): void {
    const { HOST_LAUNCHER: launcher = process.execPath } = process.env;
    const { args = process.argv.slice(1), execPath = launcher } = options;
    this.once('quit', () => {
      spawn(execPath, args, { detached: true, stdio: 'ignore' }).unref();
    });
  }

  focus(): void {
    [...runtime.windows.values()].find(({ isVisible }) => isVisible)?.focus();
  }

  getLoginItemSettings(): Electron.LoginItemSettings {
    const { openAtLogin = false } = this.#loginItem;
    return {
      openAtLogin,
      wasOpenedAtLogin: false,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    };
  }

  // The values below are stored and returned; nothing on the desktop changes.

  setLoginItemSettings(settings: Electron.Settings): void {
    this.#loginItem = settings;
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.#protocols.add(scheme);
    return true;
  }

  removeAsDefaultProtocolClient(scheme: string): boolean {
    return this.#protocols.delete(scheme);
  }

  isDefaultProtocolClient(scheme: string): boolean {
    return this.#protocols.has(scheme);
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    return true;
  }

  getBadgeCount(): number {
    return this.badgeCount;
  }

  setAppUserModelId(_id: string): void {}
  setDesktopName(_name: string): void {}
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {}
  showAboutPanel(): void {}
  isAccessibilitySupportEnabled(): boolean {
    return false;
  }

  async #finishQuitting(): Promise<void> {
    const isClosed = await closeAllWindows();
    const event = preventableEvent({});
    if (isClosed) this.emit('will-quit', event);
    if (isClosed && !event.defaultPrevented) {
      this.exit(Number(process.exitCode ?? 0));
      return;
    }
    life.stage = 'running';
    runtime.isQuitting = false;
  }

  #secondStarted({ argv, workingDirectory, additionalData }: SecondStart): void {
    this.emit('second-instance', preventableEvent({}), argv, workingDirectory, additionalData);
  }
}

/** Electron's `app`. */
export const app = electronObject<Electron.App>()(new HostApp());

/** How long Chromium may take to go by itself. */
const END_WITHIN_MS = 3000;

/**
 * Closes every window as app.quit() does: each may refuse, which ends the quitting.
 *
 * @returns whether all are closed
 */
async function closeAllWindows(): Promise<boolean> {
  for (const window of runtime.windows.values()) {
    // it may have gone while another one was closing
    if (window.isDestroyed) continue;
    const { face } = window;
    const isClosed = new Promise<boolean>((resolve) => {
      face.once('closed', () => resolve(true));
      face.once('close', (event: Electron.Event) => {
        // the app's own listeners may come after this one
        setImmediate(() => {
          if (event.defaultPrevented) resolve(false);
        });
      });
    });
    window.close();
    if (!(await isClosed)) return false;
  }
  return true;
}

/** Ends Chromium; killed when it does not go by itself. */
async function endChromium(): Promise<void> {
  const { chromium } = runtime;
  if (!chromium) return;
  const timer = setTimeout(() => chromium.kill('SIGKILL'), END_WITHIN_MS);
  chromium.cdp.browser.send('Browser.close').catch(() => chromium.kill('SIGTERM'));
  await chromium.exited;
  clearTimeout(timer);
}
