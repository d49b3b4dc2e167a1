import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { connectedTo, pasteIntoPage } from './support/steps.ts';
import { eventually } from './support/eventually.ts';

/* Ten thousand orders on the built app: pasted, scrolled, searched, and there again after a restart. */

const many = 10_000;

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;

const elements = (): Promise<number> =>
  window.evaluate(() => document.getElementsByTagName('*').length);

async function start(): Promise<void> {
  running = await startApp(profile.dir, ...connectedTo(service));
  window = running.window;
  window.setDefaultTimeout(15_000);
}

beforeAll(async () => {
  service = await startDeliveryService({ generatedOrders: many });
  profile = await throwAwayProfile();
  await start();
  await window.getByText('No orders yet').waitFor();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
});

test('ten thousand lines are looked through, watched, and checked at the pace that was set', async () => {
  const lines = service.orderIds().map((uuid, n) => `Order ${n + 1}\t${uuid}`);
  await pasteIntoPage(window, lines.join('\n'));
  await window.getByRole('button', { name: 'Watch 10,000 orders' }).waitFor();
  await window.getByText(/With 10,000 orders a check every .* becomes every/).waitFor();
  expect(await elements()).toBeLessThan(1500);
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: 'All 10,000' }).waitFor();
  await window
    .getByText(/^First check [\d,]+ of 10,000, about 3\d.min left at 270\/min$/)
    .waitFor();
});

test('only what is in sight is in the document, wherever the list is scrolled to', async () => {
  const list = window.getByRole('listbox', { name: 'Orders', exact: true });
  await list.focus();
  await window.keyboard.press('End');
  await eventually('the last row', () =>
    window
      .locator('[aria-selected="true"]')
      .getAttribute('aria-posinset')
      .then((place) => place === String(many)),
  );
  expect(await elements()).toBeLessThan(1500);
  await window.keyboard.press('Home');
  await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await eventually('rows in the middle', () => window.getByRole('option').count());
  expect(await elements()).toBeLessThan(1500);
});

test('one order among them is found by its label', async () => {
  await window.keyboard.press('/');
  await window.getByRole('textbox', { name: 'Filter orders' }).fill('order 7777');
  const found = window.getByRole('option').filter({ hasText: 'Order 7777' });
  await found.waitFor();
  expect(await window.getByRole('option').count()).toBeLessThan(10);
  await found.click();
  await window.getByRole('complementary', { name: 'Order details: Order 7777' }).waitFor();
});

test('after a restart all of them are there at once', async () => {
  await running.quit();
  await start();
  await window.getByRole('button', { name: 'All 10,000' }).waitFor();
  await window.getByRole('option').first().waitFor();
  expect(await elements()).toBeLessThan(1500);
});
