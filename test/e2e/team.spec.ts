import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { startCli, type CliRun } from '../support/cli/cli-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type RunningApp, startApp } from './support/app.ts';
import { pasteIntoPage, rowOf } from './support/steps.ts';

/* Two desks with windows and one hub, each a program of its own. */

const order = '11111111-2222-4333-8444-555555555555';

let service: DeliveryService;
let hubProfile: string;
let hub: CliRun;
let url: string;
const desks: RunningApp[] = [];

beforeEach(async () => {
  service = await startDeliveryService();
  service.addOrder({ uuid: order, status: 'active' });
  hubProfile = join(temporaryFolder(), 'hub');
  await startHub('0');
});

afterEach(async () => {
  await Promise.all(desks.splice(0).map((desk) => desk.quit().catch(() => {})));
  hub.kill('SIGKILL');
  await hub.ended;
  await service.close();
});

async function startHub(listen: string): Promise<void> {
  const { clientId, clientSecret } = service.credentials;
  const connection = ['--base-url', service.baseUrl, '--client-id', clientId, '--interval', '1'];
  hub = startCli(['hub', '--profile', hubProfile, '--listen', listen, ...connection], {
    env: { WAYBELL_CLIENT_SECRET: clientSecret },
  });
  await hub.until(({ event }) => event === 'hub');
  url = String(Reflect.get(Object(JSON.parse(hub.lines[0] ?? '')), 'url'));
}

/** A running desk of the team, whose token is in the desktop's keychain. */
async function startDesk(name: string): Promise<RunningApp> {
  const profile = join(temporaryFolder(), name);
  const invite = startCli(['hub', 'invite', '--profile', hubProfile, '--name', name]);
  expect(await invite.ended).toBe(0);
  const joining = startCli(['join', '--profile', profile, url], {
    // The token goes to the desktop's keychain, which is found by the environment.
    env: { ...(process.env as Record<string, string>), WAYBELL_JOIN_CODE: invite.lines.join('') },
  });
  expect(await joining.ended).toBe(0);
  const desk = await startApp(profile);
  desks.push(desk);
  return desk;
}

test('what one desk pastes and takes on, the other one shows; and lets go of it after', async () => {
  const [mei, ana] = await Promise.all([startDesk('Mei'), startDesk('Ana')]);
  await mei.window.getByText('No orders yet').waitFor();
  await pasteIntoPage(mei.window, order);
  await mei.window.getByRole('button', { name: /Watch 1 order/ }).click();
  await rowOf(ana.window, order).waitFor();

  await rowOf(mei.window, order).click();
  await mei.window.keyboard.press('c');
  await rowOf(mei.window, order).getByText('You', { exact: true }).waitFor();
  const claimed = rowOf(ana.window, order).getByText('Mei', { exact: true });
  await claimed.waitFor();
  expect(await rowOf(mei.window, order).count()).toBe(1);

  await mei.window.keyboard.press('c');
  await claimed.waitFor({ state: 'detached' });
  // Which of the two windows draws it first does not matter.
  await rowOf(mei.window, order).getByText('You', { exact: true }).waitFor({ state: 'detached' });
  expect(await rowOf(ana.window, order).count()).toBe(1);
});

test('desks whose hub dies say so, and go on when it is there again', async () => {
  const [mei, ana] = await Promise.all([startDesk('Mei'), startDesk('Ana')]);
  await mei.window.getByText('No orders yet').waitFor();
  await pasteIntoPage(mei.window, order);
  await mei.window.getByRole('button', { name: /Watch 1 order/ }).click();
  await rowOf(ana.window, order).waitFor();

  hub.kill('SIGKILL');
  await hub.ended;
  const away = [mei, ana].map(({ window }) =>
    window.getByText('The team’s hub is not reached').first(),
  );
  await Promise.all(away.map((text) => text.waitFor()));
  expect(await rowOf(ana.window, order).count()).toBe(1);

  await startHub(new URL(url).port);
  await Promise.all(away.map((text) => text.waitFor({ state: 'detached' })));
  await rowOf(ana.window, order).click();
  await ana.window.keyboard.press('c');
  await rowOf(mei.window, order).getByText('Ana', { exact: true }).waitFor();
});
