import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BusDaemon, endProcess, startBusDaemon } from './bus-daemon.ts';

/** What kind of session a test gets. */
export type KeychainSession =
  /** A Secret Service with an unlocked login keyring. */
  | 'unlocked'
  /** The same, but locked, and no prompt is answered. */
  | 'locked'
  /** A bus without a Secret Service. */
  | 'noService'
  /** No bus at all. */
  | 'noBus';

/** A private session bus and keyring daemon in a temporary home. */
export interface KeychainBus {
  /** Locks the login keyring. */
  lock(): void;
  /** Starts the keyring anew and unlocked, with what is stored in it, as a login does. */
  unlock(): Promise<void>;
  /** Ends the processes, removes the home and gives the environment back. */
  stop(): Promise<void>;
}

const install = 'apt-get install -y dbus gnome-keyring';

/** The environment variables that the keyring daemon or the keychain library reads. */
const names = [
  'DBUS_SESSION_BUS_ADDRESS',
  'HOME',
  'XDG_RUNTIME_DIR',
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'GNOME_KEYRING_CONTROL',
  'DISPLAY',
  'WAYLAND_DISPLAY',
] as const;

/**
 * Starts a real gnome-keyring-daemon on a private bus and points this process at it.
 *
 * The native keychain library reads the environment of the process and stays with the first bus that
 * it found there. So there is one session per process, which is one test file of vitest's project "keychain",
 * and it never works in a worker thread.
 *
 * @throws Error with the command to install what is missing; never skips in silence
 */
export async function startKeychainBus(session: KeychainSession): Promise<KeychainBus> {
  requireProgram('dbus-daemon');
  requireProgram('gnome-keyring-daemon');
  requireProgram('dbus-send');
  const home = await mkdtemp(join(tmpdir(), 'waybell-keychain-'));
  const before = new Map(names.map((name) => [name, process.env[name]]));
  const children: ChildProcess[] = [];
  let busDaemon: BusDaemon | null = null;
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) await endProcess(child);
    await busDaemon?.stop();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    const runtime = join(home, 'run');
    await mkdir(runtime, { mode: 0o700 });
    for (const name of names) delete process.env[name];
    process.env['HOME'] = home;
    process.env['XDG_RUNTIME_DIR'] = runtime;
    if (session !== 'noBus') {
      busDaemon = await startBusDaemon(runtime);
      process.env['DBUS_SESSION_BUS_ADDRESS'] = busDaemon.address;
    }
    if (session === 'unlocked' || session === 'locked') {
      children.push(await startKeyring());
      if (session === 'locked') lockLoginKeyring();
    }
    const unlock = async (): Promise<void> => {
      const locked = children.pop();
      if (locked !== undefined) await endProcess(locked);
      children.push(await startKeyring());
    };
    return { lock: lockLoginKeyring, unlock, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function requireProgram(name: string): void {
  const found = spawnSync('sh', ['-c', `command -v ${name}`]);
  if (found.status !== 0) {
    throw new Error(`${name} is needed to test the keychain for real. Install it with: ${install}`);
  }
}

async function startKeyring(): Promise<ChildProcess> {
  const child = spawn(
    'gnome-keyring-daemon',
    ['--unlock', '--foreground', '--components=secrets'],
    // Its warnings about memory locking and missing capabilities say nothing to a test.
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  child.stdin?.end('a password for tests only\n');
  const gone = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`gnome-keyring-daemon ended with ${code}`)));
  });
  gone.catch(() => undefined);
  await Promise.race([nameOwned('org.freedesktop.secrets'), gone]);
  return child;
}

/** Waits on the bus itself until the name has an owner. */
async function nameOwned(name: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const answer = spawnSync(
      'dbus-send',
      [
        '--session',
        '--print-reply=literal',
        '--dest=org.freedesktop.DBus',
        '/org/freedesktop/DBus',
        'org.freedesktop.DBus.NameHasOwner',
        `string:${name}`,
      ],
      { encoding: 'utf8' },
    );
    if (answer.stdout.includes('true')) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error(`no program owns ${name} on the private bus`);
}

function lockLoginKeyring(): void {
  const answer = spawnSync(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.secrets',
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.Lock',
      'array:objpath:/org/freedesktop/secrets/collection/login',
    ],
    { encoding: 'utf8' },
  );
  if (answer.status !== 0) throw new Error(`could not lock the keyring: ${answer.stderr}`);
}
