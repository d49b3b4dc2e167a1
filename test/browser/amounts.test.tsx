import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawnScene } from './support/drawn.tsx';

const details = () => page.getByRole('complementary', { name: /Sheung Wan florist/ });

test('an amount that looks like cents is asked about where it is seen, and the unit chosen with the connection', async () => {
  const { fake, model } = await drawnScene('cents');
  await expect.element(details().getByText(/looks like cents/)).toBeVisible();
  expect(
    details()
      .getByText(/looks like cents/)
      .element().textContent,
  ).toContain('HKD\u00A09250');
  await details().getByRole('button', { name: 'Choose the unit…' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
  await expect.element(page.getByText(/^The price of Sheung Wan florist/)).toBeVisible();
  await page.getByText('As given', { exact: true }).click();
  await expect.element(page.getByText(/looks like cents/)).not.toBeInTheDocument();
  expect(fake.requestsTo('settings:change')).toEqual([{ priceUnit: 'raw' }]);
  model.settings.close();
  await expect.element(details().getByText('HKD\u00A09250')).toBeVisible();
});

test('an amount that was said to be right is not asked about again', async () => {
  const { fake } = await drawnScene('cents');
  await details().getByRole('button', { name: 'It is right' }).click();
  await expect.element(details().getByText(/looks like cents/)).not.toBeInTheDocument();
  expect(fake.requestsTo('settings:change')).toEqual([{ asksAboutAmounts: false }]);
});

test('the panel goes from the courier and the stops to what happened, then to what the dispatcher set', async () => {
  await drawnScene('board');
  await expect.element(details().getByRole('heading', { name: /^Price/ })).toBeVisible();
  const heads = [...details().element().querySelectorAll('h3')].map(({ firstChild }) =>
    firstChild?.textContent?.trim(),
  );
  expect(heads.slice(0, 4)).toEqual(['Courier', 'Stops', 'Timeline', 'Your note']);
  const map = details().element().querySelector('.map');
  const courier = details()
    .getByRole('heading', { name: /^Courier/ })
    .element();
  expect(map?.compareDocumentPosition(courier)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
