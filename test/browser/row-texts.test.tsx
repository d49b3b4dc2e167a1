import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OrderRow } from '../../core/board/board.ts';
import { FakeWindowTime } from '../unit/renderer/support/fake-window-time.ts';
import { drawn } from './support/drawn.tsx';
import { busyBoard } from './support/scene.ts';
import { sampleId, sampleRows } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const panel = () => page.getByRole('complementary');

/** The florist's order, opened, with what the service said last. */
async function openFlorist(
  parts: Partial<OrderRow>,
  language: 'en' | 'zh-Hant' = 'en',
  time?: FakeWindowTime,
) {
  const fake = busyBoard(time && sampleRows(time.nowMs()));
  const row = fake.row(florist);
  const detail = fake.details.get(florist);
  if (!row || !detail?.order) throw new Error('The sample has no florist.');
  const shown = { ...row, ...parts };
  fake.upsert(shown);
  fake.details.set(florist, {
    ...detail,
    order: {
      ...detail.order,
      status: shown.status ?? detail.order.status,
      courier: shown.courier.kind === 'known' ? detail.order.courier : null,
      vehicleType: 'motorcycle',
      paymentMethod: 'monthly_settlement',
      priceBreakdown: [
        { key: 'base_fare', amount: 60, quantity: 1, reason: 'Base fare' },
        { key: 'tunnel_fee', amount: 26, quantity: 1, reason: 'Tunnel fee' },
      ],
    },
    timeline: [
      {
        kind: 'update',
        atMs: Date.now() - 60_000,
        source: 'poll',
        kinds: ['status_changed'],
        reasons: ['Status changed from matched to on_the_way'],
        changes: [],
      },
      {
        kind: 'update',
        atMs: Date.now() - 120_000,
        source: 'webhook',
        kinds: ['order_released'],
        reasons: ['Order was released because: flat tyre'],
        changes: [],
      },
    ],
  });
  fake.changeApp({ speech: { language, locale: language } });
  const model = await drawn(fake, time);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  model.reveal(florist);
  await expect.poll(() => document.querySelector('.tl li')).not.toBeNull();
}

test.each([
  ['cancelled', { raw: 'cancelled', phase: 'cancelled' }],
  ['completed', { raw: 'completed', phase: 'done' }],
] as const)(
  'an order that is %s waits for no courier and says so nowhere',
  async (_name, status) => {
    await openFlorist({
      status,
      courier: { kind: 'none' },
      attention: null,
      nextCheckAtMs: null,
      checkEveryMs: null,
    });
    const row = page.getByRole('option', { name: /Sheung Wan florist/ });
    await expect.element(row).toBeVisible();
    await expect.element(row).not.toHaveAccessibleName(/No courier yet/);
    expect(row.element().textContent).not.toMatch(/No courier yet|Not checked any more/);
    expect(panel().element().textContent).not.toMatch(/ yet/);
    await expect.element(panel().getByText('Courier not given')).toBeVisible();
  },
);

test('only what the service sent is quoted in the timeline', async () => {
  await openFlorist({});
  const quotes = [...document.querySelectorAll('.tl')].flatMap(
    (list) => list.textContent.match(/“[^”]*”/g) ?? [],
  );
  expect(quotes).toEqual(['“flat tyre”']);
});

test('a line of the price says each thing once', async () => {
  await openFlorist({});
  const names = [...document.querySelectorAll('.bill tbody td:first-child')];
  expect(names.map((name) => name.textContent.trim())).toEqual(['Base fare', 'Tunnel fee']);
});

test('the vehicle and the payment are in the language of the window', async () => {
  await openFlorist({}, 'zh-Hant');
  await expect.element(panel().getByText('摩托車')).toBeVisible();
  await expect.element(panel().getByText('月結')).toBeVisible();
});

/** What the florist's row and the head of its details say of its status. */
const statuses = () =>
  ['.row.sel .stat', '.dhead .status-line'].map((where) =>
    document.querySelector(where)?.textContent.replaceAll('\u00A0', ' '),
  );

test.each([
  ['en', { raw: 'matched', phase: 'assigned' }, /Matched.*since before \d\d:\d\d/],
  ['en', { raw: 'completed', phase: 'done' }, /Completed.*before \d\d:\d\d/],
  ['zh-Hant', { raw: 'matched', phase: 'assigned' }, /已配對.*\d\d:\d\d 之前開始/],
] as const)(
  'a status whose beginning was not seen has no age, in its row and its details: %s, %j',
  async (language, status, said) => {
    // After midnight the time of the real clock would have yesterday's date.
    const time = new FakeWindowTime();
    await openFlorist({ status, isStatusSinceBefore: true, attention: null }, language, time);
    for (const text of statuses()) expect(text).toMatch(said);
    expect(page.getByRole('option', { name: said }).elements()).toHaveLength(1);
  },
);

test('where there is no room for both, such a time gives way to the words of the status', async () => {
  await page.viewport(1100, 700);
  const status = { raw: 'pending', phase: 'searching' } as const;
  await openFlorist({ status, isStatusSinceBefore: true, attention: null });
  const words = document.querySelector('.row.sel .stat bdi');
  expect(words?.textContent).toBe('Waiting for courier');
  expect(words?.scrollWidth).toBe(words?.clientWidth);
  const line = document.querySelector('.row.sel .fact')?.getBoundingClientRect();
  const time = document.querySelector('.row.sel .fact .num')?.getBoundingClientRect();
  expect(time?.top).toBeGreaterThanOrEqual(line?.bottom ?? Infinity);
});

test('an order that waits again stands beside the time of its release, not of its planned pickup', async () => {
  await openFlorist({
    status: { raw: 'pending', phase: 'searching' },
    scheduledAtMs: Date.now() + 3_600_000,
    attention: {
      score: 60,
      reason: 'released',
      age: { kind: 'duration', sinceMs: Date.now() - 3 * 60_000 },
    },
  });
  expect(statuses()[0]).toMatch(/^Released, waiting again3 min/);
  expect(statuses()[1]).toMatch(/^Released, waiting againfor 3 min/);
});

test('an order for which a web page comes says that', async () => {
  const problem = {
    code: 'captive-portal',
    httpStatus: 200,
    sinceMs: Date.now() - 120_000,
    failureCount: 4,
  } as const;
  await openFlorist({
    problem,
    attention: { score: 40, reason: 'checksFailing', age: { kind: 'duration', sinceMs: 0 } },
  });
  const row = page.getByRole('option', { name: /Sheung Wan florist/ });
  await expect.element(row.getByText('Web page instead of an order')).toBeVisible();
  await expect
    .element(panel().getByText(/A web page came instead of this order \(200\)/))
    .toBeVisible();
});

test('beside its actions a number stands on one line, and the name of its contact is shown whole', async () => {
  const fake = busyBoard();
  const detail = fake.details.get(florist);
  const pickup = detail?.order?.pickup;
  if (!detail?.order || !pickup) throw new Error('The sample has a pickup.');
  const contact = {
    name: 'Chan Chi-ho 陳志豪',
    phoneNumber: '+852 •••• ••87',
    phoneExtension: '•••',
  };
  const order = { ...detail.order, pickup: { ...pickup, contact } };
  fake.details.set(florist, { ...detail, order });
  const model = await drawn(fake);
  await expect.element(page.getByRole('listbox')).toBeVisible();
  model.reveal(florist);
  await expect.element(panel().getByText(contact.name)).toBeVisible();
  const line = document.querySelector('.stops .contact');
  expect(line?.querySelector('.phone-line bdi')?.getClientRects()).toHaveLength(1);
  const name = line?.querySelector('.cut');
  expect(name?.scrollWidth).toBe(name?.clientWidth);
});
