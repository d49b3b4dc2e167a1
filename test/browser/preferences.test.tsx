import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyGroupRule, type GroupRule } from '../../core/notification/group-rules.ts';
import { clockText } from '../../core/order/format.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { focusList } from '../../renderer/window-keys.ts';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { FakeBridge } from './support/fake-bridge.ts';
import { sampleId, sampleRows } from './support/sample-board.ts';
import { FakeWindowTime } from '../unit/renderer/support/fake-window-time.ts';
import { orderCommands } from '../../renderer/components/order-commands.ts';

const florist = sampleId('3f2b8c1e');

async function openFlorist() {
  const fake = busyBoard();
  fake.groups = ['Florists', 'Hotels'];
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  model.reveal(florist);
  await expect
    .element(page.getByRole('heading', { name: 'Group and notifications' }))
    .toBeVisible();
  return fake;
}

/** The board on a clock of its own. */
async function boardOnClock() {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs, sampleRows(time.nowMs()));
  const model = await drawn(fake, time);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  return { fake, model, time };
}

test('an order is put into a group when the field is left, and out of it when it is emptied', async () => {
  const fake = await openFlorist();
  const field = page.getByRole('combobox', { name: 'Group' });
  await field.fill('Hotels');
  await userEvent.tab();
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences'))
    .toEqual([{ ids: [florist], change: { group: 'Hotels' } }]);
  await field.fill('');
  await userEvent.tab();
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences').at(-1))
    .toEqual({ ids: [florist], change: { group: null } });
});

const promiseTime = () => page.getByLabelText('Time that was promised');
const promiseDay = () => page.getByLabelText('Day of the promised time');

/** The moment at which the clock shows this time, so many days from today. */
function clockAt(hours: number, minutes: number, daysLater = 0): number {
  const at = new Date();
  at.setDate(at.getDate() + daysLater);
  return at.setHours(hours, minutes, 0, 0);
}

const change = (promisedAtMs: number | null) => ({ ids: [florist], change: { promisedAtMs } });

test('a promised time is a time of 24 hours with its day, is kept and can be removed', async () => {
  const fake = await openFlorist();
  const promised = () => fake.requestsTo('orders:set-preferences').at(-1);
  await expect.element(promiseDay()).toHaveDisplayValue('Today');
  await promiseDay().selectOptions('Tomorrow');
  expect(promised()).toBeUndefined();
  await promiseTime().fill('3:45 pm');
  await userEvent.keyboard('{Enter}');
  await expect.poll(promised).toEqual(change(clockAt(15, 45, 1)));
  await expect.element(promiseTime()).toHaveValue('15:45');
  await expect.element(promiseDay()).toHaveDisplayValue('Tomorrow');
  await promiseDay().selectOptions('Today');
  await expect.poll(promised).toEqual(change(clockAt(15, 45)));
  await page.getByRole('button', { name: 'Remove the promised time' }).click();
  expect(promised()).toEqual(change(null));
  await expect.element(promiseTime()).toHaveValue('');
});

test('a promise of another day says which', async () => {
  const fake = await openFlorist();
  const days = document.querySelectorAll('select[aria-label="Day of the promised time"] option');
  expect([...days].map((day) => day.textContent)).toEqual([
    'Today',
    'Tomorrow',
    ...Array.from({ length: 5 }, () => expect.stringMatching(/^[A-Z][a-z]{2}, /)),
  ]);
  await promiseDay().selectOptions([...days].at(-1)?.textContent ?? '');
  await promiseTime().fill('09:15');
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences').at(-1))
    .toEqual({ ids: [florist], change: { promisedAtMs: clockAt(9, 15, 6) } });
});

test('what is no time is not kept', async () => {
  const fake = await openFlorist();
  await promiseTime().fill('25:00');
  await userEvent.tab();
  await expect.element(promiseTime()).toHaveValue('');
  expect(fake.requestsTo('orders:set-preferences')).toEqual([]);
});

test('no field writes a time with AM and PM', async () => {
  await openFlorist();
  await userEvent.keyboard('{Control>},{/Control}');
  await page.getByRole('button', { name: 'When and how' }).click();
  await expect.element(page.getByLabelText('Quiet hours from')).toHaveValue('22:00');
  expect(document.querySelector('input[type="time"], input[type="datetime-local"]')).toBeNull();
});

test('a snooze can be ended', async () => {
  const fake = await openFlorist();
  await page.getByRole('button', { name: 'Snooze for 15\u00A0min' }).click();
  const [snoozed] = fake.requestsTo('orders:set-preferences');
  expect(snoozed).toEqual({
    ids: [florist],
    change: { snoozedUntilMs: expect.any(Number) as unknown },
  });
  await page.getByRole('button', { name: 'End the snooze' }).click();
  expect(fake.requestsTo('orders:set-preferences').at(-1)).toEqual({
    ids: [florist],
    change: { snoozedUntilMs: null },
  });
  await expect.element(page.getByRole('button', { name: 'Snooze for 1\u00A0hour' })).toBeVisible();
});

const row = () => page.getByRole('option', { name: /Sheung Wan florist/ });
const details = () => page.getByRole('complementary');
const toasts = () => document.querySelector('.toasts')?.textContent;

test('a snooze shows in the row and the details until when, S ends it, and undo snoozes as before', async () => {
  await page.viewport(1180, 760);
  const { fake, model, time } = await boardOnClock();
  const untilMs = time.nowMs() + 15 * 60_000;
  const until = clockText(untilMs, 'en');
  model.reveal(florist);
  await expect.element(details()).toBeVisible();
  focusList();
  await userEvent.keyboard('s');
  await expect.element(row()).toHaveAccessibleName(new RegExp(`Snoozed until ${until}`));
  expect(row().element().querySelector('.lab')?.textContent).toContain(until);
  await expect.element(details().getByText(`Snoozed until ${until}`)).toBeVisible();
  await userEvent.keyboard('s');
  await expect.element(row()).not.toHaveAccessibleName(/Snoozed/);
  await expect.element(details().getByText(/^Snoozed/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(row()).toHaveAccessibleName(/Snoozed until/);
  expect(fake.requestsTo('orders:set-preferences')).toMatchObject([
    { change: { snoozedUntilMs: untilMs } },
    { change: { snoozedUntilMs: null } },
    { change: { snoozedUntilMs: untilMs } },
  ]);
  time.pass(16 * 60_000);
  await expect.element(row()).not.toHaveAccessibleName(/Snoozed/);
});

test('the silence of a group shows in the rows and details of its orders with its end; S and the line lead to its setting', async () => {
  await page.viewport(1180, 760);
  const { fake, model, time } = await boardOnClock();
  const rule = (parts: Partial<GroupRule>) =>
    fake.changeApp({
      settings: {
        ...fake.app.settings,
        groupRules: [{ ...emptyGroupRule('Florists'), ...parts }],
      },
    });
  model.reveal(florist);
  await expect.element(details()).toBeVisible();
  await model.actions.setPreferences([florist], { group: 'Florists' });
  const untilMs = time.nowMs() + 60 * 60_000;
  const until = clockText(untilMs, 'en');
  rule({ snoozedUntilMs: untilMs });
  const said = `Its group is snoozed until ${until}`;
  await expect.element(row()).toHaveAccessibleName(new RegExp(said));
  expect(row().element().querySelector('.lab')?.textContent).toContain(until);
  await expect.element(details().getByText(said)).toBeVisible();
  expect(orderCommands(model, [florist]).snooze.name).toBe('Silence of the group…');
  focusList();
  await userEvent.keyboard('s');
  const groups = page.getByRole('heading', { name: 'Groups' });
  const back = page.getByRole('button', { name: 'Back to orders' });
  await expect.element(groups).toBeInViewport();
  await back.click();
  await details()
    .getByRole('button', { name: `The setting behind “${said}”` })
    .click();
  await expect.element(groups).toBeInViewport();
  await back.click();
  expect(fake.requestsTo('orders:set-preferences')).toHaveLength(1);
  rule({ isMuted: true });
  await expect.element(row()).toHaveAccessibleName(/Its group is muted/);
  await expect.element(details().getByText('Its group is muted')).toBeVisible();
  rule({ snoozedUntilMs: untilMs });
  time.pass(61 * 60_000);
  await expect.element(row()).not.toHaveAccessibleName(/Its group/);
  await expect.element(details().getByText(/^Its group/)).not.toBeInTheDocument();
});

test('the menu of an order that is snoozed ends the snooze; of several, once all are snoozed', async () => {
  const { fake, model, time } = await boardOnClock();
  model.reveal(florist);
  await model.actions.snooze([florist], 'hour');
  expect(orderCommands(model, [florist]).snooze.name).toBe('End the snooze');
  orderCommands(model, [florist]).snooze.run();
  await expect.element(details().getByText(/^Snoozed/)).not.toBeInTheDocument();
  expect(orderCommands(model, [florist]).snooze.name).toBe('Snooze for 15\u00A0min');
  // One of two is not snoozed: then both are.
  const others = [florist, sampleId('c0ffee06')];
  await model.actions.snooze([florist], 'hour');
  await model.actions.toggleSnoozed(others);
  expect(fake.requestsTo('orders:set-preferences').at(-1)).toEqual({
    ids: others,
    change: { snoozedUntilMs: time.nowMs() + 15 * 60_000 },
  });
});

test('a snooze that outlasts a promise says so in the menu, when it begins and as long as it lasts', async () => {
  const { fake, model, time } = await boardOnClock();
  const kennedy = sampleId('c0ffee06');
  const promisedAtMs = time.nowMs() + 10 * 60_000;
  const promise = clockText(promisedAtMs, 'en');
  const until = clockText(time.nowMs() + 15 * 60_000, 'en');
  const promised = (id: OrderId, atMs: number | null) => {
    const known = fake.row(id);
    if (!known) throw new Error('no such order');
    fake.upsert({ ...known, promisedAtMs: atMs });
  };
  promised(kennedy, null);
  promised(florist, time.nowMs() + 20 * 60_000);
  model.reveal(florist);
  await expect.element(details()).toBeVisible();
  expect(orderCommands(model, [florist]).snooze.name).toBe('Snooze for 15\u00A0min');
  promised(florist, promisedAtMs);
  const past = `, past its promise ${promise}`;
  expect(orderCommands(model, [florist]).snooze.name).toBe(`Snooze for 15\u00A0min${past}`);
  focusList();
  await userEvent.keyboard('s');
  await expect.poll(toasts).toContain(`Snoozed until ${until}${past}:`);
  await expect.element(details().getByText(`Snoozed until ${until}${past}`)).toBeVisible();
  await model.actions.endSnooze([florist]);
  await model.actions.snooze([florist, kennedy], 'quarter');
  const ofOne = `Snoozed until ${until}, past the promise of 1 order, ${promise}:`;
  await expect.poll(toasts).toContain(ofOne);
  const known = fake.row(florist);
  if (!known) throw new Error('no such order');
  fake.upsert({ ...known, group: 'Florists' });
  await model.actions.silenceGroup('Florists', {
    snoozedUntilMs: time.nowMs() + 15 * 60_000,
  });
  await expect.poll(toasts).toMatch(/Group snoozed until .*, past the promise/);
  // The way to its setting has no room beside all that: on its own line it begins where the words do.
  await page.viewport(1180, 760);
  await model.actions.endSnooze([florist]);
  const way = details().getByRole('button', { name: /The setting behind .*past its promise/ });
  await expect.element(way).toBeVisible();
  const button = way.element();
  const said = button.parentElement?.firstElementChild?.getBoundingClientRect();
  const at = button.getBoundingClientRect();
  expect(at.top).toBeGreaterThan(said?.top ?? Number.NaN);
  expect(at.left + parseFloat(getComputedStyle(button).paddingLeft)).toBeCloseTo(said?.left ?? 0);
});

test('Shift+S asks for a time; Enter snoozes until it comes next, and the button says on which day', async () => {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  focusList();
  model.selection.select(florist);
  await userEvent.keyboard('{Shift>}S{/Shift}');
  const field = page.getByLabelText('Snooze until this time, in 24-hour form');
  await expect.element(field).toHaveFocus();
  const soon = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 120_000);
  const past = new Date(soon.getTime() - 300_000);
  await userEvent.keyboard(clockText(past.getTime(), 'en'));
  const day = past.getDate() === new Date().getDate() ? 'tomorrow' : 'today';
  await expect
    .element(page.getByRole('button', { name: new RegExp(`^Until .* ${day}$`) }))
    .toBeVisible();
  await field.fill(clockText(soon.getTime(), 'en').replace(':', ''));
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => fake.requestsTo('orders:set-preferences'))
    .toEqual([{ ids: [florist], change: { snoozedUntilMs: soon.getTime() } }]);
  await expect.element(field).not.toBeInTheDocument();
});

test('an order is followed, not followed, or as usual', async () => {
  const fake = await openFlorist();
  for (const [choice, tellsEveryMove] of [
    ['Yes', true],
    ['No', false],
    ['As usual', null],
  ] as const) {
    await page.getByRole('group', { name: 'Follow' }).getByText(choice, { exact: true }).click();
    await expect
      .poll(() => fake.requestsTo('orders:set-preferences').at(-1))
      .toEqual({ ids: [florist], change: { tellsEveryMove } });
  }
});

test('a group is muted, snoozed and given kinds and times of its own in the settings', async () => {
  const fake = busyBoard();
  fake.groups = ['Hotels'];
  await drawn(fake);
  await userEvent.keyboard('{Control>},{/Control}');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.getByText('Hotels', { exact: true }).click();
  await page.getByRole('switch', { name: 'Hotels: mute' }).click();
  await page
    .getByRole('combobox', { name: 'Hotels: Matched with a courier, told as' })
    .selectOptions('kept');
  const completed = page.getByRole('combobox', { name: 'Hotels: Completed, told as' });
  expect(completed.getByRole('option').first().element().textContent).toBe('As for all: News');
  await completed.selectOptions('needsYou');
  await expect.element(completed).toHaveAccessibleDescription(/^At once and by name/);
  await page.getByRole('switch', { name: 'Hotels: waiting times of its own' }).click();
  await page.getByRole('button', { name: 'Hotels: Snooze for 1\u00A0hour' }).click();
  expect(fake.app.settings.groupRules).toEqual([
    {
      group: 'Hotels',
      isMuted: true,
      tellsEveryMove: false,
      needsYou: ['completed'],
      kept: ['matched'],
      waitLimits: { notMovingMinutes: 10, longWaitMinutes: 20 },
      snoozedUntilMs: expect.any(Number) as unknown,
    },
  ]);
  await expect.element(page.getByText('Muted', { exact: true })).toBeVisible();
});

test('fault 61: an order that is not watched any more says so, whatever still points to it', async () => {
  const fake = busyBoard();
  await drawn(fake);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  fake.reveal(sampleId('deadbeef'));
  await expect
    .poll(() => document.querySelector('.toasts')?.textContent)
    .toContain('Not watched any more: deadbeef');
});
