import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lockableSettings } from '../../../core/settings/policy.ts';
import { drawn } from '../support/drawn.tsx';
import { stillPage } from '../support/on-page.ts';
import { busyBoard } from '../support/scene.ts';

/** The settings of a computer whose policy locks these. */
async function openLocked(name: string, lockedSettings: readonly string[]) {
  const fake = busyBoard();
  fake.groups = ['Harbour'];
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  fake.changeApp({ lockedSettings });
  await userEvent.keyboard('{Control>},{/Control}');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name, exact: true })
    .click();
  return fake;
}

test('a number that the company set is shown, cannot be changed and says why', async () => {
  await openLocked('Checking', ['requestsPerMinute', 'activeEverySeconds']);
  const fields = page.getByRole('textbox').elements();
  const disabled = fields.filter((field) => field.matches(':disabled'));
  expect(disabled).toHaveLength(2);
  expect(fields.length).toBeGreaterThan(disabled.length);
  await expect.element(page.getByText('Set by your company').first()).toBeVisible();
  expect(page.getByText('Set by your company').elements()).toHaveLength(2);
});

test('switches and choices too, and all else stays open', async () => {
  await openLocked('Appearance', ['theme', 'offersClipboard']);
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: 'Compact' })).toBeEnabled();
  const switches = page.getByRole('switch').elements();
  expect(switches.filter((each) => each.matches(':disabled'))).toHaveLength(1);
});

/** Whether a button only shows what a kind of notification looks like. */
function isExample(control: Element): boolean {
  return control.getAttribute('aria-label')?.endsWith(': show an example') === true;
}

/** The names of what can still be changed on the open page; a group that is folded counts as open. */
async function stillOpen(): Promise<readonly string[]> {
  for (const group of document.querySelectorAll<HTMLDetailsElement>('details.group')) {
    group.open = true;
  }
  await stillPage();
  const controls = '.card :is(input, select, textarea, button)';
  const open = [...document.querySelectorAll(controls)].filter(
    (control) =>
      control.matches(':enabled') && control.closest('.checks') === null && !isExample(control),
  );
  return open
    .map((control) => control.getAttribute('aria-label') ?? control.textContent)
    .map((name) => name.replaceAll('\u00A0', ' '));
}

test.each([
  ['Checking', ['Groups in Notifications']],
  [
    'Notifications',
    [
      'Harbour: Snooze for 1 hour',
      'Harbour: Snooze until tomorrow',
      'Harbour: Snooze until this time, in 24-hour form',
      'Send',
      'Open',
    ],
  ],
  ['Appearance', ['Size of everything']],
  ['Privacy', ['Show the folder', 'Erase…']],
  ['This computer', ['Open at login']],
])(
  'where all that can be locked is locked, the page “%s” leaves open only what cannot',
  async (name, left) => {
    await openLocked(name, lockableSettings);
    await expect.element(page.getByText('Set by your company').first()).toBeVisible();
    expect(await stillOpen()).toEqual(left);
  },
);

test('the address that the company set stands in the form and cannot be changed', async () => {
  const fake = busyBoard();
  fake.changeApp({ connection: { kind: 'none' }, lockedBaseUrl: 'https://api.example.com' });
  await drawn(fake);
  const address = page.getByRole('textbox', { name: 'Base URL' });
  await expect.element(address).toHaveValue('https://api.example.com');
  await expect.element(address).toHaveAttribute('readonly');
  await expect.element(page.getByText('Set by your company')).toBeVisible();
  await page.getByRole('textbox', { name: 'Client ID' }).fill('desk-7');
  await page.getByRole('textbox', { name: 'Client secret' }).fill('canary');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect
    .poll(() => fake.requestsTo('connection:test'))
    .toMatchObject([{ baseUrl: 'https://api.example.com', clientId: 'desk-7' }]);
});

test('without a policy nothing is locked', async () => {
  await openLocked('Privacy', []);
  expect(page.getByText('Set by your company').elements()).toEqual([]);
});
