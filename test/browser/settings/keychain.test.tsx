import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectionState } from '../../../core/delivery/connection.ts';
import { drawn, drawnBoard } from '../support/drawn.tsx';
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

async function blockedBoard(fault: Fault) {
  const { fake } = await drawnBoard();
  fake.changeApp({ connection: { kind: 'keychainBlocked', ...service, fault } });
  return fake;
}
const banner = () => page.getByRole('alert').filter({ hasText: 'The keychain is locked' });

describe('while there are orders', () => {
  test('the board stays readable under a banner, which tries again', async () => {
    const fake = await blockedBoard('locked');
    await expect.element(page.getByRole('option', { name: /florist/ })).toBeVisible();
    await banner().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => fake.requestsTo('connection:retry')).toHaveLength(1);
  });

  test('the secret can be entered anew from the banner', async () => {
    await blockedBoard('locked');
    await banner().getByRole('button', { name: 'Enter client ID and secret again' }).click();
    await expect.element(page.getByLabelText('Base URL')).toHaveValue(service.baseUrl);
  });

  test('leaving the connection is asked about first', async () => {
    const fake = await blockedBoard('locked');
    await banner().getByRole('button', { name: 'Forget this connection' }).click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    expect(fake.requestsTo('connection:forget')).toEqual([]);
  });

  test('the banner goes when the keychain opens', async () => {
    const fake = await blockedBoard('locked');
    await expect.element(banner()).toBeVisible();
    fake.changeApp({ connection: { kind: 'connected', ...service, isDemo: false } });
    await expect.element(banner()).not.toBeInTheDocument();
  });
});
