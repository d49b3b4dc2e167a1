import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import type { BlockedConnection } from '../../../core/delivery/connection.ts';
import { drawn, drawnBoard, drawnScene } from '../support/drawn.tsx';
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

  test.each([
    [1180, 760],
    [1024, 640],
    [640, 480],
  ])('has its button in sight in a window of %i to %i px', async (width, height) => {
    await page.viewport(width, height);
    await drawn(unconnected());
    await expect
      .element(page.getByRole('button', { name: 'Connect', exact: true }))
      .toBeInViewport({ ratio: 1 });
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
    await expect.element(page.getByText(/The address of the service is missing/)).toBeVisible();
    await expect.element(page.getByText(/The client ID from .* is missing/)).toBeVisible();
    expect(fake.requestsTo('connection:test')).toEqual([]);
  });

  test('begins in the first empty field, and leads to the first that is missing', async () => {
    await drawn(unconnected());
    const address = page.getByLabelText('Base URL');
    await expect.element(address).toHaveFocus();
    await address.fill('https://api.example.com');
    await page.getByRole('textbox', { name: 'Client secret' }).fill('hush hush');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Client ID')).toHaveFocus();
  });

  test('begins in the secret when the connection is changed', async () => {
    const { model } = await drawnBoard();
    model.connect.open('https://api.example.com', 'desk-7', true);
    await expect.element(page.getByRole('textbox', { name: 'Client secret' })).toHaveFocus();
  });

  test('an address that is refused is said at its field, and nothing moves', async () => {
    const fake = unconnected();
    await drawn(fake);
    await fillIn();
    const message =
      'The address must start with https://. http:// is possible only for a service on this computer.';
    fake.failing.set('connection:test', { code: 'base-url-refused', message });
    const button = page.getByRole('button', { name: 'Test connection' });
    const height = document.querySelector('form')?.offsetHeight;
    await button.click();
    const address = page.getByLabelText('Base URL');
    await expect.element(address).toHaveAccessibleDescription(message);
    await expect.element(address).toHaveFocus();
    expect(document.querySelector('form')?.offsetHeight).toBe(height);
    expect(document.querySelectorAll('.banner')).toHaveLength(0);
  });

  test('empty fields are said at the fields, and nothing moves', async () => {
    await drawn(unconnected());
    const button = page.getByRole('button', { name: 'Test connection' });
    const height = document.querySelector('form')?.offsetHeight;
    await button.click();
    await expect.element(page.getByText(/client secret .* is missing/)).toBeVisible();
    expect(document.querySelector('form')?.offsetHeight).toBe(height);
  });

  test.each([
    ['Client ID', 'clientId', 'desk-7 ', 'There is a space at the end.', 'desk-7'],
    ['Client secret', 'clientSecret', ' hush\t', /at the start and at the end/, 'hush'],
  ] as const)(
    'a space around the %s is found and removed when asked, and only then',
    async (label, field, pasted, said, clean) => {
      const fake = unconnected();
      const model = await drawn(fake);
      await fillIn();
      const input = page.getByRole('textbox', { name: label });
      await input.fill(pasted);
      await expect.element(input).toHaveAccessibleDescription(said);
      await page.getByRole('button', { name: 'Test connection' }).click();
      await expect
        .poll(() => fake.requestsTo('connection:test'))
        .toMatchObject([{ [field]: pasted }]);
      await page.getByRole('button', { name: 'Remove space' }).click();
      expect(model.connect.getState().draft[field]).toBe(clean);
      await expect.element(input).toHaveFocus();
      await expect
        .element(page.getByRole('button', { name: 'Remove space' }))
        .not.toBeInTheDocument();
    },
  );

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
    ['internal-error', 'Something in Waybell went wrong.'],
  ] as const)('a refusal %s is shown in its own words', async (code, message) => {
    const fake = unconnected();
    fake.failing.set('connection:save', { code, message });
    await drawn(fake);
    await fillIn();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
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
