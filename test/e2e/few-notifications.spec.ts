import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../simulator/delivery-service.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { connectedTo, pasteIntoPage, rowOf } from './support/steps.ts';
import { newestNotifications } from './support/window-bridge.ts';

/* What a real notification daemon receives when one order after the other changes. */

const orderCount = 6;

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

describe.runIf(onThrowAwayDesktop)('orders that were pasted together', () => {
  beforeAll(async () => {
    service = await startDeliveryService();
    profile = await throwAwayProfile();
    const [args, env] = connectedTo(service);
    running = await startApp(profile.dir, [...args, '--session-only'], env);
  });

  afterAll(async () => {
    await running?.quit().catch(() => {});
    await service?.close();
    await profile?.remove();
  });

  test('and are matched one by one are told by a few cards, the last of which says the whole', async () => {
    const { window } = running;
    await window.getByText('No orders yet').waitFor();
    const ids = Array.from({ length: orderCount }, () =>
      service.addOrder({ status: 'pending', courier: {} }),
    );
    await pasteIntoPage(window, ids.join('\n'));
    await window.getByRole('button', { name: `Watch ${orderCount} orders` }).click();
    const waiting = window.getByRole('option').filter({ hasText: 'Waiting for courier' });
    await eventually('the checked rows', async () => (await waiting.count()) === orderCount);
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.minimize();
    });
    for (const id of ids) {
      service.setOrder(id, { status: 'active', courier: { name: 'Ho Ka Ho' } });
      await rowOf(window, id).getByText('Ho Ka Ho').waitFor();
    }
    const whole = `${orderCount} orders matched`;
    await eventually('the card that says the whole', () =>
      receivedNotifications().some(({ summary }) => summary === whole),
    );
    expect(receivedNotifications().length).toBeLessThanOrEqual(4);
    const told = await window.evaluate(
      (input) => globalThis.waybell.notificationHistory(input),
      newestNotifications,
    );
    expect(told.ok && told.value.entries.length).toBe(orderCount);
  });
});
