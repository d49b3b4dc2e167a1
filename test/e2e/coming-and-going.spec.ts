import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { startCli } from '../support/cli/cli-run.ts';
import {
  type RunningProgram,
  startAgain,
  startApp,
  startProgram,
  throwAwayProfile,
} from './support/app.ts';
import {
  checksOf,
  connectedTo,
  fillConnectForm,
  openSettings,
  pasteIntoPage,
  rowCount,
  rowOf,
} from './support/steps.ts';
import { onThrowAwayDesktop } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { trayItems } from './support/session-bus.ts';

/*
 * How Waybell starts, idles, goes on without its window and ends; and faults of the computer: no keychain,
 * a second start, a renderer that crashes or hangs.
 */

const first = '11111111-2222-4333-8444-555555555555';
const second = '22222222-3333-4444-8555-666666666666';
const slow = '33333333-4444-4555-8666-777777777777';

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningProgram;

beforeAll(async () => {
  service = await startDeliveryService();
  for (const uuid of [first, second, slow]) service.addOrder({ uuid, status: 'active' });
});

beforeEach(async () => {
  service.faults.clear();
  profile = await throwAwayProfile();
});

afterEach(async () => {
  await running?.quit().catch(() => {});
  await profile?.remove();
});

afterAll(() => service?.close());

const windowCount = (): Promise<number> =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

/** Starts with two orders and waits until the window shows them. */
async function startWithOrders(...switches: readonly string[]) {
  const [args, env] = connectedTo(service);
  const app = await startApp(profile.dir, [...args, first, second, ...switches], env);
  running = app;
  await rowOf(app.window, first).waitFor();
  return app;
}

test('a start at login shows no window, checks orders, and opens the window on activation', async () => {
  const [args, env] = connectedTo(service);
  const before = checksOf(service, first);
  running = await startProgram(profile.dir, [...args, '--hidden', first], env);
  await eventually('checks', () => checksOf(service, first) > before + 1);
  expect(await windowCount()).toBe(0);
  if (onThrowAwayDesktop) {
    await eventually('the tray', async () => (await trayItems()).includes('StatusNotifierItem'));
  }
  const opened = running.app.waitForEvent('window');
  await running.app.evaluate(({ app }) => app.emit('activate'));
  await rowOf(await opened, first).waitFor();
});

test('while no order is watched, no timer waits and no request is sent', async () => {
  const [args, env] = connectedTo(service);
  const before = service.requests().length;
  running = await startProgram(profile.dir, [...args, '--hidden'], env);
  const timers = (): Promise<number> =>
    running.app.evaluate(
      () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length,
    );
  await eventually('the access token', () => service.requests().length > before);
  await eventually('the start is over', async () => (await timers()) === 0);
  const asked = service.requests().length;
  // 1.5 s in which a repeating timer of the main process would show.
  await running.app.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  expect(service.requests().length).toBe(asked);
  expect(await timers()).toBe(0);
});

test('the settings say that the computer is on battery, and that checks are rarer', async () => {
  const { window } = await startWithOrders();
  await running.app.evaluate(({ powerMonitor }) => {
    powerMonitor.isOnBatteryPower = () => true;
    powerMonitor.emit('on-battery');
  });
  await openSettings(window, 'This computer');
  const now = window.getByText('On battery now');
  await now.waitFor();
  expect(await now.innerText()).toContain('twice as long');
});

test('the window comes back at its place and in its size', async () => {
  await startWithOrders();
  // A page can be drawn before its window is visible; only a visible window has a place.
  await eventually('the window', () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
  );
  const bounds = { x: 60, y: 80, width: 1000, height: 640 };
  const placed = await running.app.evaluate(({ BrowserWindow }, wanted) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setBounds(wanted);
    return window?.getBounds();
  }, bounds);
  await running.quit();
  const again = await startApp(profile.dir);
  running = again;
  await rowOf(again.window, first).waitFor();
  const found = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(found).toEqual(placed);
});

test('fault 59: a page that crashes comes back by itself, and checks go on meanwhile', async () => {
  await startWithOrders();
  const before = checksOf(service, first);
  await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await eventually('more checks', () => checksOf(service, first) > before + 1);
  expect(await eventually('the rows again', async () => (await rowCount(running)) || null)).toBe(2);
});

/** The heading of the details. Does not use Playwright's page, which is unusable after a crash. */
const detailHeading = (): Promise<unknown> =>
  running.app
    .evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelector("aside, [role=complementary]")?.innerText ?? ""',
      ),
    )
    .catch(() => '');

test('fault 59: a page that crashes comes back with the order whose details were open', async () => {
  const { window } = await startWithOrders();
  await rowOf(window, first).click();
  await window.getByText(first).waitFor();
  await running.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const isBack = new Promise<void>((resolve) => {
      contents?.once('did-finish-load', () => resolve());
    });
    contents?.forcefullyCrashRenderer();
    return isBack;
  });
  const shown = await eventually('the details again', async () => {
    const text = String(await detailHeading());
    return text.includes('Stops') && text;
  });
  expect(shown).toContain(first);
});

test('closing and opening the window in quick succession ends with the window open', async () => {
  await startWithOrders();
  const faults = await running.app.evaluate(async ({ app, BrowserWindow }) => {
    const found: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      for (const each of BrowserWindow.getAllWindows()) each.close();
      // Turns of the event loop, so that opening meets every stage of closing.
      for (let turn = 0; turn < n; turn += 1) await new Promise((next) => setImmediate(next));
      try {
        app.emit('activate');
      } catch (error) {
        found.push(String(error));
      }
    }
    return found;
  });
  expect(faults).toEqual([]);
  await eventually('the rows', async () => (await rowCount(running)) === 2);
  const isOpen = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((each) => each.isVisible()),
  );
  expect(isOpen).toEqual([true]);
});

test.each(['1.25', '2'])(
  'on a screen that shows everything %s times as large the whole window is in sight',
  async (factor) => {
    const { window: page } = await startWithOrders(`--force-device-scale-factor=${factor}`);
    // Its first bounds may be those from before the window manager gave it a frame.
    await eventually('a window that fits', () =>
      running.app.evaluate(({ BrowserWindow, screen }) => {
        const [window] = BrowserWindow.getAllWindows();
        if (window?.isVisible() !== true) return null;
        const { height, width } = window.getContentBounds();
        const { workArea } = screen.getPrimaryDisplay();
        return (height <= workArea.height && width <= workArea.width) || null;
      }),
    );
    const overflow = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { isWider: scrollWidth > innerWidth, isHigher: scrollHeight > innerHeight };
    });
    expect(overflow).toEqual({ isWider: false, isHigher: false });
  },
);

test('fault 59: a page that hangs is ended and comes back, and checks go on meanwhile', async () => {
  const { window } = await startWithOrders();
  const before = checksOf(service, first);
  await running.app.evaluate(({ BrowserWindow }) => {
    void BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript('setTimeout(() => { for (;;); }, 0)')
      .catch(() => undefined);
  });
  // Electron decides when a page is unresponsive; this test sends the event itself.
  const crashed = new Promise((resolve) => window.once('crash', resolve));
  await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.emit('unresponsive'),
  );
  await crashed;
  expect(checksOf(service, first)).toBeGreaterThan(before + 1);
  expect(await eventually('the rows again', async () => (await rowCount(running)) || null)).toBe(2);
});

test('fault 67: quitting while requests are unanswered stores the last added order and stops in time', async () => {
  const { window } = await startWithOrders();
  service.fault({ match: { target: 'order' }, action: { do: 'blackHole' } });
  await pasteIntoPage(window, slow);
  await window.getByRole('button', { name: /Watch 1 order/ }).click();
  await rowOf(window, slow).waitFor();
  await running.quit();
  const log = readFileSync(join(profile.dir, 'logs', 'waybell.log'), 'utf8');
  // A stop that is aborted after 1.8 s does not log this line.
  expect(log.trim().split('\n').at(-1)).toContain('"stopped"');
  const list = startCli(['export', '--profile', profile.dir]);
  await list.ended;
  expect(list.lines.join('\n')).toContain(slow);
});

test('fault 58: a second start brings a closed window back, with the order that it names', async () => {
  const [args, env] = connectedTo(service);
  const app = await startApp(profile.dir, [...args, first], env);
  running = app;
  await rowOf(app.window, first).waitFor();
  await running.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.close();
  });
  await eventually('no window', async () => (await windowCount()) === 0);
  const opened = running.app.waitForEvent('window');
  expect(await startAgain(profile.dir, [second])).toBe(0);
  const window = await opened;
  await rowOf(window, second).waitFor();
  expect(
    await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((each) => each.isVisible()),
    ),
  ).toBe(true);
});

// Elsewhere the keychain is a part of the system that cannot be taken away.
describe.runIf(onThrowAwayDesktop)('without a keychain', () => {
  test('fault 57: the app starts, and a secret for this session only is used and not written', async () => {
    const app = await startApp(profile.dir, ['--interval', '1'], {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(profile.dir, 'no-bus')}`,
    });
    running = app;
    const { window } = app;
    const { clientSecret } = service.credentials;
    await fillConnectForm(window, service);
    await window.getByLabel('For this session only').click();
    await window.getByRole('button', { name: /^Connect/ }).click();
    await window.getByText('No orders yet').waitFor();
    await pasteIntoPage(window, first);
    await window.getByRole('button', { name: /Watch 1 order/ }).click();
    const before = checksOf(service, first);
    await eventually('checks', () => checksOf(service, first) > before + 1);
    expect(running.everythingWritten()).not.toContain(clientSecret);
  });
});

/** The GPU process of the app of this profile, or null when there is none. */
function drawingProcess(): number | null {
  const found = readdirSync('/proc').find((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return command.includes('--type=gpu-process') && command.includes(profile.dir);
    } catch {
      return false;
    }
  });
  return found === undefined ? null : Number(found);
}

// The engine's processes are found by /proc.
test.runIf(onThrowAwayDesktop)(
  'fault 59: when the GPU process dies, another one replaces it and checks go on',
  async () => {
    const { window } = await startWithOrders();
    const before = checksOf(service, first);
    const drawing = await eventually('a drawing process', drawingProcess);
    execFileSync('kill', ['-KILL', String(drawing)]);
    await eventually('another one', () => {
      const now = drawingProcess();
      return now !== null && now !== drawing;
    });
    await eventually('more checks', () => checksOf(service, first) > before + 1);
    await window.keyboard.press('j');
    await rowOf(window, first).click();
    expect(await rowCount(running)).toBe(2);
  },
);
