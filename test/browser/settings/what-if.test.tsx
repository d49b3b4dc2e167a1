import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SettingsChange } from '../../../core/settings/settings.ts';
import { drawn } from '../support/drawn.tsx';
import { stillPage } from '../support/on-page.ts';
import { sampleWhatIf } from '../support/sample-detail.ts';
import { busyBoard } from '../support/scene.ts';
import type { SettingsSection } from '../../../renderer/stores/settings/settings-store.ts';

async function openNotifications(fake = busyBoard(), section: SettingsSection = 'notifications') {
  const model = await drawn(fake);
  await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
  model.settings.open(section);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { fake, model };
}

const openTiming = (fake = busyBoard()) => openNotifications(fake, 'timing');

/** What stands beside a control, in its row. */
function beside(
  role: 'combobox' | 'switch' | 'textbox' | 'group',
  name: string,
): string | undefined {
  const control = page.getByRole(role, { name, exact: true }).element();
  return control.closest('tr, .set-row')?.querySelector('.what-if')?.textContent;
}

/** How far down each row begins, in CSS pixels. */
function rowPlaces(): readonly number[] {
  return [...document.querySelectorAll('tr, .set-row')].map(
    (row) => row.getBoundingClientRect().top,
  );
}

const asked = (fake: ReturnType<typeof busyBoard>) =>
  fake.requestsTo('notifications:what-if') as readonly { changes: readonly SettingsChange[] }[];

test('beside a switch stand the notifications of the last day, and those with it switched', async () => {
  const { model } = await openNotifications();
  await expect
    .poll(() => beside('switch', 'Every move'))
    .toBe('With this: 142 instead of 11 in the last 24\u00A0h');
  model.settings.open('timing');
  await expect
    .poll(() => beside('switch', 'Quiet hours'))
    .toBe('With this: 8 instead of 11 in the last 24\u00A0h');
  expect(beside('switch', 'Released and cancelled still come through')).toBe(
    'No difference in the last 24\u00A0h',
  );
});

test('beside each kind stands how many there would have been with it switched', async () => {
  await openNotifications();
  await expect.poll(() => beside('combobox', 'Completed: told as')).toBe('without: 8');
  expect(beside('combobox', 'Stops changed: told as')).toBe('with: 13');
  expect(beside('combobox', 'Created: told as')).toBe('');
  const head = page.getByRole('columnheader', { name: /^Event/ }).element();
  expect(head.textContent).toBe('EventLast 24\u00A0h: 11');
});

test('beside a number stand smaller and larger ones, beside a choice the others', async () => {
  const fake = busyBoard();
  const { everyMove } = fake.app.settings;
  fake.changeApp({
    settings: { ...fake.app.settings, everyMove: { ...everyMove, isTold: true, meters: 400 } },
  });
  const { model } = await openNotifications(fake);
  await expect
    .poll(() => beside('textbox', 'Metres between two moves that are told'))
    .toBe('With 200\u00A0m: 142, 800\u00A0m: 44, instead of 77 in the last 24\u00A0h');
  expect(beside('textbox', 'Minutes for which news is gathered')).toBe(
    'With 3\u00A0min: 77, 10\u00A0min: 75, instead of 77 in the last 24\u00A0h',
  );
  model.settings.open('timing');
  await expect
    .poll(() => beside('group', 'While the screen is locked'))
    .toBe('With “The same”: 77, “Nothing”: 76, instead of 77 in the last 24\u00A0h');
});

test.each([
  [3, '3\u00A0h'],
  [0.5, '30\u00A0min'],
])('a recording that is shorter than a day names its own length: %s h', async (hours, length) => {
  const fake = busyBoard();
  fake.whatIf = ({ changes }) => sampleWhatIf(fake.app.settings, changes, Date.now(), hours);
  await openTiming(fake);
  await expect
    .poll(() => beside('switch', 'Quiet hours'))
    .toBe(`With this: 8 instead of 11 in the last ${length}`);
});

test('all that the page can change is asked about once, and nothing after it is closed', async () => {
  const { fake, model } = await openTiming();
  await expect.poll(() => beside('switch', 'Quiet hours')).toMatch(/^With this/);
  const keys = asked(fake).flatMap(({ changes }) => changes.map((each) => JSON.stringify(each)));
  expect(new Set(keys).size).toBe(keys.length);
  const requests = asked(fake).length;
  model.settings.open('checking');
  await model.settings.change({ usesLetterKeys: false });
  await stillPage();
  expect(asked(fake)).toHaveLength(requests);
});

test('a setting that changed asks anew, and an answer from before is dropped', async () => {
  const fake = busyBoard();
  let counts = 0;
  fake.whatIf = ({ changes }) => {
    counts += 1;
    const notified = fake.app.settings.toldKinds.completed.level === 'news' ? 11 : 8;
    const fresh = {
      fromMs: 0,
      untilMs: 24 * 3_600_000,
      notified,
      otherwise: changes.map(() => notified + 1),
    };
    return counts === 1 ? { ...fresh, notified: 777, otherwise: changes.map(() => 778) } : fresh;
  };
  fake.hold('notifications:what-if');
  await openNotifications(fake);
  await expect.poll(() => asked(fake).length).toBe(1);
  await page.getByRole('combobox', { name: 'Completed: told as' }).selectOptions('kept');
  await expect.poll(() => fake.app.settings.toldKinds.completed.level).toBe('kept');
  const seen = new Set<string | undefined>();
  const watching = new MutationObserver(() => seen.add(beside('combobox', 'Completed: told as')));
  watching.observe(document.body, { childList: true, subtree: true, characterData: true });
  fake.letGo('notifications:what-if');
  await expect.poll(() => beside('combobox', 'Completed: told as')).toBe('with: 9');
  watching.disconnect();
  expect([...seen].some((text) => text?.includes('77'))).toBe(false);
  expect(asked(fake).at(-1)?.changes).toContainEqual({
    toldKinds: {
      ...fake.app.settings.toldKinds,
      completed: { ...fake.app.settings.toldKinds.completed, level: 'news' },
    },
  });
});

test('nothing recorded is said once, and nothing beside the choices', async () => {
  const fake = busyBoard();
  fake.whatIf = () => null;
  await openNotifications(fake);
  await expect.element(page.getByText(/^Nothing is recorded yet;/)).toBeVisible();
  expect(document.querySelectorAll('.what-if')).toHaveLength(0);
});

test('what could not be counted is said once, until it can be', async () => {
  const fake = busyBoard();
  fake.failing.set('notifications:what-if', { code: 'internal-error', message: 'x' });
  await openNotifications(fake);
  await expect.element(page.getByText(/could not be counted\.$/)).toBeVisible();
  expect(document.querySelectorAll('.what-if')).toHaveLength(0);
  fake.failing.clear();
  await page.getByRole('combobox', { name: 'Completed: told as' }).selectOptions('kept');
  await expect.poll(() => beside('combobox', 'Completed: told as')).toBe('with: 11');
  await expect.element(page.getByText(/could not be counted\.$/)).not.toBeInTheDocument();
});

test.each(['en', 'zh-Hant'] as const)(
  'the answers take the places that were kept for them, in %s',
  async (language) => {
    const fake = busyBoard();
    fake.changeApp({
      settings: { ...fake.app.settings, language },
      speech: { language, locale: language === 'en' ? 'en' : 'zh-Hant-HK' },
    });
    fake.hold('notifications:what-if');
    const model = await drawn(fake);
    await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
    model.settings.open('notifications');
    await expect.poll(() => asked(fake).length).toBe(1);
    await stillPage();
    const before = rowPlaces();
    fake.letGo('notifications:what-if');
    await expect.poll(() => document.querySelectorAll('.what-if.counting').length).toBe(0);
    expect(document.querySelectorAll('.what-if').length).toBeGreaterThan(20);
    expect(rowPlaces()).toEqual(before);
  },
);

test('a group is asked about once it is open', async () => {
  const { fake } = await openNotifications();
  await expect.poll(() => beside('switch', 'Every move')).toMatch(/^With this/);
  const ofGroups = () =>
    asked(fake).flatMap(({ changes }) => changes.flatMap(({ groupRules }) => groupRules ?? []));
  expect(ofGroups()).toEqual([]);
  await page.getByText('Florists', { exact: true }).click();
  await expect
    .poll(() => beside('switch', 'Florists: mute'))
    .toBe('With this: 7 instead of 11 in the last 24\u00A0h');
  expect(new Set(ofGroups().map(({ group }) => group))).toEqual(new Set(['Florists']));
});

test('beside a choice that the company made stands nothing', async () => {
  const fake = busyBoard();
  fake.changeApp({ lockedSettings: ['waitLimits'] });
  await openTiming(fake);
  await expect.poll(() => beside('switch', 'Quiet hours')).toMatch(/^With this/);
  expect(beside('textbox', 'Minutes until a courier counts as not moving')).toBeUndefined();
});
