import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupColorNames, mostGroupColors } from '../../../../core/settings/group-colors.ts';
import { acceleratorOf, acceleratorPattern } from '../../../../core/settings/accelerator.ts';
import {
  defaultSettings,
  settingsChangeSchema,
  settingsSchema,
} from '../../../../core/settings/settings.ts';
import { nextZoomPercent, zoomRange, zoomSteps } from '../../../../core/settings/zoom.ts';
import { zoomWanted } from '../../../../renderer/window-keys.ts';

const pressed = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('a key press with modifiers becomes a system-wide key in a fixed order', () => {
  expect(acceleratorOf({ ...pressed, code: 'KeyW', altKey: true, ctrlKey: true }, false)).toBe(
    'Control+Alt+W',
  );
  expect(acceleratorOf({ ...pressed, code: 'Digit7', metaKey: true, shiftKey: true }, true)).toBe(
    'Command+Shift+7',
  );
  expect(acceleratorOf({ ...pressed, code: 'KeyV', metaKey: true }, false)).toBe('Super+V');
  expect(acceleratorOf({ ...pressed, code: 'F9' }, false)).toBe('F9');
});

test('what is needed for typing is never taken away from other programs', () => {
  for (const code of ['KeyA', 'Digit1', 'Space', 'Tab', 'Enter', 'ControlLeft', 'ArrowUp']) {
    expect(acceleratorOf({ ...pressed, code }, false)).toBeNull();
    expect(acceleratorOf({ ...pressed, code, shiftKey: true }, false)).toBeNull();
  }
});

test('a key is one by its whole name', () => {
  expect(acceleratorOf({ ...pressed, code: 'F12' }, false)).toBe('F12');
  for (const code of ['IntlKeyA', 'KeyAA', 'NumpadDigit1', 'Digit12', 'xF1', 'F111', 'Spacebar']) {
    expect(acceleratorOf({ ...pressed, code, ctrlKey: true }, false)).toBeNull();
  }
});

test.each(
  [
    'F1',
    'F9',
    'F10',
    'F19',
    'F20',
    'F24',
    'Shift+F5',
    'Control+F12',
    'Alt+Shift+F24',
    'Super+0',
  ].concat([
    'Control+A',
    'Command+Z',
    'Alt+Space',
    'Control+Shift+9',
    'Control+Command+Super+Alt+Shift+A',
  ]),
)('%s can be a system-wide key', (accelerator) => {
  expect(accelerator).toMatch(acceleratorPattern);
});

test.each(
  [
    'F0',
    'F25',
    'F30',
    'F1x',
    'xF1',
    'Shift+F25',
    'Control+F0',
    'Control+F25',
    'A',
    '7',
    'Space',
  ].concat(
    ['Shift+A', 'Shift+7', 'Shift+Space', 'Shift+Control+A', 'Alt+Control+A', 'Control+Control+A'],
    ['Control+', 'Control+AB', 'Control+a', 'Control+Enter', 'xControl+A', 'Control+A ', '+A', ''],
  ),
)('“%s” can be none', (accelerator) => {
  expect(accelerator).not.toMatch(acceleratorPattern);
});

test('whatever is pressed fits the setting or is nothing', () => {
  const press = fc.record({
    code: fc.oneof(
      fc.string(),
      fc.constantFrom('KeyQ', 'Digit0', 'F1', 'F24', 'F25', 'F0', 'Space', 'NumpadAdd'),
    ),
    ctrlKey: fc.boolean(),
    metaKey: fc.boolean(),
    altKey: fc.boolean(),
    shiftKey: fc.boolean(),
  });
  fc.assert(
    fc.property(press, fc.boolean(), (key, isMac) => {
      const accelerator = acceleratorOf(key, isMac);
      if (accelerator === null) return;
      expect(accelerator).toMatch(acceleratorPattern);
      expect(settingsChangeSchema.safeParse({ windowShortcut: accelerator }).success).toBe(true);
    }),
  );
});

test('a stored key that is none falls back to no key, and takes no other setting along', () => {
  const settings = settingsSchema.parse({ windowShortcut: 'A', density: 'compact' });
  expect(settings).toMatchObject({ windowShortcut: null, density: 'compact' });
  expect(settingsChangeSchema.safeParse({ clipboardShortcut: 'Shift+A' }).success).toBe(false);
});

test('limits for waits that were stored before learned ones had a least get the usual least', () => {
  const { waitLimits } = settingsSchema.parse({
    waitLimits: { notMovingMinutes: 12, longWaitMinutes: 30 },
  });
  expect(waitLimits).toEqual({
    notMovingMinutes: 12,
    longWaitMinutes: 30,
    leastLongWaitMinutes: 10,
  });
});

test('settings that were stored before stays had limits get the usual ones, and their groups follow all', () => {
  const { groupRules, stayLimits } = settingsSchema.parse({
    groupRules: [
      {
        group: 'Hotels',
        isMuted: false,
        tellsEveryMove: false,
        kept: [],
        waitLimits: { notMovingMinutes: 12, longWaitMinutes: 30 },
      },
    ],
  });
  expect(stayLimits).toEqual({ pickupMinutes: 20, destinationMinutes: 10 });
  expect(groupRules[0]?.stayLimits ?? null).toBeNull();
});

test('every step is a size that the settings keep, from the least to the most', () => {
  expect(zoomSteps[0]).toBe(zoomRange.least);
  expect(zoomSteps.at(-1)).toBe(zoomRange.most);
  for (const zoomPercent of zoomSteps) {
    expect(settingsSchema.parse({ zoomPercent }).zoomPercent).toBe(zoomPercent);
  }
  expect(settingsSchema.parse({ zoomPercent: 500 }).zoomPercent).toBe(100);
});

test('larger and smaller go step by step and end at the last one', () => {
  const up: number[] = [];
  for (let at = 80; up.at(-1) !== at; at = nextZoomPercent(at, 1)) up.push(at);
  expect(up).toEqual([...zoomSteps]);
  expect(nextZoomPercent(200, -1)).toBe(175);
  expect(nextZoomPercent(80, -1)).toBe(80);
  expect(nextZoomPercent(103, 1)).toBe(110);
});

test.each([
  ['+', 110],
  ['=', 110],
  ['-', 90],
  ['_', 90],
  ['0', 100],
  ['a', null],
])('with Ctrl or Command, %s asks for %s', (key, percent) => {
  expect(zoomWanted(key, 100)).toBe(percent);
});

test('a new profile takes nothing from other programs, shows the window in captures and spares the battery', () => {
  expect(defaultSettings).toMatchObject({
    windowShortcut: null,
    clipboardShortcut: null,
    offersClipboard: false,
    usesLetterKeys: true,
    hidesFromCapture: false,
    slowsOnBattery: true,
    looksForUpdates: true,
  });
});

test.each(['system', 'light', 'dark'] as const)('the theme may be %s', (theme) => {
  expect(settingsSchema.parse({ theme }).theme).toBe(theme);
  expect(settingsChangeSchema.parse({ theme })).toEqual({ theme });
});

test('choices that were stored before a kind of notification existed stay, and the new kind has its default', () => {
  const { addressChanged: _new, ...earlier } = defaultSettings.toldKinds;
  const chosen = { ...earlier, matched: { level: 'kept', sound: 'none' } };
  expect(settingsSchema.parse({ toldKinds: chosen }).toldKinds).toEqual({
    ...defaultSettings.toldKinds,
    matched: { level: 'kept', sound: 'none' },
  });
  expect(settingsChangeSchema.safeParse({ toldKinds: chosen }).success).toBe(true);
  expect(settingsChangeSchema.safeParse({ toldKinds: { ...chosen, loud: true } }).success).toBe(
    false,
  );
});

test.each([
  ['group:Hotels', true],
  [`group:${'x'.repeat(80)}`, true],
  [`group:${'x'.repeat(81)}`, false],
  ['group:', false],
  ['Hotels', false],
])('the list is narrowed to a group by its name: %s', (group, isTaken) => {
  const change = { listShow: { group, promise: 'all' } };
  expect(settingsChangeSchema.safeParse(change).success).toBe(isTaken);
});

test('groups have colours by their plain names, as many as there may be rules', () => {
  const colors = Array.from({ length: mostGroupColors + 1 }, (_, at) => ({
    group: ` Hotels ${at} `,
    color: groupColorNames[0],
  }));
  const fits = settingsChangeSchema.safeParse({ groupColors: colors.slice(1) });
  expect(fits.data?.groupColors?.[0]?.group).toBe('Hotels 1');
  expect(settingsChangeSchema.safeParse({ groupColors: colors }).success).toBe(false);
});
