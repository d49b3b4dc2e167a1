import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderRow } from '../../../core/board/board.ts';
import { accessibilityFaults, drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';
import { sampleId } from '../support/sample-board.ts';
import { sampleTeam } from '../team/team-scenes.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const flowers = sampleId('c0ffee02');
const options = () => page.getByRole('option');
const groups = () => page.getByRole('group', { name: 'Groups', exact: true });
const group = (name: RegExp) => groups().getByRole('button', { name });

const heads = () => [...document.querySelectorAll('.ghead')].map((head) => head.textContent);
const tealIn = (place: string) => document.querySelector(`${place} .swatch.teal`);

/** A board with three orders in two groups; the one of the flower market needs attention. */
async function grouped(parts: Readonly<Record<string, Partial<OrderRow>>> = {}) {
  const fake = busyBoard();
  const given = { [florist]: 'Florists', [flowers]: 'Florists', [kennedy]: 'Schools' };
  for (const [id, name] of Object.entries(given)) {
    const row = fake.row(sampleId(id.slice(0, 8)));
    if (!row) throw new Error('The sample has lost an order.');
    fake.upsert({ ...row, group: name, ...parts[id] });
  }
  const model = await drawn(fake);
  await expect.element(page.getByRole('option', { name: /Sheung Wan/ })).toBeVisible();
  return { fake, model };
}

test('a group is a view of its own, with its orders and those that need attention counted', async () => {
  const { fake } = await grouped();
  await expect.element(group(/^Florists, 2 orders, 1 need attention/)).toBeVisible();
  await expect.element(group(/^Schools, 1 order$/)).toBeVisible();
  await group(/^Florists/).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /Florists/ })).toBeVisible();
  await expect.element(options()).toHaveLength(2);
  await expect.element(group(/^Florists/)).toHaveAttribute('aria-current', 'page');
  expect(await accessibilityFaults()).toEqual([]);
  for (const id of [florist, flowers]) {
    const row = fake.row(id);
    if (row) fake.upsert({ ...row, group: null });
  }
  await expect.element(page.getByText('No order is in this group')).toBeVisible();
  await expect.element(group(/^Florists/)).not.toBeInTheDocument();
});

test('a group is reached with the keyboard alone, in the sidebar and by the palette', async () => {
  const { model } = await grouped();
  await page.getByRole('listbox', { name: 'Orders', exact: true }).click();
  await userEvent.keyboard('{Shift>}{F6}{/Shift}');
  while (!document.activeElement?.textContent?.startsWith('Schools')) {
    await userEvent.keyboard('{Tab}');
  }
  await userEvent.keyboard('{Enter}');
  expect(model.list.getState().view).toBe('group:Schools');
  await userEvent.keyboard('{Control>}k{/Control}group flor');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => model.list.getState().view).toBe('group:Florists');
});

test('without groups the sidebar has no section for them', async () => {
  await drawn(busyBoard());
  await expect.element(page.getByRole('option', { name: /Sheung Wan/ })).toBeVisible();
  await expect.element(groups()).not.toBeInTheDocument();
});

test('many groups are bounded, and the palette has them all', async () => {
  const fake = busyBoard();
  const sample = fake.row(florist);
  if (!sample) throw new Error('The sample has lost an order.');
  const rows = Array.from({ length: 40 }, (_, n) => ({
    ...sample,
    id: sampleId(`4000${String(n).padStart(4, '0')}`),
    group: `Customer ${n + 1}`,
  }));
  fake.upsert(...rows);
  const model = await drawn(fake);
  await expect.element(group(/^Customer 1,/)).toBeVisible();
  expect(document.querySelectorAll('.groups button')).toHaveLength(31);
  await groups().getByRole('button', { name: '10 more groups' }).click();
  await userEvent.keyboard('customer 40{Enter}');
  await expect.poll(() => model.list.getState().view).toBe('group:Customer 40');
});

test('what the filter finds outside of the open view is said, and one click away', async () => {
  const { model } = await grouped();
  model.list.openView('group:Schools');
  await userEvent.keyboard('/wing lok');
  await expect.element(page.getByText('Nothing matches the filter')).toBeVisible();
  await page.getByRole('button', { name: '2 in All' }).click();
  await expect.element(options()).toHaveLength(2);
  await expect.element(page.getByText('Also found:')).not.toBeInTheDocument();
});

test('the list stands by groups with their names as heads', async () => {
  await grouped();
  await page.getByRole('button', { name: /^Order of the list/ }).click();
  await page.getByRole('menuitemradio', { name: 'By group' }).click();
  await expect.poll(heads).toEqual(['Florists2', 'Schools1', 'No group10']);
  expect(await accessibilityFaults()).toEqual([]);
});

test('the view is narrowed to a group and a promise in one menu, which says so, and Esc ends it', async () => {
  const inTenMinutes = { promisedAtMs: Date.now() + 600_000 };
  const { fake } = await grouped({ [florist]: inTenMinutes, [kennedy]: inTenMinutes });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Within the hour' }).click();
  await expect.element(options()).toHaveLength(2);
  await page.getByRole('button', { name: 'Shown: Within the hour' }).click();
  await page.getByRole('menuitemradio', { name: 'Florists' }).click();
  await expect.element(options()).toHaveLength(1);
  await expect
    .element(page.getByRole('button', { name: 'Shown: Florists, Within the hour' }))
    .toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(fake.app.settings.listShow).toEqual({ group: 'group:Florists', promise: 'withinHour' });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Show', exact: true })).toBeVisible();
  await expect.poll(() => options().elements().length).toBeGreaterThan(2);
});

test('a group gets a colour in its view, which stands beside its name everywhere and is kept', async () => {
  const { fake } = await grouped();
  await group(/^Florists/).click();
  await page.getByRole('button', { name: 'Colour of the group: No colour' }).click();
  await page.getByRole('menuitemradio', { name: 'Teal' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Colour of the group: Teal' }))
    .toBeVisible();
  expect(fake.app.settings.groupColors).toEqual([{ group: 'Florists', color: 'teal' }]);
  for (const place of [`[data-order="${florist}"]`, '.groups [aria-current]', '.lhead']) {
    await expect.poll(() => tealIn(place)).not.toBeNull();
  }
  expect(await accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Colour of the group: Teal' }).click();
  await page.getByRole('menuitemradio', { name: 'No colour' }).click();
  await expect.poll(() => fake.app.settings.groupColors).toEqual([]);
});

test('a group is muted where it stands, and that is undone like everything else', async () => {
  const { fake, model } = await grouped();
  await group(/^Florists/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mute the group' }).click();
  await expect
    .poll(() => fake.app.settings.groupRules)
    .toMatchObject([{ group: 'Florists', isMuted: true }]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => fake.app.settings.groupRules).toEqual([]);
  await group(/^Florists/).click();
  await page.getByRole('button', { name: /^What to do with .*Florists/ }).click();
  await page.getByRole('menuitem', { name: 'Promise a time for 2 orders' }).click();
  await expect.poll(() => model.selection.selected().length).toBe(2);
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await userEvent.keyboard('15:30{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences'))
    .toMatchObject([{ ids: expect.arrayContaining([florist, flowers]) }]);
});

test('a group is snoozed where it stands, and in a team all of it is given to a desk', async () => {
  const { fake } = await grouped();
  fake.changeApp({ team: sampleTeam() });
  await group(/^Florists/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Snooze the group for 1.hour$/ }).click();
  await expect
    .poll(() => fake.app.settings.groupRules)
    .toMatchObject([{ group: 'Florists', snoozedUntilMs: expect.any(Number) }]);
  await group(/^Florists/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Give 2 orders to a desk' }).click();
  const dialog = page.getByRole('dialog', { name: /Who takes care of/ });
  await dialog.getByRole('combobox', { name: 'Desk' }).selectOptions('Wing');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(() => fake.requestsTo('orders:claim'))
    .toMatchObject([{ ids: expect.arrayContaining([florist, flowers]), desk: 'Wing' }]);
});
