import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  writeFileSync,
  readFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
export interface DesktopFolder {
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
export function layDesktopFolder(): DesktopFolder {
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

/** "Any display": the entry then fits before the X server has chosen its number. */
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
