import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import { createLog, fileSink } from '../../../main/engine/log/log.ts';
import { RepeatFold } from '../../../main/engine/log/repeat-fold.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const megabyte = 1024 * 1024;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybell-flood-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The log as the app builds it, on a fake clock. */
function appLog() {
  const clock = new FakeClock();
  const path = join(folder, 'waybell.log');
  const log = new RepeatFold(
    createLog('info', [fileSink(path)], () => clock.wallMs()),
    clock,
  );
  const linesOf = () => readFileSync(path, 'utf8').trim().split('\n');
  return { clock, log, linesOf };
}

test('fault 65: the same error a million times is one line a minute that says how often', async () => {
  const { clock, log, linesOf } = appLog();
  const error = new DeliveryError('unreachable');
  const minutes = 10;
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let each = 0; each < 50_000; each += 1) {
      log.warn('checkFailed', { code: 'unreachable' });
      log.defect('defect', error);
    }
    await clock.advance(60_000);
  }
  log.flush();
  const lines: readonly { event: string; repeated?: number }[] = linesOf().map((line) =>
    JSON.parse(line),
  );
  expect(lines.length).toBeLessThanOrEqual(2 * (minutes + 1));
  for (const event of ['checkFailed', 'defect']) {
    const logged = lines.filter((line) => line.event === event);
    const counted = logged.reduce((sum, line) => sum + (line.repeated ?? 1), 0);
    expect(counted).toBe(minutes * 50_000);
  }
});

test('fault 65: a flood of different lines fills two files of five megabytes and no more', () => {
  const { log } = appLog();
  const text = 'x'.repeat(1000);
  for (let each = 0; each < 20_000; each += 1) log.info('somethingElse', { each, text });
  expect(readdirSync(folder).toSorted()).toEqual(['waybell.log', 'waybell.log.1']);
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(5 * megabyte);
  }
});
