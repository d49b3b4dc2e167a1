import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultSettings } from '../../../core/settings/settings.ts';
import { drawn, drawnBoard } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

const board = () => page.getByRole('listbox', { name: 'Orders' });
const section = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name });

async function openSettings(name: string, fake = busyBoard()) {
  await drawn(fake);
  await expect.element(board()).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await section(name).click();
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return fake;
}

test('open by key and by a visible control, and Escape leads back to the orders', async () => {
  await openSettings('Connection');
  await userEvent.keyboard('{Escape}');
  await expect.element(board()).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Back to orders' }).click();
  await expect.element(board()).toBeVisible();
});

test('a choice takes effect at once', async () => {
  const fake = await openSettings('Appearance');
  await page.getByText('Compact').click();
  await expect.poll(() => document.documentElement.dataset['density']).toBe('compact');
  expect(fake.requestsTo('settings:change')).toEqual([{ density: 'compact' }]);
});

test('the unit of amounts is chosen with the connection', async () => {
  const fake = await openSettings('Connection');
  await page.getByText('Smallest unit', { exact: true }).click();
  await expect.element(page.getByText(/8600 is/)).toBeVisible();
  expect(fake.requestsTo('settings:change')).toEqual([{ priceUnit: 'minor' }]);
});

test('a number takes effect on Enter, and one that does not fit is never sent', async () => {
  const fake = await openSettings('Checking');
  const seconds = page.getByLabelText('Seconds between two checks of an order on the way');
  await seconds.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A whole number from 1 to 600')).toBeVisible();
  expect(fake.requestsTo('settings:change')).toEqual([]);
  // What is not kept is not left standing as if it counted.
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText(/^“0” was not kept/)).toBeVisible();
  await expect.element(seconds).toHaveValue('15');
  await expect.element(seconds).not.toHaveClass('bad');
  await seconds.fill('30');
  await userEvent.keyboard('{Enter}');
  await expect.element(pace('Waiting')).toHaveValue('40');
  expect(fake.requestsTo('settings:change')).toEqual([{ activeEverySeconds: 30 }]);
});

test('what the browser’s undo brings back into a field that was left is in force again', async () => {
  const fake = await openSettings('Checking');
  const seconds = page.getByLabelText('Seconds between two checks of an order on the way');
  await seconds.click();
  await userEvent.keyboard('{Control>}a{/Control}30{Tab}');
  await expect.element(pace('Waiting')).toHaveValue('40');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(seconds).toHaveValue('15');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => fake.app.settings.activeEverySeconds).toBe(15);
});

const pace = (name: string) =>
  page.getByRole('textbox', { name: `${name}: seconds between two checks` });

test('every pace is shown and follows the one on the way until it gets a number of its own', async () => {
  const fake = await openSettings('Checking');
  fake.changeApp({ settings: { ...fake.app.settings, activeEverySeconds: 30 } });
  for (const [name, seconds] of [
    ['Waiting', '40'],
    ['Waiting for long', '120'],
    ['Planned for later', '600'],
    ['Courier standing still', '60'],
    ['Done', '600'],
    ['Not found', '60'],
    ['Still not found', '600'],
  ] as const) {
    await expect.element(pace(name)).toHaveValue(seconds);
  }
  await pace('Courier standing still').fill('45');
  await userEvent.keyboard('{Enter}');
  fake.changeApp({ settings: { ...fake.app.settings, activeEverySeconds: 15 } });
  await expect.element(pace('Waiting')).toHaveValue('20');
  await expect.element(pace('Courier standing still')).toHaveValue('45');
  await page
    .getByRole('button', { name: 'Courier standing still: follow the pace on the way' })
    .click();
  await expect.element(pace('Courier standing still')).toHaveValue('30');
  const { paceSeconds } = defaultSettings;
  expect(fake.requestsTo('settings:change')).toEqual([
    { paceSeconds: { ...paceSeconds, standing: 45 } },
    { paceSeconds },
  ]);
});

test('a group has paces of its own, which the page of the paces leads to', async () => {
  const fake = busyBoard();
  fake.groups = ['Harbour'];
  await openSettings('Checking', fake);
  await page.getByRole('button', { name: 'Groups in Notifications' }).click();
  await page.getByText('Harbour', { exact: true }).click();
  await page.getByRole('switch', { name: 'Harbour: paces of its own' }).click();
  await page
    .getByRole('textbox', {
      name: 'Harbour: Seconds between two checks of an order on the way',
    })
    .fill('5');
  await userEvent.tab();
  await pace('Harbour: Done').fill('900');
  await userEvent.tab();
  await expect
    .poll(() => fake.app.settings.groupRules[0]?.paces)
    .toEqual({
      activeEverySeconds: 5,
      paceSeconds: { ...defaultSettings.paceSeconds, finished: 900 },
    });
});

test('what is sent is never more than the cap beside it, whatever the paces need', async () => {
  const fake = await openSettings('Checking');
  const setPace = (
    requestsPerMinute: number,
    neededPerMinute: number,
    possiblePerMinute: number,
  ) => {
    const checks = { neededPerMinute, possiblePerMinute };
    fake.changeApp({ pace: { ...fake.app.pace, requestsPerMinute, checks } });
  };
  await expect
    .element(page.getByText(/^Each pace is kept now: about 42 of at most 300.requests\/min/))
    .toBeVisible();
  setPace(300, 796, 270);
  await expect
    .element(page.getByText(/^The cap decides now: it allows 300.requests\/min.* need about 796\./))
    .toBeVisible();
  await expect.element(page.getByText(/about every 44.s, not every 15.s\.$/)).toBeVisible();
  setPace(300, 290, 270);
  await expect.element(page.getByText(/need about 290.requests\/min.*cap of 300/)).toBeVisible();
});

test('what was sent before the cap was lowered is not shown as a part of it', async () => {
  const { fake } = await drawnBoard();
  await expect.element(page.getByText('86 of 300 requests/min', { exact: true })).toBeVisible();
  fake.changeApp({ pace: { ...fake.app.pace, requestsLastMinute: 796 } });
  const said = '796 requests in the last minute, now at most 300/min';
  await expect.element(page.getByText(said, { exact: true })).toBeVisible();
});

test('the connection that is set up is tested with the secret from the keychain', async () => {
  const fake = await openSettings('Connection');
  await page.getByRole('button', { name: 'Test now' }).click();
  await expect.element(page.getByText('Access token received')).toBeVisible();
  expect(fake.requestsTo('connection:test')).toEqual([
    {
      baseUrl: 'https://api.hk.example-delivery.com',
      clientId: 'wb-kowloon-dispatch-02',
      clientSecret: null,
    },
  ]);
});

test('replacing the secret asks for a new one, and cancelling leads back', async () => {
  await openSettings('Connection');
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expect.element(page.getByText(/The client secret from/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
});

test('credentials are forgotten only after a question, because that cannot be undone', async () => {
  const fake = await openSettings('Connection');
  await page.getByRole('button', { name: 'Forget…' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
  expect(fake.requestsTo('connection:forget')).toEqual([]);
  await page.getByRole('button', { name: 'Forget…' }).click();
  await page.getByRole('button', { name: 'Forget credentials' }).click();
  await expect.element(page.getByRole('heading', { name: /Connect to your/ })).toBeVisible();
  expect(fake.requestsTo('connection:forget')).toHaveLength(1);
});

test('the contract notes are listed and can be copied', async () => {
  const fake = busyBoard();
  fake.notes = [
    {
      note: 'envelope-data',
      count: 12,
      firstSeenAtMs: Date.now() - 60_000,
      lastSeenAtMs: Date.now() - 5000,
    },
  ];
  const model = await drawn(fake);
  await expect.element(board()).toBeVisible();
  model.settings.open('connection');
  await expect.element(page.getByText('The order comes inside “data”.')).toBeVisible();
  await expect.element(page.getByText(/12 times, last \d+.s ago/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy list' }).click();
  await expect.poll(() => fake.requestsTo('clipboard:write')).toHaveLength(1);
});

test('a global shortcut is set by pressing it, and a conflict is shown beside it', async () => {
  const fake = await openSettings('This computer');
  fake.computer = { ...fake.computer, shortcuts: { window: 'taken', clipboard: 'none' } };
  await page.getByRole('button', { name: 'Set the key for: Open Waybell' }).click();
  await userEvent.keyboard('w');
  expect(fake.requestsTo('settings:change')).toEqual([]);
  await userEvent.keyboard('{Control>}{Alt>}w{/Alt}{/Control}');
  await expect.element(page.getByText(/Another program has these keys/)).toBeVisible();
  expect(fake.requestsTo('settings:change')).toEqual([{ windowShortcut: 'Control+Alt+W' }]);
  await page.getByRole('button', { name: 'Remove the key for: Open Waybell' }).click();
  await expect.poll(() => fake.app.settings.windowShortcut).toBeNull();
});

test('Escape keeps the key that was set, and the settings stay open', async () => {
  const fake = await openSettings('This computer');
  await page.getByRole('button', { name: /Set the key for: Watch/ }).click();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'This computer' }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: /Set the key for: Watch/ })).toHaveFocus();
  expect(fake.requestsTo('settings:change')).toEqual([]);
});

test('starting at login is switched on, and a foreign file is left alone and named', async () => {
  const fake = await openSettings('This computer');
  const login = page.getByRole('switch', { name: 'Open at login' });
  await login.click();
  await expect.element(login).toHaveAttribute('aria-checked', 'true');
  fake.computer = {
    ...fake.computer,
    startAtLogin: { kind: 'foreign', fileName: 'waybell.desktop' },
  };
  await section('Appearance').click();
  await section('This computer').click();
  await expect.element(page.getByText(/waybell.desktop was made by something else/)).toBeVisible();
  await expect.element(login).toBeDisabled();
});

test('a version that is ready is told once, and installed only by the button', async () => {
  const fake = busyBoard();
  fake.update = { kind: 'latest', lookedAtMs: null };
  await drawn(fake);
  await expect.element(board()).toBeVisible();
  fake.changeUpdate({ kind: 'ready', version: '9.1.0' });
  await expect.element(page.getByText(/Waybell 9.1.0 is ready/)).toBeVisible();
  expect(fake.requestsTo('update:restart')).toEqual([]);

  await page.getByRole('button', { name: 'Settings' }).click();
  await section('This computer').click();
  await page.getByRole('button', { name: 'Restart to update' }).click();

  await expect.poll(() => fake.requestsTo('update:restart')).toHaveLength(1);
});

test('a copy without a feed says so and offers no update', async () => {
  await openSettings('This computer');

  await expect.element(page.getByText(/looks nowhere for newer versions/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Look now' }).query()).toBeNull();
});
