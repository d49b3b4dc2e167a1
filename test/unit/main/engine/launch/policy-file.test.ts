import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../../core/notification/group-rules.ts';
import { mostGroupRules } from '../../../../../core/notification/notification-limits.ts';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { parseBaseUrl } from '../../../../../main/engine/delivery/http/base-url.ts';
import { noPolicy } from '../../../../../core/settings/policy.ts';
import { policyPath, readPolicy } from '../../../../../main/engine/launch/policy-file.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const policy = { version: 1, settings: { requestsPerMinute: 120, notificationPrivacy: 'noNames' } };

/** A policy file with this text, readable by all. */
function written(text: string, mode = 0o644): string {
  const path = join(temporaryFolder(), 'policy.json');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

/** The files of this test belong to who runs it. */
const owners = [process.getuid?.() ?? 0];

const read = (path: string) => readPolicy(path, parseBaseUrl, owners);

/** Why a file is refused; null when it is accepted. */
function refusal(path: string): string | null {
  const policyRead = read(path);
  return policyRead.ok ? null : policyRead.failure.message;
}

test('the file stands where only administrators write', () => {
  expect(policyPath('linux', '/opt/Waybell/waybell')).toBe('/etc/waybell/policy.json');
  expect(policyPath('darwin', '/Applications/Waybell.app/Contents/MacOS/Waybell')).toBe(
    '/Library/Application Support/Waybell/policy.json',
  );
  expect(policyPath('win32', String.raw`C:\Program Files\Waybell\Waybell.exe`)).toBe(
    String.raw`C:\Program Files\Waybell Policy\policy.json`,
  );
});

test('a policy is read, with or without a byte order mark, and none is no policy', () => {
  const settings = { ok: true, value: { ...noPolicy, settings: policy.settings } };
  expect(read(written(JSON.stringify(policy)))).toEqual(settings);
  expect(read(written(`\uFEFF${JSON.stringify(policy)}`))).toEqual(settings);
  const nothing = { ok: true, value: noPolicy };
  expect(read(written('{"version":1}'))).toEqual(nothing);
  expect(read(join(temporaryFolder(), 'policy.json'))).toEqual(nothing);
  expect(read(join(written('x'), 'policy.json'))).toEqual(nothing);
});

test('what is said of a policy holds nothing of it that moves a terminal', () => {
  const name = '\u001B[2J\nfont';
  const said = refusal(written(JSON.stringify({ version: 1, settings: { [name]: 1 } })));
  expect(said).toContain('[2J font');
  expect(said).not.toContain('\u001B');
  expect(said).not.toContain('\n');
});

test('a policy of an earlier Waybell locks what it locked then', () => {
  const earlier = `{"version":1,"settings":{
    "toldKinds":{
      "matched":{"isTold":true,"hasSound":true},"released":{"isTold":true,"sound":"falling"},
      "waiting":{"isTold":false,"sound":"none"},"statusChanged":{"isTold":true,"sound":"soft"}},
    "groupRules":[{"group":"Hotels","isMuted":false,"tellsEveryMove":false,"untold":["waiting","matched"]}],
    "mostNotificationsPerMinute":2}}`;
  const { value } = definite(read(written(earlier)));
  expect(value.settings.toldKinds).toMatchObject({
    matched: { level: 'news', sound: 'system' },
    released: { level: 'needsYou', sound: 'falling' },
    promisePassed: { level: 'kept', sound: 'none' },
    failed: { level: 'needsYou', sound: 'soft' },
    statusChanged: { level: 'news', sound: 'soft' },
  });
  expect(value.settings.groupRules?.[0]?.kept).toContain('promisePassed');
  expect(Object.keys(value.settings)).toEqual(['toldKinds', 'groupRules']);
});

test('a setting that is no more is left out of a policy and named, whatever its value', () => {
  const named = '{"version":1,"settings":{"theme":"dark","mostNotificationsPerMinute":"many"}}';
  expect(read(written(named))).toEqual({
    ok: true,
    value: { ...noPolicy, settings: { theme: 'dark' }, retired: ['mostNotificationsPerMinute'] },
  });
});

function definite<Read extends { readonly ok: boolean }>(found: Read): Extract<Read, { ok: true }> {
  if (!found.ok) throw new Error('The policy was refused.');
  return found as Extract<Read, { ok: true }>;
}

const quiet = (timeZone: string): string =>
  JSON.stringify({ ...defaultSettings.quietHours, timeZone });

/** So many rules of groups, each snoozed until a time. */
function rules(count: number, snoozedUntilMs: number | null = null): string {
  const groups = Array.from({ length: count }, (_, index) => `Group ${index}`);
  return JSON.stringify(groups.map((group) => ({ ...emptyGroupRule(group), snoozedUntilMs })));
}

test.each([
  ['{"version": 1,', 'it is no JSON'],
  ['', 'it is no JSON'],
  ['[]', 'expected object'],
  ['{"version":1,"settings":{"theme":"dark"},"settings":{}}', 'twice'],
  [String.raw`{"version":1,"settings":{"theme":"dark","them\u0065":"light"}}`, 'twice'],
  ['{"version":2}', 'version: '],
  ['{"settings":{}}', 'version: '],
  ['{"version":1,"setings":{}}', '"setings"'],
  ['{"version":1,"settings":{"requestsPerMinut":60}}', '"requestsPerMinut"'],
  ['{"version":1,"settings":{"requestsPerMinute":1}}', 'settings.requestsPerMinute: '],
  ['{"version":1,"connection":{}}', 'connection.baseUrl: '],
  ['{"version":1,"connection":{"baseUrl":"http://a.example"}}', 'must start with https'],
  ['{"version":1,"settings":{"zoomPercent":150}}', 'settings.zoomPercent: no policy sets this'],
  ['{"version":1,"settings":{"webhooks":{}}}', 'settings.webhooks'],
  ['{"version":1,"settings":{"notificationsMutedUntilMs":9e15}}', 'notificationsMutedUntilMs'],
  ['{"version":1,"settings":null}', 'settings: '],
  ['{"version":1,"settings":[]}', 'settings: '],
  ['{"version":"1"}', 'version: '],
  ['{"version":1,"settings":{"__proto__":{"theme":"dark"}}}', '__proto__'],
  ['{"version":1,"__proto__":{"settings":{}}}', '__proto__'],
  ['{"version":1,"settings":{"constructor":1}}', '"constructor"'],
  ['{"version":1,"settings":{"requestsPerMinute":1e999}}', 'settings.requestsPerMinute: '],
  ['{"version":1,"settings":{"requestsPerMinute":"300"}}', 'settings.requestsPerMinute: '],
  ['{"version":1,"settings":{"requestsPerMinute":60.5}}', 'settings.requestsPerMinute: '],
  ['{"version":1,"settings":{"toldKinds":{"matchd":{}}}}', 'settings.toldKinds'],
  ['{"version":1,"settings":{"toldKinds":{"matched":{"isTold":1}}}}', 'settings.toldKinds.matched'],
  [
    '{"version":1,"settings":{"toldKinds":{"waiting":{"level":"kept","sound":"none"}}}}',
    'settings.toldKinds',
  ],
  ['{"version":1,"settings":{"paceSeconds":{"finished":5}}}', 'settings.paceSeconds'],
  ['{"version":1,"settings":{"fences":{"enterMeters":400,"leaveMeters":401}}}', 'settings.fences'],
  [
    '{"version":1,"settings":{"silenceLimits":{"silentMinutes":9,"lostMinutes":9}}}',
    'silenceLimits',
  ],
  ['{"version":1,"settings":{"windowShortcut":"rm -rf"}}', 'settings.windowShortcut: '],
  [`{"version":1,"settings":{"quietHours":${quiet('Mars/Base')}}}`, 'settings.quietHours.timeZone'],
  [`{"version":1,"settings":{"groupRules":${rules(1, 9e15)}}}`, 'no policy snoozes'],
])('%s refuses the start and says where it is wrong', (text, where) => {
  const path = written(text);
  expect(refusal(path)).toContain(where);
  expect(refusal(path)).toContain(path);
});

describe.skipIf(process.platform === 'win32')('a file that another user may have written', () => {
  test.each([0o666, 0o664, 0o646])('is refused: mode %o', (mode) => {
    expect(refusal(written(JSON.stringify(policy), mode))).toContain('others than its owner');
  });

  test('is refused when it belongs to an ordinary user', () => {
    const stranger = (owners[0] ?? 0) + 1;
    const found = readPolicy(written(JSON.stringify(policy)), parseBaseUrl, [stranger]);
    expect(found.ok ? null : found.failure.message).toContain(
      'does not belong to the administrator',
    );
  });

  test('is refused in a folder that all may write to', () => {
    const path = written(JSON.stringify(policy));
    chmodSync(dirname(path), 0o1777);
    expect(refusal(path)).toContain('may write to its folder');
  });

  test('is refused when it is a link, a folder or a pipe, without waiting', () => {
    const folder = temporaryFolder();
    const link = join(folder, 'link.json');
    symlinkSync(written(JSON.stringify(policy)), link);
    expect(refusal(link)).toContain('it cannot be opened');
    mkdirSync(join(folder, 'folder.json'));
    expect(refusal(join(folder, 'folder.json'))).toContain('it is no plain file');
    execFileSync('mkfifo', ['-m', '644', join(folder, 'pipe.json')]);
    expect(refusal(join(folder, 'pipe.json'))).toContain('it is no plain file');
  });
});

test.each([
  [
    'more rules than there may be',
    `{"version":1,"settings":{"groupRules":${rules(mostGroupRules + 1)}}}`,
  ],
  ['an endless list', '['.repeat(100_000)],
  ['no text', '\0'.repeat(100)],
])('%s is refused', (_what, text) => {
  expect(refusal(written(text))).not.toBeNull();
});

test('what a refusal says holds nothing that was written as a value', () => {
  const secret = 'canary-7b1d';
  for (const settings of [
    { theme: secret },
    { windowShortcut: secret },
    { quietHours: { timeZone: secret } },
    { groupRules: [{ ...emptyGroupRule(secret), isMuted: 'yes' }] },
  ]) {
    const said = refusal(written(JSON.stringify({ version: 1, settings })));
    expect(said).toContain('settings.');
    expect(said).not.toContain(secret);
  }
});

test('the address of the service is read as for a connection', () => {
  const connection = { baseUrl: 'https://API.example.com/' };
  expect(read(written(JSON.stringify({ version: 1, connection })))).toEqual({
    ok: true,
    value: { ...noPolicy, baseUrl: 'https://api.example.com' },
  });
});

test('a file of more than 100,000 bytes is refused', () => {
  expect(refusal(written(JSON.stringify(policy).padEnd(100_001)))).toContain('larger than 100000');
  expect(refusal(written(JSON.stringify(policy).padEnd(100_000)))).toBeNull();
});
