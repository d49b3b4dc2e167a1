import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Order } from '../../../core/order/order.ts';
import { accessibilityFaults, drawn } from '../support/drawn.tsx';
import { orderOfRow } from '../support/order-of-row.ts';
import { busyBoard } from '../support/scene.ts';
import { sampleId } from '../support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const options = () => page.getByRole('option');
const option = (name: string | RegExp) => page.getByRole('option', { name });
const field = () => page.getByRole('textbox', { name: 'Filter orders' });
const marksIn = (id: string) =>
  [...document.querySelectorAll(`[data-order="${id}"] mark`)].map(({ textContent }) => textContent);
const hitOf = (id: string) => document.querySelector(`[data-order="${id}"] .hit`)?.textContent;

/** A board on which the service said more of some orders than their rows tell. */
async function boardWith(parts: Readonly<Record<string, Partial<Order>>> = {}) {
  const fake = busyBoard();
  for (const [id, part] of Object.entries(parts)) {
    const row = fake.row(sampleId(id.slice(0, 8)));
    const order = row ? orderOfRow(row) : null;
    if (!row || !order) throw new Error(`The sample has no answer for ${id}.`);
    fake.orders.set(row.id, { ...order, ...part });
  }
  const model = await drawn(fake);
  await expect.element(option(/Sheung Wan/)).toBeVisible();
  return { fake, model };
}

const contact = { name: 'Mr Fong', phoneNumber: '+852 9123 4567', phoneExtension: null };
const place = { name: null, floorOrUnitNumber: null, point: null };
const twoStops: Partial<Order> = {
  destinations: [
    { ...place, streetAddress: '89 Queensway', contact: null },
    { ...place, streetAddress: '183 Queen’s Road East', contact },
  ],
};

test('a caller is found by the last digits of the number, and the row says whose it is', async () => {
  await boardWith({ [florist]: twoStops });
  await userEvent.keyboard('/');
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('4567');
  await expect.element(options()).toHaveLength(1);
  await expect.element(option(/Sheung Wan florist.*Found in: Phone number, stop 2/)).toBeVisible();
  expect(hitOf(florist)).toBe('Phone number, stop 2');
  await userEvent.fill(field(), 'queen’s fong');
  await expect.poll(() => hitOf(florist)).toBe('Street, stop 2 · Contact, stop 2');
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(option(/Kennedy Town/)).toBeVisible();
  expect(hitOf(florist)).toBeUndefined();
});

test('what the row shows is marked where it stands', async () => {
  await boardWith();
  await userEvent.keyboard('/praya LUNCH');
  await expect.element(options()).toHaveLength(1);
  expect(marksIn(kennedy)).toEqual(['lunch', 'Praya']);
  expect(hitOf(kennedy)).toBe('Street, pickup');
});

test('what was found in the own note is shown with its words', async () => {
  const { fake } = await boardWith();
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has lost an order.');
  fake.upsert({ ...row, note: 'Allergy: no nuts in any box, said the school twice' });
  await userEvent.keyboard('/nuts');
  await expect.element(option(/Kennedy Town.*Note: Allergy: no nuts/)).toBeVisible();
  expect(hitOf(kennedy)).toContain('Note: Allergy: no nuts in any box');
  expect(marksIn(kennedy)).toEqual(['nuts']);
});

test('a row has its group and the beginning of its note, and its sentence says both', async () => {
  const { fake } = await boardWith();
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has lost an order.');
  fake.upsert({ ...row, group: 'Schools', note: 'Ring at the side gate' });
  await expect
    .element(option(/Kennedy Town.*Group Schools.*Note: Ring at the side gate/))
    .toBeVisible();
  const line = document.querySelector(`[data-order="${kennedy}"] .lab`);
  expect(line?.textContent).toBe('Kennedy Town: school lunch boxesSchoolsRing at the side gate');
  await userEvent.keyboard('/schools');
  await expect.element(options()).toHaveLength(1);
  expect(marksIn(kennedy)).toEqual(['Schools']);
  expect(hitOf(kennedy)).toBeUndefined();
});
