import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { settingRows, settingsTable } from '../../../core/settings/settings-table.ts';
import { languages } from '../../../core/text/language.ts';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';
import { teamBoard } from '../team/team-scenes.ts';

test.each(languages)('each setting of the table stands on one page (%s)', async (language) => {
  const fake = busyBoard();
  fake.update = { kind: 'latest', lookedAtMs: null };
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
  fake.changeApp({ speech: { language, locale: language } });
  const wanted = [...settingRows.values()].flatMap((row) =>
    row.kind === 'own' || row.row === null || row.row.card === 'claims'
      ? []
      : [row.row[language].title],
  );
  await userEvent.keyboard('{Control>},{/Control}');
  const found: string[] = [];
  const sections = document.querySelectorAll<HTMLElement>('nav .nav:last-child button');
  expect(sections.length).toBeGreaterThan(5);
  for (const section of sections) {
    section.click();
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent(section.textContent ?? '');
    const titles = [...document.querySelectorAll('.set-row b')].map((title) => title.textContent);
    found.push(...wanted.filter((title) => titles.includes(title)));
  }
  expect(found.toSorted()).toEqual(wanted.toSorted());
});

test('what is set about the orders of other desks stands at the desk of a team, and at no other', async () => {
  const { claimAnswerMinutes, seriousAnswerMinutes } = settingsTable;
  const model = await drawn(teamBoard());
  model.settings.open('timing');
  for (const { row } of [claimAnswerMinutes, seriousAnswerMinutes]) {
    await expect.element(page.getByRole('textbox', { name: row.en.field })).toBeVisible();
  }
});
