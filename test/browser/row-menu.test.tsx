import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../renderer/window-keys.ts';
import { accessibilityFaults, drawn, drawnBoard } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { animationsEnded } from './support/on-page.ts';
import { manyRows, sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const option = (name: string | RegExp) => page.getByRole('option', { name });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });
const menu = () => page.getByRole('menu');

async function rightClick(name: RegExp): Promise<void> {
  await option(name).click({ button: 'right' });
  await expect.element(menu()).toBeVisible();
}

/** Presses a key at once, with no frame between it and the next. */
async function pressAtOnce(key: string, ctrlKey = false): Promise<void> {
  const event = { key, ctrlKey, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event));
  await Promise.resolve();
}

describe('a right click on a row', () => {
  test('selects an order that was not selected, and its menu acts on that order', async () => {
    const { fake, model } = await drawnBoard();
    model.selection.select(florist);
    await rightClick(/Kennedy Town/);
    expect(model.selection.selected()).toEqual([kennedy]);
    expect(await accessibilityFaults()).toEqual([]);
    await item('Mute notifications').click();
    await expect
      .poll(() => fake.requestsTo('orders:mute'))
      .toEqual([{ ids: [kennedy], isMuted: true }]);
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(page.getByRole('listbox')).toHaveFocus();
  });

  test('keeps a selection that holds the row, and acts on all of it', async () => {
    const { fake, model } = await drawnBoard();
    model.selection.select(florist);
    model.selection.toggle(kennedy);
    await rightClick(/Kennedy Town/);
    await item('Check now').click();
    const [asked] = fake.requestsTo('orders:check-now');
    expect(asked).toEqual({ ids: model.selection.selected() });
    expect(model.selection.selected()).toHaveLength(2);
  });

  test('renames: the field of the label has the focus', async () => {
    await drawnBoard();
    await rightClick(/Kennedy Town/);
    await item('Rename label').click();
    await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveFocus();
  });

  test('moves an open menu to the row that was clicked next', async () => {
    const { model } = await drawnBoard();
    await rightClick(/Kennedy Town/);
    await rightClick(/Sheung Wan/);
    expect(model.selection.selected()).toEqual([florist]);
    expect(document.querySelectorAll('[role="menu"]')).toHaveLength(1);
  });
});

test('a right click low in the window opens a menu that shows all of its lines', async () => {
  await drawn(busyBoard(manyRows(200, Date.now())));
  await expect.element(option(/./).first()).toBeVisible();
  const list = page.getByRole('listbox').element().getBoundingClientRect();
  const at = { clientX: list.left + 200, clientY: list.bottom - 60 };
  const row = document.elementFromPoint(at.clientX, at.clientY);
  row?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
  await expect.element(menu()).toHaveFocus();
  await animationsEnded();
  const popup = menu().element();
  expect(popup.scrollHeight).toBe(popup.clientHeight);
  expect(popup.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  expect(popup.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
});

test('a line that opens another menu does so by an arrow key, and what is chosen there closes both', async () => {
  const { fake, model } = await drawnBoard();
  model.selection.select(kennedy);
  focusList();
  await userEvent.keyboard('{ContextMenu}');
  await expect.element(menu()).toHaveFocus();
  item('Snooze or remind').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item(/^Snooze for 15/)).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences'))
    .toMatchObject([{ ids: [kennedy], change: { snoozedUntilMs: expect.any(Number) } }]);
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(page.getByRole('listbox')).toHaveFocus();
});

describe('by key', () => {
  test.each(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])(
    '%s opens the menu at the active row; arrows choose, Escape gives the focus back',
    async (keys) => {
      const { fake, model } = await drawnBoard();
      model.selection.select(kennedy);
      focusList();
      await userEvent.keyboard(keys);
      await expect.element(menu()).toHaveFocus();
      await userEvent.keyboard('{ArrowDown}');
      await expect.element(item('Open details')).toHaveFocus();
      const row = option(/Kennedy Town/)
        .element()
        .getBoundingClientRect();
      const top = menu().element().getBoundingClientRect();
      const isBeside =
        Math.abs(top.top - row.bottom) < 20 || Math.abs(top.bottom - row.bottom) < 20;
      expect(isBeside).toBe(true);
      await userEvent.keyboard('{Escape}');
      await expect.element(menu()).not.toBeInTheDocument();
      await expect.element(page.getByRole('listbox')).toHaveFocus();
      await userEvent.keyboard(keys);
      await expect.element(menu()).toHaveFocus();
      await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
      await expect.poll(() => fake.requestsTo('orders:check-now')).toEqual([{ ids: [kennedy] }]);
      await expect.element(page.getByRole('listbox')).toHaveFocus();
    },
  );
});

test('a key that comes while a closed menu fades is not lost', async () => {
  const { model } = await drawnBoard();
  model.selection.select(kennedy);
  focusList();
  await userEvent.keyboard('{ContextMenu}');
  await expect.element(menu()).toHaveFocus();
  await pressAtOnce('Escape');
  await pressAtOnce('k', true);
  await expect
    .element(page.getByRole('combobox', { name: 'Orders, actions and places' }))
    .toHaveFocus();
  await expect.element(menu()).not.toBeInTheDocument();
});

test('a menu on a row that is partly out of sight stays open', async () => {
  const model = await drawn(busyBoard(manyRows(200, Date.now())));
  await expect.element(option(/./).first()).toBeVisible();
  const list = page.getByRole('listbox').element().getBoundingClientRect();
  const last = document.elementFromPoint(list.left + 200, list.bottom - 3)?.closest('[data-order]');
  if (!last) throw new Error('No row at the end of the list.');
  expect(last.getBoundingClientRect().bottom).toBeGreaterThan(list.bottom);
  const at = { clientX: list.left + 200, clientY: list.bottom - 3 };
  last.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
  await expect.element(menu()).toHaveFocus();
  await animationsEnded();
  await expect.element(menu()).toBeVisible();
  expect(model.selection.selected()).toEqual([last.getAttribute('data-order')]);
});

test('the menu closes when the list scrolls', async () => {
  const model = await drawn(busyBoard(manyRows(200, Date.now())));
  await option(/./).first().click({ button: 'right' });
  await expect.element(menu()).toBeVisible();
  page.getByRole('listbox').element().scrollBy({ top: 200 });
  await expect.element(menu()).not.toBeInTheDocument();
  expect(model.selection.selected()).toHaveLength(1);
});
