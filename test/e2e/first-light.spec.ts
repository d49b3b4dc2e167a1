import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, startAgain, throwAwayProfile } from './support/app.ts';
import {
  clickNotification,
  desktopCommand,
  onThrowAwayDesktop,
  receivedNotifications,
} from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { runningProcesses } from './support/processes.ts';
import { trayItems } from './support/session-bus.ts';
import { storedSecret } from './support/stored-secret.ts';
import { rowOf } from './support/steps.ts';
import './support/window-bridge.ts';

/*
 * One dispatcher's first morning, from the connect screen to quitting, on the built app. The steps
 * follow one another: each starts from where the one before it ended.
 */

const moving = '11111111-2222-4333-8444-555555555555';
const waiting = '22222222-3333-4444-8555-666666666666';
const unknown = '33333333-4444-4555-8666-777777777777';
const handedOver = '44444444-5555-4666-8777-888888888888';

const courier = {
  name: 'Lau Chi Keung',
  phone_number: '+85255123047',
  location: { lat: 22.2823, lon: 114.1573, location_updated_at: 1_770_000_000 },
};

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;
let receivedBeforeRestart = 0;

const row = (id: string) => rowOf(window, id);

/** Pastes as the system would: the text arrives in a paste event, wherever the focus is. */
async function paste(text: string): Promise<void> {
  await window.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const checksOf = (id: string): number =>
  service.requests().filter(({ path }) => path.endsWith(id)).length;

const isWindowVisible = (): Promise<boolean> =>
  running.app
    .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((each) => each.isVisible()))
    // asked in the middle of the window's making, there is no answer yet
    .catch(() => false);

const windowCount = (): Promise<number> =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

beforeAll(async () => {
  service = await startDeliveryService();
  service.addOrder({ uuid: moving, status: 'pending', courier: {} });
  service.addOrder({ uuid: waiting, status: 'pending', courier: {} });
  service.addOrder({ uuid: handedOver, status: 'pending', courier: {} });
  profile = await throwAwayProfile();
  running = await startApp(profile.dir, ['--interval', '1']);
  window = running.window;
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
});

test('a wrong secret is explained, and nothing is stored', async () => {
  await window.getByLabel('Base URL').fill(service.baseUrl);
  await window.getByLabel('Client ID').fill(service.credentials.clientId);
  await window.getByRole('textbox', { name: 'Client secret' }).fill('not-the-secret');
  await window.getByRole('button', { name: 'Test connection' }).click();
  await window.getByText('No access token').waitFor();
  await window.getByText('did not accept this client ID and secret').waitFor();
  expect(await storedSecret(service)).toBeNull();
});

test('the right secret connects and goes into the keychain', async () => {
  await window
    .getByRole('textbox', { name: 'Client secret' })
    .fill(service.credentials.clientSecret);
  await window.getByRole('button', { name: /^Connect/ }).click();
  await window.getByText('No orders yet').waitFor();
  expect(await storedSecret(service)).toBe(service.credentials.clientSecret);
});

test('three pasted uuids become three rows, and the unknown one says so', async () => {
  await paste(`Morning list\n${moving} florist\n${waiting}; ${unknown}\n`);
  await window.getByRole('button', { name: /Watch 3 orders/ }).waitFor();
  expect(checksOf(moving)).toBe(0);
  await window.keyboard.press('Enter');
  await eventually('three rows', async () => (await window.getByRole('option').count()) === 3);
  await row(waiting).getByText('Waiting').first().waitFor();
  await row(unknown).getByText('Not found').waitFor();
  expect(receivedNotifications().filter(({ summary }) => summary.startsWith('Matched'))).toEqual(
    [],
  );
});

test('a change at the service changes the row', async () => {
  service.setOrder(moving, { status: 'active', courier });
  const changed = window.getByRole('option').filter({ hasText: 'Lau Chi Keung' });
  await changed.waitFor();
  expect(await changed.innerText()).not.toContain('Waiting');
});

test.runIf(onThrowAwayDesktop)(
  'and is told by the notification daemon, without names',
  async () => {
    const received = await eventually('the notification', () =>
      receivedNotifications().find(({ summary }) => summary === 'Matched with a courier'),
    );
    expect(received.body).not.toContain('Lau Chi Keung');
    expect(received.body).not.toContain('5512');
  },
);

test('closing the window leaves the app in the tray, and checks go on', async () => {
  await running.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.close();
  });
  await eventually('no visible window', async () => !(await isWindowVisible()));
  await eventually('its renderer has ended', async () => (await windowCount()) === 0);
  const before = checksOf(waiting);
  await eventually('another check', () => checksOf(waiting) > before + 1);
  expect(await windowCount()).toBe(0);
});

test.runIf(onThrowAwayDesktop)('the panel shows its tray icon meanwhile', async () => {
  expect(await trayItems()).toContain('StatusNotifierItem');
});

test.runIf(onThrowAwayDesktop)(
  'an order that stays unknown is told once it is certain',
  async () => {
    const received = await eventually('the notification', () =>
      receivedNotifications().find(({ summary }) => summary === 'Order not found'),
    );
    expect(received.body).toContain(unknown.slice(0, 8));
  },
);

test.runIf(onThrowAwayDesktop)(
  'a click on a notification opens the window on that order',
  async () => {
    // the daemon's first notification is the one that gets the click
    await desktopCommand('dunstctl', 'close-all');
    const before = receivedNotifications().length;
    // A second match within the minute would join the first on one card.
    service.setOrder(waiting, { status: 'completed', courier: { ...courier, name: 'Ho Ka Ho' } });
    const received = await eventually('the notification', () =>
      receivedNotifications()
        .slice(before)
        .find(({ summary }) => summary.startsWith('Completed')),
    );
    expect(received.body).toContain(waiting.slice(0, 8));
    await clickNotification();
    await eventually('the window', isWindowVisible);
    window = await running.currentWindow();
    await window.getByRole('complementary', { name: 'Order details' }).waitFor();
    await row(waiting).and(window.locator('[aria-selected="true"]')).waitFor();
  },
);

test('a second start hands its uuids to the first and ends', async () => {
  const exitCode = await startAgain(profile.dir, [handedOver]);
  expect(exitCode).toBe(0);
  window = await running.currentWindow();
  await row(handedOver).waitFor();
});

test('a restart shows the same orders', async () => {
  await running.quit();
  receivedBeforeRestart = receivedNotifications().length;
  service.setOrder(moving, { status: 'completed', courier });
  running = await startApp(profile.dir, ['--interval', '1']);
  window = running.window;
  await window
    .getByRole('option')
    .filter({ hasText: 'florist' })
    .filter({ hasText: 'Completed' })
    .waitFor();
  expect(await window.getByRole('option').count()).toBe(4);
});

test.runIf(onThrowAwayDesktop)('and what happened meanwhile notifies once', async () => {
  await eventually('the completion', () =>
    receivedNotifications()
      .slice(receivedBeforeRestart)
      .find(({ summary }) => summary.startsWith('Completed')),
  );
  const seenChecks = checksOf(moving);
  await window.getByRole('option').filter({ hasText: 'florist' }).click();
  await window.keyboard.press('r');
  await eventually('one more check', () => checksOf(moving) > seenChecks);
  const completions = receivedNotifications()
    .slice(receivedBeforeRestart)
    .filter(({ summary }) => summary.startsWith('Completed'));
  expect(completions).toHaveLength(1);
  // the keychain needs a moment at the start; that is not worth an alarm
  expect(receivedNotifications().map(({ summary }) => summary)).not.toContain(
    'Keychain not available',
  );
});

/** The command lines of the processes of the app. */
const processesOfTheApp = (): readonly string[] =>
  runningProcesses()
    .map(({ commandLine }) => commandLine)
    .filter((commandLine) => commandLine.includes(profile.dir));

test('neither the secret nor a token is in files, windows, bridge answers or command lines', async () => {
  const inWindow = await window.evaluate(async () => {
    const { waybell } = globalThis;
    const answers = await Promise.all([
      waybell.snapshot(),
      waybell.connectionOptions(),
      waybell.contractNotes(),
    ]);
    return JSON.stringify(answers) + document.documentElement.outerHTML;
  });
  expect(inWindow).toContain(waiting.slice(0, 8));
  const called = process.platform === 'linux' ? processesOfTheApp().join('\n') : '';
  const written = running.everythingWritten() + inWindow + called;
  expect(written.length).toBeGreaterThan(1000);
  expect(written).not.toContain(service.credentials.clientSecret);
  expect(service.issuedTokenCount).toBeGreaterThan(0);
  // Every token of the simulated service is made like this.
  expect(written).not.toMatch(/sim\.\d+\.[0-9a-f]{40}/);
});

test('quitting ends every process of the app', async () => {
  const pid = running.app.process().pid;
  await running.quit();
  const ended = await eventually('the process is gone', () => {
    try {
      process.kill(pid ?? 0, 0);
      return false;
    } catch {
      return true;
    }
  });
  expect(ended).toBe(true);
});

test.runIf(onThrowAwayDesktop)('and leaves none of them behind', async () => {
  await expect.poll(processesOfTheApp).toEqual([]);
});
