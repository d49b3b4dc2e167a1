import { expect, test } from 'vitest';
import { defaultSettings } from '../../../../../core/settings/settings.ts';
import { protectFromCapture } from '../../../../../main/desktop/window/capture-protection.ts';

function hidden(platform: 'windows' | 'macos' | 'linux', ...choices: readonly boolean[]) {
  const asked: boolean[] = [];
  const window = { setContentProtection: (isHidden: boolean) => void asked.push(isHidden) };
  for (const choice of choices) protectFromCapture(window, platform, choice);
  return asked;
}

test.each(['windows', 'macos'] as const)(
  'on %s the window is hidden from capture by choice, and shown again by choice',
  (platform) => {
    expect(hidden(platform, true, false)).toEqual([true, false]);
  },
);

test('on Linux, where nothing of the kind exists, nothing is asked for', () => {
  expect(hidden('linux', true, false)).toEqual([]);
});

test('nobody is hidden who did not choose it', () => {
  expect(defaultSettings.hidesFromCapture).toBe(false);
});
