import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { eventually } from './support/eventually.ts';
import { runningProcesses } from './support/processes.ts';
import { busCall, trayItems, trayOwner, trayWords } from './support/session-bus.ts';

const launcher = join(process.cwd(), 'tools/electron-host/bin/electron');
const fixture = join(process.cwd(), 'test/host/fixture-app');
const profile = mkdtempSync(join(tmpdir(), 'electron-host-spec-'));
const openLog = join(profile, 'open.log');
const env = { ...process.env, HOST_OPEN_LOG: openLog } as Record<string, string>;
const appArgs = [`--user-data-dir=${profile}`, fixture];

/** One entry of the fixture's log: what happened, then the details. */
type Entry = readonly unknown[];

/** What the fixture's main process keeps for us, and its preload exposes. */
declare global {
  // oxlint-disable-next-line no-var -- only a var is a property of globalThis
  var log: Entry[];
  // oxlint-disable-next-line no-var -- as above
  var tray: Electron.Tray;
  // oxlint-disable-next-line no-var -- as above
  var dot: (red: number, green: number, blue: number) => Electron.NativeImage;
  // oxlint-disable-next-line no-var -- as above
  var notification: Electron.Notification;
  // oxlint-disable-next-line no-var -- as above
  var api: FixtureApi;
}

interface FixtureApi {
  readonly version: string;
  readonly isSandboxed: boolean;
  readonly nested: { readonly list: readonly unknown[]; readonly when: Date };
  invoke<T>(channel: string, ...args: unknown[]): Promise<T>;
  send(channel: string, ...args: unknown[]): void;
  once(channel: string): Promise<unknown[]>;
  count(channel: string, wanted: number): Promise<{ got: number; outOfOrder: number }>;
  add(left: number, right: number): number;
  map(numbers: readonly number[], change: (number: number) => number): number[];
  later<T>(value: T): Promise<T>;
  fail(): never;
  kinds(values: Readonly<Record<string, unknown>>): string[];
  unsupported(): string;
}

let app: ElectronApplication;
let page: Page;
let isRunning = true;

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
/** The same; '' when it fails. */
function tryRun(command: string, ...args: readonly string[]): string {
  try {
    return run(command, ...args);
  } catch {
    return '';
  }
}

const log = (): Promise<Entry[]> => app.evaluate(() => globalThis.log);

/** How long things may take that go through Chromium, the bus and the desktop. */
const soon = { timeout: 20_000, interval: 30 };

/** Processes whose command line names our profile: the host and everything it started. */
function ownProcesses(of = profile): readonly number[] {
  return runningProcesses()
    .filter(({ commandLine }) => commandLine.includes(of))
    .map(({ pid }) => pid);
}

/** The X window that shows the fixture; '' while none does. */
const visibleWindow = (): string =>
  tryRun('xdotool', 'search', '--onlyvisible', '--name', '^Fixture$').split('\n')[0] ?? '';

/** The items of the panel's tray; '' while the panel starts and nobody answers. */
const shownInTray = (): Promise<string> => trayItems().catch(() => '');

/** Clicks the tray icon in the panel: the only one, at the right end of a 1280 pixels wide bar. */
const clickTrayIcon = (button = '1'): string =>
  run('xdotool', 'mousemove', '1264', '16', 'click', button);

beforeAll(async () => {
  app = await _electron.launch({ executablePath: launcher, args: appArgs, env });
  page = await app.firstWindow();
  // otherwise Playwright answers the question by which the app refuses that its window closes
  page.on('dialog', () => {});
  await page.waitForSelector('body[data-loaded]');
});

beforeEach(async ({ task }) => {
  if (isRunning && !task.name.startsWith('a window'))
    await app.evaluate(() => globalThis.log.splice(0));
});

afterAll(async () => {
  await app.close().catch(() => {});
  rmSync(profile, { recursive: true, force: true });
});

describe('windows and pages', () => {
  test('a window opens with its size and title, and its page works', async () => {
    await expect.poll(log, soon).toContainEqual(['ready-to-show']);
    await expect.poll(log, soon).toContainEqual(['show']);
    await page.click('#count');
    await page.click('#count');
    expect(await page.textContent('#count')).toBe('clicked 2');
    expect(await page.title()).toBe('Fixture');
    const window = await app.browserWindow(page);
    expect(await window.evaluate((opened) => opened.getSize())).toEqual([760, 560]);
  });

  test('a window has sent its first message before any script of the page ran', async () => {
    await expect.poll(log, soon).toContainEqual(['preload-early', 'app://bundle/index.html']);
  });

  test('a custom scheme is a secure origin with its Content-Security-Policy enforced', async () => {
    expect(await page.evaluate(() => isSecureContext)).toBe(true);
    expect(await page.evaluate(() => 'inlineRan' in globalThis)).toBe(false);
    await page.click('#who');
    await page.waitForFunction(() => document.querySelector('#sender')?.textContent);
    expect(await page.textContent('#sender')).toBe('app://bundle/index.html app://bundle');
    const refused = await page.evaluate(() =>
      fetch('https://example.invalid/').then(
        () => 'answered',
        (error: Error) => error.name,
      ),
    );
    expect(refused).toBe('TypeError');
    const violated = await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('securitypolicyviolation', (event) => {
            resolve(event.effectiveDirective);
          });
          const script = document.createElement('script');
          script.textContent = 'globalThis.isBad = true';
          document.head.append(script);
        }),
    );
    expect(violated).toBe('script-src-elem');
    expect(await page.evaluate(() => 'isBad' in globalThis)).toBe(false);
  });

  test('a page cannot navigate away or open a window unless the app lets it', async () => {
    await page.click('#out');
    await expect.poll(log, soon).toContainEqual(['will-navigate', 'https://example.invalid/x']);
    expect(await log()).toContainEqual(['will-frame-navigate', 'https://example.invalid/x']);
    const permission = await page.evaluate(async () => {
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      return state;
    });
    expect(permission).toBe('denied');
    await page.click('#blank');
    await expect.poll(log, soon).toContainEqual(['window-open', 'https://example.invalid/y']);
    await expect
      .poll(() => (existsSync(openLog) ? readFileSync(openLog, 'utf8') : ''))
      .toContain('https://example.invalid/y');
    expect(await page.textContent('h1')).toBe('Fixture');
  });

  test('a second window comes and goes without the first, and a theme reaches the pages', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const window = new BrowserWindow({ width: 300, height: 200, x: 860, y: 400 });
      void window.loadURL('app://bundle/index.html');
    });
    // Not the next window that is announced: one that was refused a moment ago may still pass by.
    const second = await eventually('the second window', async () => {
      const others = app.windows().filter((each) => each !== page && !each.isClosed());
      const titles = await Promise.all(others.map((each) => each.title().catch(() => '')));
      return others[titles.indexOf('Fixture')];
    });
    expect(await second.evaluate(() => typeof globalThis.api)).toBe('undefined');
    await second.close();
    const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    await expect.poll(count).toBe(1);
    expect(await page.evaluate(() => globalThis.api.invoke('theme', 'dark'))).toBe(true);
    await expect
      .poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
      .toBe(true);
    expect(await page.evaluate(() => globalThis.api.invoke('clip', 'some text'))).toBe('some text');
  });
});

describe('the bridge', () => {
  test('a hidden window that cannot have the focus takes none, may sound without a click, and is never shown', async () => {
    const found = await app.evaluate(async ({ BrowserWindow }) => {
      const [first] = BrowserWindow.getAllWindows();
      let blurs = 0;
      first?.on('blur', () => (blurs += 1));
      const unseen = new BrowserWindow({ show: false, focusable: false });
      const signs: string[] = [];
      unseen.webContents.on('did-navigate-in-page', (_event, url) => signs.push(url));
      await unseen.loadURL('app://bundle/index.html');
      const state: unknown = await unseen.webContents.executeJavaScript(
        'const context = new AudioContext(); context.resume().then(() => { location.hash = "sign"; return context.state; })',
      );
      let refusal = '';
      try {
        unseen.show();
      } catch (error) {
        refusal = String(error);
      }
      const isVisible = unseen.isVisible();
      unseen.destroy();
      return { blurs, isVisible, refusal, signs, state };
    });
    expect(found).toEqual({
      blurs: 0,
      isVisible: false,
      refusal: expect.stringContaining('is not supported'),
      signs: ['app://bundle/index.html#sign'],
      state: 'running',
    });
  });

  test('the page sees the frozen API and nothing else', async () => {
    const seen = await page.evaluate(() => {
      const { api } = globalThis;
      const names = ['require', 'module', 'process', 'ipcRenderer', 'Buffer', 'global'];
      return {
        leaks: names.filter((name) => name in globalThis),
        own: Object.keys(globalThis).filter((name) => name.startsWith('__')),
        frozen: [api, api.nested, api.nested.list, api.nested.list[1]].every(Object.isFrozen),
        writable: Object.getOwnPropertyDescriptor(globalThis, 'api')?.writable,
        second: Reflect.get(globalThis, 'secondExpose') as unknown,
        version: api.version,
        isSandboxed: api.isSandboxed,
      };
    });
    expect(seen).toEqual({
      leaks: [],
      own: [],
      frozen: true,
      writable: false,
      second: 'Cannot bind an API on top of an existing property on the window object',
      version: await app.evaluate(() => process.versions.electron),
      isSandboxed: true,
    });
  });

  test('values, callbacks, promises and errors cross', async () => {
    const crossed = await page.evaluate(async () => {
      const { api } = globalThis;
      const map = await api.later(new Map([['a', new Date(5)]]));
      let thrown: unknown;
      try {
        api.fail();
      } catch (error) {
        thrown = error;
      }
      return {
        sum: api.add(2, 3),
        doubled: api.map([1, 2, 3], (number) => number * 2),
        isDate: map instanceof Map && map.get('a') instanceof Date,
        thrown: thrown instanceof Error && thrown.message,
        kinds: api.kinds({ d: new Date(), m: new Map(), u: undefined, t: new Uint8Array(2) }),
      };
    });
    expect(crossed).toEqual({
      sum: 5,
      doubled: [2, 4, 6],
      isDate: true,
      thrown: 'from preload',
      kinds: ['d:[object Date]', 'm:[object Map]', 'u:[object Undefined]', 't:[object Uint8Array]'],
    });
  });

  test('what is not supported says so by name', async () => {
    expect(await page.evaluate(() => globalThis.api.unsupported())).toContain(
      'electron-host: ipcRenderer.sendSync is not supported',
    );
    const refused = await app.evaluate(({ BrowserWindow }) => {
      try {
        BrowserWindow.getAllWindows()[0]?.setKiosk(true);
        return '';
      } catch (error) {
        return String(error);
      }
    });
    expect(refused).toContain('electron-host: BrowserWindow.setKiosk is not supported');
  });
});

/** What an invoke on this channel is rejected with. */
const failureOf = (channel: string): Promise<string> =>
  page.evaluate(
    (name) =>
      globalThis.api.invoke(name).then(
        () => '',
        (error: Error) => error.message,
      ),
    channel,
  );

describe('messages', () => {
  test('structured clones arrive whole, both ways', async () => {
    const arrived = await page.evaluate(async () => {
      const cycle: { me?: unknown } = {};
      cycle.me = cycle;
      const sent = {
        date: new Date(7),
        map: new Map([[1, new Set([2])]]),
        missing: undefined,
        nan: Number.NaN,
        minusZero: -0,
        big: 12n,
        bytes: new Uint8Array([1, 2, 255]),
        pattern: /x/gi,
        cycle,
      };
      const { api } = globalThis;
      const got = await api.invoke<typeof sent>('echo', sent);
      const error = await api.invoke<Error>('echo', new RangeError('r'));
      return [
        got.date.getTime(),
        got.map.get(1)?.has(2),
        'missing' in got && got.missing === undefined,
        Number.isNaN(got.nan),
        Object.is(got.minusZero, -0),
        got.big === 12n,
        [...got.bytes],
        String(got.pattern),
        got.cycle.me === got.cycle,
        error instanceof Error && error.message,
      ];
    });
    expect(arrived).toEqual([7, true, true, true, true, true, [1, 2, 255], '/x/gi', true, 'r']);
  });

  test('an invoke that fails rejects with the reason', async () => {
    expect(await failureOf('fail')).toBe(
      "Error invoking remote method 'fail': TypeError: bad order uuid",
    );
    expect(await failureOf('nope')).toBe(
      "Error invoking remote method 'nope': Error: No handler registered for 'nope'",
    );
  });

  test('twenty thousand messages each way keep their order', async () => {
    const result = await page.evaluate(async () => {
      const { api } = globalThis;
      const count = 20_000;
      const ticked = api.once('tick-done');
      for (let index = 0; index < count; index++) api.send('tick', index, index === count - 1);
      const [up] = await ticked;
      const flooded = api.count('flood', count);
      api.send('flood', count);
      return { up, down: await flooded };
    });
    expect(result).toEqual({ up: 20_000, down: { got: 20_000, outOfOrder: 0 } });
    expect((await log()).filter(([name]) => name === 'out-of-order')).toEqual([]);
  });

  test('a utility process answers structured clones and says goodbye', async () => {
    const heard = await page.evaluate(() => globalThis.api.invoke('utility'));
    expect(heard).toEqual({
      out: 'heard with --greet\n',
      answer: { type: 'utility', when: true, size: 2 },
    });
  });
});

/** How many notifications the daemon shows. */
const displayed = () => run('dunstctl', 'count', 'displayed');

describe('notifications', () => {
  test('a notification is shown by the daemon, and a mouse click on it comes back', async () => {
    await page.click('#notify');
    await expect.poll(log, soon).toContainEqual(['notification:show']);
    await expect.poll(displayed).toBe('1');
    run('xdotool', 'mousemove', '1100', '90', 'click', '1');
    await expect.poll(log, soon).toContainEqual(['notification:click']);
    run('dunstctl', 'close-all');
    await expect.poll(displayed).toBe('0');
  });

  test('a notification that the user closes says why', async () => {
    await page.click('#notify');
    await expect.poll(log, soon).toContainEqual(['notification:show']);
    run('dunstctl', 'close');
    await expect.poll(log, soon).toContainEqual(['notification:close', 'userCanceled']);
  });

  test('a button of a notification comes back by its place', async () => {
    const pickFile = process.env['WAYBELL_PICK_FILE'] ?? process.env['PICK_FILE'] ?? '';
    await page.click('#notify');
    await expect.poll(log, soon).toContainEqual(['notification:show']);
    writeFileSync(pickFile, 'Mute');
    // it answers only after the choice, so it is not waited for
    execFile('dunstctl', ['context']);
    await expect.poll(log, soon).toContainEqual(['notification:action', 1]);
    await app.evaluate(() => globalThis.notification.close());
    await expect.poll(log, soon).toContainEqual(['notification:close', 'applicationHidden']);
  });
});

describe('the tray', () => {
  test('a panel shows the icon, and a click on it comes back', async () => {
    expect(await trayOwner()).toContain('org.kde.StatusNotifierItem-');
    expect(await trayWords()).toContain('Fixture: 3 orders watched');
    await app.evaluate(() => globalThis.tray.setImage(globalThis.dot(220, 50, 50)));
    clickTrayIcon();
    await expect.poll(log, soon).toContainEqual(['tray-click']);
  });

  test('an entry of the menu is chosen by keyboard', async () => {
    clickTrayIcon('3');
    await expect
      .poll(
        async () => {
          run('xdotool', 'key', 'Down', 'Down', 'Return');
          return log();
        },
        { ...soon, interval: 500 },
      )
      .toContainEqual(['menu', 'dnd', true]);
    run('xdotool', 'key', 'Escape');
  });

  test('the icon is told to a panel that starts later', async () => {
    const bus = 'org.freedesktop.DBus';
    const watcher = 'org.kde.StatusNotifierWatcher';
    const owner = (name: string) => busCall(bus, '/', `${bus}.GetNameOwner`, name).catch(() => '');
    expect(await shownInTray()).toContain('StatusNotifierItem');
    const panel = 'xfce4-panel';
    run(panel, '--quit');
    for (const name of ['org.xfce.Panel', watcher]) {
      await expect.poll(() => owner(name), soon).toBe('');
    }
    // Not by `--restart`: on a slow machine the new panel finds the old one running, and none is left.
    spawn(panel, ['--disable-wm-check'], { detached: true, stdio: 'ignore' }).unref();
    await expect.poll(() => owner(watcher), soon).not.toBe('');
    await expect.poll(shownInTray, soon).toContain('StatusNotifierItem');
  });
});

describe('life cycle', () => {
  test('closing hides to the tray, by the window manager and by the app, and the page lives on', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    await expect.poll(visibleWindow).not.toBe('');
    const id = `0x${Number(visibleWindow()).toString(16)}`;
    run('wmctrl', '-i', '-c', id);
    await expect.poll(log, soon).toContainEqual(['close', false]);
    await expect.poll(log, soon).toContainEqual(['hide']);
    await expect.poll(visibleWindow).toBe('');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    await expect.poll(visibleWindow).not.toBe('');
    await app.evaluate(() => globalThis.log.splice(0));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(log, soon).toContainEqual(['close', false]);
    await expect.poll(visibleWindow).toBe('');
    expect(await page.textContent('h1')).toBe('Fixture');
  });

  test('a second start hands its arguments over and ends', async () => {
    const child = spawn(launcher, [...appArgs, '--watch=7f3c'], { env, stdio: 'inherit' });
    const code = await new Promise((done) => child.once('exit', done));
    expect(code).toBe(0);
    const args = [...appArgs, '--watch=7f3c'];
    await expect.poll(log, soon).toContainEqual(['second-instance', args, { from: 'fixture' }]);
  });

  test('a crashed page is announced, and loading it again recovers', async () => {
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
    await expect.poll(log, soon).toContainEqual(['gone', 'crashed']);
    await expect.poll(log, soon).toContainEqual(['app:gone', 'crashed']);
    const answer = await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) return undefined;
      const loaded = new Promise<void>((done) => {
        window.webContents.once('did-finish-load', () => done());
      });
      window.reload();
      await loaded;
      const code = 'api.invoke("echo", 41).then((number) => number + 1)';
      return (await window.webContents.executeJavaScript(code)) as unknown;
    });
    expect(answer).toBe(42);
  });

  test('quitting ends every process', async () => {
    await app.close();
    isRunning = false;
    await expect.poll(() => ownProcesses(), soon).toEqual([]);
  });
});

/** Starts the fixture without Playwright and waits until its window is there. */
async function startAlone() {
  const own = mkdtempSync(join(tmpdir(), 'electron-host-end-'));
  const child = spawn(launcher, [`--user-data-dir=${own}`, fixture], {
    env: { ...env, HOST_DEBUG_PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(own, { recursive: true, force: true });
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said, soon).toContain('DevTools listening on');
  await expect.poll(visibleWindow, soon).not.toBe('');
  return { child, own };
}

describe('where Electron looks for its binary', () => {
  const found = { ...env, ELECTRON_OVERRIDE_DIST_PATH: dirname(launcher) };

  test('the npm package electron starts the host', async () => {
    const own = mkdtempSync(join(tmpdir(), 'electron-host-npm-'));
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    const cli = join(process.cwd(), 'node_modules/electron/cli.js');
    const child = spawn(process.execPath, [cli, `--user-data-dir=${own}`, fixture], {
      env: { ...found, HOST_HEADLESS: '1' },
      stdio: 'ignore',
    });
    const lock = join(own, 'host-instance.json');
    await expect.poll(() => existsSync(lock), soon).toBe(true);
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    await expect.poll(() => ownProcesses(own), soon).toEqual([]);
  });

  test('Playwright starts the host without being told of it', async () => {
    const own = mkdtempSync(join(tmpdir(), 'electron-host-pw-'));
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dirname(launcher));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true, force: true });
    });
    const args = [`--user-data-dir=${own}`, fixture];
    const plain = await _electron.launch({ args, env: { ...found, HOST_HEADLESS: '1' } });
    const opened = await plain.firstWindow();
    await opened.waitForSelector('body[data-loaded]');
    expect(await plain.evaluate(({ app: running }) => running.getVersion())).toBe('1.2.3');
    await plain.close();
  });
});

describe('ends', () => {
  test.for(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('%s leaves no process', async (signal) => {
    const { child, own } = await startAlone();
    child.kill(signal);
    await expect.poll(() => ownProcesses(own), soon).toEqual([]);
  });
});
