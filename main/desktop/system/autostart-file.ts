import { unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { StartAtLogin } from '../../../core/bridge/computer.ts';
import { readPlainFile } from '../../engine/storage/file/plain-file.ts';
import { makeOwnFolder, replaceFile, syncFolder } from '../../engine/storage/file/whole-file.ts';
import type { LoginItem } from './login-item.ts';

/** Far above what a desktop writes into one, in bytes. */
const longestEntry = 100_000;

/** A line that every autostart file of Waybell has, and no other program's. */
const ourMark = 'X-Waybell-Autostart=true';

/**
 * One argument of an Exec line, quoted as the Desktop Entry Specification asks for: within the quotes
 * the shell's four characters are escaped, `%` is doubled because it begins a field code, and then
 * every backslash once more, because the value is a string first.
 * https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html
 */
export function execArgument(argument: string): string {
  const quoted = argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${quoted.replaceAll('\\', '\\\\')}"`;
}

/** The whole file. @returns null for a command that no such file can hold */
export function autostartEntry(command: readonly [string, ...string[]]): string | null {
  // oxlint-disable-next-line no-control-regex -- a line break would begin another key
  if (command.some((argument) => /[\u0000-\u001F\u007F]/.test(argument))) return null;
  const [program] = command;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Waybell',
    'Comment=Watches delivery orders and tells what changed',
    'Comment[zh_HK]=追蹤配送訂單，有變更就通知',
    'Comment[zh_TW]=追蹤配送訂單，有變更就通知',
    // With it a login reports no failure after the program was deleted.
    `TryExec=${program.replaceAll('\\', '\\\\')}`,
    `Exec=${command.map(execArgument).join(' ')}`,
    'Icon=waybell',
    'Terminal=false',
    'StartupNotify=false',
    'X-GNOME-Autostart-enabled=true',
    ourMark,
    '',
  ].join('\n');
}

/**
 * Starting at login on Linux: one file in the user's autostart folder. A file without our mark belongs
 * to another program and stays as it is; a file that the desktop's own settings switched off counts as
 * off. https://specifications.freedesktop.org/autostart-spec/latest/
 */
export class AutostartFile implements LoginItem {
  readonly #path: string;
  readonly #command: readonly [string, ...string[]];

  /** @param command the program and its arguments, as it is to be started */
  constructor(path: string, command: readonly [string, ...string[]]) {
    this.#path = path;
    this.#command = command;
  }

  state(): StartAtLogin {
    const lines = this.#lines();
    if (lines === 'unreadable') return { kind: 'failed' };
    if (lines === 'missing') return { kind: 'off' };
    if (!lines.includes(ourMark)) return { kind: 'foreign', fileName: basename(this.#path) };
    const isSwitchedOff =
      lines.includes('Hidden=true') || lines.includes('X-GNOME-Autostart-enabled=false');
    return { kind: isSwitchedOff ? 'off' : 'on' };
  }

  set(isOn: boolean): StartAtLogin {
    const before = this.state();
    if (before.kind === 'foreign') return before;
    try {
      if (isOn) return this.#write() ? this.state() : { kind: 'failed' };
      if (this.#lines() !== 'missing') {
        unlinkSync(this.#path);
        syncFolder(dirname(this.#path));
      }
      return this.state();
    } catch {
      return { kind: 'failed' };
    }
  }

  /** Corrects the path of an AppImage that was moved or replaced by a newer one with another name. */
  refresh(): void {
    if (this.state().kind !== 'on') return;
    const lines = this.#lines();
    const wanted = autostartEntry(this.#command)?.split('\n');
    if (wanted === undefined || !Array.isArray(lines)) return;
    const exec = wanted.find((line) => line.startsWith('Exec='));
    if (exec !== undefined && !lines.includes(exec)) this.set(true);
  }

  #lines(): readonly string[] | 'missing' | 'unreadable' {
    try {
      return readPlainFile(this.#path, longestEntry)
        .toString('utf8')
        .split('\n')
        .map((line) => line.trim());
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      return isMissing ? 'missing' : 'unreadable';
    }
  }

  #write(): boolean {
    const entry = autostartEntry(this.#command);
    if (entry === null) return false;
    makeOwnFolder(dirname(this.#path));
    // A session that starts right now must not see half a file, and the name of a draft is not *.desktop.
    replaceFile(this.#path, entry, 0o644);
    return true;
  }
}
