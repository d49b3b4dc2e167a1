import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../renderer/window-keys.ts';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const kennedy = sampleId('c0ffee10');
const florist = sampleId('3f2b8c1e');

/** Opens the details of a waiting order in the view “Waiting”. */
async function waiting() {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.list.openView('waiting');
  model.selection.select(kennedy);
  model.detail.open(kennedy);
  await expect.element(note()).toBeVisible();
  const matched = () => {
    const row = fake.row(kennedy);
    if (!row) throw new Error('The sample has no Kennedy Town.');
    fake.upsert({ ...row, status: { raw: 'matched', phase: 'assigned' } });
  };
  return { fake, model, matched };
}

const note = () => page.getByRole('textbox', { name: 'Your note' });

test('an order stays in its place while its note is typed, and leaves the view afterwards', async () => {
  const { fake, model, matched } = await waiting();
  await note().click();
  await userEvent.keyboard('{Control>}a{/Control}ring ');
  matched();
  await userEvent.keyboard('the reception');
  expect(fake.requestsTo('orders:archive')).toEqual([]);
  expect(model.selection.getState().activeId).toBe(kennedy);
  await userEvent.tab();
  expect(fake.requestsTo('order:note')).toEqual([{ id: kennedy, note: 'ring the reception' }]);
  await expect.poll(() => model.selection.getState().activeId).not.toBe(kennedy);
  await expect.poll(() => model.detail.getState().openId).toBe(model.selection.getState().activeId);
});

test('a typed note is stored when a notification opens another order', async () => {
  const { fake, model } = await waiting();
  await note().click();
  await userEvent.keyboard('{Control>}a{/Control}ring first');
  fake.reveal(florist);
  await expect.poll(() => model.detail.getState().openId).toBe(florist);
  await expect
    .poll(() => fake.requestsTo('order:note'))
    .toEqual([{ id: kennedy, note: 'ring first' }]);
});

test('a typed label is stored when a notification opens another order', async () => {
  const { fake, model } = await waiting();
  await userEvent.keyboard('{F2}');
  const field = page.getByRole('textbox', { name: 'Label' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('School');
  fake.reveal(florist);
  await expect.poll(() => model.detail.getState().openId).toBe(florist);
  await expect
    .poll(() => fake.requestsTo('order:relabel'))
    .toEqual([{ id: kennedy, label: 'School' }]);
});

test.each(['Enter', 'Escape'])('%s in the label gives the focus back to the list', async (key) => {
  await waiting();
  focusList();
  await userEvent.keyboard('{F2}');
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveFocus();
  await userEvent.keyboard(`{${key}}`);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toHaveFocus();
});

test('Escape inside an input method does not take back what was typed', async () => {
  const { fake } = await waiting();
  await note().fill('致電');
  const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
  note().element().dispatchEvent(new KeyboardEvent('keydown', composing));
  await userEvent.tab();
  expect(fake.requestsTo('order:note')).toEqual([{ id: kennedy, note: '致電' }]);
});
