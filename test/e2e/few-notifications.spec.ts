import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { connectedTo, pasteIntoPage } from './support/steps.ts';
import { newestNotifications } from './support/window-bridge.ts';

/* What a real notification daemon receives when one order after the other needs a person. */

const orderCount = 6;

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

/** The texts of all notifications so far. */
function receivedText(): string {
  return receivedNotifications()
    .map(({ body, summary }) => `${summary} ${body}`)
    .join();
}

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

  test('and are cancelled together are shown by three cards and one that names the others', async () => {
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
    for (const id of ids) service.setOrder(id, { status: 'cancelled', courier: {} });
    await eventually('each is named', () =>
      ids.every((id) => receivedText().includes(id.slice(0, 8))),
    );
    const alone = receivedNotifications().filter(({ summary }) => summary === 'Order cancelled');
    expect(alone.length).toBeLessThanOrEqual(4);
    const entries = await window.evaluate(
      (input) => globalThis.waybell.notificationHistory(input),
      newestNotifications,
    );
    expect(entries.ok && entries.value.entries.length).toBe(orderCount);
  });
});
