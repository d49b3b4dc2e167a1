import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderRow } from '../../../core/board/board.ts';
import type { AttentionReason } from '../../../core/watch/attention-reasons.ts';
import { focusList } from '../../../renderer/window-keys.ts';
import { drawn, drawnBoard } from '../support/drawn.tsx';
import { animationsEnded, stillPage } from '../support/on-page.ts';
import { sampleId, sampleRows } from '../support/sample-board.ts';
import { busyBoard } from '../support/scene.ts';
import { teamBoard } from '../team/team-scenes.ts';
import { uncheckedRow } from '../support/unchecked-row.ts';

/* What a person reads, or is at, stays where it is while something happens to orders. */

const florist = sampleId('3f2b8c1e');
const clinic = sampleId('c0ffee06');
const panel = () => page.getByRole('complementary');

async function opened() {
  const { fake, model } = await drawnBoard();
  const rowOf = (id: typeof florist): OrderRow => {
    const row = model.board.getState().rows.get(id);
    if (row === undefined) throw new Error('The sample has this order.');
    return row;
  };
  model.reveal(florist);
  await expect.element(panel().getByRole('heading', { name: 'Timeline' })).toBeVisible();
  return { fake, model, rowOf };
}

function needing(reason: AttentionReason, atMs: number): Pick<OrderRow, 'attention'> {
  return { attention: { reason, score: 500, age: { kind: 'duration', sinceMs: atMs } } };
}

/** Where everything begins that stands in the details below the status. */
function places(): readonly string[] {
  const parts = document.querySelectorAll(
    '.dscroll > *, .dhead > *, .dscroll .kvs button, .sec > *',
  );
  return [...parts].map(
    (part) => `${part.tagName} ${part.className} ${part.getBoundingClientRect().top}`,
  );
}

test.each<[string, (row: OrderRow, nowMs: number) => Partial<OrderRow>]>([
  [
    'it is released twice',
    (_row, nowMs) => ({
      ...needing('courierTurnover', nowMs),
      repeatedLoss: { courierNo: 3, isWaiting: true, lossCount: 2, atMs: nowMs },
    }),
  ],
  [
    'it is released and waits for another courier',
    (_row, nowMs) => ({
      ...needing('released', nowMs),
      courierWait: { sinceMs: nowMs, isSinceBefore: false, longAfterMs: 900_000 },
    }),
  ],
  [
    'its status is not known',
    (_row, nowMs) => ({
      ...needing('unknownStatus', nowMs),
      status: { raw: 'on_the_way', phase: 'unknown' },
    }),
  ],
  [
    'its courier stands',
    ({ courier }, nowMs) => ({
      ...needing('notMoving', nowMs),
      courier:
        courier.kind === 'known' && courier.fix !== null
          ? { ...courier, fix: { ...courier.fix, standsSinceMs: nowMs - 900_000 } }
          : courier,
    }),
  ],
  [
    'its courier is silent',
    ({ courier }, nowMs) => ({
      ...needing('courierSilent', nowMs),
      courier:
        courier.kind === 'known' && courier.fix !== null
          ? { ...courier, fix: { ...courier.fix, atMs: nowMs - 900_000 } }
          : courier,
    }),
  ],
  [
    'the service does not find it',
    (_row, nowMs) => ({
      ...needing('notFound', nowMs),
      problem: { code: 'order-not-found', httpStatus: 404, sinceMs: nowMs, failureCount: 3 },
    }),
  ],
])(
  'nothing in the details moves when the open order needs a person because %s, nor afterwards',
  async (_why, change) => {
    const { fake, model, rowOf } = await opened();
    await stillPage();
    const calm = places();
    expect(calm.length).toBeGreaterThan(15);
    const row = rowOf(florist);
    fake.upsert({ ...row, ...change(row, Date.now()) });
    await expect.element(panel().getByText(/^Needs attention until it is handled/)).toBeVisible();
    await animationsEnded();
    expect(places()).toEqual(calm);
    fake.upsert(row);
    await expect.element(panel().getByText(/until it is handled/)).not.toBeInTheDocument();
    expect(places()).toEqual(calm);
    model.detail.close();
  },
);

test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['renames it', () => userEvent.keyboard('{F2}'), () => userEvent.keyboard('Lunch{Enter}')],
  [
    'writes a note',
    () => panel().getByRole('textbox', { name: /note/i }).click(),
    () => userEvent.keyboard('{Escape}'),
  ],
  ['says what came of a call', () => userEvent.keyboard('d'), () => userEvent.keyboard('{Escape}')],
])('the list does not move under who %s in the details', async (_what, begin, end) => {
  const { fake, model, rowOf } = await opened();
  const nowMs = Date.now();
  fake.upsert({ ...rowOf(florist), ...needing('longWait', nowMs) });
  await expect.poll(() => model.list.getState().arrangement.groups.get(florist)).toBe('attention');
  await begin();
  await expect.poll(() => model.list.getState().editedId).toBe(florist);
  const before = model.list.getState().arrangement.orderIds.indexOf(florist);
  const topPx = () =>
    document.querySelector(`[data-order="${florist}"]`)?.getBoundingClientRect().top;
  const top = topPx();
  fake.upsert(
    { ...rowOf(florist), attention: null },
    {
      ...rowOf(clinic),
      attention: { reason: 'released', score: 999, age: { kind: 'duration', sinceMs: nowMs } },
    },
  );
  await expect.poll(() => model.list.getState().arrangement.groups.get(clinic)).toBe('attention');
  expect(model.list.getState().arrangement.orderIds.indexOf(florist)).toBe(before);
  expect(topPx()).toBe(top);
  await end();
  await expect.poll(() => model.list.getState().arrangement.orderIds[0]).toBe(clinic);
});

/** Where an element begins on the screen. */
const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top;

test('a note stays where it is while lines come into the timeline above it', async () => {
  const { fake, rowOf } = await opened();
  // The timeline is seen with the note below it.
  await page.viewport(1180, 1200);
  const note = panel().getByRole('textbox', { name: /note/i });
  await note.click();
  await userEvent.keyboard('side');
  await stillPage();
  const before = topOf(note.element());
  const detail = fake.details.get(florist);
  if (detail === undefined) throw new Error('The sample has its details.');
  const line = { kind: 'watchingStarted', source: 'you', origin: null } as const;
  const more = Array.from({ length: 4 }, (_, index) => ({ ...line, atMs: Date.now() + index }));
  fake.details.set(florist, { ...detail, timeline: [...more, ...detail.timeline] });
  const lines = document.querySelectorAll('.tl > li').length;
  fake.upsert({ ...rowOf(florist), changedAtMs: Date.now() });
  await expect.poll(() => document.querySelectorAll('.tl > li').length).toBe(lines + 4);
  await animationsEnded();
  expect(topOf(note.element())).toBeCloseTo(before ?? 0, 0);
});

test('the button that is pointed at stays under the pointer when the courier goes', async () => {
  const { fake, rowOf } = await opened();
  const call = panel().getByRole('button', { name: /^Call the pickup/ });
  await call.hover();
  await stillPage();
  const before = topOf(call.element());
  const detail = fake.details.get(florist);
  if (detail?.order == null) throw new Error('The sample has its details.');
  fake.details.set(florist, { ...detail, order: { ...detail.order, courier: null } });
  fake.upsert({ ...rowOf(florist), courier: { kind: 'none' }, changedAtMs: Date.now() });
  await expect.element(panel().getByText('No courier yet').first()).toBeVisible();
  await animationsEnded();
  expect(topOf(call.element())).toBeCloseTo(before ?? 0, 0);
});

/** Changes what is on the page, and waits until that is drawn. */
async function afterwards(change: () => void): Promise<void> {
  const before = document.querySelector('.detail')?.innerHTML;
  change();
  await expect.poll(() => document.querySelector('.detail')?.innerHTML).not.toBe(before);
  await stillPage();
  await animationsEnded();
}

async function openedOfAna() {
  const fake = teamBoard();
  const model = await drawn(fake);
  await expect.element(page.getByRole('option', { name: /Ana has it/ })).toBeVisible();
  const row = [...model.board.getState().rows.values()].find(({ claim }) => claim?.desk === 'Ana');
  if (row === undefined) throw new Error('Ana has one.');
  model.reveal(row.id);
  await expect.element(panel().getByRole('heading', { name: 'Timeline' })).toBeVisible();
  return { fake, row };
}

describe('what the pointer rests on stays under it', () => {
  test.each([/^Take it/, /^Call the pickup/, /^Check now/])(
    'when another desk lets the order go: %s',
    async (name) => {
      const { fake, row } = await openedOfAna();
      const button = panel().getByRole('button', { name }).element();
      await userEvent.hover(button);
      const before = topOf(button);
      await afterwards(() => fake.upsert({ ...row, claim: null }));
      expect(button.isConnected).toBe(true);
      expect(topOf(button)).toBeCloseTo(before ?? 0, 0);
    },
  );

  test('and what stood below it when it goes itself', async () => {
    const { fake, row } = await openedOfAna();
    await userEvent.hover(panel().getByText(/^Ana has it since/));
    const button = panel()
      .getByRole('button', { name: /^Take it/ })
      .element();
    const before = topOf(button);
    await afterwards(() => fake.upsert({ ...row, claim: null }));
    expect(topOf(button)).toBeCloseTo(before ?? 0, 0);
  });

  test('below what scrolls, when a line there comes or goes', async () => {
    const { fake, row } = await openedOfAna();
    const remind = panel()
      .getByRole('button', { name: /^Remind in/ })
      .element();
    await userEvent.hover(remind);
    const before = topOf(remind);
    await afterwards(() => fake.upsert({ ...row, attention: null }));
    expect(remind.isConnected).toBe(true);
    expect(topOf(remind)).toBeCloseTo(before ?? 0, 0);
  });

  test('below what scrolls, when a line above it there goes and comes back', async () => {
    const { fake, rowOf } = await opened();
    const nowMs = Date.now();
    const calm = { ...rowOf(florist), ...needing('released', nowMs) };
    const loss = { courierNo: 3, isWaiting: true, lossCount: 2, atMs: nowMs };
    fake.upsert({ ...calm, repeatedLoss: loss });
    const done = panel().getByRole('button', { name: /^Done, I called/ });
    await done.hover();
    await stillPage();
    const before = topOf(done.element());
    await afterwards(() => fake.upsert(calm));
    expect(topOf(done.element())).toBeCloseTo(before ?? 0, 0);
    await afterwards(() => fake.upsert({ ...calm, repeatedLoss: loss }));
    expect(topOf(done.element())).toBeCloseTo(before ?? 0, 0);
  });

  test('at the end of what scrolls, when there is more room for it', async () => {
    const { fake, row } = await openedOfAna();
    const last = panel().getByText('Raw order as last received').element();
    await userEvent.hover(last);
    document.querySelector('.dscroll')?.scrollTo(0, 10_000);
    await stillPage();
    const before = topOf(last);
    await afterwards(() =>
      fake.upsert({ ...row, claim: null, attention: null, courier: { kind: 'none' } }),
    );
    expect(topOf(last)).toBeCloseTo(before ?? 0, 0);
  });
});

test('why an order needs a person is seen below what scrolls, although the focus rests there', async () => {
  const { fake, rowOf } = await opened();
  await page.viewport(1180, 900);
  const nowMs = Date.now();
  const calm = { ...rowOf(florist), ...needing('longWait', nowMs) };
  fake.upsert(calm);
  await panel()
    .getByRole('button', { name: /^Done, I called/ })
    .click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('heading', { level: 1 }).hover();
  await stillPage();
  await afterwards(() =>
    fake.upsert({
      ...calm,
      ...needing('notFound', nowMs),
      problem: { code: 'order-not-found', httpStatus: 404, sinceMs: nowMs, failureCount: 3 },
    }),
  );
  const foot = document.querySelector('.dfoot');
  expect(topOf(foot?.querySelector('p'))).toBeGreaterThanOrEqual(topOf(foot) ?? 0);
});

test('what is pointed at stays, although a note that is out of sight has the focus', async () => {
  const { fake, rowOf } = await opened();
  await page.viewport(1180, 700);
  const scroller = document.querySelector('.dscroll');
  panel().getByRole('textbox', { name: /note/i }).element().focus();
  await stillPage();
  scroller?.scrollTo(0, 0);
  await stillPage();
  const check = panel().getByRole('button', { name: /^Check now/ });
  const before = topOf(check.element());
  await check.hover();
  const detail = fake.details.get(florist);
  if (detail === undefined) throw new Error('The sample has its details.');
  const line = { kind: 'watchingStarted', source: 'you', origin: null, atMs: Date.now() } as const;
  await afterwards(() => {
    fake.details.set(florist, { ...detail, timeline: [line, line, line, ...detail.timeline] });
    fake.upsert({ ...rowOf(florist), changedAtMs: Date.now() });
  });
  expect(topOf(check.element())).toBeCloseTo(before ?? 0, 0);
});

test('a note stays where it is when the pointer moves before a change is drawn', async () => {
  const { fake, rowOf } = await opened();
  const note = panel().getByRole('textbox', { name: /note/i }).element();
  await userEvent.click(note);
  await stillPage();
  const before = topOf(note);
  const moves = new MutationObserver(() => {
    document
      .querySelector('.tl')
      ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  const timeline = document.querySelector('.tl');
  if (timeline === null) throw new Error('The sample has a timeline.');
  moves.observe(timeline, { childList: true });
  const detail = fake.details.get(florist);
  if (detail === undefined) throw new Error('The sample has its details.');
  const line = { kind: 'watchingStarted', source: 'you', origin: null, atMs: Date.now() } as const;
  fake.details.set(florist, { ...detail, timeline: [line, ...detail.timeline] });
  const lines = document.querySelectorAll('.tl > li').length;
  fake.upsert({ ...rowOf(florist), changedAtMs: Date.now() });
  await expect.poll(() => document.querySelectorAll('.tl > li').length).toBe(lines + 1);
  await stillPage();
  moves.disconnect();
  expect(topOf(note)).toBeCloseTo(before ?? 0, 0);
});

test('after a click on a row and J one row is marked', async () => {
  await drawnBoard();
  const [first] = document.querySelectorAll<HTMLElement>('.row');
  if (first === undefined) throw new Error('The board has rows.');
  await userEvent.click(first);
  await userEvent.keyboard('vj');
  await expect.poll(() => document.querySelectorAll('.row.sel').length).toBe(1);
  expect(document.querySelectorAll('.row:is(:focus, :focus-visible)')).toHaveLength(0);
  await expect.element(page.getByRole('listbox', { name: 'Orders', exact: true })).toHaveFocus();
});

test.each([
  ['in sight', 1000],
  ['out of sight', 480],
])(
  'a list at its top stays there while what was pasted is checked for the first time, though the row at hand moves %s',
  async (_where, heightPx) => {
    const calm = sampleRows(Date.now()).map((row) => ({ ...row, attention: null }));
    const fake = busyBoard([]);
    const model = await drawn(fake);
    await page.viewport(1180, heightPx);
    await expect.poll(() => model.board.getState().phase.kind).toBe('ready');
    const nowMs = Date.now();
    const over = calm.find(({ status }) => status?.phase === 'done')?.id ?? florist;
    // It was named first, and comes behind all others.
    fake.upsert(...calm.map(({ id }) => uncheckedRow(id, id === over ? nowMs - 1000 : nowMs)));
    await expect.poll(() => model.list.getState().arrangement.orderIds[0]).toBe(over);
    model.selection.select(over);
    focusList();
    await stillPage();
    const list = document.querySelector('.rows');
    list?.scrollTo(0, 0);
    fake.upsert(...calm.slice(0, 4));
    fake.upsert(...calm.slice(4));
    await expect.poll(() => model.list.getState().unchecked).toBe(0);
    await stillPage();
    expect(list?.scrollTop).toBe(0);
    expect(model.list.getState().arrangement.orderIds.indexOf(over)).toBeGreaterThan(8);
  },
);
