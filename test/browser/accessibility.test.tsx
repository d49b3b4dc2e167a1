import { expect, test } from 'vitest';
import { accessibilityFaults, drawnScene } from './support/drawn.tsx';
import { stillPage } from './support/on-page.ts';
import { scenes } from './support/scenes.ts';

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  Object.keys(scenes)
    .filter((scene) => scene !== 'many')
    .map((scene) => [scene, theme] as const),
);

test.each(looks)('axe finds nothing wrong with %s in %s', async (name, theme) => {
  await drawnScene(name, (fake) => fake.changeApp({ settings: { ...fake.app.settings, theme } }));
  await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme);
  await stillPage();
  // axe can only judge colors when no animation changes them.
  expect(await accessibilityFaults()).toEqual([]);
});
