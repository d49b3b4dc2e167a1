import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AttentionReason } from '../../../core/watch/attention-reasons.ts';
import type { WindowModel } from '../../../renderer/window-model.ts';
import { FakeWindowTime } from '../../unit/renderer/support/fake-window-time.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import { accessibilityFaults, drawn, drawnScene } from '../support/drawn.tsx';
import { FakeBridge } from '../support/fake-bridge.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { stillPage } from '../support/on-page.ts';
import { sampleId, sampleRows } from '../support/sample-board.ts';

const minute = 60_000;
const florist = sampleId('3f2b8c1e');

/** The design's board with a promise for the florist, on a clock of its own. */
async function boardWithPromise(
  inMinutes: number,
  reason: 'promiseAhead' | 'promisePassed' | null = null,
) {
  const time = new FakeWindowTime();
  const promisedAtMs = time.nowMs() + inMinutes * minute;
  const age = { kind: 'promise', atMs: promisedAtMs } as const;
  const promise = { promisedAtMs, ...(reason && { attention: { score: 30, reason, age } }) };
  const rows = sampleRows(time.nowMs()).map((row) =>
    row.id === florist ? { ...row, ...promise } : row,
  );
  const fake = new FakeBridge(time.nowMs, rows);
  const model = await drawn(fake, time);
  await expect.element(page.getByRole('listbox', { name: 'Orders' })).toBeVisible();
  return { fake, model, time };
}

const row = () => page.getByRole('option', { name: /Sheung Wan florist/ }).element();
/** What the row says of its promise: the shape and the words. */
const countdown = () => [
  row().querySelector('.countdown use')?.getAttribute('href'),
  row().querySelector('.countdown')?.textContent.replaceAll('\u00A0', ' '),
];
/** The status of the row and the time beside it. */
const stat = () => row().querySelector('.stat')?.textContent.replaceAll('\u00A0', ' ');
const head = () => document.querySelector('.dhead')?.textContent.replaceAll('\u00A0', ' ');
const statLeft = () => row().querySelector('.stat')?.getBoundingClientRect().left;
/** Where the status and the courier of each other row begin and end. */
const columns = () =>
  [...document.querySelectorAll('.row')]
    .filter((each) => each !== row())
    .flatMap((each) => [...each.querySelectorAll('.lab, .stat, .route, .cour')])
    .map((each) => {
      const { left, right } = each.getBoundingClientRect();
      return [left, right];
    });

test('a promise counts down in its row, in a shape and words that change as it comes near and passes', async () => {
  const { time } = await boardWithPromise(190);
  expect(countdown()).toEqual(['#i-clock', 'in 3 h']);
  for (const [minutes, ...said] of [
    [165, '#i-clock', 'in 25 min'],
    [14, '#i-clock', 'in 11 min'],
    [1, '#i-st-attention', 'in 10 min'],
    [9, '#i-st-attention', 'in 1 min'],
    [0.5, '#i-st-attention', 'due now'],
    [0.5, '#i-st-problem', 'just passed'],
    [12, '#i-st-problem', '12 min over'],
    [110, '#i-st-problem', '2 h over'],
  ] as const) {
    time.pass(minutes * minute);
    await expect.poll(countdown).toEqual(said);
  }
});

test('a minute that passes draws no row again', async () => {
  const { time } = await boardWithPromise(25);
  const spoken = row().getAttribute('aria-label');
  expect(spoken).toMatch(/Promised \d\d:\d\d, in 25\u00A0min\./);
  time.pass(minute);
  await expect.poll(() => countdown()[1]).toBe('in 24 min');
  expect(row().getAttribute('aria-label')).toBe(spoken);
});

test('a promise that passes changes the words of its order at that moment', async () => {
  const { model, time } = await boardWithPromise(2, 'promiseAhead');
  // Behind other windows, where two seconds are no look that acknowledges it.
  model.detail.setInFront(false);
  model.reveal(florist);
  await expect.poll(head).toMatch(/Promise at hand.*Promised \d\d:\d\d, in 2 min/);
  expect(stat()).toMatch(/^Promise at hand(?!in)/);
  time.pass(3 * minute);
  await expect.poll(head).toMatch(/Promise passed.*Promised \d\d:\d\d, 1 min over/);
  expect(stat()).toMatch(/^Promise passed(?!1)/);
});

test.each([1180, 1600])(
  'a promise takes its place from its own row, and the columns of all others stay, at %i px',
  async (widthPx) => {
    await page.viewport(widthPx, 760);
    const { fake, model, time } = await boardWithPromise(5);
    if (widthPx === 1180) model.reveal(florist);
    await expect.poll(() => countdown()[1]).toBe('in 5 min');
    const [before, own] = [columns(), statLeft()];
    expect(before.length).toBeGreaterThan(20);
    const known = fake.row(florist);
    if (!known) throw new Error('The sample has no florist.');
    fake.upsert({ ...known, promisedAtMs: null, attention: null });
    time.pass(1000);
    await expect.poll(countdown).toEqual([undefined, undefined]);
    expect([columns(), statLeft()]).toEqual([before, own]);
  },
);

test('an order that is over counts down to nothing', async () => {
  const { fake, time } = await boardWithPromise(5);
  const known = fake.row(florist);
  if (!known) throw new Error('The sample has no florist.');
  fake.upsert({ ...known, status: { raw: 'completed', phase: 'done' } });
  time.pass(1000);
  await expect.poll(countdown).toEqual([undefined, undefined]);
});

/** What is cut of the labels and the words of the status. */
const cut = () =>
  [...document.querySelectorAll('.row :is(.name, .stat bdi)')]
    .filter((words) => words.scrollWidth > words.clientWidth)
    .map((words) => words.textContent);
/** The prices that are shown. */
const prices = () =>
  [...document.querySelectorAll('.row .price')].filter((each) => each.checkVisibility());

test('beside open details at the usual size the price makes room for label and status, unless it is sorted by', async () => {
  await page.viewport(1180, 760);
  const { fake, model } = await drawnScene('promises');
  await expect.poll(() => model.detail.getState().openId).toBe(florist);
  await expect.poll(prices).toEqual([]);
  expect(row().getAttribute('aria-label')).toContain('86.00');
  // In the widest font, such as here, a label of 28 characters has room.
  expect(cut().filter((words) => words.length <= 28)).toEqual([]);
  fake.changeApp({ settings: { ...fake.app.settings, listSort: 'price' } });
  await expect.poll(() => prices().length).toBeGreaterThan(5);
});

test('a time that is none is said to be not kept, and the promise stays', async () => {
  const { model } = await drawnScene('promises');
  await expect.poll(() => model.detail.getState().openId).toBe(florist);
  const field = page.getByRole('textbox', { name: 'Time that was promised' });
  const before = (field.element() as HTMLInputElement).value; // a text box is an input
  await userEvent.fill(field, '25:99');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/“25:99” was not kept/)).toBeVisible();
  await expect.element(field).toHaveValue(before);
});

/** The design's board with a promise at hand and much else beside the name of five rows. */
async function crowdedPromises(scene = 'promises-list', other?: AttentionReason) {
  return drawnScene(scene, (fake) => {
    for (const [index, id] of [
      '3f2b8c1e',
      'c0ffee02',
      'c0ffee06',
      'c0ffee07',
      'c0ffee10',
    ].entries()) {
      const known = fake.row(sampleId(id));
      if (!known) throw new Error('The sample has this order.');
      const promisedAtMs = Date.now() + (index - 1.5) * minute;
      const reason = index < 2 ? 'promisePassed' : 'promiseAhead';
      const age = { kind: 'promise', atMs: promisedAtMs } as const;
      fake.upsert({
        ...known,
        label: `Chan table ${index}`,
        group: 'Kowloon East',
        note: 'side door',
        snoozedUntilMs: Date.now() + 60 * minute,
        promisedAtMs,
        attention: { score: 30, reason: other ?? reason, age, isSeen: true },
        forecast: {
          earliestAtMs: promisedAtMs - minute,
          latestAtMs: promisedAtMs,
          probability: 0.1,
        },
      });
    }
  });
}

test.each([
  ['at 150 percent', 'promises-list', 427, 493],
  ['at 125 percent', 'promises-list', 512, 592],
  ['in the narrowest window', 'promises-list', 640, 480],
  ['beside open details', 'promises', 1180, 760],
])(
  '%s a name is shown whole, and nothing lies over anything',
  async (_at, scene, width, height) => {
    await crowdedPromises(scene);
    await page.viewport(width, height);
    await stillPage();
    expect(cut().filter((words) => words.startsWith('Chan table'))).toEqual([]);
    expect(layoutFaults()).toEqual([]);
    // The promised time, and not the forecast, stands below the time that is left.
    const promised = [...document.querySelectorAll<HTMLElement>('.row .promised')];
    expect(promised.length).toBeGreaterThan(3);
    expect(promised.map((time) => time.innerText)).toEqual(
      promised.map((time) => time.querySelector('.at')?.textContent),
    );
  },
);

test('beside open details a name is shown whole also where the row says another status than its promise', async () => {
  const { fake } = await crowdedPromises('promises', 'longWait');
  const label = 'Chan table 2, back hall';
  const known = fake.row(sampleId('c0ffee06'));
  if (!known) throw new Error('The sample has this order.');
  fake.upsert({ ...known, label });
  await page.viewport(1180, 760);
  await stillPage();
  await expect.element(page.getByRole('option', { name: new RegExp(label) })).toBeVisible();
  expect(cut().filter((words) => words.startsWith('Chan table'))).toEqual([]);
  expect(layoutFaults()).toEqual([]);
});

test('of promises the one that has passed stands first, then the nearest, whatever else there is', async () => {
  const { fake, model } = await crowdedPromises();
  const late = fake.row(sampleId('c0ffee10'));
  if (late?.attention == null) throw new Error('It is promised.');
  fake.upsert({ ...late, attention: { ...late.attention, score: 35 } });
  const promised = () => {
    const { arrangement } = model.list.getState();
    const { rows } = model.board.getState();
    const names = arrangement.orderIds.map((id) => rows.get(id)?.label ?? '');
    return names.filter((name) => name.startsWith('Chan table'));
  };
  await expect.poll(promised).toEqual([0, 1, 2, 3, 4].map((index) => `Chan table ${index}`));
});

test('a promise that has passed has no odds, and those of one ahead are called a chance', async () => {
  const { fake } = await drawnScene('forecast');
  const arrival = page.getByText(/chance of being late/);
  await expect.element(arrival).toHaveTextContent('87% chance of being late');
  const known = fake.row(florist);
  if (!known) throw new Error('The sample has a florist.');
  fake.upsert({ ...known, promisedAtMs: Date.now() - minute });
  await expect.element(arrival).not.toBeInTheDocument();
});

test('the list of promises can be used by everyone', async () => {
  await drawnScene('promises');
  await expect.poll(() => document.querySelectorAll('.row .countdown').length).toBe(6);
  expect(await accessibilityFaults()).toEqual([]);
});

const several = ['3f2b8c1e', 'c0ffee06', 'c0ffee07'].map(sampleId);

/** The design's board with three orders selected, of which the florist's is promised. */
async function threeSelected() {
  const on = await boardWithPromise(25);
  focusList();
  const [first, ...others] = several;
  if (first === undefined) throw new Error('None is selected.');
  on.model.selection.select(first);
  for (const id of others) on.model.selection.toggle(id);
  await expect.element(page.getByText('3 selected').first()).toBeVisible();
  const promises = () => several.map((id) => on.fake.row(id)?.promisedAtMs ?? null);
  return { ...on, before: promises(), promises };
}

const timeField = () => page.getByLabelText('Time that was promised');

/** Types a time into the field that has the focus. */
async function typeTime() {
  await expect.element(timeField()).toHaveFocus();
  await userEvent.keyboard('15:30{Enter}');
}

test.each<[string, (model: WindowModel) => Promise<void>]>([
  ['T', () => userEvent.keyboard('t')],
  ['the head of the list', () => page.getByRole('button', { name: 'Promise a time' }).click()],
  [
    'the menu of the selected orders',
    async (model) => {
      model.layers.openRowMenu(300, 200, true);
      await page.getByRole('menuitem', { name: 'Promise a time' }).click();
    },
  ],
  [
    'the palette',
    async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await userEvent.keyboard('promise a{Enter}');
    },
  ],
])(
  'several orders are promised one time by %s, and undo gives each its own back',
  async (_by, ask) => {
    const { before, fake, model, promises, time } = await threeSelected();
    await ask(model);
    await typeTime();
    const at = new Date(time.nowMs());
    const promisedAtMs = promises()[0] ?? 0;
    expect(new Date(promisedAtMs).toTimeString().slice(0, 5)).toBe('15:30');
    expect(Math.abs(promisedAtMs - at.setHours(15, 30, 0, 0)) % (24 * 60 * minute)).toBe(0);
    expect(promises()).toEqual([promisedAtMs, promisedAtMs, promisedAtMs]);
    expect(fake.requestsTo('orders:set-preferences')).toEqual([
      { ids: expect.arrayContaining(several) as unknown, change: { promisedAtMs } },
    ]);
    await expect.element(page.getByText(/^Promised .*15:30/).first()).toBeVisible();
    await model.actions.reverse('undo');
    expect(promises()).toEqual(before);
  },
);

test('the promised time of one order is said, and undo gives the one before back', async () => {
  const { fake, model } = await drawnScene('promises');
  await expect.poll(() => model.detail.getState().openId).toBe(florist);
  const promisedAtMs = () => fake.row(florist)?.promisedAtMs;
  const before = promisedAtMs();
  await userEvent.fill(page.getByRole('textbox', { name: 'Time that was promised' }), '15:31');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Promised .*15:31/).first()).toBeVisible();
  expect(promisedAtMs()).not.toBe(before);
  await model.actions.reverse('undo');
  expect(promisedAtMs()).toBe(before);
});

test('the promises of several orders are taken back together', async () => {
  const { model, promises } = await threeSelected();
  await userEvent.keyboard('t');
  await expect.element(timeField()).toHaveValue('');
  await page.getByRole('button', { name: 'Remove the promised time' }).click();
  expect(promises()).toEqual([null, null, null]);
  await model.actions.reverse('undo');
  expect(promises().filter((atMs) => atMs !== null)).toHaveLength(1);
});

test('a row counts down to the second how long its order can be cancelled without cost', async () => {
  const time = new FakeWindowTime();
  const freeCancelUntilMs = time.nowMs() + 3 * minute + 12_000;
  const rows = sampleRows(time.nowMs()).map((each) =>
    each.id === florist ? { ...each, freeCancelUntilMs } : each,
  );
  await drawn(new FakeBridge(time.nowMs, rows), time);
  await expect.element(page.getByText('free to cancel for 3:12')).toBeVisible();
  expect(row().getAttribute('aria-label')).toMatch(/Free to cancel until \d\d:\d\d/);
  time.pass(7000);
  await expect.element(page.getByText('free to cancel for 3:05')).toBeVisible();
  time.pass(3 * minute + 5000);
  await expect.element(page.getByText(/free to cancel/)).not.toBeInTheDocument();
});

test('of a promised time that has passed it is said how long ago it is', async () => {
  const { model } = await drawnScene('promises');
  await expect.poll(() => model.detail.getState().openId).toBe(florist);
  const passedMs = (minutes: number) => model.time.nowMs() - minutes * minute;
  await model.actions.promise([florist], passedMs(95));
  await expect.element(page.getByText(/^Promised .*, which is 95\u00A0min ago/)).toBeVisible();
  await model.actions.promise([florist], passedMs(0));
  await expect.element(page.getByText(/^Promised (?!.*ago)/).first()).toBeVisible();
});
