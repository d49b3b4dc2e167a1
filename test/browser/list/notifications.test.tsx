import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NotificationEntry } from '../../../core/notification/notification.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import { accessibilityFaults, drawn, drawnBoard } from '../support/drawn.tsx';
import { sampleId } from '../support/sample-board.ts';
import { busyBoard } from '../support/scene.ts';

const kennedy = sampleId('c0ffee10');
const florist = sampleId('3f2b8c1e');
const dialog = () => page.getByRole('dialog', { name: 'History of notifications' });
const titles = () =>
  [...document.querySelectorAll('dialog .lines li .strong')].map((title) => title.textContent);

function entry(no: number, parts: Partial<NotificationEntry> = {}): NotificationEntry {
  return {
    no,
    orderId: florist,
    event: 'matched',
    atMs: Date.now() - 60_000,
    title: `Matched ${no}`,
    body: 'Sheung Wan florist, two drops. Van.',
    outcome: { kind: 'shown' },
    heldBy: null,
    settledAtMs: Date.now() - 60_000,
    ...parts,
  };
}

const released = entry(3, {
  orderId: kennedy,
  event: 'released',
  title: 'Courier released the order',
  outcome: { kind: 'digested', reason: 'quiet' },
  heldBy: 'quietHours',
});
const lost = entry(2, {
  orderId: null,
  event: 'connectionLost',
  title: 'No contact for 2\u00A0min',
});
const flapping = entry(1, { outcome: { kind: 'suppressed', reason: 'flapping' } });

test('B shows every notification with what became of it and what held it back, and a click opens its order', async () => {
  const { fake, model } = await drawnBoard();
  fake.notifications = [released, lost, flapping];
  focusList();
  await userEvent.keyboard('b');
  await expect.element(dialog().getByText('Courier released the order')).toBeVisible();
  expect(titles()).toEqual([released.title, lost.title, flapping.title]);
  await expect.element(dialog().getByText(/quiet ended. Had waited: quiet hours$/)).toBeVisible();
  await expect.element(dialog().getByText(/went back and forth/)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await dialog().getByText('Courier released the order').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(model.detail.getState().openId).toBe(kennedy);
});

test('it is narrowed by kind, by what became of it and by order, and says when nothing fits', async () => {
  const { fake, model } = await drawnBoard();
  fake.notifications = [released, lost, flapping];
  model.openNotifications();
  await expect.element(dialog().getByText(released.title)).toBeVisible();
  await dialog().getByLabelText('What became of it').selectOptions('Not shown');
  await expect.poll(titles).toEqual([flapping.title]);
  await dialog().getByLabelText('Kind of notification').selectOptions('Cancelled');
  await expect.element(dialog().getByText('No notification fits')).toBeVisible();
  await dialog().getByRole('button', { name: 'Show all' }).click();
  await expect.poll(titles).toHaveLength(3);
  await dialog()
    .getByRole('button', { name: /^Only those of Kennedy/ })
    .click();
  await expect.poll(titles).toEqual([released.title]);
  await dialog()
    .getByRole('button', { name: /^Not only those of Kennedy/ })
    .click();
  await expect.poll(titles).toHaveLength(3);
});

test('the menu of an order opens the notifications of that order alone', async () => {
  const { fake, model } = await drawnBoard();
  fake.notifications = [released, lost, flapping];
  model.selection.select(florist);
  focusList();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Its notifications' }).click();
  await expect.poll(titles).toEqual([flapping.title]);
});

test('of hundreds only those in sight are drawn, older ones come while one scrolls, newer ones on top', async () => {
  const fake = busyBoard();
  const many = Array.from({ length: 350 }, (_, index) => entry(350 - index));
  fake.notifications = many;
  const model = await drawn(fake);
  await expect.element(page.getByRole('option', { name: /Sheung Wan/ })).toBeVisible();
  model.openNotifications();
  await expect.element(dialog().getByText('Matched 350')).toBeVisible();
  expect(titles().length).toBeLessThan(30);
  const lines = document.querySelector('dialog .lines');
  const toTheEnd = () => {
    lines?.scrollTo(0, lines.scrollHeight);
    return titles().at(-1);
  };
  await expect.poll(toTheEnd).toBe('Matched 1');
  expect(model.notificationHistory.getState().entries).toHaveLength(350);
  fake.tell([entry(351), ...many]);
  await expect.poll(() => model.notificationHistory.getState().entries?.[0]?.no).toBe(351);
  expect(model.notificationHistory.getState().entries).toHaveLength(351);
  expect(fake.requestsTo('notifications:history')).toHaveLength(5);
});

test('the arrows go from order to order past what is about the program, Enter opens one', async () => {
  const { fake, model } = await drawnBoard();
  fake.notifications = [released, lost, flapping];
  model.openNotifications();
  await expect.element(dialog().getByText(released.title)).toBeVisible();
  document.querySelector<HTMLElement>('dialog .lines')?.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(model.detail.getState().openId).toBe(florist);
});

test('without any it says so, and a history that cannot be read says why', async () => {
  const { fake, model } = await drawnBoard();
  model.openNotifications();
  await expect.element(dialog().getByText('No notification yet')).toBeVisible();
  const message = 'The history cannot be read.';
  fake.failing.set('notifications:history', { code: 'internal-error', message });
  await model.notificationHistory.narrow({ kind: 'released', order: null, fate: null });
  await expect.element(dialog().getByText(message)).toBeVisible();
});

test('the tray opens the history over the settings, and the connect form for refused credentials', async () => {
  const { fake, model } = await drawnBoard();
  model.settings.open();
  fake.request('notifications');
  await expect.element(dialog()).toBeVisible();
  model.layers.close();
  fake.request('credentials');
  await expect.element(page.getByRole('textbox', { name: 'Client ID' })).toBeVisible();
});
