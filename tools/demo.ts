import { parseArgs } from 'node:util';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { handedOver, hasDisplay, runCommand } from './command.ts';
import { DeliveryServiceError } from './demo/delivery-service.ts';
import {
  type DemoOptions,
  play,
  type DemoDesktop,
  pictureFolder,
  pictureFolderName,
} from './demo/play.ts';
import { ensureDesktopPackages } from './runtime/desktop-packages.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { chooseRuntime, runtimeLine } from './runtime/runtime.ts';
import { withDesktop } from './desktop/throw-away-desktop.ts';
import { startWatchdog } from './desktop/watchdog.ts';
import { fromDaemonLog, fromOutbox, fromSessionBus } from './demo/notification-source.ts';
import { playTeam, teamScreen } from './demo/team-play.ts';
import { Pictures, demoScreen } from './demo/pictures.ts';

/** Runs the demo on a throw-away desktop with a keyring of its own. */
function onThrowAwayDesktop(
  stopped: AbortSignal,
  run: (desktop: DemoDesktop) => Promise<number>,
): Promise<number> {
  return withDesktop(demoScreen, ({ env, notificationLog }) =>
    run({
      env,
      pictures: new Pictures(env, pictureFolder, stopped),
      watch: (_profile, arrived) => Promise.resolve(fromDaemonLog(notificationLog, arrived)),
      appArgs: [],
    }),
  );
}

/**
 * Runs the demo on the user's own desktop. Their keychain is left alone, their bus is only listened
 * to. Where a watchdog can run, nothing outlives this process, even when it is killed.
 */
async function onOwnDesktop(
  _stopped: AbortSignal,
  run: (desktop: DemoDesktop) => Promise<number>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'waybell-demo-'));
  const mark = basename(folder);
  const isLinux = process.platform === 'linux';
  const busAddress = process.env['DBUS_SESSION_BUS_ADDRESS'];
  const watchdog = isLinux ? startWatchdog(mark, folder) : null;
  try {
    return await run({
      env: { ...process.env, TMPDIR: folder, WAYBELL_DESKTOP: mark },
      pictures: null,
      watch: async (profile, arrived) => {
        if (!isLinux || !busAddress) return fromOutbox(profile, arrived);
        return fromSessionBus(busAddress, arrived).catch(() => fromOutbox(profile, arrived));
      },
      appArgs: ['--session-only'],
    });
  } finally {
    await watchdog?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const usage = `Shows Waybell at work on a simulated delivery service.

  npm run demo -- [--team] [--seconds N] [--orders N] [--seed N] [--speed N]

Without a display it runs for 45 seconds on a throw-away desktop, else until you quit the app. It ends
well only if a status change and a courier's move were really notified. --orders watches only the first
N of the day's orders; --seed and --speed are the simulated service's.

--team shows a hub and two desks of a team on a throw-away desktop (Linux). It ends well only if the second
desk showed which order the first one has.
`;

function readOptions(isHeadless: boolean): (DemoOptions & { readonly isTeam: boolean }) | null {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string' },
        // So few are told change by change, and move by move.
        orders: { type: 'string', default: '5' },
        seed: { type: 'string', default: '7' },
        speed: { type: 'string' },
        team: { type: 'boolean', default: false },
      },
    });
    const given = values.seconds === undefined ? null : Number(values.seconds);
    const isTeam = values.team;
    const seconds = given ?? (isHeadless && !isTeam ? 45 : null);
    const orderCount = Number(values.orders);
    const isFine = (seconds === null || seconds > 0) && orderCount > 0;
    const speed = values.speed === undefined ? [] : ['--speed', values.speed];
    const serviceArgs = ['--seed', values.seed, ...speed];
    return isFine ? { isTeam, seconds, orderCount, serviceArgs } : null;
  } catch {
    return null;
  }
}

// npm run demo: the app at work on a dozen simulated orders, with or without a display.
await runCommand(async () => {
  const isHeadless = !hasDisplay();
  const options = readOptions(isHeadless);
  if (options === null) {
    process.stderr.write(usage);
    return 2;
  }
  const stopped = interruption();
  const runtime = await chooseRuntime();
  if (isHeadless || options.isTeam) await ensureDesktopPackages();
  await ensureBuilt();
  const code = await handedOver('tools/demo.ts', stopped, { kept: pictureFolderName });
  if (code !== null) return code;
  process.stdout.write(`${runtimeLine(runtime)}\n`);
  const onDesktop = isHeadless ? onThrowAwayDesktop : onOwnDesktop;
  try {
    const ended = options.isTeam
      ? await withDesktop(teamScreen, ({ env }) => playTeam(options, runtime, env, stopped))
      : await onDesktop(stopped, (desktop) => play(options, runtime, desktop, stopped));
    return interruptedCode(stopped) ?? ended;
  } catch (error) {
    if (!(error instanceof DeliveryServiceError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
