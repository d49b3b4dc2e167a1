import { expect, test } from 'vitest';
import { nextZoomPercent, zoomRange, zoomSteps } from '../../../../core/settings/zoom.ts';
import { settingsSchema } from '../../../../core/settings/settings.ts';
import { zoomWanted } from '../../../../renderer/window-keys.ts';

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
