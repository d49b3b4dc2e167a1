import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../renderer/window-keys.ts';
import { drawn } from './support/drawn.tsx';
import { somePreferences } from '../support/watched-orders.ts';
import { stillPage } from './support/on-page.ts';
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
const said = () => document.querySelector('.toasts')?.textContent;

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

test.each([
  ['note', 'Your note', 'o'],
  ['group', 'Group', 'g'],
] as const)(
  'Escape in the %s leaves the field and keeps what was written, with undo',
  async (part, name, key) => {
    const { fake } = await waiting();
    const row = fake.row(kennedy);
    if (!row) throw new Error('The sample has no Kennedy Town.');
    fake.upsert({ ...row, group: 'Florists' });
    const field = page.getByRole(part === 'note' ? 'textbox' : 'combobox', { name, exact: true });
    const before = (field.element() as HTMLInputElement).value;
    focusList();
    await userEvent.keyboard(key);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Control>}a{/Control} Gate 7, Tower B {Escape}');
    await expect.element(field).not.toHaveFocus();
    await expect.element(field).toHaveValue('Gate 7, Tower B');
    expect(fake.row(kennedy)?.[part]).toBe('Gate 7, Tower B');
    // The keys act on the board again, and the details are still open.
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(field).toHaveValue(before);
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
  },
);

test('what was written about a call is there again when its question was closed without an answer', async () => {
  const { fake } = await waiting();
  focusList();
  await userEvent.keyboard('d');
  const word = page.getByRole('dialog').getByRole('textbox');
  await userEvent.keyboard('No answer, calls back at 5{Escape}');
  await expect.element(word).not.toBeInTheDocument();
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  await userEvent.keyboard('d');
  await expect.element(word).toHaveValue('No answer, calls back at 5');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen').at(-1))
    .toMatchObject({ ids: [kennedy], call: { word: 'No answer, calls back at 5' } });
  // It was said: the next call begins without it.
  await userEvent.keyboard('d');
  await expect.element(word).toHaveValue('');
});

test.each([
  ['note', 'textbox', 'Your note', 'o'],
  ['group', 'combobox', 'Group', 'g'],
] as const)(
  'what is typed in the %s stays when another desk writes there',
  async (part, role, name, key) => {
    const { fake } = await waiting();
    const [row, detail] = [fake.row(kennedy), fake.details.get(kennedy)];
    if (!row || !detail) throw new Error('The sample has no Kennedy Town.');
    const field = page.getByRole(role, { name, exact: true });
    focusList();
    await userEvent.keyboard(`${key}{Control>}a{/Control}Ring twice`);
    fake.details.set(kennedy, {
      ...detail,
      preferences: somePreferences({ ...detail.preferences, [part]: 'Paid' }),
    });
    fake.upsert({ ...row, [part]: 'Paid', changedAtMs: Date.now() });
    await expect.poll(() => fake.row(kennedy)?.[part]).toBe('Paid');
    await stillPage();
    await expect.element(field).toHaveValue('Ring twice');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => fake.row(kennedy)?.[part]).toBe('Ring twice');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(field).toHaveValue('Paid');
  },
);

test.each([
  ['Time that was promised', '2215'],
  ['Time that was promised', '22:15'],
  ['Group', 'Lunch'],
])(
  'what was typed into “%s”, %s, and Enter are one change with one undo, however late its answer is',
  async (name, typed) => {
    const { fake } = await waiting();
    const field = page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name }));
    fake.hold('orders:set-preferences');
    await field.click();
    await userEvent.keyboard(`${typed}{Enter}`);
    focusList();
    await stillPage();
    fake.letGo('orders:set-preferences');
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await stillPage();
    expect(fake.requestsTo('orders:set-preferences')).toHaveLength(1);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(field).toHaveValue('');
  },
);

test('half a promised time stays when another desk promises, and Enter after a whole one leaves the field to undo', async () => {
  const { fake } = await waiting();
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has no Kennedy Town.');
  const field = page.getByRole('textbox', { name: 'Time that was promised' });
  const promised = new Date();
  promised.setHours(21, 15, 0, 0);
  focusList();
  await userEvent.keyboard('t22:1');
  fake.upsert({ ...row, promisedAtMs: promised.getTime() });
  await stillPage();
  await expect.element(field).toHaveValue('22:1');
  await userEvent.keyboard('5{Enter}');
  await expect.element(field).not.toHaveFocus();
  await expect.element(field).toHaveValue('22:15');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(field).toHaveValue('21:15');
});

test('G replaces the group of an order, and the message names the new one', async () => {
  const { fake } = await waiting();
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has no Kennedy Town.');
  focusList();
  await userEvent.keyboard('gIsland{Enter}');
  await expect.poll(said).toContain('In group Island:');
  focusList();
  await userEvent.keyboard('gVIP{Enter}');
  await expect.poll(said).toContain('In group VIP:');
  expect(fake.requestsTo('orders:set-preferences')).toMatchObject([
    { change: { group: 'Island' } },
    { change: { group: 'VIP' } },
  ]);
});
