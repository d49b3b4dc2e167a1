import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { viewsOf } from '../../renderer/board/views.ts';
import { focusList } from '../../renderer/window-keys.ts';
import { drawnScene } from './support/drawn.tsx';
import { layoutFaults } from './support/layout-faults.ts';
import { animationsEnded, stillPage } from './support/on-page.ts';
import { sampleId } from './support/sample-board.ts';

/** In CSS pixels; the last four are the usual window at 150 and at 200 percent, and the narrowest one at 150 and 175. */
const sizes = [
  [640, 480],
  [900, 640],
  [1180, 760],
  [1440, 900],
  [786, 506],
  [590, 380],
  [427, 493],
  [366, 274],
] as const;

const scenes = [
  'board',
  'crowded',
  'crowded-list',
  'handled',
  'promises',
  'promises-list',
  'offline',
  'team-long-names',
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

test.each([366, 427, 640])(
  'the name of an order keeps its room beside all signs at %i px',
  async (width) => {
    const { fake } = await drawnScene('list');
    const row = fake.row(sampleId('3f2b8c1e'));
    if (!row) throw new Error('The sample has the florist.');
    const nowMs = Date.now();
    fake.upsert({
      ...row,
      isMuted: true,
      isPinned: true,
      tellsEveryMove: true,
      group: 'Florists of the whole of Hong Kong Island',
      note: 'Ring twice, the bell is broken since Monday',
      freeCancelUntilMs: nowMs + 600_000,
      handled: {
        reason: 'released',
        age: { kind: 'duration', sinceMs: nowMs },
        atMs: nowMs,
        call: { word: 'waits for a call back' },
        desk: 'Ana',
      },
      claim: { deskId: 'desk-ana', desk: 'Ana Maria', atMs: nowMs, reason: null, isMine: false },
    });
    await page.viewport(width, 760);
    await stillPage();
    const name = document.querySelector(`[data-order="${row.id}"] .name`);
    expect(name?.textContent).toBe('Sheung Wan florist, two drops');
    expect(name?.clientWidth).toBeGreaterThan(80);
  },
);

test('in the narrowest window the order of each view can be changed, in both languages', async () => {
  const { fake, model } = await drawnScene('list');
  await page.viewport(366, 274);
  for (const language of ['en', 'zh-Hant'] as const) {
    fake.changeApp({
      settings: { ...fake.app.settings, language },
      speech: { language, locale: language === 'en' ? 'en' : 'zh-Hant-HK' },
    });
    for (const view of viewsOf(true)) {
      model.list.openView(view);
      await stillPage();
      const sort = document.querySelector('.lhead > :last-child');
      expect(sort?.getBoundingClientRect().right, `${language} ${view}`).toBeLessThanOrEqual(366);
      expect(document.querySelector('.lhead h1')?.clientWidth).toBeGreaterThan(20);
    }
  }
});

test('in the narrowest window a paste shows several lines beside its buttons, and all else by scrolling', async () => {
  await drawnScene('paste');
  await page.viewport(366, 274);
  await stillPage();
  const act = page.getByRole('button', { name: /^Watch 3 orders/ });
  const top = act.element().getBoundingClientRect().top;
  expect(act.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(274);
  const lines = [...document.querySelectorAll('.pastepop li')];
  const whole = lines.filter((line) => {
    const { bottom, left } = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(left + 20, bottom - 4));
  });
  expect(whole.length).toBeGreaterThanOrEqual(3);
  const forAll = page.getByRole('textbox', { name: 'Label for all' }).element();
  if (!(forAll instanceof HTMLElement)) throw new Error('There is no such field.');
  forAll.focus();
  await stillPage();
  expect(forAll.getBoundingClientRect().bottom).toBeLessThanOrEqual(top);
});

const toasts = () => [...document.querySelectorAll('.toast')];

test('in a small window the newest toast alone is shown, and Ctrl+Z takes back one after the other', async () => {
  const { fake, model } = await drawnScene('list');
  await page.viewport(640, 480);
  const muted = ['3f2b8c1e', 'c0ffee01', 'c0ffee06'].map((start) => sampleId(start));
  for (const id of muted) await model.actions.toggleMuted([id]);
  await expect.poll(() => toasts().length).toBe(3);
  await animationsEnded();
  expect(document.querySelector('.toasts')?.clientHeight).toBeLessThan(70);
  expect(page.getByRole('button', { name: /^Undo/ }).elements()).toHaveLength(1);
  focusList();
  for (const left of [2, 1, 0]) {
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect
      .poll(() => muted.filter((id) => fake.row(id)?.isMuted === true))
      .toHaveLength(left);
  }
});
