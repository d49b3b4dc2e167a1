import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ElectronApplication, Page } from 'playwright-core';
import { screenshot } from '../desktop/screenshot.ts';
import { type Runtime, runtimeLine } from '../runtime/runtime.ts';
import { startDeliveryService } from './delivery-service.ts';
import { type DemoOptions, pictureFolder, pictureFolderName } from './play.ts';
import { cli, joinHub, startDesk, startHub } from './team.ts';

/** The screen of the team's demo: two windows side by side below the panel, notifications to their right. */
export const teamScreen = { widthPx: 2540, heightPx: 960 } as const;
const windowWidthPx = 1030;
const panelPx = 32;

/** How long a claim may take to be shown at another desk. */
const shownWithinMs = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs the simulated service, a hub and two desks on a throw-away desktop. At the first desk an order is
 * claimed by its window, and the second one is looked at. Leaves a picture of both.
 *
 * @returns the exit code: 0 when the second desk showed the claim
 */
export async function playTeam(
  options: DemoOptions,
  runtime: Runtime,
  env: NodeJS.ProcessEnv,
  stopped: AbortSignal,
): Promise<number> {
  rmSync(pictureFolder, { recursive: true, force: true });
  mkdirSync(pictureFolder, { recursive: true });
  const folder = mkdtempSync(join(env['TMPDIR'] ?? tmpdir(), 'waybell-demo-'));
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const serviceLog = join(pictureFolder, 'service.log');
    const service = await startDeliveryService(options.serviceArgs, env, serviceLog);
    cleanups.unshift(() => service.stop());
    const { baseUrl, clientId, clientSecret, orders, labels } = service.address;

    const hub = await startHub({
      program: cli,
      profile: join(folder, 'hub'),
      serviceArgs: ['--base-url', baseUrl, '--client-id', clientId, '--interval', '2'],
      env: { ...env, WAYBELL_CLIENT_SECRET: clientSecret },
      logFile: join(pictureFolder, 'hub.log'),
    });
    cleanups.unshift(() => hub.stop());
    say(`Simulated delivery service at ${baseUrl}, a hub at ${hub.url}.`);

    const orderFile = join(folder, 'orders.tsv');
    const watched = orders.slice(0, Math.min(options.orderCount, 12));
    writeFileSync(orderFile, watched.map((id, at) => `${id}\t${labels[at] ?? ''}\n`).join(''));
    const [mei, ana] = await Promise.all(
      ['Mei', 'Ana'].map(async (name, at) => {
        const profile = join(folder, name);
        await joinHub(hub, name, profile, env);
        const desk = await startDesk(runtime, profile, env, at === 0 ? [orderFile] : []);
        cleanups.unshift(() => desk.app.close());
        await placeWindow(desk.app, at);
        return desk;
      }),
    );
    if (mei === undefined || ana === undefined) throw new Error('there are two desks');
    const isSeen = await isClaimSeen(mei.page, ana.page, labels[0] ?? '').catch(
      (error: unknown) => {
        say(`It went no further: ${String(error)}`);
        return false;
      },
    );
    await screenshot(env, join(pictureFolder, 'team.png'));
    say(`Picture: ${join(pictureFolderName, 'team.png')}`);
    if (options.seconds !== null) {
      await wait(options.seconds * 1000, undefined, { signal: stopped }).catch(() => undefined);
    }
    say(runtimeLine(runtime));
    say(
      isSeen
        ? 'Ana’s desk shows that Mei has the order.'
        : `Ana’s desk did not show it. What the programs said is in ${pictureFolderName}.`,
    );
    return isSeen ? 0 : 1;
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

/** Takes an order on at one desk, by its window. @returns whether the other desk's window said so */
async function isClaimSeen(mei: Page, ana: Page, label: string): Promise<boolean> {
  const [here, there] = [mei, ana].map((page) =>
    page.getByRole('option').filter({ hasText: label }),
  );
  if (here === undefined || there === undefined) return false;
  await here.waitFor();
  await there.waitFor();
  say('The orders that Mei added are at both desks.');
  await here.click();
  await mei.keyboard.press('c');
  await here.getByText('You', { exact: true }).waitFor();
  say(`Mei takes on “${label}”.`);
  const isShown = there.getByText('Mei', { exact: true }).waitFor({ timeout: shownWithinMs });
  return isShown.then(
    () => true,
    () => false,
  );
}

/** Puts a desk's window into its half of the screen. */
function placeWindow(app: ElectronApplication, at: number): Promise<void> {
  const bounds = {
    x: 8 + at * (windowWidthPx + 8),
    y: panelPx + 24,
    width: windowWidthPx,
    height: teamScreen.heightPx - panelPx - 40,
  };
  return app.evaluate(({ BrowserWindow }, place) => {
    BrowserWindow.getAllWindows()[0]?.setBounds(place);
  }, bounds);
}
