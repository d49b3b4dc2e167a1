import { expect, test } from 'vitest';
import { accessibilityFaults, drawnScene } from './support/drawn.tsx';
import { stillPage } from './support/on-page.ts';
import { scenes } from './support/scenes.ts';

test.each(Object.keys(scenes).filter((scene) => scene !== 'many'))(
  'axe finds nothing wrong with %s, in light and in dark',
  async (name) => {
    const { fake } = await drawnScene(name);
    const show = async (theme: 'light' | 'dark'): Promise<void> => {
      fake.changeApp({ settings: { ...fake.app.settings, theme } });
      await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme);
      // axe can only judge colors when no animation changes them.
      await stillPage();
    };
    await show('light');
    expect(await accessibilityFaults()).toEqual([]);
    await show('dark');
    // The theme changes colors alone.
    expect(await accessibilityFaults(['color-contrast', 'link-in-text-block'])).toEqual([]);
  },
);
