import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '@waybell/simulator';
import { startCli } from '../support/cli/cli-run.ts';
import { type RunningApp, startAgain, startApp, throwAwayProfile } from './support/app.ts';
import { orderIdAt } from '../support/watched-orders.ts';
import { chooseFile, connectedTo, openSettings, rowOf } from './support/steps.ts';
import { electronArguments, electronExecutable, onThrowAwayDesktop } from './support/desktop.ts';
import { eventually } from './support/eventually.ts';

/* How Waybell works with the computer: start at login, global shortcuts, links, files and the doctor. */

const repository = resolve(import.meta.dirname, '../..');
const first = '11111111-2222-4333-8444-555555555555';
const inFile = '22222222-3333-4444-8555-666666666666';
const linked = '33333333-4444-4555-8666-777777777777';
const unwatched = '55555555-6666-4777-8888-999999999999';
const copied = '44444444-5555-4666-8777-888888888888';

let service: DeliveryService;
let profile: Awaited<ReturnType<typeof throwAwayProfile>>;
let folder = '';
let running: RunningApp;
let window: Page;

beforeAll(async () => {
  service = await startDeliveryService();
  for (const uuid of [first, inFile, linked, copied]) service.addOrder({ uuid, status: 'active' });
  folder = mkdtempSync(join(tmpdir(), 'waybell-citizen-'));
  profile = await throwAwayProfile();
  const [args, env] = connectedTo(service);
  running = await startApp(profile.dir, [...args, first], {
    ...env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...(onThrowAwayDesktop ? { APPIMAGE: join(folder, 'Waybell 1 %.AppImage') } : {}),
  });
  window = running.window;
  await rowOf(window, first).waitFor();
});

afterAll(async () => {
  await running?.quit().catch(() => {});
  await service?.close();
  await profile?.remove();
  rmSync(folder, { recursive: true, force: true });
});

// Windows and macOS keep login items of the machine's own user, which a test must not touch.
test.runIf(onThrowAwayDesktop)(
  'opening at login writes a file that starts the AppImage hidden on this profile, and takes it away',
  async () => {
    await openSettings(window, 'This computer');
    const login = window.getByRole('switch', { name: 'Open at login' });
    await login.click();
    const autostart = join(folder, 'config', 'autostart');
    const [name = ''] = await eventually('the file', () => {
      try {
        const names = readdirSync(autostart).filter((each) => each.endsWith('.desktop'));
        return names.length > 0 ? names : null;
      } catch {
        return null;
      }
    });
    const lines = readFileSync(join(autostart, name), 'utf8').split('\n');
    const command = lines.find((line) => line.startsWith('Exec=')) ?? '';
    expect(command).toContain(`Exec="${folder}/Waybell 1 %%.AppImage"`);
    expect(command).toContain('"--hidden"');
    expect(command).toContain(`"--profile=${profile.dir}"`);
    await login.click();
    await eventually('no file', () => readdirSync(autostart).length === 0);
  },
);

test('a global shortcut opens the window with the clipboard’s uuids, and one that is taken is reported', async () => {
  // Global shortcuts cannot be pressed here, so the test keeps their callbacks and calls them.
  await running.app.evaluate(({ globalShortcut }) => {
    const register = globalShortcut.register.bind(globalShortcut);
    globalShortcut.register = (keys, pressed) => {
      Object.assign(globalThis, { pressKeys: pressed });
      return register(keys, pressed);
    };
  });
  await openSettings(window, 'This computer');
  const set = async (name: string): Promise<void> => {
    await window.getByRole('button', { name: `Set the key for: ${name}` }).click();
    await window.keyboard.press('Control+Alt+B');
  };
  await set('Watch the uuids on the clipboard');
  await eventually('the key', () =>
    running.app.evaluate(({ globalShortcut }) => globalShortcut.isRegistered('Control+Alt+B')),
  );
  expect(await window.getByText('Another program has these keys').count()).toBe(0);
  await running.app.evaluate(async ({ clipboard }, text) => {
    await clipboard.writeText(text);
    const { pressKeys } = globalThis as { pressKeys?: () => void };
    pressKeys?.();
  }, copied);
  await window.getByRole('button', { name: /Watch 1 order/ }).waitFor();
  await window.keyboard.press('Enter');
  await rowOf(window, copied).waitFor();

  await openSettings(window, 'This computer');
  await set('Open Waybell');
  await window.getByText('Another program has these keys').waitFor();
  await window.keyboard.press('Escape');
});

test('fault 58: a second start hands over a file that is named from where it was started', async () => {
  writeFileSync(join(folder, 'today.txt'), `corner shop ${inFile}\n`);
  expect(await startAgain(profile.dir, ['today.txt'], folder)).toBe(0);
  await window.getByRole('option').filter({ hasText: 'corner shop' }).waitFor();
});

test('an order from a link is offered, and watched only when that is wanted', async () => {
  expect(await startAgain(profile.dir, [`waybell://watch/${linked}`])).toBe(0);
  const watch = window.getByRole('button', { name: /Watch 1 order/ });
  await watch.waitFor();
  expect(await rowOf(window, linked).count()).toBe(0);
  await watch.click();
  await rowOf(window, linked).waitFor();
  // macOS hands links over by an event and not by a start.
  await running.app.evaluate(({ app }, link) => {
    app.emit('open-url', { preventDefault: () => undefined }, link);
  }, `WAYBELL://watch/${unwatched}`);
  await watch.waitFor();
  expect(await rowOf(window, unwatched).count()).toBe(0);
  await window.keyboard.press('Escape');
});

test('the watch list goes by a file into another profile, and a second import changes nothing', async () => {
  const file = join(folder, 'list.json');
  await chooseFile(running, file);
  await openSettings(window, 'Hand-over');
  await window.getByRole('button', { name: 'Save…' }).first().click();
  await window.getByText('list.json').first().waitFor();
  const other = await throwAwayProfile();
  const next = await startApp(other.dir, ...connectedTo(service));
  try {
    await next.window.getByText('No orders yet').waitFor();
    await chooseFile(next, file);
    await openSettings(next.window, 'Hand-over');
    await next.window.getByRole('button', { name: 'Import…' }).click();
    await next.window.getByRole('button', { name: 'Import 4 orders' }).click();
    await next.window.getByText('4 orders added, 0 changed').waitFor();
    await next.window.keyboard.press('Escape');
    await next.window.getByRole('option').filter({ hasText: 'corner shop' }).waitFor();
    await openSettings(next.window, 'Hand-over');
    await next.window.getByRole('button', { name: 'Import…' }).click();
    await next.window.getByRole('button', { name: 'Import 4 orders' }).click();
    await next.window.getByText('Nothing new in it').waitFor();
    await next.window.keyboard.press('Escape');
    await next.window.getByRole('option').filter({ hasText: 'corner shop' }).waitFor();
    expect(await next.window.getByRole('option').count()).toBe(4);
  } finally {
    await next.quit();
    await other.remove();
  }
});

test('the diagnostics page and the doctor find no fault, and contain no secrets', async () => {
  await openSettings(window, 'Diagnostics');
  await window.getByText('First order').waitFor();
  expect(await window.getByText('Does not work').count()).toBe(0);
  const saved = join(folder, 'report.txt');
  await chooseFile(running, saved);
  await window.getByRole('button', { name: 'Save report…' }).click();
  const onDisk = await eventually('the file', () => {
    try {
      return readFileSync(saved, 'utf8');
    } catch {
      return null;
    }
  });
  const run = startCli(['doctor', '--profile', profile.dir], {
    env: Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  });
  const code = await run.ended;
  const printed = run.lines.join('\n');
  expect({ code, printed }).toMatchObject({ code: 0 });
  for (const report of [onDisk, printed]) {
    expect(report).toMatch(/First order: works \(\d+ ms\)/);
    expect(report).toMatch(onThrowAwayDesktop ? /Shown by: dunst/ : /Shown by: /);
    const { clientId, clientSecret } = service.credentials;
    for (const canary of [clientId, clientSecret, 'corner shop', first, inFile]) {
      expect(report).not.toContain(canary);
    }
  }
});

/** Runs a command for a profile by the program itself, as an installed copy does. */
async function profileCommand(
  ...args: readonly string[]
): Promise<{ code: unknown; printed: string }> {
  const all = [...electronArguments(), repository, ...args, '--profile', profile.dir];
  const run = spawn(electronExecutable(), all, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  run.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const code = await new Promise((ended) => run.once('close', ended));
  return { code, printed };
}

test('the app’s own executable runs the commands for a profile while Waybell is running', async () => {
  const list = await profileCommand('export');
  expect(list).toMatchObject({ code: 0 });
  expect(JSON.parse(list.printed)).toMatchObject({ format: 'waybell-hand-over' });
  expect(list.printed).toContain(inFile);
  const doctor = await profileCommand('doctor');
  expect(doctor).toMatchObject({ code: 0 });
  expect(doctor.printed).toMatch(/First order: works \(\d+ ms\)/);
});

test('a second start that names more orders than fit into its message ends the running program neither by a file nor by a command line', async () => {
  const ids = Array.from({ length: 1000 }, (_each, at) => orderIdAt(at));
  expect(await startAgain(profile.dir, ids)).toBe(2);
  writeFileSync(join(folder, 'long.txt'), ids.join('\n'));
  expect(await startAgain(profile.dir, ['long.txt'], folder)).toBe(0);
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'All 1,004' }).waitFor();
});
