import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { markable } from '../../../renderer/board/views.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import type { OrderRow } from '../../../core/board/board.ts';
import { accessibilityFaults, drawn, drawnBoard } from '../support/drawn.tsx';
import { manyRows, sampleId } from '../support/sample-board.ts';
import { busyBoard, now } from '../support/scene.ts';

const florist = sampleId('3f2b8c1e');
const markAll = () => page.getByRole('button', { name: 'Mark all as seen', exact: true });
const dialog = () => page.getByRole('dialog', { name: /^Done, I called/ });

test('“Mark all as seen” marks the orders of the shown view in one request, and undo restores them', async () => {
  const { fake, model } = await drawnBoard();
  model.list.openView('needsAttention');
  const { orderIds } = model.list.getState().arrangement;
  const before = markable(orderIds, model.board.getState().rows);
  expect(before.length).toBeGreaterThan(2);
  await markAll().click();
  await expect.poll(() => fake.requestsTo('orders:mark-seen')).toHaveLength(1);
  expect(fake.requestsTo('orders:mark-seen')).toMatchObject([{ ids: before.map(({ id }) => id) }]);
  // What needs a person stays, calmly, until it is handled.
  await expect.element(markAll()).not.toBeInTheDocument();
  expect(model.list.getState().arrangement.orderIds).toEqual(orderIds);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => model.list.getState().arrangement.orderIds).toEqual(orderIds);
  expect(fake.requestsTo('orders:mark-unseen')).toEqual([{ mark: 1 }]);
});

test('what comes to need attention above the view of a scrolled list is named at its top edge, and a click leads there', async () => {
  const calm = manyRows(80, now()).map((row) => ({ ...row, attention: null, isUnseen: false }));
  const fake = busyBoard(calm);
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders', exact: true })).toBeVisible();
  const list = document.querySelector('.rows');
  if (list === null) throw new Error('There is no list.');
  const above = page.getByRole('button', { name: /above$/ });
  model.selection.select(calm[40]?.id ?? null);
  list.scrollTop = 1200;
  const attention = {
    score: 50,
    reason: 'released',
    age: { kind: 'duration', sinceMs: now() },
  } as const;
  const alarm = (row: OrderRow) => fake.upsert({ ...row, attention, isUnseen: true });
  const [first, second] = calm;
  if (first === undefined || second === undefined) throw new Error('There are too few rows.');
  alarm(first);
  await expect.element(page.getByRole('button', { name: '1 needs attention above' })).toBeVisible();
  alarm(second);
  const both = page.getByRole('button', { name: '2 need attention above' });
  await expect.element(both).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await both.click();
  await expect.poll(() => list.scrollTop).toBeLessThan(60);
  await expect.element(above).not.toBeInTheDocument();
  expect(document.activeElement).toBe(list);
  const [led] = model.list.getState().arrangement.orderIds;
  expect(model.selection.getState().activeId).toBe(led);
  list.scrollTop = 1200;
  await expect.element(both).toBeVisible();
  await model.actions.markSeen([first.id, second.id]);
  await expect.element(above).not.toBeInTheDocument();
});

test('the palette asks before it marks all as seen', async () => {
  const { fake } = await drawnBoard();
  focusList();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('all as seen{Enter}');
  await expect
    .element(page.getByRole('dialog', { name: /^Mark \d+ orders as seen\?/ }))
    .toBeVisible();
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  await page.getByRole('button', { name: 'Mark all as seen' }).last().click();
  await expect.poll(() => fake.requestsTo('orders:mark-seen')).toHaveLength(1);
});

test('D says that the dispatcher called, with a word or without, and it can be taken back', async () => {
  const { fake, model } = await drawnBoard();
  model.selection.select(florist);
  focusList();
  await userEvent.keyboard('d');
  await expect.element(dialog()).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('No answer at the door{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen'))
    .toMatchObject([{ ids: [florist], call: { word: 'No answer at the door' } }]);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText(/^You called:/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => fake.requestsTo('orders:mark-unseen')).toEqual([{ mark: 1 }]);
  await userEvent.keyboard('{Shift>}d{/Shift}');
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen').at(-1))
    .toMatchObject({ ids: [florist], deed: 'handled', call: { word: 'waiting for a call back' } });
  await expect.element(page.getByText(/^You wait for a call back:/)).toBeVisible();
  await userEvent.keyboard('d{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen').at(-1))
    .toMatchObject({ ids: [florist], call: { word: null } });
});

test('a row says that it was seen, and with V that it is handled, and the details say how it comes back', async () => {
  const { fake, model } = await drawnBoard();
  model.list.openView('needsAttention');
  const row = page.getByRole('option', { name: /handover_review/ });
  await expect.element(row).not.toHaveAccessibleName(/not handled/);
  await row.click();
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText(/^Needs attention until it is handled/)).toBeVisible();
  await expect.element(panel.getByText(/^Seen, not handled/)).toBeVisible();
  await expect.element(row).toHaveAccessibleName(/Seen, not handled/);
  focusList();
  await userEvent.keyboard('v');
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen').at(-1))
    .toMatchObject({ ids: [sampleId('b41e9c07')], deed: 'handled' });
  await expect.element(page.getByText(/^Handled:/)).toBeVisible();
  // It is being read: it goes when one goes on to another.
  await expect.element(row).toHaveAccessibleName(/Handled, \d{2}:\d{2}/);
  await expect.element(panel.getByText(/^Handled, .*It comes back/)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row).not.toBeInTheDocument();
  model.list.openView('all');
  await expect.element(row).toHaveAccessibleName(/Handled, \d{2}:\d{2}/);
  model.reveal(sampleId('b41e9c07'));
  await expect.element(panel.getByText(/^Handled, .*It comes back/)).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('the details say that what was seen stays, and what came of a call', async () => {
  const { fake, model } = await drawnBoard();
  const id = sampleId('b41e9c07');
  const detail = fake.details.get(florist);
  if (!detail) throw new Error('The sample has the details of one order.');
  const called = { kind: 'called', atMs: Date.now(), source: 'you', word: 'Calls back' } as const;
  fake.details.set(id, { ...detail, id, timeline: [called, ...detail.timeline] });
  model.reveal(id);
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText(/^You called/)).toBeVisible();
  await expect.element(panel.getByText('Calls back')).toBeVisible();
  await expect.element(panel.getByText(/^Seen, not handled/)).toBeVisible();
  await panel.getByRole('button', { name: /Done, I called/ }).click();
  await expect.element(dialog()).toBeVisible();
});

test.each([
  ['courierSwapped', /Another courier/],
  ['priceChanged', /Price changed/],
] as const)('a row says that it needs a look because of %s', async (reason, words) => {
  const { fake, model } = await drawnBoard();
  const id = sampleId('b41e9c07');
  const before = model.board.getState().rows.get(id);
  if (!before?.attention) throw new Error('The sample has an order that needs attention.');
  fake.upsert({ ...before, problem: null, attention: { ...before.attention, reason } });
  await expect.element(page.getByRole('option', { name: words })).toBeVisible();
});

test('a row says beside the most serious reason what is wrong with its facts, and names all of them in its title', async () => {
  const { fake } = await drawnBoard();
  const row = fake.row(florist);
  if (!row) throw new Error('The sample has the florist.');
  const nowMs = Date.now();
  const age = { kind: 'duration', sinceMs: nowMs } as const;
  const fact = () => document.querySelector(`[data-order="${florist}"] .fact`);
  fake.upsert({
    ...row,
    promisedAtMs: nowMs + 300_000,
    problem: { code: 'order-not-found', httpStatus: 404, sinceMs: nowMs, failureCount: 3 },
    attention: {
      reason: 'promiseAhead',
      score: 9_000_002,
      age: { kind: 'promise', atMs: nowMs + 300_000 },
      others: ['notFound', 'longWait'],
    },
  });
  await expect.poll(() => fact()?.textContent).toBe('Promise at hand· Not found');
  expect(fact()?.getAttribute('title')).toBe('Promise at hand · Not found · Long wait');
  await expect
    .element(page.getByRole('option', { name: /Promise at hand.*\. Not found\. Long wait\./ }))
    .toBeVisible();
  const fault = fact()?.querySelector('.fault');
  expect(fault?.scrollWidth).toBeLessThanOrEqual(fault?.clientWidth ?? 0);
  fake.upsert({
    ...row,
    status: { raw: 'handover_check', phase: 'unknown' },
    attention: { reason: 'courierSilent', score: 8_000_001, age, others: ['unknownStatus'] },
  });
  await expect.poll(() => fact()?.textContent).toMatch(/^Courier silent· .*handover_check/);
});

test('the most serious reason keeps its room beside two faults, of which the title names both', async () => {
  const { fake } = await drawnBoard();
  const row = fake.row(florist);
  if (!row) throw new Error('The sample has the florist.');
  const nowMs = Date.now();
  await page.viewport(1440, 900);
  fake.upsert({
    ...row,
    status: { raw: 'awaiting_confirmation_by_partner', phase: 'unknown' },
    promisedAtMs: nowMs - 60_000,
    problem: { code: 'answer-for-another-order', httpStatus: 200, sinceMs: nowMs, failureCount: 3 },
    attention: {
      reason: 'promisePassed',
      score: 9_000_002,
      age: { kind: 'promise', atMs: nowMs - 60_000 },
      others: ['refused', 'unknownStatus'],
    },
  });
  const fact = () => document.querySelector(`[data-order="${florist}"] .fact`);
  await expect
    .poll(() => fact()?.getAttribute('title'))
    .toMatch(/^Promise passed · .* · .*awaiting_confirmation/);
  expect(fact()?.querySelector('bdi')?.clientWidth).toBeGreaterThan(40);
});
