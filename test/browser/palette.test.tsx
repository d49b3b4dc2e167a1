import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const orders = () => page.getByRole('listbox', { name: 'Orders', exact: true });
const lines = () => page.getByRole('listbox', { name: 'Orders, actions and places' });
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

test('what people call an action or a setting finds it', async () => {
  const { model } = await openPalette();
  model.selection.select(florist);
  const words = {
    note: 'Write a note',
    label: 'Rename label',
    remind: 'Remind in 5\u00A0min',
    dark: 'Theme: Dark',
    quiet: 'Quiet hours',
    language: 'Language',
    export: 'Save the watch list',
    summary: 'Copy summary',
    rewind: 'Rewind the board',
    help: 'Keyboard',
    'position lost': 'Position counts as lost after',
    'at login': 'Open at login',
    size: 'Size of everything',
    zoom: 'Size of everything',
    sound: 'Sound',
    'base url': 'Base URL',
    advanced: 'Advanced',
    proxy: 'Proxy',
  };
  for (const [word, name] of Object.entries(words)) {
    await field().fill(word);
    await expect.poll(() => lines().element().textContent).toContain(name);
  }
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

test('"check" checks: all orders when none is selected, else the selected ones', async () => {
  const { fake, model } = await openPalette();
  await userEvent.keyboard('check{Enter}');
  await expect.poll(() => fake.requestsTo('orders:check-now')).toHaveLength(1);
  const [all] = fake.requestsTo('orders:check-now');
  expect(all).toEqual({ ids: expect.arrayContaining([florist, kennedy]) });
  model.selection.select(florist);
  model.selection.toggle(kennedy);
  await userEvent.keyboard('{Control>}k{/Control}check{Enter}');
  await expect.poll(() => fake.requestsTo('orders:check-now')).toHaveLength(2);
  expect(fake.requestsTo('orders:check-now').at(-1)).toEqual({ ids: [florist, kennedy] });
  expect(fake.requestsTo('checking:pause')).toEqual([]);
});

test('what stops checks or takes orders off the list is asked first', async () => {
  const { fake, model } = await openPalette();
  await userEvent.keyboard('pause{Enter}');
  const pause = page.getByRole('dialog', { name: 'Pause checking?' });
  await expect.element(pause).toBeVisible();
  // A second Enter is the answer no.
  await userEvent.keyboard('{Enter}');
  await expect.element(pause).not.toBeInTheDocument();
  expect(fake.requestsTo('checking:pause')).toEqual([]);

  model.selection.selectAll();
  await userEvent.keyboard('{Control>}k{/Control}archive{Enter}');
  await expect.element(page.getByRole('dialog', { name: /^Archive \d+ orders\?$/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(fake.requestsTo('orders:archive')).toEqual([]);

  model.selection.select(florist);
  await userEvent.keyboard('{Control>}k{/Control}stop{Enter}');
  const stop = page.getByRole('dialog', { name: 'Stop watching Sheung Wan florist, two drops?' });
  await stop.getByRole('button', { name: 'Stop watching' }).click();
  await expect
    .element(page.getByRole('option', { name: /Sheung Wan florist/ }))
    .not.toBeInTheDocument();
});

test('forgetting the connection is asked on its page', async () => {
  const { fake } = await openPalette();
  await userEvent.keyboard('forget{Enter}');
  await expect
    .element(page.getByRole('alertdialog', { name: 'Forget the credentials?' }))
    .toBeVisible();
  expect(fake.requestsTo('connection:forget')).toEqual([]);
});

test('an order that is found by something else than its name says by what', async () => {
  await openPalette();
  await userEvent.keyboard('praya lunch');
  const line = lines().getByRole('option', { name: /Kennedy Town: school lunch boxes/ });
  await expect.element(line).toBeVisible();
  expect(line.element().textContent).toContain('Praya 60, Kennedy Town');
  const marks = [...line.element().querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks).toEqual(['lunch', 'Praya']);
});

test('renaming the best match puts the focus into its field', async () => {
  const { model } = await openPalette();
  await userEvent.keyboard('florist');
  await lines()
    .getByRole('option', { name: /^Rename/ })
    .click();
  expect(model.detail.getState().openId).toBe(florist);
  await expect.poll(() => document.activeElement?.closest('.detail')).not.toBeNull();
  expect(document.activeElement?.tagName).toBe('INPUT');
});

test('a dropped file is searched like a paste, and its name goes along', async () => {
  const { fake, model } = await openPalette();
  await userEvent.keyboard('{Escape}');
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4 florist'], 'list.csv'));
  window.dispatchEvent(new DragEvent('dragenter', { dataTransfer, cancelable: true }));
  await expect.element(page.getByText('Drop to look for uuids')).toBeVisible();
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  await expect.element(page.getByText('Drop to look for uuids')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Watch 1 order' })).toBeVisible();
  expect(model.paste.getState().preview?.fresh[0]?.label).toBe('florist');
  await model.paste.watch();
  const origin = { kind: 'file', name: 'list.csv' };
  expect(fake.requestsTo('watch-list:add')).toMatchObject([{ origin }]);
});
