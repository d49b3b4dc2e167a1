import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { everyFile, filesWith } from '../support/every-byte.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { connectByForm, openSettings, pasteIntoPage, rowOf } from './support/steps.ts';
import { eventually } from './support/eventually.ts';
import { storedSecret } from './support/stored-secret.ts';

/* Erasing in the built app, verified in the raw bytes of the profile and in the desktop's keychain. */

const erased = '11111111-2222-4333-8444-555555555555';
const kept = '22222222-3333-4444-8555-666666666666';
const person = { name: 'Canarina Quill', phone_number: '+85261112223' };
const other = { name: 'Keptrick Stay', phone_number: '+85269998887' };
const location = { lat: 22.2823, lon: 114.1573, location_updated_at: 1_770_000_000 };

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;
let window: Page;

/** The files of the profile that Waybell itself writes: the database, its WAL, the log. */
const ourFilesWith = (text: string): readonly string[] =>
  filesWith(profile.dir, text).filter((path) => /^(?:waybell|logs\/|window)/.test(path));

beforeAll(async () => {
  service = await startDeliveryService();
  service.addOrder({ uuid: erased, status: 'active', courier: { ...person, location } });
  service.addOrder({ uuid: kept, status: 'active', courier: { ...other, location } });
  profile = await throwAwayProfile();
  running = await startApp(profile.dir, ['--interval', '1']);
  window = running.window;
  await connectByForm(window, service);
  await pasteIntoPage(window, `${erased}\n${kept}`);
  await window.getByRole('button', { name: /Watch 2 orders/ }).click();
  await window.getByRole('option').filter({ hasText: person.name }).waitFor();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
});

test('a shown phone number is recorded with time, order and person, never with the number', async () => {
  await rowOf(window, erased).click();
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Show phone number of the courier' }).click();
  await window.getByText('6111').first().waitFor();
  await openSettings(window, 'Privacy');
  await window.getByText('Phone number of the courier').waitFor();
  expect(await window.locator('main').innerText()).not.toContain('6111');
  await window.keyboard.press('Escape');
});

test('everything is erased, the keychain’s entry too', async () => {
  expect(await storedSecret(service)).toBe(service.credentials.clientSecret);
  await eventually('it is on the disk', () => ourFilesWith(other.name).length > 0);
  await openSettings(window, 'Privacy');
  await window.getByRole('button', { name: 'Erase…' }).click();
  await window.getByRole('button', { name: 'Erase everything', exact: true }).click();
  await window.getByRole('heading', { name: /Connect to your/ }).waitFor();
  await eventually('an empty keychain', async () => (await storedSecret(service)) === null);
  await eventually('nothing of it', () => ourFilesWith(other.name).length === 0);
  for (const text of [kept, other.name, '6999', service.credentials.clientId]) {
    expect([text, ourFilesWith(text)]).toEqual([text, []]);
  }
});

test('after a quit nothing of it is in the whole profile, including the engine’s files', async () => {
  await running.quit();
  const known = [erased, kept, person.name, other.name, service.credentials.clientSecret];
  for (const text of known) expect([text, filesWith(profile.dir, text)]).toEqual([text, []]);
  expect(everyFile(profile.dir).length).toBeGreaterThan(0);
  expect(existsSync(join(profile.dir, 'waybell.db'))).toBe(true);
});

test('the next start has no personal data', async () => {
  running = await startApp(profile.dir);
  await running.window.getByRole('heading', { name: /Connect to your/ }).waitFor();
  expect(await running.window.getByLabel('Client ID').inputValue()).toBe('');
});
