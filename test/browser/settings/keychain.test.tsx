import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectionState } from '../../../core/delivery/connection.ts';
import { drawn } from '../support/drawn.tsx';
import { FakeBridge } from '../support/fake-bridge.ts';
import { sampleApp } from '../support/sample-board.ts';

type Fault = Extract<ConnectionState, { kind: 'keychainBlocked' }>['fault'];

const service = { baseUrl: 'https://api.example.com', clientId: 'desk-7' };

async function blocked(fault: Fault) {
  const nowMs = Date.now();
  const fake = new FakeBridge(() => nowMs, [], {
    ...sampleApp(nowMs),
    connection: { kind: 'keychainBlocked', ...service, fault },
  });
  await drawn(fake);
  return fake;
}

const faults: readonly (readonly [Fault, string])[] = [
  ['locked', 'The keychain is locked'],
  ['denied', 'The keychain did not let Waybell in'],
  ['missing', 'This computer offers no keychain'],
  ['timeout', 'The keychain did not answer'],
  ['failed', 'The keychain could not be read'],
  ['secretAbsent', 'The client secret is not in the keychain'],
];

test.each(faults)('fault 57: a keychain that is %s is named', async (fault, title) => {
  await blocked(fault);
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
});

test.each(faults.filter(([fault]) => fault !== 'secretAbsent'))(
  'fault 57: a keychain that is %s can be tried again',
  async (fault) => {
    const fake = await blocked(fault);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => fake.requestsTo('connection:retry')).toHaveLength(1);
  },
);

test.each(faults)(
  'fault 57: with a keychain that is %s the secret can be entered anew, for this session if so chosen',
  async (fault) => {
    await blocked(fault);
    await page.getByRole('button', { name: 'Enter client ID and secret again' }).click();
    await expect.element(page.getByLabelText('Base URL')).toHaveValue(service.baseUrl);
    await expect
      .element(page.getByRole('switch', { name: 'For this session only' }))
      .toHaveAttribute('aria-checked', 'false');
  },
);

test.each(faults)(
  'fault 57: with a keychain that is %s the connection can be left',
  async (fault) => {
    const fake = await blocked(fault);
    await page.getByRole('button', { name: 'Forget this connection' }).click();
    await expect.poll(() => fake.requestsTo('connection:forget')).toHaveLength(1);
  },
);
