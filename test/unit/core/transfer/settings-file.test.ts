import { describe, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { presentSettings, settingsText } from '../../../../core/transfer/transfer.ts';
import { readTransfer } from '../../../support/transfer-files.ts';

const settingsFile = (settings: string) =>
  `{"format":"waybell-settings","version":1,"settings":${settings}}`;

const refused = (failure: string) => ({ ok: false, failure });

describe('a file of settings', () => {
  test('of megabytes of unknown names is refused, wherever it says what it is', () => {
    const names = Array.from({ length: 100_000 }, (_, n) => `"unknown${n}":1`).join(',');
    expect(readTransfer(settingsFile(`{${names}}`))).toEqual(refused('settingsTooLarge'));
    const late = `{"settings":{${names}},"version":1,"format":"waybell-settings"}`;
    expect(readTransfer(late)).toEqual(refused('settingsTooLarge'));
  });

  test('gives the settings that Waybell knows, however many others stand around them', () => {
    const others = Array.from({ length: 20_000 }, (_, n) => `"unknown${n}":{"theme":"pink"}`);
    const text = settingsFile(`{${[...others, '"theme":"dark"'].join(',')}}`);
    expect(readTransfer(text)).toEqual({
      ok: true,
      value: { kind: 'settings', change: { theme: 'dark' }, skipped: 20_000, retired: [] },
    });
  });

  test.each([
    [
      'deep nesting',
      `{"theme":${'['.repeat(100_000)}${']'.repeat(100_000)},"density":"compact"}`,
      1,
    ],
    ['a name twice', '{"density":"comfortable","density":"compact"}', 0],
    [
      'names of prototypes',
      '{"__proto__":{"theme":"dark"},"constructor":1,"toString":2,"density":"compact"}',
      3,
    ],
    ['huge numbers', '{"requestsPerMinute":1e400,"zoomPercent":-1e308,"density":"compact"}', 2],
    ['huge texts', `{"windowShortcut":"${'Control+'.repeat(50_000)}A","density":"compact"}`, 1],
    ['lists for values', '{"theme":["dark"],"quietHours":[],"density":"compact"}', 2],
  ])('with %s changes what fits, and nothing else', (_, settings, skipped) => {
    expect(readTransfer(settingsFile(settings))).toEqual({
      ok: true,
      value: { kind: 'settings', change: { density: 'compact' }, skipped, retired: [] },
    });
    expect(Object.hasOwn(Object.prototype, 'theme')).toBe(false);
  });

  test.each([
    ['no version', '{"format":"waybell-settings","settings":{}}', 'notOurs'],
    ['version 0', '{"format":"waybell-settings","version":0,"settings":{}}', 'notOurs'],
    ['version 1.5', '{"format":"waybell-settings","version":1.5,"settings":{}}', 'notOurs'],
    ['version "1"', '{"format":"waybell-settings","version":"1","settings":{}}', 'notOurs'],
    ['version 2', '{"format":"waybell-settings","version":2,"settings":{}}', 'newer'],
    ['a list', settingsFile('[]'), 'damaged'],
    ['null', settingsFile('null'), 'damaged'],
    ['UTF-16', Buffer.from(`\uFEFF${settingsFile('{}')}`, 'utf16le').toString('utf8'), 'notOurs'],
    ['a second BOM', `\uFEFF\uFEFF${settingsFile('{}')}`, 'damaged'],
    [
      'a second format',
      '{"format":"waybell-hand-over","version":1,"format":"waybell-settings","settings":7}',
      'damaged',
    ],
  ])('with %s is refused', (_, text, failure) => {
    expect(readTransfer(text)).toEqual(refused(failure));
  });

  test('that lists orders as well is one of settings', () => {
    const head = '{"format":"waybell-settings","version":1,"settings":{"theme":"dark"},"orders":[';
    expect(readTransfer(`${head}\n]}\n`)).toMatchObject({
      value: { kind: 'settings', change: { theme: 'dark' } },
    });
  });

  test('is read behind a BOM', () => {
    expect(readTransfer(`\uFEFF${settingsText(defaultSettings)}`)).toMatchObject({
      value: { kind: 'settings', skipped: 0 },
    });
  });
});

test('of settings that a change names, and of no others, it is known what they are now', () => {
  const { density, theme } = defaultSettings;
  expect(presentSettings({ theme: 'dark' }, defaultSettings)).toEqual({ theme });
  const change = { density: 'compact', theme: 'dark' } as const;
  expect(presentSettings(change, defaultSettings)).toEqual({ density, theme });
});

test('no moment and nothing of this computer is in a file, nor taken from one', () => {
  const hotels = emptyGroupRule('hotels');
  const groupRules = [
    { ...hotels, isMuted: true, snoozedUntilMs: 5 },
    { ...hotels, group: 'x', snoozedUntilMs: 5 },
  ];
  const text = settingsText({ ...defaultSettings, notificationsMutedUntilMs: 9e15, groupRules });
  expect(text).not.toMatch(/UntilMs|webhooks|"x"/);
  const hostile = JSON.stringify({
    format: 'waybell-settings',
    version: 1,
    settings: { notificationsMutedUntilMs: 9e15, webhooks: defaultSettings.webhooks, groupRules },
  });
  expect(readTransfer(hostile)).toEqual({
    ok: true,
    value: {
      kind: 'settings',
      change: { groupRules: [{ ...hotels, isMuted: true }] },
      skipped: 0,
      retired: [],
    },
  });
});
