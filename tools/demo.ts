import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.ts';
import { hasDisplay, runCommand } from './command.ts';
import { DeliveryServiceError } from './demo/delivery-service.ts';
import { onOwnDesktop, onThrowAwayDesktop } from './demo/desktops.ts';
import { type DemoOptions, play } from './demo/play.ts';
import { ensureDesktopPackages, findChromium } from './runtime/desktop-packages.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { chooseRuntime, runtimeLine } from './runtime/runtime.ts';

const usage = `Shows Waybell at work on a simulated delivery service.

  npm run demo -- [--seconds N] [--orders N] [--seed N] [--speed N]

Without a display it runs for 45 seconds on a throw-away desktop, else until you quit the app. It ends
well only if a status change and a courier's move were really notified. --orders watches only the first
N of the day's orders; --seed and --speed are the simulated service's.
`;

function readOptions(isHeadless: boolean): DemoOptions | null {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string' },
        orders: { type: 'string', default: '100' },
        seed: { type: 'string', default: '7' },
        speed: { type: 'string' },
      },
    });
    const given = values.seconds === undefined ? null : Number(values.seconds);
    const seconds = given ?? (isHeadless ? 45 : null);
    const orderCount = Number(values.orders);
    const isFine = (seconds === null || seconds > 0) && orderCount > 0;
    const speed = values.speed === undefined ? [] : ['--speed', values.speed];
    const serviceArgs = ['--seed', values.seed, ...speed];
    return isFine ? { seconds, orderCount, serviceArgs } : null;
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
  if (isHeadless || (runtime.name === 'electron-host' && findChromium() === null)) {
    await ensureDesktopPackages();
  }
  await ensureBuilt();
  process.stdout.write(`${runtimeLine(runtime)}\n`);
  const onDesktop = isHeadless ? onThrowAwayDesktop : onOwnDesktop;
  try {
    const code = await onDesktop(stopped, (desktop) => play(options, runtime, desktop, stopped));
    return interruptedCode(stopped) ?? code;
  } catch (error) {
    if (!(error instanceof DeliveryServiceError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
