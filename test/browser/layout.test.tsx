import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawnScene } from './support/drawn.tsx';
import { layoutFaults } from './support/layout-faults.ts';
import { stillPage } from './support/on-page.ts';

/** In CSS pixels; the last three are the usual window at 150 and at 200 percent, and the narrowest one at 150. */
const sizes = [
  [640, 480],
  [900, 640],
  [1180, 760],
  [1440, 900],
  [786, 506],
  [590, 380],
  [427, 493],
] as const;

const scenes = [
  'board',
  'crowded',
  'crowded-list',
  'handled',
  'promises',
  'promises-list',
  'offline',
  'paste',
  'paste-bulk',
  'paste-columns',
  'settings-notifications',
  'connect-advanced',
];

test.each(scenes)('%s is drawn whole at every size, in both languages', async (name) => {
  const { fake } = await drawnScene(name);
  const root = document.documentElement;
  onTestFinished(() => {
    root.style.removeProperty('letter-spacing');
  });
  // As wide as the widest font that a system falls back to.
  root.style.letterSpacing = '0.05em';
  const faults: string[] = [];
  for (const language of ['en', 'zh-Hant'] as const) {
    fake.changeApp({
      settings: { ...fake.app.settings, language },
      speech: { language, locale: language === 'en' ? 'en' : 'zh-Hant-HK' },
    });
    await expect.poll(() => root.lang.slice(0, 2)).toBe(language.slice(0, 2));
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      await stillPage();
      faults.push(...layoutFaults().map((fault) => `${width} ${language}: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});
