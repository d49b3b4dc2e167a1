import { expect, test } from 'vitest';
import { createPasteStore } from '../../../renderer/stores/paste-store.ts';
import { sampleId } from '../../browser/support/sample-board.ts';
import { settled } from './support/fake-window-time.ts';
import { florist, kennedy, newId, started } from './support/started-window.ts';

test('orders that are offered from outside come into sight whatever page is open', async () => {
  const { fake, model } = await started();
  model.settings.open('diagnosis');
  fake.offerPaste(newId);
  expect(model.settings.getState().section).toBeNull();
  expect(model.paste.getState().preview?.fresh.map(({ id }) => id)).toEqual([newId]);
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
});

test('watching adds what is new with its label, closes the preview and selects it', async () => {
  const { fake, model, time } = await started();
  model.paste.paste(newId);
  model.paste.setLabel(' Two boxes ');
  await model.paste.watch();
  time.pass(200);
  expect(fake.requestsTo('watch-list:add')).toEqual([
    { orders: [{ id: newId, label: 'Two boxes' }] },
  ]);
  expect(model.paste.getState().preview).toBeNull();
  expect(model.selection.getState().activeId).toBe(newId);
  expect(model.toasts.getState().toasts[0]?.text).toBe('Watching 1 order');
});

test('a paste that could not be stored stays open', async () => {
  const { fake, model } = await started();
  fake.failing.set('watch-list:add', { code: 'storage-failed', message: 'The disk is full.' });
  model.paste.paste(newId);
  await model.paste.watch();
  expect(model.paste.getState().preview).not.toBeNull();
  expect(model.toasts.getState().toasts[0]?.text).toBe('The disk is full.');
});

test('an order that is no longer watched leaves at once, and main hears of it after the time for undo', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([kennedy]);
  expect(model.list.getState().arrangement.groups.has(kennedy)).toBe(false);
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  time.pass(8000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([{ ids: [kennedy] }]);
  expect(model.board.getState().rows.has(kennedy)).toBe(false);
});

test('undo reaches what its toast names while the toast stands, and says so afterwards', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([kennedy]);
  time.pass(9000);
  await settled();
  await model.actions.reverse('undo');
  await settled();
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe('Nothing to undo');
  await model.actions.reverse('redo');
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe('Nothing to redo');
});

test('a paste long ago is not taken back by a late undo', async () => {
  const { fake, model, time } = await started();
  model.paste.paste(newId);
  await model.paste.watch();
  time.pass(60_000);
  await model.actions.reverse('undo');
  time.pass(60_000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  expect(model.list.getState().arrangement.groups.has(newId)).toBe(true);
});

test('undo says what it brought back, redo does it again, and main hears only of the end', async () => {
  const { fake, model, time } = await started();
  const last = () => {
    const toast = model.toasts.getState().toasts.at(-1);
    return `${toast?.text} ${toast?.subject} (${toast?.offers})`;
  };
  model.actions.stopWatching([kennedy]);
  await model.actions.reverse('undo');
  expect(last()).toBe('Brought back: Kennedy Town: school lunch boxes (redo)');
  expect(model.list.getState().arrangement.groups.has(kennedy)).toBe(true);
  await model.actions.reverse('redo');
  expect(last()).toBe('Stopped watching Kennedy Town: school lunch boxes (undo)');
  expect(model.list.getState().arrangement.groups.has(kennedy)).toBe(false);
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  time.pass(8000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([{ ids: [kennedy] }]);
});

test('several steps are undone from the last and redone from the first', async () => {
  const { fake, model } = await started();
  await model.actions.togglePinned([florist]);
  await model.actions.toggleMuted([florist]);
  await model.actions.reverse('undo');
  await model.actions.reverse('undo');
  expect(fake.row(florist)).toMatchObject({ isPinned: false, isMuted: false });
  await model.actions.reverse('redo');
  expect(fake.row(florist)).toMatchObject({ isPinned: true, isMuted: false });
  await model.actions.reverse('redo');
  expect(fake.row(florist)).toMatchObject({ isPinned: true, isMuted: true });
});

test('an undo that failed says why and can be tried again', async () => {
  const { fake, model } = await started();
  await model.actions.toggleMuted([florist]);
  fake.failing.set('orders:mute', { code: 'storage-failed', message: 'The disk is full.' });
  await model.actions.reverse('undo');
  expect(model.toasts.getState().toasts.map(({ text }) => text)).toEqual([
    'The disk is full.',
    'Muted',
  ]);
  fake.failing.clear();
  await model.actions.reverse('undo');
  expect(fake.row(florist)?.isMuted).toBe(false);
});

test('what only tells does not push out what can be undone, and is not said twice', async () => {
  const { model } = await started();
  await model.actions.togglePinned([florist]);
  for (const [text, icon] of [
    ['one', 'eye'],
    ['two', 'info'],
    ['two', 'info'],
    ['three', 'copy'],
    ['four', 'tag'],
  ] as const) {
    model.toasts.show({ icon, text });
  }
  expect(model.toasts.getState().toasts.map(({ text }) => text)).toEqual([
    'Pinned',
    'three',
    'four',
  ]);
});

test('pasting an order that is just being removed watches it again', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([kennedy]);
  model.paste.paste(kennedy);
  expect(model.paste.getState().preview?.fresh.map(({ id }) => id)).toEqual([kennedy]);
  await model.paste.watch();
  time.pass(20_000);
  await settled();
  expect(fake.requests.map(({ channel }) => channel).slice(-2)).toEqual([
    'watch-list:remove',
    'watch-list:add',
  ]);
  expect(model.list.getState().arrangement.groups.has(kennedy)).toBe(true);
});

test('a window that goes away carries out what could still have been undone', async () => {
  const { fake, model, stop, time } = await started();
  model.actions.stopWatching([kennedy]);
  stop();
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([{ ids: [kennedy] }]);
  model.toasts.dismiss(1);
  expect(time.plannedCount).toBe(0);
});

test('mute and its undo change only what was not muted before', async () => {
  const { fake, model } = await started();
  const peak = sampleId('c0ffee09');
  await model.actions.toggleMuted([kennedy, peak]);
  await model.actions.reverse('undo');
  expect(fake.requestsTo('orders:mute')).toEqual([
    { ids: [kennedy], isMuted: true },
    { ids: [kennedy], isMuted: false },
  ]);
});

test('following and its undo change only what was not followed before, each back to its own', async () => {
  const { fake, model, rowOf } = await started();
  const peak = sampleId('c0ffee09');
  fake.upsert(
    { ...rowOf(florist), tellsEveryMove: false },
    { ...rowOf(peak), tellsEveryMove: true },
  );
  const ids = [kennedy, florist, peak];
  await model.actions.toggleFollowed(ids);
  expect(ids.map((id) => rowOf(id).tellsEveryMove)).toEqual([true, true, true]);
  await model.actions.reverse('undo');
  expect(ids.map((id) => rowOf(id).tellsEveryMove)).toEqual([null, false, true]);
  await model.actions.reverse('redo');
  await model.actions.toggleFollowed(ids);
  expect(ids.map((id) => rowOf(id).tellsEveryMove)).toEqual([null, null, null]);
  await model.actions.reverse('undo');
  expect(fake.requestsTo('orders:set-preferences')).toMatchObject([
    { ids: [kennedy, florist], change: { tellsEveryMove: true } },
    { ids: [kennedy], change: { tellsEveryMove: null } },
    { ids: [florist], change: { tellsEveryMove: false } },
    { ids: [kennedy, florist], change: { tellsEveryMove: true } },
    { ids, change: { tellsEveryMove: null } },
    { ids, change: { tellsEveryMove: true } },
  ]);
});

test('of one kind only the newest tells, for half as long as what can be undone or comes unasked', async () => {
  const { model, time } = await started();
  const shown = () => model.toasts.getState().toasts.map((toast) => toast.text);
  await model.actions.copyIds([kennedy]);
  await model.actions.copyIds([kennedy, florist]);
  await model.actions.toggleMuted([florist]);
  model.toasts.fail({ code: 'storage-failed', message: 'The disk is full.' });
  expect(shown()).toEqual(['2 uuids copied', 'Muted', 'The disk is full.']);
  time.pass(4000);
  expect(shown()).toEqual(['Muted', 'The disk is full.']);
  model.toasts.fail({ code: 'internal-error', message: 'Waybell did not answer.' });
  expect(shown()).toEqual(['Muted', 'The disk is full.', 'Waybell did not answer.']);
  time.pass(4000);
  expect(shown()).toEqual(['Waybell did not answer.']);
});

test('at most three toasts are shown, and a held one stays', async () => {
  const { model, time } = await started();
  for (const [text, icon] of [
    ['one', 'eye'],
    ['two', 'info'],
    ['three', 'copy'],
    ['four', 'tag'],
  ] as const) {
    model.toasts.show({ icon, text });
  }
  const shown = () => model.toasts.getState().toasts.map((toast) => toast.text);
  expect(shown()).toEqual(['two', 'three', 'four']);
  const held = model.toasts.getState().toasts[0];
  if (!held) throw new Error('No toast is shown.');
  model.toasts.hold(held.key);
  time.pass(60_000);
  expect(shown()).toEqual(['two']);
  model.toasts.release(held.key);
  time.pass(4000);
  expect(shown()).toEqual([]);
});

test('a finished order goes to the archive and comes back by undo; one on the way does not', async () => {
  const { fake, model, time } = await started();
  const done = [...model.board.getState().rows.values()].find(
    ({ status, attention }) => status?.phase === 'done' && attention === null,
  );
  if (!done) throw new Error('The sample has no finished order.');
  const { counts } = model.list.getState();
  await model.actions.toggleArchived([done.id, florist]);
  time.pass(200);
  expect(fake.requestsTo('orders:archive')).toEqual([{ ids: [done.id], isArchived: true }]);
  expect(model.list.getState().counts).toEqual({
    ...counts,
    all: counts.all - 1,
    done: counts.done - 1,
    archive: 1,
  });
  expect(model.list.getState().arrangement.groups.has(done.id)).toBe(false);
  model.list.openView('archive');
  expect(model.list.getState().arrangement.orderIds).toEqual([done.id]);
  await model.actions.reverse('undo');
  expect(model.board.getState().rows.get(done.id)).toEqual(done);
});

test('undo of archiving brings back what an order needed attention for, and redo archives it again', async () => {
  const { fake, model } = await started();
  const needy = [...model.board.getState().rows.values()].find(
    ({ status, attention }) => status?.phase === 'cancelled' && attention !== null,
  );
  if (!needy) throw new Error('The sample has no cancelled order.');
  const row = () => fake.row(needy.id);
  await model.actions.toggleArchived([needy.id]);
  expect(row()).toMatchObject({ isArchived: true, attention: null });
  await model.actions.reverse('undo');
  expect(row()).toEqual(needy);
  await model.actions.reverse('redo');
  expect(row()).toMatchObject({ isArchived: true, attention: null });
  await model.actions.reverse('undo');
  expect(row()).toEqual(needy);
});

test('pinning is said in a toast and taken back by undo', async () => {
  const { fake, model } = await started();
  await model.actions.togglePinned([florist]);
  expect(fake.row(florist)?.isPinned).toBe(true);
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe('Pinned');
  await model.actions.reverse('undo');
  expect(fake.row(florist)?.isPinned).toBe(false);
});

const lines = (from: number) =>
  Array.from(
    { length: 3000 },
    (_, n) => `${newId.slice(0, 24)}${(from + n).toString(16).padStart(12, '0')} box ${n}`,
  ).join('\n');

/** A paste store for which time flies: a slice of looking ends with every second question for the time. */
async function slowPaste() {
  const { fake, model, time } = await started();
  let passedMs = 0;
  const slow = { nowMs: () => (passedMs += 4), after: time.after, every: time.every };
  const { board, list, toasts } = model;
  const paste = createPasteStore(fake.bridge, {
    board,
    list,
    toasts,
    time: slow,
    bring: async () => {},
    aboutToWatch: () => undefined,
    watched: () => undefined,
    show: () => undefined,
  });
  const lookThrough = () => {
    for (let n = 0; n < 100 && paste.getState().preview === null; n += 1) time.pass(0);
  };
  return { fake, lookThrough, paste };
}

test('a long text is looked through in slices, and a newer one takes its place', async () => {
  const { lookThrough, paste } = await slowPaste();
  paste.paste(lines(0));
  expect(paste.getState().preview).toBeNull();
  paste.paste(lines(100_000));
  lookThrough();
  const { preview } = paste.getState();
  expect(preview?.fresh).toHaveLength(3000);
  expect(preview?.fresh[0]?.id.endsWith('0186a0')).toBe(true);
});

test('an Enter that comes while a text is still looked through watches what is found in it', async () => {
  const { fake, lookThrough, paste } = await slowPaste();
  paste.paste(lines(0));
  const watched = paste.watch();
  const watchedAgain = paste.watch();
  await settled();
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
  lookThrough();
  await watched;
  await watchedAgain;
  expect(fake.requestsTo('watch-list:add')).toMatchObject([{ orders: { length: 3000 } }]);
});

test('an Enter for a text that is taken back while it is looked through watches nothing', async () => {
  const { fake, lookThrough, paste } = await slowPaste();
  paste.paste(lines(0));
  const watched = paste.watch();
  paste.close();
  lookThrough();
  await watched;
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
});

test('the clipboard is asked for when the window comes to the front, by choice alone, and offered without the focus', async () => {
  const { fake, model } = await started();
  fake.clipboard = `florist ${newId}`;
  await model.offerClipboard();
  expect(fake.requestsTo('clipboard:offer')).toEqual([]);
  fake.changeApp({ settings: { ...fake.app.settings, offersClipboard: true } });
  await model.offerClipboard();
  expect(model.paste.getState().preview?.fresh.map(({ id }) => id)).toEqual([newId]);
  expect(model.paste.getState().openPaste).toBeNull();
  model.paste.close();
  fake.clipboard = florist;
  await model.offerClipboard();
  expect(model.paste.getState().preview).toBeNull();
});

test('what else a courier has is found from each order, from one in the archive too, and is never the order alone', async () => {
  const { fake, model, rowOf } = await started();
  const courier = { kind: 'known', name: 'Yip Man Kit', fix: null } as const;
  const status = { ...rowOf(florist).status, raw: 'on_the_way', phase: 'pickedUp' } as const;
  fake.upsert({ ...rowOf(kennedy), courier, status, isArchived: true });
  model.showSameCourier(kennedy);
  expect(model.list.getState().cardIds).toBeNull();
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe(model.text.courierWay.nothingElse);
  fake.upsert({ ...rowOf(florist), courier, status });
  model.showSameCourier(florist);
  expect(model.list.getState().cardIds).toBeNull();
  model.showSameCourier(kennedy);
  expect([...(model.list.getState().cardIds ?? [])]).toEqual([florist]);
});
