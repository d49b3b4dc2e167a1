import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import type { WindowLook } from '../../../../../main/desktop/window/window-options.ts';
import {
  protectFromCapture,
  windowOptions,
} from '../../../../../main/desktop/window/window-options.ts';

const look: Omit<WindowLook, 'platform' | 'allowsDevTools'> = {
  isDark: false,
  bounds: { x: 0, y: 0, width: 1200, height: 800 },
  preloadPath: '/waybell/preload.cjs',
  iconPath: '/waybell/icon.png',
  hidesFromCapture: false,
  zoomPercent: 125,
  language: () => 'en' as const,
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
