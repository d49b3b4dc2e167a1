import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readRecording, recordedDayFile } from './recording.ts';
import { replayed } from './replay.ts';

/*
 * Replays a recorded day and prints a digest of the decisions:
 *
 *   node test/replay/run.ts [--speed 60] [--print] [file]
 *
 * With a speed the replay takes a day divided by it; without one it does not wait. Both print the same
 * digest, because decisions depend only on the day.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { speed: { type: 'string' }, print: { type: 'boolean' } },
});
const speed = values.speed === undefined ? Number.POSITIVE_INFINITY : Number(values.speed);
if (!(speed > 0)) throw new RangeError('--speed takes a number above 0');

const startedMs = performance.now();
let dayMs = 0;
const decisions = await replayed(readRecording(positionals[0] ?? recordedDayFile), {
  async pause(stepMs) {
    dayMs += stepMs;
    // Waits less after a late timer, so that the day as a whole keeps its speed.
    const aheadMs = dayMs / speed - (performance.now() - startedMs);
    if (aheadMs > 0) await sleep(aheadMs);
  },
});
if (values.print === true) process.stdout.write(decisions);
const tookS = Math.round((performance.now() - startedMs) / 1000);
const digest = createHash('sha256').update(decisions).digest('hex');
const lines = decisions.trimEnd().split('\n').length;
process.stderr.write(`${lines} decisions in ${tookS} s, sha256 ${digest}\n`);
