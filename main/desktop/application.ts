import { spawn } from 'node:child_process';
import { lstatSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import type { Policy } from '../../core/settings/policy.ts';
import type { LaunchOptions } from '../engine/launch/launch-options.ts';
import { linkedOrderId } from '../engine/launch/launch-options.ts';
import { appId, linkScheme, toastActivatorId } from './app-identity.ts';
import { appSchemePrivileges } from './window/app-protocol.ts';
import { handoverOf, nothingToOpen, readOpenRequest } from './second-instance.ts';
import type { OpenRequest, OrdersOf } from './second-instance.ts';
import type { Program } from './lifecycle.ts';
import { Lifecycle, runCommandBeside, startAgainArguments } from './lifecycle.ts';
import { startCommand } from './system/login-item.ts';

/** The options of this start, with the orders that its files name. */
export interface Launch extends LaunchOptions, OpenRequest {
  readonly policy: Policy;
}

/**
 * Runs a command in place of the app and ends with its exit code. The window's engine starts all the
 * same; it gets a folder of its own, because a running Waybell may have the usual one.
 */
export function runInstead(work: () => Promise<number>): void {
  const folder = mkdtempSync(join(app.getPath('temp'), 'waybell-command-'));
  app.setPath('userData', folder);
  void runCommandBeside(folder, work, complain).then((code) => app.exit(code));
}

function complain(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

/** Says why the program does not start, and ends it. */
export function refuseStart(message: string): void {
  process.stderr.write(`${message}\n`);
  app.exit(2);
}

/**
 * Says that the program does not go on with these switches or variables, and ends it. In a box, because on
 * Windows and macOS a package has no terminal; on Linux Electron writes it to standard error.
 */
export function refuseForeign(refused: readonly string[]): void {
  const names = refused.join(', ');
  const why = 'Each weakens or replaces processes of Waybell before Waybell can prevent it.';
  dialog.showErrorBox('Waybell was not started', `Start it without ${names}. ${why}\n`);
  app.exit(2);
}

/** Says in a box why a policy cannot be followed, and ends the program: see {@link refuseForeign}. */
export function refusePolicy(message: string): void {
  dialog.showErrorBox('Waybell was not started', `${message}\n`);
  app.exit(2);
}

/**
 * Runs the app: one instance per profile folder, a second start sends its orders to the first, and a
 * quit ends within two seconds. Everything up to the lock happens before Electron is ready, because
 * Electron reads the folder and the schemes only once.
 *
 * @param options if a profile folder is chosen, it must exist
 * @param compose joins the program; called once Electron is ready
 * @param ordersOf reads the files that another start names
 */
export function runApplication(
  options: Launch,
  compose: (options: Launch) => Program,
  ordersOf: OrdersOf,
): void {
  if (process.platform === 'win32') {
    app.setAppUserModelId(appId);
    app.setToastActivatorCLSID(toastActivatorId);
  }
  if (options.profileDir !== null) app.setPath('userData', options.profileDir);
  protocol.registerSchemesAsPrivileged([appSchemePrivileges]);
  // The policy of the page does not govern that a page has names looked up, which carry what is in them.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  const { argv } = process;
  const { data, isTooLarge } = handoverOf(options, { argv, workingDir: process.cwd() });
  if (isTooLarge && isLockThere(app.getPath('userData'))) {
    refuseStart(
      'Waybell seems to be running already, and so many uuids are too long to hand over. Put them into a file, and name that.',
    );
    return;
  }
  if (!app.requestSingleInstanceLock({ ...data })) {
    process.stderr.write('Waybell is running already; it was asked to take over.\n');
    app.exit(0);
    return;
  }
  begin(
    new Lifecycle({
      compose: () => compose(options),
      exit: () => app.exit(0),
      startAgain: (request) => startAgain(options.profileDir, request),
      schedule: (run, delayMs) => void setTimeout(run, delayMs).unref(),
    }),
    ordersOf,
  );
}

/** Whether a program has the profile, or was killed with it: Chromium's own mark, on Linux and macOS alone. */
function isLockThere(profileDir: string): boolean {
  return lstatSync(join(profileDir, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined;
}

/** Passes on to the life cycle what the system reports. */
function begin(life: Lifecycle, ordersOf: OrdersOf): void {
  app.on('second-instance', (_event, _argv, _folder, data) =>
    life.open(readOpenRequest(data, ordersOf)),
  );
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const id = linkedOrderId(url);
    life.open({ orders: [], offeredIds: id === null ? [] : [id] });
  });
  app.on('activate', () => life.open(nothingToOpen));
  // A closed window is not the end: the tray stays, and so does the checking.
  app.on('window-all-closed', () => undefined);
  // Electron closes the window next; a window that hides instead would cancel the quit.
  app.on('before-quit', () => life.prepareToQuit());
  app.on('will-quit', (event) => life.willQuit(event));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit());
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  app
    .whenReady()
    .then(() => life.ready())
    .catch(endByDefect);
}

/** Has the program started again on the same profile once it has ended. */
export function startAgain(profileDir: string | null, request: OpenRequest): void {
  const appPath = app.isPackaged ? null : app.getAppPath();
  const { env } = process;
  const [execPath] = startCommand({ execPath: app.getPath('exe'), appPath, profileDir, env });
  app.relaunch({ execPath, args: startAgainArguments({ appPath, profileDir }, request) });
}

/**
 * Starts the program beside this one, with the token by which the desktop lets a window come to the front. Electron
 * hands the token to this one together with the request for the window, and the start ends.
 *
 * @param ended whether it did so
 */
export function startWithToken(
  profileDir: string | null,
  token: string,
  ended: (hasAsked: boolean) => void,
): void {
  const appPath = app.isPackaged ? null : app.getAppPath();
  const { env } = process;
  const [execPath] = startCommand({ execPath: app.getPath('exe'), appPath, profileDir, env });
  const args = startAgainArguments({ appPath, profileDir }, nothingToOpen);
  const child = spawn(execPath, args, {
    env: { ...env, XDG_ACTIVATION_TOKEN: token },
    stdio: 'ignore',
  });
  child.once('error', () => ended(false));
  child.once('exit', (code) => ended(code === 0));
}

function endByDefect(error: unknown): void {
  process.stderr.write(`Waybell could not start: ${String(error)}\n`);
  app.exit(1);
}
