import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folders that Electron knows by name. */
export type PathName = Parameters<Electron.App['getPath']>[0];

/** The folders of an app on Linux, where the XDG base directories say so. */
export class AppPaths {
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
