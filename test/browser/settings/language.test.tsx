import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NotificationEntry } from '../../../core/notification/notification.ts';
import { textsIn } from '../../../renderer/text/texts.ts';
import { accessibilityFaults, drawnScene } from '../support/drawn.tsx';
import { englishTexts } from '../support/english-texts.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { animationsEnded } from '../support/on-page.ts';
import { scenes } from '../support/scenes.ts';

/** Switches main to Chinese as in Hong Kong. */
function speakChinese(fake: FakeBridge): void {
  fake.changeApp({
    settings: { ...fake.app.settings, language: 'zh-Hant' },
    speech: { language: 'zh-Hant', locale: 'zh-Hant-HK' },
  });
}

/** English texts of scenes that main would send in Chinese. */
function wordAsMain(fake: FakeBridge): void {
  const findings = fake.diagnosis.findings.map((finding, index) => ({
    ...finding,
    name: `項目 ${index}`,
    value: '正常',
  }));
  fake.diagnosis = { ...fake.diagnosis, findings };
  const { pastBoard } = fake;
  fake.pastBoard = (atMs) => {
    const past = pastBoard(atMs);
    const { shown = [], waiting = [] } = past;
    return { ...past, shown: shown.map(inChinese), waiting: waiting.map(inChinese) };
  };
}

function inChinese(entry: NotificationEntry): NotificationEntry {
  return { ...entry, title: '騎手已釋出訂單', body: '等待重新配對。' };
}

const saidByScenes = new Set([textsIn.en.toast.uuidCopied]);

/** All texts of the page, with those for screen readers. */
function textsOnPage(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  for (const element of document.querySelectorAll('*')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt']) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts.map((text) => text.trim()).filter((text) => !saidByScenes.has(text));
}

/** Controls and headings whose text is cut off. */
function cutOff(): readonly string[] {
  const selector = '.btn, button, h1, h2, .seg label, .set-row b, .views a, th, .chip';
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.offsetParent !== null && !element.classList.contains('vh'))
    .filter((element) => !element.classList.contains('cut') && !element.querySelector('.cut'))
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.className}: ${element.textContent}`);
}

test.each(Object.keys(scenes).filter((scene) => scene !== 'many'))(
  '%s is completely in Chinese, without cut texts and without faults by axe',
  async (name) => {
    await drawnScene(name, (fake) => {
      speakChinese(fake);
      wordAsMain(fake);
    });
    await expect.poll(() => document.documentElement.lang).toBe('zh-Hant');
    await animationsEnded();
    expect(textsOnPage().filter((text) => englishTexts.has(text))).toEqual([]);
    expect(cutOff()).toEqual([]);
    expect(await accessibilityFaults()).toEqual([]);
  },
);

test('choosing a language changes the window at once and leaves everything where it is', async () => {
  const { fake } = await drawnScene('settings-appearance');
  expect(document.documentElement.lang).toBe('en');
  await userEvent.click(page.getByText('繁體中文'));
  expect(fake.requestsTo('settings:change')).toContainEqual({ language: 'zh-Hant' });
  // Main answers with the new language.
  speakChinese(fake);
  await expect.element(page.getByRole('heading', { name: '外觀' })).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-Hant');
  expect(document.activeElement).toBe(page.getByRole('radio', { name: '繁體中文' }).element());
});

test('selection, details and what is being typed stay when the language changes', async () => {
  const { fake, model } = await drawnScene('board');
  const openId = model.detail.getState().openId;
  model.paste.paste(
    'c2a91d40-88b7-4f05-9e61-3ad0f7b2c94a\n5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4 two boxes',
  );
  model.paste.setLabel('兩箱');
  speakChinese(fake);
  await expect.element(page.getByRole('button', { name: '追蹤 2 筆訂單' })).toBeVisible();
  expect(openId).not.toBeNull();
  expect(model.detail.getState().openId).toBe(openId);
  expect(model.selection.getState().activeId).toBe(openId);
  await expect.element(page.getByRole('textbox', { name: '全部共用的標籤' })).toHaveValue('兩箱');
});

test('distances and times are those of the region, amounts those of the order', async () => {
  await drawnScene('board', speakChinese);
  const row = page.getByRole('option', { name: /Sheung Wan florist/ });
  await expect.element(row).toBeVisible();
  const text = row.element().textContent?.replaceAll(/[\u00A0\u2068\u2069]/g, ' ');
  expect(text).toContain('移動 120 米，');
  expect(text).toContain('HK$86.00');
});
