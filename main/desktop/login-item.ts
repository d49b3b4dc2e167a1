import { hash } from 'node:crypto';
import type { StartAtLogin } from '../../core/computer.ts';

/** The system's list of what starts at login, as far as it is about this program and profile. */
export interface LoginItem {
  state(): StartAtLogin;
  /** @returns how it stands afterwards, which may not be what was asked for */
  set(isOn: boolean): StartAtLogin;
  /** Brings an entry up to date that leads to an older place of the program. */
  refresh(): void;
}

/** Where the program is and how it was started. */
export interface ProgramPlace {
  /** The executable that runs. */
  readonly execPath: string;
  /** The folder that Electron was told to run; null in a package. */
  readonly appPath: string | null;
  /** The profile folder that was chosen on the command line; null for the usual one. */
  readonly profileDir: string | null;
  /** The environment: APPIMAGE and PORTABLE_EXECUTABLE_FILE name the file that unpacked itself. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What starts the program again, hidden, on the same profile. */
export function startCommand(place: ProgramPlace): readonly [string, ...string[]] {
  const { appPath, env, execPath, profileDir } = place;
  const program = env['APPIMAGE'] ?? env['PORTABLE_EXECUTABLE_FILE'] ?? execPath;
  return [
    program,
    ...(appPath === null ? [] : [appPath]),
    '--hidden',
    ...(profileDir === null ? [] : [`--profile=${profileDir}`]),
  ];
}

/** One entry per profile, so that two of them do not take each other's place. */
export function loginItemName(profileDir: string | null): string {
  if (profileDir === null) return 'waybell';
  return `waybell-${hash('sha256', profileDir, 'hex').slice(0, 8)}`;
}

/** What Electron's app offers on Windows and macOS. */
export interface LoginItemSettings {
  getLoginItemSettings(options?: { path?: string; args?: string[] }): {
    readonly openAtLogin: boolean;
    readonly executableWillLaunchAtLogin?: boolean;
    readonly status?: string;
  };
  setLoginItemSettings(settings: {
    openAtLogin: boolean;
    name?: string;
    path?: string;
    args?: string[];
  }): void;
}

/**
 * Starting at login on Windows (a value under Run in the user's registry) and macOS (a login item).
 * Electron answers for exactly the path and the arguments that it is asked about.
 */
export class SystemLoginItem implements LoginItem {
  readonly #app: LoginItemSettings;
  readonly #options: {
    readonly name: string;
    readonly path: string;
    readonly args: string[];
  } | null;

  /** @param command null on macOS, where the program itself is the entry and takes no arguments */
  constructor(
    app: LoginItemSettings,
    name: string,
    command: readonly [string, ...string[]] | null,
  ) {
    this.#app = app;
    this.#options = command && { name, path: command[0], args: command.slice(1) };
  }

  state(): StartAtLogin {
    try {
      const { openAtLogin, executableWillLaunchAtLogin, status } =
        this.#options === null
          ? this.#app.getLoginItemSettings()
          : this.#app.getLoginItemSettings({ path: this.#options.path, args: this.#options.args });
      if (status === 'requires-approval') return { kind: 'toBeAllowed' };
      // Windows: the entry is there, but the Task Manager's list says no.
      return { kind: openAtLogin && executableWillLaunchAtLogin !== false ? 'on' : 'off' };
    } catch {
      return { kind: 'failed' };
    }
  }

  set(openAtLogin: boolean): StartAtLogin {
    try {
      this.#app.setLoginItemSettings({ openAtLogin, ...this.#options });
    } catch {
      return { kind: 'failed' };
    }
    return this.state();
  }

  /** The installer keeps the program's place; nothing to bring up to date. */
  refresh(): void {}
}
