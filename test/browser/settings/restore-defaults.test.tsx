import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyGroupRule } from '../../../core/notification/group-rules.ts';
import { defaultSettings, type SettingsChange } from '../../../core/settings/settings.ts';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

async function openPage(name: string, changed: SettingsChange) {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  fake.changeApp({ settings: { ...defaultSettings, ...named(changed) } });
  await userEvent.keyboard('{Control>},{/Control}');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name, exact: true })
    .click();
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return fake;
}

function named(change: SettingsChange): Partial<typeof defaultSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

const dialog = () => page.getByRole('dialog');

test('the defaults of a page are restored after a question, and undo brings back what was', async () => {
  const fake = await openPage('Appearance', { theme: 'dark', zoomPercent: 150, historyDays: 90 });
  const { settings } = fake.app;
  await page.getByRole('button', { name: 'Restore defaults…' }).click();
  await expect.element(dialog().getByText(/Restore the defaults of “Appearance”\?/)).toBeVisible();
  await expect.element(dialog().getByText(/2 settings go back to the default\./)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(fake.requestsTo('settings:change')).toEqual([]);

  await page.getByRole('button', { name: 'Restore defaults…' }).click();
  await page.getByRole('button', { name: 'Restore defaults', exact: true }).click();
  await expect.poll(() => fake.app.settings.theme).toBe('system');
  expect(fake.app.settings).toMatchObject({ zoomPercent: 100, historyDays: 90 });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fake.app.settings).toEqual(settings);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => fake.app.settings.zoomPercent).toBe(100);
});

test('what restoring erases, mutes or checks less is named before it is done', async () => {
  await openPage('Privacy', { personalDataDays: 60, hidesFromCapture: true });
  await page.getByRole('button', { name: 'Restore defaults…' }).click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText(/of finished orders after 7 days/)).toBeVisible();
  await expect.element(question.getByText(/Shows the window in screenshots/)).toBeVisible();
});

test('restoring all pages leaves connection, webhooks, amounts and a snooze as they are', async () => {
  const snoozed = { ...emptyGroupRule('Harbour'), snoozedUntilMs: Date.now() + 3_600_000 };
  const webhooks = { ...defaultSettings.webhooks, isOn: true, port: 28_787 };
  const kept = { priceUnit: 'minor', listSort: 'latest', webhooks } as const;
  const fake = await openPage('Checking', {
    ...kept,
    activeEverySeconds: 60,
    density: 'compact',
    groupRules: [{ ...snoozed, isMuted: true }],
  });
  await page.getByRole('button', { name: 'Restore all pages…' }).click();
  await page.getByRole('button', { name: 'Restore defaults', exact: true }).click();
  await expect
    .poll(() => fake.app.settings)
    .toEqual({ ...defaultSettings, ...kept, groupRules: [snoozed] });
});

test('a page at its defaults asks nothing and says so', async () => {
  const fake = await openPage('This computer', { theme: 'dark' });
  await page.getByRole('button', { name: 'Restore defaults…' }).click();
  await expect.element(page.getByText('All of these are at their defaults')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
  expect(fake.requestsTo('settings:change')).toEqual([]);
});

test('Ctrl+Z takes back what the message in the settings offers to undo', async () => {
  const fake = await openPage('Appearance', { theme: 'dark' });
  await page.getByRole('button', { name: 'Restore defaults…' }).click();
  await page.getByRole('button', { name: 'Restore defaults', exact: true }).click();
  await expect.poll(() => fake.app.settings.theme).toBe('system');
  page.getByRole('radio', { name: 'Comfortable' }).element().focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => fake.app.settings.theme).toBe('dark');
});

const pane = (): Element | null => document.querySelector('.pane');

test('each section begins at its top', async () => {
  await openPage('Notifications', {});
  pane()?.scrollTo(0, 400);
  expect(pane()?.scrollTop).toBe(400);
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'Privacy', exact: true })
    .click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  expect(pane()?.scrollTop).toBe(0);
});
