import { accessSync, constants, existsSync, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../process/child-process.ts';
import { step } from '../install/progress.mjs';

/** One Debian package, and the commands or files by which it is found to be there. */
interface Need {
  readonly debianPackage: string;
  /** Its name on Ubuntu if that differs; null if another package has its content there. */
  readonly ubuntuPackage?: string | null;
  /** Commands, or files and folders (they begin with a slash); one of them is enough. */
  readonly anyOf: readonly string[];
}

/** Chromium under the names that it goes by; CHROMIUM in the environment names another. */
const chromiumCommands = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** What a throw-away desktop, Chromium and their pictures need. */
const needs: readonly Need[] = [
  // On Ubuntu a snap, with its sandbox inside.
  { debianPackage: 'chromium', ubuntuPackage: 'chromium-browser', anyOf: chromiumCommands },
  // Chromium's sandbox for ordinary users where the kernel gives them no namespaces.
  {
    debianPackage: 'chromium-sandbox',
    ubuntuPackage: null,
    anyOf: [
      '/usr/lib/chromium/chrome-sandbox',
      '/opt/google/chrome/chrome-sandbox',
      '/snap/bin/chromium',
    ],
  },
  { debianPackage: 'xvfb', anyOf: ['Xvfb'] },
  { debianPackage: 'dbus', anyOf: ['dbus-daemon'] },
  // Satisfies "a session bus" for the two below; otherwise apt would pull systemd into a container.
  { debianPackage: 'dbus-x11', anyOf: ['dbus-launch', '/usr/lib/systemd/user/dbus.socket'] },
  { debianPackage: 'gnome-keyring', anyOf: ['gnome-keyring-daemon'] },
  { debianPackage: 'libglib2.0-bin', anyOf: ['gdbus'] },
  { debianPackage: 'openbox', anyOf: ['openbox'] },
  { debianPackage: 'dunst', anyOf: ['dunst'] },
  // Two more daemons that cards are shown on.
  { debianPackage: 'xfce4-notifyd', anyOf: ['xfce4-notifyd-config'] },
  { debianPackage: 'notification-daemon', anyOf: ['/usr/share/doc/notification-daemon'] },
  { debianPackage: 'xfce4-panel', anyOf: ['xfce4-panel'] },
  { debianPackage: 'xdotool', anyOf: ['xdotool'] },
  { debianPackage: 'wmctrl', anyOf: ['wmctrl'] },
  { debianPackage: 'imagemagick', anyOf: ['import'] },
  // The engine of a team of several hubs, for the tests.
  { debianPackage: 'etcd-server', anyOf: ['etcd'] },
  // Saves and restores what etcd has.
  { debianPackage: 'etcd-client', anyOf: ['etcdctl'] },
  // Kills programs at a write, refuses writes and writes them down, for the tests of kills and power cuts.
  { debianPackage: 'strace', anyOf: ['strace'] },
  // Makes the tests' certificates.
  { debianPackage: 'openssl', anyOf: ['openssl'] },
  // Icons in the panel and in notifications are drawn by GTK's SVG loader.
  { debianPackage: 'librsvg2-common', anyOf: ['/usr/share/doc/librsvg2-common'] },
  {
    debianPackage: 'fonts-liberation',
    anyOf: ['/usr/share/fonts/truetype/liberation', '/usr/share/fonts/truetype/liberation2'],
  },
  {
    debianPackage: 'fonts-noto-cjk',
    anyOf: ['/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
  },
];

/** The packages could not be installed by us; the message says what the user can do. */
export class MissingPackagesError extends Error {
  override readonly name = 'MissingPackagesError';
}

/** The first of some commands that is on PATH, as a path; null when none is. */
function findCommand(commands: readonly string[]): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  for (const command of commands) {
    for (const folder of folders) {
      const file = join(folder, command);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        continue;
      }
    }
  }
  return null;
}

/** The Chromium of this machine; null when there is none. */
export function findChromium(): string | null {
  return process.env['CHROMIUM'] ?? findCommand(chromiumCommands);
}

/** The server of etcd. @throws MissingPackagesError with the command that installs it */
export function findEtcd(): string {
  const found = findCommand(['etcd']);
  if (found !== null) return found;
  throw new MissingPackagesError(
    'The tests of several hubs need etcd-server:\n\n  sudo apt-get install etcd-server\n',
  );
}

function isThere({ anyOf }: Need): boolean {
  const files = anyOf.filter((name) => name.startsWith('/'));
  const commands = anyOf.filter((name) => !name.startsWith('/'));
  return files.some((file) => existsSync(file)) || findCommand(commands) !== null;
}

/** The system's description of itself (os-release(5)); empty where there is none. */
function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

/** Debian and the systems made from it have apt-get and these package names. */
const isDebian = (release: string): boolean =>
  /^ID(?:_LIKE)?=.*\b(?:debian|ubuntu)\b/mu.test(release);

/**
 * The names of all desktop packages on a system.
 *
 * @param release the text of its /etc/os-release
 * @param isNeeded leaves some of them out
 */
export function desktopPackages(
  release: string,
  isNeeded: (need: Need) => boolean = () => true,
): readonly string[] {
  const isUbuntu = /^ID=["']?ubuntu\b/mu.test(release);
  return needs.filter(isNeeded).flatMap(({ debianPackage, ubuntuPackage = debianPackage }) => {
    const name = isUbuntu ? ubuntuPackage : debianPackage;
    return name === null ? [] : [name];
  });
}

/** The names of the desktop packages that this machine lacks. */
function missingDesktopPackages(): readonly string[] {
  return desktopPackages(osRelease(), (need) => !isThere(need));
}

/**
 * Makes sure that what a throw-away desktop needs is installed. As root on Debian and the systems made
 * from it, apt-get installs what is missing; elsewhere an error names it.
 *
 * @throws MissingPackagesError when something is missing and could not be installed
 */
export async function ensureDesktopPackages(): Promise<void> {
  const missing = missingDesktopPackages();
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.platform !== 'linux') {
    throw new MissingPackagesError(
      'A throw-away desktop can be had on Linux only. On this system run the command on a desktop.',
    );
  }
  if (!isDebian(osRelease())) {
    throw new MissingPackagesError(
      `This machine lacks what these Debian packages bring: ${missing.join(' ')}\n` +
        'Install their counterparts and run this again.',
    );
  }
  if (process.getuid?.() !== 0) {
    throw new MissingPackagesError(
      'A throw-away desktop needs packages that only root can install. Run this, then try again:\n\n' +
        `  sudo apt-get update && sudo apt-get ${install.join(' ')}\n`,
    );
  }
  await step(`Installing ${missing.length} desktop packages`, () => aptGet(install));
  const left = missingDesktopPackages();
  if (left.length > 0) {
    throw new MissingPackagesError(
      `apt-get installed them, yet these are not found: ${left.join(' ')}`,
    );
  }
}

/** Installs, and fetches the package lists first where there are none or they are too old to serve. */
async function aptGet(install: readonly string[]): Promise<void> {
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
    // Servers among them are for the tests, which start their own: none is to run by itself.
    RUNLEVEL: '1',
    SYSTEMD_OFFLINE: '1',
  };
  // A machine that was just started may be installing its own updates, which are waited for.
  const patience = ['-o', 'DPkg::Lock::Timeout=300'];
  const apt = (args: readonly string[]) => runQuietly('apt-get', [...patience, ...args], { env });
  const hasLists = readdirSync('/var/lib/apt/lists').some(
    (name) => name.endsWith('_Packages') || name.endsWith('_Packages.lz4'),
  );
  if (!hasLists) await apt(['update']);
  let ended = await apt(install);
  if (ended.code !== 0 && hasLists) {
    await apt(['update']);
    ended = await apt(install);
  }
  if (ended.code !== 0) {
    throw new MissingPackagesError(
      `${ended.output}\napt-get ${install.join(' ')} ended with ${ended.code}.`,
    );
  }
}
