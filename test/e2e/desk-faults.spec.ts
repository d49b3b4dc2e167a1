import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../simulator/delivery-service.ts';
import { type RunningApp, startAgain, startApp, throwAwayProfile } from './support/app.ts';
import {
  checksOf,
  connectedTo,
  fillConnectForm,
  pasteIntoPage,
  rowCount,
  rowOf,
} from './support/desk.ts';
import { onThrowAwayDesktop } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';

/* What goes wrong on the desk itself: no keychain, a second start, a window's engine that fails. */

const first = '11111111-2222-4333-8444-555555555555';
const second = '22222222-3333-4444-8555-666666666666';

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let running: RunningApp;

beforeAll(async () => {
  service = await startDeliveryService();
  for (const uuid of [first, second]) service.addOrder({ uuid, status: 'active' });
});

beforeEach(async () => {
  profile = await throwAwayProfile();
});

afterEach(async () => {
  await running?.quit().catch(() => {});
  await profile?.remove();
});

afterAll(() => service?.close());

test('fault 58: a second start brings a closed window back, with the order that it names', async () => {
  const [args, env] = connectedTo(service);
  running = await startApp(profile.dir, [...args, first], env);
  await rowOf(running.window, first).waitFor();
  await running.app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.close();
  });
  await eventually('no window', () =>
    running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length === 0),
  );
  const opened = running.app.waitForEvent('window');
  expect(await startAgain(profile.dir, [second])).toBe(0);
  const window = await opened;
  await rowOf(window, second).waitFor();
  expect(
    await running.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().some((each) => each.isVisible()),
    ),
  ).toBe(true);
});

// Elsewhere the keychain is a part of the system that cannot be taken away.
describe.runIf(onThrowAwayDesktop)('without a keychain', () => {
  test('fault 57: the app starts, and a secret for this session only is checked with and written nowhere', async () => {
    running = await startApp(profile.dir, ['--interval', '1'], {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(profile.dir, 'no-bus')}`,
    });
    const { window } = running;
    const { clientSecret } = service.credentials;
    await fillConnectForm(window, service);
    await window.getByLabel('For this session only').click();
    await window.getByRole('button', { name: /^Connect/ }).click();
    await window.getByText('No orders yet').waitFor();
    await pasteIntoPage(window, first);
    await window.getByRole('button', { name: /Watch 1 order/ }).click();
    const before = checksOf(service, first);
    await eventually('checks', () => checksOf(service, first) > before + 1);
    expect(running.everythingWritten()).not.toContain(clientSecret);
  });
});

/** The process that draws for the app of this profile, or null when it has none. */
function drawingProcess(): number | null {
  const found = readdirSync('/proc').find((name) => {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return command.includes('--type=gpu-process') && command.includes(profile.dir);
    } catch {
      return false;
    }
  });
  return found === undefined ? null : Number(found);
}

// The engine's processes are found by /proc.
test.runIf(onThrowAwayDesktop)(
  'fault 59: when the process that draws dies, another one takes its place and checks go on',
  async () => {
    const [args, env] = connectedTo(service);
    running = await startApp(profile.dir, [...args, first, second], env);
    await rowOf(running.window, first).waitFor();
    const before = checksOf(service, first);
    const drawing = await eventually('a drawing process', drawingProcess);
    execFileSync('kill', ['-KILL', String(drawing)]);
    await eventually('another one', () => {
      const now = drawingProcess();
      return now !== null && now !== drawing;
    });
    await eventually('more checks', () => checksOf(service, first) > before + 1);
    await running.window.keyboard.press('j');
    await rowOf(running.window, first).click();
    expect(await rowCount(running)).toBe(2);
  },
);
