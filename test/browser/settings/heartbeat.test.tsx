import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HeartbeatState } from '../../../core/bridge/heartbeat-state.ts';
import { drawn } from '../support/drawn.tsx';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { busyBoard } from '../support/scene.ts';

async function openComputer(state: HeartbeatState): Promise<FakeBridge> {
  const fake = busyBoard();
  fake.heartbeat = state;
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'This computer' })
    .click();
  return fake;
}

test('a heartbeat is turned on with an address that is not shown, and turned off again', async () => {
  const fake = await openComputer({ kind: 'off' });
  const field = page.getByLabelText('Address of the monitor');
  await expect.element(field).toHaveAttribute('type', 'password');
  await field.fill('https://hc-ping.com/token');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(page.getByText('The first beat goes with the next check.')).toBeVisible();
  expect(fake.requestsTo('heartbeat:turn-on')).toEqual([{ address: 'https://hc-ping.com/token' }]);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(page.getByLabelText('Address of the monitor')).toHaveValue('');
});

test.each([
  ['keychain', /^The keychain does not give the address/],
  ['notAccepted', /^The monitor cannot be reached, or refuses the beats/],
  ['withheld', /^No beats go at present/],
] as const)('what stands in its way is said: %s', async (trouble, text) => {
  await openComputer({ kind: 'on', acceptedAtMs: null, trouble });
  await expect.element(page.getByText(text)).toBeVisible();
});

test('an address that is refused stays in its field, with the reason', async () => {
  const fake = await openComputer({ kind: 'off' });
  const message = 'Enter the whole address of your monitor.';
  fake.failing.set('heartbeat:turn-on', { code: 'heartbeat-refused', message });
  await page.getByLabelText('Address of the monitor').fill('monitor');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  await expect.element(page.getByLabelText('Address of the monitor')).toHaveValue('monitor');
});
