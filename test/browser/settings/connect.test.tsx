import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import type { BlockedConnection } from '../../../core/delivery/connection.ts';
import { drawn, drawnScene } from '../support/drawn.tsx';
import { FakeBridge } from '../support/fake-bridge.ts';
import { sampleApp, sampleRows } from '../support/sample-board.ts';

const now = () => Date.now();

function unconnected(): FakeBridge {
  return new FakeBridge(now, sampleRows(now()), {
    ...sampleApp(now()),
    connection: { kind: 'none' },
  });
}

function blocked(fault: BlockedConnection['fault']): FakeBridge {
  const service = { baseUrl: 'https://api.example.com', clientId: 'desk' };
  const connection = { kind: 'keychainBlocked', ...service, fault } as const;
  return new FakeBridge(now, [], { ...sampleApp(now()), connection });
}

async function fillIn(): Promise<void> {
  await page.getByLabelText('Base URL').fill('https://api.hk.example-delivery.com ');
  await page.getByLabelText('Client ID').fill('wb-kowloon-dispatch-02');
  await page.getByRole('textbox', { name: 'Client secret' }).fill('hush hush');
}

describe('connect', () => {
  test('sends the three fields once and opens the board', async () => {
    const fake = unconnected();
    await drawn(fake);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await fillIn();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
    expect(fake.requestsTo('connection:save')).toEqual([
      {
        baseUrl: 'https://api.hk.example-delivery.com',
        clientId: 'wb-kowloon-dispatch-02',
        clientSecret: 'hush hush',
      },
    ]);
  });

  test('sends the options that were opened, before anything was ever connected', async () => {
    const fake = unconnected();
    await drawn(fake);
    await fillIn();
    await page.getByRole('heading', { name: 'Advanced' }).click();
    await page.getByRole('textbox', { name: 'Company certificate' }).fill('/etc/ssl/company.pem');
    await page.getByRole('textbox', { name: 'Extra headers' }).fill('Accept-Language: zh-HK');
    await userEvent.keyboard('{Control>}t{/Control}');
    await expect.poll(() => fake.requestsTo('connection:test')).toHaveLength(1);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
    const options = {
      ...defaultConnectionOptions,
      caFile: '/etc/ssl/company.pem',
      extraHeaders: { 'Accept-Language': 'zh-HK' },
    };
    expect(fake.requestsTo('connection:test')).toMatchObject([{ options }]);
    expect(fake.requestsTo('connection:save')).toMatchObject([{ options }]);
  });

  test('sends nothing while an option cannot be used, and leads to it', async () => {
    const fake = unconnected();
    await drawn(fake);
    await fillIn();
    await page.getByRole('heading', { name: 'Advanced' }).click();
    const headers = page.getByRole('textbox', { name: 'Extra headers' });
    await headers.fill('X-Api-Key: 1');
    await expect.element(page.getByText(/X-Api-Key looks like a secret/)).toBeVisible();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect.element(headers).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(fake.requestsTo('connection:test')).toEqual([]);
    expect(fake.requestsTo('connection:save')).toEqual([]);
  });

  test('a refused certificate file is reported at its field', async () => {
    const fake = unconnected();
    await drawn(fake);
    await fillIn();
    const message = 'This file cannot be read. Choose another one.';
    fake.failing.set('connection:save', { code: 'ca-file-refused', message });
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('textbox', { name: 'Company certificate' }))
      .toHaveAccessibleDescription(message);
  });

  test('hides the secret until Show', async () => {
    await drawn(unconnected());
    await fillIn();
    const secret = page.getByLabelText('Client secret', { exact: true });
    expect(secret.element().getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show client secret' }).click();
    expect(secret.element().getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Hide client secret' }).click();
    expect(secret.element().getAttribute('type')).toBe('password');
  });

  test('names the fields that are empty', async () => {
    const fake = unconnected();
    await drawn(fake);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect.element(page.getByText(/The address of the service/)).toBeVisible();
    await expect.element(page.getByText(/The client ID from/)).toBeVisible();
    expect(fake.requestsTo('connection:test')).toEqual([]);
  });

  test('follows a test while it runs and shows how it ended', async () => {
    const fake = unconnected();
    await drawn(fake);
    await fillIn();
    fake.hold('connection:test');
    await page.getByRole('button', { name: 'Test connection' }).click();
    fake.progress({
      steps: [
        { name: 'reach', state: 'passed', elapsedMs: 38, detail: null },
        { name: 'certificate', state: 'passed', elapsedMs: 4, detail: 'TLS 1.3' },
        { name: 'token', state: 'running', startedAtMs: now(), timeoutMs: 10_000 },
      ],
    });
    await expect.element(page.getByText('Receiving an access token')).toBeVisible();
    await expect.element(page.getByText(/of 10.s/)).toBeVisible();
    fake.letGo('connection:test');
    await expect.element(page.getByText('Access token received')).toBeVisible();
    await expect
      .element(page.getByText('Valid for 60 min. Waybell renews it by itself.'))
      .toBeVisible();
  });

  test.each([
    ['connect-unreachable', 'Service not reached', /No answer from/],
    ['connect-certificate', 'Certificate not trusted', /Harbour Logistics Root CA/],
    ['connect-secret', 'No access token', /did not accept this client ID and secret/],
  ])('%s says what happened and what to check', async (name, title, message) => {
    await drawnScene(name);
    await expect.element(page.getByText(title)).toBeVisible();
    await expect.element(page.getByText(message)).toBeVisible();
  });

  test('a change of a field removes the old result', async () => {
    await drawnScene('connect-secret');
    await expect.element(page.getByText('No access token')).toBeVisible();
    await page.getByLabelText('Client ID').fill('another');
    await expect.element(page.getByText('No access token')).not.toBeInTheDocument();
  });

  test.each([
    ['keychain-failed', 'The keychain did not take the secret.'],
    ['base-url-refused', 'The base URL must begin with https.'],
    ['internal-error', 'Something in Waybell went wrong.'],
  ] as const)('a refusal %s is shown in its own words', async (code, message) => {
    const fake = unconnected();
    fake.failing.set('connection:save', { code, message });
    await drawn(fake);
    await fillIn();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  });

  test('the demo needs no credentials', async () => {
    const fake = unconnected();
    await drawn(fake);
    await page.getByRole('button', { name: 'Try the built-in demo service' }).click();
    await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
    await expect.element(page.getByText('Demo', { exact: true })).toBeVisible();
  });
});

describe('a keychain that does not open', () => {
  test.each([
    ['locked', 'The keychain is locked'],
    ['missing', 'This computer offers no keychain'],
    ['denied', 'The keychain did not let Waybell in'],
    ['timeout', 'The keychain did not answer'],
    ['failed', 'The keychain could not be read'],
  ] as const)('%s has words and can be tried again', async (fault, title) => {
    const fake = blocked(fault);
    await drawn(fake);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(fake.requestsTo('connection:retry')).toHaveLength(1);
  });

  test('a secret that is gone can be entered again', async () => {
    await drawn(blocked('secretAbsent'));
    await page.getByRole('button', { name: 'Enter client ID and secret again' }).click();
    await expect.element(page.getByLabelText('Base URL')).toHaveValue('https://api.example.com');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'The client secret is not in the keychain' }))
      .toBeVisible();
  });
});

test('a secret is kept for this session only by choice, and the settings say so', async () => {
  const fake = new FakeBridge(() => Date.now(), [], {
    ...sampleApp(Date.now()),
    connection: {
      kind: 'keychainBlocked',
      baseUrl: 'https://api.example.com',
      clientId: 'desk-7',
      fault: 'missing',
    },
  });
  const model = await drawn(fake);
  await expect.element(page.getByText(/for this session only/)).toBeVisible();
  await page.getByRole('button', { name: 'Enter client ID and secret again' }).click();
  const session = page.getByRole('switch', { name: 'For this session only' });
  await expect.element(session).toHaveAttribute('aria-checked', 'false');
  await session.click();
  await expect.element(page.getByText(/Kept in memory until Waybell quits/)).toBeVisible();
  await page.getByLabelText('Client secret', { exact: true }).fill('canary');
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expect
    .poll(() => fake.requestsTo('connection:save'))
    .toMatchObject([{ clientSecret: 'canary', isSessionOnly: true }]);
  expect(model.connect.getState().draft.clientSecret).toBe('');
  const before = fake.app.connection;
  if (before.kind === 'connected')
    fake.changeApp({ connection: { ...before, isSessionOnly: true } });
  model.settings.open('connection');
  await expect.element(page.getByText(/In memory until Waybell quits/)).toBeVisible();
});

test('the key for the demo does nothing while a connection is being changed', async () => {
  const fake = new FakeBridge(now, sampleRows(now()));
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.connect.open('https://api.example.com', 'desk-7', true);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await userEvent.keyboard('{Control>}d{/Control}');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  expect(fake.requestsTo('connection:try-demo')).toEqual([]);
});
