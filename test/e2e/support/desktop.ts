import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A notification as the notification daemon received it. */
export interface ReceivedNotification {
  readonly summary: string;
  readonly body: string;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these specs by npm test -- e2e`);
  return value;
}

/** The executable that starts an Electron app: the real one or electron-host. */
export const electronExecutable = (): string => required('WAYBELL_ELECTRON');

/** Everything the notification daemon received since it started, oldest first. */
export function receivedNotifications(): readonly ReceivedNotification[] {
  return readFileSync(required('WAYBELL_NOTIFICATION_LOG'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReceivedNotification);
}

/** Runs a program of the desktop and gives what it printed. */
export async function desktopCommand(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...args]);
  return stdout.trim();
}
