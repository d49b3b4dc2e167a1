import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

test('a recording is saved from the diagnostics, beside what it holds and what not', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'Diagnostics' })
    .click();
  await expect
    .element(page.getByText('no names, numbers, addresses', { exact: false }))
    .toBeVisible();
  expect(fake.requestsTo('diagnosis:save-recording')).toEqual([]);
  await page.getByRole('button', { name: 'Save recording…' }).click();
  await expect.element(page.getByText('recording.jsonl').first()).toBeVisible();
  expect(fake.requestsTo('diagnosis:save-recording')).toHaveLength(1);
});
