import { expect, test } from 'vitest';
import type { OrderId } from '../../../core/order/order-id.ts';
import { createWindowModel, type WindowModel } from '../../../renderer/window-model.ts';
import { FakeBridge, passedTest } from '../../browser/support/fake-bridge.ts';
import { sampleId, sampleRows } from '../../browser/support/sample-board.ts';
import { FakeWindowTime, settled } from './support/fake-window-time.ts';
import { florist, kennedy, started } from './support/started-window.ts';

test('main is told which order is open, and when none is', async () => {
  const { fake, model } = await started();
  model.reveal(florist);
  model.detail.close();
  expect(fake.requestsTo('window:open-order')).toEqual([{ id: florist }, { id: null }]);
});

test('an open order counts as seen after two seconds in front of the dispatcher', async () => {
  const { fake, model, time } = await started();
  const unseen = sampleId('c0ffee06');
  model.reveal(unseen);
  time.pass(5000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  const shownAtMs = time.nowMs() - 5000;
  model.detail.setInFront(true);
  time.pass(1999);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  time.pass(1);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([{ ids: [unseen], shownAtMs }]);
});

test('closing the panel within two seconds leaves the order unseen', async () => {
  const { fake, model, time } = await started();
  model.detail.setInFront(true);
  model.reveal(sampleId('c0ffee06'));
  time.pass(1900);
  model.detail.close();
  time.pass(5000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
});

test('a release of the open order stays marked until the dispatcher goes on', async () => {
  const { fake, model, time, rowOf } = await started();
  model.detail.setInFront(true);
  model.reveal(florist);
  await settled();
  const attention = {
    score: 60,
    reason: 'released',
    age: { kind: 'duration', sinceMs: 0 },
  } as const;
  fake.upsert({ ...rowOf(florist), attention, isUnseen: true });
  time.pass(60_000);
  fake.upsert({ ...rowOf(florist), moreStops: 3 });
  const shownAtMs = time.nowMs();
  time.pass(60_000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  model.reveal(kennedy);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([{ ids: [florist], shownAtMs }]);
});

test('a release that could not be seen in front for two seconds stays marked', async () => {
  const { fake, model, time, rowOf } = await started();
  model.detail.setInFront(true);
  model.reveal(florist);
  const attention = {
    score: 60,
    reason: 'released',
    age: { kind: 'duration', sinceMs: 0 },
  } as const;
  time.pass(1900);
  fake.upsert({ ...rowOf(florist), attention, isUnseen: true });
  time.pass(1900);
  model.detail.close();
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
});

test('once a released order has a courier again, it is seen as any other', async () => {
  const { fake, model, time, rowOf } = await started();
  model.detail.setInFront(true);
  model.reveal(florist);
  const row = { ...rowOf(florist), isUnseen: true };
  fake.upsert({
    ...row,
    attention: { score: 60, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
  });
  time.pass(5000);
  fake.upsert({ ...row, attention: null });
  const shownAtMs = time.nowMs();
  time.pass(2000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([{ ids: [florist], shownAtMs }]);
});

test('news that was opened to be looked at keeps its place, and no other order opens by itself', async () => {
  const { fake, model, time } = await started();
  for (const row of model.board.getState().rows.values()) {
    if (row.attention === null) continue;
    fake.upsert({ ...row, attention: { ...row.attention, reason: 'priceChanged' } });
  }
  model.list.openView('needsAttention');
  model.detail.setInFront(true);
  const [first, second] = model.list.getState().arrangement.orderIds;
  if (!first || !second) throw new Error('The sample has two orders that need attention.');
  model.reveal(first);
  await settled();
  time.pass(2000);
  await settled();
  time.pass(60_000);
  expect(fake.row(first)?.attention).toBeNull();
  expect(model.detail.getState().openId).toBe(first);
  expect(model.list.getState().arrangement.orderIds.slice(0, 2)).toEqual([first, second]);
  expect(fake.requestsTo('orders:mark-seen')).toHaveLength(1);
  model.selection.step('next', 1, false);
  expect(model.detail.getState().openId).toBe(second);
  expect(model.list.getState().arrangement.orderIds).not.toContain(first);
});

test('an order behind another page is not looked at', async () => {
  const { fake, model, time } = await started();
  model.detail.setInFront(true);
  model.detail.shown()();
  model.reveal(sampleId('c0ffee06'));
  time.pass(10_000);
  expect(fake.requestsTo('orders:mark-seen')).toEqual([]);
  model.detail.shown();
  time.pass(2000);
  expect(fake.requestsTo('orders:mark-seen')).toHaveLength(1);
});

test('undo of a mark restores the order as it was', async () => {
  const { fake, model, rowOf } = await started();
  const before = rowOf(sampleId('b41e9c07'));
  await model.actions.markSeen([before.id]);
  expect(rowOf(before.id)).toMatchObject({ attention: { isSeen: true }, isUnseen: false });
  await model.actions.reverse('undo');
  expect(rowOf(before.id)).toEqual(before);
  expect(fake.requestsTo('orders:mark-unseen')).toEqual([{ mark: 1 }]);
  await model.actions.reverse('redo');
  expect(rowOf(before.id)).toMatchObject({ attention: { isSeen: true } });
});

test('what needs a person stays in its view once it was seen, until it is handled; undo brings it back', async () => {
  const { model, rowOf } = await started();
  const id = sampleId('b41e9c07');
  const listed = (): boolean => model.list.getState().arrangement.orderIds.includes(id);
  model.list.openView('needsAttention');
  await model.actions.markSeen([id]);
  expect([listed(), rowOf(id).isUnseen]).toEqual([true, false]);
  await model.actions.handled([id]);
  expect(listed()).toBe(false);
  expect(rowOf(id).handled).toMatchObject({ reason: 'unknownStatus', call: null });
  await model.actions.reverse('undo');
  expect([listed(), rowOf(id).attention?.isSeen]).toEqual([true, true]);
});

test('an order that is handled while it is read stays open in its place, with one message, until one goes on', async () => {
  const { model, rowOf } = await started();
  const id = sampleId('b41e9c07');
  const listed = (): boolean => model.list.getState().arrangement.orderIds.includes(id);
  const head = () => {
    const items = model.list.getState().arrangement.items;
    return items.find((item) => item.kind === 'head' && item.group === 'attention');
  };
  model.list.openView('needsAttention');
  model.reveal(id);
  await settled();
  await model.actions.handled([id]);
  await settled();
  expect(rowOf(id).attention).toBeNull();
  expect([listed(), model.detail.getState().openId]).toEqual([true, id]);
  expect(model.toasts.getState().toasts.map(({ text }) => text)).toEqual(['Handled:']);
  // The head of the group counts what the view in the sidebar counts.
  expect(head()).toMatchObject({ count: model.list.getState().counts.needsAttention });
  model.selection.step('next', 1, false);
  expect(listed()).toBe(false);
  expect(head()).toMatchObject({ count: model.list.getState().counts.needsAttention });
  expect(model.toasts.getState().toasts).toHaveLength(1);
});

test('an order that is handled from the list leaves its view with one message, and the next one is selected', async () => {
  const { model } = await started();
  model.list.openView('needsAttention');
  const [first, second] = model.list.getState().arrangement.orderIds;
  if (!first || !second) throw new Error('The sample has two orders that need attention.');
  model.selection.select(first);
  await model.actions.handled([first]);
  await settled();
  expect(model.selection.selected()).toEqual([second]);
  expect(model.toasts.getState().toasts.map(({ text }) => text)).toEqual(['Handled:']);
});

test('a phone number is readable for 30 seconds and not after the panel moved on', async () => {
  const { model, time } = await started();
  model.reveal(florist);
  await settled();
  await model.detail.showPhone('courier');
  expect(model.detail.getState().phones.get('courier')?.phoneNumber).toBe('+852 5512 3047');
  time.pass(30_000);
  expect(model.detail.getState().phones.size).toBe(0);
  await model.detail.showPhone('courier');
  model.reveal(kennedy);
  expect(model.detail.getState().phones.size).toBe(0);
});

test('the details follow every change of the open order, one request at a time', async () => {
  const { fake, model, rowOf } = await started();
  model.reveal(florist);
  await settled();
  fake.hold('order:detail');
  const row = rowOf(florist);
  for (const moved of [1, 2, 3]) fake.upsert({ ...row, moreStops: moved });
  expect(fake.requestsTo('order:detail')).toHaveLength(2);
  fake.letGo('order:detail');
  await settled();
  expect(fake.requestsTo('order:detail')).toHaveLength(3);
});

test('the last answer is asked for while its section is unfolded only, and follows the order', async () => {
  const { fake, model, rowOf } = await started();
  const answer = { text: '{}', leftOutCount: 0 };
  fake.answers.set(florist, answer);
  model.reveal(florist);
  await settled();
  expect(fake.requestsTo('order:last-answer')).toEqual([]);
  model.detail.setAnswerOpen(true);
  await settled();
  expect(model.detail.getState().answer).toEqual(answer);
  fake.answers.set(florist, { text: '[]', leftOutCount: 3 });
  fake.upsert({ ...rowOf(florist), moreStops: 9 });
  await settled();
  expect(model.detail.getState().answer?.text).toBe('[]');
  model.detail.setAnswerOpen(false);
  expect(model.detail.getState().answer).toBeUndefined();
  fake.upsert({ ...rowOf(florist), moreStops: 8 });
  await settled();
  expect(fake.requestsTo('order:last-answer')).toHaveLength(2);
});

test('a change of another order does not ask for the details again', async () => {
  const { fake, model, rowOf } = await started();
  model.reveal(florist);
  await settled();
  const other = rowOf(kennedy);
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
  const { fake, model, time, rowOf } = await started();
  model.list.openView('waiting');
  model.selection.select(kennedy);
  const row = rowOf(kennedy);
  fake.upsert({ ...row, status: { raw: 'matched', phase: 'assigned' } });
  time.pass(200);
  expect(model.selection.getState().activeId).toBe(sampleId('c0ffee11'));
  expect(model.toasts.getState().toasts.at(-1)).toMatchObject({
    text: 'Now in On the way:',
    subject: 'Kennedy Town: school lunch boxes',
  });
});

test('a change is shown where its row stands; many changes are sorted together, soon after', async () => {
  const { fake, model, time, rowOf } = await started();
  const before = model.list.getState().arrangement;
  fake.upsert({
    ...rowOf(kennedy),
    attention: { score: 99, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
  });
  fake.upsert({
    ...rowOf(florist),
    attention: { score: 98, reason: 'released', age: { kind: 'duration', sinceMs: 0 } },
  });
  expect(model.board.getState().rows.get(kennedy)?.attention?.score).toBe(99);
  expect(model.list.getState().arrangement).toBe(before);
  time.pass(50);
  expect(model.list.getState().arrangement.orderIds.slice(0, 2)).toEqual([kennedy, florist]);
});

test('a held list sorts when it is let go, or after ten seconds', async () => {
  const { fake, model, time, rowOf } = await started();
  const [firstId, secondId = kennedy] = model.list.getState().arrangement.orderIds;
  const row = rowOf(secondId);
  const urgent = {
    ...row,
    attention: {
      score: 999,
      reason: 'longWait' as const,
      age: { kind: 'duration' as const, sinceMs: 0 },
    },
  };
  model.list.hold([]);
  fake.upsert(urgent);
  time.pass(9000);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(firstId);
  time.pass(2000);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(secondId);
  fake.upsert(row);
  time.pass(200);
  expect(model.list.getState().arrangement.orderIds[0]).toBe(secondId);
  model.list.letGo();
  expect(model.list.getState().arrangement.orderIds[0]).toBe(firstId);
});

const claimed = (reason: 'released' | 'longWait', score: number) => ({
  attention: { score, reason, age: { kind: 'duration' as const, sinceMs: 0 } },
});

test.each<[string, (model: WindowModel, isDoing: boolean) => void]>([
  ['renames it', (model, isDoing) => model.detail.setRenaming(isDoing)],
  ['writes a note', (model, isDoing) => model.detail.setTyping(isDoing)],
  [
    'says what came of a call',
    (model, isDoing) => (isDoing ? model.layers.openCall([florist]) : model.layers.close()),
  ],
])(
  'while the dispatcher %s the open order keeps its place, however long that takes',
  async (_what, doing) => {
    const { fake, model, time, rowOf } = await started();
    const groupOf = (id: OrderId) => model.list.getState().arrangement.groups.get(id);
    fake.upsert(
      { ...rowOf(florist), ...claimed('longWait', 80) },
      { ...rowOf(kennedy), ...claimed('longWait', 70) },
    );
    time.pass(100);
    model.detail.open(florist);
    const place = () => model.list.getState().arrangement.orderIds.indexOf(florist);
    const before = place();
    doing(model, true);
    // The other one gets worse, and what the open one needed a person for is over.
    fake.upsert(
      { ...rowOf(florist), attention: null },
      { ...rowOf(kennedy), ...claimed('released', 999) },
    );
    time.pass(60_000);
    expect([place(), groupOf(florist)]).toEqual([before, 'attention']);
    expect(model.list.getState().arrangement.orderIds.indexOf(kennedy)).toBeGreaterThan(before);
    doing(model, false);
    time.pass(100);
    expect(model.list.getState().arrangement.orderIds[0]).toBe(kennedy);
  },
);

test('in a held list a row goes to the group of its words, the row in use once it is left', async () => {
  const { fake, model, time, rowOf } = await started();
  const groupOf = (id: OrderId) => model.list.getState().arrangement.groups.get(id);
  const released = {
    attention: {
      score: 60,
      reason: 'released' as const,
      age: { kind: 'duration' as const, sinceMs: 0 },
    },
  };
  model.list.hold([florist]);
  fake.upsert({ ...rowOf(florist), ...released }, { ...rowOf(kennedy), ...released });
  time.pass(100);
  expect([florist, kennedy].map(groupOf)).toEqual(['onTheWay', 'attention']);
  model.list.hold([kennedy]);
  expect([florist, kennedy].map(groupOf)).toEqual(['attention', 'attention']);
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
  expect(model.scroll.spendWanted()).toEqual({ id: florist, offsetPx: 12 });
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

test('an order that is asked for from outside opens in the archive when it lies there', async () => {
  const { fake, model, rowOf } = await started();
  const row = rowOf(kennedy);
  fake.upsert({ ...row, isArchived: true });
  fake.reveal(kennedy);
  expect(model.list.getState().view).toBe('archive');
  expect(model.detail.getState().openId).toBe(kennedy);
});

test('the tray opens the view of what needs attention, whatever was filtered, and the settings', async () => {
  const { fake, model } = await started();
  model.settings.open('privacy');
  model.list.setFilter('nothing like it');
  fake.request('needsAttention');
  expect(model.settings.getState().section).toBeNull();
  expect(model.list.getState()).toMatchObject({ view: 'needsAttention', filter: '' });
  expect(model.list.getState().arrangement.orderIds.length).toBeGreaterThan(0);
  fake.request('settings');
  expect(model.settings.getState().section).toBe('privacy');
  fake.request('quietHours');
  expect(model.settings.getState()).toMatchObject({ section: 'timing', place: 'quiet' });
});
