import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { layDesktopFolder } from './desktop-folder.ts';
import { DesktopError, DesktopPrograms } from './desktop-programs.ts';
import { keepNotificationLog } from './notification-log.ts';
import { connectToBus, isKeyringOpen, isNameOwned } from './session-bus.ts';
import { startWatchdog } from './watchdog.ts';

/** What the desktop is to have. */
export interface DesktopOptions {
  /** In pixels; 1280 x 800 by default. */
  readonly widthPx?: number;
  readonly heightPx?: number;
  /**
   * `unlocked` (the default): a Secret Service with an unlocked, empty keyring. `none`: no Secret
   * Service at all, and none is started on demand.
   */
  readonly keyring?: 'unlocked' | 'none';
  /** A panel with a system tray along the top edge, 32 pixels high; there by default. */
  readonly hasPanel?: boolean;
}

/** A running throw-away desktop. */
export interface Desktop {
  /**
   * The whole environment for programs on it: the caller's own, with the display, the session bus,
   * a home of its own, WAYBELL_NOTIFICATION_LOG and WAYBELL_PICK_FILE.
   */
  readonly env: NodeJS.ProcessEnv;
  /** One JSON line per notification as the daemon received it: see ReceivedNotification. */
  readonly notificationLog: string;
  /** Goes when the desktop goes. */
  readonly folder: string;
}

/** What of the caller's own session must not leak onto the desktop. */
const ofTheCallersSession = [
  'WAYLAND_DISPLAY',
  'XDG_SESSION_ID',
  'XDG_SESSION_TYPE',
  'DESKTOP_SESSION',
  'SESSION_MANAGER',
  'DBUS_STARTER_ADDRESS',
  'DBUS_STARTER_BUS_TYPE',
  'GNOME_KEYRING_CONTROL',
  'GTK_MODULES',
];

/**
 * Brings up a desktop that exists for one purpose (X server, session bus, window manager,
 * notification daemon, panel with a tray, keyring), calls `run` on it and takes it down again,
 * whatever happens: on return, on an exception, and when this process is ended or killed.
 *
 * @throws DesktopError when a part of it does not come up
 */
export async function withDesktop<T>(
  options: DesktopOptions,
  run: (desktop: Desktop) => Promise<T>,
): Promise<T> {
  if (process.platform !== 'linux') {
    throw new DesktopError(`A throw-away desktop needs Linux; this is ${process.platform}`);
  }
  const folder = layDesktopFolder();
  const mark = basename(folder.path);
  const watchdog = startWatchdog(mark, folder.path);
  try {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      ...folder.env,
      XAUTHORITY: folder.xAuthorityFile,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder.busSocket}`,
      XDG_CURRENT_DESKTOP: 'XFCE',
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      NO_AT_BRIDGE: '1',
      GTK_A11Y: 'none',
      WAYBELL_DESKTOP: mark,
      WAYBELL_DESKTOP_FOLDER: folder.path,
      WAYBELL_NOTIFICATION_LOG: folder.notificationLog,
      WAYBELL_PICK_FILE: folder.pickFile,
    };
    for (const name of ofTheCallersSession) delete env[name];
    const programs = new DesktopPrograms(env, folder.logsFolder, (pid, name) =>
      watchdog.add(pid, name),
    );

    const screen = `${options.widthPx ?? 1280}x${options.heightPx ?? 800}x24`;
    programs.start(
      'Xvfb',
      [
        '-displayfd',
        '3',
        '-screen',
        '0',
        screen,
        '-auth',
        folder.xAuthorityFile,
        '-nolisten',
        'tcp',
        '-noreset',
      ],
      { displayFile: folder.displayFile },
    );
    programs.start('dbus-daemon', [
      `--config-file=${folder.busConfigFile}`,
      '--nofork',
      '--nopidfile',
    ]);
    const displayNumber = (): string => readFileSync(folder.displayFile, 'utf8').trim();
    await programs.until('Xvfb', 'display', () => displayNumber() !== '');
    await programs.until('dbus-daemon', 'session bus', () => existsSync(folder.busSocket));
    env['DISPLAY'] = `:${displayNumber()}`;

    const stopLog = await startSession(programs, env, options, folder);
    try {
      return await run({ env, notificationLog: folder.notificationLog, folder: folder.path });
    } finally {
      await stopLog();
    }
  } finally {
    await watchdog.end();
  }
}

/** Starts what needs a display and a bus, all at once, and waits until each can be reached. */
async function startSession(
  programs: DesktopPrograms,
  env: NodeJS.ProcessEnv,
  options: DesktopOptions,
  folder: ReturnType<typeof layDesktopFolder>,
): Promise<() => Promise<void>> {
  const now = { env };
  programs.start('openbox', ['--sm-disable'], now);
  programs.start('dunst', ['-conf', folder.dunstConfigFile], now);
  if (options.hasPanel !== false) programs.start('xfce4-panel', ['--disable-wm-check'], now);
  if (options.keyring !== 'none') {
    programs.start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      ...now,
      input: 'throw-away',
    });
  }

  const busAddress = `unix:path=${folder.busSocket}`;
  const bus = await connectToBus(busAddress);
  try {
    const owned = (program: string, what: string, name: string): Promise<void> =>
      programs.until(program, what, () => isNameOwned(bus, name));
    await owned('dunst', 'notification service', 'org.freedesktop.Notifications');
    if (options.keyring !== 'none') {
      await owned('gnome-keyring-daemon', 'keyring', 'org.freedesktop.secrets');
      await programs.until('gnome-keyring-daemon', 'open keyring', () => isKeyringOpen(bus));
    }
    if (options.hasPanel !== false) {
      await owned('xfce4-panel', 'tray', 'org.kde.StatusNotifierWatcher');
    }
  } finally {
    await bus.close();
  }
  return keepNotificationLog(busAddress, folder.spoolFolder, folder.notificationLog);
}
