import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../simulator/delivery-service.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { fillConnectForm } from './support/steps.ts';
import { onThrowAwayDesktop } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';

/* A desktop without a session bus: no keychain, no tray, no notifications. Nothing may be lost there. */

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

// Only on Linux are they separate programs that can be missing.
describe.runIf(onThrowAwayDesktop)('without a session bus', () => {
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
