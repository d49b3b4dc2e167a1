import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';
import { sampleId } from '../support/sample-board.ts';

const florist = sampleId('3f2b8c1e');

async function openPrivacy(fake = busyBoard()) {
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.settings.open('privacy');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  return fake;
}

test('how long personal data is kept is set in days, from 0 to 90', async () => {
  const fake = await openPrivacy();
  const days = page.getByLabelText('Days that people stay in a finished order');
  await expect.element(days).toHaveValue('7');
  await days.fill('91');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A whole number from 0 to 90')).toBeVisible();
  await days.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/go at once when an order is over/)).toBeVisible();
  await expect.element(page.getByText(/addresses, notes to the courier/)).toBeVisible();
  await expect.element(page.getByText('Your own words stay longer')).toBeVisible();
  await expect.element(page.getByText('Copies of the watch list go too')).toBeVisible();
  expect(fake.requestsTo('settings:change')).toEqual([{ personalDataDays: 0 }]);
});

test('how long a finished order stays in the archive is set in days, from 1 to 365', async () => {
  const fake = await openPrivacy();
  const days = page.getByLabelText('Days that a finished order stays in the archive');
  await expect.element(days).toHaveValue('30');
  await expect.element(page.getByText(/leaves the archive 30 days after its end/)).toBeVisible();
  await days.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A whole number from 1 to 365')).toBeVisible();
  await days.fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/leaves the archive 1 day after its end/)).toBeVisible();
  expect(fake.requestsTo('settings:change')).toEqual([{ archiveDays: 1 }]);
});

test('the window is hidden from screen sharing by choice, where the system can', async () => {
  const fake = busyBoard();
  fake.changeApp({ platform: 'macos' });
  await openPrivacy(fake);
  const hide = page.getByRole('switch', { name: 'Hide the window from screen sharing' });
  await expect.element(hide).toHaveAttribute('aria-checked', 'false');
  await hide.click();
  expect(fake.requestsTo('settings:change')).toEqual([{ hidesFromCapture: true }]);
  fake.changeApp({ platform: 'linux' });
  await expect.element(hide).toBeDisabled();
  await expect.element(page.getByText('Linux offers no way to do this.')).toBeVisible();
});

test('shown phone numbers are listed by order and stop, never with the number', async () => {
  const fake = busyBoard();
  const atMs = Date.now() - 60_000;
  fake.ledger = [
    { atMs, act: 'phoneShown', orderId: florist, owner: 'courier' },
    { atMs, act: 'phoneShown', orderId: sampleId('ffffffff'), owner: 2 },
    { atMs, act: 'orderErased', orderId: null, owner: null },
  ];
  await openPrivacy(fake);
  await expect.element(page.getByText('Phone number of the courier')).toBeVisible();
  await expect.element(page.getByText(/florist/)).toBeVisible();
  await expect.element(page.getByText('Phone number of stop 2')).toBeVisible();
  await expect.element(page.getByText('ffffffff', { exact: true })).toBeVisible();
  await expect.element(page.getByText('The order was erased')).toBeVisible();
});

test('everything is erased only after a question, and Escape erases nothing', async () => {
  const fake = await openPrivacy();
  const erase = page.getByRole('button', { name: 'Erase…' });
  await erase.click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  expect(fake.requestsTo('privacy:erase-everything')).toEqual([]);
  await erase.click();
  await page.getByRole('button', { name: 'Erase everything', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: /Connect to your/ })).toBeVisible();
  expect(fake.requestsTo('privacy:erase-everything')).toHaveLength(1);
});

test('when the keychain refuses to erase, this is said, and the settings and the ledger stay', async () => {
  const fake = busyBoard();
  fake.ledger = [
    { atMs: Date.now() - 60_000, act: 'phoneShown', orderId: florist, owner: 'courier' },
  ];
  await openPrivacy(fake);
  fake.failing.set('privacy:erase-everything', {
    code: 'keychain-failed',
    message: 'This computer’s keychain is locked.',
  });
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('button', { name: 'Erase everything', exact: true }).click();
  await expect.element(page.getByText('This computer’s keychain is locked.')).toBeVisible();
  await expect.element(page.getByText('Phone number of the courier')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});

test('an order is erased from its own menu after a question that names it', async () => {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.reveal(florist);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Erase this order…' }).click();
  await expect.element(page.getByRole('heading', { name: /Erase .*florist.*\?/ })).toBeVisible();
  // Keys of the list do nothing behind the question.
  await userEvent.keyboard('m');
  expect(fake.requestsTo('orders:mute')).toEqual([]);
  await page.getByRole('button', { name: 'Erase order' }).click();
  await expect.poll(() => fake.requestsTo('orders:erase')).toEqual([{ ids: [florist] }]);
  await expect.element(page.getByText(/^Erased/)).toBeVisible();
});

test('the folder is shown by the system, and why not is said', async () => {
  const fake = await openPrivacy();
  const show = page.getByRole('button', { name: 'Show the folder' });
  await show.click();
  await expect.poll(() => fake.requestsTo('computer:show-folder')).toEqual([undefined]);
  fake.failing.set('computer:show-folder', {
    code: 'folder-not-shown',
    message: 'The system did not open the folder.',
  });
  await show.click();
  await expect.element(page.getByText('The system did not open the folder.')).toBeVisible();
});

test('all orders of the view are erased by one request after one question', async () => {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await page.getByRole('option').first().click();
  await userEvent.keyboard('{Control>}a{/Control}');
  const ids = model.selection.selected();
  expect(ids.length).toBeGreaterThan(5);
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await page.getByRole('menuitem', { name: `Erase ${ids.length} orders…` }).click();
  await page.getByRole('button', { name: `Erase ${ids.length} orders` }).click();
  await expect.poll(() => fake.requestsTo('orders:erase')).toEqual([{ ids }]);
});

test('how far the erasing of many orders is stands above the list until it is over', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  fake.changeApp({ erasing: { erased: 12_000, total: 200_000 } });
  await expect.element(page.getByText('Erasing orders')).toBeVisible();
  await expect.element(page.getByText(/12,000 of 200,000/)).toBeVisible();
  fake.changeApp({ erasing: null });
  await expect.element(page.getByText('Erasing orders')).not.toBeInTheDocument();
});
