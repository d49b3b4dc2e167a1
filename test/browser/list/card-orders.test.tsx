import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderId } from '../../../core/order/order-id.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import { accessibilityFaults, drawn, drawnBoard } from '../support/drawn.tsx';
import { sampleId } from '../support/sample-board.ts';
import { busyBoard } from '../support/scene.ts';

/*
 * What a click on a card about several calls shows. The last of these orders needs attention no more.
 */
const lunch = sampleId('c0ffee01');
const flowers = sampleId('c0ffee02');
const kennedy = sampleId('c0ffee10');
const calls = { kind: 'calls' } as const;

const shownIds = () =>
  [...document.querySelectorAll('[data-order]')]
    .map((row) => row.getAttribute('data-order') as OrderId)
    .toSorted();
const line = () => page.getByText('3 orders from a notification');
const showAll = () => page.getByRole('button', { name: 'Show all', exact: true });
const head = () => page.getByRole('heading', { level: 1 });

async function clicked() {
  const made = await drawnBoard();
  made.model.list.openView('muted');
  made.model.list.setFilter('nothing like it');
  made.fake.clickCard(calls, lunch, flowers, kennedy);
  await expect.element(line()).toBeVisible();
  return made;
}

test('the list shows exactly these orders, also one that needs attention no more, and selects none', async () => {
  const { fake, model } = await clicked();
  expect(fake.row(kennedy)?.attention).toBeNull();
  await expect.poll(shownIds).toEqual([lunch, flowers, kennedy].toSorted());
  await expect.element(head()).toHaveTextContent('Needs attention');
  expect(model.selection.selected()).toEqual([]);
  expect(model.detail.getState().openId).toBeNull();
  expect(line().element().closest('output')).not.toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
});

test('an order that is handled meanwhile stays, and one that is watched no more goes', async () => {
  const { fake } = await clicked();
  const row = fake.row(lunch);
  if (!row) throw new Error('The sample has lost an order.');
  fake.upsert({ ...row, attention: null });
  fake.remove(flowers);
  await expect.element(page.getByText('2 orders from a notification')).toBeVisible();
  await expect.poll(shownIds).toEqual([lunch, kennedy].toSorted());
});

test('“Show all” ends it and gives the focus to the list', async () => {
  await clicked();
  await showAll().click();
  await expect.element(line()).not.toBeInTheDocument();
  await expect.element(head()).toHaveTextContent('Needs attention');
  await expect.poll(shownIds).not.toContain(kennedy);
  await expect.element(page.getByRole('listbox')).toHaveFocus();
});

test('Escape closes the details of one of them first, and then ends it', async () => {
  const { model } = await clicked();
  await page.getByRole('option', { name: /Kennedy Town/ }).click();
  expect(model.detail.getState().openId).toBe(kennedy);
  await expect.poll(shownIds).toHaveLength(3);
  focusList();
  await userEvent.keyboard('{Escape}');
  expect(model.detail.getState().openId).toBeNull();
  await expect.element(line()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(line()).not.toBeInTheDocument();
});

test.each(['1', '2'])(
  'the key %s, which opens a view, ends it, also of the same view',
  async (key) => {
    await clicked();
    focusList();
    await userEvent.keyboard(key);
    await expect.element(line()).not.toBeInTheDocument();
    await expect.poll(() => shownIds().length).toBeGreaterThan(3);
  },
);

test('a filter looks through these orders alone, and Escape in it leaves them', async () => {
  const { model } = await clicked();
  focusList();
  await userEvent.keyboard('/kennedy');
  await expect.poll(shownIds).toEqual([kennedy]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(shownIds).toHaveLength(3);
  expect(model.list.getState().cardIds?.size).toBe(3);
});

test('what narrows the views does not hide one of them, and holds again afterwards', async () => {
  const made = await drawnBoard();
  made.model.list.narrow({ promise: 'past' });
  await expect.poll(shownIds).toEqual([]);
  made.fake.clickCard(calls, lunch, flowers, kennedy);
  await expect.poll(shownIds).toHaveLength(3);
  await expect.element(page.getByRole('button', { name: /^Shown/ })).not.toBeInTheDocument();
  await showAll().click();
  await expect.poll(shownIds).toEqual([]);
});

test('a window that opens for the click shows them as soon as it has its orders', async () => {
  const fake = busyBoard();
  const model = await drawn(fake);
  fake.clickCard(calls, lunch, flowers, kennedy);
  await expect.element(line()).toBeVisible();
  expect(model.selection.selected()).toEqual([]);
  await expect.poll(shownIds).toEqual([lunch, flowers, kennedy].toSorted());
});

test('a window that comes back to another view, its filter and open details shows them, too', async () => {
  const fake = busyBoard();
  fake.view = {
    view: 'onTheWay',
    filter: 'e',
    detailWidthPx: null,
    activeId: lunch,
    selectedIds: [lunch, kennedy],
    openId: lunch,
    top: null,
  };
  const model = await drawn(fake);
  fake.clickCard(calls, lunch, flowers, kennedy);
  await expect.poll(shownIds).toEqual([lunch, flowers, kennedy].toSorted());
  await expect.element(line()).toBeVisible();
  expect(model.selection.selected()).toEqual([]);
  expect(model.detail.getState().openId).toBeNull();
});

test('of orders of which one alone is watched still, the details of that one open', async () => {
  const { fake, model } = await drawnBoard();
  fake.clickCard(calls, sampleId('deadbeef'), kennedy);
  await expect.poll(() => model.detail.getState().openId).toBe(kennedy);
  await expect.element(line()).not.toBeInTheDocument();
});
