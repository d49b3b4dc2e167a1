import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { ElectronApplication, Locator, Page } from 'playwright-core';
import type { DeliveryServiceAddress } from '../demo/delivery-service.ts';
import { type Desk, joinHub, startDesk, startHub } from '../demo/team.ts';
import { readNotificationLog } from '../desktop/notification-log.ts';
import type { Desktop } from '../desktop/throw-away-desktop.ts';
import { inProject } from '../project.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Engine, inspectProcess, pauseMs, type Road, roadOf } from './recorder.ts';

/** What the acts are done in. */
export interface Surroundings {
  readonly runtime: Runtime;
  readonly desktop: Desktop;
  readonly service: DeliveryServiceAddress;
  /** For profiles and logs. */
  readonly folder: string;
  /** Whether an order is checked every second, before the act and in it. */
  readonly isBusy: boolean;
  /** Fires when the measurement is to be given up. */
  readonly stopped: AbortSignal;
}

/** Longer than a road takes to measure. */
const seldomSeconds = 600;

const uuid = '11111111-2222-4333-8444-555555555555';
const otherUuid = 'aaaaaaaa-2222-4333-8444-555555555555';
const courier = { name: 'Lau Chi Keung', phone_number: '+85255123047' };

/** A paste of a uuid, to its row, its first answer and the notification of its courier. */
export async function uuidRoad(surroundings: Surroundings): Promise<Road> {
  const { desktop, service, stopped } = surroundings;
  await tell(service, 'POST', '/orders', { uuid, status: 'pending', courier: {} });
  const desk = await startApp(surroundings);
  try {
    const { app, page } = desk;
    // News is not shown as a notification while one is at the window, and Playwright's window may have the focus.
    await app.evaluate(async ({ BrowserWindow, clipboard }, text) => {
      for (const each of BrowserWindow.getAllWindows()) each.isFocused = () => false;
      await clipboard.writeText(text);
    }, uuid);
    return await roadOf(enginesOf(desk), stopped, async () => {
      await page.keyboard.press('Control+V');
      await page.getByRole('button', { name: 'Watch 1 order' }).waitFor();
      await page.keyboard.press('Enter');
      await firstAnswer(page, uuid);
      await tell(service, 'PUT', `/orders/${uuid}`, { status: 'active', courier });
      await until('the notification', () =>
        readNotificationLog(desktop.notificationLog).some(({ summary }) =>
          summary.startsWith('Matched'),
        ),
      );
    });
  } finally {
    await desk.app.close();
  }
}

/** A key that takes an order on at one desk of a team, to the row of another one. */
export async function claimRoad(surroundings: Surroundings): Promise<Road> {
  const { desktop, folder, isBusy, runtime, service, stopped } = surroundings;
  const { env } = desktop;
  await tell(service, 'POST', '/orders', { uuid, status: 'pending', courier: {} });
  const logFile = join(folder, 'hub.log');
  const hub = await startHub({
    program: ['--inspect=127.0.0.1:0', inProject('dist/main/cli.js')],
    profile: join(folder, 'hub'),
    serviceArgs: connectionTo(service, isBusy ? 1 : seldomSeconds),
    env: { ...env, WAYBELL_CLIENT_SECRET: service.clientSecret },
    logFile,
  });
  const desks: Desk[] = [];
  try {
    for (const name of ['Mei', 'Ana']) {
      const profile = join(folder, name);
      await joinHub(hub, name, profile, env);
      desks.push(await startDesk(runtime, profile, env, name === 'Mei' ? [uuid] : []));
    }
    const [here, there] = desks.map(({ page }) => page);
    if (here === undefined || there === undefined) throw new Error('there are two desks');
    for (const page of [here, there]) await firstAnswer(page, uuid);
    // The details of an order that the app was started with are open, and would change as well.
    await here.keyboard.press('Escape');
    await here.getByRole('complementary').waitFor({ state: 'detached' });
    await here.getByRole('listbox', { name: 'Orders', exact: true }).focus();
    await here.keyboard.press('Home');
    const [url = ''] = /ws:\/\/\S+/u.exec(readFileSync(logFile, 'utf8')) ?? [];
    const engines = [...desks.flatMap(enginesOf), () => inspectProcess(url)];
    return await roadOf(engines, stopped, async () => {
      await here.keyboard.press('c');
      await rowOf(there, uuid).getByText('Mei', { exact: true }).waitFor();
    });
  } finally {
    for (const { app } of desks) await app.close();
    await hub.stop();
  }
}

/** A click on another theme, to the window in its colours and to the disk. */
export async function settingRoad(surroundings: Surroundings): Promise<Road> {
  const desk = await startApp(surroundings);
  try {
    const { page } = desk;
    await page.keyboard.press('ControlOrMeta+,');
    const pages = page.getByRole('navigation', { name: 'Settings' });
    await pages.getByRole('button', { name: 'Appearance' }).click();
    return await roadOf(enginesOf(desk), surroundings.stopped, async () => {
      await page.getByText('Dark', { exact: true }).click();
      await until('dark colours and the stored theme', async () => {
        const isDark = await page.evaluate("document.documentElement.dataset.theme === 'dark'");
        return isDark === true && storedTheme(profileIn(surroundings)) === '"dark"';
      });
    });
  } finally {
    await desk.app.close();
  }
}

const profileIn = ({ folder }: Surroundings): string => join(folder, 'profile');

/** Starts the app for one desk alone, which checks every second, and waits for its list. */
async function startApp(surroundings: Surroundings): Promise<Desk> {
  const { desktop, isBusy, runtime, service } = surroundings;
  const watched = { uuid: otherUuid, status: 'pending', courier: {} };
  if (isBusy) await tell(service, 'POST', '/orders', watched);
  const env = { ...desktop.env, WAYBELL_CLIENT_SECRET: service.clientSecret };
  const args = [...connectionTo(service, 1), ...(isBusy ? [otherUuid] : [])];
  const desk = await startDesk(runtime, profileIn(surroundings), env, args);
  if (isBusy) await firstAnswer(desk.page, otherUuid);
  else await desk.page.getByText('No orders yet').waitFor();
  return desk;
}

/** The arguments that connect to the service. */
function connectionTo(
  { baseUrl, clientId }: DeliveryServiceAddress,
  everySeconds: number,
): readonly string[] {
  const interval = ['--interval', String(everySeconds)];
  return ['--base-url', baseUrl, '--client-id', clientId, ...interval];
}

// An order without a label may be called by its customer.
const rowOf = (page: Page, id: string): Locator =>
  page.locator(`[role="option"][data-order="${id}"]`);

/** Waits until an order's row shows its first answer. */
const firstAnswer = (page: Page, id: string): Promise<void> =>
  rowOf(page, id).getByText('Waiting').first().waitFor();

/** Open the main process and the window of an app; the preload runs in the engine of the window. */
const enginesOf = ({ app, page }: Desk): readonly (() => Promise<Engine>)[] => [
  async () => inspectProcess(await inspectorUrl(app)),
  async () => {
    const session = await page.context().newCDPSession(page);
    return {
      // Its types list each command.
      send: (method, params) => session.send(method as never, params as never),
      // The session goes with the page, and holds nothing open.
      close: () => {},
    };
  },
];

async function inspectorUrl(app: ElectronApplication): Promise<string> {
  const url = await app.evaluate(() => process.getBuiltinModule('node:inspector').url());
  if (url === undefined) throw new Error('the main process is not inspected');
  return url;
}

/** Has the simulated service do something. */
async function tell(
  { controlUrl }: DeliveryServiceAddress,
  method: string,
  path: string,
  fields: object,
): Promise<void> {
  const { ok, status } = await fetch(`${controlUrl}${path}`, {
    method,
    body: JSON.stringify(fields),
  });
  if (!ok) throw new Error(`the simulated service answered ${method} ${path} with ${status}`);
}

function storedTheme(profile: string): unknown {
  const sql = new DatabaseSync(join(profile, 'waybell.db'), { readOnly: true, timeout: 1000 });
  try {
    return sql.prepare("SELECT value_json FROM settings WHERE name = 'theme'").get()?.[
      'value_json'
    ];
  } finally {
    sql.close();
  }
}

const lookEveryMs = 100;

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const sinceMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - sinceMs > pauseMs) throw new Error(`gave up waiting for ${what}`);
    await wait(lookEveryMs);
  }
}
