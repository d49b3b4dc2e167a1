import { beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import {
  protectFromCapture,
  soundWindowOptions,
  windowOptions,
  type WindowLook,
} from '../../../../../main/desktop/window/window-options.ts';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  FileWindowMemoryStore,
  placeOn,
  visibleBounds,
  withPlaceOn,
  type Bounds,
  type WindowMemory,
  type WindowPlace,
} from '../../../../../main/desktop/window/window-place.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { applicationMenu } from '../../../../../main/desktop/window/application-menu.ts';

const look: Omit<WindowLook, 'platform' | 'allowsDevTools'> = {
  isDark: false,
  bounds: { x: 0, y: 0, width: 1200, height: 800 },
  preloadPath: '/waybell/preload.cjs',
  iconPath: '/waybell/icon.png',
  hidesFromCapture: false,
  zoomPercent: 125,
};

describe.each(['windows', 'macos', 'linux'] as const)('the window on %s', (platform) => {
  test('is isolated, sandboxed and without Node', () => {
    const { webPreferences } = windowOptions({ ...look, platform, allowsDevTools: false });
    expect(webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: false,
    });
  });

  test('is given no experimental feature', () => {
    const { webPreferences } = windowOptions({ ...look, platform, allowsDevTools: true });
    expect(webPreferences).not.toHaveProperty('experimentalFeatures');
    expect(webPreferences).not.toHaveProperty('enableBlinkFeatures');
  });
});

test.each([
  [
    { x: 0, y: 0, width: 1180, height: 760 },
    { minWidth: 640, minHeight: 480 },
  ],
  [
    { x: 0, y: 16, width: 640, height: 384 },
    { minWidth: 640, minHeight: 384 },
  ],
])('the smallest size is not larger than what the screen has room for: %o', (bounds, smallest) => {
  const options = windowOptions({ ...look, platform: 'linux', allowsDevTools: false, bounds });
  expect(options).toMatchObject(smallest);
});

test('the window that plays a sound is as confined, has no preload, is never seen, and needs no click to play', () => {
  const { webPreferences: ofWindow } = windowOptions({
    ...look,
    platform: 'linux',
    allowsDevTools: false,
  });
  const { webPreferences, ...window } = soundWindowOptions;
  const { preload: _own, zoomFactor: _ofText, ...confined } = ofWindow ?? {};
  expect(webPreferences).toEqual({
    ...confined,
    autoplayPolicy: 'no-user-gesture-required',
    backgroundThrottling: false,
  });
  expect(window).toMatchObject({ show: false, focusable: false, skipTaskbar: true });
});

describe('hiding from capture', () => {
  test.each([
    ['windows', [true, false]],
    ['macos', [true, false]],
    // Linux has no such thing.
    ['linux', []],
  ] as const)('on %s follows the choice: %j', (platform, expected) => {
    const asked: boolean[] = [];
    const window = { setContentProtection: (isHidden: boolean) => void asked.push(isHidden) };
    for (const choice of [true, false]) protectFromCapture(window, platform, choice);
    expect(asked).toEqual(expected);
  });

  test('is off unless it was chosen', () => {
    expect(defaultSettings.hidesFromCapture).toBe(false);
  });
});

const laptop: Bounds = { x: 0, y: 0, width: 1440, height: 875 };

const second: Bounds = { x: 1440, y: -200, width: 1920, height: 1040 };

describe('the window’s place', () => {
  test('a first window has its design size in the middle of the first screen', () => {
    expect(visibleBounds(null, [laptop])).toEqual({ x: 130, y: 58, width: 1180, height: 760 });
  });

  test('a remembered place that is in sight is kept', () => {
    const place = { x: 1500, y: -100, width: 900, height: 700 };
    expect(visibleBounds(place, [laptop, second])).toEqual(place);
  });

  test('a window of an unplugged screen comes back to the first one', () => {
    const place = { x: 1500, y: 0, width: 900, height: 700 };
    expect(visibleBounds(place, [laptop])).toEqual({ x: 270, y: 88, width: 900, height: 700 });
  });

  test('a window that hangs over an edge is moved in', () => {
    const place = { x: 1000, y: -300, width: 900, height: 700 };
    expect(visibleBounds(place, [laptop])).toEqual({ x: 540, y: 0, width: 900, height: 700 });
  });

  test('whatever was remembered, the window lies whole inside one screen', () => {
    const number = fc.integer({ min: -5000, max: 5000 });
    const area = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 640, max: 4000 }),
      height: fc.integer({ min: 480, max: 3000 }),
    });
    const place = fc.record({ x: number, y: number, width: number, height: number });
    fc.assert(
      fc.property(fc.option(place), area, fc.array(area, { maxLength: 2 }), (wanted, one, more) => {
        const shown = visibleBounds(wanted, [one, ...more]);
        const isInside = [one, ...more].some(
          (screen) =>
            shown.x >= screen.x &&
            shown.y >= screen.y &&
            shown.x + shown.width <= screen.x + screen.width &&
            shown.y + shown.height <= screen.y + screen.height,
        );
        expect(isInside).toBe(true);
        expect(shown.width).toBeGreaterThanOrEqual(640);
        expect(shown.height).toBeGreaterThanOrEqual(480);
      }),
    );
  });
});

describe('the window’s memory', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('is kept in a file of the owner alone, in a folder that is made', () => {
    const path = join(folder, 'profile/window.json');
    const memory = {
      places: [
        {
          screens: '0,0,1440,900',
          place: {
            bounds: { x: 1, y: 2, width: 800, height: 600 },
            isMaximized: true,
            detailWidthPx: 420,
          },
        },
      ],
      knowsTray: true,
    };
    new FileWindowMemoryStore(path).save(memory);
    expect(new FileWindowMemoryStore(path).load()).toEqual(memory);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toContain('undefined');
  });

  test.each(['', 'not json', '[]', '{"places":{"x":"left"}}', '{"places":[{"screens":7}]}'])(
    'a damaged file (%j) is nothing remembered',
    (text) => {
      const path = join(folder, 'damaged.json');
      writeFileSync(path, text);
      expect(new FileWindowMemoryStore(path).load()).toEqual({ places: [], knowsTray: false });
    },
  );

  test('a folder that cannot be written does not throw', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    const store = new FileWindowMemoryStore(join(path, 'window.json'));
    expect(() => store.save({ places: [], knowsTray: false })).not.toThrow();
  });
});

const placeAt = (x: number): WindowPlace => ({
  bounds: { x, y: 0, width: 800, height: 600 },
  isMaximized: false,
  detailWidthPx: 340 + x,
});
const screensOf = (n: number): readonly Bounds[] => [{ ...laptop, width: 1000 + n }];

describe('each set of screens has its own place', () => {
  test('whatever order the screens are named in, and the last used one for new screens', () => {
    const nothing = { places: [], knowsTray: true };
    const alone = withPlaceOn(nothing, [laptop], placeAt(1));
    const both = withPlaceOn(alone, [laptop, second], placeAt(2));
    expect(placeOn(both, [laptop])).toEqual(placeAt(1));
    expect(placeOn(both, [second, laptop])).toEqual(placeAt(2));
    expect(placeOn(both, [second])).toEqual(placeAt(2));
    expect(placeOn(nothing, [laptop]).bounds).toBeNull();
    expect(both.knowsTray).toBe(true);
  });

  test('the oldest is forgotten at last', () => {
    let memory: WindowMemory = { places: [], knowsTray: false };
    for (let n = 0; n < 20; n += 1) memory = withPlaceOn(memory, screensOf(n), placeAt(n));
    expect(memory.places).toHaveLength(8);
    expect(placeOn(memory, screensOf(12))).toEqual(placeAt(12));
    expect(placeOn(memory, screensOf(0))).toEqual(placeAt(19));
  });
});

describe('the menu bar', () => {
  test.each(['en', 'zh-Hant'] as const)(
    'on macOS it has About, Quit and what copying and pasting by key need, in %s',
    (language) => {
      const menus = applicationMenu('macos', language) ?? [];
      const entries = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
      const roles = entries.flatMap(({ role }) => (role === undefined ? [] : [role]));
      for (const role of ['about', 'quit', 'undo', 'copy', 'paste', 'selectAll', 'close']) {
        expect(roles).toContain(role);
      }
      const labels = entries.filter(({ role }) => role !== undefined).map(({ label }) => label);
      expect(labels.every((label) => label !== undefined && label !== '')).toBe(true);
    },
  );

  test.each(['windows', 'linux'] as const)('there is none on %s', (platform) => {
    expect(applicationMenu(platform, 'en')).toBeNull();
  });
});
