import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { app, protocol } from 'electron';
import type { LaunchOptions } from '../launch-options.ts';
import { linkedOrderId } from '../launch-options.ts';
import { appId, linkScheme, toastActivatorId } from './app-identity.ts';
import { appSchemePrivileges } from './app-protocol.ts';
import { dropForeignSwitches } from './foreign-switches.ts';
import { emptyHandover, readHandover } from './handover.ts';
import type { Handover } from './handover.ts';
import { withThrowAwayFolder } from './throw-away-folder.ts';

/** The joined program as its life cycle sees it. */
export interface Program {
  start(): Promise<void>;
  /** Raises the window and takes the orders. */
  handOver(handover: Handover): void;
  /** The end was asked for: from here on closing the window closes it. */
  prepareToQuit(): void;
  /** Keeps what has to be kept and lets everything go. */
  stop(): Promise<void>;
}

/** How this start was asked for, with the orders that its files name. */
export interface Launch extends LaunchOptions, Handover {}

/** A stop that takes longer is cut off: a quit must never hang. In milliseconds. */
const stopWithinMs = 1800;

/** Whether this start runs from a package, which decides what the first argument is. */
export function isPackaged(): boolean {
  return app.isPackaged;
}

/** The version of this copy. */
export function appVersion(): string {
  return app.getVersion();
}

/**
 * Does something else than being the app, and ends with its exit code. The window's engine starts beside
 * it all the same; it gets a folder of its own, because a running Waybell may have the usual one.
 */
export function runInstead(work: () => Promise<number>): void {
  const folder = mkdtempSync(join(app.getPath('temp'), 'waybell-command-'));
  app.setPath('userData', folder);
  void withThrowAwayFolder(folder, work, complain).then((code) => app.exit(code));
}

function complain(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

/** Ends the program before it began. */
export function refuseStart(message: string): void {
  process.stderr.write(`${message}\n`);
  app.exit(2);
}

/**
 * Runs the program's life: one per profile folder, a second start handing its orders to the first, a
 * quit within two seconds. Everything up to the lock happens before Electron is ready, because
 * Electron reads the folder and the schemes only once.
 *
 * @param options its profile folder, if it has one, is there
 * @param compose joins the program; called once Electron is ready
 */
export function runApplication(options: Launch, compose: (options: Launch) => Program): void {
  // The tests drive the program from its source tree; nobody drives a package.
  const dropped = app.isPackaged ? dropForeignSwitches(app.commandLine) : [];
  for (const name of dropped) process.stderr.write(`--${name} is not taken.\n`);
  if (process.platform === 'win32') {
    app.setAppUserModelId(appId);
    app.setToastActivatorCLSID(toastActivatorId);
  }
  if (options.profileDir !== null) app.setPath('userData', options.profileDir);
  protocol.registerSchemesAsPrivileged([appSchemePrivileges]);
  const { orders, offeredIds } = options;
  if (!app.requestSingleInstanceLock({ orders: [...orders], offeredIds: [...offeredIds] })) {
    process.stderr.write('Waybell is running already; it was asked to take over.\n');
    app.exit(0);
    return;
  }
  new Life(options, compose).begin();
}

class Life {
  readonly #options: Launch;
  readonly #compose: (options: Launch) => Program;
  #program: Program | null = null;
  /** Handed over before the program stood. */
  #early: Handover[] = [];
  #isStopping = false;

  constructor(options: Launch, compose: (options: Launch) => Program) {
    this.#options = options;
    this.#compose = compose;
  }

  begin(): void {
    app.on('second-instance', (_event, _argv, _folder, data) => this.#take(readHandover(data)));
    app.on('open-url', (event, url) => {
      event.preventDefault();
      const id = linkedOrderId(url);
      this.#take({ orders: [], offeredIds: id === null ? [] : [id] });
    });
    app.on('activate', () => this.#take(emptyHandover));
    // A closed window is not the end: the tray stays, and so does the checking.
    app.on('window-all-closed', () => undefined);
    // Electron closes the window next; a window that hides instead would cancel the quit.
    app.on('before-quit', () => this.#program?.prepareToQuit());
    app.on('will-quit', (event) => this.#willQuit(event));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => app.quit());
    if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
    app
      .whenReady()
      .then(() => this.#ready())
      .catch(endByDefect);
  }

  async #ready(): Promise<void> {
    const program = this.#compose(this.#options);
    this.#program = program;
    await program.start();
    for (const handover of this.#early.splice(0)) program.handOver(handover);
  }

  #take(handover: Handover): void {
    if (this.#program === null) this.#early.push(handover);
    else this.#program.handOver(handover);
  }

  #willQuit(event: { preventDefault(): void }): void {
    if (this.#program === null) return;
    event.preventDefault();
    if (this.#isStopping) return;
    this.#isStopping = true;
    setTimeout(end, stopWithinMs).unref();
    this.#program.stop().then(end, end);
  }
}

function end(): void {
  app.exit(0);
}

function endByDefect(error: unknown): void {
  process.stderr.write(`Waybell could not start: ${String(error)}\n`);
  app.exit(1);
}
