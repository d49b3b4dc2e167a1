import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soundSigns } from '../../core/notification/notification-sound.ts';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { orderIdOf } from '../support/order-id-of.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { connectedTo, openSettings, watchWaiting } from './support/steps.ts';

/*
 * A kind whose sound Waybell plays itself: a page plays it, without a window and also while the window is
 * closed, and the card asks the daemon for none.
 */

const orders = [
  { id: orderIdOf('a1111111-2222-4333-8444-555555555555'), label: 'Florist' },
  { id: orderIdOf('b2222222-3333-4444-8555-666666666666'), label: 'Bakery' },
  { id: orderIdOf('c3333333-4444-4555-8666-777777777777'), label: 'Clinic' },
] as const;

/** How often the window lost the focus, in the program. */
declare global {
  // oxlint-disable-next-line no-var -- only a var is a property of globalThis
  var blurs: number;
}

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

/** Does something and waits for the page that plays a sound because of it: which sound, and that it ended well. */
async function playedAfter(act: () => void | Promise<void>): Promise<string | null> {
  const opened = running.app.waitForEvent('window');
  await act();
  const page = await opened;
  await page.waitForURL(/sound\.html/);
  const sound = new URL(page.url()).searchParams.get('sound');
  await page.waitForURL(({ hash }) => hash === soundSigns.playing);
  if (!page.isClosed()) await page.waitForEvent('close');
  // Its end was heard of, not waited for.
  expect(running.everythingWritten()).not.toContain('soundNotPlayed');
  return sound;
}

/** The card with this title; told after this many others. */
const cardAfter = (before: number, title: string) =>
  eventually(`the card ${title}`, () =>
    receivedNotifications()
      .slice(before)
      .find(({ summary }) => summary === title),
  );

/** How many windows the program has, hidden ones too. */
const windowCount = () =>
  running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

describe.runIf(onThrowAwayDesktop)('a sound of Waybell’s own', () => {
  beforeAll(async () => {
    service = await startDeliveryService();
    for (const { id } of orders) service.addOrder({ uuid: id, status: 'pending', courier: {} });
    profile = await throwAwayProfile();
    const [args, env] = connectedTo(service);
    running = await startApp(profile.dir, [...args, '--session-only'], env);
    await watchWaiting(running.window, orders);
  });

  afterAll(async () => {
    await running?.quit().catch(() => {});
    await service?.close();
    await profile?.remove();
  });

  test('is heard from the settings as soon as it is chosen, without a notification', async () => {
    const { window } = running;
    const before = receivedNotifications().length;
    await openSettings(window, 'Notifications');
    await window.getByLabel('Matched with a courier: sound').selectOption('Two rising');
    await running.app.evaluate(({ BrowserWindow }) => {
      globalThis.blurs = 0;
      BrowserWindow.getAllWindows()[0]?.on('blur', () => (globalThis.blurs += 1));
    });
    const play = window.getByRole('button', { name: 'Matched with a courier: play the sound' });
    expect(await playedAfter(() => play.click())).toBe('rising');
    expect(await running.app.evaluate(() => globalThis.blurs)).toBe(0);
    expect(await windowCount()).toBe(1);
    expect(await window.getByText('could not be played').count()).toBe(0);
    expect(receivedNotifications()).toHaveLength(before);
    await window.keyboard.press('Escape');
  });

  test('is played when the kind notifies, and the card is silent', async () => {
    const before = receivedNotifications().length;
    const sound = await playedAfter(() => {
      service.setOrder(orders[0].id, { status: 'active', courier: { name: 'Ho Ka Ho' } });
    });
    expect(sound).toBe('rising');
    expect(await cardAfter(before, 'Matched with a courier')).toMatchObject({ isSilent: true });
  });

  test('the system’s own comes with its card, and no page plays anything', async () => {
    const before = receivedNotifications().length;
    let pages = 0;
    running.app.on('window', () => (pages += 1));
    // Another order: one is heard once a minute.
    service.setOrder(orders[1].id, { status: 'cancelled', courier: {} });
    expect(await cardAfter(before, 'Order cancelled')).toMatchObject({ isSilent: false });
    expect(pages).toBe(0);
  });

  test('is played also while the window is closed', async () => {
    await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await eventually('no window', async () => (await windowCount()) === 0);
    const before = receivedNotifications().length;
    const sound = await playedAfter(() => {
      service.setOrder(orders[2].id, { status: 'active', courier: { name: 'Ho Ka Ho' } });
    });
    expect(sound).toBe('rising');
    expect(await cardAfter(before, 'Matched with a courier')).toMatchObject({ isSilent: true });
    await eventually('no window stays', async () => (await windowCount()) === 0);
  });
});
