import { resolve } from 'node:path';
import { electronClass } from '../electron-types.ts';
import { refuseTheRest } from '../refusal.ts';

/** What the host was started with, in Electron's terms. */
export interface HostArguments {
  /** The app's folder or main file, absolute; undefined when none was named. */
  readonly entry: string | undefined;
  /** Files to load before the app (`-r`); Playwright brings one. */
  readonly preloads: readonly string[];
  /** Chromium's DevTools port; '0' for any. */
  readonly debuggingPort: string | undefined;
  /** Every other switch, without its dashes; '' for one without a value. */
  readonly switches: ReadonlyMap<string, string>;
}

/**
 * Reads a command line as Electron does: switches may stand anywhere, the first other argument is
 * the app, and what follows is the app's own.
 *
 * @param args without the program
 * @param workingDir what a relative app path starts from
 */
export function readCommandLine(args: readonly string[], workingDir: string): HostArguments {
  const preloads: string[] = [];
  const switches = new Map<string, string>();
  let entry: string | undefined;
  let debuggingPort: string | undefined;
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (argument === '-r' || argument === '--require') {
      const file = rest.shift();
      if (file !== undefined) preloads.push(resolve(workingDir, file));
    } else if (name === 'remote-debugging-port') debuggingPort = value;
    else if (name !== undefined) switches.set(name, value);
    else if (entry === undefined && argument !== '--') entry = resolve(workingDir, argument);
  }
  return { entry, preloads, debuggingPort, switches };
}

/** Chromium's switches, as the app may read and add to them before it is ready. */
class HostCommandLine {
  readonly #switches = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name, value);
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }

  appendArgument(value: string): void {
    this.#switches.set(value.replace(/^--/, ''), '');
  }
}
refuseTheRest('commandLine', HostCommandLine.prototype);

/** Electron's `CommandLine`. */
export const CommandLine = electronClass<typeof Electron.CommandLine>()(HostCommandLine);
