import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const orders = () => page.getByRole('listbox', { name: 'Orders', exact: true });
const field = () => page.getByRole('combobox', { name: 'Orders, actions and places' });

async function openPalette() {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(orders()).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
  return { fake, model };
}

test('typing a name and Enter opens the order', async () => {
  const { model } = await openPalette();
  await userEvent.keyboard('florist{Enter}');
  await expect.element(field()).not.toBeInTheDocument();
  expect(model.detail.getState().openId).toBe(florist);
});

test('the arrows choose what to do with the best match', async () => {
  const { fake } = await openPalette();
  await userEvent.keyboard('florist{ArrowDown}{Enter}');
  await expect.poll(() => fake.requestsTo('orders:check-now')).toEqual([{ ids: [florist] }]);
});

test('views and pages of the settings are found by their names', async () => {
  await openPalette();
  await userEvent.keyboard('appear{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
});

test('a query without a match says so, and Escape closes only the palette', async () => {
  const { model } = await openPalette();
  model.reveal(florist);
  await userEvent.keyboard('zzz');
  await expect.element(page.getByText('Nothing is called that')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).not.toBeInTheDocument();
  expect(model.detail.getState().openId).toBe(florist);
});

test('a dropped file is searched like a paste', async () => {
  const { model } = await openPalette();
  await userEvent.keyboard('{Escape}');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4 florist'], 'list.csv'));
  window.dispatchEvent(new DragEvent('dragenter', { dataTransfer, cancelable: true }));
  await expect.element(page.getByText('Drop to look for uuids')).toBeVisible();
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  await expect.element(page.getByText('Drop to look for uuids')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Watch 1 order' })).toBeVisible();
  expect(model.paste.getState().preview?.fresh[0]?.label).toBe('florist');
});
