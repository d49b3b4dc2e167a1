import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { WebhookState } from '../../../core/webhook/webhook-state.ts';
import type { WebhookSettings } from '../../../core/webhook/webhook-settings.ts';
import { drawn } from '../support/drawn.tsx';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { sampleId } from '../support/sample-board.ts';
import { busyReceiver, passedWebhookTest, sampleAddress } from '../support/sample-webhooks.ts';
import { busyBoard } from '../support/scene.ts';

async function openWebhooks(
  choices: Partial<WebhookSettings> = {},
  state: Partial<WebhookState> = {},
): Promise<FakeBridge> {
  const fake = busyBoard();
  fake.webhookAddress = sampleAddress;
  const { settings } = fake.app;
  fake.changeApp({
    webhooks: { ...busyReceiver(Date.now()), ...state },
    settings: {
      ...settings,
      webhooks: { ...settings.webhooks, isOn: true, port: 28_787, ...choices },
    },
  });
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name: 'Webhooks' })
    .click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  return fake;
}

function changes(fake: FakeBridge): readonly unknown[] {
  return fake.requestsTo('settings:change');
}

test('the receiver is turned on and off, and its port is chosen', async () => {
  const fake = await openWebhooks();
  await page.getByRole('switch', { name: 'Local receiver' }).click();
  expect(changes(fake).at(-1)).toMatchObject({ webhooks: { isOn: false, port: 28_787 } });
  const port = page.getByLabelText('Port', { exact: true });
  await port.fill('80');
  await userEvent.keyboard('{Enter}');
  await expect.element(port).toHaveAttribute('aria-invalid', 'true');
  await port.fill('8787');
  await userEvent.keyboard('{Enter}');
  expect(changes(fake).at(-1)).toMatchObject({ webhooks: { port: 8787 } });
  expect(changes(fake)).toHaveLength(2);
});

test('the address with its secret path is hidden again once the page was left', async () => {
  await openWebhooks();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(page.getByText(sampleAddress)).toBeVisible();
  const section = page.getByRole('navigation', { name: 'Settings' });
  await section.getByRole('button', { name: 'Appearance' }).click();
  await section.getByRole('button', { name: 'Webhooks' }).click();
  await expect.element(page.getByRole('button', { name: 'Show', exact: true })).toBeVisible();
  await expect.element(page.getByText(sampleAddress)).not.toBeInTheDocument();
});

test('the address with its secret path is hidden until asked for, copied, and renewed', async () => {
  const fake = await openWebhooks();
  expect(fake.requestsTo('webhooks:address')).toEqual([]);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(page.getByText(sampleAddress)).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect.element(page.getByText(sampleAddress)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect
    .poll(() => fake.requestsTo('clipboard:write'))
    .toMatchObject([{ text: sampleAddress }]);
  await page.getByRole('button', { name: 'New path' }).click();
  await expect.element(page.getByText(/Put the new address into the developer/)).toBeVisible();
  expect(fake.requestsTo('webhooks:new-path')).toHaveLength(1);
});

test('another address takes a second step, behind a warning', async () => {
  const fake = await openWebhooks();
  await page.getByText('Other address').click();
  await expect.element(page.getByText(/Everybody in the network can then reach/)).toBeVisible();
  const there = page.getByRole('button', { name: 'Listen there all the same' });
  await expect.element(there).toBeDisabled();
  expect(changes(fake)).toEqual([]);
  await page.getByLabelText('Address to listen at').fill('192.168.1.20');
  await there.click();
  expect(changes(fake)).toMatchObject([{ webhooks: { address: '192.168.1.20' } }]);
  await expect
    .element(page.getByText('Listens at 192.168.1.20: other computers in the network can reach it'))
    .toBeVisible();
  await page.getByText('This computer', { exact: true }).last().click();
  expect(changes(fake).at(-1)).toMatchObject({ webhooks: { address: '127.0.0.1' } });
});

test('secrets can be added and are never shown again', async () => {
  const fake = await openWebhooks({ proof: 'hmac' }, { secretCount: 1 });
  const field = page.getByLabelText('Secret', { exact: true });
  await field.fill('a secret of the portal');
  await page.getByRole('button', { name: 'Store' }).click();
  await expect
    .poll(() => fake.requestsTo('webhooks:add-secret'))
    .toEqual([{ secret: 'a secret of the portal', keepsOlder: true }]);
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText(/^2 in the keychain/)).toBeVisible();
  await page.getByRole('button', { name: 'Forget older' }).click();
  await expect.element(page.getByText(/^1 in the keychain/)).toBeVisible();
  expect(document.body.innerHTML).not.toContain('a secret of the portal');
});

test('a keychain that refuses says so, and the secret stays in its field', async () => {
  const fake = await openWebhooks({ proof: 'header' });
  fake.failing.set('webhooks:add-secret', { code: 'keychain-failed', message: 'Locked.' });
  await page.getByLabelText('Secret', { exact: true }).fill('abc');
  await page.getByRole('button', { name: 'Store' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Locked.');
  await expect.element(page.getByLabelText('Secret', { exact: true })).toHaveValue('abc');
});

test('the signature of webhooks is set with its header and its time', async () => {
  const fake = await openWebhooks();
  await page.getByText('HMAC-SHA256').click();
  expect(changes(fake).at(-1)).toMatchObject({ webhooks: { proof: 'hmac' } });
  await page.getByLabelText('Header', { exact: true }).fill('x-hook-signature');
  await userEvent.keyboard('{Enter}');
  await page.getByLabelText('Header with the time').fill('not a header');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('A header name, such as x-signature');
  await page.getByLabelText('Header with the time').fill('x-hook-time');
  await userEvent.keyboard('{Enter}');
  expect(changes(fake).at(-1)).toMatchObject({
    webhooks: { proof: 'hmac', proofHeader: 'x-hook-signature', timestampHeader: 'x-hook-time' },
  });
});

test('the state names the last event, the counts, and what was rejected and why', async () => {
  await openWebhooks();
  await expect.element(page.getByText('Listening on 127.0.0.1:28787')).toBeVisible();
  await expect.element(page.getByText(/Last event \d\d:\d\d.*212 accepted, 3 for/)).toBeVisible();
  await expect.element(page.getByText(/3 rejected\. 4 came again/)).toBeVisible();
  await expect
    .element(page.getByText('2 with a wrong path, 1 without a valid signature'))
    .toBeVisible();
  await expect.element(page.getByText(/14 orders are checked less often/)).toBeVisible();
});

test('a receiver that could not start says why, and cannot be tested', async () => {
  await openWebhooks({}, { listening: { kind: 'failed', fault: 'port-taken' } });
  await expect.element(page.getByText(/Another program uses this port/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send test event' })).toBeDisabled();
});

test('a test event says that it was stored, refused or not answered', async () => {
  const fake = await openWebhooks();
  fake.webhookTest = passedWebhookTest;
  const send = page.getByRole('button', { name: 'Send test event' });
  await send.click();
  await expect
    .element(page.getByText(/The test event was received, read and stored after 11/))
    .toBeVisible();
  fake.webhookTest = { httpStatus: 401, afterMs: 9 };
  await send.click();
  await expect
    .element(page.getByText('The receiver refused the test event with 401.'))
    .toBeVisible();
  fake.webhookTest = { httpStatus: null, afterMs: 5000 };
  await send.click();
  await expect.element(page.getByText('The receiver did not answer the test event.')).toBeVisible();
});

test('silent webhooks are reported above the list, with a button to the settings', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  fake.changeApp({
    webhooks: { ...busyReceiver(Date.now()), silentSinceMs: Date.now() - 25 * 60_000 },
  });
  await expect
    .element(page.getByText('No webhook for over 20\u00A0min although checks show changes'))
    .toBeVisible();
  await expect.element(page.getByText(/ago\. Every order is checked/)).toBeVisible();
  await page.getByRole('button', { name: 'Webhook settings' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});

test('without a signature the page says that webhooks only have orders checked, and that none is offered', async () => {
  const fake = await openWebhooks({});
  await expect.element(page.getByText(/It gives no reason, and no check is saved/)).toBeVisible();
  await expect.element(page.getByText(/^Only once webhooks are signed/)).toBeVisible();
  const { settings } = fake.app;
  fake.changeApp({ settings: { ...settings, webhooks: { ...settings.webhooks, proof: 'hmac' } } });
  await expect.element(page.getByText(/Webhooks then give their reasons/)).toBeVisible();
  await expect.element(page.getByText('Offered above the list.')).toBeVisible();
});

test('unknown orders are offered by choice, looked at first, or dismissed', async () => {
  const fake = await openWebhooks({ proof: 'hmac' }, { unknownChoice: 'ignore' });
  await page.getByText('Offer', { exact: true }).click();
  await page.getByText('Watch', { exact: true }).click();
  await expect.element(page.getByText(/^Watched at once, until 10,000 orders/)).toBeVisible();
  expect(fake.requestsTo('webhooks:choose-unknown')).toEqual([
    { choice: 'offer' },
    { choice: 'watch' },
  ]);
  await userEvent.keyboard('{Escape}');
  const offered = [sampleId('aaaa0001'), sampleId('aaaa0002')];
  fake.changeApp({ webhooks: { ...busyReceiver(Date.now()), offered, notKeptCount: 37 } });
  await expect.element(page.getByText(/37 orders more came than are kept/)).toBeVisible();
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  const watch = page.getByRole('button', { name: /Watch 2 orders/ });
  await expect.element(watch).toBeVisible();
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await watch.click();
  await expect
    .poll(() => fake.requestsTo('watch-list:add'))
    .toMatchObject([{ origin: { kind: 'webhook' } }]);
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect.poll(() => fake.requestsTo('webhooks:dismiss-offered')).toHaveLength(1);
});
