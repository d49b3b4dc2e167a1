import { expect, test } from 'vitest';
import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import { RepeatFold } from '../../../../main/log/repeat-fold.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { RecordingLog } from '../../../support/recording-log.ts';

function folded() {
  const lines = new RecordingLog();
  const clock = new FakeClock();
  return { lines, clock, log: new RepeatFold(lines, clock) };
}

test('the first of a trouble is written at once, the rest as one line a minute with the count', async () => {
  const { lines, clock, log } = folded();
  for (let second = 0; second < 120; second += 1) {
    log.error('checkFailed', { code: 'dns-failed', second });
    await clock.advance(1000);
  }
  expect(lines.lines.map((line) => line.fields)).toEqual([
    { code: 'dns-failed', second: 0 },
    { code: 'dns-failed', second: 59, repeated: 59 },
    { code: 'dns-failed', second: 119, repeated: 60 },
  ]);
});

test('troubles with different codes, events or levels are different troubles', () => {
  const { lines, log } = folded();
  log.error('checkFailed', { code: 'dns-failed' });
  log.error('checkFailed', { code: 'tls-failed' });
  log.error('notConnected', { code: 'dns-failed' });
  log.warn('checkFailed', { code: 'dns-failed' });
  log.defect('checkFailed', new DeliveryError('dns-failed'));
  log.defect('checkFailed', new TypeError('no'));
  expect(lines.lines).toHaveLength(6);
});

test('trouble that was quiet for a minute is written at once when it comes back', async () => {
  const { lines, clock, log } = folded();
  log.defect('drawFailed', new Error('one'));
  await clock.advance(60_000);
  log.defect('drawFailed', new Error('two'));
  expect(lines.events('error')).toEqual(['drawFailed', 'drawFailed']);
  expect(lines.lines.at(-1)?.fields).toEqual({});
  await clock.advance(60_000);
  expect(clock.waitingTimers).toBe(0);
});

test('what is no trouble is never folded', () => {
  const { lines, log } = folded();
  log.info('started');
  log.info('started');
  expect(lines.lines).toHaveLength(2);
});

test('what was only counted is written at the end', () => {
  const { lines, log } = folded();
  for (let n = 0; n < 3; n += 1) log.warn('tokenRefused', { code: 'credentials-refused' });
  log.flush();
  log.flush();
  expect(lines.lines.map((line) => line.fields['repeated'])).toEqual([undefined, 2]);
});
