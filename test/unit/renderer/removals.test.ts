import { expect, test } from 'vitest';
import { settled } from './support/fake-window-time.ts';
import { florist, kennedy, newId, started } from './support/started-window.ts';

test('an order that is brought back keeps what main has of it: nothing is removed or added', async () => {
  const { fake, model, time } = await started();
  await model.actions.togglePinned([florist]);
  model.actions.stopWatching([florist]);
  time.pass(7000);
  await model.actions.reverse('undo');
  time.pass(20_000);
  await settled();
  expect(fake.row(florist)?.isPinned).toBe(true);
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
});

test('a removal waits as long as its toast is pointed at', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist]);
  const [toast] = model.toasts.getState().toasts;
  model.toasts.hold(toast?.key ?? 0);
  time.pass(60_000);
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  await model.actions.reverse('undo');
  expect(model.list.getState().arrangement.groups.has(florist)).toBe(true);
});

test('an erased order comes back neither by undo nor by redo', async () => {
  const { fake, model, time } = await started();
  model.paste.paste(`${newId} Wan Chai bakery`);
  await model.paste.watch();
  model.privacy.ask({ kind: 'orders', ids: [newId], subject: 'Wan Chai bakery' });
  await model.privacy.erase();
  await model.actions.reverse('undo');
  await model.actions.reverse('redo');
  time.pass(20_000);
  await settled();
  expect(fake.requestsTo('watch-list:add')).toHaveLength(1);
  expect(model.list.getState().arrangement.groups.has(newId)).toBe(false);
});

test('an order that is asked for while it leaves stays, and the others leave', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist, kennedy]);
  fake.reveal(florist);
  expect(model.detail.getState().openId).toBe(florist);
  time.pass(20_000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([{ ids: [kennedy] }]);
  expect(model.detail.getState().openId).toBe(florist);
});

test('undo asks for nothing when the only order that left was asked for meanwhile', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist]);
  fake.reveal(florist);
  await model.actions.reverse('undo');
  time.pass(20_000);
  await settled();
  expect(fake.requestsTo('watch-list:remove')).toEqual([]);
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
});

test('a summary for a chat leaves out what is being taken off the list', async () => {
  const { fake, model } = await started();
  await model.actions.copySummary();
  model.actions.stopWatching([florist]);
  await model.actions.copySummary();
  expect(fake.requestsTo('clipboard:write')).toMatchObject([
    { text: expect.stringMatching(/^10 open,/) },
    { text: expect.stringMatching(/^9 open,/) },
  ]);
});

test('after everything was erased no undo brings an order back', async () => {
  const { fake, model, time } = await started();
  model.actions.stopWatching([florist]);
  time.pass(9000);
  await settled();
  model.privacy.ask({ kind: 'everything' });
  await model.privacy.erase();
  await model.actions.reverse('undo');
  expect(fake.requestsTo('watch-list:add')).toEqual([]);
  expect(model.toasts.getState().toasts.at(-1)?.text).toBe('Nothing to undo');
});
