import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { z } from 'zod';
import { screenshot } from '../desktop/screenshot.ts';
import { startProgram } from '../process/child-process.ts';
import { inProject, projectRoot } from '../project.ts';
import { type Runtime, runtimeLine } from '../runtime/runtime.ts';
import { startDeliveryService } from './delivery-service.ts';
import { type DemoOptions, pictureFolder, pictureFolderName } from './play.ts';

const run = promisify(execFile);

/** The screen of the team's demo: two windows side by side below the panel, notifications to their right. */
export const teamScreen = { widthPx: 2540, heightPx: 960 } as const;
const windowWidthPx = 1030;
const panelPx = 32;

/** How long a step of the demo may take on a busy machine. */
const withinMs = 30_000;

/** How long a claim may take to be shown at another desk. */
const shownWithinMs = 10_000;

const cli = ['--disable-warning=ExperimentalWarning', inProject('main/cli/index.ts')];

const announcement = z.object({ event: z.literal('hub'), url: z.url() });

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

    const hubProfile = join(folder, 'hub');
    const connection = ['--base-url', baseUrl, '--client-id', clientId, '--interval', '2'];
    const firstLine = Promise.withResolvers<string>();
    let said = '';
    const hub = startProgram(
      process.execPath,
      [...cli, 'hub', '--profile', hubProfile, '--listen', '0', ...connection],
      {
        env: { ...env, WAYBELL_CLIENT_SECRET: clientSecret },
        logFile: join(pictureFolder, 'hub.log'),
        read(text) {
          said += text;
          if (said.includes('\n')) firstLine.resolve(said.slice(0, said.indexOf('\n')));
        },
      },
    );
    cleanups.unshift(() => hub.stop());
    const { url } = announcement.parse(
      JSON.parse(await Promise.race([firstLine.promise, hub.ended.then(String)])),
    );
    say(`Simulated delivery service at ${baseUrl}, a hub at ${url}.`);

    const orderFile = join(folder, 'orders.tsv');
    const watched = orders.slice(0, Math.min(options.orderCount, 12));
    writeFileSync(orderFile, watched.map((id, at) => `${id}\t${labels[at] ?? ''}\n`).join(''));
    const [mei, ana] = await Promise.all(
      ['Mei', 'Ana'].map(async (name, at) => {
        const profile = join(folder, name);
        const invite = [...cli, 'hub', 'invite', '--profile', hubProfile, '--name', name];
        const { stdout: code } = await run(process.execPath, invite, { env });
        await run(process.execPath, [...cli, 'join', '--profile', profile, url], {
          env: { ...env, WAYBELL_JOIN_CODE: code.trim() },
        });
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

interface Desk {
  readonly app: ElectronApplication;
  readonly page: Page;
}

async function startDesk(
  runtime: Runtime,
  profile: string,
  env: NodeJS.ProcessEnv,
  more: readonly string[],
): Promise<Desk> {
  const app = await _electron.launch({
    executablePath: runtime.executable,
    args: [
      ...runtime.args,
      '-r',
      inProject('tools/runtime/hold-ready.cjs'),
      projectRoot,
      '--profile',
      profile,
      ...more,
    ],
    chromiumSandbox: !runtime.args.includes('--no-sandbox'),
    env: definedOnly(env),
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(withinMs);
  return { app, page };
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
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
