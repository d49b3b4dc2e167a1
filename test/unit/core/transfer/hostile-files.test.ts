import { describe, expect, test } from 'vitest';
import { emptyGroupRule } from '../../../../core/notification/group-rules.ts';
import { orderListText } from '../../../../core/transfer/order-list-file.ts';
import { defaultSettings } from '../../../../core/settings/settings.ts';
import { readingTransfer, readTransfer, settingsText } from '../../../../core/transfer/transfer.ts';
import { orderIdAt, somePortable } from '../../../support/watched-orders.ts';

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
      value: { kind: 'settings', change: { theme: 'dark' }, skipped: 20_000 },
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
      value: { kind: 'settings', change: { density: 'compact' }, skipped },
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

  test('is read behind a BOM', () => {
    expect(readTransfer(`\uFEFF${settingsText(defaultSettings)}`)).toMatchObject({
      value: { kind: 'settings', skipped: 0 },
    });
  });
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
    value: { kind: 'settings', change: { groupRules: [{ ...hotels, isMuted: true }] }, skipped: 0 },
  });
});

describe('a hand-over of many megabytes', () => {
  const note = 'x'.repeat(1500);
  const orders = Array.from({ length: 5000 }, (_, n) => somePortable(orderIdAt(n + 1), { note }));
  const long = orderListText(orders, 7000);

  test('is read line by line, in turns, and comes back as it was written', () => {
    expect(long.length).toBeGreaterThan(5_000_000);
    const value = { kind: 'orderList', exportedAtMs: 7000, orders, skipped: 0 };
    expect(readTransfer(long)).toEqual({ ok: true, value });
    expect(readTransfer(`\uFEFF${long.replaceAll('\n', '\r\n')}`)).toEqual({ ok: true, value });
    expect([...readingTransfer(long)].length).toBeGreaterThan(10);
  });

  test('counts the lines that are no orders', () => {
    const text = long.replace('"orders":[\n', '"orders":[\n{"uuid":"x"},\n[],\n');
    expect(readTransfer(text)).toMatchObject({ value: { skipped: 2 } });
  });

  test.each([
    ['cut off within a line', long.slice(0, -2000)],
    ['cut off behind a line', long.slice(0, long.lastIndexOf('\n]'))],
    ['with a damaged line', long.replace('"uuid"', 'uuid')],
    ['with more behind its end', `${long}{"uuid":"x"}`],
    ['in one line', long.replaceAll(',\n', ',')],
    ['of millions of empty values', long.replace(']}\n', `${'[],'.repeat(2_000_000)}[]\n]}\n`)],
    ['of too many lines', long.replace(']}\n', `${'{},\n'.repeat(50_000)}{}\n]}\n`)],
  ])('that is %s is refused whole', (_, text) => {
    expect(readTransfer(text)).toEqual(refused('damaged'));
  });

  test('that turns out to be something else is none of ours', () => {
    for (const text of [
      `{"a":${'['.repeat(6_000_000)}`,
      `{"orders":[],"format":"waybell-hand-over","padding":"${'x'.repeat(6_000_000)}"}`,
      '\n'.repeat(6_000_000),
    ]) {
      expect(readTransfer(text)).toEqual(refused('notOurs'));
    }
    expect(readTransfer(long.replace('"version":1', '"version":2'))).toEqual(refused('newer'));
  });
});
