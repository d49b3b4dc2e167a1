import { resolve } from 'node:path';
import { servedPage } from '../browser/support/served-page.ts';
import { exitCodeOf, writePage } from './shared/report.ts';
import {
  pageResultSchema,
  variants,
  windowReport,
  type WindowRun,
  windowTargets,
} from './window/report.ts';
import { snapshotCost } from './window/snapshot.ts';

/*
 * What the first message to the window costs, and how the window feels with ten thousand orders and a
 * thousand changes a second while it is being scrolled: the built renderer in a headless Chromium, in
 * rounds. Frames are compared with what the same browser does at rest, because absolute times move
 * with the machine.
 *
 *   npm run bench -- window [rounds] [seconds]
 *
 * Without arguments one quick round. Writes docs/bench/window.md. Ends with 1 when a target is
 * missed.
 */

const [rounds = 1, seconds = 10] = process.argv.slice(2).map(Number);

const runs: WindowRun[] = [];

const served = await servedPage(resolve(import.meta.dirname, 'window/page.html'));
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
      const page = await served.browser.newPage({ viewport: { width: 1180, height: 760 } });
      await page.goto(`${served.address}?seconds=${seconds}`);
      if (variant === 'rows held') await page.mouse.move(600, 400);
      const done = await page.waitForSelector('html[data-result]', {
        state: 'attached',
        timeout: (seconds + 90) * 1000,
      });
      const result = JSON.parse((await done.getAttribute('data-result')) ?? 'null');
      runs.push({ variant, ...pageResultSchema.parse(result) });
      await page.close();
    }
  }
} finally {
  await served.close();
}

const measured = { rounds, seconds, snapshot: snapshotCost(rounds * 4 + 5), runs };
const text = windowReport(measured);
writePage('window.md', text);
process.stdout.write(text);
process.exitCode = exitCodeOf(windowTargets(measured));
