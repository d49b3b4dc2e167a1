import {
  existsSync,
  readFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
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

/** Variables of the caller's own session that must not reach the desktop. */
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

const files = join(import.meta.dirname, 'files');

/** D-Bus services that may be started on demand. All others of the machine stay out. */
const startedOnDemand = [
  'org.xfce.Xfconf',
  'org.gnome.keyring.SystemPrompter',
  'org.gnome.keyring.PrivatePrompter',
];

const busConfig = (servicesFolder: string, socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${servicesFolder}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Where the things of one throw-away desktop lie. All of it is removed with the desktop. */
interface DesktopFolder {
  readonly path: string;
  readonly busConfigFile: string;
  readonly busSocket: string;
  readonly xAuthorityFile: string;
  /** The X server writes its display number into it. */
  readonly displayFile: string;
  readonly dunstConfigFile: string;
  readonly spoolFolder: string;
  readonly notificationLog: string;
  readonly pickFile: string;
  readonly logsFolder: string;
  /** HOME and the rest: a program on the desktop sees none of the user's own files. */
  readonly env: Readonly<Record<string, string>>;
}

/** Lays out the home, configuration and run-time folders of a throw-away desktop. */
function layDesktopFolder(): DesktopFolder {
  // A short path: the sockets inside may have 107 bytes.
  const path = mkdtempSync(join(tmpdir(), 'waybell-desktop-'));
  const at = (...parts: string[]): string => join(path, ...parts);
  const env = {
    HOME: at('home'),
    TMPDIR: at('tmp'),
    XDG_RUNTIME_DIR: at('run'),
    XDG_CONFIG_HOME: at('home/.config'),
    XDG_CACHE_HOME: at('home/.cache'),
    XDG_DATA_HOME: at('home/.local/share'),
    XDG_STATE_HOME: at('home/.local/state'),
  };
  for (const folder of Object.values(env)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const folder of ['services', 'received', 'logs']) mkdirSync(at(folder));

  for (const service of startedOnDemand) {
    const file = `/usr/share/dbus-1/services/${service}.service`;
    if (existsSync(file)) copyFileSync(file, at('services', `${service}.service`));
  }
  writeFileSync(at('bus.conf'), busConfig(at('services'), at('run/bus')));
  writeFileSync(at('xauthority'), xAuthority(), { mode: 0o600 });
  for (const script of ['pick-action.sh', 'record-notification.sh']) {
    copyFileSync(join(files, script), at(script));
    chmodSync(at(script), 0o700);
  }
  writeFileSync(
    at('dunstrc'),
    readFileSync(join(files, 'dunstrc'), 'utf8').replaceAll('@FOLDER@', path),
  );
  const panelFolder = join(env.XDG_CONFIG_HOME, 'xfce4/xfconf/xfce-perchannel-xml');
  mkdirSync(panelFolder, { recursive: true });
  copyFileSync(join(files, 'xfce4-panel.xml'), join(panelFolder, 'xfce4-panel.xml'));
  writeFileSync(at('notifications.jsonl'), '');
  writeFileSync(at('pick'), '');

  return {
    path,
    busConfigFile: at('bus.conf'),
    busSocket: at('run/bus'),
    xAuthorityFile: at('xauthority'),
    displayFile: at('display'),
    dunstConfigFile: at('dunstrc'),
    spoolFolder: at('received'),
    notificationLog: at('notifications.jsonl'),
    pickFile: at('pick'),
    logsFolder: at('logs'),
    env,
  };
}

/** "Any display": such an entry can be written before the X server has chosen its number. */
const familyWild = 0xff_ff;

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/**
 * The bytes of an Xauthority file with one fresh random cookie for any display, so that only those
 * who can read the file can use the X server. The format is that of Xau.h: big-endian, each field
 * with its length before it.
 */
function xAuthority(): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(familyWild);
  const nothing = Buffer.alloc(0);
  return Buffer.concat([
    family,
    field(nothing),
    field(nothing),
    field(Buffer.from('MIT-MAGIC-COOKIE-1')),
    field(randomBytes(16)),
  ]);
}
