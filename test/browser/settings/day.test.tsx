import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

async function openDay(fake = busyBoard()) {
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('summary of the day');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Summary of the day' }))
    .toBeVisible();
  return { fake, model };
}

function figure(name: string) {
  return page.getByText(name, { exact: true }).element().closest('.set-row')?.textContent;
}

test('the palette opens the summary of today, and yesterday is one choice away', async () => {
  const { fake } = await openDay();
  await expect
    .element(page.getByRole('heading', { name: 'Mon, Nov 23, until 18:30' }))
    .toBeVisible();
  expect(figure('Orders watched')).toBe('Orders watched1,204');
  expect(figure('Median wait for a courier')).toContain('4\u00A0min');
  expect(figure('Sum of price changes')).toContain('+HK$182.50, -CN¥12.00');
  expect(figure('Waiting at pickups, all orders together')).toContain('9\u00A0h\u00A020\u00A0min');
  await page.getByText('Yesterday', { exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Sun, Nov 22' })).toBeVisible();
  await expect
    .element(page.getByText('The history of the whole day is not kept any more.'))
    .toBeVisible();
  expect(figure('Longest wait for a courier')).toContain('none');
  expect(fake.requestsTo('day:summary')).toEqual([{ day: 'today' }, { day: 'yesterday' }]);
});

test('the day is copied for a chat, and saved as CSV for the day that is shown', async () => {
  const { fake } = await openDay();
  await page.getByRole('button', { name: 'Copy for a chat' }).click();
  await expect.element(page.getByText('Summary of the day copied')).toBeVisible();
  expect(JSON.stringify(fake.requestsTo('clipboard:write'))).toContain('• Orders watched: 1,204');
  await page.getByText('Yesterday', { exact: true }).click();
  await page.getByRole('button', { name: 'Save as CSV…' }).click();
  await expect.element(page.getByText('day.csv')).toBeVisible();
  expect(fake.requestsTo('day:save-csv')).toEqual([{ day: 'yesterday' }]);
});

test('a day that cannot be summed up says so, and nothing is copied', async () => {
  const fake = busyBoard();
  fake.failing.set('day:summary', { code: 'internal-error', message: 'The log has the details.' });
  await openDay(fake);
  await expect.element(page.getByText('The day could not be summed up')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy for a chat' })).toBeDisabled();
});

test('an answer for a day that is not chosen any more is not shown', async () => {
  const fake = busyBoard();
  fake.hold('day:summary');
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.settings.open('day');
  await expect.poll(() => fake.requestsTo('day:summary')).toHaveLength(1);
  await page.getByText('Yesterday', { exact: true }).click();
  await expect.poll(() => fake.requestsTo('day:summary')).toHaveLength(2);
  fake.letGo('day:summary');
  await expect.element(page.getByRole('heading', { name: 'Sun, Nov 22' })).toBeVisible();
  await expect.element(page.getByText('1,204')).not.toBeInTheDocument();
});
