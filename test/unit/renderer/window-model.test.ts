import { expect, test } from 'vitest';
import { createPasteStore } from '../../../renderer/stores/paste-store.ts';
import { createWindowModel } from '../../../renderer/window-model.ts';
import { FakeBridge, passedTest } from '../../browser/support/fake-bridge.ts';
import { floristDetail } from '../../browser/support/sample-detail.ts';
import { sampleId, sampleRows } from '../../browser/support/sample-desk.ts';
import { FakeWindowTime, settled } from './support/fake-window-time.ts';

const florist = sampleId('3f2b8c1e');
const kennedy = sampleId('c0ffee10');
const newId = '5c9e0a72-1f4d-4b8e-9a36-7d2c81f0e5b4';

async function started() {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs, sampleRows(time.nowMs()));
  fake.details.set(florist, floristDetail(time.nowMs()));
  fake.phones.set('courier', '+852 5512 3047');
  const model = createWindowModel(fake.bridge, time);
  const stop = model.start();
  await settled();
  time.pass(200);
  return { time, fake, model, stop };
}

test('a paste shows what it holds and watches nothing', async () => {
  const { fake, model } = await started();
  model.paste.paste(`${florist}\n${newId} two boxes\nc2a91d40-88b7-4f05-9e61-3ad0f7b2c94`);
  const { preview } = model.paste.getState();
  expect(preview?.fresh.map(({ id }) => id)).toEqual([newId]);
  expect(preview?.known.map(({ id }) => id)).toEqual([florist]);
  expect(preview?.rejected).toMatchObject([{ reason: 'wrongLength', line: 3 }]);
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
});

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

test('undo brings an order back before main has heard of it', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([kennedy]);
  model.toasts.undo();
  time.pass(20_000);
  await settled();
  expect(model.list.getState().arrangement.groups.has(kennedy)).toBe(true);
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
});

test('undo after the toast is gone watches the order again with its label', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([kennedy]);
  time.pass(9000);
  await settled();
  model.toasts.undo();
  await settled();
  time.pass(200);
  expect(fake.requestsTo('watch-list:add')).toEqual([
    { orders: [{ id: kennedy, label: 'Kennedy Town: school lunch boxes' }] },
  ]);
  expect(model.list.getState().arrangement.groups.has(kennedy)).toBe(true);
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
  model.toasts.undo();
  await settled();
  expect(fake.requestsTo('orders:mute')).toEqual([
    { ids: [kennedy], isMuted: true },
    { ids: [kennedy], isMuted: false },
  ]);
});

test('main is told which order is open, and when none is', async () => {
  const { fake, model } = await started();
  model.reveal(florist);
  model.detail.close();
  expect(fake.requestsTo('window:open-order')).toEqual([{ id: florist }, { id: null }]);
});

test('an open order counts as seen after a second in front of the dispatcher', async () => {
  const { fake, model, time } = await started();
  const unseen = sampleId('c0ffee06');
  model.reveal(unseen);
  time.pass(5000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  model.detail.setInFront(true);
  time.pass(999);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  time.pass(1);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([{ ids: [unseen] }]);
});

test('closing the panel within the second leaves the order unseen', async () => {
  const { fake, model, time } = await started();
  model.detail.setInFront(true);
  model.reveal(sampleId('c0ffee06'));
  time.pass(900);
  model.detail.close();
  time.pass(5000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
});

test('a phone number is readable for 30 seconds and not after the panel moved on', async () => {
  const { model, time } = await started();
  model.reveal(florist);
  await settled();
  await model.detail.showPhone('courier');
  expect(model.detail.getState().phones.get('courier')).toBe('+852 5512 3047');
  time.pass(30_000);
  expect(model.detail.getState().phones.size).toBe(0);
  await model.detail.showPhone('courier');
  model.reveal(kennedy);
  expect(model.detail.getState().phones.size).toBe(0);
});

test('the details follow every change of the open order, one request at a time', async () => {
  const { fake, model } = await started();
  model.reveal(florist);
  await settled();
  fake.hold('order:detail');
  const row = fake.row(florist);
  if (!row) throw new Error('The sample has no florist.');
  for (const moved of [1, 2, 3]) fake.upsert({ ...row, moreStops: moved });
  expect(fake.requestsTo('order:detail')).toHaveLength(2);
  fake.letGo('order:detail');
  await settled();
  expect(fake.requestsTo('order:detail')).toHaveLength(3);
});

test('a change of another order does not ask for the details again', async () => {
  const { fake, model } = await started();
  model.reveal(florist);
  await settled();
  const other = fake.row(kennedy);
  if (!other) throw new Error('The sample has no Kennedy Town.');
  fake.upsert({ ...other, moreStops: 9 });
  await settled();
  expect(fake.requestsTo('order:detail')).toHaveLength(1);
});

test('an order asked for from outside opens although the view or the filter hides it', async () => {
  const { fake, model } = await started();
  model.list.openView('muted');
  model.list.setFilter('nothing like it');
  fake.reveal(florist);
  expect(model.detail.getState().openId).toBe(florist);
  expect(model.list.getState().view).toBe('all');
});

test('an order asked for before the board is there opens as soon as it is', async () => {
  const time = new FakeWindowTime();
  const fake = new FakeBridge(time.nowMs, sampleRows(time.nowMs()));
  const model = createWindowModel(fake.bridge, time);
  model.start();
  fake.reveal(florist);
  expect(model.detail.getState().openId).toBeNull();
  await settled();
  expect(model.detail.getState().openId).toBe(florist);
});

test('when the selected order leaves the view, the next one is selected and a toast says where it went', async () => {
  const { fake, model, time } = await started();
  model.list.openView('waiting');
  model.selection.select(kennedy);
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has no Kennedy Town.');
  fake.upsert({ ...row, status: { raw: 'matched', phase: 'assigned' } });
  time.pass(200);
  expect(model.selection.getState().activeId).toBe(sampleId('c0ffee11'));
  expect(model.toasts.getState().toasts.at(-1)).toMatchObject({
    text: 'Now in On the way:',
    subject: 'Kennedy Town: school lunch boxes',
  });
});

test('a held list sorts when it is let go, or after ten seconds', async () => {
  const { fake, model, time } = await started();
  const [firstId] = model.list.getState().arrangement.orderIds;
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has no Kennedy Town.');
  const urgent = { ...row, attention: { score: 99, reason: 'released' as const } };
  model.list.setHeld(true);
  fake.upsert(urgent);
  time.pass(9000);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(firstId);
  time.pass(2000);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(kennedy);
  fake.upsert(row);
  time.pass(200);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(kennedy);
  model.list.setHeld(false);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(firstId);
});

test('at most three toasts are shown, and a held one stays', async () => {
  const { model, time } = await started();
  for (const text of ['one', 'two', 'three', 'four']) {
    model.toasts.show({ icon: 'info', text, subject: null });
  }
  const shown = () => model.toasts.getState().toasts.map((toast) => toast.text);
  expect(shown()).toEqual(['two', 'three', 'four']);
  const held = model.toasts.getState().toasts[0];
  if (!held) throw new Error('No toast is shown.');
  model.toasts.hold(held.key);
  time.pass(60_000);
  expect(shown()).toEqual(['two']);
  model.toasts.release(held.key);
  time.pass(8000);
  expect(shown()).toEqual([]);
});

test('connecting without a secret names the field and asks nothing', async () => {
  const { fake, model } = await started();
  model.connect.edit({ baseUrl: 'https://x.example', clientId: 'id' });
  await model.connect.connect();
  expect([...model.connect.getState().missing]).toEqual(['clientSecret']);
  expect(fake.requestsTo('connection:save')).toEqual([]);
});

test('a changed connection may keep the stored secret only for the same address and client', async () => {
  const { fake, model } = await started();
  model.connect.open('https://x.example', 'id', true);
  await model.connect.test();
  expect(fake.requestsTo('connection:test')).toEqual([
    { baseUrl: 'https://x.example', clientId: 'id', clientSecret: null },
  ]);
  model.connect.edit({ baseUrl: 'https://other.example' });
  await model.connect.test();
  expect([...model.connect.getState().missing]).toEqual(['clientSecret']);
});

test('the secret leaves the window once it was handed over', async () => {
  const { model } = await started();
  model.connect.edit({ baseUrl: 'https://x.example', clientId: 'id', clientSecret: 'hush' });
  await model.connect.connect();
  expect(model.connect.getState().draft.clientSecret).toBe('');
});

test('a test that did not pass is shown and the draft stays', async () => {
  const { fake, model } = await started();
  const [reach, certificate] = passedTest.steps;
  fake.testResult = {
    steps: [
      reach,
      certificate,
      {
        name: 'token',
        state: 'failed',
        elapsedMs: 180,
        code: 'credentials-refused',
        httpStatus: 401,
        message: 'The service did not accept this client ID and secret.',
      },
    ],
  };
  model.connect.edit({ baseUrl: 'https://x.example', clientId: 'id', clientSecret: 'hush' });
  await model.connect.connect();
  expect(model.connect.getState().test?.steps[2].state).toBe('failed');
  expect(model.connect.getState().draft.clientSecret).toBe('hush');
});

test('a window that is opened again begins where the dispatcher was', async () => {
  const first = await started();
  first.model.list.openView('onTheWay');
  first.model.list.setFilter('lau chi');
  first.model.selection.select(florist);
  first.model.detail.open(florist);
  first.model.scroll.readBy(() => ({ id: florist, offsetPx: 12 }));
  first.fake.leave();
  await settled();
  first.stop();

  const model = createWindowModel(first.fake.bridge, first.time);
  model.start();
  await settled();
  expect(model.list.getState()).toMatchObject({ view: 'onTheWay', filter: 'lau chi' });
  expect(model.selection.getState().activeId).toBe(florist);
  expect(model.detail.getState().openId).toBe(florist);
  expect(model.scroll.takeWanted()).toEqual({ id: florist, offsetPx: 12 });
});

test('an order that went meanwhile is neither selected nor opened', async () => {
  const first = await started();
  first.model.selection.selectAll();
  first.model.detail.open(kennedy);
  first.fake.leave();
  await settled();
  first.stop();
  first.fake.remove(kennedy);

  const model = createWindowModel(first.fake.bridge, first.time);
  model.start();
  await settled();
  expect(model.detail.getState().openId).toBeNull();
  expect(model.selection.getState().selectedIds.has(kennedy)).toBe(false);
  expect(model.selection.getState().selectedIds.size).toBeGreaterThan(3);
});

test('a page that goes first carries out what could still have been undone', async () => {
  const { fake, model } = await started();
  model.actions.stopWatching([kennedy]);
  fake.leave();
  await settled();
  const channels = fake.requests.map(({ channel }) => channel);
  expect(channels.indexOf('watch-list:remove')).toBeGreaterThan(-1);
  expect(channels.indexOf('watch-list:remove')).toBeLessThan(channels.indexOf('window:remember'));
  expect(fake.requestsTo('window:remember')).toMatchObject([{ isLeaving: true }]);
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
  model.toasts.undo();
  await settled();
  expect(fake.requestsTo('orders:archive').at(-1)).toEqual({ ids: [done.id], isArchived: false });
});

test('an order that is asked for from outside opens in the archive when it lies there', async () => {
  const { fake, model } = await started();
  const row = fake.row(kennedy);
  if (!row) throw new Error('The sample has no Kennedy Town.');
  fake.upsert({ ...row, isArchived: true });
  fake.reveal(kennedy);
  expect(model.list.getState().view).toBe('archive');
  expect(model.detail.getState().openId).toBe(kennedy);
});

test('pinning is said in a toast and taken back by undo', async () => {
  const { fake, model } = await started();
  await model.actions.togglePinned([florist]);
  expect(fake.row(florist)?.isPinned).toBe(true);
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe('Pinned');
  model.toasts.undo();
  await settled();
  expect(fake.row(florist)?.isPinned).toBe(false);
});

const lines = (from: number) =>
  Array.from(
    { length: 3000 },
    (_, n) => `${newId.slice(0, 24)}${(from + n).toString(16).padStart(12, '0')} box ${n}`,
  ).join('\n');

test('a long text is looked through in slices, and a newer one takes its place', async () => {
  const { model, time } = await started();
  // Time flies while somebody looks: a slice ends with every second question for it.
  let passedMs = 0;
  const slow = { nowMs: () => (passedMs += 4), after: time.after, every: time.every };
  const paste = createPasteStore(
    { addToWatchList: () => Promise.reject(new Error()) },
    model.board,
    slow,
    {
      isLeaving: () => false,
      aboutToWatch: () => undefined,
      watched: () => undefined,
      failed: () => undefined,
    },
  );
  paste.paste(lines(0));
  expect(paste.getState().preview).toBeNull();
  paste.paste(lines(100_000));
  for (let n = 0; n < 100 && paste.getState().preview === null; n += 1) time.pass(0);
  const { preview } = paste.getState();
  expect(preview?.fresh).toHaveLength(3000);
  expect(preview?.fresh[0]?.id.endsWith('0186a0')).toBe(true);
});

test('the clipboard is asked for when the window comes to the front, by choice alone, and offered without the focus', async () => {
  const { fake, model } = await started();
  fake.clipboard = `florist ${newId}`;
  await model.offerClipboard();
  expect(fake.requestsTo('clipboard:offer')).toEqual([]);
  fake.changeDesk({ settings: { ...fake.desk.settings, offersClipboard: true } });
  await model.offerClipboard();
  expect(model.paste.getState().preview?.fresh.map(({ id }) => id)).toEqual([newId]);
  expect(model.paste.getState().pasteCount).toBe(0);
  model.paste.close();
  fake.clipboard = florist;
  await model.offerClipboard();
  expect(model.paste.getState().preview).toBeNull();
});
