import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BoardChange } from '../../core/board/board.ts';
import type { OrderStatus } from '../../core/order/order.ts';
import { focusList } from '../../renderer/window-keys.ts';
import { accessibilityFaults, drawnBoard } from './support/drawn.tsx';
import { sampleId } from './support/sample-board.ts';

const kennedy = sampleId('c0ffee10');
const florist = sampleId('3f2b8c1e');
const dialog = () => page.getByRole('dialog', { name: 'What changed in the last hour' });
const lines = () => [...document.querySelectorAll('dialog .tl li')].map((line) => line.textContent);

const waiting: OrderStatus = { raw: 'pending', phase: 'searching' };
const matched: OrderStatus = { raw: 'matched', phase: 'assigned' };

function statusChange(id: typeof kennedy, minutesAgo: number): BoardChange {
  return {
    id,
    entry: {
      kind: 'update',
      atMs: Date.now() - minutesAgo * 60_000,
      source: 'poll',
      kinds: ['status_changed'],
      reasons: ['Status changed from pending to matched'],
      changes: [{ field: 'status', before: waiting, after: matched }],
    },
  };
}

test('H shows the changes of all orders, newest first, and a click opens the order', async () => {
  const { fake, model } = await drawnBoard();
  fake.recent = [statusChange(kennedy, 2), statusChange(florist, 14)];
  focusList();
  await userEvent.keyboard('h');
  await expect.element(dialog().getByText('Kennedy Town: school lunch boxes')).toBeVisible();
  expect(lines().map((line) => line.includes('Kennedy'))).toEqual([true, false]);
  expect(lines()[0]).toContain('pending → matched');
  const [asked] = fake.requestsTo('board:recent-changes');
  const ageMs = Date.now() - (asked as { sinceMs: number }).sinceMs;
  expect(Math.round(ageMs / 60_000)).toBe(60);
  expect(await accessibilityFaults()).toEqual([]);
  // All of the line is the target, not its name alone.
  await dialog().getByText('pending').last().click({ force: true });
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(model.detail.getState().openId).toBe(florist);
});

test('the arrows go from order to order, Enter opens one, Escape gives the focus back', async () => {
  const { fake, model } = await drawnBoard();
  fake.recent = [statusChange(kennedy, 2), statusChange(florist, 14)];
  focusList();
  await userEvent.keyboard('h');
  await expect.element(dialog().getByText('Kennedy Town: school lunch boxes')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).toHaveFocus();
  await userEvent.keyboard('h');
  await expect.element(dialog().getByText('Kennedy Town: school lunch boxes')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(model.detail.getState().openId).toBe(kennedy);
});

test('while it is open, a new change comes in at its top; without any it says so', async () => {
  const { fake } = await drawnBoard();
  await page.getByRole('button', { name: 'What changed in the last hour' }).click();
  await expect
    .element(dialog().getByText('Nothing changed in the last hour but where couriers are'))
    .toBeVisible();
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has lost an order.');
  fake.recent = [statusChange(kennedy, 0)];
  fake.upsert({ ...row, status: matched, changedAtMs: Date.now() });
  await expect.element(dialog().getByText('Kennedy Town: school lunch boxes')).toBeVisible();
});

test('a click on a card of news shows what changed in its orders alone since then, and “Show all” all of it', async () => {
  const { fake, model } = await drawnBoard();
  fake.recent = [statusChange(sampleId('c0ffee01'), 1), statusChange(florist, 14)];
  const sinceMs = Date.now() - 3 * 3_600_000;
  fake.clickCard({ kind: 'news', sinceMs }, florist, kennedy);
  const narrowed = page.getByRole('dialog', { name: /^What changed since / });
  await expect.element(narrowed.getByText('2 orders from a notification')).toBeVisible();
  // The courier of the second has moved, which is no line of its own: the order stands there all the same.
  await expect.poll(() => lines().map((line) => line.includes('florist'))).toEqual([true, false]);
  expect(lines()[1]).toContain('Kennedy Town: school lunch boxes');
  expect(fake.requestsTo('board:recent-changes')).toEqual([{ ids: [florist, kennedy], sinceMs }]);
  const said = narrowed.element().getAttribute('aria-describedby') ?? '';
  expect(document.querySelector(`#${said}`)?.textContent).toBe('2 orders from a notification');
  expect(await accessibilityFaults()).toEqual([]);
  await narrowed.getByRole('button', { name: 'Show all' }).click();
  await expect.element(dialog().getByText('Central kitchen lunch run 3')).toBeVisible();
  await expect.element(page.getByText('2 orders from a notification')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => model.detail.getState().openId).toBe(sampleId('c0ffee01'));
});

test('closing what changed ends its narrowing', async () => {
  const { fake } = await drawnBoard();
  fake.clickCard({ kind: 'news', sinceMs: Date.now() - 60_000 }, florist, kennedy);
  await expect.element(page.getByText('2 orders from a notification')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  focusList();
  await userEvent.keyboard('h');
  await expect
    .element(dialog().getByText('Nothing changed in the last hour but where couriers are'))
    .toBeVisible();
});
