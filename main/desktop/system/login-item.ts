import { hash } from 'node:crypto';
import type { StartAtLogin } from '../../../core/bridge/computer.ts';

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
  /** The folder that Electron runs; null in a package. */
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

/** One value under Run in the registry; a part of Electron's own. */
interface LaunchItem {
  readonly name: string;
  readonly scope: 'user' | 'machine';
  /** Whether the Task Manager's list lets it start. */
  readonly enabled: boolean;
}

/** What Electron's app offers on Windows and macOS. */
export interface LoginItemSettings {
  getLoginItemSettings(options?: { path?: string; args?: string[] }): {
    readonly openAtLogin: boolean;
    readonly status?: string;
    /** Windows: what starts this program at login, each with the name under which it is listed. */
    readonly launchItems?: readonly LaunchItem[];
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
 *
 * Electron writes path and arguments into the registry as they are, so what holds a space is quoted here
 * (https://github.com/electron/electron/issues/32657), and it looks a path up by what stands before the
 * first space unless it is quoted (https://github.com/electron/electron/issues/53911). Its `openAtLogin`
 * is about the value that is named like the program, never about ours, so ours is looked for in the list.
 */
export class SystemLoginItem implements LoginItem {
  readonly #app: LoginItemSettings;
  readonly #options: {
    readonly name: string;
    readonly path: string;
    readonly args: string[];
  } | null;

  /** @param command null on macOS, where the program itself is the entry and accepts no arguments */
  constructor(
    app: LoginItemSettings,
    name: string,
    command: readonly [string, ...string[]] | null,
  ) {
    this.#app = app;
    this.#options = command && {
      name,
      path: `"${command[0]}"`,
      args: command.slice(1).map(windowsArgument),
    };
  }

  state(): StartAtLogin {
    try {
      if (this.#options !== null) return this.#stateOnWindows(this.#options);
      const { openAtLogin, status } = this.#app.getLoginItemSettings();
      if (status === 'requires-approval') return { kind: 'toBeAllowed' };
      return { kind: openAtLogin ? 'on' : 'off' };
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

  #stateOnWindows({
    args,
    name,
    path,
  }: {
    name: string;
    path: string;
    args: string[];
  }): StartAtLogin {
    const { launchItems = [] } = this.#app.getLoginItemSettings({ path, args });
    const isOurs = (item: LaunchItem): boolean => item.name === name && item.scope === 'user';
    // The entry may be there while the Task Manager's list says no.
    return { kind: launchItems.some((item) => isOurs(item) && item.enabled) ? 'on' : 'off' };
  }
}

/**
 * One argument as a program reads it again: backslashes count only before a quote.
 * https://learn.microsoft.com/en-us/cpp/c-language/parsing-c-command-line-arguments
 */
function windowsArgument(argument: string): string {
  if (!/[\s"]/.test(argument)) return argument;
  return `"${argument.split('"').map(endDoubled).join('\\"')}"`;
}

/** A text with the backslashes at its end twice. */
function endDoubled(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\\') end -= 1;
  return text + text.slice(end);
}
