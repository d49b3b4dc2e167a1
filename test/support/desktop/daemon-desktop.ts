import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClient, type MessageBus } from 'dbus-native';
import { type BusDaemon, endProcess, startBusDaemon } from './bus-daemon.ts';

const run = promisify(execFile);

/** The notification daemons of Debian that tests show cards on. */
export type DaemonName = 'dunst' | 'xfce4-notifyd' | 'notification-daemon';

interface DaemonKind {
  /** A command, or a pattern for a file. */
  readonly command: string;
  readonly args: readonly string[];
  /** Clicks the card that is on the screen: its middle, or the button that stands for it. */
  readonly click: (hand: Hand) => Promise<void>;
  /** Presses the card's only button. */
  readonly press: (hand: Hand) => Promise<void>;
  /** Sends the card away without doing anything. */
  readonly dismiss: (hand: Hand) => Promise<void>;
}

/** Acts on the display as a person would. */
interface Hand {
  readonly run: (command: string, ...args: readonly string[]) => Promise<string>;
  /** Clicks within the window of this name; each place is a distance in pixels, from the far edge if negative. */
  readonly clickIn: (window: string, rightPx: number, downPx: number) => Promise<void>;
}

const kinds: Readonly<Record<DaemonName, DaemonKind>> = {
  dunst: {
    command: 'dunst',
    args: ['-conf', 'dunstrc'],
    click: async ({ run: command }) => void (await command('dunstctl', 'action', '0')),
    // Its menu is a program that is given the actions and prints the chosen one.
    press: async ({ run: command }) => void (await command('dunstctl', 'context')),
    dismiss: async ({ run: command }) => void (await command('dunstctl', 'close')),
  },
  'xfce4-notifyd': {
    command: '/usr/lib/*/xfce4/notifyd/xfce4-notifyd',
    args: [],
    // It knows no click but that on a button.
    click: ({ clickIn }) => clickIn('xfce4-notifyd', -55, -31),
    press: ({ clickIn }) => clickIn('xfce4-notifyd', -55, -31),
    dismiss: ({ clickIn }) => clickIn('xfce4-notifyd', 8, 8),
  },
  'notification-daemon': {
    command: '/usr/{lib,libexec}/notification-daemon/notification-daemon',
    args: [],
    click: ({ clickIn }) => clickIn('Notification', 100, 40),
    press: ({ clickIn }) => clickIn('Notification', -82, 85),
    dismiss: ({ clickIn }) => clickIn('Notification', -24, 27),
  },
};

/** A display, a session bus and a notification daemon. */
export interface DaemonDesktop {
  readonly address: string;
  /** A client of another program on the same bus. */
  readonly other: MessageBus;
  click(): Promise<void>;
  press(): Promise<void>;
  dismiss(): Promise<void>;
  /** Ends the daemon; nothing starts another. */
  endDaemon(): Promise<void>;
  /** Starts the daemon, as a new program under a new unique name. */
  startDaemon(): Promise<void>;
  /** Ends the daemon and starts it with nothing on the screen. notification-daemon forgets to close a card that just came. */
  restartDaemon(): Promise<void>;
  stop(): Promise<void>;
}

/** Brings up a desktop that has a notification daemon and nothing else. */
export async function startDaemonDesktop(name: DaemonName): Promise<DaemonDesktop> {
  const folder = await mkdtemp(join(tmpdir(), 'waybell-cards-'));
  const kind = kinds[name];
  const [command = kind.command] = globSync(kind.command);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    LC_ALL: 'C.UTF-8',
    NO_AT_BRIDGE: '1',
    GTK_A11Y: 'none',
    GSETTINGS_BACKEND: 'memory',
  };
  const children: ChildProcess[] = [];
  let bus: BusDaemon | null = null;
  let other: MessageBus | null = null;
  let daemon: ChildProcess | null = null;
  const stop = async (): Promise<void> => {
    await other?.close();
    if (daemon !== null) await endProcess(daemon);
    await bus?.stop();
    for (const child of children.toReversed()) await endProcess(child);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  try {
    for (const one of ['config', 'cache', 'data']) await mkdir(join(folder, one));
    await writeFile(
      join(folder, 'dunstrc'),
      '[global]\n  dmenu = /usr/bin/grep -m1 Open\n  browser = /bin/true\n',
    );
    env['DISPLAY'] = await startDisplay(children);
    bus = await startBusDaemon(folder, ['org.xfce.Xfconf'], env);
    env['DBUS_SESSION_BUS_ADDRESS'] = bus.address;
    const client = createClient({ busAddress: bus.address });
    other = client;
    client.connection.on('error', () => undefined);
    const startDaemon = async (): Promise<void> => {
      daemon = spawn(command, kind.args, { cwd: folder, env, stdio: 'ignore' });
      daemon.once('error', () => undefined);
      await until(`${name} to answer`, () => isOwned(client));
    };
    await startDaemon();
    const endDaemon = async (): Promise<void> => {
      if (daemon !== null) await endProcess(daemon);
      await until(`${name} to go`, async () => !(await isOwned(client)));
    };
    const hand = handOn(env);
    return {
      address: bus.address,
      other: client,
      click: () => kind.click(hand),
      press: () => kind.press(hand),
      dismiss: () => kind.dismiss(hand),
      endDaemon,
      startDaemon,
      async restartDaemon() {
        await endDaemon();
        await startDaemon();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the display's name, such as `:5` */
async function startDisplay(children: ChildProcess[]): Promise<string> {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  children.push(child);
  const { promise, reject, resolve } = Promise.withResolvers<string>();
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  child.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  return promise;
}

function handOn(env: NodeJS.ProcessEnv): Hand {
  const command = async (name: string, ...args: readonly string[]): Promise<string> =>
    (await run(name, args, { env })).stdout;
  const find = async (window: string): Promise<readonly number[]> => {
    try {
      const out = await command(
        'xdotool',
        'search',
        '--onlyvisible',
        '--name',
        `^${window}$`,
        'getwindowgeometry',
        '--shell',
      );
      return ['X', 'Y', 'WIDTH', 'HEIGHT'].map((key) =>
        Number(new RegExp(`^${key}=(\\d+)$`, 'm').exec(out)?.[1]),
      );
    } catch {
      return [];
    }
  };
  return {
    run: command,
    async clickIn(window, rightPx, downPx) {
      let before = '';
      let stillCount = 0;
      // A card may still be growing, or move up to where another one was.
      await until(`the window ${window} to stand still`, async () => {
        const now = (await find(window)).join(' ');
        stillCount = now !== '' && now === before ? stillCount + 1 : 0;
        before = now;
        return stillCount >= 4;
      });
      const [x = 0, y = 0, widthPx = 0, heightPx = 0] = before.split(' ').map(Number);
      await command('xdotool', 'mousemove', at(x, widthPx, rightPx), at(y, heightPx, downPx));
      await command('xdotool', 'click', '1');
    },
  };
}

const isOwned = (client: MessageBus): PromiseLike<boolean> =>
  client.nameHasOwner('org.freedesktop.Notifications');

/** A place on the screen, from the near edge or, if the distance is negative, from the far one. */
const at = (startPx: number, sizePx: number, distancePx: number): string =>
  String(startPx + (distancePx < 0 ? sizePx + distancePx : distancePx));

/** @throws Error when it does not become true within twenty seconds */
async function until(what: string, isTrue: () => PromiseLike<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await isTrue()) === true) return;
    await wait(100);
  }
  throw new Error(`waited in vain for ${what}`);
}
