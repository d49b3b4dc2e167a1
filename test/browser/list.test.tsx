import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OrderRow } from '../../core/board/board.ts';
import type { OrderId } from '../../core/order/order-id.ts';
import { droppedText } from '../../renderer/components/paste/dropped-text.ts';
import type { WindowModel } from '../../renderer/window-model.ts';
import { focusList } from '../../renderer/window-keys.ts';
import { drawn, drawnBoard } from './support/drawn.tsx';
import { uncheckedRow } from './support/unchecked-row.ts';
import { busyBoard, now } from './support/scene.ts';
import { manyRows, sampleId, sampleRows } from './support/sample-board.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const clinic = sampleId('c0ffee06');
const option = (name: string | RegExp) => page.getByRole('option', { name });
const rowElement = (id: string) => document.querySelector<HTMLElement>(`[data-order="${id}"]`);
const topOf = (id: string) => rowElement(id)?.getBoundingClientRect().top;
const firstPrice = () => document.querySelector('.row .price')?.textContent;
const idUnder = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest('[data-order]')?.getAttribute('data-order');

/** The head of the group that a row stands under. */
function groupAbove(id: string): string | null | undefined {
  const heads = [...document.querySelectorAll('.ghead')];
  const above = heads.filter((head) => head.getBoundingClientRect().top < (topOf(id) ?? 0));
  const [lowest] = above.toSorted(
    (one, other) => other.getBoundingClientRect().top - one.getBoundingClientRect().top,
  );
  return lowest?.textContent;
}

/** The row after its courier released the order. */
function released(row: OrderRow): OrderRow {
  return {
    ...row,
    status: { raw: 'pending', phase: 'searching' },
    courier: { kind: 'none' },
    attention: { score: 60, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
    isUnseen: true,
  };
}

/** Points at a row, until the list is held for it. */
async function pointedAt(model: WindowModel, name: RegExp, id: OrderId): Promise<void> {
  const hold = vi.spyOn(model.list, 'hold');
  await option(name).hover();
  await expect.poll(() => hold.mock.lastCall?.[0]).toContain(id);
  hold.mockRestore();
}

/** Begins to drag a row. */
function dragged(id: string): DataTransfer {
  const dataTransfer = new DataTransfer();
  rowElement(id)?.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }));
  return dataTransfer;
}

/** Gives the last order of the list a state that belongs to the top. */
function raise(fake: ReturnType<typeof busyBoard>): void {
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has lost an order.');
  fake.upsert({
    ...row,
    attention: { score: 999, reason: 'longWait', age: { kind: 'duration', sinceMs: 0 } },
  });
}

describe('a release', () => {
  test('of the open order is marked in its row, which waits under its group, and in the timeline, while the details stay where they are', async () => {
    const { fake, model } = await drawnBoard();
    await option(/Sheung Wan/).click();
    const panel = page.getByRole('complementary', { name: /Order details/ });
    await expect.element(panel).toBeVisible();
    const row = fake.row(florist);
    const detail = fake.details.get(florist);
    if (!row || !detail) throw new Error('The sample has lost an order.');
    fake.details.set(florist, {
      ...detail,
      timeline: [
        {
          kind: 'update',
          atMs: now(),
          source: 'poll',
          kinds: ['order_released'],
          reasons: [],
          changes: [],
        },
        ...detail.timeline,
      ],
    });
    fake.upsert(released(row));
    await expect.element(option(/Sheung Wan.*Released, waiting again/)).toBeVisible();
    await expect.element(panel.getByText('Courier released the order')).toBeInTheDocument();
    expect(document.querySelector('.dscroll')?.scrollTop).toBe(0);
    expect(groupAbove(florist)).toMatch('On the way');
    await userEvent.keyboard('{ArrowDown}');
    await page.getByRole('navigation', { name: 'Views' }).hover();
    await expect.poll(() => groupAbove(florist)).toMatch('Needs attention');
    expect(model.selection.getState().activeId).not.toBe(florist);
  });

  test('of any other order moves its row to its group at once, though the list is in use', async () => {
    const { fake, model } = await drawnBoard();
    await option(/Sheung Wan/).click();
    const row = fake.row(clinic);
    if (!row) throw new Error('The sample has lost an order.');
    fake.upsert(released(row));
    await expect.poll(() => groupAbove(clinic)).toMatch('Needs attention');
    expect(model.list.getState().isSorted).toBe(false);
  });
});

describe('the row under the pointer or the focus does not move by itself', () => {
  test('while the pointer is in the list, rows keep their places; when it leaves, they sort', async () => {
    const fake = busyBoard();
    const model = await drawn(fake);
    await pointedAt(model, /Sheung Wan/, florist);
    const box = rowElement(florist)?.getBoundingClientRect();
    if (!box) throw new Error('The florist is not drawn.');
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    expect(idUnder(x, y)).toBe(florist);
    raise(fake);
    await expect.element(option(/Kennedy Town.*Long wait/)).toBeVisible();
    await expect.poll(() => groupAbove(kennedy)).toMatch('Needs attention');
    expect(idUnder(x, y)).toBe(florist);
    expect(model.list.getState().arrangement.orderIds[0]).not.toBe(kennedy);
    await page.getByRole('navigation', { name: 'Views' }).hover();
    await expect.poll(() => model.list.getState().arrangement.orderIds[0]).toBe(kennedy);
  });

  test('and a list that was at its top is there again afterwards, so that its first row is in sight', async () => {
    const fake = busyBoard();
    const model = await drawn(fake);
    await pointedAt(model, /Sheung Wan/, florist);
    const list = document.querySelector('.rows');
    expect(list?.scrollTop).toBe(0);
    raise(fake);
    await expect.poll(() => list?.scrollTop).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Views' }).hover();
    await expect.poll(() => model.list.getState().arrangement.orderIds[0]).toBe(kennedy);
    await expect.poll(() => list?.scrollTop).toBe(0);
  });

  test('nor in a list that cannot be scrolled, when a row above it leaves its group', async () => {
    const rows = sampleRows(now()).filter(({ id }) => [florist, clinic, kennedy].includes(id));
    const fake = busyBoard(rows);
    const model = await drawn(fake);
    const groupOf = (id: OrderId) => model.list.getState().arrangement.groups.get(id);
    await pointedAt(model, /Kennedy Town/, kennedy);
    const top = topOf(kennedy);
    fake.upsert(...rows.filter(({ id }) => id === clinic).map(released));
    await expect.poll(() => groupOf(clinic)).toBe('attention');
    expect(topOf(kennedy)).toBe(top);
    fake.upsert(...rows.filter(({ id }) => id === clinic));
    await expect.poll(() => groupOf(clinic)).toBe('onTheWay');
    expect(topOf(kennedy)).toBe(top);
    fake.remove(clinic, florist);
    await expect.poll(() => groupOf(florist)).toBe(undefined);
    expect(topOf(kennedy)).toBe(top);
    await page.getByRole('navigation', { name: 'Views' }).hover();
    await expect.poll(() => topOf(kennedy)).toBeLessThan(top ?? 0);
  });

  test('but a row that comes under a pointer at rest is not pointed at', async () => {
    const fake = busyBoard([]);
    const model = await drawn(fake);
    await userEvent.hover(document.body, { position: { x: 600, y: 300 } });
    fake.upsert(...sampleRows(now()));
    await expect.element(option(/Sheung Wan/)).toBeVisible();
    rowElement(idUnder(600, 300) ?? '')?.dispatchEvent(
      new PointerEvent('pointerover', { bubbles: true }),
    );
    raise(fake);
    await expect.element(option(/Kennedy Town.*Long wait/)).toBeVisible();
    // A list that is held is sorted after ten seconds.
    const first = () => model.list.getState().arrangement.orderIds[0];
    await expect.poll(first, { timeout: 3000 }).toBe(kennedy);
  });

  test('while the focus is in the list, the active row keeps its place', async () => {
    const { fake, model } = await drawnBoard();
    model.selection.select(florist);
    focusList();
    await expect.poll(() => document.querySelector('.rows')?.className).toBe('rows');
    const before = topOf(florist);
    raise(fake);
    await expect.element(option(/Kennedy Town.*Long wait/)).toBeVisible();
    expect(topOf(florist)).toBe(before);
    expect(model.selection.getState().activeId).toBe(florist);
    await page.getByRole('button', { name: 'Command palette' }).click();
    await expect.poll(() => model.list.getState().arrangement.orderIds[0]).toBe(kennedy);
    expect(model.selection.getState().activeId).toBe(florist);
  });
});

describe('the order of the list', () => {
  test('is chosen from a menu and shown on its button', async () => {
    const { model } = await drawnBoard();
    await page.getByRole('button', { name: 'Order of the list: Attention first' }).click();
    await page.getByRole('menuitemradio', { name: 'By label' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Order of the list: By label' }))
      .toBeVisible();
    expect(document.querySelectorAll('.ghead')).toHaveLength(0);
    const { arrangement } = model.list.getState();
    const rows = arrangement.orderIds.map((id) => model.board.getState().rows.get(id));
    const names = rows.map((row) => row?.label ?? row?.id ?? '');
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  });

  test('is a setting, so the next window and the next start have it', async () => {
    const { fake } = await drawnBoard();
    await page.getByRole('button', { name: 'Order of the list: Attention first' }).click();
    await page.getByRole('menuitemradio', { name: 'Highest price first' }).click();
    await expect.poll(firstPrice).toBe('HK$210.00');
    expect(fake.requestsTo('settings:change')).toEqual([{ listSort: 'price' }]);
    document.querySelector('#root')?.remove();
    await drawn(fake);
    await expect.poll(firstPrice).toBe('HK$210.00');
  });
});

describe('while many orders wait for their first check', () => {
  test('the head shows the progress and the time left, and these orders have skeleton rows', async () => {
    const nowMs = Date.now();
    const checked = manyRows(600, nowMs);
    const waiting = Array.from({ length: 600 }, (_, n): OrderRow => ({
      ...uncheckedRow(sampleId(`2${String(n).padStart(7, '0')}`), nowMs),
      checkEveryMs: 60_000,
      nextCheckAtMs: nowMs + 30_000,
    }));
    const fake = busyBoard([...checked, ...waiting]);
    const model = await drawn(fake);
    await expect
      .element(page.getByText('First check 600 of 1,200, about 2 min left at 270/min'))
      .toBeVisible();
    model.selection.select(waiting[300]?.id ?? null);
    await expect.poll(() => document.querySelectorAll('.row.skeleton').length).toBeGreaterThan(5);
    const heights = [...document.querySelectorAll('.row')].map((row) => row.clientHeight);
    expect(new Set(heights)).toEqual(new Set([52]));
    fake.remove(...waiting.map(({ id }) => id));
    await expect.element(page.getByText(/First check/)).not.toBeInTheDocument();
  });
});

describe('rows are dragged out as uuids, one a line', () => {
  test('one row alone, or all that are selected', async () => {
    const { model } = await drawnBoard();
    expect(dragged(florist).getData('text/plain')).toBe(florist);
    model.selection.select(florist);
    model.selection.toggle(kennedy);
    expect(dragged(kennedy).getData('text/plain').split('\n').toSorted()).toEqual(
      [florist, kennedy].toSorted(),
    );
    expect(dragged(sampleId('c0ffee01')).getData('text/plain')).toBe(sampleId('c0ffee01'));
  });

  test('and are not taken for a paste when they are dropped on the same window', async () => {
    const { model } = await drawnBoard();
    const dataTransfer = dragged(florist);
    window.dispatchEvent(new DragEvent('dragenter', { dataTransfer, cancelable: true }));
    await expect.element(page.getByText('Drop to look for uuids')).not.toBeInTheDocument();
    expect(await droppedText(dataTransfer)).toMatchObject({ kind: 'text', text: florist });
    expect(model.paste.getState().preview).toBeNull();
  });

  test('a press on one of several selected rows keeps them, and letting go there selects it alone', async () => {
    const { model } = await drawnBoard();
    model.selection.select(kennedy);
    model.selection.toggle(florist);
    const row = rowElement(florist);
    row?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
    expect(model.selection.getState().selectedIds.size).toBe(2);
    row?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0 }));
    expect([...model.selection.getState().selectedIds]).toEqual([florist]);
  });
});

test('marking as seen by hand is taken back by undo', async () => {
  const fake = busyBoard();
  const model = await drawn(fake);
  await expect.element(option(/Central kitchen/)).toBeVisible();
  model.selection.select(sampleId('c0ffee01'));
  focusList();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(/Marked as seen/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => fake.requestsTo('orders:mark-unseen')).toEqual([{ mark: 1 }]);
});
