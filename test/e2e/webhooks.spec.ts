import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { connectByForm, pasteIntoPage, rowOf } from './support/steps.ts';
import { eventually } from './support/eventually.ts';

/*
 * Webhooks in the built app: turned on in the settings, tried, and one of the service's seen to arrive.
 * The order is checked so seldom that nothing else could bring the change in time. The steps follow one
 * another.
 */

const order = '55555555-6666-4777-8888-999999999999';
const reason = 'Order Matched by the night desk';
const signing = { form: 'hmac', secret: 'known to the service' } as const;

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;
let address = '';
/** Other specs told theirs to the same daemon before. */
let receivedBefore = 0;

beforeAll(async () => {
  service = await startDeliveryService();
  receivedBefore = receivedNotifications().length;
  service.addOrder({ uuid: order, status: 'pending', courier: {} });
  profile = await throwAwayProfile();
  running = await startApp(profile.dir, ['--interval', '600']);
  window = running.window;
  await connectByForm(window, service);
  await pasteIntoPage(window, order);
  await window.getByRole('button', { name: /Watch 1 order/ }).click();
  await window.getByRole('option').getByText('Waiting').first().waitFor();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
});

test('the receiver is turned on in the settings, and a test event is stored', async () => {
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await window.getByText('Off', { exact: true }).waitFor();
  await window.getByRole('switch', { name: 'Local receiver' }).click();
  await window.getByText(/^Listening on 127\.0\.0\.1:\d+$/).waitFor();
  await window.getByRole('button', { name: 'Send test event' }).click();
  const result = window.getByText(/^The test event was/);
  await result.waitFor();
  expect(await result.textContent()).toMatch(/received, read and stored after/);
});

test('webhooks have to be signed from now on, with a secret that goes into the keychain', async () => {
  await window.getByText('HMAC-SHA256').click();
  await window.getByText(/no secret is stored/).waitFor();
  await window.getByLabel('Secret', { exact: true }).fill(signing.secret);
  await window.getByRole('button', { name: 'Store', exact: true }).click();
  await window.getByText(/^1 in the keychain/).waitFor();
  await window.getByText(/^Listening on 127/).waitFor();
  expect(running.everythingWritten()).not.toContain(signing.secret);
});

test('the address is copied with its secret path, which is in no file', async () => {
  await window.getByRole('button', { name: 'Copy address' }).click();
  await eventually('the address on the clipboard', async () => {
    address = await running.app.evaluate(({ clipboard }) => clipboard.readText());
    return /^http:\/\/127\.0\.0\.1:\d+\/hooks\/[0-9a-f]{32}$/.test(address);
  });
  const [path = address] = /[0-9a-f]{32}$/.exec(address) ?? [];
  expect(running.everythingWritten()).not.toContain(path);
});

test('a webhook of the service changes the row at once, and the timeline names it and its reason', async () => {
  const checks = service.counts().order;
  service.webhooks.sendTo({ url: address, signing });
  const courier = { name: 'Lau Chi Keung', phone_number: '+85255123047' };
  service.setOrder(order, { status: 'active', courier }, [{ kind: 'order_matched', reason }]);
  await window.keyboard.press('Escape');
  const row = rowOf(window, order);
  await row.getByText('Matched').first().waitFor();
  await row.click();
  await window.getByText(`“${reason}”`).waitFor();
  await window.getByText('Webhook', { exact: true }).first().waitFor();
  expect(service.webhooks.counts).toMatchObject({ events: 1, delivered: 1 });
  // The webhook was a hint: what is shown is what the service answered to the check that it caused.
  expect(service.counts().order).toBe(checks + 1);
});

function matchedNotifications(): ReturnType<typeof receivedNotifications> {
  return receivedNotifications()
    .slice(receivedBefore)
    .filter(({ summary }) => summary.startsWith('Matched'));
}

test.runIf(onThrowAwayDesktop)('one notification reported it', async () => {
  await eventually('the notification', () => Promise.resolve(matchedNotifications().length > 0));
  expect(matchedNotifications()).toHaveLength(1);
});

test('after a restart webhooks are received again, at the same address', async () => {
  await running.quit();
  running = await startApp(profile.dir, ['--interval', '600']);
  window = running.window;
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('button', { name: 'Webhooks', exact: true }).click();
  const listening = window.getByText(/^Listening on/);
  await listening.waitFor();
  expect(await listening.textContent()).toBe(`Listening on ${new URL(address).host}`);
});
