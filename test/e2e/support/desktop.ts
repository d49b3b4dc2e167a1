import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  type ReceivedNotification,
  readNotificationLog,
} from '../../../tools/desktop/notification-log.ts';
import { eventually } from './eventually.ts';

const run = promisify(execFile);

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these specs by npm test -- e2e`);
  return value;
}

/** Electron's executable. */
export const electronExecutable = (): string => required('WAYBELL_ELECTRON');

/** The arguments that the executable needs first, such as --no-sandbox as root. */
export const electronArguments = (): readonly string[] =>
  (process.env['WAYBELL_ELECTRON_ARGS'] ?? '').split(' ').filter((argument) => argument !== '');

/**
 * Whether the specs run on the throw-away desktop, whose notification daemon and panel can be queried.
 * It exists only on Linux; elsewhere the tests that need it are skipped.
 */
export const onThrowAwayDesktop = process.platform === 'linux';

/** The notifications that the daemon has received, oldest first; none on other systems than Linux. */
export function receivedNotifications(): readonly ReceivedNotification[] {
  if (!onThrowAwayDesktop) return [];
  return readNotificationLog(required('WAYBELL_NOTIFICATION_LOG'));
}

/** Runs a program of the desktop and gives what it printed. */
export async function desktopCommand(program: string, ...args: readonly string[]): Promise<string> {
  // Without a UTF-8 locale gdbus writes every letter that is not ASCII as a question mark.
  const { stdout } = await run(program, [...args], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return stdout.trim();
}

/** Clicks the notification that the daemon shows on top, once it shows one: it shows it after receiving it. */
export async function clickNotification(): Promise<void> {
  await eventually('the card', async () => {
    return (await desktopCommand('dunstctl', 'count', 'displayed')) !== '0';
  });
  await desktopCommand('dunstctl', 'action', '0');
}
