import { resolve } from 'node:path';
import { z } from 'zod';
import { servedPage } from '../browser/support/served-page.ts';

/*
 * How the window feels with ten thousand orders and a thousand changes a second while it is being
 * scrolled: in the built renderer, in a headless Chromium, in rounds. Frames are compared with what
 * the same browser does at rest, because absolute times move with the machine.
 *
 *   node test/bench/window.ts [rounds] [seconds]
 *
 * Ends with 1 when a target is missed.
 */

const resultSchema = z.object({
  firstRowMs: z.number(),
  longTasksMs: z.array(z.number()),
  mostNodes: z.number(),
  idleFramesMs: z.array(z.number()).min(10),
  busyFramesMs: z.array(z.number()).min(10),
  patchesMs: z.array(z.number()),
});
type Result = z.infer<typeof resultSchema>;

const [rounds = 3, seconds = 10] = process.argv.slice(2).map(Number);

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Whether somebody points at the list, so that rows keep their places, or nobody does. */
const variants = ['rows move', 'rows held'] as const;
const results = new Map<string, Result[]>(variants.map((variant) => [variant, []]));

const served = await servedPage(resolve(import.meta.dirname, 'window-page.html'));
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
      const page = await served.browser.newPage({ viewport: { width: 1180, height: 760 } });
      await page.goto(`${served.address}?seconds=${seconds}`);
      if (variant === 'rows held') await page.mouse.move(600, 400);
      const done = await page.waitForSelector('html[data-result]', {
        state: 'attached',
        timeout: (seconds + 30) * 1000,
      });
      const result = resultSchema.parse(
        JSON.parse((await done.getAttribute('data-result')) ?? 'null'),
      );
      results.get(variant)?.push(result);
      await page.close();
    }
  }
} finally {
  await served.close();
}

let isMissed = false;
const line = (name: string, value: string, target: string, isMet: boolean) => {
  if (!isMet) isMissed = true;
  console.log(`  ${name.padEnd(30)} ${value.padStart(12)}   ${target} ${isMet ? '' : '  MISSED'}`);
};
for (const [variant, of] of results) {
  const median = (read: (result: Result) => number) => share(of.map(read), 0.5);
  const frames = median(
    ({ busyFramesMs, idleFramesMs }) => share(busyFramesMs, 0.99) / share(idleFramesMs, 0.5),
  );
  const longTasks = median(({ longTasksMs }) => longTasksMs.length);
  const longest = Math.max(0, ...of.flatMap(({ longTasksMs }) => longTasksMs));
  const nodes = Math.max(...of.map(({ mostNodes }) => mostNodes));
  const firstRowMs = median((result) => result.firstRowMs);
  console.log(variant);
  line('long tasks', `${longTasks} (${Math.round(longest)} ms)`, 'none', longTasks === 0);
  line('p99 frame, in frames at rest', frames.toFixed(2), 'at most 1.2', frames <= 1.2);
  line(
    'first row after the data',
    `${Math.round(firstRowMs)} ms`,
    'within 150 ms',
    firstRowMs <= 150,
  );
  line('most elements', String(nodes), 'at most 1500', nodes <= 1500);
  const patch = (part: number) => median(({ patchesMs }) => share(patchesMs, part)).toFixed(1);
  console.log(`  taking in a patch of 100 rows: median ${patch(0.5)} ms, p99 ${patch(0.99)} ms`);
}
process.exitCode = isMissed ? 1 : 0;
