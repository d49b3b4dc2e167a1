import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { connectedTo, watchWaiting } from './support/steps.ts';
import {
  clickNotification,
  desktopCommand,
  onThrowAwayDesktop,
  receivedNotifications,
} from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { orderIdOf } from '../support/order-id-of.ts';

/*
 * What a real notification daemon shows, and that a click on it opens the order when the window was
 * minimised or destroyed meanwhile.
 */

const orders = [
  { id: 'a1111111-2222-4333-8444-555555555555', label: '<b>Lau & Sons</b>' },
  { id: 'b2222222-3333-4444-8555-666666666666', label: 'Kennedy Town' },
  { id: 'c3333333-4444-4555-8666-777777777777', label: 'North\u202EPoint' },
] as const;

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

/** Matches an order and waits for the notification that the daemon receives. */
async function matchedBody(id: string): Promise<string> {
  // the daemon's first notification is the one that gets the click
  await desktopCommand('dunstctl', 'close-all');
  const before = receivedNotifications().length;
  service.setOrder(id, { status: 'active', courier: { name: 'Ho Ka Ho' } });
  const received = await eventually('the notification', () =>
    receivedNotifications()
      .slice(before)
      .find(({ summary }) => summary === 'Matched with a courier'),
  );
  return received.body;
}

/** Clicks the notification and waits for the details that come up. */
async function detailsAfterClick(id: string): Promise<string> {
  await clickNotification();
  const isVisible = () =>
    running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((each) => each.isVisible() && !each.isMinimized()),
    );
  // asked in the middle of the window's making, there is no answer yet
  await eventually('the window', () => isVisible().catch(() => false));
  const window = await running.currentWindow();
  const details = window.getByRole('complementary', { name: 'Order details' });
  await details.filter({ hasText: id }).waitFor();
  return details.innerText();
}

describe.runIf(onThrowAwayDesktop)('notifications on a real daemon', () => {
  beforeAll(async () => {
    service = await startDeliveryService();
    for (const { id } of orders) service.addOrder({ uuid: id, status: 'pending', courier: {} });
    profile = await throwAwayProfile();
    const [args, env] = connectedTo(service);
    running = await startApp(profile.dir, [...args, '--session-only'], env);
    await watchWaiting(
      running.window,
      orders.map((order) => ({ ...order, id: orderIdOf(order.id) })),
    );
  });

  afterAll(async () => {
    await running?.quit().catch(() => {});
    await service?.close();
    await profile?.remove();
  });

  test('a label with markup is shown as typed by a daemon that reads markup', async () => {
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.minimize();
    });
    expect(await matchedBody(orders[0].id)).toContain('&lt;b&gt;Lau &amp; Sons&lt;/b&gt;');
    await desktopCommand('dunstctl', 'count', 'displayed').then((shown) => expect(shown).toBe('1'));
  });

  test('a click brings a minimised window back on the order', async () => {
    expect(await detailsAfterClick(orders[0].id)).toContain(orders[0].label);
  });

  test('a click opens a window that was destroyed, on the order', async () => {
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.destroy();
    });
    await matchedBody(orders[1].id);
    expect(await detailsAfterClick(orders[1].id)).toContain(orders[1].label);
  });

  test('marks that turn the direction of writing do not reach the daemon', async () => {
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.hide();
    });
    expect(await matchedBody(orders[2].id)).toContain('NorthPoint');
    expect(await detailsAfterClick(orders[2].id)).toContain(orders[2].id);
  });
});
