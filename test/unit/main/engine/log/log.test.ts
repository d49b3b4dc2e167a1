import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeliveryError } from '../../../../../core/delivery/delivery-failure.ts';
import { createLog, fileSink, type LogLevel } from '../../../../../main/engine/log/log.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import {
  identityRedaction,
  machineIdentity,
} from '../../../../../main/engine/log/identity-redaction.ts';
import { RepeatFold } from '../../../../../main/engine/log/repeat-fold.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { RecordingLog } from '../../../../support/recording-log.ts';

const nowMs = Date.UTC(2026, 2, 2, 9);

function logged(level: LogLevel = 'info') {
  const lines: string[] = [];
  return { lines, log: createLog(level, [(line) => lines.push(line)], () => nowMs) };
}

describe('log', () => {
  test('a line is one JSON object with time, level and event first', () => {
    const { lines, log } = logged();
    log.warn('tokenRefused', { httpStatus: 401 });
    expect(lines).toEqual([
      '{"at":"2026-03-02T09:00:00.000Z","level":"warn","event":"tokenRefused","httpStatus":401}\n',
    ]);
  });

  test('lines that matter less than the level are dropped', () => {
    const { lines, log } = logged('warn');
    log.info('started');
    log.error('failed');
    expect(lines).toHaveLength(1);
  });

  test('of an error its class, code and places are written, never its message', () => {
    const { lines, log } = logged();
    const cause = new Error('client_secret=hunter2 of Lau Chi Keung +852 9123 4567');
    log.defect('bridgeHandlerFailed', cause, { channel: 'board:snapshot' });
    log.defect('checkFailed', new DeliveryError('dns-failed', { cause }));
    log.defect('thrownText', 'hunter2');
    const text = lines.join('');
    expect(text).not.toMatch(/hunter2|Lau|9123/);
    expect(text).toContain('"error":"DeliveryError","code":"dns-failed"');
    expect(text).toContain('log.test.ts');
  });

  test('a message that looks like places is left out as well', () => {
    const { lines, log } = logged();
    log.defect('defect', new Error('Lau\n    at +852 9123 4567 (Sheung Wan)'));
    try {
      JSON.parse('{"a":\n    at 91234567');
    } catch (error) {
      log.defect('defect', error);
    }
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/9123|Sheung/);
    expect(lines.every((line) => line.includes('log.test.ts'))).toBe(true);
  });
});

test('a message that was changed after the error was made leaves nothing of the first one', () => {
  for (const later of ['', 'Lau', 'Lau\n', 'refused']) {
    const { lines, log } = logged();
    const error = new Error('Lau\n    at +852 9123 4567 (Sheung Wan)\n    at Queen’s Road 5:12:13');
    expect(error.stack).toContain('9123');
    error.message = later;
    log.defect('defect', error);
    expect(lines.join('')).not.toMatch(/9123|Sheung|Queen/);
  }
});

test('a class or a code that is a sentence is left out', () => {
  const { lines, log } = logged();
  const error = Object.assign(new TypeError('no'), { code: 'Lau Chi Keung +852 9123 4567' });
  error.name = 'Lau Chi Keung';
  log.defect('defect', error);
  log.defect('defect', Object.assign(new RangeError('no'), { code: 'ERR_OUT_OF_RANGE' }));
  expect(lines.join('')).not.toMatch(/Lau|9123/);
  expect(lines[1]).toContain('"error":"RangeError","code":"ERR_OUT_OF_RANGE"');
});

describe('log file', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('is for its owner only and grows by lines', () => {
    const path = join(folder, 'logs/waybell.log');
    const write = fileSink(path);
    write('one\n');
    write('two\n');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('goes on when its place can be written again', () => {
    const late = join(folder, 'late');
    const write = fileSink(join(late, 'waybell.log'));
    rmSync(late, { recursive: true });
    write('lost\n');
    mkdirSync(late);
    write('kept\n');
    expect(readFileSync(join(late, 'waybell.log'), 'utf8')).toBe('kept\n');
  });

  test('a place that cannot be written stops the writing and nothing else', () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const write = fileSink(join(blocked, 'waybell.log'));
    expect(() => write('lost\n')).not.toThrow();
  });
});

test('an account that has no name is no reason to fail, and the rest is redacted all the same', () => {
  const identity = machineIdentity({
    homedir: () => '/home/desk',
    hostname: () => 'front-desk',
    userInfo() {
      throw new Error('uv_os_get_passwd returned ENOENT');
    },
  });
  expect(identity).toEqual({ home: '/home/desk', userName: '', hostName: 'front-desk' });
  expect(identityRedaction(identity)('/home/desk/log on front-desk')).toBe('~/log on (computer)');
});

test.each([
  ['/home/lau/.config/Waybell', '~/.config/Waybell'],
  ['/home/laura/.config', '/home/laura/.config'],
  ['file:///home/%E5%8A%89%E5%BC%B7/a of 劉強', 'file:///home/(user)/a of (user)'],
  [
    'on front-desk, FRONT-DESK.local and front-desk.local.',
    'on (computer), (computer) and (computer).',
  ],
])('of %j the report has %j', (text, redacted) => {
  const at = { home: '/home/lau', userName: '劉強', hostName: 'front-desk.local' };
  expect(identityRedaction(at)(text)).toBe(redacted);
});

test('what names no person stays: a root for a home, "localhost" for a computer', () => {
  const at = { home: '/', userName: '', hostName: 'localhost.localdomain' };
  const text = 'http://localhost:8080 and /var/log';
  expect(identityRedaction(at)(text)).toBe(text);
});

test('a name is found however its accent is spelled, and a name of one character too', () => {
  const at = { home: '/Users/Zoë', userName: '王', hostName: 'a' };
  const redact = identityRedaction(at);
  expect(redact('/Users/Zoe\u0308/Library, /users/zo\u00EB')).toBe('~/Library, ~');
  expect(redact('a folder of 王')).toBe('a folder of (user)');
});

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
