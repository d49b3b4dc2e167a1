import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient, type MessageBus } from 'dbus-native';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { desktopCommand, onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { chooseInTrayMenu, trayTexts } from './support/session-bus.ts';
import { orderIdOf } from '../support/order-id-of.ts';
import { connectedTo, fillConnectForm, openSettings, watchWaiting } from './support/steps.ts';

/*
 * Waybell among the other programs of a desktop: keys pressed in another program, the panel's menu, the
 * screen's lock, the toolkit's file dialogs; these steps follow one another. And on a desktop without a
 * session bus: no keychain, no tray, no notifications. Nothing may be lost there.
 */

const florist = orderIdOf('a1111111-2222-4333-8444-555555555555');
const clinic = orderIdOf('b2222222-3333-4444-8555-666666666666');
const orders = [
  { id: florist, label: 'Florist' },
  { id: clinic, label: 'Clinic' },
];

const saver = 'org.freedesktop.ScreenSaver';
const saverPath = '/org/freedesktop/ScreenSaver';

const setKey = async (page: Page, name: string, key: string): Promise<void> => {
  await openSettings(page, 'This computer');
  await page.getByRole('button', { name: `Set the key for: ${name}` }).click();
  await page.keyboard.press(key);
};

const listedWindows = (): Promise<string> => desktopCommand('wmctrl', '-l');

/** The dialogs of the toolkit, by their window ids. */
const fileDialogs = async (): Promise<readonly string[]> => {
  // The list fails when a window goes while it is asked for.
  const windows = (await listedWindows().catch(listedWindows)).split('\n');
  return windows.filter((each) => each.endsWith('Save File')).map((each) => each.slice(0, 10));
};

/** What xdotool says of the window with the focus; empty while the focus changes, when asking fails. */
const ofActiveWindow = (...what: readonly string[]): Promise<string> =>
  desktopCommand('xdotool', 'getactivewindow', ...what).catch(() => '');

// Elsewhere the desktop's programs cannot be asked.
describe.runIf(onThrowAwayDesktop)('among other programs', () => {
  let service: DeliveryService;
  let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
  let running: RunningApp;
  let screenSaver: MessageBus;
  let isLocked = false;
  let window: Page;

  const receivesKeys = () =>
    running.app.evaluate(({ webContents }) => webContents.getFocusedWebContents() !== null);

  const start = async (profileDir: string): Promise<RunningApp> => {
    const [args, env] = connectedTo(service);
    const app = await startApp(profileDir, [...args, '--session-only'], env);
    await app.window.getByText('No orders yet').waitFor();
    return app;
  };

  const openDialog = async (): Promise<void> => {
    await openSettings(window, 'Hand-over');
    await window.getByRole('button', { name: 'Save…' }).first().click();
    const [dialog = ''] = await eventually('the dialog', async () => {
      const open = await fileDialogs();
      return open.length === 1 ? open : null;
    });
    await eventually('its focus', async () => {
      return Number(await ofActiveWindow()) === Number(dialog);
    });
  };

  const lock = (isOn: boolean): void => {
    isLocked = isOn;
    screenSaver.sendSignal(saverPath, saver, 'ActiveChanged', 'b', [isOn]);
  };

  beforeAll(async () => {
    screenSaver = createClient({ busAddress: process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '' });
    screenSaver.connection.on('error', () => undefined);
    screenSaver.setMethodCallHandler(saverPath, saver, 'GetActive', [() => isLocked, 'b']);
    service = await startDeliveryService();
    for (const uuid of [florist, clinic])
      service.addOrder({ uuid, status: 'pending', courier: {} });
    profile = await throwAwayProfile();
    running = await start(profile.dir);
    window = running.window;
    // One that comes later than the program is followed too.
    await screenSaver.requestName(saver, 0);
  });

  afterAll(async () => {
    await running?.quit().catch(() => {});
    await screenSaver?.close();
    await service?.close();
    await profile?.remove();
  });

  test('keys pressed in another program open the closed window with the uuids on the clipboard', async () => {
    const name = 'Watch the uuids on the clipboard';
    await setKey(window, name, 'Control+Alt+KeyW');
    await window.getByRole('button', { name: `Remove the key for: ${name}` }).waitFor();
    await window.keyboard.press('Escape');
    await running.app.evaluate(async ({ BrowserWindow, clipboard }, text) => {
      await clipboard.writeText(text);
      for (const each of BrowserWindow.getAllWindows()) each.close();
    }, `florist ${florist}`);
    await eventually('its end', () =>
      running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length === 0),
    );
    const opened = running.app.waitForEvent('window');
    await desktopCommand('xdotool', 'key', 'ctrl+alt+w');
    window = await opened;
    await window.getByRole('button', { name: 'Watch 1 order' }).waitFor();
    await expect.poll(() => ofActiveWindow('getwindowname')).toBe('Waybell');
    await window.keyboard.press('Escape');
  });

  test('a window that comes back from the taskbar takes keys', async () => {
    const id = await eventually('its window', () => ofActiveWindow());
    await desktopCommand('xdotool', 'windowminimize', id);
    await expect.poll(receivesKeys).toBe(false);
    await desktopCommand('xdotool', 'windowactivate', id);
    await expect.poll(receivesKeys).toBe(true);
  });

  test('keys that another program holds are said', async () => {
    const other = await throwAwayProfile();
    const second = await start(other.dir);
    try {
      await setKey(second.window, 'Open Waybell', 'Control+Alt+KeyW');
      const said = second.window.getByRole('alert');
      await said.waitFor();
      expect(await said.innerText()).toContain('Another program has these keys');
    } finally {
      await second.quit();
      await other.remove();
    }
  });

  test('the tray’s menu pauses and resumes', async () => {
    await watchWaiting(window, orders);
    await chooseInTrayMenu('For 1\u00A0hour', 'Pause checking');
    await eventually('the pause', async () => (await trayTexts()).includes('checking is paused'));
    await chooseInTrayMenu('Resume checking');
    await eventually('its end', async () => !(await trayTexts()).includes('paused'));
    expect(await trayTexts()).toContain('2 orders on the list');
  });

  test('while the desktop says that the screen is locked, a notification leaves the label out', async () => {
    const before = receivedNotifications().length;
    lock(true);
    service.setOrder(florist, { status: 'cancelled' });
    const received = await eventually('the card', () => receivedNotifications()[before]);
    lock(false);
    expect(`${received.summary} ${received.body}`).toBe('Order cancelled Order a1111111');
  });

  test('“Save…” chosen again while its dialog is open opens no second one', async () => {
    await openDialog();
    await window.getByRole('button', { name: 'Save…' }).first().click();
    await window.evaluate(() => globalThis.waybell.computerState());
    // A second one would stay when the first is closed.
    await desktopCommand('xdotool', 'key', 'Escape');
    await expect.poll(fileDialogs).toEqual([]);
  });

  test('a file is saved where the toolkit’s dialog says, and nowhere after a cancel', async () => {
    await openDialog();
    await desktopCommand('xdotool', 'key', 'Escape');
    await eventually('its end', async () => (await fileDialogs()).length === 0);
    await openDialog();
    const file = join(process.env['HOME'] ?? '', 'mine.json');
    await desktopCommand('xdotool', 'key', 'ctrl+a');
    await desktopCommand('xdotool', 'type', '--delay', '2', file);
    await desktopCommand('xdotool', 'key', 'Return');
    await window.getByText('mine.json').first().waitFor();
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.json'))).toEqual([
      'mine.json',
    ]);
  });

  test('a dialog that is open holds up neither the end of the window nor that of the program', async () => {
    await openDialog();
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.close();
    });
    await eventually('the window’s end', () =>
      running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length === 0),
    );
    expect(await fileDialogs()).toHaveLength(1);
    const ended = once(running.app.process(), 'exit');
    await chooseInTrayMenu('Quit Waybell');
    expect(await ended).toEqual([0, null]);
  });
});

// Only on Linux are they separate programs that can be missing.
describe.runIf(onThrowAwayDesktop)('without a session bus', () => {
  let service: DeliveryService;
  let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
  let running: RunningApp;

  beforeAll(async () => {
    service = await startDeliveryService();
    profile = await throwAwayProfile();
    running = await startApp(profile.dir, [], {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(profile.dir, 'no-bus')}`,
    });
  });

  afterAll(async () => {
    await running?.quit().catch(() => {});
    await service?.close();
    await profile?.remove();
  });

  test('without a keychain the secret is not stored, and the window says why', async () => {
    const { window } = running;
    await fillConnectForm(window, service);
    await window.getByRole('button', { name: /^Connect/ }).click();
    await eventually('the sentence', async () =>
      /keychain/i.test(await window.getByRole('alert').allInnerTexts().then(String)),
    );
    expect(running.everythingWritten()).not.toContain(service.credentials.clientSecret);
  });

  test('without a tray, closing the window minimises it', async () => {
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.close();
    });
    const state = await eventually('a minimised window', () =>
      running.app.evaluate(({ BrowserWindow }) => {
        const [only] = BrowserWindow.getAllWindows();
        return only?.isMinimized() ? 'minimised' : null;
      }),
    );
    expect(state).toBe('minimised');
  });
});
