import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { fillProfile } from '../support/storage/filled-profile.ts';
import { filesWith } from '../support/every-byte.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { eventually } from './support/eventually.ts';
import { connectedTo } from './support/steps.ts';

/* Three thousand evicted orders, in the built app: read as one scrolls, searched, opened, erased. */

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;

const button = (name: string | RegExp) => window.getByRole('button', { name, exact: true });

/** The files of the profile that Waybell itself writes. */
const ourFilesWith = (text: string): readonly string[] =>
  filesWith(profile.dir, text).filter((path) => path.startsWith('waybell'));

beforeAll(async () => {
  service = await startDeliveryService();
  profile = await throwAwayProfile();
  fillProfile(profile.dir, 0, 3000, Date.now());
  running = await startApp(profile.dir, ...connectedTo(service));
  window = running.window;
  window.setDefaultTimeout(15_000);
  await button('Archive 3,000').click();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
});

test('the archive is read as far as one scrolls', async () => {
  const list = window.getByRole('listbox', { name: 'Orders', exact: true });
  await window.getByRole('option').filter({ hasText: 'Order 0 of the day' }).waitFor();
  await list.focus();
  await eventually('more than the first page', async () => {
    await window.keyboard.press('End');
    const place = await window.locator('[aria-selected="true"]').getAttribute('aria-posinset');
    return Number(place) >= 600;
  });
  expect(await window.getByRole('option').count()).toBeLessThan(100);
});

test('an order far from the top is found by what is known of it, and opens', async () => {
  await window.keyboard.press('/');
  await window.getByRole('textbox', { name: 'Filter orders' }).fill('order 2777 of');
  const found = window.getByRole('option').filter({ hasText: 'Order 2777 of the day' });
  await found.click();
  await window.getByRole('complementary', { name: /^Order details: Order 2777/ }).waitFor();
  expect(service.requests().filter(({ path }) => path.includes('orders'))).toEqual([]);
  await window.getByRole('textbox', { name: 'Filter orders' }).fill('');
  await button('Clear filter').click();
});

test('all of it is selected and erased, to the last byte', async () => {
  await window.getByRole('listbox', { name: 'Orders', exact: true }).focus();
  await window.keyboard.press('Control+a');
  await window.getByText('3,000 selected').waitFor();
  await button('Erase 3,000 orders…').click();
  await window
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Erase/ })
    .click();
  await button('Archive 0').waitFor();
  await eventually(
    'the file to be written anew',
    async () => ourFilesWith('Order 2777 of the day').length === 0,
  );
  expect(ourFilesWith('Order 2777 of the day')).toEqual([]);
});
