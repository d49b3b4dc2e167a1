import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { withDesktop } from '../desktop/throw-away-desktop.ts';
import { startWatchdog } from '../desktop/watchdog.ts';
import { fromDaemonLog, fromOutbox, fromSessionBus } from './notification-source.ts';
import { Pictures, demoScreen } from './pictures.ts';
import { type DemoDesktop, pictureFolder } from './play.ts';

/** Runs the demo on a throw-away desktop with a keyring of its own. */
export function onThrowAwayDesktop(
  stopped: AbortSignal,
  run: (desktop: DemoDesktop) => Promise<number>,
): Promise<number> {
  return withDesktop(demoScreen, ({ env, notificationLog }) =>
    run({
      env,
      pictures: new Pictures(env, pictureFolder, stopped),
      watch: (_profile, arrived) => Promise.resolve(fromDaemonLog(notificationLog, arrived)),
      appArgs: [],
    }),
  );
}

/**
 * Runs the demo on the user's own desktop. Their keychain is left alone, their bus is only listened
 * to, and where a watchdog can run nothing outlives this process even when it is killed.
 */
export async function onOwnDesktop(
  _stopped: AbortSignal,
  run: (desktop: DemoDesktop) => Promise<number>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'waybell-demo-'));
  const mark = basename(folder);
  const isLinux = process.platform === 'linux';
  const busAddress = process.env['DBUS_SESSION_BUS_ADDRESS'];
  const watchdog = isLinux ? startWatchdog(mark, folder) : null;
  try {
    return await run({
      env: { ...process.env, TMPDIR: folder, WAYBELL_DESKTOP: mark },
      pictures: null,
      watch: async (profile, arrived) => {
        if (!isLinux || !busAddress) return fromOutbox(profile, arrived);
        return fromSessionBus(busAddress, arrived).catch(() => fromOutbox(profile, arrived));
      },
      appArgs: ['--session-only'],
    });
  } finally {
    await watchdog?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
