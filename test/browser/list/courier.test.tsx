import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focusList } from '../../../renderer/window-keys.ts';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import { sampleId } from '../support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const clinic = sampleId('c0ffee06');

/** The board with the florist's order selected in the list. */
async function withFlorist() {
  const fake = busyBoard();
  const model = await drawn(fake);
  await page.getByRole('option', { name: /Sheung Wan florist/ }).click();
  await userEvent.keyboard('{Escape}');
  return { fake, model };
}

test('one key copies the courier’s number without showing it', async () => {
  const { fake } = await withFlorist();
  fake.phones.set('courier', { phoneNumber: '+852 5555 0147', phoneExtension: null });
  await userEvent.keyboard('y');
  await expect
    .poll(() => fake.requestsTo('clipboard:write'))
    .toEqual([{ text: '+852 5555 0147', isPersonal: true }]);
  await expect.element(page.getByText('+852 5555 0147')).not.toBeInTheDocument();
});

test('a call is asked about first, and nothing is called where the answer is no', async () => {
  const { fake } = await withFlorist();
  await userEvent.keyboard('a');
  const question = page.getByRole('dialog', { name: /^Call .*Lau Chi Keung/ });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(fake.requestsTo('order:call-phone')).toEqual([]);
  await userEvent.keyboard('a');
  await question.getByRole('button', { name: 'Call', exact: true }).click();
  await expect
    .poll(() => fake.requestsTo('order:call-phone'))
    .toEqual([{ id: florist, owner: 'courier' }]);
});

test('a call of a courier without a number is not asked about: it is said that none is given', async () => {
  const { fake } = await withFlorist();
  const detail = fake.details.get(florist);
  if (detail?.order?.courier == null) throw new Error('The sample has a courier.');
  const courier = { ...detail.order.courier, phoneNumber: null };
  fake.details.set(florist, { ...detail, order: { ...detail.order, courier } });
  await userEvent.keyboard('a');
  await expect.poll(() => document.querySelector('.toasts')?.textContent).toBe('Phone not given');
  expect(document.querySelector('dialog')).toBeNull();
});

test.each([
  ['what else the courier has', 'u'],
  ['a question before a call', 'a'],
  ['the courier’s number', 'y'],
])(
  'of an order without a courier it is said that it has none, in place of %s',
  async (_of, key) => {
    const { fake } = await withFlorist();
    const [row, detail] = [fake.row(florist), fake.details.get(florist)];
    if (!row || !detail?.order) throw new Error('The sample has the order.');
    fake.details.set(florist, { ...detail, order: { ...detail.order, courier: null } });
    fake.phones.delete('courier');
    fake.upsert({ ...row, courier: { kind: 'none' } });
    await userEvent.keyboard(key);
    await expect.poll(() => document.querySelector('.toasts')?.textContent).toBe('No courier yet');
  },
);

test.each<[string, Partial<OrderRow>, string]>([
  [
    'whose courier has no name',
    { courier: { kind: 'known', name: null, fix: null } },
    'The service gives no name of this courier',
  ],
  [
    'that is over',
    { status: { raw: 'completed', phase: 'done' } },
    'This order is over: its courier does not have it any more',
  ],
])('of an order %s it is not said that the courier has no other', async (_which, parts, said) => {
  const { fake } = await withFlorist();
  const row = fake.row(florist);
  if (!row) throw new Error('The sample has the order.');
  fake.upsert({ ...row, ...parts });
  await userEvent.keyboard('u');
  await expect.poll(() => document.querySelector('.toasts')?.textContent).toBe(said);
});

test('O leads to the end of the note that is there', async () => {
  const { model } = await withFlorist();
  await model.actions.note(florist, 'Back door.', null);
  await userEvent.keyboard('o');
  const note = page.getByRole('textbox', { name: /note/i });
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard(' And ring.');
  await expect.element(note).toHaveValue('Back door. And ring.');
});

test('one key copies a text for the customer, with Shift in the other language', async () => {
  const { fake } = await withFlorist();
  await userEvent.keyboard('x');
  await expect.poll(() => fake.requestsTo('clipboard:write')).toHaveLength(1);
  await userEvent.keyboard('{Shift>}X{/Shift}');
  await expect.poll(() => fake.requestsTo('clipboard:write')).toHaveLength(2);
  expect(fake.requestsTo('clipboard:write')).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^Your courier /) }),
    expect.objectContaining({ text: expect.stringMatching(/^你的配送員 /) }),
  ]);
});

test('what else a courier has is shown alone, from the courier in the details', async () => {
  const { fake, model } = await withFlorist();
  const [florists, other] = [fake.row(florist), fake.row(clinic)];
  if (!florists || !other) throw new Error('The sample has both orders.');
  fake.upsert({ ...other, courier: florists.courier });
  model.detail.open(florist);
  await page.getByRole('button', { name: /^Has one more order/ }).click();
  await expect.element(page.getByText(/^2 orders with .*Lau Chi Keung/)).toBeVisible();
  expect(new Set(model.list.getState().arrangement.orderIds)).toEqual(new Set([florist, clinic]));
  await userEvent.keyboard('{Escape}{Escape}');
  expect(model.list.getState().cardIds).toBeNull();
  await expect.element(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible();
  expect(model.list.getState().arrangement.orderIds.length).toBeGreaterThan(2);
});

test('the orders of a courier are all that is selected, also when they are looked up from the archive', async () => {
  const { fake, model } = await withFlorist();
  const [florists, other] = [fake.row(florist), fake.row(clinic)];
  if (!florists || !other) throw new Error('The sample has both orders.');
  const archived = sampleId('aaaaaaaa');
  fake.upsert(
    { ...other, courier: florists.courier },
    { ...florists, id: archived, label: 'Archived under way', isArchived: true, attention: null },
  );
  const over = { raw: 'completed', phase: 'done' } as const;
  fake.putAway(
    ...Array.from({ length: 30 }, (_, at) => ({
      ...florists,
      id: sampleId(`b${String(at).padStart(7, '0')}`),
      isArchived: true,
      status: over,
    })),
  );
  model.list.openView('archive');
  await expect.poll(() => model.list.getState().arrangement.orderIds).toContain(archived);
  model.selection.select(archived);
  focusList();
  await userEvent.keyboard('u');
  await expect.element(page.getByText(/^2 orders with .*Lau Chi Keung/)).toBeVisible();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(model.selection.getState()).toMatchObject({ isAll: false });
  expect(model.list.getState().total).toBe(2);
});
