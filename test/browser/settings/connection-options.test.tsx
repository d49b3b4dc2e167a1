import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultConnectionOptions } from '../../../core/delivery/connection-options.ts';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

const present = {
  baseUrl: 'https://api.hk.example-delivery.com',
  clientId: 'wb-kowloon-dispatch-02',
};

const field = (name: string) => page.getByRole('textbox', { name });
const save = () => page.getByRole('button', { name: 'Test and save' });
const refusedFile = {
  code: 'ca-file-refused',
  message: 'This file cannot be read. Choose another one.',
} as const;

async function openSettings(fake = busyBoard()) {
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
  model.settings.open('connection');
  await expect.element(page.getByRole('heading', { name: 'Advanced' })).toBeVisible();
  await expect.poll(() => model.options.getState().draft).not.toBeNull();
  return { fake, model };
}

async function openAdvanced(fake = busyBoard()) {
  const opened = await openSettings(fake);
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await expect.element(save()).toBeVisible();
  return opened;
}

test('the options are folded at first and show the values in use', async () => {
  const fake = busyBoard();
  fake.options = {
    ...defaultConnectionOptions,
    tokenScheme: { kind: 'fixed', scheme: 'Token' },
    caFile: '/etc/ssl/company.pem',
    proxy: { kind: 'environment' },
  };
  await openSettings(fake);
  await expect.element(page.getByText('Path of an order')).not.toBeVisible();
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await expect.element(field('Path of an order')).toHaveValue('/api/v2/orders/{uuid}');
  await expect.element(field('Token header')).toHaveValue('Authorization');
  await expect.element(field('Word before the token')).toHaveValue('Token');
  await expect.element(field('Company certificate')).toHaveValue('/etc/ssl/company.pem');
  await expect.element(page.getByRole('radio', { name: 'From the environment' })).toBeChecked();
  await expect.element(field('Proxy address')).not.toBeInTheDocument();
});

test('every option is saved with the secret from the keychain', async () => {
  const fake = busyBoard();
  fake.options = { ...defaultConnectionOptions, statusMeanings: { parked: 'atPickup' } };
  await openAdvanced(fake);
  await field('Path of an order').fill(' /v3/jobs/{uuid} ');
  await field('Token header').fill('X-Api-Key');
  await page.getByText('Fixed', { exact: true }).click();
  await field('Word before the token').fill('Token');
  await field('Extra headers').fill('Accept-Language: zh-HK\n\nX-Market: hk\n');
  await field('Company certificate').fill('/etc/ssl/company.pem');
  await page.getByText('Explicit', { exact: true }).click();
  await field('Proxy address').fill('http://proxy.example:3128');
  await expect.element(field('Meaning of statuses')).toHaveValue('parked = at_pickup');
  await field('Meaning of statuses').fill('parked = at pickup\n4 = Done');
  await save().click();
  await expect.element(page.getByText('The test passed and the options are in use.')).toBeVisible();
  expect(fake.requestsTo('connection:save')).toEqual([
    {
      ...present,
      clientSecret: null,
      options: {
        orderPath: '/v3/jobs/{uuid}',
        tokenHeader: 'X-Api-Key',
        tokenScheme: { kind: 'fixed', scheme: 'Token' },
        extraHeaders: { 'Accept-Language': 'zh-HK', 'X-Market': 'hk' },
        caFile: '/etc/ssl/company.pem',
        proxy: { kind: 'fixed', url: 'http://proxy.example:3128' },
        statusMeanings: { parked: 'atPickup', 4: 'done' },
      },
    },
  ]);
});

test('an emptied certificate path and the plain choices are saved as none', async () => {
  const fake = busyBoard();
  fake.options = { ...defaultConnectionOptions, caFile: '/etc/ssl/company.pem' };
  await openAdvanced(fake);
  await field('Company certificate').fill('');
  const none = page.getByText('None', { exact: true });
  await none.first().click();
  await none.last().click();
  await save().click();
  await expect.poll(() => fake.requestsTo('connection:save')).toHaveLength(1);
  expect(fake.requestsTo('connection:save')[0]).toMatchObject({
    options: { caFile: null, tokenScheme: { kind: 'none' }, proxy: { kind: 'none' } },
  });
});

test('a refused field says why, takes the focus, and nothing is sent', async () => {
  const { fake } = await openAdvanced();
  await page.getByText('Fixed', { exact: true }).click();
  await page.getByText('Explicit', { exact: true }).click();
  await field('Token header').fill('Cookie');
  await expect.element(page.getByText(/This header has another meaning/)).toBeVisible();
  await field('Company certificate').fill('company.pem');
  await expect.element(page.getByText(/Write the whole path of the file/)).toBeVisible();
  await field('Path of an order').fill('orders');
  await save().click();
  await expect.element(page.getByText('Start the path with a slash.')).toBeVisible();
  await expect.element(page.getByText(/Use one word of letters/)).toBeVisible();
  await expect.element(page.getByText(/Write the proxy as http:/)).toBeVisible();
  await expect.element(field('Path of an order')).toHaveFocus();
  await expect.element(field('Path of an order')).toHaveAttribute('aria-invalid', 'true');
  expect(fake.requestsTo('connection:save')).toEqual([]);
  await field('Path of an order').fill('/orders/{uuid}');
  await expect.element(page.getByText('Start the path with a slash.')).not.toBeInTheDocument();
  await expect.element(field('Path of an order')).toHaveAttribute('aria-invalid', 'false');
});

test('nothing is saved when the test does not pass, and the test says why', async () => {
  const { fake } = await openAdvanced();
  fake.testResult = {
    steps: [
      {
        name: 'reach',
        state: 'failed',
        elapsedMs: 10,
        code: 'proxy-refused',
        httpStatus: null,
        message: 'The proxy does not answer.',
      },
      { name: 'certificate', state: 'waiting' },
      { name: 'token', state: 'waiting' },
    ],
  };
  await save().click();
  await expect.element(page.getByText('The proxy does not answer.')).toBeVisible();
  const notSaved = page.getByText('The test above did not pass, so nothing was saved.');
  await expect.element(notSaved).toBeVisible();
  await field('Token header').fill('X-Token');
  await expect.element(notSaved).not.toBeInTheDocument();
});

test('a refused certificate file is reported only at its field, until it is changed', async () => {
  const { fake } = await openAdvanced();
  fake.failing.set('connection:save', refusedFile);
  await field('Company certificate').fill('/etc/ssl/none.pem');
  await save().click();
  await expect.element(page.getByText(refusedFile.message)).toBeVisible();
  await expect
    .element(field('Company certificate'))
    .toHaveAccessibleDescription(refusedFile.message);
  await expect.element(field('Company certificate')).toHaveAttribute('aria-invalid', 'true');
  await field('Company certificate').fill('/etc/ssl/company.pem');
  await expect.element(page.getByText(refusedFile.message)).not.toBeInTheDocument();
});

test('a stored certificate file that is gone opens the options at their field', async () => {
  const { fake } = await openSettings();
  fake.failing.set('connection:test', refusedFile);
  await page.getByRole('button', { name: 'Test now' }).click();
  await expect.element(page.getByText(refusedFile.message)).toBeVisible();
  await expect
    .element(field('Company certificate'))
    .toHaveAccessibleDescription(refusedFile.message);
});

test('Escape takes back what was typed into a field before it closes the settings', async () => {
  await openAdvanced();
  await field('Token header').fill('X-Token');
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Token header')).toHaveValue('Authorization');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
});

test('another service shows its own options', async () => {
  const { fake } = await openAdvanced();
  await field('Token header').fill('X-Typed');
  fake.options = { ...defaultConnectionOptions, tokenHeader: 'X-Other' };
  fake.changeApp({
    connection: { kind: 'connected', ...present, baseUrl: 'https://other.example', isDemo: false },
  });
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await expect.element(field('Token header')).toHaveValue('X-Other');
});

test('options that cannot be read are not offered', async () => {
  const fake = busyBoard();
  fake.failing.set('connection:options', { code: 'internal-error', message: 'Try again.' });
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
  model.settings.open('connection');
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await expect.element(page.getByText('The options could not be read. Try again.')).toBeVisible();
  await expect.element(save()).not.toBeInTheDocument();
});

test('a chosen certificate file stands in its field and is saved like a typed one', async () => {
  const { fake } = await openAdvanced();
  fake.chosenPath = '/home/dispatch/company.pem';
  await page.getByRole('button', { name: 'Choose…' }).click();
  await expect.element(field('Company certificate')).toHaveValue('/home/dispatch/company.pem');
  expect(fake.requestsTo('connection:save')).toEqual([]);
  await save().click();
  await expect
    .poll(() => fake.requestsTo('connection:save'))
    .toMatchObject([{ options: { caFile: '/home/dispatch/company.pem' } }]);
});

test('no file chosen changes nothing, and one on another computer is refused at once', async () => {
  const { fake } = await openAdvanced();
  await field('Company certificate').fill('/etc/ssl/company.pem');
  await page.getByRole('button', { name: 'Choose…' }).click();
  await expect.poll(() => fake.requestsTo('connection:choose-ca-file')).toHaveLength(1);
  await expect.element(field('Company certificate')).toHaveValue('/etc/ssl/company.pem');
  fake.chosenPath = String.raw`\\files\it\company.pem`;
  await page.getByRole('button', { name: 'Choose…' }).click();
  await expect.element(field('Company certificate')).toHaveAttribute('aria-invalid', 'true');
});
