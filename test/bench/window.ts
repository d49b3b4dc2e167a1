import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { servedPage } from '../browser/support/served-page.ts';
import { windowReport, type FeelRun, type WindowReport } from './window/report.ts';
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

const resultSchema = z.object({
  firstRowMs: z.number(),
  longTasksMs: z.array(z.number()),
  mostNodes: z.number(),
  idleFramesMs: z.array(z.number()).min(10),
  busyFramesMs: z.array(z.number()).min(10),
  patchesMs: z.array(z.number()),
  toPixelsMs: z.array(z.number()).min(10),
  sentMarks: z.number(),
  longTasksAloneMs: z.array(z.number()),
  paste: z.object({
    previewMs: z.number(),
    workMs: z.number(),
    longestBlockMs: z.number(),
  }),
  trail: z.object({ framesMs: z.array(z.number()).min(10), layoutMs: z.number() }),
});

const [rounds = 1, seconds = 10] = process.argv.slice(2).map(Number);

/** Whether a pointer is over the list, which keeps rows at their places, or not. */
const variants = ['rows move', 'rows held'] as const;
const runs: FeelRun[] = [];

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
      runs.push({ variant, ...resultSchema.parse(result) });
      await page.close();
    }
  }
} finally {
  await served.close();
}

const report: WindowReport = windowReport({
  measuredOn: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}, ${process.platform}, Node ${process.versions.node}`,
  rounds,
  seconds,
  snapshot: snapshotCost(rounds * 4 + 5),
  runs,
});

const folder = resolve(import.meta.dirname, '../../docs/bench');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'window.md'), report.text);
process.stdout.write(report.text);
process.exitCode = report.targets.every(({ isMet }) => isMet) ? 0 : 1;
