import { expect, test } from 'vitest';
import { accessibilityFaults, drawn } from './support/drawn.tsx';
import { animationsEnded, stillPage } from './support/on-page.ts';
import { scenes } from './support/scenes.ts';

const looks = ['light', 'dark'].flatMap((theme) =>
  Object.keys(scenes)
    .filter((scene) => scene !== 'many')
    .map((scene) => [scene, theme] as const),
);

test.each(looks)('axe finds nothing wrong with %s in %s', async (name, theme) => {
  const scene = scenes[name]?.();
  if (!scene) throw new Error(`No scene ${name}.`);
  const { fake, act } = scene;
  fake.changeApp({
    settings: { ...fake.app.settings, theme: theme === 'dark' ? 'dark' : 'light' },
  });
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
  await act?.(model, fake);
  await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme);
  await stillPage();
  // Colors are judged once they stand still.
  await animationsEnded();
  expect(await accessibilityFaults()).toEqual([]);
});
