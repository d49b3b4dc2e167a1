import { mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.ts';
import { handedOver, runCommand } from './command.ts';
import { startDeliveryService } from './demo/delivery-service.ts';
import { withDesktop } from './desktop/throw-away-desktop.ts';
import { interruptedCode, interruption } from './process/interruption.ts';
import { claimRoad, settingRoad, type Surroundings, uuidRoad } from './roads/acts.ts';
import type { Road } from './roads/recorder.ts';
import { ensureDesktopPackages } from './runtime/desktop-packages.ts';
import { chooseRuntime, runtimeLine } from './runtime/runtime.ts';

/*
 * Prints the files of core/, main/, preload/ and renderer/ that three acts pass through, each act in a run of the built
 * app on a throw-away desktop with the simulated service. A file counts when at least one of its functions was called
 * in the act, and not in the pause of 20 s before it. V8 counts the calls (precise coverage) in the main processes, the
 * windows with their preload, and the hub; the source maps of dist/ say which file a function is of.
 *
 * Limits:
 * - It counts what ran, not what one has to read: a subscriber that looks at a change and leaves it counts too.
 * - A function that also runs at rest does not count, although the act may need it. So the pause holds little: no order
 *   is watched but the claimed one, which the hub checks every ten minutes. The windows' clocks and the heartbeats of
 *   the team remain. With `--busy` an order is checked every second, in the pause as well: what is left is the way that
 *   the act does not share with a check.
 * - Types, constants, the top level of modules and functions that the builder put in the place of their call are not
 *   counted, nor is what a window runs that the act itself opens.
 * - The act ends a second after its last effect is seen; what runs by a timer in that second is in one run and not in
 *   the next.
 */

/** An act, and the most files that it is to pass through. */
interface AimedRoad {
  readonly name: string;
  readonly mostFiles: number;
  readonly measure: (surroundings: Surroundings) => Promise<Road>;
}

const roads: readonly AimedRoad[] = [
  { name: 'A uuid, from its paste to a notification', mostFiles: 75, measure: uuidRoad },
  { name: 'A claim, from the key to the row of another desk', mostFiles: 48, measure: claimRoad },
  { name: 'A theme, from the click to its use and the disk', mostFiles: 26, measure: settingRoad },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function report({ mostFiles, name }: AimedRoad, { actMs, files }: Road): void {
  const seconds = (actMs / 1000).toFixed(1);
  say(`\n${name} (${seconds} s): ${files.length} files, aim <= ${mostFiles}`);
  for (const [folder, inside] of Map.groupBy(files, dirname)) {
    const names = inside.map((file) => file.slice(folder.length + 1));
    say(`  ${folder} (${inside.length}): ${names.join(', ')}`);
  }
}

type Given = Pick<Surroundings, 'isBusy' | 'runtime' | 'stopped'>;

/** Measures a road on a desktop of its own. */
function measured({ measure }: AimedRoad, given: Given) {
  return withDesktop({}, async (desktop) => {
    const folder = mkdtempSync(join(desktop.folder, 'roads-'));
    const logFile = join(folder, 'service.log');
    const service = await startDeliveryService(['--orders', '0'], desktop.env, logFile);
    try {
      return await measure({ ...given, desktop, service: service.address, folder });
    } finally {
      await service.stop();
    }
  });
}

// npm run roads [-- --busy]
await runCommand(async () => {
  const { values } = parseArgs({ options: { busy: { type: 'boolean', default: false } } });
  const stopped = interruption();
  const runtime = await chooseRuntime();
  await ensureDesktopPackages();
  await ensureBuilt();
  const code = await handedOver('tools/roads.ts', stopped);
  if (code !== null) return code;
  say(runtimeLine(runtime));
  try {
    const given = { isBusy: values.busy, runtime, stopped };
    for (const road of roads) report(road, await measured(road, given));
    return 0;
  } catch (error) {
    const interrupted = interruptedCode(stopped);
    if (interrupted === null) throw error;
    return interrupted;
  }
});
