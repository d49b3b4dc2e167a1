import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderDetail, TimelineEntry } from '../../core/board/board.ts';
import type { UpdateOutcome } from '../../core/recording/update-outcome.ts';
import { emptyGroupRule } from '../../core/notification/group-rules.ts';
import type { OrderChange } from '../../core/order/order-update.ts';
import type { Order } from '../../core/order/order.ts';
import { changedPreferences } from '../../core/watch/order-preferences.ts';
import { followingPaces } from '../../core/watch/pace-settings.ts';
import { drawn, drawnBoard, drawnScene } from './support/drawn.tsx';
import { sampleId } from './support/sample-board.ts';
import { busyBoard } from './support/scene.ts';

const panel = () => page.getByRole('complementary');
const edge = () => page.getByRole('separator', { name: 'Width of the details' });
const drawnText = () => document.querySelector('pre.json')?.textContent;
const widthPx = () => document.querySelector('aside.detail')?.getBoundingClientRect().width;

async function shown(name: string): ReturnType<typeof drawnScene> {
  const opened = await drawnScene(name);
  await expect.element(panel()).toBeVisible();
  return opened;
}

const at = (clientX: number) => ({ bubbles: true, button: 0, pointerId: 1, clientX });

describe('the width of the details', () => {
  test('follows the pointer within its limits', async () => {
    await shown('board');
    expect(widthPx()).toBe(380);
    const element = edge().element();
    const { left } = element.getBoundingClientRect();
    element.setPointerCapture = () => {};
    element.dispatchEvent(new PointerEvent('pointerdown', at(left)));
    element.dispatchEvent(new PointerEvent('pointermove', at(left - 60)));
    await expect.poll(widthPx).toBe(440);
    element.dispatchEvent(new PointerEvent('pointermove', at(left - 900)));
    await expect.poll(widthPx).toBe(520);
    element.dispatchEvent(new PointerEvent('pointermove', at(left + 900)));
    await expect.poll(widthPx).toBe(340);
    element.dispatchEvent(new PointerEvent('pointerup', at(left)));
  });

  test('follows the arrow keys, and Enter makes it the usual one', async () => {
    await shown('board');
    edge().element().focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.poll(widthPx).toBe(420);
    await userEvent.keyboard('{Home}');
    await expect.poll(widthPx).toBe(520);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(widthPx).toBe(500);
    await userEvent.keyboard('{Enter}');
    await expect.poll(widthPx).toBe(380);
  });

  test('is remembered as soon as it is chosen, and comes back with the window', async () => {
    const { fake } = await shown('board');
    edge().element().focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect
      .poll(() => fake.requestsTo('window:remember'))
      .toMatchObject([{ view: { detailWidthPx: 400 }, isLeaving: false }]);
    document.querySelector('#root')?.remove();
    const next = await drawn(fake);
    await expect.poll(() => next.layout.getState().detailWidthPx).toBe(400);
  });
});

describe('each problem is shown with its actions', () => {
  test('an old position shows its age and offers the courier’s number', async () => {
    const { fake, model } = await shown('not-moving');
    await expect
      .element(panel().getByText(/Still checked every .* The position is 18.min old\./))
      .toBeVisible();
    await panel().getByRole('button', { name: 'Copy phone', exact: true }).click();
    const id = model.detail.getState().openId;
    expect(fake.requestsTo('order:reveal-phone')).toEqual([{ id, owner: 'courier' }]);
  });

  test('the age of a position is no problem of an order that is over', async () => {
    const { fake, model } = await shown('not-moving');
    const notice = panel().getByText(/The position is 18.min old\./);
    await expect.element(notice).toBeVisible();
    const { openId } = model.detail.getState();
    const row = openId === null ? null : fake.row(openId);
    if (!row) throw new Error('No order is open.');
    fake.upsert({ ...row, status: { raw: 'completed', phase: 'done' }, attention: null });
    await expect.element(notice).not.toBeInTheDocument();
  });

  test('a reminder of an old position is set for in five minutes, and its time is shown', async () => {
    const { fake, model } = await shown('not-moving');
    const id = model.detail.getState().openId;
    await panel()
      .getByRole('button', { name: /^Remind in 5.min$/ })
      .click();
    await expect.element(panel().getByText(/Reminder at \d/)).toBeVisible();
    expect(fake.requestsTo('orders:set-preferences')).toMatchObject([
      { ids: [id], change: { remindAtMs: expect.any(Number) } },
    ]);
  });

  test('an order that was not found can be checked, pasted again or removed', async () => {
    const { fake, model } = await shown('not-found');
    const id = model.detail.getState().openId;
    await expect.element(panel().getByText(/asked for again every 5.min/)).toBeVisible();
    await panel().getByRole('button', { name: 'Check now' }).click();
    expect(fake.requestsTo('orders:check-now')).toEqual([{ ids: [id] }]);
    await panel().getByRole('button', { name: 'Paste a corrected uuid' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Paste order uuids' })).toHaveFocus();
    await panel().getByRole('button', { name: 'Stop watching' }).last().click();
    await expect.element(page.getByText(/Stopped watching/)).toBeVisible();
  });
});

test('that a new order can take a minute to appear is said of one that never answered alone', async () => {
  const { fake, model } = await shown('not-found');
  const { openId } = model.detail.getState();
  const row = openId === null ? null : fake.row(openId);
  if (!row?.problem) throw new Error('An order that is not found is open.');
  await expect.element(panel().getByText(/A new order can take a minute to appear/)).toBeVisible();
  fake.upsert({
    ...row,
    status: { raw: 'on_the_way', phase: 'pickedUp' },
    problem: { ...row.problem, failureCount: 1 },
  });
  const known = /answered 404 to the last check\. What is shown is what was true before\./;
  await expect.element(panel().getByText(known)).toBeVisible();
});

test('an order that waits says for how long, and from when on that is long', async () => {
  await drawn(busyBoard());
  const row = page.getByRole('option', { name: /Mong Kok flower market/ });
  await expect.element(row).toHaveAccessibleName(/Waiting 26.min, long after 17.min/);
  await row.click();
  await expect.element(panel().getByText(/^Waiting 26.min, long after 17.min$/)).toBeVisible();
  await page.getByRole('option', { name: /Sheung Wan florist/ }).click();
  await expect.element(panel().getByText(/long after/)).not.toBeInTheDocument();
});

test('what needs attention counts as seen after two seconds in its details', async () => {
  const { fake } = await drawnBoard();
  const id = sampleId('b41e9c07');
  await page.getByRole('option', { name: /handover_review/ }).click();
  await expect.element(panel().getByText(/^Needs attention until it is handled/)).toBeVisible();
  await expect
    .poll(() => fake.requestsTo('orders:mark-seen'))
    .toEqual([{ ids: [id], shownAtMs: expect.any(Number) }]);
  await expect.element(panel().getByText(/until it is handled/)).not.toBeInTheDocument();
});

test('each position of the trail has its time, and older ones are fainter', async () => {
  await shown('board');
  const fixes = [...document.querySelectorAll('.map g:has(.fix)')];
  expect(fixes.length).toBeGreaterThan(2);
  for (const fix of fixes) {
    expect(fix.querySelector('title')?.textContent).toMatch(/^Seen \d{2}:\d{2}, .+ ago$/);
  }
  const clearness = fixes.map((fix) => Number(fix.getAttribute('opacity')));
  expect(clearness).toEqual(clearness.toSorted((one, other) => one - other));
  expect(clearness.at(-1)).toBe(1);
});

describe('details that could not be read', () => {
  test('show the failure and can be requested again', async () => {
    const { fake, model } = await shown('board');
    const [id] = [...fake.details.keys()].filter((each) => each !== model.detail.getState().openId);
    if (id === undefined) throw new Error('no second order with details');
    fake.failing.set('order:detail', { code: 'internal-error', message: 'The disk is full.' });
    model.detail.open(id);
    await expect.element(page.getByText(/The details could not be read/)).toBeVisible();
    fake.failing.delete('order:detail');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expect.element(page.getByText(/The details could not be read/)).not.toBeInTheDocument();
  });
});

test('the ring shows when the next check is, and the details say when there is none any more', async () => {
  const { fake, model } = await shown('board');
  const id = model.detail.getState().openId;
  const row = id === null ? undefined : fake.row(id);
  if (!row) throw new Error('no order is open');
  const ring = () => document.querySelector(`[data-order="${row.id}"] .ring title`)?.textContent;
  fake.upsert({ ...row, nextCheckAtMs: Date.now() + 3_600_000, isChecking: false });
  await expect.poll(ring).toMatch(/^Next check in \d+.min$/);
  fake.upsert({ ...row, isChecking: true });
  await expect.poll(ring).toBe('Checking now');
  await expect.element(panel().getByText(/not checked any more/)).not.toBeInTheDocument();
  fake.upsert({ ...row, nextCheckAtMs: null, checkEveryMs: null, isChecking: false });
  await expect.element(panel().getByText(/^Checked .*, not checked any more$/)).toBeVisible();
});

test('an order without any position has a sentence in place of the map', async () => {
  const { fake, model } = await shown('board');
  const id = model.detail.getState().openId;
  const detail = id === null ? undefined : fake.details.get(id);
  const row = id === null ? undefined : fake.row(id);
  if (!detail?.order || !row) throw new Error('no order is open');
  const { order } = detail;
  const unplaced = { ...order, courier: null, pickup: null, destinations: [] };
  fake.details.set(detail.id, { ...detail, order: unplaced, trail: [] });
  fake.upsert({ ...row, moreStops: 0 });
  await expect.element(panel().getByText('No position yet')).toBeVisible();
});

test('the position of the courier and each stop have a map link to copy', async () => {
  const { fake } = await shown('board');
  for (const [whom, link] of [
    ['the courier', 'mlat=22.28545&mlon=114.15645#map=17/22.28545/114.15645'],
    ['the pickup', 'mlat=22.28960&mlon=114.15050#map=17/22.28960/114.15050'],
    ['stop 2', 'mlat=22.27470&mlon=114.17170#map=17/22.27470/114.17170'],
  ] as const) {
    await panel()
      .getByRole('button', { name: `Copy map link of ${whom}` })
      .click();
    await expect
      .poll(() => fake.requestsTo('clipboard:write').at(-1))
      .toMatchObject({
        text: `https://www.openstreetmap.org/?${link}`,
      });
  }
  await expect.element(page.getByText('Map link copied')).toBeVisible();
  await panel().getByRole('button', { name: 'Copy position' }).click();
  await expect.element(page.getByText('Position copied')).toBeVisible();
  await expect.element(page.getByText('Map link copied')).not.toBeInTheDocument();
});

test('the last answer is drawn only while it is unfolded, and says what it leaves out', async () => {
  const { fake, model } = await shown('board');
  const id = model.detail.getState().openId;
  if (id === null) throw new Error('no order is open');
  const summary = () => panel().getByText('Raw order as last received');
  expect(drawnText()).toBeUndefined();
  await summary().click();
  await expect.poll(drawnText).toContain('"+852 ••••••47"');
  await expect.element(panel().getByText(/characters are left out/)).not.toBeInTheDocument();
  await summary().click();
  await expect.poll(drawnText).toBeUndefined();
  fake.answers.set(id, { text: '{\n…', leftOutCount: 998_000 });
  await summary().click();
  await expect.element(panel().getByText(/^Shortened: 998,000 of its characters/)).toBeVisible();
  await summary().click();
  fake.answers.delete(id);
  await summary().click();
  await expect.element(panel().getByText(/^Not kept: /)).toBeVisible();
});

/** The board with the florist's order open, whose details are changed before the window asks for them. */
async function openedWith(
  change: (detail: OrderDetail, order: Order) => Partial<OrderDetail>,
): ReturnType<typeof drawnScene> {
  const window = await drawnScene('board', ({ details }) => {
    for (const detail of details.values()) {
      if (detail.order === null) continue;
      details.set(detail.id, { ...detail, ...change(detail, detail.order) });
    }
  });
  await expect.element(panel().getByRole('heading', { name: 'Timeline' })).toBeVisible();
  return window;
}

const billLines = () =>
  [...document.querySelectorAll('.bill tr')].map((line) => line.textContent.trim());

test('price lines without a price are shown, and the total is said not to be there', async () => {
  await openedWith((_detail, order) => ({ order: { ...order, price: null } }));
  expect(billLines()).toEqual([
    expect.stringMatching(/^Base fare.*60/),
    expect.stringMatching(/^Additional stop.*18/),
    expect.stringMatching(/Harbour crossing.*8/),
    'TotalNo price yet',
  ]);
});

test('the planned time of the pickup stands beside its distance', async () => {
  await openedWith((_detail, order) => ({
    order: {
      ...order,
      status: { raw: 'active', phase: 'assigned' },
      pickup: order.pickup && {
        ...order.pickup,
        point: { latitudeDeg: 22.29, longitudeDeg: 114.16 },
      },
    },
    trail: [],
  }));
  const pickup = document.querySelector('.stops li')?.textContent;
  expect(pickup).toMatch(/ away/);
  expect(pickup).toMatch(/planned .*\d{2}:\d{2}/);
});

/** The lines that the newest entry of the timeline says of these changes. */
async function saidOf(...changes: readonly OrderChange[]): Promise<readonly string[]> {
  await openedWith(({ timeline }) => ({
    timeline: [
      {
        kind: 'update',
        atMs: Date.now(),
        source: 'poll',
        kinds: ['order_edited'],
        reasons: [`Order edited: ${changes.map(({ field }) => field).join(', ')}`],
        changes,
      },
      ...timeline,
    ],
  }));
  return [...document.querySelectorAll('.tl li')]
    .filter((line) => line.textContent.includes('Order edited'))
    .flatMap((line) => [...line.querySelectorAll('.breaks > div')])
    .map((line) => line.textContent.replaceAll(/\s+/g, ' '));
}

test('a changed address, time, stop and note are shown with what stood there before', async () => {
  const place = { name: 'Florist', floorOrUnitNumber: null, point: null, contact: null };
  const before = { ...place, streetAddress: '8 Peel Street', scheduledAtMs: null };
  const plannedAtMs = new Date().setHours(23, 30, 0, 0);
  const bank = { ...place, name: 'Bank', streetAddress: '1 Queen’s Road' };
  expect(
    await saidOf(
      {
        field: 'pickup',
        before,
        after: { ...before, streetAddress: '12 Wing Lok Street', scheduledAtMs: plannedAtMs },
      },
      { field: 'destinations', before: [], after: [bank] },
      { field: 'note_to_courier', before: 'Ring twice', after: 'Call first' },
      { field: 'vehicle_type', before: 'van', after: 'motorcycle' },
    ),
  ).toEqual([
    'Order edited',
    'Address of the pickup: 8 Peel Street → 12 Wing Lok Street',
    'Planned pickup: none → 23:30',
    'Stop 1 added: Bank',
    'Note to courier: Ring twice → Call first',
    'Changed: vehicle',
  ]);
});

test('a price that changed is shown with the one before, also while the order is under way', async () => {
  const [before, after] = [
    { amount: 86, currency: 'HKD' },
    { amount: 99, currency: 'HKD' },
  ] as const;
  expect(await saidOf({ field: 'price', before, after })).toEqual([
    'Order edited',
    'Price HK$86.00 → HK$99.00',
  ]);
});

const items = () => page.getByRole('menuitemradio');

test('the head of the details says a status as received once', async () => {
  await drawnScene('unknown-status');
  await expect
    .poll(() => document.querySelector('.dhead')?.textContent?.split('handover_review').length)
    .toBe(2);
});

test('an unknown status is given a meaning from its menu, which says what it does, and undo takes it back', async () => {
  const { fake, model } = await drawnBoard();
  const id = sampleId('b41e9c07');
  model.reveal(id);
  const treatAs = () => panel().getByRole('button', { name: 'Treat as…' });
  await treatAs().click();
  await expect
    .element(page.getByText('From now on, for each order with “handover_review”'))
    .toBeVisible();
  expect(items().elements()).toHaveLength(8);
  const completed = items()
    .elements()
    .find(({ textContent }) => textContent.startsWith('Completed'));
  expect(completed?.textContent).toMatch(
    /price changes are told, checked every 5.min for two hours, then in the archive/,
  );
  const cancelled = items()
    .elements()
    .find(({ textContent }) => textContent.startsWith('Cancelled'));
  expect(cancelled?.textContent).toMatch(/needs attention until it is handled/);
  await items()
    .filter({ hasText: /^Picked up/ })
    .click();
  const word = 'handover_review';
  expect(fake.requestsTo('connection:treat-status')).toEqual([{ word, meaning: 'pickedUp' }]);
  await expect.element(panel().getByText('You gave this word its meaning.')).toBeVisible();
  await expect
    .element(page.getByText('“handover_review” is treated as Picked up from now on'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(fake.requestsTo('connection:treat-status').at(-1)).toEqual({ word, meaning: null });
  await expect.element(panel().getByText(/^Waybell does not know this word/)).toBeVisible();
});

test('what a meaning does names the pace of the order’s group, as long as it is by the cap', async () => {
  const { fake, model } = await drawnBoard();
  const id = sampleId('b41e9c07');
  const row = fake.row(id);
  if (row) fake.upsert({ ...row, group: 'Harbour' });
  const paces = { activeEverySeconds: 15, paceSeconds: { ...followingPaces, finished: 1200 } };
  fake.changeApp({
    settings: { ...fake.app.settings, groupRules: [{ ...emptyGroupRule('Harbour'), paces }] },
  });
  model.reveal(id);
  await panel().getByRole('button', { name: 'Treat as…' }).click();
  await expect
    .element(items().filter({ hasText: /^Completed.*checked every 20.min for two hours/ }))
    .toBeVisible();
  const checks = { neededPerMinute: 540, possiblePerMinute: 270 };
  fake.changeApp({ pace: { ...fake.app.pace, checks } });
  await expect
    .element(items().filter({ hasText: /^Completed.*checked every 40.min for two hours/ }))
    .toBeVisible();
});

test('a word that was given a meaning can be given another, or be shown as received again', async () => {
  const { fake, model } = await drawnBoard();
  const id = sampleId('b41e9c07');
  const row = fake.row(id);
  if (!row) throw new Error('no such order');
  fake.upsert({ ...row, status: { raw: 'handover_review', phase: 'done' } });
  model.reveal(id);
  await panel().getByRole('button', { name: 'Treat as…' }).click();
  await expect
    .poll(() => document.querySelector('[role="menuitemradio"][aria-checked="true"]')?.textContent)
    .toMatch(/^Completed/);
  await page.getByRole('menuitemradio', { name: /^As received/ }).click();
  expect(fake.requestsTo('connection:treat-status')).toEqual([
    { word: 'handover_review', meaning: null },
  ]);
});

test('a status that Waybell knows has no other meaning to choose', async () => {
  await shown('board');
  await expect.element(panel().getByRole('button', { name: 'Treat as…' })).not.toBeInTheDocument();
});

test('an update says when the service says that it happened, where that is not when it was seen', async () => {
  const seenAtMs = new Date().setHours(15, 4, 30, 0);
  const entry = { kind: 'update', atMs: seenAtMs, source: 'webhook', changes: [] } as const;
  const matched = { ...entry, kinds: ['order_matched'], reasons: ['Order Matched'] } as const;
  await openedWith(() => ({
    timeline: [0, 5, 20, 150].map((seconds) => ({
      ...matched,
      createdAtMs: seenAtMs - seconds * 1000,
    })),
  }));
  const said = [...document.querySelectorAll('.tl .breaks')].map((line) => line.textContent);
  expect(said).toEqual([
    'Matched with a courier',
    'Matched with a courier',
    'Matched with a courier15:04:10, seen 15:04:30',
    'Matched with a courier15:02, seen 15:04',
  ]);
});

test('an update that came while the order was not checked says between which checks', async () => {
  const atMs = new Date().setHours(15, 4, 30, 0);
  const entry = { kind: 'update', atMs, source: 'poll', changes: [] } as const;
  const completed = { ...entry, kinds: ['order_completed'], reasons: ['Order Completed'] } as const;
  await openedWith(() => ({
    timeline: [{ ...completed, uncheckedSinceMs: atMs - 90 * 60_000 }, completed],
  }));
  const said = [...document.querySelectorAll('.tl .breaks')].map((line) => line.textContent);
  expect(said).toEqual(['CompletedBetween 13:34 and 15:04', 'Completed']);
});

test('an update says what became of it, and leads to the rule that held it back', async () => {
  const entry = { kind: 'update', atMs: Date.now(), source: 'poll', changes: [] } as const;
  const matched = { ...entry, kinds: ['order_matched'], reasons: ['Order Matched'] } as const;
  const { model } = await openedWith(() => ({
    timeline: [
      { ...matched, fate: { kind: 'held', by: 'quietHours', untilMs: null } },
      { ...matched, fate: { kind: 'untold', reason: 'muted' } },
    ],
  }));
  const said = [...document.querySelectorAll('.tl .breaks')].map((line) => line.textContent);
  expect(said).toEqual([
    'Matched with a courierWaits: quiet hours Its setting',
    'Matched with a courierNot shown: the order is muted Change it',
  ]);
  await page.getByRole('button', { name: 'The setting behind “Waits: quiet hours”' }).click();
  await expect.poll(() => model.settings.getState().section).toBe('timing');
  await expect.poll(() => document.activeElement?.id).toBe('settings-quiet');
  await expect.element(page.getByRole('heading', { name: 'When it is quiet' })).toBeInViewport();
});

function follow(said: string): Promise<void> {
  return page.getByRole('button', { name: `Change what is behind “${said}”` }).click();
}

test('a rule that is set at the order has a link that leads to its control beside the history', async () => {
  const entry = { kind: 'update', atMs: Date.now(), source: 'poll', changes: [] } as const;
  const matched = { ...entry, kinds: ['order_matched'], reasons: ['Order Matched'] } as const;
  const { fake, model } = await openedWith((detail) => ({
    preferences: changedPreferences(detail.preferences, { snoozedUntilMs: null }),
    timeline: [
      { ...matched, fate: { kind: 'held', by: 'snoozed', untilMs: null } },
      { ...matched, fate: { kind: 'untold', reason: 'muted' } },
    ],
  }));
  await follow('Not shown: the order is muted');
  await expect.element(panel().getByRole('button', { name: /^Mute/ })).toHaveFocus();
  await follow('Waits: the order is snoozed');
  await expect.element(panel().getByRole('textbox', { name: /^Snooze until/ })).toHaveFocus();
  for (const detail of fake.details.values()) {
    const change = { snoozedUntilMs: Date.now() + 3_600_000 };
    const preferences = changedPreferences(detail.preferences, change);
    fake.details.set(detail.id, { ...detail, preferences });
  }
  fake.tell([]);
  const end = panel().getByRole('button', { name: 'End the snooze' });
  await expect.element(end).toBeVisible();
  await follow('Waits: the order is snoozed');
  await expect.element(end).toHaveFocus();
  expect(model.settings.getState().section).toBeNull();
});

test('what waited to be told says so once it was, though the order is unchanged', async () => {
  const entry = { kind: 'update', atMs: Date.now(), source: 'poll', changes: [] } as const;
  const matched = { ...entry, kinds: ['order_matched'], reasons: ['Order Matched'] } as const;
  const { fake } = await openedWith(() => ({ timeline: [{ ...matched, fate: { kind: 'due' } }] }));
  await expect.element(panel().getByText('Waits to be told')).toBeVisible();
  const notified = { kind: 'told', atMs: Date.now(), heldBy: null } as const;
  for (const detail of fake.details.values()) {
    fake.details.set(detail.id, { ...detail, timeline: [{ ...matched, fate: notified }] });
  }
  fake.tell([]);
  await expect.element(panel().getByText(/Told at \d\d:\d\d/)).toBeVisible();
});

function placeBefore(minutesAgo: number) {
  const reportedAtMs = Date.now() - minutesAgo * 60_000;
  return { latitudeDeg: 22.28 + minutesAgo / 1000, longitudeDeg: 114.15, reportedAtMs };
}

function moved(minutesAgo: number, fate: UpdateOutcome): TimelineEntry {
  return {
    kind: 'update',
    atMs: Date.now() - minutesAgo * 60_000,
    source: 'poll',
    kinds: ['courier_moved'],
    reasons: ['Courier moved'],
    changes: [
      {
        field: 'courier.location',
        before: placeBefore(minutesAgo + 1),
        after: placeBefore(minutesAgo),
      },
    ],
    fate,
  };
}

test('moves in a row say it once where the same became of them', async () => {
  const plain = { kind: 'untold', reason: 'movesNotWanted' } as const;
  const short = {
    kind: 'untold',
    reason: 'moveTooShort',
    movedMeters: 120,
    wantedMeters: 200,
  } as const;
  await openedWith(() => ({ timeline: [moved(1, short), moved(2, plain), moved(3, plain)] }));
  document.querySelector<HTMLDetailsElement>('.tl details')?.setAttribute('open', '');
  const said = [...document.querySelectorAll('.tl details li')].map((line) =>
    line.textContent.replaceAll(/\s+/g, ' '),
  );
  expect(said.map((text) => /Not told[^I]*/.exec(text)?.[0].trim() ?? null)).toEqual([
    'Not told: moved 120 m, you asked for 200 m',
    'Not told: an ordinary move, and you did not ask for every move',
    null,
  ]);
});

test('what the service says beside its kinds is quoted, alone or beside a change, until it is erased', async () => {
  const entry = { kind: 'update', atMs: Date.now(), source: 'webhook', changes: [] } as const;
  await openedWith(() => ({
    timeline: [
      { ...entry, kinds: ['service_reported'], reasons: ['Ring at the gate'] },
      {
        ...entry,
        source: 'poll',
        kinds: ['order_matched', 'service_reported', 'service_reported'],
        reasons: ['Order Matched', 'Order Matched', 'Flat tyre'],
      },
      { ...entry, kinds: ['service_reported'], reasons: ['Reported by the service'] },
    ],
  }));
  const said = [...document.querySelectorAll('.tl .breaks')].map((line) => line.textContent);
  expect(said).toEqual([
    'Reported by the service“Ring at the gate”',
    'Matched with a courier“Order Matched”“Flat tyre”',
    'Reported by the service',
  ]);
});

test.each([
  [{ kind: 'paste' }, 'Watching startedPasted', 'You'],
  [{ kind: 'webhook' }, 'Watching startedNamed by a webhook', 'Webhook'],
  [{ kind: 'handOver' }, 'Watching startedFrom a hand-over', 'You'],
  [{ kind: 'commandLine' }, 'Watching startedNamed on the command line', 'You'],
  [
    { kind: 'file', name: 'Shop export.csv' },
    'Watching startedFrom the file Shop export.csv',
    'You',
  ],
  [{ kind: 'file', name: null }, 'Watching startedFrom a file', 'You'],
  [null, 'Watching started', 'You'],
] as const)('the timeline says what started watching: %j', async (origin, words, source) => {
  await openedWith(() => ({
    timeline: [{ kind: 'watchingStarted', atMs: Date.now(), source: 'you', origin }],
  }));
  const line = document.querySelector('.tl li:last-child');
  const said = line?.querySelector('.breaks')?.textContent.replaceAll(/[\u2066-\u2069]/g, '');
  expect([said, line?.querySelector('.src')?.textContent]).toEqual([words, source]);
});

test('an order is before the dispatcher’s eyes by itself, not as one of several that are selected', async () => {
  const { fake, model } = await openedWith((detail) => detail);
  const opened = () => fake.requestsTo('window:open-order').at(-1);
  const id = model.detail.getState().openId;
  await expect.poll(opened).toEqual({ id });
  model.selection.step('next', 10, true);
  await expect.poll(opened).toEqual({ id: null });
  model.selection.select(id);
  await expect.poll(opened).toEqual({ id });
});

test('an alarm of the timeline is read in the language of now, as far as its values are kept', async () => {
  const alarm = { kind: 'alarm', atMs: Date.now(), fate: { kind: 'due' } } as const;
  const { fake } = await openedWith(() => ({
    timeline: [
      { ...alarm, title: 'Order not found', says: { say: 'notFound' } },
      { ...alarm, title: 'Worded by an earlier version', says: null },
    ],
  }));
  await expect.element(panel().getByText('Order not found')).toBeVisible();
  fake.changeApp({ speech: { language: 'zh-Hant', locale: 'zh-Hant-HK' } });
  await expect.element(panel().getByText('找不到訂單')).toBeVisible();
  await expect.element(panel().getByText('Order not found')).not.toBeInTheDocument();
  await expect.element(panel().getByText('Worded by an earlier version')).toBeVisible();
});

test('an update in which another courier took over names both', async () => {
  const entry: TimelineEntry = {
    kind: 'update',
    atMs: Date.now(),
    source: 'poll',
    kinds: ['order_released', 'order_matched'],
    reasons: ['Order Released', 'Order Matched'],
    changes: [
      {
        field: 'courier',
        before: { name: 'Leung', phoneNumber: null },
        after: { name: 'Ho', phoneNumber: null },
      },
    ],
    fate: { kind: 'due' },
  };
  await openedWith(() => ({ timeline: [entry] }));
  await expect.element(panel().getByText('Ho took over from Leung')).toBeVisible();
});
