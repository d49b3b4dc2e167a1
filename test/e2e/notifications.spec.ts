import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '../../core/order/order-id.ts';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import type { ReceivedNotification } from '../../tools/desktop/notification-log.ts';
import { screenshot } from '../../tools/desktop/screenshot.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { attendWindow, connectedTo, watchWaiting } from './support/steps.ts';
import {
  clickNotification,
  desktopCommand,
  onThrowAwayDesktop,
  receivedNotifications,
} from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import { trayMenu, trayTexts } from './support/session-bus.ts';
import { newestNotifications } from './support/window-bridge.ts';
import { orderIdOf } from '../support/order-id-of.ts';

/*
 * Notifications on a real daemon and a real panel: shown, replaced in place, answered by button and
 * combined, and the tooltip of the tray. With WAYBELL_PICTURES set to a folder, each step saves a
 * picture of the screen there.
 */

const labels = ['Florist', 'Bakery', 'Clinic', 'Hotel', 'Bookshop', 'Tailor', 'Pharmacy', 'Café'];
const ids = labels.map((_, index) => orderIdOf(`a${index}111111-2222-4333-8444-555555555555`));
const [florist, bakery, clinic, cafe] = [idAt(0), idAt(1), idAt(2), idAt(7)];
const courier = { name: 'Ho Ka Ho', phone_number: '+852 5550 0001' };

function idAt(index: number): OrderId {
  return ids[index] ?? orderIdOf('');
}

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

/** How many notifications the daemon holds back. */
const held = (): Promise<string> => desktopCommand('dunstctl', 'count', 'waiting');

/** How many notifications the daemon shows. */
const displayed = (): Promise<string> => desktopCommand('dunstctl', 'count', 'displayed');

/** Does something and waits for the notification that it causes. */
async function notificationAfter(
  summary: string | RegExp,
  act: () => void | Promise<void>,
): Promise<ReceivedNotification> {
  const before = receivedNotifications().length;
  await act();
  return eventually(`a notification ${String(summary)}`, () =>
    receivedNotifications()
      .slice(before)
      .find((one) => one.summary.search(summary) === 0),
  );
}

/** Presses a button of the newest notification. */
async function press(label: string): Promise<void> {
  const pickFile = process.env['WAYBELL_PICK_FILE'] ?? '';
  await writeFile(pickFile, label);
  // Not awaited: this command ends only after the choice.
  execFile('dunstctl', ['context']);
}

async function picture(name: string): Promise<void> {
  const folder = process.env['WAYBELL_PICTURES'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await screenshot(process.env, join(folder, `${name}.png`));
}

describe.runIf(onThrowAwayDesktop)('notifications on a real desktop', () => {
  beforeAll(async () => {
    await desktopCommand('dunstctl', 'close-all');
    service = await startDeliveryService();
    for (const id of ids) service.addOrder({ uuid: id, status: 'pending', courier: {} });
    profile = await throwAwayProfile();
    const [args, env] = connectedTo(service);
    running = await startApp(profile.dir, [...args, '--session-only', '--metrics=0'], env);
    await watchWaiting(
      running.window,
      ids.map((id, index) => ({ id, label: labels[index] ?? null })),
    );
    await running.window.evaluate(() => globalThis.waybell.changeSettings({ news: 'everyChange' }));
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.hide();
    });
  });

  afterAll(async () => {
    await running?.quit().catch(() => {});
    await service?.close();
    await profile?.remove();
  });

  test('a change is shown with its buttons, without the courier’s name', async () => {
    const received = await notificationAfter('Matched with a courier', () => {
      service.setOrder(florist, { status: 'active', courier });
    });
    expect(received.body).toContain('Florist');
    expect(received.body).not.toContain('Ho Ka');
    expect(received.actions.map(({ label }) => label).slice(-3)).toEqual([
      'Open',
      'Snooze 15\u00A0min',
      'Copy uuid',
    ]);
    await picture('1-shown');
  });

  test('the next change of the order takes its place', async () => {
    const received = await notificationAfter('Courier released the order', () => {
      service.setOrder(florist, { status: 'pending', courier: {} });
    });
    expect(received.urgency).toBe('critical');
    expect(await eventually('one card', async () => (await displayed()) === '1')).toBe(true);
    await picture('2-replaced');
  });

  test('the tray says that an order needs attention', async () => {
    const words = await eventually('the words', async () => {
      const said = await trayTexts();
      return said.includes('1 order needs attention, 8 on the list') && said;
    });
    expect(words).toContain('Waybell');
    const menu = await eventually('the latest change', async () => {
      const said = await trayMenu();
      return said.includes('Florist: Courier released the order') && said;
    });
    expect(menu).toContain('Latest changes');
    expect(menu).not.toContain('Ho Ka');
    await picture('3-tray-attention');
  });

  test('the uuid is copied by button', async () => {
    await press('Copy uuid');
    const copied = await eventually('the uuid', async () => {
      const text = await running.app.evaluate(({ clipboard }) => clipboard.readText());
      return text === florist && text;
    });
    expect(copied).toBe(florist);
  });

  test('an order is snoozed by button, and the history says so', async () => {
    await desktopCommand('dunstctl', 'close-all');
    await notificationAfter('Matched with a courier', () => {
      service.setOrder(bakery, { status: 'active', courier });
    });
    await press('Snooze');
    await eventually('the card is gone', async () => (await displayed()) === '0');
    const before = receivedNotifications().length;
    service.setOrder(bakery, { status: 'completed', courier });
    const window = await running.currentWindow();
    const entry = await eventually('the history', async () => {
      const answer = await window.evaluate(
        (input) => globalThis.waybell.notificationHistory(input),
        newestNotifications,
      );
      const all = answer.ok ? answer.value.entries : [];
      return all.find(({ orderId, event }) => orderId === bakery && event === 'completed');
    });
    expect(entry.outcome).toMatchObject({ kind: 'held', reason: 'snoozed' });
    expect(receivedNotifications()).toHaveLength(before);
  });

  test('many that need a person at once are one card that names them all in turn', async () => {
    await desktopCommand('dunstctl', 'close-all');
    const before = receivedNotifications().length;
    for (const id of ids.slice(2, 7)) service.setOrder(id, { status: 'active', courier });
    await eventually(
      'each match',
      () =>
        receivedNotifications()
          .slice(before)
          .filter(({ summary }) => summary === 'Matched with a courier').length === 5,
    );
    const received = await notificationAfter(/\d\u00A0orders need you/, () => {
      for (const id of ids.slice(2, 7)) service.setOrder(id, { status: 'pending', courier: {} });
    });
    expect(received.body).toContain('(released)');
    const named = (): string =>
      receivedNotifications()
        .slice(before)
        .filter(({ summary }) => /need you|released the order/.test(summary))
        .map(({ body }) => body)
        .join();
    await eventually('each is named', () =>
      labels.slice(2, 7).every((label) => named().includes(label)),
    );
    await picture('4-calls');
  });

  test('after a sleep one card names what still needs a person, and a click shows these orders alone', async () => {
    await desktopCommand('dunstctl', 'close-all');
    const received = await notificationAfter(/\d\u00A0orders still need you/, async () => {
      await running.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
    });
    expect(received.body).toContain('released');
    await picture('5-still-open');
    await clickNotification();
    const window = await running.currentWindow();
    const count = Number.parseInt(received.summary, 10);
    await window.getByText(`${count} orders from a notification`).waitFor();
    expect(await window.locator('[data-order]').count()).toBe(count);
    await running.app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows()) each.hide();
    });
    const before = receivedNotifications().length;
    for (const id of ids.slice(3, 7)) service.setOrder(id, { status: 'completed', courier });
    await eventually(
      'their ends',
      () =>
        receivedNotifications()
          .slice(before)
          .filter(({ summary }) => summary.startsWith('Completed at')).length === 4,
    );
  });

  test('an order that is open in front does not notify', async () => {
    await desktopCommand('dunstctl', 'close-all');
    await notificationAfter('Matched with a courier', () => {
      service.setOrder(clinic, { status: 'active', courier });
    });
    await notificationAfter('Courier released the order', () => {
      service.setOrder(clinic, { status: 'pending', courier: {} });
    });
    await clickNotification();
    const window = await eventually('the window', async () => {
      const shown = await running.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some((each) => each.isVisible()),
      );
      return shown && running.currentWindow();
    });
    await window
      .getByRole('complementary', { name: 'Order details' })
      .filter({ hasText: clinic })
      .waitFor();
    await attendWindow(running, true);
    const before = receivedNotifications().length;
    service.setOrder(clinic, { status: 'cancelled', courier: {} });
    const leftOut = await eventually('the history', async () => {
      const answer = await window.evaluate(
        (input) => globalThis.waybell.notificationHistory(input),
        newestNotifications,
      );
      const newest = answer.ok ? answer.value.entries[0] : undefined;
      return newest?.orderId === clinic && newest.outcome?.kind === 'suppressed' && newest;
    });
    expect(leftOut.outcome).toEqual({ kind: 'suppressed', reason: 'openInWindow' });
    const since = receivedNotifications().slice(before);
    expect(since.filter(({ summary }) => summary === 'Order cancelled')).toEqual([]);
    const history = window.getByRole('complementary', { name: 'Order details' });
    await history.getByText('Not shown: the order was open in front').waitFor();
    // Its release before that was told by the card that opened it.
    await history.getByText('Told ').first().waitFor();
    await picture('6-open');
    await attendWindow(running, false);
  });

  test('the metrics count what was shown, gathered, held back and left out', async () => {
    const [, url = ''] = /Giving figures at (\S+)/.exec(running.everythingWritten()) ?? [];
    const text = await (await fetch(url)).text();
    for (const outcome of ['shown', 'digested', 'held', 'suppressed']) {
      expect(text).toMatch(
        new RegExp(`^waybell_notifications_total\\{outcome="${outcome}"\\} [1-9]`, 'm'),
      );
    }
    const window = await running.currentWindow();
    const answer = await window.evaluate(
      (input) => globalThis.waybell.notificationHistory(input),
      newestNotifications,
    );
    const snoozed = answer.ok && answer.value.entries.filter(({ heldBy }) => heldBy === 'snoozed');
    expect(snoozed).not.toEqual([]);
    expect(text).toContain(
      `waybell_notifications_withheld_total{reason="snoozed"} ${snoozed && snoozed.length}\n`,
    );
    expect(text).not.toContain('Florist');
  });

  test('in do-not-disturb mode only the newest notification of an order is held back', async () => {
    await desktopCommand('dunstctl', 'close-all');
    await desktopCommand('dunstctl', 'set-paused', 'true');
    onTestFinished(async () => {
      await desktopCommand('dunstctl', 'set-paused', 'false');
    });
    const window = await running.currentWindow();
    const settled = async (event: string): Promise<void> => {
      await eventually(event, async () => {
        const answer = await window.evaluate(
          (input) => globalThis.waybell.notificationHistory(input),
          newestNotifications,
        );
        const newest = answer.ok ? answer.value.entries[0] : undefined;
        return newest?.orderId === cafe && newest.event === event && newest.outcome !== null;
      });
    };
    service.setOrder(cafe, { status: 'active', courier });
    await settled('matched');
    service.setOrder(cafe, { status: 'completed', courier });
    await settled('completed');
    await expect.poll(held).toBe('1');
    expect(await displayed()).toBe('0');
    await desktopCommand('dunstctl', 'set-paused', 'false');
    expect(await eventually('one card', async () => (await displayed()) === '1')).toBe(true);
    await picture('8-undisturbed');
  });

  test('the card of an order that is marked as seen goes', async () => {
    expect(await displayed()).toBe('1');
    const window = await running.currentWindow();
    await window.evaluate(
      (id) => globalThis.waybell.markSeen({ ids: [id], shownAtMs: Date.now() }),
      cafe,
    );
    expect(await eventually('no card', async () => (await displayed()) === '0')).toBe(true);
  });

  test('the test in the settings names every hop up to the click, and a kind shows its example', async () => {
    await desktopCommand('dunstctl', 'close-all');
    const window = await running.currentWindow();
    await window.keyboard.press('Control+,');
    await window.getByRole('button', { name: 'Notifications' }).click();
    const received = await notificationAfter('Test notification', () =>
      window.getByRole('button', { name: 'Send' }).click(),
    );
    expect(received.body).toContain('A click on it is the last step of the test.');
    await clickNotification();
    const reached = window.getByText(/^after \d+\sms$/);
    expect(await eventually('six hops', async () => (await reached.count()) === 6)).toBe(true);
    await picture('7-self-test');
    const example = await notificationAfter('Example: Order cancelled', () =>
      window.getByRole('button', { name: 'Cancelled: show an example' }).click(),
    );
    expect(example.urgency).toBe('critical');
  });

  test('what could not be answered any more goes when the program is quit', async () => {
    await notificationAfter('Order cancelled', () => {
      service.setOrder(florist, { status: 'cancelled', courier: {} });
    });
    expect(Number(await displayed())).toBeGreaterThan(0);
    await running.quit();
    expect(await eventually('no card', async () => (await displayed()) === '0')).toBe(true);
  });
});
