import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { inProject } from '../../tools/project.ts';
import { startCli } from '../support/cli/cli-run.ts';
import { orderIdOf } from '../support/order-id-of.ts';
import { type RunningApp, startApp, throwAwayProfile } from './support/app.ts';
import { onThrowAwayDesktop, receivedNotifications } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';
import {
  chooseFile,
  connectedTo,
  openSettings,
  pasteIntoPage,
  watchWaiting,
} from './support/steps.ts';

/*
 * What Waybell records, as a dispatcher uses it: the board as it was, what other settings would have
 * meant, and a file that replays. The steps follow one another: each starts from where the one before
 * it ended.
 */

const florist = { id: orderIdOf('f1055eed-94d7-4a60-b1c5-0e7a62d9f418'), label: 'Peony Parlour' };
const bakery = { id: orderIdOf('bacce4ee-94d7-4a60-b1c5-0e7a62d9f418'), label: 'Brioche Barn' };
const clinic = { id: orderIdOf('c1eafeed-94d7-4a60-b1c5-0e7a62d9f418'), label: 'Quiet Clinic' };
const orders = [florist, bakery, clinic];
const courier = { name: 'Tsang Wing Sze', phone_number: '+85255123047' };
const pickup = { name: 'Gate House', street_address: '7 Elm Lane', floor_or_unit_number: 'G/F' };
const contact = { name: 'Ng Chi-ho', phone_number: '+85261112223' };
const newNote = 'Use the goods lift';

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let folder = '';
let running: RunningApp;
let window: Page;
/** All orders waited for a courier then. */
let allWaitedAtMs = 0;

const row = ({ label }: { readonly label: string }): Locator =>
  window.getByRole('option').filter({ hasText: label });
const view = (name: string): Locator =>
  window.getByRole('navigation', { name: 'Views' }).getByRole('button', { name });
const timeBar = (): Locator => window.getByRole('region', { name: 'Rewind' });
const details = (): Locator => window.getByRole('complementary');
/** In the settings: the row of a kind of events. */
const kindRow = (kind: string): Locator => window.getByRole('row').filter({ hasText: kind });

async function start(): Promise<void> {
  running = await startApp(profile.dir, ...connectedTo(service));
  window = running.window;
  window.setDefaultTimeout(20_000);
}

async function rewind(): Promise<void> {
  await window.keyboard.press('w');
  await timeBar().getByText('This is not now. Nothing can be changed here.').waitFor();
}

/** Drags the time bar to a time. */
const goTo = (atMs: number): Promise<void> =>
  timeBar().getByRole('slider', { name: 'Time of the board' }).fill(String(atMs));

/** Waits for the desktop to receive so many notifications since the start, where it can be asked. */
async function receivedInAll(count: number): Promise<void> {
  if (!onThrowAwayDesktop) return;
  await eventually(`${count} notifications`, () => receivedNotifications().length >= count);
}

beforeAll(async () => {
  service = await startDeliveryService();
  const location = { lat: 22.31, lng: 114.18 };
  for (const { id } of orders) {
    const stop = { ...pickup, schedule_at: null, location, contact };
    service.addOrder({ uuid: id, status: 'pending', courier: {}, pickup: stop });
  }
  folder = mkdtempSync(join(tmpdir(), 'waybell-recorder-'));
  profile = await throwAwayProfile();
  await start();
  await watchWaiting(window, orders);
  allWaitedAtMs = Date.now();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('W shows the board as it was before a change, and Esc the present, which went on meanwhile', async () => {
  service.setOrder(florist.id, { status: 'matched', courier });
  await row(florist).getByText(courier.name).waitFor();
  await receivedInAll(1);
  await rewind();
  await goTo(allWaitedAtMs);
  await row(florist).getByText('Waiting for courier').waitFor();
  expect(await row(florist).innerText()).not.toContain(courier.name);
  await window.getByText('No notification stood at this time').waitFor();
  await window.keyboard.press('ArrowRight');
  await row(florist).getByText(courier.name).waitFor();
  await goTo(allWaitedAtMs);
  await row(florist).getByText('Waiting for courier').waitFor();

  service.setOrder(bakery.id, { status: 'cancelled' });
  await receivedInAll(2);
  expect(await row(bakery).innerText()).toContain('Waiting for courier');
  await window.keyboard.press('Escape');
  await timeBar().waitFor({ state: 'detached' });
  await row(florist).getByText(courier.name).waitFor();
  await row(bakery).getByText('Cancelled').first().waitFor();
});

test('the past offers nothing that acts, and no key, menu or paste in it changes the present', async () => {
  await rewind();
  await goTo(allWaitedAtMs);
  await row(florist).getByText('Waiting for courier').waitFor();
  await row(florist).click();
  await window.keyboard.press('Enter');
  await details().getByText(florist.id).waitFor();
  const offered = window.locator('main, aside').getByRole('button');
  const names = await offered.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
  );
  expect(names).toEqual([
    'Back to now Esc',
    'Previous event',
    'Play, a minute each second',
    'Next event',
    'Close details',
  ]);

  await row(florist).click({ button: 'right' });
  // Mutes, snoozes, pins, archives, calls, stops, renames, filters, and opens what can act.
  const keys = 'm s p e d t b h Delete F2 / ControlOrMeta+k ControlOrMeta+, ControlOrMeta+z';
  for (const key of keys.split(' ')) await window.keyboard.press(key);
  for (const role of ['menu', 'dialog', 'textbox'] as const) {
    expect([role, await window.getByRole(role).count()]).toEqual([role, 0]);
  }
  await window.keyboard.press('Escape');
  await details().waitFor({ state: 'detached' });
  // What is pasted is looked through on the board of the present, and watched when a person says so.
  await pasteIntoPage(window, 'dada5eed-94d7-4a60-b1c5-0e7a62d9f418');
  await timeBar().waitFor({ state: 'detached' });
  await window.getByRole('button', { name: /^Watch 1 order/ }).waitFor();
  await window.keyboard.press('Escape');
  for (const name of ['All 3', 'Muted 0', 'Archive 0']) await view(name).waitFor();
});

test('beside a kind stands how many notifications there would have been with it the other way', async () => {
  service.setOrder(clinic.id, { note_to_courier: newNote });
  await row(clinic)
    .and(window.getByRole('option', { name: 'Not looked at yet' }))
    .waitFor();
  await openSettings(window, 'Notifications');
  await kindRow('Matched with a courier').getByText('without: 1', { exact: true }).waitFor();
  await kindRow('Cancelled').getByText('without: 1', { exact: true }).waitFor();
  await kindRow('Note to courier changed').getByText('with: 3', { exact: true }).waitFor();
  expect(await kindRow('Price changed').getByText(/^with/).count()).toBe(0);
  await kindRow('Event').getByText(/: 2$/).waitFor();
  const level = window.getByLabel('Cancelled: told as');
  await level.selectOption('kept');
  await kindRow('Event').getByText(/: 1$/).waitFor();
  await kindRow('Cancelled').getByText('with: 2', { exact: true }).waitFor();
  await level.selectOption('needsYou');
  await kindRow('Cancelled').getByText('without: 1', { exact: true }).waitFor();
  await window.keyboard.press('Escape');
  // To look and to switch told nothing.
  expect(receivedNotifications()).toHaveLength(onThrowAwayDesktop ? 2 : 0);
});

test('the recording goes on over a restart, and says when nothing was checked', async () => {
  await running.quit();
  const endedAtMs = Date.now();
  await start();
  await row(florist).getByText(courier.name).waitFor();
  service.setOrder(clinic.id, { status: 'matched', courier });
  await row(clinic).getByText(courier.name).waitFor();
  await receivedInAll(3);
  await rewind();
  await goTo(endedAtMs);
  await timeBar().getByText('Waybell was not running then.').waitFor();
  await row(clinic).getByText('Waiting for courier').waitFor();
  const showing = window.getByRole('region', { name: 'Notifications that stood' });
  await showing.getByText('Matched with a courier').waitFor();
  await showing.getByText('Order cancelled').waitFor();
  await goTo(allWaitedAtMs);
  await row(bakery).getByText('Waiting for courier').waitFor();
  await window.keyboard.press('Escape');
  await timeBar().waitFor({ state: 'detached' });
  expect(await row(bakery).innerText()).toContain('Cancelled');
});

test('a saved recording replays as it was, each time the same, and names no person', async () => {
  const file = join(folder, 'recording.jsonl');
  await chooseFile(running, file);
  await openSettings(window, 'Diagnostics');
  await window.getByRole('button', { name: 'Save recording…' }).click();
  await window.getByText('Saved as recording.jsonl').waitFor();
  const recording = readFileSync(file, 'utf8');
  expect(recording).toContain('"cancelled"');
  const personal = [
    ...orders.flatMap(({ id, label }) => [id, id.slice(0, 8), label]),
    ...[courier, pickup, contact].flatMap((fields) => Object.values(fields)),
    newNote,
    service.credentials.clientId,
    service.baseUrl,
  ];
  for (const text of personal) expect([text, recording.includes(text)]).toEqual([text, false]);

  // As two others would, each with their own language and clock.
  const places = [
    { TZ: 'UTC', LANG: 'C.UTF-8' },
    { TZ: 'Asia/Hong_Kong', LANG: 'zh_TW.UTF-8' },
  ];
  const printed = await Promise.all(
    places.map(async (env, no) => {
      const outputFile = join(folder, `replayed-${no}.txt`);
      const program = inProject('tools/replay.ts');
      const code = await startCli([file], { program, env, outputFile }).ended;
      return { code, text: readFileSync(outputFile, 'utf8') };
    }),
  );
  expect(printed[0]?.text).toContain('3 orders.');
  expect(printed[0]?.text).toMatch(/^shown +3$/m);
  expect(printed[0]).toMatchObject({
    code: 0,
    text: expect.stringContaining('\nNo differences from what was recorded.\n'),
  });
  expect(printed[1]).toEqual(printed[0]);
});
