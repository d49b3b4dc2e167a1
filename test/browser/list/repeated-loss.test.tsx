import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawnScene } from '../support/drawn.tsx';
import { sampleId } from '../support/sample-board.ts';

const florist = sampleId('3f2b8c1e');

const foot = () => document.querySelector('.dfoot')?.textContent.replaceAll('\u00A0', ' ');

test.each([
  ['en', '3rd courier', '3rd courier. Released or swapped 2 times within 30 min.'],
  ['zh-Hant', '第 3 位配送員', '第 3 位配送員。30 分鐘內退單或更換 2 次。'],
] as const)(
  'an order that keeps losing its courier says so in row and details: %s',
  async (language, words, line) => {
    const { fake } = await drawnScene('repeated-loss', (main) =>
      main.changeApp({ speech: { language, locale: language } }),
    );
    const stat = () => document.querySelector(`[data-order="${florist}"] .stat bdi`)?.textContent;
    await expect.poll(stat).toBe(words);
    await expect.poll(foot).toContain(line);
    const row = fake.row(florist);
    if (row) fake.upsert({ ...row, attention: null });
    await expect.poll(stat).not.toBe(words);
    expect(foot()).toContain(line);
    await expect.element(page.getByRole('complementary')).toBeVisible();
  },
);
