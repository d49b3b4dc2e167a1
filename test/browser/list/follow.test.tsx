import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../../renderer/window-keys.ts';
import { drawnBoard } from '../support/drawn.tsx';
import { sampleId } from '../support/sample-board.ts';

const kennedy = sampleId('c0ffee10');
const florist = sampleId('3f2b8c1e');
const followed = () =>
  page.getByRole('option').filter({ hasText: /Kennedy Town|Sheung Wan florist/ });
const spoken = () =>
  followed()
    .elements()
    .map((row) => row.getAttribute('aria-label')?.includes('Followed.') === true);

test('L follows the selected orders, their rows say so, and Ctrl+Z takes it back', async () => {
  const { model } = await drawnBoard();
  model.selection.restore(florist, [florist, kennedy]);
  expect(spoken()).toEqual([false, false]);
  focusList();
  await userEvent.keyboard('l');
  await expect.poll(spoken).toEqual([true, true]);
  expect(document.querySelectorAll('.row use[href$="bell-ring"]')).toHaveLength(2);
  await expect.element(page.getByText(/^Each change is told by itself/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(spoken).toEqual([false, false]);
});

test('the menu of an order, the palette and the keyboard help name it with its key', async () => {
  const { model } = await drawnBoard();
  model.selection.select(kennedy);
  focusList();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: 'Follow' }).click();
  await expect.poll(spoken).toContain(true);
  focusList();
  await userEvent.keyboard('{Control>}k{/Control}follow');
  await expect.element(page.getByRole('option', { name: /^Follow no more/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(spoken).toEqual([false, false]);
  focusList();
  await userEvent.keyboard('?');
  const line = page.getByRole('listitem').filter({ hasText: 'Follow or not' });
  await expect.element(line.getByText('L', { exact: true }).first()).toBeInTheDocument();
});
