import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { englishNotifications } from '../../../core/notification/notification-english.ts';
import { notificationKinds, usualKinds } from '../../../core/notification/notification.ts';
import { notificationKindTexts } from '../../../core/settings/notification-kind-texts.ts';

const page = readFileSync('docs/notifications.md', 'utf8');

test('every title that a notification can have is on the page', () => {
  const { titles, program, hiddenTitles } = englishNotifications;
  const said = [
    ...Object.values(titles).filter((title) => typeof title === 'string'),
    ...Object.values(hiddenTitles),
    titles.nearStop('stop {n}'),
    titles.movedOn('{distance}'),
    titles.statusChanged('{status words}'),
    titles.unknownStatus('“{word}”'),
    titles.completed('{time}'),
    titles.amended('{±amount}'),
    titles.completedAndAmended('{±amount}'),
    titles.courierSilent('{time}'),
    titles.courierLost('{time}'),
    titles.notMoving('{time}'),
    titles.longWait('{time}'),
    titles.optionEnds('{time}'),
    titles.promiseAhead('{time}'),
    titles.promisePassed('{time}'),
    program.selfTest.title,
    program.keptInTray.title,
    program.credentialsRefused(401, '{time}').title,
  ];
  expect(said.length).toBeGreaterThan(25);
  expect(said.filter((title) => !page.includes(title))).toEqual([]);
});

test('the table has each kind in the order of the settings, with its usual level and sound', () => {
  const levels = { needsYou: 'needs you', news: 'news', kept: 'history only' };
  const rows = [...page.matchAll(/^\| ([^|]+?) +\| ([^|]+?) +\| /gm)].map(([, ...cells]) => cells);
  expect(rows.slice(2, 2 + notificationKinds.length)).toEqual(
    notificationKinds.map((kind) => {
      const { level, sound } = usualKinds[kind];
      return [notificationKindTexts.en[kind], levels[level] + (sound === 'none' ? '' : ', sound')];
    }),
  );
});
