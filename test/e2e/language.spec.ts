import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { connectedTo, pasteIntoPage } from './support/steps.ts';
import { eventually } from './support/eventually.ts';
import { trayMenu } from './support/session-bus.ts';

/*
 * A dispatcher changes the language while at work: the window, the tray's menu and notifications
 * follow at once, and a restart goes on in it.
 */

const florist = 'a1111111-2222-4333-8444-555555555555';
const clinic = 'b2222222-3333-4444-8555-666666666666';

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;

async function start(): Promise<void> {
  const [args, env] = connectedTo(service);
  running = await startApp(profile.dir, [...args, '--session-only'], env);
  window = running.window;
}

beforeAll(async () => {
  service = await startDeliveryService();
  for (const uuid of [florist, clinic]) service.addOrder({ uuid, status: 'pending', courier: {} });
  profile = await throwAwayProfile();
  await start();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
});

test('choosing Chinese changes the window at once', async () => {
  await window.getByText('No orders yet').waitFor();
  await pasteIntoPage(window, `${florist}\n${clinic}`);
  await window.getByRole('button', { name: /Watch 2 orders/ }).click();
  await window.getByRole('option').filter({ hasText: 'Waiting for courier' }).first().waitFor();
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('button', { name: 'Appearance' }).click();
  await window.getByText('繁體中文').click();
  await window.getByRole('heading', { name: '外觀' }).waitFor();
  expect(await window.evaluate(() => document.documentElement.lang)).toBe('zh-Hant');
  await window.keyboard.press('Escape');
  await window.getByRole('option').filter({ hasText: '等候配送員' }).first().waitFor();
});

test.runIf(onThrowAwayDesktop)('the tray’s menu follows', async () => {
  await eventually('the Chinese menu', async () => (await trayMenu()).includes('開啟 Waybell'));
  const menu = await trayMenu();
  expect(menu).toContain('清單上有 2 筆訂單');
  expect(menu).not.toContain('Open Waybell');
});

test.runIf(onThrowAwayDesktop)('a notification comes in Chinese', async () => {
  service.setOrder(florist, { status: 'active', courier: { name: 'Ho Ka Ho' } });
  const received = await eventually('the notification', () =>
    receivedNotifications().find(({ summary }) => summary === '已配對配送員'),
  );
  expect(received.body).toContain(`${florist.slice(0, 8)}。`);
});

test('a restart goes on in Chinese, from its first words', async () => {
  await running.quit();
  await start();
  await window.getByRole('option').filter({ hasText: '已配對' }).first().waitFor();
  expect(new URL(window.url()).searchParams.get('language')).toBe('zh-Hant');
});
