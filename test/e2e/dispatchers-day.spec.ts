import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WaybellBridge } from '../../core/bridge/bridge.ts';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { checksOf, chooseFile, connectedTo, openSettings, pasteIntoPage } from './support/steps.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';

/*
 * A dispatcher's day with fifty orders, after the first morning of first-light.spec.ts. The steps
 * follow one another on the built app: each starts from where the one before it ended.
 */

const customers = ['florist', 'bakery', 'clinic', 'café', 'bookshop'];
const orders = Array.from({ length: 50 }, (_, n) => ({
  uuid: `${(0xd15a0000 + n).toString(16)}-94d7-4a60-b1c5-0e7a62d9f418`,
  label: `Run ${String(n + 1).padStart(2, '0')} ${customers[n % customers.length] ?? ''}`,
}));
const [followed, cancelled, muted, loud, dropped] = orders;
if (!followed || !cancelled || !muted || !loud || !dropped) throw new Error('Fifty were made.');

const at = (lat: number, lon: number, secondsAgo: number) => ({
  lat,
  lon,
  location_updated_at: Math.floor(Date.now() / 1000) - secondsAgo,
});
const courier = { name: 'Lau Chi Keung', phone_number: '+85255123047' };

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let folder = '';
let running: RunningApp;
let window: Page;

const row = (label: string): Locator => window.getByRole('option').filter({ hasText: label });
const view = (name: string): Locator =>
  window.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
const list = (): Locator => window.getByRole('listbox', { name: 'Orders', exact: true });
const details = (): Locator => window.getByRole('complementary');
const health = (word: string): Locator => view(word);
const received = (summary: string, after: number) =>
  receivedNotifications()
    .slice(after)
    .filter((notification) => notification.summary.startsWith(summary));

beforeAll(async () => {
  service = await startDeliveryService();
  for (const { uuid } of orders) service.addOrder({ uuid, status: 'pending', courier: {} });
  folder = mkdtempSync(join(tmpdir(), 'waybell-day-'));
  profile = await throwAwayProfile();
  running = await startApp(profile.dir, ...connectedTo(service));
  window = running.window;
  window.setDefaultTimeout(10_000);
  await window.getByText('No orders yet').waitFor();
  // Fifty orders every second are more than the cap of a new profile lets through.
  await window.evaluate(async () => {
    const { waybell } = globalThis as { waybell?: WaybellBridge };
    await waybell?.changeSettings({ requestsPerMinute: 6000 });
  });
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('fifty lines are pasted, and watched with the labels from the text', async () => {
  const lines = orders.map(({ uuid, label }) => `${label},${uuid.toUpperCase()},HKD`);
  await pasteIntoPage(
    window,
    ['name,order,currency', ...lines, lines[0], 'HK-2211-0098'].join('\n'),
  );
  const preview = window.getByRole('region', { name: 'What was found in the text' });
  await preview.getByText('50 new').waitFor();
  await preview.getByText('Line 53: Not a uuid: looks like an order number').waitFor();
  expect(service.requests().some(({ path }) => path.includes('d15a'))).toBe(false);
  await window.keyboard.press('Enter');
  await view('All 50').waitFor();
  await eventually('every order was checked', () =>
    orders.every(({ uuid }) => checksOf(service, uuid) > 0),
  );
  await window.getByRole('button', { name: 'Order of the list: Attention first' }).click();
  await window.getByRole('menuitemradio', { name: 'By label' }).click();
  await list().focus();
  await window.keyboard.press('Home');
  await row('Run 01 florist').getByText('Waiting for courier').waitFor();
});

test('one key takes a second paste back', async () => {
  await pasteIntoPage(window, service.addOrder({ status: 'pending', courier: {} }));
  await window.getByRole('button', { name: 'Watch 1 order' }).waitFor();
  await window.keyboard.press('Enter');
  await view('All 51').waitFor();
  await window.keyboard.press('ControlOrMeta+z');
  await view('All 50').waitFor();
  expect(await window.getByText('No uuid').count()).toBe(0);
});

test('orders that need attention are handled by keyboard alone', async () => {
  service.setOrder(cancelled.uuid, { status: 'cancelled' });
  await view('Needs attention 1').waitFor();
  await window.keyboard.press('2');
  await window.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  await list().focus();
  await window.keyboard.press('j');
  await window.keyboard.press('Enter');
  await details().getByText('Cancelled').first().waitFor();
  await window.keyboard.press('F2');
  await window.getByRole('textbox', { name: 'Label' }).fill('Called the bakery');
  await window.keyboard.press('Enter');
  await row('Called the bakery').waitFor();
  await list().focus();
  await window.keyboard.press('e');
  await window.getByText('Nothing needs attention').waitFor();
  await view('Archive 1').waitFor();
  await window.keyboard.press('ControlOrMeta+z');
  await view('Archive 0').waitFor();
  await window.keyboard.press('5');
  await row('Called the bakery').waitFor();
  expect(await window.getByRole('option').count()).toBe(1);
  await window.keyboard.press('1');
});

test('one courier is followed over the map, the list and the timeline', async () => {
  service.setOrder(followed.uuid, {
    status: 'on_the_way',
    courier: { ...courier, location: at(22.29, 114.148, 40) },
  });
  await row('Run 01').getByText('On the way').first().waitFor();
  await row('Run 01').click();
  await details().getByText('Matched with Lau Chi Keung').waitFor();
  for (const [n, secondsAgo] of [20, 10, 1].entries()) {
    const before = checksOf(service, followed.uuid);
    const location = at(22.289 - n / 1000, 114.149 + n / 1000, secondsAgo);
    service.setOrder(followed.uuid, { courier: { ...courier, location } });
    await eventually('a check', () => checksOf(service, followed.uuid) > before);
  }
  await details()
    .getByText(/Courier moved 3 times/)
    .waitFor();
  const map = details().locator('figure');
  await map.getByText(/Courier is .* in a straight line from/).waitFor({ state: 'attached' });
  expect(await map.locator('.fix').count()).toBeGreaterThanOrEqual(3);
  expect(await details().innerText()).not.toContain('5512');
  await details().getByRole('button', { name: 'Show phone number of the courier' }).click();
  await details().getByText('+85255123047').waitFor();
  await window.keyboard.press('Escape');
});

// Only there can a test read the received notifications.
test.runIf(onThrowAwayDesktop)(
  'a muted order changes without a notification, another one does not',
  async () => {
    await row('Run 03').click();
    await list().focus();
    await window.keyboard.press('m');
    await window.getByText('Muted').first().waitFor();
    await view('Muted 1').waitFor();
    await window.keyboard.press('Escape');
    await window.evaluate(() => globalThis.waybell.changeSettings({ news: 'everyChange' }));
    const before = receivedNotifications().length;
    for (const { uuid } of [muted, loud]) {
      service.setOrder(uuid, { status: 'matched', courier: { name: 'Ho Ka Ho' } });
    }
    const [notification] = await eventually('the notification', () => {
      const found = received('Matched with a courier', before);
      return found.length > 0 ? found : null;
    });
    expect(notification?.body).toContain('Run 04');
    await row('Run 03').getByText('Matched').first().waitFor();
    expect(received('Matched with a courier', before)).toHaveLength(1);
  },
);

test('the watch list is exported to a file with names, notes and mutes, and without personal data', async () => {
  await row('Run 05').click();
  await window.getByRole('textbox', { name: 'Your note' }).fill('Ring the side door');
  await list().focus();
  await window.keyboard.press('Escape');
  const file = join(folder, 'hand-over.json');
  await chooseFile(running, file);
  await openSettings(window, 'Hand-over');
  await window.getByRole('button', { name: 'Save…' }).first().click();
  await window.getByText('hand-over.json').first().waitFor();
  await window.keyboard.press('Escape');
  const text = readFileSync(file, 'utf8');
  for (const kept of ['Run 05', 'Ring the side door', 'Called the bakery', muted.uuid]) {
    expect(text).toContain(kept);
  }
  expect(text).not.toContain('Lau Chi Keung');
  expect(text).not.toContain('5512');
});

test('an order of the shift before that is over comes in as it ended, is not asked for, and goes by undo', async () => {
  const file = join(folder, 'from-the-night.json');
  const over = orders[0]?.uuid.replace(/^.{8}/, 'd15affff') ?? '';
  const state = { status: { raw: 'completed', phase: 'done' }, statusSinceMs: Date.now() - 60_000 };
  const line = { uuid: over, label: 'Night run', state, calls: [{ atMs: 1, word: 'At the gate' }] };
  const content = { format: 'waybell-hand-over', version: 1, orders: [line] };
  writeFileSync(file, JSON.stringify(content));
  await chooseFile(running, file);
  await openSettings(window, 'Hand-over');
  await window.getByRole('button', { name: 'Import…' }).click();
  await window.getByText('1 order new, 1 of these over and not checked').waitFor();
  await window.getByRole('button', { name: 'Import 1 order' }).click();
  await window.getByText('1 order added, 0 changed').waitFor();
  await window.keyboard.press('Escape');
  await list().waitFor();
  await window.keyboard.press('/');
  await window.keyboard.type('Night run');
  await row('Night run').getByText('Completed').first().waitFor();
  await row('Night run').click();
  await window.getByText('As handed over, not checked here').waitFor();
  expect(checksOf(service, over)).toBe(0);
  await window.keyboard.press('Control+z');
  await window.getByText('Stopped watching 1 order').waitFor();
  await row('Night run').waitFor({ state: 'detached' });
  await window.keyboard.press('Escape');
});

test('without the network every state keeps its time, and checks resume by themselves', async () => {
  await service.goDark();
  await window.getByRole('alert').filter({ hasText: 'Trying again' }).waitFor();
  await health('Offline').waitFor();
  await row('Run 06')
    .getByText(/^checked \d/)
    .waitFor();
  await row('Run 06').locator('.ring').waitFor({ state: 'detached' });
  service.setOrder(dropped.uuid, { status: 'matched', courier: { name: 'Tsang Wing Sze' } });
  await service.comeBack();
  await health('Live').waitFor();
  await row('Tsang Wing Sze').waitFor();
  expect(await window.locator('.banner').count()).toBe(0);
});

test('a secret that is no longer valid stops all checks until the new one is entered', async () => {
  service.rotateSecret('a-secret-of-tomorrow');
  service.revokeTokens();
  await health('Signed out').waitFor();
  await window.getByRole('alert').getByRole('button', { name: 'Update' }).click();
  const secret = window.getByRole('textbox', { name: 'Client secret' });
  await secret.fill('a-secret-of-yesterday');
  await window.getByRole('button', { name: 'Test connection' }).click();
  await window.getByText('did not accept this client ID and secret').waitFor();
  await secret.fill('a-secret-of-tomorrow');
  await window.getByRole('button', { name: /^Connect/ }).click();
  await health('Live').waitFor();
  const before = checksOf(service, loud.uuid);
  await eventually('checks go on', () => checksOf(service, loud.uuid) > before);
  expect(await window.locator('.banner').count()).toBe(0);
});

test('a refusal that has passed ends with “Try again”, and every page of the settings offers it', async () => {
  service.rotateSecret('a-secret-for-a-moment');
  service.revokeTokens();
  await health('Signed out').waitFor();
  service.rotateSecret('a-secret-of-tomorrow');
  await openSettings(window, 'Notifications');
  await window.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await window.getByRole('alert').waitFor({ state: 'detached' });
  await window.keyboard.press('Escape');
  await health('Live').waitFor();
  expect(await window.locator('.banner').count()).toBe(0);
});

test('a window that is closed and opened again shows the same view, selection and place', async () => {
  await window.keyboard.press('3');
  await window.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor();
  await list().focus();
  await window.keyboard.press('End');
  const last = window.locator('[aria-selected="true"]');
  const chosen = await last.getAttribute('data-order');
  const place = await list().evaluate((element) => element.scrollTop);
  expect(place).toBeGreaterThan(100);
  await running.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.close();
  });
  await eventually('its renderer has ended', async () => {
    const open = await running.app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
    );
    return open === 0;
  });
  await running.app.evaluate(({ app }) => app.emit('activate'));
  window = await eventually('another window', async () => {
    const next = await running.currentWindow();
    return next === window ? null : next;
  });
  await window.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor();
  await eventually('the selection', async () => {
    return (await window.locator('[aria-selected="true"]').getAttribute('data-order')) === chosen;
  });
  expect(await list().evaluate((element) => element.scrollTop)).toBe(place);
});
