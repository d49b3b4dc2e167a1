import { expect, test } from 'vitest';
import type { OrderRow } from '../../../../core/board/board.ts';
import { parseOrderId } from '../../../../core/order/order-id.ts';
import { settled } from '../support/fake-window-time.ts';
import { florist, started } from '../support/started-window.ts';

function archivedRow(template: OrderRow, index: number): OrderRow {
  const id = parseOrderId(`aaaaaaaa-0000-4000-8000-${String(index).padStart(12, '0')}`);
  if (id === null) throw new Error('not a uuid');
  return {
    ...template,
    id,
    label: `Archived ${index}`,
    group: index % 2 === 0 ? 'Even' : null,
    statusSinceMs: 1_000_000 - index,
    addedAtMs: 500_000 - index,
  };
}

/** A window over the sample and 450 evicted orders. */
async function withArchive(many = 450) {
  const window = await started();
  const { fake, model, time } = window;
  const done = [...model.board.getState().rows.values()].find(
    ({ status, attention }) => status?.phase === 'done' && attention === null,
  );
  if (!done) throw new Error('The sample has no finished order.');
  const rows = Array.from({ length: many }, (_, index) => archivedRow(done, index));
  fake.putAway(...rows);
  await settled();
  time.pass(200);
  const later = async () => {
    await settled();
    time.pass(200);
    await settled();
  };
  const idAt = (index: number) => archivedRow(done, index).id;
  const shown = () => model.list.getState().arrangement.orderIds.length;
  return { ...window, done, idAt, later, rows, shown };
}

test('the archive is counted without its rows, and read a page at a time as far as one scrolls', async () => {
  const { fake, later, model, shown } = await withArchive();
  const { list, archive, board } = model;
  expect(list.getState().counts.archive).toBe(450);
  const live = board.getState().rows.size;
  list.openView('archive');
  await later();
  expect([shown(), list.getState().total]).toEqual([200, 450]);
  archive.more();
  archive.more();
  await later();
  expect(shown()).toBe(400);
  archive.more();
  await later();
  archive.more();
  await later();
  expect([shown(), list.getState().total, list.getState().counts.archive]).toEqual([450, 450, 450]);
  expect(fake.requestsTo('orders:archived')).toHaveLength(3);
  list.openView('all');
  expect(board.getState().rows.size).toBe(live);
  expect(list.getState().counts.archive).toBe(450);
});

test('a filter finds what is evicted in every view, and shows it in the archive', async () => {
  const { idAt, later, model, shown } = await withArchive();
  const { board, list } = model;
  list.setFilter('archived 44');
  await later();
  expect([shown(), list.getState().foundIn?.archive]).toEqual([0, 14]);
  list.openView('archive');
  await later();
  expect([shown(), list.getState().total]).toEqual([14, 14]);
  expect(list.getState().found?.get(idAt(449))?.hits).toContainEqual({ kind: 'label', stop: null });
  list.setFilter('');
  list.narrow({ group: 'group:Even' });
  await later();
  expect(list.getState().total).toBe(225);
  const groups = list
    .getState()
    .arrangement.orderIds.map((id) => board.getState().rows.get(id)?.group);
  expect(new Set(groups)).toEqual(new Set(['Even']));
});

test('what is done to an evicted order shows at once, and undo brings back what was', async () => {
  const { fake, idAt, later, model, time } = await withArchive();
  const { actions, board, list } = model;
  list.openView('archive');
  await later();
  const id = idAt(3);
  await actions.togglePinned([id]);
  await later();
  expect(board.getState().rows.get(id)).toMatchObject({ isPinned: true, isArchived: true });
  expect([board.getState().heldIds.has(id), list.getState().counts.archive]).toEqual([false, 450]);
  await actions.toggleArchived([id]);
  await later();
  expect([list.getState().counts.archive, fake.row(id)?.isArchived]).toEqual([449, false]);
  list.openView('all');
  expect(list.getState().arrangement.groups.has(id)).toBe(true);
  await actions.reverse('undo');
  await later();
  expect([list.getState().counts.archive, fake.row(id)?.isArchived]).toEqual([450, true]);
  list.openView('archive');
  await later();
  expect(list.getState().total).toBe(450);
  await actions.toggleArchived([id]);
  time.pass(500);
  await later();
  expect(list.getState().total).toBe(449);
});

test('an order that is evicted while it is open stays open until it is left', async () => {
  const { done, fake, later, model } = await withArchive(1);
  model.reveal(done.id);
  fake.putAway(done);
  await later();
  expect(model.detail.getState().openId).toBe(done.id);
  expect(model.list.getState().counts.archive).toBe(2);
  model.detail.open(florist);
  await later();
  expect(model.board.getState().rows.has(done.id)).toBe(false);
});

test('once everything is erased, no row of the archive is left in the window', async () => {
  const { fake, later, model } = await withArchive(3);
  model.list.openView('archive');
  await later();
  expect(model.board.getState().heldIds.size).toBe(3);
  fake.changeApp({ putAwayCount: 0 });
  expect(model.board.getState().heldIds.size).toBe(0);
  expect([...model.board.getState().rows.values()].some(({ isArchived }) => isArchived)).toBe(
    false,
  );
});

test('a notification, a link and a paste find an evicted order', async () => {
  const { fake, idAt, later, model } = await withArchive();
  fake.reveal(idAt(400));
  await later();
  expect(model.list.getState().view).toBe('archive');
  expect(model.detail.getState().openId).toBe(idAt(400));
  model.list.openView('all');
  model.detail.close();
  model.paste.paste(idAt(7));
  await later();
  expect(model.paste.getState().preview).toMatchObject({ fresh: [], known: [{ id: idAt(7) }] });
  await model.paste.watch();
  await later();
  expect(model.detail.getState().openId).toBe(idAt(7));
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
  const found = await model.list.find('archived 123');
  expect([...(found?.keys() ?? [])]).toEqual([idAt(123)]);
});

test('all of the archive is selected and erased by a word, and nothing else can be done to it', async () => {
  const { fake, later, model } = await withArchive();
  const { actions, list, privacy, selection } = model;
  list.openView('archive');
  await later();
  selection.selectAll();
  expect([selection.getState().isAll, selection.selected()]).toEqual([true, []]);
  await actions.toggleMuted(selection.selected());
  expect(fake.requestsTo('orders:mute')).toEqual([]);
  model.archive.more();
  await later();
  expect([selection.getState().isAll, selection.getState().selectedIds.size]).toEqual([true, 400]);
  fake.leave();
  expect(fake.requestsTo('window:remember').at(-1)).toMatchObject({ view: { selectedIds: 'all' } });
  const { query } = model.archive.getState();
  if (query === null) throw new Error('nothing is asked for');
  privacy.ask({ kind: 'orders', ids: [], subject: '', archived: { query, many: 450 } });
  await privacy.erase();
  await later();
  expect(fake.requestsTo('orders:erase')).toEqual([{ ids: [], archived: { sort: 'attention' } }]);
  expect([list.getState().counts.archive, list.getState().arrangement.orderIds]).toEqual([0, []]);
});
