import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultNotificationSettings } from '../../../core/notification/notification-settings.ts';
import { ownSounds } from '../../../core/notification/notification-sound.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { drawn } from '../support/drawn.tsx';
import { busyBoard } from '../support/scene.ts';

const openNotifications = (fake = busyBoard()) => openPage('Notifications', fake);
const openTiming = (fake = busyBoard()) => openPage('When and how', fake);

/** A board whose quiet hours are on. */
function quietBoard() {
  const fake = busyBoard();
  const { settings } = fake.app;
  fake.changeApp({
    settings: { ...settings, quietHours: { ...settings.quietHours, isOn: true } },
  });
  return fake;
}

async function openPage(name: string, fake: ReturnType<typeof busyBoard>) {
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('button', { name, exact: true })
    .click();
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return fake;
}

test('a kind is kept in the history by one choice, and its sound with it', async () => {
  const fake = await openNotifications();
  await page.getByRole('combobox', { name: 'Completed: told as' }).selectOptions('kept');
  expect(fake.requestsTo('settings:change')).toEqual([
    {
      toldKinds: {
        ...defaultNotificationSettings.toldKinds,
        completed: { level: 'kept', sound: 'none' },
      },
    },
  ]);
  await expect.element(page.getByRole('combobox', { name: 'Completed: sound' })).toBeDisabled();
});

/** The headings and kinds of the table, from the top. */
const rows = () =>
  [...document.querySelectorAll('.ev tbody tr')].map(
    (row) => row.querySelector('h3, .ev-name > span')?.textContent,
  );

test('the kinds stand under what they ask of a person, each heading with what it means', async () => {
  await openNotifications();
  for (const [name, meaning] of [
    ['Needs you', /^At once and by name/],
    ['News', /^Alone or together/],
    ['History only', /^Not told/],
  ] as const) {
    await expect.element(page.getByRole('heading', { level: 3, name })).toBeVisible();
    await expect.element(page.getByText(meaning)).toBeVisible();
  }
  const all = rows();
  const place = (name: string) => all.indexOf(name);
  expect(place('Released by the courier')).toBeLessThan(place('News'));
  expect(place('Completed')).toBeGreaterThan(place('News'));
  expect(place('Note to courier changed')).toBeGreaterThan(place('History only'));
});

test('one choice moves a kind to another level; its row goes there, keeps the focus and says what it means', async () => {
  const fake = await openNotifications();
  const choice = page.getByRole('combobox', { name: 'Note to courier changed: told as' });
  await expect.element(choice).toHaveAccessibleDescription(/^Not told/);
  choice.element().focus();
  await choice.selectOptions('needsYou');
  expect(fake.app.settings.toldKinds.noteChanged).toEqual({ level: 'needsYou', sound: 'none' });
  await expect
    .poll(() => rows().indexOf('Note to courier changed'))
    .toBe(rows().indexOf('News') - 1);
  await expect.element(choice).toHaveFocus();
  await expect.element(choice).toHaveAccessibleDescription(/^At once and by name/);
});

test('what is about no order needs a person or is kept, and is never gathered', async () => {
  await openNotifications();
  const choice = page.getByRole('combobox', { name: 'Connection lost or restored: told as' });
  const options = choice
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
  expect(options).toEqual(['Needs you', 'History only']);
});

test('a level that the company set is shown and cannot be changed', async () => {
  const fake = busyBoard();
  fake.changeApp({ lockedSettings: ['toldKinds'] });
  await openNotifications(fake);
  await expect.element(page.getByRole('combobox', { name: 'Completed: told as' })).toBeDisabled();
});

/** The page of a desk that has chosen every move before, and this too. */
function openWith(change: Partial<Settings>) {
  const fake = busyBoard();
  const { settings } = fake.app;
  const everyMove = { ...settings.everyMove, isTold: true };
  fake.changeApp({ settings: { ...settings, everyMove, ...change } });
  return openNotifications(fake);
}

describe('where every move was chosen before', () => {
  const offer = page.getByText(/^Every move is told as you chose/);

  test.each([
    ['Every change', { news: 'everyChange', offersEveryChange: false }],
    ['Stay calm', { offersEveryChange: false }],
  ])('each change is offered, until it is answered by “%s”', async (name, answer) => {
    const fake = await openWith({});
    await expect.element(offer).toBeVisible();
    await page.getByRole('button', { name }).click();
    expect(fake.requestsTo('settings:change')).toEqual([answer]);
    await expect.element(offer).not.toBeInTheDocument();
  });

  test('the choice itself is an answer', async () => {
    const fake = await openWith({});
    await page.getByText('Every change', { exact: true }).last().click();
    expect(fake.app.settings).toMatchObject({ news: 'everyChange', offersEveryChange: false });
  });

  test.each<[string, Partial<Settings>]>([
    ['it was answered', { offersEveryChange: false }],
    ['each change is told', { news: 'everyChange' }],
    ['moves are not told', { everyMove: defaultNotificationSettings.everyMove }],
  ])('nothing is offered where %s', async (_why, change) => {
    await openWith(change);
    await expect.element(page.getByText('News of orders').first()).toBeVisible();
    expect(offer.elements()).toEqual([]);
  });
});

test('beside each kind a button shows an example of it, also of one that is off', async () => {
  const fake = await openNotifications();
  await page.getByRole('button', { name: 'Released by the courier: show an example' }).click();
  await page.getByRole('button', { name: 'Stops changed: show an example' }).click();
  expect(fake.requestsTo('notifications:try')).toEqual([
    { kind: 'released' },
    { kind: 'stopsChanged' },
  ]);
});

test('beside each kind its sound is chosen, and what Waybell plays itself is heard there at once', async () => {
  const fake = await openNotifications();
  const choice = page.getByRole('combobox', { name: 'Completed: sound' });
  const play = page.getByRole('button', { name: 'Completed: play the sound' });
  await expect.element(choice).toHaveValue('none');
  await expect
    .element(page.getByRole('combobox', { name: 'Released by the courier: sound' }))
    .toHaveValue('system');
  for (const sound of ['system', 'none'] as const) {
    await choice.selectOptions(sound);
    await expect.element(choice).toHaveValue(sound);
    expect(play.elements()).toEqual([]);
  }
  for (const sound of ownSounds) {
    await choice.selectOptions(sound);
    await expect.element(choice).toHaveValue(sound);
    await play.click();
    expect(fake.requestsTo('notifications:play').at(-1)).toEqual({ sound });
  }
  expect(fake.app.settings.toldKinds).toEqual({
    ...defaultNotificationSettings.toldKinds,
    completed: { level: 'news', sound: 'falling' },
  });
});

test('what each choice of a sound means for do-not-disturb stands beside the choices', async () => {
  await openNotifications();
  await expect
    .element(page.getByRole('combobox', { name: 'Completed: sound' }))
    .toHaveAccessibleDescription(
      /^The system sound obeys .* do-not-disturb\. Waybell plays the three tones itself, so they are heard then, too\./,
    );
});

test('a sound that cannot be played is said, until one can', async () => {
  const fake = await openNotifications();
  fake.canPlay = false;
  await page.getByRole('combobox', { name: 'Completed: sound' }).selectOptions('soft');
  const play = page.getByRole('button', { name: 'Completed: play the sound' });
  await play.click();
  const alert = page.getByText(/^The tone could not be played/);
  await expect.element(alert).toBeVisible();
  fake.canPlay = true;
  await play.click();
  await expect.element(alert).not.toBeInTheDocument();
});

const minute = 60_000;

test('beside the limit for long waits stands the one in force, and where it comes from', async () => {
  const fake = await openTiming();
  await expect
    .element(page.getByText(/^In force: 17.min, learned from 23 matches of the last 24.h$/))
    .toBeVisible();
  fake.changeApp({ longWait: { limitMs: 20 * minute, learnedFrom: 0 } });
  await expect.element(page.getByText(/^In force: 20.min, as set/)).toBeVisible();
  fake.changeApp({ longWait: { limitMs: 18 * minute, learnedFrom: 0 } });
  await expect.element(page.getByText(/^In force: 18.min, .* goes back to 20.min/)).toBeVisible();
});

test('beside the limits for couriers who rest stand those in force, and where they come from', async () => {
  const fake = await openTiming();
  await expect
    .element(page.getByText(/^Only away .* In force: 5.min, learned from 312 of your orders$/))
    .toBeVisible();
  await expect
    .element(page.getByText(/^Only between the stops. In force: 10.min, as set; learned once 20/))
    .toBeVisible();
  const enough = { limitMs: 10 * minute, learnedFrom: 40 };
  const { restLimits } = fake.app;
  fake.changeApp({ restLimits: { ...restLimits, notMoving: enough } });
  await expect
    .element(page.getByText(/^Only between .* 10.min, as set; 40 of your orders ask for no more$/))
    .toBeVisible();
});

test('how long a courier may be at the pickup, and at a destination, is set and shown as it is in force', async () => {
  const fake = await openTiming();
  await expect
    .element(page.getByText(/^Also with the goods.* In force: 24.min, learned from 305 of your/))
    .toBeVisible();
  await expect
    .element(page.getByText(/^Until the courier goes on.* 10.min, as set; 298 of your orders ask/))
    .toBeVisible();
  await page
    .getByRole('textbox', { name: 'Minutes until a courier is too long at the pickup' })
    .fill('2');
  await userEvent.tab();
  await expect.element(page.getByText(/“2” was not kept: .* from 3 to 120/)).toBeVisible();
  await page
    .getByRole('textbox', { name: 'Minutes until a courier is too long at a destination' })
    .fill('6');
  await userEvent.tab();
  expect(fake.requestsTo('settings:change')).toEqual([
    { stayLimits: { pickupMinutes: 20, destinationMinutes: 6 } },
  ]);
});

test('a learned limit has a least that the dispatcher sets', async () => {
  const fake = await openTiming();
  const field = page.getByRole('textbox', {
    name: 'Fewest minutes that a learned limit may have',
  });
  await expect.element(field).toHaveValue('10');
  await field.fill('15');
  await userEvent.tab();
  expect(fake.requestsTo('settings:change').at(-1)).toEqual({
    waitLimits: { ...defaultNotificationSettings.waitLimits, leastLongWaitMinutes: 15 },
  });
});

test('quiet hours take a time and days', async () => {
  const fake = await openTiming(quietBoard());
  await page.getByLabelText('Quiet hours from').fill('21:30');
  await page.getByText('Sun', { exact: true }).click();
  const [usual] = defaultNotificationSettings.quietHours.times;
  expect(fake.requestsTo('settings:change').at(-1)).toEqual({
    quietHours: {
      ...defaultNotificationSettings.quietHours,
      isOn: true,
      times: [{ ...usual, fromMinute: 21 * 60 + 30, days: [1, 2, 3, 4, 5, 6] }],
    },
  });
});

test('while quiet hours are off their times are shown, and cannot be changed', async () => {
  await openTiming();
  await expect.element(page.getByLabelText('Quiet hours from')).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Add a quiet time' })).toBeDisabled();
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await expect.element(page.getByLabelText('Quiet hours from')).toBeEnabled();
});

test('a quiet time is added without days, changed and removed, and the first stays as it is', async () => {
  const fake = await openTiming(quietBoard());
  const [usual] = defaultNotificationSettings.quietHours.times;
  const times = () => fake.app.settings.quietHours.times;
  // The only one cannot be removed.
  await expect.element(page.getByLabelText('Quiet hours from')).toBeVisible();
  expect(page.getByRole('button', { name: /^Remove quiet time/ }).elements()).toHaveLength(0);

  await page.getByRole('button', { name: 'Add a quiet time' }).click();
  await expect.element(page.getByText(/without one it is never quiet/)).toBeVisible();
  const days = page.getByRole('group', { name: 'Days of quiet time 2' });
  await days.getByText('Sat').click();
  await page.getByLabelText('Quiet hours 2 from').fill('13:00');
  await page.getByLabelText('Quiet hours 2 to').fill('14:30');
  await expect
    .poll(times)
    .toEqual([usual, { days: [6], fromMinute: 13 * 60, toMinute: 14 * 60 + 30 }]);

  await page.getByRole('button', { name: 'Remove quiet time 2' }).click();
  await expect.poll(times).toEqual([usual]);
});

test('no more quiet times are offered than are kept', async () => {
  const fake = await openTiming(quietBoard());
  const [usual] = defaultNotificationSettings.quietHours.times;
  const { quietHours } = fake.app.settings;
  const many = Array.from({ length: 14 }, () => usual ?? { days: [], fromMinute: 0, toMinute: 0 });
  fake.changeApp({
    settings: { ...fake.app.settings, quietHours: { ...quietHours, times: many } },
  });
  await expect.element(page.getByLabelText('Quiet hours 14 from')).toBeVisible();
  await page.getByRole('button', { name: 'Add a quiet time' }).click({ force: true });
  expect(fake.requestsTo('settings:change')).toEqual([]);
});

test('quiet hours go by the clock of a chosen time zone, also one that the list does not name', async () => {
  const fake = await openTiming(quietBoard());
  const zone = page.getByLabelText('Time zone of the quiet hours');
  await expect.element(zone).toHaveDisplayValue('This computer’s');
  await zone.selectOptions('Asia/Tokyo');
  await expect.poll(() => fake.app.settings.quietHours.timeZone).toBe('Asia/Tokyo');
  await expect.element(zone).toHaveDisplayValue('Tokyo');
  const time = new Intl.DateTimeFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Tokyo',
  });
  await expect.element(page.getByText(`There it is ${time.format(Date.now())} now`)).toBeVisible();

  const { quietHours } = fake.app.settings;
  fake.changeApp({
    settings: { ...fake.app.settings, quietHours: { ...quietHours, timeZone: 'Hongkong' } },
  });
  await expect.element(zone).toHaveDisplayValue('Hongkong');
  await zone.selectOptions('This computer’s');
  await expect.poll(() => fake.app.settings.quietHours.timeZone).toBeNull();
});

test('how news is told is chosen, and for how long it is gathered', async () => {
  const fake = await openNotifications();
  const minutes = page.getByRole('textbox', { name: 'Minutes for which news is gathered' });
  await expect.element(minutes).toHaveValue('5');
  await minutes.fill('8');
  await userEvent.tab();
  expect(fake.requestsTo('settings:change').at(-1)).toEqual({ digestMinutes: 8 });
  await page.getByText('Every change', { exact: true }).click();
  expect(fake.requestsTo('settings:change').at(-1)).toEqual({ news: 'everyChange' });
});

test('the preview shows what each level shows', async () => {
  await openTiming();
  await expect.element(page.getByText('Sheung Wan florist. Van.')).toBeVisible();
  await page.getByText('Everything', { exact: true }).click();
  await expect.element(page.getByText('Sheung Wan florist. Lau K., van.')).toBeVisible();
});

test('the test names each hop, and the history of notifications is one click away', async () => {
  const fake = busyBoard();
  fake.notificationTest = {
    startedAtMs: 0,
    isOver: true,
    hops: [
      { name: 'outbox', state: 'passed', afterMs: 3, reason: null },
      { name: 'shown', state: 'failed', afterMs: 40, reason: 'refused' },
    ],
  };
  await drawn(fake);
  await userEvent.keyboard('{Control>},{/Control}');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByText('failed: refused')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'History of notifications' }))
    .toBeVisible();
});

const field = (name: string) => page.getByRole('textbox', { name });

test('the age of positions and the distances to stops are set within each other’s bounds', async () => {
  const fake = await openTiming();
  const silent = field('Minutes until a position counts as old');
  await expect.element(silent).toHaveValue('3');
  await silent.fill('10');
  await userEvent.tab();
  await expect
    .element(page.getByText(/“10” was not kept: it takes a whole number from 1 to 9/))
    .toBeVisible();
  await silent.fill('9');
  await userEvent.tab();
  const leave = field('Metres beyond which a courier has left a stop');
  await expect.element(leave).toHaveValue('250');
  await leave.fill('199');
  await userEvent.tab();
  await expect.element(page.getByText(/“199” was not kept: .* from 200 to 3,000/)).toBeVisible();
  await leave.fill('400');
  await userEvent.tab();
  expect(fake.requestsTo('settings:change')).toEqual([
    { silenceLimits: { silentMinutes: 9, lostMinutes: 10 } },
    { fences: { enterMeters: 150, leaveMeters: 400 } },
  ]);
});

test('a group has ages and distances of its own, until it follows the others again', async () => {
  const fake = busyBoard();
  fake.groups = ['Harbour'];
  await openNotifications(fake);
  const rule = () => fake.app.settings.groupRules[0];
  await page.getByText('Harbour', { exact: true }).click();
  await page.getByRole('switch', { name: 'Harbour: age of positions of its own' }).click();
  await page.getByRole('switch', { name: 'Harbour: distances to stops of its own' }).click();
  await page.getByRole('switch', { name: 'Harbour: times at the stops of its own' }).click();
  await page
    .getByRole('textbox', { name: 'Harbour: Minutes until a courier is too long at the pickup' })
    .fill('25');
  await userEvent.tab();
  await page
    .getByRole('textbox', { name: 'Harbour: Minutes until a position counts as lost' })
    .fill('20');
  await userEvent.tab();
  await page
    .getByRole('textbox', { name: 'Harbour: Metres within which a courier is at a stop' })
    .fill('100');
  await userEvent.tab();
  await expect.poll(rule).toMatchObject({
    group: 'Harbour',
    silenceLimits: { silentMinutes: 3, lostMinutes: 20 },
    stayLimits: { pickupMinutes: 25, destinationMinutes: 10 },
    fences: { enterMeters: 100, leaveMeters: 250 },
  });
  await page.getByRole('switch', { name: 'Harbour: times at the stops of its own' }).click();
  await page.getByRole('switch', { name: 'Harbour: age of positions of its own' }).click();
  await page.getByRole('switch', { name: 'Harbour: distances to stops of its own' }).click();
  await expect.poll(() => fake.app.settings.groupRules).toEqual([]);
});
