import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../renderer/window-keys.ts';
import { drawnBoard } from './support/drawn.tsx';
import { sampleId } from './support/sample-board.ts';

const kennedy = sampleId('c0ffee10');
const muted = sampleId('c0ffee09');
const board = page.getByRole('main');
const button = (name: string | RegExp) => board.getByRole('button', { name });
const ofPanel = (name: string) => page.getByRole('complementary').getByRole('button', { name });
const status = () => document.querySelector('output')?.textContent;

test('Ctrl+A says how many are selected, and one click marks those with changes or a claim on attention as seen', async () => {
  const { fake, model } = await drawnBoard();
  focusList();
  expect(document.querySelector('output')).not.toBeNull();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.poll(status).toBe('13 selected');
  expect(model.detail.getState().openId).toBeNull();
  const unseen = model.selection.selected().filter((id) => {
    const row = fake.row(id);
    return row?.isUnseen === true || row?.attention != null;
  });
  await button(`Mark ${unseen.length} as seen`).click();
  await expect.poll(() => fake.requestsTo('orders:mark-seen')).toMatchObject([{ ids: unseen }]);
  await expect.element(button(/^Mark \d+ as seen/)).not.toBeInTheDocument();
  // Seen is not handled: that is said of what needs a person, with a click of its own.
  const needy = unseen.filter((id) => fake.row(id)?.attention != null);
  await button(`Mark ${needy.length} as handled`).click();
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen').at(-1))
    .toMatchObject({ ids: needy, deed: 'handled' });
  await expect.element(button(/^Mark \d+ as handled/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('listbox')).toHaveFocus();
});

test('Archive says how many of the selected orders it would put away, and does so', async () => {
  const { fake, model } = await drawnBoard();
  focusList();
  await userEvent.keyboard('{Control>}a{/Control}');
  await button('Archive 3').click();
  await expect.poll(() => fake.requestsTo('orders:archive')).toHaveLength(1);
  await expect.poll(() => model.list.getState().counts.archive).toBe(3);
  await expect.poll(status).toBe('10 selected');
  await expect.element(button(/^Archive \d/)).not.toBeInTheDocument();
  await userEvent.keyboard('7');
  focusList();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(button('Put back 3')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(status).toBe('');
});

test('mute and pin are worded for all selected orders, not for the one that is active', async () => {
  const { model } = await drawnBoard();
  model.reveal(muted);
  await expect.element(ofPanel('Unmute')).toBeVisible();
  model.selection.restore(muted, [kennedy, muted]);
  await expect.element(ofPanel('Mute')).toBeVisible();
  await page.getByRole('listbox').getByRole('option', { selected: true }).first().click({
    button: 'right',
  });
  await expect.element(page.getByRole('menuitem', { name: 'Mute notifications' })).toBeVisible();
});

test('with the details open they hold the buttons, which the panel could cover in the list', async () => {
  const { model } = await drawnBoard();
  model.reveal(kennedy);
  focusList();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.poll(status).toBe('13 selected');
  await expect.element(ofPanel('Archive 3')).toBeVisible();
  await expect.element(button('Archive 3')).not.toBeInTheDocument();
});

test('what was selected in one view is not acted on in another, nor what a filter leaves out', async () => {
  const { fake, model } = await drawnBoard();
  focusList();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.poll(status).toBe('13 selected');
  await userEvent.keyboard('2');
  await expect.poll(() => model.list.getState().view).toBe('needsAttention');
  await expect.poll(status).toBe('');
  await userEvent.keyboard('m');
  const { activeId } = model.selection.getState();
  await expect
    .poll(() => fake.requestsTo('orders:mute'))
    .toEqual([{ ids: [activeId], isMuted: true }]);
  await userEvent.keyboard('1{Control>}a{/Control}');
  await expect.poll(status).toBe('13 selected');
  await userEvent.keyboard('/central');
  await expect.poll(() => model.list.getState().arrangement.orderIds.length).toBeLessThan(13);
  const found = model.list.getState().arrangement.orderIds;
  await expect.poll(status).toBe(`${found.length} selected`);
  expect(model.selection.selected()).toEqual(found);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => model.list.getState().arrangement.orderIds).toHaveLength(13);
  expect(model.selection.selected()).toHaveLength(found.length);
});
