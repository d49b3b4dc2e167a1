import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { englishNotifications } from '../../../core/notification/notification-english.ts';

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
    titles.courierSilent('{duration}'),
    titles.courierLost('{duration}'),
    titles.notMoving('{duration}'),
    titles.longWait('{duration}'),
    titles.promiseAhead('{time}', '{duration}'),
    titles.promisePassed('{time}'),
    program.selfTest.title,
    program.keptInTray.title,
    program.credentialsRefused(401, '{time}').title,
  ];
  expect(said.length).toBeGreaterThan(25);
  expect(said.filter((title) => !page.includes(title))).toEqual([]);
});
